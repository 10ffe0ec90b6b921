//! The engine over a small journal of pet rocks.

use chrono::{NaiveDate, NaiveTime};
use serde_json::{Value, json};

use quilto_domain::measures::Measures;
use quilto_model::{
    Comparison, DateRange, Entry, EntryId, Fact, FactOp, FactQuery, FactValue, GroupBy, Parsed,
    Part, RowFilter,
};
use quilto_model::{Language, UnitPreferences};

use super::{DomainFacts, Groups, compute_with};

mod relative_figures;

const MEASURES: &str = "
default: mass
units:
  tempo: {km: min/km, mi: min/mi}
rows:
  - name: polishes
    path: rocks[].polishes[]
    subject: rocks[].name
    inherit: {hall: hall}
    quantities:
      mass: {unit: mass_unit, to: mass}
    defaults: {kind: plain}
    where: kind != 'plan'
  - name: rolls
    path: rolls[]
    subject: rolls[].name
    quantities:
      distance: {unit: distance_unit, to: distance}
measures:
  - name: mass
    rows: polishes
    where: strokes > 0 and kind not in ['rinse', 'slipped']
    each: mass
    aggregate: max
    unit: mass
    better: higher
    plausible: [0, 500]
    detail: '{mass:mass} × {strokes}'
    total: work
    otherwise: strokes
  - name: work
    rows: polishes
    where: strokes > 0 and kind not in ['rinse', 'slipped']
    each: mass * strokes
    aggregate: sum
    unit: mass
    better: higher
  - name: strokes
    rows: polishes
    where: strokes > 0 and kind not in ['rinse', 'slipped']
    each: strokes
    aggregate: max
    better: higher
    detail: '{strokes}'
  - name: mass per strokes
    rows: polishes
    where: strokes > 0 and kind not in ['rinse', 'slipped']
    each: mass
    aggregate: max
    by: strokes
    unit: mass
    detail: '{mass:mass} × {strokes}'
  - name: tempo
    rows: rolls
    each: seconds / 60 / distance
    weigh_by: distance
    aggregate: avg
    unit: tempo
    decimals: 4
    better: lower
    detail: '{distance:distance} in {seconds:s}'
";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn note(number: usize, date: &str, hour: u32, data: Value) -> Entry {
    Entry {
        id: EntryId(format!("e{number}")),
        date: day(date),
        time: NaiveTime::from_hms_opt(hour, 0, 0),
        kind: Default::default(),
        raw: String::new(),
        payload: None,
        parsed: Some(Parsed::of("pet-rock", data)),
        source: String::new(),
    }
}

fn polish(name: &str, polishes: &[(f64, &str, u32, &str)]) -> Value {
    let polishes: Vec<Value> = polishes
        .iter()
        .map(|(mass, unit, strokes, kind)| match *unit {
            "" => json!({"strokes": strokes, "kind": kind}),
            unit => json!({"mass": mass, "mass_unit": unit, "strokes": strokes, "kind": kind}),
        })
        .collect();
    json!({"rocks": [{"name": name, "polishes": polishes}]})
}

fn journal() -> Vec<Entry> {
    vec![
        note(
            1,
            "2026-03-02",
            8,
            polish(
                "Granite",
                &[(80.0, "kg", 5, "plain"), (120.0, "kg", 0, "plain")],
            ),
        ),
        note(
            2,
            "2026-03-04",
            19,
            polish(
                "Granite",
                &[(40.0, "kg", 9, "rinse"), (82.25, "kg", 5, "plain")],
            ),
        ),
        note(
            3,
            "2026-03-04",
            20,
            polish("Basalt", &[(100.0, "lb", 10, "plain")]),
        ),
        note(
            4,
            "2026-03-11",
            8,
            polish(
                "Granite",
                &[
                    (82.25, "kg", 8, "plain"),
                    (90.0, "kg", 3, "slipped"),
                    (200.0, "kg", 1, "plan"),
                ],
            ),
        ),
        note(
            5,
            "2026-04-20",
            13,
            polish("Pumice", &[(0.0, "", 15, "plain")]),
        ),
        note(
            6,
            "2026-04-21",
            13,
            json!({"rolls": [
                {"name": "Marble", "distance": 5.0, "distance_unit": "km", "seconds": 1500},
                {"name": "Marble", "distance": 10.0, "distance_unit": "km", "seconds": 3600},
            ]}),
        ),
    ]
}

fn query(measure: &str, op: FactOp) -> FactQuery {
    FactQuery::of("pet-rock", measure, op)
}

fn of(subject: &str, query: FactQuery) -> FactQuery {
    FactQuery {
        subjects: vec![subject.into()],
        ..query
    }
}

fn ask_in(query: FactQuery, mass: &str, distance: &str) -> Vec<Fact> {
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let mut groups = Groups::default();
    groups.add("dark", ["Basalt".to_owned()]);
    groups.add("light", ["Granite".to_owned(), "Pumice".to_owned()]);
    let domain = DomainFacts {
        name: "pet-rock",
        measures: Some(&measures),
        groups,
        language: Language::English,
    };
    let units = UnitPreferences {
        mass: mass.into(),
        distance: distance.into(),
    };
    compute_with(&[query], &journal(), &[domain], &units, NaiveDate::MAX)
}

fn ask(query: FactQuery) -> Vec<Fact> {
    ask_in(query, "kg", "km")
}

fn said(facts: &[Fact]) -> Vec<String> {
    facts
        .iter()
        .map(|fact| {
            let mut words = format!(
                "{} of {}: {}",
                fact.kind,
                fact.about(),
                super::format::fact_value(fact)
            );
            for (mark, extra) in [
                (" on ", fact.date.map(|date| date.to_string())),
                (" | ", fact.words().map(String::from)),
                (" @ ", super::format::part_of(fact)),
            ] {
                if let Some(extra) = extra {
                    words.push_str(mark);
                    words.push_str(&extra);
                }
            }
            words
        })
        .collect()
}

#[test]
fn the_best_is_no_warm_up_no_failure_no_plan_and_a_tie_keeps_the_first_day() {
    let facts = ask(of("granite", query("mass", FactOp::Best)));
    assert_eq!(
        said(&facts),
        ["best mass of granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5 (= 2026-03-11)"]
    );
    assert_eq!(facts[0].entries, [EntryId("e2".into())]);
    assert_eq!(facts[0].value, FactValue::Number(82.25));
    let worst = ask(of("Granite", query("mass", FactOp::Worst)));
    assert_eq!(
        said(&worst),
        ["worst mass of Granite: 80 kg on 2026-03-02 | 80 kg × 5"]
    );
}

#[test]
fn a_record_over_everything_names_its_own_subject_and_units_mix() {
    let facts = ask_in(of("dark", query("mass", FactOp::Best)), "kg", "km");
    assert_eq!(
        said(&facts),
        ["best mass of Basalt: 45.36 kg on 2026-03-04 | 45.36 kg × 10"]
    );
    let pounds = ask_in(query("mass", FactOp::Best), "lb", "km");
    assert_eq!(
        said(&pounds),
        ["best mass of Granite: 181.33 lb on 2026-03-04 | 181.33 lb × 5 (= 2026-03-11)"]
    );
    let all = ask(FactQuery {
        by: Some(GroupBy::Subject),
        ..query("mass", FactOp::Best)
    });
    assert_eq!(
        said(&all),
        [
            "best mass of Granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5 (= 2026-03-11) @ Granite",
            "best mass of Basalt: 45.36 kg on 2026-03-04 | 45.36 kg × 10 @ Basalt",
        ]
    );
}

#[test]
fn filters_and_records_per_value_of_a_field() {
    let at_eight = FactQuery {
        filter: Some(RowFilter {
            field: "strokes".into(),
            min: Some(8.0),
            max: Some(8.0),
            text: None,
        }),
        ..of("Granite", query("mass", FactOp::Best))
    };
    assert_eq!(
        said(&ask(at_eight)),
        ["best mass of Granite: 82.25 kg on 2026-03-11 | 82.25 kg × 8"]
    );
    let records = ask(of("Granite", query("mass per strokes", FactOp::Best)));
    assert_eq!(
        said(&records),
        [
            "best mass per strokes of Granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5 @ 5 strokes",
            "best mass per strokes of Granite: 82.25 kg on 2026-03-11 | 82.25 kg × 8 @ 8 strokes",
        ]
    );
}

#[test]
fn totals_counts_and_averages() {
    // 80 × 5 + 82.25 × 5 + 82.25 × 8
    let total = ask(of("Granite", query("mass", FactOp::Total)));
    assert_eq!(said(&total), ["total work of Granite: 1,469.3 kg"]);
    assert_eq!(total[0].value, FactValue::Number(1469.25));
    let average = ask(of("Granite", query("work", FactOp::Average)));
    assert_eq!(
        said(&average),
        ["average work per day of Granite: 489.75 kg"]
    );
    assert_eq!(average[0].sample, 3);
    let count = |op| ask(of("Granite", query("mass", op)))[0].value.clone();
    assert_eq!(count(FactOp::CountEntries), FactValue::Number(3.0));
    assert_eq!(count(FactOp::CountDays), FactValue::Number(3.0));
    assert_eq!(count(FactOp::CountRows), FactValue::Number(3.0));
    let entries = ask(query("entries", FactOp::CountEntries));
    assert_eq!(entries[0].value, FactValue::Number(6.0));
    let days = ask(query("entries", FactOp::CountDays));
    assert_eq!(days[0].value, FactValue::Number(5.0));
}

#[test]
fn a_weighted_average_is_total_time_over_total_distance() {
    let facts = ask(query("tempo", FactOp::Average));
    assert_eq!(said(&facts), ["average tempo of pet-rock: 5:40 /km"]);
    let best = ask_in(query("tempo", FactOp::Best), "kg", "mi");
    assert_eq!(
        said(&best),
        ["best tempo of Marble: 8:03 /mi on 2026-04-21 | 3.11 mi in 25:00"]
    );
}

#[test]
fn first_last_and_lists() {
    assert_eq!(
        said(&ask(of("Granite", query("mass", FactOp::Last)))),
        ["last mass of Granite: 82.25 kg on 2026-03-11 | 82.25 kg × 8"]
    );
    assert_eq!(
        said(&ask(query("entries", FactOp::First))),
        ["first day of pet-rock: 2026-03-02 on 2026-03-02"]
    );
    assert_eq!(
        said(&ask(of("Pumice", query("mass", FactOp::Last)))),
        ["last strokes of Pumice: 15 on 2026-04-20 | 15"]
    );
    assert_eq!(
        said(&ask(of("Pumice", query("mass", FactOp::Best)))),
        ["best strokes of Pumice: 15 on 2026-04-20 | 15"]
    );
    let two = FactQuery {
        limit: Some(2),
        ..of("Granite", query("mass", FactOp::List))
    };
    assert_eq!(
        said(&ask(two)),
        [
            "mass of Granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5",
            "mass of Granite: 82.25 kg on 2026-03-11 | 82.25 kg × 8",
        ]
    );
}

#[test]
fn nothing_found_makes_no_facts() {
    assert_eq!(ask(of("Obsidian", query("mass", FactOp::Best))), []);
    assert_eq!(
        ask(of("Obsidian", query("entries", FactOp::CountEntries))),
        []
    );
    assert_eq!(ask(query("no such measure", FactOp::Best)), []);
    let empty = FactQuery {
        period: Some(DateRange::new(day("2025-01-01"), day("2025-12-31"))),
        ..query("mass", FactOp::Best)
    };
    assert_eq!(ask(empty), []);
}

#[test]
fn series_by_month_weekday_time_of_day_and_group() {
    let by = |by| {
        said(&ask(FactQuery {
            by: Some(by),
            ..query("work", FactOp::Series)
        }))
    };
    assert_eq!(
        by(GroupBy::Month),
        [
            "average work per month of pet-rock: 1,922.8 kg",
            "work of pet-rock: 1,922.8 kg @ 2026-03",
        ]
    );
    assert_eq!(
        by(GroupBy::Weekday),
        [
            "work of pet-rock: 400 kg @ Monday",
            "work of pet-rock: 1,522.8 kg @ Wednesday",
        ]
    );
    assert_eq!(
        by(GroupBy::TimeOfDay),
        [
            "work of pet-rock: 1,058 kg @ morning",
            "work of pet-rock: 864.84 kg @ evening",
        ]
    );
    assert_eq!(
        by(GroupBy::Group),
        [
            "work of dark: 453.59 kg @ dark",
            "work of light: 1,469.3 kg @ light",
        ]
    );
    let weeks = ask(FactQuery {
        by: Some(GroupBy::Week),
        ..query("work", FactOp::Series)
    });
    assert_eq!(
        super::format::part_of(&weeks[1]).as_deref(),
        Some("2026-W10")
    );
    assert_eq!(
        weeks[1].period,
        Some(DateRange::new(day("2026-03-02"), day("2026-03-08")))
    );
}

#[test]
fn entries_per_week_are_days_per_week() {
    let weekly = FactQuery {
        by: Some(GroupBy::Week),
        period: Some(DateRange::new(day("2026-01-01"), day("2026-01-28"))),
        ..query("entries", FactOp::Average)
    };
    // Two notes of one day are one day.
    let two = [
        note(
            1,
            "2026-01-05",
            8,
            polish("Granite", &[(5.0, "kg", 3, "plain")]),
        ),
        note(
            2,
            "2026-01-05",
            9,
            polish("Basalt", &[(5.0, "kg", 3, "plain")]),
        ),
        note(
            3,
            "2026-01-19",
            9,
            polish("Basalt", &[(5.0, "kg", 3, "plain")]),
        ),
    ];
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let domain = DomainFacts {
        name: "pet-rock",
        measures: Some(&measures),
        groups: Groups::default(),
        language: Language::English,
    };
    let facts = compute_with(
        &[weekly],
        &two,
        &[domain],
        &UnitPreferences::default(),
        NaiveDate::MAX,
    );
    let rate = facts.iter().find(|fact| fact.bucket.is_none()).unwrap();
    assert_eq!(rate.kind.to_string(), "average days per week");
    assert_eq!(rate.value, FactValue::Number(0.5));
}

#[test]
fn a_bound_on_a_sum_of_a_day_keeps_whole_days() {
    let bounded = |min: f64| FactQuery {
        filter: Some(RowFilter {
            field: "work".into(),
            min: Some(min),
            max: None,
            text: None,
        }),
        ..query("work", FactOp::CountDays)
    };
    let days = [
        // Two rows of 15, that make 30 together.
        note(
            1,
            "2026-01-05",
            8,
            polish(
                "Granite",
                &[(5.0, "kg", 3, "plain"), (5.0, "kg", 3, "plain")],
            ),
        ),
        note(
            2,
            "2026-01-06",
            8,
            polish("Granite", &[(5.0, "kg", 4, "plain")]),
        ),
    ];
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let count = |min: f64| {
        let domain = DomainFacts {
            name: "pet-rock",
            measures: Some(&measures),
            groups: Groups::default(),
            language: Language::English,
        };
        let facts = compute_with(
            &[bounded(min)],
            &days,
            &[domain],
            &UnitPreferences::default(),
            NaiveDate::MAX,
        );
        facts.first().map(|fact| fact.value.clone())
    };
    assert_eq!(count(10.0), Some(FactValue::Number(2.0)));
    assert_eq!(count(25.0), Some(FactValue::Number(1.0)));
    assert_eq!(count(31.0), None);
}

#[test]
fn what_is_told_of_everything_must_be_there() {
    for (key, wrong) in [
        (
            "summary: {figures: [{measure: gloss, told: total}]}",
            "`summary` tells the measure `gloss`",
        ),
        (
            "load: {figures: [{measure: gloss, told: days}]}",
            "`load` tells the measure `gloss`",
        ),
        (
            "progress: {measure: gloss}",
            "`progress` tells the measure `gloss`",
        ),
    ] {
        let text = MEASURES.replacen("rows:", &format!("{key}\nrows:"), 1);
        let error = Measures::read("measures.yaml", &text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(wrong), "{error}");
    }
}

#[test]
fn gaps_and_streaks() {
    assert_eq!(
        said(&ask(query("entries", FactOp::LongestGap))),
        [
            "longest gap of pet-rock: 40 days on 2026-04-20 | 2026-03-11 → 2026-04-20",
            "average gap of pet-rock: 12.5 days",
        ]
    );
    assert_eq!(
        said(&ask(query("entries", FactOp::Streak))),
        [
            "longest streak of pet-rock: 2 days on 2026-04-21 | 2026-04-20 → 2026-04-21",
            "latest streak of pet-rock: 2 days on 2026-04-21 | 2026-04-20 → 2026-04-21",
        ]
    );
    let weekly = FactQuery {
        by: Some(GroupBy::Week),
        ..of("Granite", query("mass", FactOp::Streak))
    };
    assert_eq!(
        said(&ask(weekly))[0],
        "longest streak of Granite: 2 weeks on 2026-03-11 | 2026-03-02 → 2026-03-11"
    );
    assert_eq!(ask(of("Basalt", query("mass", FactOp::LongestGap))), []);
}

#[test]
fn periods_compare_from_earlier_to_later_whichever_is_named_first() {
    let early = DateRange::new(day("2026-03-01"), day("2026-03-03"));
    let late = DateRange::new(day("2026-03-04"), day("2026-03-31"));
    let compare = |mine: &DateRange, other: &DateRange| {
        said(&ask(FactQuery {
            period: Some(mine.clone()),
            compare: Some(Comparison {
                period: Some(other.clone()),
                ..Comparison::default()
            }),
            ..of("Granite", query("work", FactOp::Total))
        }))
    };
    let expected = [
        "total work of Granite: 400 kg",
        "total work of Granite: 1,069.3 kg",
        "difference in total work of Granite: 669.25 kg | 400 kg → 1,069.3 kg",
        "change in total work of Granite: 167.3% | 400 kg → 1,069.3 kg",
    ];
    assert_eq!(compare(&early, &late), expected);
    assert_eq!(compare(&late, &early), expected);
    let never = DateRange::new(day("2020-01-01"), day("2020-12-31"));
    assert_eq!(
        compare(&never, &early)[..2],
        [
            "total work of Granite: 0 kg",
            "total work of Granite: 400 kg"
        ]
    );
    assert_eq!(compare(&never, &never).len(), 0);
}

#[test]
fn subjects_compare() {
    let facts = ask(FactQuery {
        compare: Some(Comparison {
            subjects: Some(vec!["Basalt".into()]),
            ..Comparison::default()
        }),
        ..of("Granite", query("mass", FactOp::Best))
    });
    assert_eq!(
        said(&facts),
        [
            "best mass of Basalt: 45.36 kg on 2026-03-04 | 45.36 kg × 10",
            "best mass of Granite: 82.25 kg on 2026-03-04 | 82.25 kg × 5 (= 2026-03-11)",
            "difference in best mass of Granite / Basalt: 36.89 kg | 45.36 kg → 82.25 kg",
            "change in best mass of Granite / Basalt: 81.3% | 45.36 kg → 82.25 kg",
        ]
    );
}

#[test]
fn trends_have_slope_word_and_ends() {
    let facts = ask(of("Granite", query("mass", FactOp::Trend)));
    assert_eq!(
        said(&facts),
        [
            "trend of mass of Granite: too few",
            "mass per week of Granite: 1.75 kg/week",
            "start of mass of Granite: 80 kg on 2026-03-02",
            "end of mass of Granite: 82.25 kg on 2026-03-11",
        ]
    );
}

#[test]
fn the_order_of_entries_does_not_matter() {
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let domains = [DomainFacts {
        name: "pet-rock",
        measures: Some(&measures),
        groups: Groups::default(),
        language: Language::English,
    }];
    let units = UnitPreferences::default();
    let queries = [
        query("mass", FactOp::Best),
        query("work", FactOp::Series),
        query("entries", FactOp::Streak),
    ];
    let expected = compute_with(&queries, &journal(), &domains, &units, NaiveDate::MAX);
    let mut turned = journal();
    turned.reverse();
    let again = compute_with(&queries, &turned, &domains, &units, NaiveDate::MAX);
    assert_eq!(again, expected);
    assert_eq!(expected.iter().map(|fact| fact.query).max(), Some(2));
}

#[test]
fn what_is_noted_of_a_day_to_come_counts_for_nothing() {
    let entries = [
        note(
            1,
            "2026-01-05",
            8,
            polish("Granite", &[(5.0, "kg", 3, "plain")]),
        ),
        note(
            2,
            "2026-01-09",
            8,
            polish("Granite", &[(9.0, "kg", 3, "plain")]),
        ),
    ];
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let domains = [DomainFacts {
        name: "pet-rock",
        measures: Some(&measures),
        groups: Groups::default(),
        language: Language::English,
    }];
    let queries = [
        query("mass", FactOp::Best),
        query("work", FactOp::Total),
        query("entries", FactOp::Last),
        query("entries", FactOp::CountDays),
    ];
    let units = UnitPreferences::default();
    let facts = compute_with(&queries, &entries, &domains, &units, day("2026-01-06"));
    let told: Vec<(String, FactValue)> = facts
        .into_iter()
        .map(|fact| (fact.kind.to_string(), fact.value))
        .collect();
    assert_eq!(
        told,
        [
            ("best mass".to_owned(), FactValue::Number(5.0)),
            ("total work".to_owned(), FactValue::Number(15.0)),
            ("last day".to_owned(), FactValue::Date(day("2026-01-05"))),
            ("number of days".to_owned(), FactValue::Number(1.0)),
        ]
    );
}
