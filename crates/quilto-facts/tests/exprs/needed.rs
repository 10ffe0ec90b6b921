//! Only the days are read that an expression asks for.

use quilto_facts::{DaysNeeded, days_needed};
use quilto_model::{DateRange, Expr};
use serde_json::{Value, json};

use super::journal::{best_mass, day, period};

fn needed(exprs: Value) -> Vec<DaysNeeded> {
    let exprs: Vec<Expr> = serde_json::from_value(exprs).unwrap();
    days_needed(&exprs)
}

fn days(from: u32, to: u32) -> DaysNeeded {
    DaysNeeded::Range(DateRange::new(day(from), day(to)))
}

#[test]
fn a_period_and_the_days_that_its_conditions_look_back_to() {
    assert_eq!(
        needed(json!([best_mass(json!({"when": period(100, 110)}))])),
        [days(100, 110)]
    );
    let lagged = json!([{"days": {"domain": "nights", "measure": "quiet", "lag_days": 2}}]);
    let lagged = best_mass(json!({"when": period(100, 110), "where": lagged}));
    assert_eq!(needed(json!([lagged])), [days(98, 110)]);
    let usual = best_mass(json!({"when": period(100, 110), "where": [{"usual": "more"}]}));
    assert_eq!(needed(json!([usual])), [days(10, 110)]);
    // The days before fulfil the other conditions, too.
    let before = json!([{"usual": "more"}, {"days": {"domain": "nights", "measure": "quiet", "lag_days": 2}}]);
    let both = best_mass(json!({"when": period(100, 110), "where": before}));
    assert_eq!(needed(json!([both])), [days(8, 110)]);
}

#[test]
fn both_sides_of_a_change_and_what_steps_say() {
    let list = json!([
        best_mass(json!({"when": period(50, 60)})),
        {"change": {"of": best_mass(json!({})), "from": period(0, 9), "to": period(20, 29)}},
        {"sum": {"of": [{"step": 1}]}},
    ]);
    assert_eq!(
        needed(list),
        [days(50, 60), days(0, 9), days(20, 29), days(50, 60)]
    );
}

#[test]
fn an_event_that_may_be_on_any_day_wants_all_of_them() {
    let event = |within: Value| {
        let event = json!({"side": "around", "words": "rain", "days": 3, "within": within});
        needed(json!([best_mass(json!({"when": {"event": event}}))]))
    };
    assert_eq!(event(Value::Null), [DaysNeeded::All]);
    let within = period(10, 20)["period"].clone();
    assert_eq!(event(within), [days(7, 23)]);
    assert_eq!(needed(json!([best_mass(json!({}))])), [DaysNeeded::All]);
}
