//! Expressions whose values were worked out by hand.

use quilto_facts::format::{fact_value, part_of};
use quilto_model::{Entry, ExprOutcome, FactKind, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, all, day, figure, night, number, one, period, planned, told};

fn journal() -> Vec<Entry> {
    let polishes = [
        Polish::plain(0, "Granite", 60.0, 5),
        Polish::plain(2, "Granite", 62.5, 5),
        Polish::plain(2, "Basalt", 20.0, 10),
        Polish::plain(9, "Granite", 65.0, 4),
        Polish::plain(20, "Granite", 70.0, 3),
        Polish::plain(22, "Basalt", 40.0, 10),
        Polish::plain(30, "Granite", 72.5, 2),
    ];
    let entries = polishes.iter().enumerate();
    let mut entries: Vec<Entry> = entries.map(|(place, p)| p.entry(place)).collect();
    entries.extend([(0, 8.0), (2, 5.5), (20, 5.0), (30, 7.0)].map(|(d, h)| night(d, h)));
    entries.push(told(12, "two weeks of holidays begin"));
    entries.push(told(16, "still on holiday"));
    entries.push(planned(40, "holiday next year"));
    entries
}

fn granite(measure: &str, op: &str) -> Value {
    figure(measure, op, json!({"subjects": ["Granite"]}))
}

/// The facts in short: name, subject, value, what they hold for, days.
fn said(computed: &ExprOutcome) -> Vec<String> {
    let facts = computed.facts.iter();
    facts
        .map(|fact| {
            let mut text = format!("{} of {}: {}", fact.kind, fact.about(), fact_value(fact));
            if let Some(date) = fact.date {
                text.push_str(&format!(" on {date}"));
            }
            if let Some(slice) = part_of(fact) {
                text.push_str(&format!(" [{slice}]"));
            }
            text
        })
        .collect()
}

#[test]
fn a_plain_figure_is_what_a_fact_query_says_with_what_it_rests_on() {
    let found = one(granite("mass", "best"), &journal());
    assert_eq!(
        said(&found),
        ["best mass of Granite: 72.5 kg on 2026-02-04"]
    );
    assert_eq!((found.days, found.rows), (vec![day(30)], 1));
    assert_eq!(found.entries.len(), 1);
    assert_eq!(found.refused, None);
}

#[test]
fn a_condition_on_another_domain_joins_days_and_names_itself() {
    let short = json!({"domain": "nights", "measure": "quiet", "is": {"less_than": 6}});
    let expr = figure("work", "total", json!({"where": [{"days": short}]}));
    let found = one(expr, &journal());
    // 62.5 × 5 + 20 × 10 on day 2, 70 × 3 on day 20.
    assert_eq!(said(&found), ["total work of rocks: 722.5 kg [quiet < 6]"]);
    assert_eq!(found.days, [day(2), day(20)]);
    let left: Vec<_> = found.left_out.iter().flat_map(|left| &left.days).collect();
    assert_eq!(left, [&day(9), &day(22)]);
}

#[test]
fn days_without_something() {
    let none = json!({"domain": "nights", "measure": "quiet", "without": true});
    let expr = figure("strokes", "total", json!({"where": [{"days": none}]}));
    let found = one(expr, &journal());
    assert_eq!(number(&found, "total strokes"), Some(14.0));
    assert_eq!(found.left_out, []);
}

#[test]
fn bounds_have_units() {
    let bounds = json!({"field": "mass", "is": {"at_least": 150, "unit": "lb"}});
    let expr = figure("mass", "count_rows", json!({"where": [{"row": bounds}]}));
    // 150 lb are 68 kg.
    assert_eq!(
        number(&one(expr, &journal()), "number of polishes"),
        Some(2.0)
    );
    let expr = figure(
        "mass",
        "average",
        json!({"where": [{"value": {"more_than": 143.3, "unit": "lb"}}], "unit": "lb"}),
    );
    let found = one(expr, &journal());
    // 65, 70 and 72.5 kg.
    assert_eq!(
        said(&found),
        ["average mass of rocks: 152.49 lb [mass > 143.3 lb]"]
    );
}

#[test]
fn before_and_after_an_event_that_notes_tell_of() {
    let event = |side: &str| json!({"event": {"side": side, "words": "holiday", "days": 14}});
    let expr = json!({"change": {
        "of": granite("mass", "average"), "from": event("before"), "to": event("after")
    }});
    let found = one(expr, &journal());
    // The notes of day 12 and 16 tell of one; days -2 to 11 and 17 to 30.
    assert_eq!(
        said(&found),
        [
            "average mass of Granite: 62.5 kg [14 d before \"holiday\"]",
            "average mass of Granite: 71.25 kg [14 d after \"holiday\"]",
            "difference in average mass of Granite: 8.75 kg",
            "change in average mass of Granite: 14%",
        ]
    );
    let first = found.facts[0].period.clone().unwrap();
    assert_eq!(
        (first.start, first.end),
        (day(0) - chrono::Days::new(2), day(11))
    );
    assert_eq!(found.days, [day(0), day(2), day(9), day(20), day(30)]);
}

#[test]
fn since_until_during_and_a_break() {
    let strokes = |event: Value| {
        let expr = figure("strokes", "total", json!({"when": {"event": event}}));
        number(&one(expr, &journal()), "total strokes")
    };
    let words = |side: &str| json!({"side": side, "words": "holiday"});
    assert_eq!(strokes(words("since")), Some(15.0));
    assert_eq!(strokes(words("until")), Some(24.0));
    assert_eq!(strokes(words("during")), None);
    let after = json!({"side": "after", "break_of": "rocks"});
    // The longest break lies between day 9 and day 20.
    assert_eq!(strokes(after), Some(15.0));
    let before = json!({"side": "before", "break_of": "rocks", "days": 8});
    assert_eq!(strokes(before), Some(19.0));
}

#[test]
fn ratios_shares_and_days_between() {
    let share = json!({"ratio": {"of": granite("work", "total"), "to": figure("work", "total", json!({}))}});
    let found = one(share, &journal());
    // 300 + 312.5 + 260 + 210 + 145 of these and 600 more.
    assert_eq!(number(&found, "share of total work"), Some(67.2));
    let apart =
        json!({"between": {"from": granite("mass", "first"), "to": granite("mass", "best")}});
    assert_eq!(number(&one(apart, &journal()), "days between"), Some(30.0));
}

#[test]
fn sums_and_differences_of_unlike_figures_convert_units() {
    let goal = json!({"number": {"value": 180, "unit": "lb"}});
    let left = json!({"difference": {"of": goal, "minus": granite("mass", "best")}});
    let found = one(left, &journal());
    let last = found
        .facts
        .iter()
        .rfind(|fact| fact.kind.to_string() == "difference in best mass")
        .unwrap();
    assert_eq!(last.subject, "Granite");
    assert_eq!(fact_value(last), "20.16 lb");
    assert_eq!(
        found
            .facts
            .iter()
            .filter(|fact| fact.kind == FactKind::Said)
            .count(),
        0
    );
    let basalt = || figure("mass", "best", json!({"subjects": ["Basalt"]}));
    let both = || json!({"sum": {"of": [granite("mass", "best"), basalt()]}});
    let found = one(both(), &journal());
    assert_eq!(number(&found, "sum of best mass"), Some(112.5));
    assert_eq!(found.days, [day(22), day(30)]);
    let sum = found.facts.last().unwrap();
    assert_eq!(
        (&*sum.subject, &sum.with),
        ("Granite", &vec!["Basalt".to_owned()])
    );
    let more = json!({"difference": {"of": both(), "minus": basalt()}});
    let found = one(more, &journal());
    let more = &found.facts[found.facts.len() - 2];
    assert_eq!((&more.with, &more.beside), (&sum.with, &sum.with));
    assert_eq!(more.about(), "Granite / Basalt / Basalt");
}

#[test]
fn what_is_told_in_months_adds_to_nothing_else() {
    let both = json!({"sum": {"of": [granite("mass", "trend"), granite("mass", "best")]}});
    let found = one(both, &journal());
    let slope = found
        .facts
        .iter()
        .find(|fact| fact.kind.slope_per().is_some());
    assert_eq!(slope.unwrap().unit.as_deref(), Some("kg"));
    let differ = Refusal::UnitsDiffer {
        left: "kg".to_owned(),
        right: "kg/month".to_owned(),
    };
    assert_eq!(found.refused, Some(differ));
}

#[test]
fn the_subject_that_improved_most() {
    let by = json!({"change": {
        "of": figure("mass", "best", json!({})), "from": period(0, 10), "to": period(11, 40)
    }});
    let found = one(json!({"best_of": {"by": by, "limit": 2}}), &journal());
    let last: Vec<String> = said(&found).split_off(found.facts.len() - 2);
    assert_eq!(
        last,
        [
            "difference in best mass of Basalt: 20 kg",
            "difference in best mass of Granite: 7.5 kg",
        ]
    );
    let among = json!({"best_of": {"by": by, "among": ["Granite", "Pumice"]}});
    let found = one(among, &journal());
    assert_eq!(found.facts.last().unwrap().subject, "Granite");
    assert_eq!(found.left_out[0].of, "Pumice");
}

#[test]
fn groups_count_as_their_members() {
    let hard = figure("strokes", "total", json!({"subjects": ["hard"]}));
    assert_eq!(number(&one(hard, &journal()), "total strokes"), Some(39.0));
}

#[test]
fn tables_are_set_against_each_other_bucket_by_bucket() {
    let by_rock = |when: Value| figure("strokes", "total", json!({"by": "subject", "when": when}));
    let expr =
        json!({"difference": {"of": by_rock(period(11, 40)), "minus": by_rock(period(0, 10))}});
    let found = one(expr, &journal());
    let differences = said(&found)
        .into_iter()
        .filter(|fact| fact.starts_with("difference"));
    assert_eq!(
        differences.collect::<Vec<_>>(),
        [
            "difference in total strokes of Basalt: 0 [Basalt]",
            "difference in total strokes of Granite: -9 [Granite]",
        ]
    );
}

#[test]
fn when_something_is_reached_at_this_rate() {
    let days =
        (0..8).map(|week| Polish::plain(week * 7, "Granite", 60.0 + f64::from(week) * 2.5, 5));
    let entries: Vec<Entry> = days.enumerate().map(|(place, p)| p.entry(place)).collect();
    let reach = |kilos: u32| {
        let goal = json!({"value": kilos, "unit": "kg"});
        one(
            json!({"forecast": {"of": granite("mass", "series"), "reach": goal}}),
            &entries,
        )
    };
    // 77.5 kg on day 49, 2.5 kg a week: 90 kg five weeks later.
    let found = reach(90);
    assert_eq!(
        said(&found)[..2],
        [
            "mass per week of Granite: 2.5 kg/week",
            &format!("forecast of mass of Granite: {0} on {0}", day(84)),
        ]
    );
    assert_eq!(found.days.len(), 8);
    assert_eq!(reach(120).refused.unwrap().code(), "too_far");
    assert_eq!(
        reach(70).refused.unwrap().to_string(),
        format!("it was reached on {}", day(28))
    );
}

#[test]
fn an_earlier_step_is_used_as_often_as_wanted() {
    let list = json!([
        granite("mass", "best"),
        {"sum": {"of": [{"step": 1}, {"step": 1}]}},
        {"ratio": {"of": {"step": 2}, "to": {"step": 1}}},
    ]);
    let found = all(list, &journal());
    assert_eq!(number(&found[2], "ratio of sum of best mass"), Some(2.0));
    let queries: Vec<usize> = found
        .iter()
        .map(|one| one.facts.last().unwrap().query)
        .collect();
    assert_eq!(queries, [0, 1, 2]);
}

#[test]
fn a_flat_query_stands_in_a_list_and_is_a_step_of_others() {
    let heaviest = |rock: &str| json!({"fact": {"domain": "rocks", "measure": "mass", "op": "best", "subjects": [rock]}});
    let list = json!([
        heaviest("Granite"),
        heaviest("Basalt"),
        {"difference": {"of": {"step": 1}, "minus": {"step": 2}}},
    ]);
    let computed = all(list, &journal());
    assert_eq!(
        said(&computed[0]),
        ["best mass of Granite: 72.5 kg on 2026-02-04"]
    );
    let places = computed.iter().map(|one| one.facts[0].query);
    assert_eq!(places.collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(number(&computed[2], "difference in best mass"), Some(32.5));
}
