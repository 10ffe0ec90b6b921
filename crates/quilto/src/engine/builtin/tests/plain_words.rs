//! Whatever is computed: what is shown of it in the worst case are words, never the keys of facts.

use std::sync::Arc;

use super::super::planner::read::read;
use super::super::planner::reading_context::ReadingContext;
use super::super::retriever;
use super::{MemoryStore, UnitPreferences, context, polished, today};
use crate::agents::{AgentContext, RetrieverInput};
use crate::domain::{DomainSet, DomainSource};
use crate::model::{
    Comparison, DateRange, FactOp, FactQuery, GroupBy, QueryType, RetrievalInstruction, SubQuery,
};
use crate::storage::LogStore;

/// Names as only a file has them.
const KEYS: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "name: rocks\ndescription: pet rocks that are polished\n",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Granite, kind: rock, aliases: [granite, 화강암]}\n  - {name: Basalt, kind: rock, aliases: [basalt, 현무암]}\n",
    ),
    (
        "measures.yaml",
        "default: shine_trend_points\nrows:\n  - {name: polish_rounds, path: 'polishes[]', subject: 'polishes[].rock'}\nmeasures:\n  - {name: shine_trend_points, rows: polish_rounds, each: shine, aggregate: max, better: higher}\n  - {name: stroke_sum_total, rows: polish_rounds, each: strokes, aggregate: sum}\n  - {name: seconds_per_rock, rows: polish_rounds, each: strokes, aggregate: avg, better: lower, unit: s}\n",
    ),
];

const BY: [Option<GroupBy>; 9] = [
    None,
    Some(GroupBy::Day),
    Some(GroupBy::Week),
    Some(GroupBy::Month),
    Some(GroupBy::Weekday),
    Some(GroupBy::TimeOfDay),
    Some(GroupBy::Subject),
    Some(GroupBy::Entry),
    Some(GroupBy::Row),
];

const QUESTIONS: [&str; 6] = [
    "how is granite?",
    "why is granite dull?",
    "is granite better in november than in september?",
    "what should i do with granite?",
    "화강암 어때?",
    "화강암 왜 그래?",
];

fn cx() -> AgentContext {
    let (set, errors) = DomainSet::new([DomainSource::embedded("rocks", KEYS)]);
    assert!(errors.is_empty(), "{errors:?}");
    AgentContext {
        domains: Arc::new(set.select_all()),
        units: UnitPreferences::default(),
        ..context(&[])
    }
}

fn store() -> MemoryStore {
    let days = [
        "2026-09-01",
        "2026-09-08",
        "2026-10-06",
        "2026-11-03",
        "2026-11-10",
        "2026-11-17",
    ];
    let notes = days.iter().enumerate().flat_map(|(place, day)| {
        let strokes = 30 + place as u32;
        let rocks = ["Granite", "Basalt"];
        rocks.map(|rock| polished(day, rock, 4.0 + place as f64, strokes))
    });
    let store = MemoryStore::new();
    store.append(notes.collect()).unwrap();
    store
}

/// What is compared with what: nothing, other days, another thing.
fn comparisons() -> [Option<Comparison>; 3] {
    let september = DateRange::new("2026-09-01".parse().unwrap(), "2026-09-30".parse().unwrap());
    [
        None,
        Some(Comparison {
            period: Some(september),
            ..Comparison::default()
        }),
        Some(Comparison {
            subjects: Some(vec!["Basalt".to_owned()]),
            ..Comparison::default()
        }),
    ]
}

#[test]
fn no_key_of_a_fact_is_ever_said() {
    let (cx, store) = (cx(), store());
    let november = DateRange::new("2026-11-01".parse().unwrap(), today());
    let measures = [
        "shine_trend_points",
        "stroke_sum_total",
        "seconds_per_rock",
        "entries",
    ];
    for question in QUESTIONS {
        for op in FactOp::ALL {
            for by in BY {
                for compare in comparisons() {
                    for measure in measures {
                        let query = FactQuery {
                            subjects: vec!["Granite".to_owned()],
                            period: compare
                                .as_ref()
                                .and_then(|c| c.period.as_ref())
                                .map(|_| november.clone()),
                            by,
                            compare: compare.clone(),
                            ..FactQuery::of("rocks", measure, op)
                        };
                        let said = said(&cx, &store, question, query);
                        assert!(!said.is_empty());
                        for line in said {
                            assert!(
                                !line.contains('_'),
                                "{question} {op:?} {by:?} {measure}: {line}"
                            );
                        }
                    }
                }
            }
        }
    }
}

fn said(cx: &AgentContext, store: &MemoryStore, question: &str, query: FactQuery) -> Vec<String> {
    let intent = read(question, ReadingContext::of(cx));
    let sub_query = SubQuery {
        retrieval: vec![RetrievalInstruction::default()],
        exprs: vec![query.into()],
        ..SubQuery::new(1, question, intent, QueryType::Simple)
    };
    let input = RetrieverInput {
        sub_query,
        attempts_before: 0,
        max_entries: 10,
        global_context: None,
    };
    retriever::retrieve(store, cx, &input, &[]).unwrap().said
}
