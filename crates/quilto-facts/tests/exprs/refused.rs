//! What cannot be computed, and the reason that is given.

use quilto_model::{Expr, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, all, best_mass, one};

fn refused(expr: Value) -> String {
    one(expr, &[]).refused.unwrap().to_string()
}

#[test]
fn names_that_are_none() {
    for (expr, reason) in [
        (
            json!({"domain": "clouds"}),
            "\"clouds\" is not loaded, only rocks, nights",
        ),
        (
            json!({"measure": "shine"}),
            "rocks has no measure \"shine\", only mass, work, strokes, residue, weighed and entries",
        ),
        (
            json!({"where": [{"row": {"field": "colour", "text": "red"}}]}),
            "\"mass\" reads no field \"colour\", only kind, mass, strokes",
        ),
        (
            json!({"where": [{"days": {"domain": "nights", "measure": "dew"}}]}),
            "nights has no measure \"dew\", only quiet and entries",
        ),
        (
            json!({"where": [{"value": {"at_least": 5, "unit": "km"}}]}),
            "the unit \"km\" does not fit \"mass\"",
        ),
        (
            json!({"where": [{"value": {"at_least": 5, "less_than": 4}}]}),
            "the bounds of \"mass\" hold no number",
        ),
        (
            json!({"measure": "entries", "where": [{"value": {"at_least": 5}}]}),
            "entries have no value: name a measure",
        ),
        (
            json!({"op": "associate"}),
            "`associate` is an expression of its own, `association`",
        ),
    ] {
        assert_eq!(refused(best_mass(expr.clone())), reason, "{expr}");
    }
}

#[test]
fn unknown_keys_and_kinds_are_no_expression() {
    for text in [
        r#"{"product": {"of": []}}"#,
        r#"{"figure": {"domain": "rocks", "op": "best", "colour": "red"}}"#,
        r#"{"ratio": {"of": {"step": 1}}}"#,
        r#"{"figure": {"domain": "rocks", "op": "cleverest"}}"#,
    ] {
        assert!(serde_json::from_str::<Expr>(text).is_err(), "{text}");
    }
}

#[test]
fn steps_that_lead_nowhere_or_grow_without_end() {
    let steps = |list: Value| -> Vec<Option<String>> {
        let computed = all(list, &[]).into_iter();
        computed
            .map(|one| one.refused.map(|reason| reason.to_string()))
            .collect()
    };
    let itself = steps(json!([{"sum": {"of": [{"step": 1}]}}, {"step": 3}, {"step": 0}]));
    for (place, step) in [(0, 1), (1, 3), (2, 0)] {
        let reason = format!("there is no earlier step {step} that can be computed");
        assert_eq!(itself[place].as_ref(), Some(&reason));
    }
    // Each step twice the one before: seven make more than may be.
    let mut list = vec![best_mass(json!({}))];
    list.extend((1..8).map(|step| json!({"sum": {"of": [{"step": step}, {"step": step}]}})));
    let doubled = steps(json!(list));
    assert_eq!(
        doubled[6].as_deref(),
        Some("it holds more than 64 expressions")
    );
    let mut deep = best_mass(json!({}));
    for _ in 0..9 {
        deep = json!({"sum": {"of": [deep]}});
    }
    assert_eq!(refused(deep), "it is nested deeper than 8");
}

#[test]
fn what_the_notes_do_not_bear() {
    let polish = Polish::plain(0, "Granite", 60.0, 5);
    let notes: Vec<_> = (0..3).map(|place| polish.entry(place)).collect();
    let series = best_mass(json!({"op": "series"}));
    let event = json!({"event": {"side": "after", "words": "holiday"}});
    let pumice = best_mass(json!({"op": "total", "measure": "work", "subjects": ["Pumice"]}));
    let total = best_mass(json!({"op": "total", "measure": "work"}));
    let strokes = best_mass(json!({"op": "total", "measure": "strokes"}));
    let count = best_mass(json!({"op": "count_rows"}));
    for (expr, refusal) in [
        (pumice.clone(), Refusal::NoRows),
        (
            best_mass(json!({"when": event})),
            Refusal::NoEvent("holiday".into()),
        ),
        (
            json!({"forecast": {"of": series, "reach": {"value": 100}}}),
            Refusal::TooFewDays { have: 1, need: 6 },
        ),
        (
            json!({"association": {"of": series, "with": series}}),
            Refusal::TooFewDays { have: 1, need: 10 },
        ),
        (
            json!({"ratio": {"of": total, "to": pumice}}),
            Refusal::NoRows,
        ),
        (
            json!({"between": {"from": count, "to": count}}),
            Refusal::NoDay,
        ),
        (
            json!({"difference": {"of": strokes, "minus": total}}),
            Refusal::UnitsDiffer {
                left: "kg".into(),
                right: String::new(),
            },
        ),
    ] {
        assert_eq!(one(expr.clone(), &notes).refused, Some(refusal), "{expr}");
    }
}

#[test]
fn a_flat_query_of_several_sides_is_no_step() {
    let sides = json!({"domain": "rocks", "measure": "mass", "op": "best", "subjects": ["Granite"],
        "compare": {"subjects": ["Basalt", "Marble"]}});
    let list = json!([{"fact": sides}, {"sum": {"of": [{"step": 1}]}}]);
    let computed = all(list, &[]);
    assert_eq!(computed[0].refused, Some(Refusal::NoRows));
    assert_eq!(
        computed[1].refused.as_ref().unwrap().to_string(),
        "a `fact` that is compared with several subjects is no single value"
    );
}
