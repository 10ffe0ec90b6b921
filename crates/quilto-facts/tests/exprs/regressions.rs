//! Cases that random journals found, each as small as it can be.

use quilto_model::{Entry, ExclusionReason, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, best_mass, day, figure, night, number, one, period};

/// Plain polishes of Granite by day, mass and whether it rained.
fn polishes(all: &[(u32, f64, bool)]) -> Vec<Entry> {
    let polishes = all.iter().enumerate().map(|(place, (day, mass, rain))| {
        let polish = Polish {
            rain: *rain,
            ..Polish::plain(*day, "Granite", *mass, 4)
        };
        polish.entry(place)
    });
    polishes.collect()
}

/// The same mass every day, and more of it on the last one.
fn more_at_last(days: &[u32], rain: &[u32]) -> Vec<Entry> {
    let last = days.last();
    let masses = days.iter().map(|day| {
        let mass = if Some(day) == last { 70.0 } else { 60.0 };
        (*day, mass, rain.contains(day))
    });
    polishes(&masses.collect::<Vec<_>>())
}

fn more_than_usual(more: Value) -> Value {
    let mut conditions = vec![json!({"usual": "more"})];
    conditions.extend(more.get("where").cloned());
    let mut more = more;
    more["where"] = json!(conditions);
    figure("mass", "count_days", more)
}

fn about_rain(side: &str, within: (u32, u32)) -> Value {
    let within = period(within.0, within.1)["period"].clone();
    json!({"event": {"side": side, "words": "rain", "within": within}})
}

#[test]
fn days_before_those_that_are_asked_for_are_not_told_as_left_out() {
    let short = json!({"days": {"domain": "nights", "measure": "quiet"}});
    let expr = more_than_usual(json!({"when": period(10, 20), "where": short}));
    let found = one(expr, &more_at_last(&[2, 12], &[]));
    let [left] = found.left_out.as_slice() else {
        panic!("{:?}", found.left_out);
    };
    assert_eq!(left.why, ExclusionReason::NothingBeside);
    assert_eq!(left.days, [day(12)]);
}

#[test]
fn days_before_those_that_are_asked_for_tell_what_was_usual_under_the_same_conditions() {
    let days = [2, 4, 6, 12];
    let mut entries = more_at_last(&days, &[]);
    entries.extend(days.map(|day| night(day, 8.0)));
    let quiet = json!({"days": {"domain": "nights", "measure": "quiet"}});
    let expr = more_than_usual(json!({"when": period(10, 20), "where": quiet}));
    let found = one(expr, &entries);
    assert_eq!(number(&found, "number of days"), Some(1.0));
}

#[test]
fn days_between_events_tell_what_was_usual_on_the_next() {
    let after = json!({"event": {"side": "after", "words": "rain", "days": 1, "which": "each"}});
    // Rain on day 0 and on day 20; of the days after it day 21 has more than those between.
    let entries = more_at_last(&[0, 5, 10, 15, 20, 21], &[0, 20]);
    let found = one(more_than_usual(json!({"when": after})), &entries);
    assert_eq!(number(&found, "number of days"), Some(1.0));
    assert_eq!(found.days, [day(21)]);
}

#[test]
fn nothing_lies_before_or_after_an_event_at_the_end_of_the_days_that_are_asked_for() {
    let entries = polishes(&[(9, 60.0, false), (10, 60.0, true), (11, 60.0, false)]);
    for when in [about_rain("before", (10, 11)), about_rain("after", (9, 10))] {
        let found = one(best_mass(json!({"when": when})), &entries);
        assert_eq!(found.refused, Some(Refusal::NoRows), "{when}");
    }
    let count = figure("mass", "count_days", json!({}));
    let change = json!({"change": {
        "of": count, "from": about_rain("before", (10, 11)), "to": about_rain("after", (10, 11)),
    }});
    let found = one(change, &entries);
    assert_eq!(number(&found, "difference in number of days"), Some(1.0));
}

#[test]
fn nothing_lies_in_a_break_between_two_days_in_a_row() {
    let entries = polishes(&[(9, 60.0, false), (10, 60.0, false)]);
    let when = json!({"event": {"side": "during", "break_of": "rocks"}});
    let found = one(best_mass(json!({"when": when})), &entries);
    assert_eq!(found.refused, Some(Refusal::NoRows));
}

#[test]
fn the_same_figure_in_two_units_has_a_difference() {
    let entries = polishes(&[(0, 60.0, false), (9, 70.0, false)]);
    let until = best_mass(json!({"when": period(0, 5), "unit": "lb"}));
    let expr = json!({"difference": {"of": best_mass(json!({})), "minus": until}});
    let found = one(expr, &entries);
    // Both are kept to two digits in their own unit.
    let difference = number(&found, "difference in best mass").unwrap();
    assert!((difference - 10.0).abs() < 0.005, "{difference}");
}

#[test]
fn no_count_is_nothing_of_a_mass() {
    let entries = polishes(&[(0, 60.0, false)]);
    let of_basalt = figure("mass", "count_days", json!({"subjects": ["Basalt"]}));
    let total = figure("work", "total", json!({"subjects": ["Basalt"]}));
    for none in [of_basalt, total] {
        let expr = json!({"difference": {"of": best_mass(json!({})), "minus": none}});
        let found = one(expr, &entries);
        assert_eq!(found.refused, Some(Refusal::NoRows), "{none}");
        assert_eq!(found.facts.len(), 1);
    }
}

#[test]
fn a_number_that_was_said_goes_by_the_name_of_what_it_is_added_to() {
    let said = json!({"number": {"value": 5, "unit": "kg"}});
    let best = best_mass(json!({"subjects": ["Granite"]}));
    let entries = polishes(&[(0, 60.0, false)]);
    let found = one(json!({"sum": {"of": [said, best]}}), &entries);
    assert_eq!(number(&found, "sum of best mass"), Some(65.0));
    assert_eq!(found.facts.last().unwrap().subject, "Granite");
}

#[test]
fn a_value_that_is_reached_on_a_day_is_not_reached_on_the_next() {
    // A tenth more every second day: 61.1 on day 22, so 61.7 on day 34. Tenths are no whole halves.
    let masses = (0..12).map(|step| (step * 2, f64::from(600 + step) / 10.0, false));
    let entries = polishes(&masses.collect::<Vec<_>>());
    let series = figure("mass", "series", json!({}));
    let found = one(
        json!({"forecast": {"of": series, "reach": {"value": 61.7}}}),
        &entries,
    );
    assert_eq!(found.facts[1].date, Some(day(34)));
}

#[test]
fn a_value_in_a_unit_is_never_reached_by_what_has_none() {
    let days: Vec<(u32, f64, bool)> = (0..8).map(|week| (week * 7, 60.0, false)).collect();
    let series = figure("strokes", "series", json!({}));
    let goal = json!({"value": 90, "unit": "kg"});
    let found = one(
        json!({"forecast": {"of": series, "reach": goal}}),
        &polishes(&days),
    );
    let differ = Refusal::UnitsDiffer {
        left: "kg".to_owned(),
        right: String::new(),
    };
    assert_eq!(found.refused, Some(differ));
}

#[test]
fn what_differs_on_better_days_is_no_series_beside_other_days() {
    let mut query =
        json!({"domain": "rocks", "measure": "mass", "op": "associate", "subjects": []});
    query["compare"] = json!({"period": period(0, 5)["period"]});
    let found = one(json!({"fact": query}), &polishes(&[(0, 60.0, false)]));
    // Of one day nothing differs, and its masses are not what was asked.
    assert_eq!(found.facts, []);
}
