use proptest::prelude::*;

use super::*;
use crate::{GroupBy, RowFilter};

fn topic(domain: &str, name: &str) -> Topic {
    Topic {
        domain: domain.to_owned(),
        name: name.to_owned(),
        group: false,
        span: 0..name.len(),
        typed: name.to_owned(),
        longer: None,
        exact: true,
    }
}

fn measure(domain: &str, name: &str) -> MeasureRef {
    MeasureRef {
        domain: domain.to_owned(),
        name: name.to_owned(),
    }
}

fn days(start: &str, end: &str) -> DateRange {
    DateRange::new(start.parse().unwrap(), end.parse().unwrap())
}

/// "and …?"
fn goes_on() -> Intent {
    Intent {
        lean: ContextReference {
            goes_on: true,
            ..ContextReference::default()
        },
        ..Intent::default()
    }
}

fn shiniest_granite() -> Intent {
    Intent {
        ask: QuestionKind::Best,
        topics: vec![topic("rocks", "Granite")],
        measure: Some(measure("rocks", "shine")),
        measure_said: true,
        domain: Some("rocks".to_owned()),
        period: Some(days("2026-10-01", "2026-10-31")),
        ..Intent::default()
    }
}

#[test]
fn a_bare_why_asks_for_the_reason_of_what_was_told() {
    let mut why = Intent {
        ask: QuestionKind::Why,
        ..Intent::default()
    };
    why.lean.short = true;
    let meant = why.after(&shiniest_granite(), None);
    assert_eq!(meant.ask, QuestionKind::Why);
    assert_eq!(meant.topics, shiniest_granite().topics);
    assert_eq!(meant.measure, shiniest_granite().measure);
}

fn any_intent() -> impl Strategy<Value = Intent> {
    let kind = prop::sample::select(vec![
        QuestionKind::Best,
        QuestionKind::Last,
        QuestionKind::Count,
        QuestionKind::Total,
        QuestionKind::Trend,
        QuestionKind::Compare,
        QuestionKind::List,
        QuestionKind::Why,
        QuestionKind::Overview,
    ]);
    let domain = || prop::sample::select(vec!["rocks", "clouds"]);
    let topics = prop::collection::vec((domain(), "[A-Z][a-z]{2,5}"), 0..3);
    let named = prop::option::of((domain(), "[a-z]{3,6}"));
    let period = || prop::option::of((0..400_i64, 0..40_i64));
    let filter = prop::option::of(1.0..100.0_f64);
    let by = prop::option::of(prop::sample::select(vec![GroupBy::Week, GroupBy::Month]));
    (kind, topics, named, period(), period(), filter, by).prop_map(
        |(ask, topics, named, period, other, filter, by)| {
            let range = |(start, length): (i64, i64)| {
                let start = day(start);
                DateRange::new(start, start + chrono::TimeDelta::days(length))
            };
            let topics: Vec<Topic> = topics.iter().map(|(d, name)| topic(d, name)).collect();
            let measure = named.map(|(domain, name)| measure(domain, &name));
            Intent {
                ask,
                domain: measure.as_ref().map(|m| m.domain.clone()),
                measure_said: measure.is_some(),
                measure,
                topics,
                period: period.map(range),
                other_period: other.map(range),
                filter: filter.map(|value| RowFilter {
                    field: "size".to_owned(),
                    min: Some(value),
                    max: None,
                    text: None,
                }),
                by,
                ..Intent::default()
            }
        },
    )
}

fn day(number: i64) -> chrono::NaiveDate {
    chrono::NaiveDate::from_ymd_opt(2026, 1, 1).unwrap() + chrono::TimeDelta::days(number)
}

fn any_lean() -> impl Strategy<Value = ContextReference> {
    let step = prop::option::of(prop::sample::select(vec![
        Step::Before,
        Step::TimeBefore,
        Step::YearBefore,
    ]));
    (any::<[bool; 4]>(), step, prop::option::of(-1..2_i64)).prop_map(
        |([goes_on, points_back, short, days_only], step, day)| ContextReference {
            goes_on,
            points_back,
            short,
            brief: short,
            days_only,
            step,
            day,
        },
    )
}

proptest! {
    #[test]
    fn an_empty_follow_up_changes_nothing(earlier in any_intent()) {
        prop_assert_eq!(goes_on().after(&earlier, None), earlier);
    }

    #[test]
    fn a_whole_question_stays_as_it_is(earlier in any_intent(), now in any_intent(), told in 0..400_i64) {
        let told = DateRange::day(day(told));
        // One that asks something of nothing leans on what was spoken of.
        let bare = now.domains().is_empty() && now.unknown.is_empty();
        let now = Intent { unknown: if bare { vec!["zyx".into()] } else { now.unknown.clone() }, ..now };
        prop_assert!(!now.leans());
        prop_assert_eq!(now.clone().after(&earlier, Some(&told)), now);
    }

    #[test]
    fn what_is_named_stands(earlier in any_intent(), now in any_intent(), lean in any_lean()) {
        let now = Intent { lean, ..now };
        let meant = now.clone().after(&earlier, None);
        for topic in now.topics.iter().take(1) {
            prop_assert!(meant.topics.contains(topic));
        }
        let stepped = now.stepped(&earlier, None).is_some();
        if let Some(period) = now.period.filter(|_| !stepped) {
            prop_assert_eq!(meant.period, Some(period));
        }
    }

    #[test]
    fn what_was_filled_leans_no_more(earlier in any_intent(), now in any_intent(), lean in any_lean()) {
        let meant = Intent { lean, ..now }.after(&earlier, None);
        prop_assert_eq!(meant.clone().after(&earlier, None), meant);
    }
}

#[test]
fn another_thing_measure_or_stretch_of_days_instead() {
    let earlier = shiniest_granite();
    let basalt = Intent {
        topics: vec![topic("rocks", "Basalt")],
        ..goes_on()
    };
    let meant = basalt.after(&earlier, None);
    assert_eq!(meant.topics, [topic("rocks", "Basalt")]);
    assert_eq!((meant.ask, &meant.measure), (earlier.ask, &earlier.measure));
    assert_eq!(meant.period, earlier.period);

    let mass = Intent {
        measure: Some(measure("clouds", "mass")),
        measure_said: true,
        also: vec![measure("rocks", "mass")],
        ..goes_on()
    };
    let meant = mass.after(&earlier, None);
    assert_eq!(meant.measure, Some(measure("rocks", "mass")));
    assert_eq!(meant.topics, earlier.topics);

    let mut step = goes_on();
    step.lean.step = Some(Step::YearBefore);
    let meant = step.after(&earlier, None);
    assert_eq!(meant.period, Some(days("2025-10-01", "2025-10-31")));
}

#[test]
fn a_thing_of_another_domain_leaves_its_measure_behind() {
    let cumulus = Intent {
        topics: vec![topic("clouds", "Cumulus")],
        ..goes_on()
    };
    let meant = cumulus.after(&shiniest_granite(), None);
    assert_eq!(meant.topics, [topic("clouds", "Cumulus")]);
    assert_eq!((meant.measure, meant.domain), (None, None));
    assert_eq!(meant.ask, QuestionKind::Best);
}

#[test]
fn a_question_of_its_own_takes_over_things_and_days() {
    let mut how_often = Intent {
        ask: QuestionKind::Count,
        ..Intent::default()
    };
    how_often.lean.points_back = true;
    let earlier = shiniest_granite();
    let meant = how_often.after(&earlier, None);
    assert_eq!(meant.ask, QuestionKind::Count);
    assert_eq!(meant.topics, earlier.topics);
    assert_eq!(meant.period, earlier.period);
}

#[test]
fn a_day_is_the_one_that_the_answer_tells_of() {
    let told = days("2026-10-20", "2026-10-20");
    let pointing = |day: i64, ask: QuestionKind, domain: Option<&str>| {
        let mut intent = Intent {
            ask,
            domain: domain.map(str::to_owned),
            ..Intent::default()
        };
        intent.lean.day = Some(day);
        intent.lean.points_back = true;
        intent.after(&shiniest_granite(), Some(&told))
    };
    // "how were the clouds the day before that?"
    let clouds = pointing(-1, QuestionKind::Overview, Some("clouds"));
    assert_eq!(clouds.period, Some(days("2026-10-19", "2026-10-19")));
    assert!(clouds.topics.is_empty());
    // "what did I do that day?"
    let all = pointing(0, QuestionKind::List, None);
    assert_eq!(all.period, Some(told.clone()));
    assert!(all.topics.is_empty());
    // "how much did I polish that day?"
    let polished = pointing(0, QuestionKind::Total, Some("rocks"));
    assert_eq!(polished.topics, shiniest_granite().topics);
    assert_eq!(polished.period, Some(told));
}

#[test]
fn the_day_of_a_record_is_told_by_the_record() {
    let mut when = Intent {
        when: true,
        ask: QuestionKind::Last,
        ..Intent::default()
    };
    when.lean.points_back = true;
    assert_eq!(when.after(&shiniest_granite(), None), shiniest_granite());
}
