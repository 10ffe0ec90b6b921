//! Every flat query comes to the facts of the expression that it is the flat case of.

use chrono::NaiveTime;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quilto_model::{
    Association, Between, Bounds, Change, Comparison, Condition, DateRange, Difference, Entry,
    EventDays, EventSide, Expr, Fact, FactOp, FactQuery, Figure, GroupBy, Part, Ratio,
    RowCondition, RowFilter, When, Which,
};

use super::journal::{computed, day};
use super::random::{DAYS, Journal, cases, journal};

fn select<T: Clone + std::fmt::Debug + 'static>(from: &[T]) -> impl Strategy<Value = T> + use<T> {
    prop::sample::select(from.to_vec())
}

fn names() -> impl Strategy<Value = Vec<String>> {
    let all = ["Granite", "Basalt", "Pumice", "hard"].map(str::to_owned);
    prop::sample::subsequence(all.to_vec(), 0..=2)
}

fn days() -> impl Strategy<Value = DateRange> {
    (0..DAYS, 0..40u32).prop_map(|(from, length)| DateRange::new(day(from), day(from + length)))
}

fn filter() -> impl Strategy<Value = RowFilter> {
    let strokes = (prop::option::of(0..5u32), 2..10u32).prop_map(|(min, max)| RowFilter {
        field: "strokes".to_owned(),
        min: min.map(f64::from),
        max: Some(f64::from(max)),
        text: None,
    });
    let rinse = any::<bool>().prop_map(|rinse| RowFilter {
        field: "kind".to_owned(),
        min: None,
        max: None,
        text: Some(if rinse { "rinse" } else { "plain" }.to_owned()),
    });
    prop_oneof![strokes, rinse]
}

fn part() -> impl Strategy<Value = Part> {
    let parts = [
        (GroupBy::TimeOfDay, "morning"),
        (GroupBy::TimeOfDay, "evening"),
        (GroupBy::PartOfWeek, "weekend"),
        (GroupBy::Weekday, "Monday"),
    ];
    select(&parts).prop_map(|(by, bucket)| Part {
        by,
        bucket: bucket.to_owned(),
    })
}

/// A query that is set against nothing.
fn plain() -> impl Strategy<Value = FactQuery> {
    let what = (
        select(&["mass", "work", "strokes", "residue", "entries"]),
        select(&FactOp::ALL),
        names(),
    );
    let when = (
        prop::option::of(days()),
        prop::bool::weighted(0.2),
        prop::option::weighted(0.2, part()),
    );
    let how = (
        prop::option::weighted(0.4, select(&GroupBy::ALL)),
        prop::option::weighted(0.3, filter()),
        prop::option::weighted(0.3, 1..4u32),
        prop::option::weighted(0.2, select(&["lb", "kg"])),
    );
    (what, when, how).prop_map(|(what, when, how)| {
        let ((measure, op, subjects), (period, after_gap, only), (by, filter, limit, unit)) =
            (what, when, how);
        FactQuery {
            subjects,
            period,
            by,
            filter,
            limit,
            only,
            after_gap,
            unit: unit.map(str::to_owned),
            ..FactQuery::of("rocks", measure, op)
        }
    })
}

/// What a query may be set against.
fn comparison() -> impl Strategy<Value = Comparison> {
    prop_oneof![
        days().prop_map(|days| Comparison {
            period: Some(days),
            ..Comparison::default()
        }),
        names().prop_filter_map("somebody", |names| {
            let subjects = Some(names).filter(|names| !names.is_empty());
            subjects.map(|names| Comparison {
                subjects: Some(names),
                ..Comparison::default()
            })
        }),
        (plain(), any::<bool>()).prop_map(|(other, first)| {
            let other = if first {
                FactQuery {
                    op: FactOp::First,
                    ..other
                }
            } else {
                other
            };
            Comparison {
                figure: Some(Box::new(other)),
                ..Comparison::default()
            }
        }),
    ]
}

fn query() -> impl Strategy<Value = FactQuery> {
    (plain(), prop::option::weighted(0.5, comparison())).prop_map(|(query, compare)| {
        let of_first = compare.as_ref().and_then(|compare| compare.figure.as_ref());
        let op = match of_first {
            Some(other) if other.op == FactOp::First => FactOp::First,
            _ => query.op,
        };
        FactQuery {
            op,
            compare,
            ..query
        }
    })
}

/// The figure that a query says flat.
fn figure(query: &FactQuery) -> Figure {
    let mut conditions = Vec::new();
    if let Some(RowFilter {
        field,
        min,
        max,
        text,
    }) = query.filter.clone()
    {
        let bounds = Bounds {
            at_least: min,
            at_most: max,
            ..Bounds::default()
        };
        conditions.push(match query.op {
            FactOp::CountBuckets => Condition::DaysOfBucket(bounds),
            _ => Condition::Row(RowCondition {
                field,
                is: text.is_none().then_some(bounds),
                text,
            }),
        });
    }
    conditions.extend(query.only.clone().map(Condition::Part));
    let after_break = EventDays {
        side: EventSide::After,
        words: None,
        break_of: Some("rocks".to_owned()),
        which: Which::Last,
        days: None,
        within: query.period.clone(),
    };
    Figure {
        domain: "rocks".to_owned(),
        measure: query.measure.clone(),
        op: query.op,
        subjects: query.subjects.clone(),
        conditions,
        when: match query.after_gap {
            true => Some(When::Event(after_break)),
            false => query.period.clone().map(When::Period),
        },
        by: query.by,
        limit: query.limit,
        unit: query.unit.clone(),
        together: None,
    }
}

/// A figure, or what differs on its better days.
fn alone(figure: Figure) -> Box<Expr> {
    Box::new(match figure.op {
        FactOp::Associate => Expr::Association(Association {
            of: Box::new(
                Figure {
                    op: FactOp::Series,
                    ..figure
                }
                .into(),
            ),
            with: None,
            lag_days: 0,
        }),
        _ => figure.into(),
    })
}

/// The expressions that a query is the flat case of.
fn unflat(query: &FactQuery) -> Vec<Expr> {
    let own = figure(query);
    let Some(compare) = &query.compare else {
        return vec![*alone(own)];
    };
    if let Some(other) = &compare.figure {
        // Both are told in the unit of the first.
        let unit = query.unit.clone();
        let (of, to) = (
            alone(own),
            alone(Figure {
                unit,
                ..figure(other)
            }),
        );
        return vec![match (query.op, other.op) {
            (FactOp::First, FactOp::First) => Expr::Between(Between { from: to, to: of }),
            _ => Expr::Ratio(Ratio { of, to }),
        }];
    }
    // Of each side the first alone, but of tables as many rows as are wanted.
    let own = Figure {
        limit: query.limit.filter(|_| query.by.is_some()),
        ..own
    };
    if let Some(other) = &compare.period {
        let (mine, other) = (
            query.period.clone().map(When::Period),
            Some(When::Period(other.clone())),
        );
        let starts = |when: &Option<When>| match when {
            Some(When::Period(period)) => Some(period.start),
            _ => None,
        };
        // Without days of its own it is of all of them, and the later side.
        let (from, to) = match starts(&mine).is_some() && starts(&mine) <= starts(&other) {
            true => (mine, other),
            false => (other, mine),
        };
        let of = alone(Figure { when: None, ..own });
        return vec![Expr::Change(Change { of, from, to })];
    }
    let others = compare.subjects.iter().flatten();
    let differences = others.map(|other| {
        let other = Figure {
            subjects: vec![other.clone()],
            ..own.clone()
        };
        Expr::Difference(Difference {
            of: alone(own.clone()),
            minus: alone(other),
        })
    });
    differences.collect()
}

/// The journal with polishes at every time of the day.
fn entries(log: &Journal) -> Vec<Entry> {
    let mut entries = log.entries();
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.time = NaiveTime::from_hms_opt((place as u32 * 5) % 24, 0, 0);
    }
    entries
}

proptest! {
    #![proptest_config(cases(1_024))]

    #[test]
    fn a_flat_query_is_the_expression_it_stands_for(log in journal(), query in query()) {
        let entries = entries(&log);
        let flat = computed(&[query.clone().into()], &entries).remove(0);
        let exprs = unflat(&query);
        let computed = computed(&exprs, &entries);
        // What is set against several is told once. A flat query tells its conditions itself, and its facts do not.
        let mut facts: Vec<Fact> = Vec::new();
        for computed in &computed {
            let told = computed.facts.iter().map(|fact| Fact { query: 0, figure: None, ..fact.clone() });
            let new: Vec<Fact> = told.filter(|fact| !facts.contains(fact)).collect();
            facts.extend(new);
        }
        prop_assert_eq!(&flat.facts, &facts);
        // It has a value where one of them has one.
        let refusals: Vec<_> = computed.iter().map(|computed| computed.refused.clone()).collect();
        let refused = refusals.iter().all(Option::is_some);
        prop_assert_eq!(&flat.refused, &refusals[0].clone().filter(|_| refused));
    }
}

/// Whether queries come to facts at all, lest the property holds of nothing.
#[test]
fn most_flat_queries_come_to_facts() {
    let mut runner = TestRunner::deterministic();
    let (mut with, mut compared, mut invalid) = (0, 0, 0);
    for _ in 0..300 {
        let (log, query) = (journal(), query())
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let is_compared = query.compare.is_some();
        let found = computed(&[query.into()], &entries(&log)).remove(0);
        with += usize::from(!found.facts.is_empty());
        compared += usize::from(is_compared && found.facts.len() > 2);
        invalid += usize::from(
            found
                .refused
                .is_some_and(|refusal| refusal.code() == "invalid"),
        );
    }
    assert!(with > 150 && compared > 40, "{with} {compared} {invalid}");
}
