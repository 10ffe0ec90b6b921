//! One figure against another, and rows of a part of the day, the week or the journal alone.

use super::*;

fn at_least(mass: f64) -> Option<RowFilter> {
    Some(RowFilter {
        field: "mass".into(),
        min: Some(mass),
        max: None,
        text: None,
    })
}

fn against(figure: FactQuery) -> Option<Comparison> {
    Some(Comparison {
        figure: Some(Box::new(figure)),
        ..Comparison::default()
    })
}

#[test]
fn a_figure_is_told_as_so_many_times_another() {
    let facts = ask(FactQuery {
        compare: against(of("Basalt", query("mass", FactOp::Best))),
        ..of("Granite", query("mass", FactOp::Best))
    });
    assert_eq!(
        said(&facts),
        [
            "best mass of Granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5 (= 2026-03-11)",
            "best mass of Basalt: 45.36 kg on 2026-03-04 | 45.36 kg × 10",
            "ratio of best mass of Granite / Basalt: 1.81 | 82.25 kg / 45.36 kg",
            "share of best mass of Granite / Basalt: 181.3% | 82.25 kg / 45.36 kg",
        ]
    );
    // Without the other side there is no ratio.
    let alone = ask(FactQuery {
        compare: against(of("Marble", query("mass", FactOp::Best))),
        ..of("Granite", query("mass", FactOp::Best))
    });
    assert_eq!(alone.len(), 1);
}

#[test]
fn the_days_from_one_value_to_another() {
    let first = |mass: f64| FactQuery {
        filter: at_least(mass),
        ..of("Granite", query("mass", FactOp::First))
    };
    let facts = ask(FactQuery {
        compare: against(first(80.0)),
        ..first(82.0)
    });
    let days = facts.last().unwrap();
    assert_eq!(
        (days.kind.to_string().as_str(), &days.value),
        ("days between", &FactValue::Number(2.0))
    );
    let period = days.period.as_ref().unwrap();
    assert_eq!(
        (period.start, period.end),
        (day("2026-03-02"), day("2026-03-04"))
    );
}

#[test]
fn rows_of_a_part_of_the_day_or_the_week_alone() {
    let only = |by: GroupBy, bucket: &str, op: FactOp| {
        let part = Part {
            by,
            bucket: bucket.to_owned(),
        };
        ask(FactQuery {
            only: Some(part),
            ..query("entries", op)
        })
    };
    let days = |facts: Vec<Fact>| facts.first().map(|fact| fact.value.clone());
    // 2026-03-02 and 2026-03-11 at eight.
    let mornings = only(GroupBy::TimeOfDay, "morning", FactOp::CountDays);
    assert_eq!(days(mornings), Some(FactValue::Number(2.0)));
    let weekends = only(GroupBy::PartOfWeek, "weekend", FactOp::CountDays);
    assert_eq!(days(weekends), None);
    let workdays = only(GroupBy::PartOfWeek, "weekday", FactOp::CountDays);
    assert_eq!(days(workdays), Some(FactValue::Number(5.0)));
    let sides = ask(FactQuery {
        by: Some(GroupBy::PartOfWeek),
        ..query("entries", FactOp::CountDays)
    });
    assert_eq!(
        said(&sides),
        [
            "number of days of pet-rock: 5 | 2026-03-02, 2026-03-04, 2026-03-11, 2026-04-20, 2026-04-21 @ weekday"
        ]
    );
}

#[test]
fn the_days_since_the_longest_break() {
    let facts = ask(FactQuery {
        after_gap: true,
        ..query("entries", FactOp::CountDays)
    });
    let period = facts[0].period.as_ref().unwrap();
    assert_eq!(facts[0].value, FactValue::Number(2.0));
    assert_eq!(
        (period.start, period.end),
        (day("2026-04-20"), day("2026-04-21"))
    );
}

#[test]
fn weeks_that_had_so_many_days() {
    let weeks = |min: f64| {
        said(&ask(FactQuery {
            by: Some(GroupBy::Week),
            filter: Some(RowFilter {
                field: "days".into(),
                min: Some(min),
                max: None,
                text: None,
            }),
            ..query("entries", FactOp::CountBuckets)
        }))
    };
    assert_eq!(
        weeks(2.0),
        [
            "number of weeks of pet-rock: 2 weeks",
            "weeks with any of pet-rock: 3 weeks"
        ]
    );
    assert_eq!(weeks(4.0)[0], "number of weeks of pet-rock: 0 weeks");
}

#[test]
fn a_few_days_without_anything_are_named() {
    let off = |start: &str, end: &str| {
        let facts = ask(FactQuery {
            period: Some(DateRange::new(day(start), day(end))),
            ..query("entries", FactOp::CountOff)
        });
        facts[0].detail.clone()
    };
    assert_eq!(
        off("2026-03-02", "2026-03-05").as_deref(),
        Some("2026-03-03, 2026-03-05")
    );
    assert_eq!(off("2026-03-01", "2026-03-31"), None);
}

#[test]
fn a_query_may_be_told_in_another_unit() {
    let facts = ask(FactQuery {
        unit: Some("lb".into()),
        ..of("Granite", query("mass", FactOp::Best))
    });
    assert_eq!(
        said(&facts),
        ["best mass of Granite: 181.33 lb on 2026-03-04 | 181.33 lb × 5 (= 2026-03-11)"]
    );
}
