//! Flat queries that cannot be computed, and the reason that is given: the one of the expressions that they
//! stand for.

use quilto_model::Refusal;
use serde_json::{Value, json};

use super::journal::{Polish, all, one, period};

/// The heaviest polish, with what `more` says instead.
fn heaviest(more: Value) -> Value {
    let mut query = json!({"domain": "rocks", "measure": "mass", "op": "best", "subjects": []});
    for (key, value) in more.as_object().unwrap() {
        query[key] = value.clone();
    }
    json!({"fact": query})
}

fn filtered(more: Value) -> Value {
    let mut filter = json!({"field": "strokes"});
    for (key, value) in more.as_object().unwrap() {
        filter[key] = value.clone();
    }
    json!({"filter": filter})
}

#[test]
fn names_that_are_none_and_what_asks_for_nothing() {
    let days = |from: u32, to: u32| {
        let end = period(to, to)["period"]["end"].clone();
        json!({"start": period(from, from)["period"]["start"], "end": end})
    };
    for (more, reason) in [
        (
            json!({"domain": "clouds"}),
            "\"clouds\" is not loaded, only rocks, nights",
        ),
        (
            json!({"measure": "shine"}),
            "rocks has no measure \"shine\", only mass, work, strokes, residue, weighed and entries",
        ),
        (
            filtered(json!({"field": "colour", "text": "red"})),
            "\"mass\" reads no field \"colour\", only kind, mass, strokes",
        ),
        (
            filtered(json!({})),
            "a condition on \"strokes\" wants either bounds or a text",
        ),
        (
            filtered(json!({"min": 1, "text": "1"})),
            "a condition on \"strokes\" wants either bounds or a text",
        ),
        (
            filtered(json!({"min": 3, "max": 2})),
            "the bounds of \"strokes\" hold no number",
        ),
        (
            json!({"measure": "entries", "filter": {"field": "strokes", "min": 1}}),
            "entries have no value: name a measure",
        ),
        (
            json!({"period": days(9, 3)}),
            "the days from 2026-01-14 to 2026-01-08 end before they begin",
        ),
        (
            json!({"compare": {"period": days(9, 3)}}),
            "the days from 2026-01-14 to 2026-01-08 end before they begin",
        ),
        (
            json!({"by": "row"}),
            "\"best\" has no buckets by row, only by day, week, month, year, weekday, time_of_day, part_of_week, subject, group",
        ),
        (
            json!({"op": "count_buckets", "by": "day"}),
            "\"count_buckets\" has no buckets by day, only by week, month, year",
        ),
        (
            json!({"op": "count_buckets", "filter": {"field": "days", "min": 1}}),
            "\"count_buckets\" has no buckets by nothing, only by week, month, year",
        ),
        (
            json!({"domain": "nights", "measure": "quiet", "by": "group"}),
            "\"best\" has no buckets by group, only by day, week, month, year, weekday, time_of_day, part_of_week, subject",
        ),
        (
            json!({"only": {"by": "time_of_day", "bucket": "noon"}}),
            "there is no part of the day or the week \"noon\", only morning, afternoon, evening, night",
        ),
        (
            json!({"subjects": ["Granite", " "]}),
            "a subject has no name",
        ),
        (
            json!({"subjects": vec!["Granite"; 201]}),
            "it names more than 200 subjects",
        ),
    ] {
        let found = one(heaviest(more.clone()), &[]);
        assert_eq!(found.refused.unwrap().to_string(), reason, "{more}");
        assert_eq!(found.facts, []);
    }
}

#[test]
fn what_a_query_is_set_against_is_checked_as_well() {
    let against = |more: Value| {
        one(heaviest(json!({"compare": more})), &[])
            .refused
            .unwrap()
    };
    let one_side = "what a `fact` is compared with is either a `period` or `subjects`";
    let week = period(0, 6)["period"].clone();
    let other = |more: Value| heaviest(more)["fact"].clone();
    for none in [
        json!({}),
        json!({"subjects": []}),
        json!({"subjects": ["Basalt"], "period": week}),
        json!({"figure": other(json!({"compare": {"period": week}}))}),
    ] {
        assert_eq!(against(none.clone()).to_string(), one_side, "{none}");
    }
    assert_eq!(
        against(json!({"figure": other(json!({"domain": "nights", "measure": "dew"}))}))
            .to_string(),
        "nights has no measure \"dew\", only quiet and entries"
    );
    // As a step of others, too.
    let list = json!([heaviest(json!({"compare": {}})), {"sum": {"of": [{"step": 1}]}}]);
    assert_eq!(
        all(list, &[])[1].refused.as_ref().unwrap().to_string(),
        one_side
    );
}

#[test]
fn what_no_note_holds_is_told_so() {
    let polish = Polish::plain(0, "Granite", 60.0, 5);
    let notes = [polish.entry(0)];
    // Notes have names of their own: one that none of them has is no mistake.
    let found = one(heaviest(json!({"subjects": ["Marble"]})), &notes);
    assert_eq!(found.refused, Some(Refusal::NoRows));
    let since = one(heaviest(json!({"after_gap": true})), &notes);
    assert_eq!(since.refused, Some(Refusal::NoEvent("rocks".to_owned())));
    let there = one(
        heaviest(json!({"compare": {"subjects": ["Marble", "Granite"]}})),
        &notes,
    );
    assert_eq!(there.refused, None);
}
