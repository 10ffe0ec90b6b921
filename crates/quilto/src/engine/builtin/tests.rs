//! The built-in agents over a pet-rock journal: plans, retrieval, words, and the judgement on them.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use serde_json::{Value, json};

use super::planner::intent::QuestionKind;
use super::planner::{Notes, plan};
use super::{analyzer, clarifier, evaluator, observer, retriever, router, synthesizer, usual_days};
use crate::agents::{
    AgentContext, AnalyzedPart, AnalyzerInput, ClarifierInput, CorrectionDelta, EvaluatorInput,
    NextAction, ObserverInput, PlannerInput, ResponseStyle, RetrieverInput, RouterInput,
    SynthesizerInput, Trigger,
};
use crate::domain::{DomainSet, DomainSource};
use crate::model::{
    Conversation, DateRange, DependencyType, EntryKind, Gap, GapType, InputType, Missing, Parsed,
    RetrievalAttempt, RetrievalInstruction, Severity, SubQuery, UnitPreferences, Verdict,
};
use crate::storage::{LogStore, MemoryStore, NewEntry};

mod explain;
mod expressions;
mod follow_ups;
mod plain_words;

const ROCKS: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "name: rocks\ndescription: pet rocks that are polished\ngroups: {dark: [dark rocks, 어두운 돌]}\ncues: [polish, polishing, rock, 돌, 광내기]\n",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Granite, kind: rock, aliases: [granite, 화강암]}\n  - {name: Basalt, kind: rock, aliases: [basalt, 현무암], groups: [dark]}\n  - {name: Pumice, kind: rock, aliases: [pumice, 부석]}\n",
    ),
    (
        "measures.yaml",
        "default: shine\nsummary: {figures: [{measure: strokes, told: total}], records: {measure: shine, by_subject: true}}\nload: {words: {en: [overpolishing]}, figures: [{measure: strokes, told: total}]}\nprogress: {measure: shine, words: {en: [shinier]}}\nrows:\n  - {name: polishes, path: 'polishes[]', subject: 'polishes[].rock'}\nmeasures:\n  - {name: shine, aliases: {en: [shine], ko: [광택]}, best: {en: [shiniest], ko: [제일 반짝이는]}, rows: polishes, each: shine, aggregate: max, better: higher, total: strokes, unit: count, detail: 'shine {shine} after {strokes} strokes'}\n  - {name: strokes, aliases: {en: [strokes], ko: [문지르기]}, rows: polishes, each: strokes, aggregate: sum, decimals: 0}\n",
    ),
    (
        "evaluation_rules.yaml",
        "- {rule: Never advise acid., never: [acid]}\n",
    ),
    (
        "clarifications.yaml",
        "- {gap: goal, when: [polish, granite], question: {en: How shiny should it be?, ko: 얼마나 반짝여야 하나요?}}\n",
    ),
];

const CLOUDS: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "name: clouds\ndescription: clouds that were watched\n",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Cumulus, kind: cloud, aliases: [cumulus, 뭉게구름]}\n",
    ),
];

fn domains() -> DomainSet {
    let (set, errors) = DomainSet::new([
        DomainSource::embedded("rocks", ROCKS),
        DomainSource::embedded("clouds", CLOUDS),
    ]);
    assert!(errors.is_empty(), "{errors:?}");
    set
}

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

fn context(names: &[&str]) -> AgentContext {
    AgentContext {
        domains: Arc::new(domains().select(names)),
        now: today().and_hms_opt(9, 0, 0).unwrap(),
        today: today(),
        units: UnitPreferences::default(),
        response_style: ResponseStyle::Concise,
        meter: Default::default(),
    }
}

fn polished(day: &str, rock: &str, shine: f64, strokes: u32) -> NewEntry {
    let data = json!({"polishes": [{"rock": rock, "shine": shine, "strokes": strokes}]});
    NewEntry {
        date: day.parse().unwrap(),
        time: NaiveTime::from_hms_opt(8, 0, 0).unwrap(),
        kind: EntryKind::Note,
        raw: format!("{rock} polished, {strokes} strokes, shine {shine}"),
        payload: None,
        parsed: Some(Parsed {
            confidence: 1.0,
            engine: "test".to_owned(),
            ..Parsed::of("rocks", data)
        }),
    }
}

fn store() -> MemoryStore {
    let store = MemoryStore::new();
    store
        .append(vec![
            polished("2026-09-01", "Granite", 4.0, 30),
            polished("2026-09-08", "Granite", 6.0, 50),
            polished("2026-09-08", "Basalt", 3.0, 20),
            polished("2026-11-03", "Granite", 5.0, 40),
        ])
        .unwrap();
    store
}

fn question(query: &str) -> PlannerInput {
    PlannerInput {
        query: query.to_owned(),
        conversation: Conversation::default(),
        retrieval_history: Vec::new(),
        gaps_from_analyzer: Vec::new(),
        evaluation_feedback: Vec::new(),
        user_responses: Default::default(),
        asked: Default::default(),
        global_context_summary: None,
        earlier: None,
    }
}

/// Plans, retrieves, analyses; the parts of the question.
fn parts(cx: &AgentContext, store: &MemoryStore, input: &PlannerInput) -> Vec<AnalyzedPart> {
    plan(cx, &domains(), input, Notes::NONE)
        .sub_queries
        .into_iter()
        .map(|sub_query| {
            let found = retriever::retrieve(
                store,
                cx,
                &RetrieverInput {
                    sub_query: sub_query.clone(),
                    attempts_before: 0,
                    max_entries: 10,
                    global_context: None,
                },
                &[],
            )
            .unwrap();
            let asked = AnalyzerInput::of(&input.query, &sub_query, &found);
            let analysis = analyzer::analyze(cx, &domains(), &asked);
            AnalyzedPart::of(sub_query, found, analysis)
        })
        .collect()
}

fn words(cx: &AgentContext, query: &str, parts: &[AnalyzedPart]) -> String {
    let input = SynthesizerInput {
        query: query.to_owned(),
        query_type: crate::model::QueryType::Simple,
        parts: parts.to_vec(),
        is_partial: false,
        unanswered_gaps: Vec::new(),
        ungrounded: Vec::new(),
        feedback: Vec::new(),
    };
    synthesizer::synthesize(cx, &input).response
}

fn judge(
    cx: &AgentContext,
    query: &str,
    response: &str,
    parts: Vec<AnalyzedPart>,
) -> crate::agents::EvaluatorOutput {
    evaluator::evaluate(
        cx,
        &EvaluatorInput {
            query: query.to_owned(),
            response: response.to_owned(),
            parts,
            evaluation_rules: Vec::new(),
            is_partial: false,
            attempt: 1,
            previous_feedback: Vec::new(),
        },
    )
}

fn answer(query: &str) -> String {
    answer_with(&["rocks"], query)
}

/// The answer where these domains are loaded.
fn answer_with(domains: &[&str], query: &str) -> String {
    let cx = context(domains);
    let parts = parts(&cx, &store(), &question(query));
    let text = words(&cx, query, &parts);
    let judged = judge(&cx, query, &text, parts);
    assert_eq!(
        judged.overall_verdict,
        Verdict::Pass,
        "{text}: {:?}",
        judged.dimensions
    );
    text
}

#[test]
fn answers_state_computed_values_and_days() {
    for (query, with) in [
        (
            "what is the shiniest granite?",
            &["shine 6 after 50 strokes", "2026-09-08"][..],
        ),
        ("화강암 광택 최고는?", &["6", "2026-09-08"]),
        (
            "when did I last polish granite?",
            &["2026-11-03", "17 days ago"],
        ),
        (
            "how many times did I polish granite in september 2026?",
            &["2 days", "2026-09-01"],
        ),
        ("total strokes in september 2026", &["100"]),
        (
            "longest break from granite",
            &["56 days", "2026-09-08", "2026-11-03"],
        ),
        ("compare granite and basalt", &["shine 6", "shine 3"]),
        ("when did I last polish pumice?", &["no Pumice"]),
        (
            "granite in october 2026?",
            &["Nothing", "October 2026", "2026-11-03"],
        ),
        ("dark rocks?", &["2026-09-08"]),
    ] {
        let text = answer(query);
        for part in with {
            assert!(text.contains(part), "{query}: {text} lacks {part}");
        }
    }
}

#[test]
fn questions_about_everything_are_answered_from_what_the_domain_tells() {
    for (query, with) in [
        (
            "summarize september 2026",
            &["In September 2026:", "Rocks: 2 days; strokes 100"][..],
        ),
        (
            "how was my month?",
            &["From 2026-11-01 to 2026-11-20:", "Rocks: 1 day; strokes 40"],
        ),
        (
            "am I overpolishing?",
            &[
                "Per week from 2026-10-24 to 2026-11-20:",
                "strokes 10 (usually 8.33, +20",
                "from 2026-08-01 to 2026-10-23",
                "notes cannot tell",
            ],
        ),
        (
            "am I doing too much?",
            &["Per week from 2026-11-14 to 2026-11-20:"],
        ),
        (
            "were the rocks shinier in september?",
            &[
                "better in September 2026",
                "Granite: 6 count (2026-09-08) → 5 count (2026-11-03)",
            ],
        ),
    ] {
        // A summary of no domain in particular loads all of them first.
        let text = answer_with(&["rocks", "clouds"], query);
        for part in with {
            assert!(text.contains(part), "{query}: {text} lacks {part}");
        }
    }
}

#[test]
fn a_season_without_a_year_is_the_latest_with_notes() {
    let cx = context(&["rocks"]);
    let noted = || {
        Some(DateRange::new(
            "2020-02-01".parse().ok()?,
            "2021-05-09".parse().ok()?,
        ))
    };
    for (query, meant) in [
        (
            "more granite in spring or summer?",
            "more granite in 2020-03-01 ~ 2020-05-31 or 2020-06-01 ~ 2020-08-31?",
        ),
        ("granite in spring?", "granite in 2021-03-01 ~ 2021-05-31?"),
        (
            "granite in spring 2019?",
            "granite in 2019-03-01 ~ 2019-05-31?",
        ),
        (
            "granite last spring?",
            "granite in 2026-03-01 ~ 2026-05-31?",
        ),
        ("granite in march?", "granite in 2026-03-01 ~ 2026-03-31?"),
    ] {
        let days = |query: &str| {
            let plan = plan(
                &cx,
                &domains(),
                &question(query),
                Notes {
                    span: &noted,
                    mention: &|_| false,
                    called: &|_| Vec::new(),
                    about: &|_| None,
                    instead: &|_, _| None,
                },
            );
            let intent = plan.sub_queries[0].intent.clone();
            let periods = [intent.period, intent.other_period];
            periods.map(|days| days.map(|days| (days.start, days.end)))
        };
        assert_eq!(days(query), days(meant), "{query}");
    }
}

#[test]
fn retrieval_reads_only_the_named_days_and_says_what_it_searched() {
    let cx = context(&["rocks"]);
    let plan = plan(
        &cx,
        &domains(),
        &question("list granite in september 2026"),
        Notes::NONE,
    );
    let found = retriever::retrieve(
        &store(),
        &cx,
        &RetrieverInput {
            sub_query: plan.sub_queries[0].clone(),
            attempts_before: 2,
            max_entries: 1,
            global_context: None,
        },
        &[],
    )
    .unwrap();
    assert_eq!(found.attempts[0].attempt, 3);
    assert_eq!(found.total_entries_found, 2);
    assert!(found.truncated);
    assert!(
        found
            .entries
            .iter()
            .all(|e| e.date.to_string().starts_with("2026-09"))
    );
}

#[test]
fn facts_read_more_than_the_entries_that_are_handed_on() {
    let cx = context(&["rocks"]);
    let plan = plan(&cx, &domains(), &question("total strokes"), Notes::NONE);
    let input = RetrieverInput {
        sub_query: plan.sub_queries[0].clone(),
        attempts_before: 0,
        max_entries: 1,
        global_context: None,
    };
    let found = retriever::retrieve(&store(), &cx, &input, &[]).unwrap();
    let total = found
        .facts
        .iter()
        .find(|f| f.kind.to_string() == "total strokes")
        .unwrap();
    assert_eq!(total.value, crate::model::FactValue::Number(140.0));
    assert_eq!(found.entries.len(), 1);
}

#[test]
fn several_questions_are_told_apart() {
    let cx = context(&["rocks"]);
    let strategy = |query: &str| {
        let plan = plan(&cx, &domains(), &question(query), Notes::NONE);
        (
            plan.sub_queries.len(),
            plan.execution_strategy,
            plan.dependencies.len(),
        )
    };
    assert_eq!(
        strategy("what's the shiniest granite? when did I last polish basalt?"),
        (2, DependencyType::Independent, 0)
    );
    assert_eq!(
        strategy("why is granite so dull and what should I do?"),
        (2, DependencyType::Dependent, 1)
    );
    assert_eq!(
        strategy("when did I last polish granite and how many strokes?"),
        (2, DependencyType::Coupled, 0)
    );
    assert_eq!(
        strategy("shiniest granite and basalt?"),
        (1, DependencyType::Independent, 0)
    );
}

#[test]
fn a_named_domain_that_is_not_loaded_is_asked_for() {
    let plan = plan(
        &context(&["rocks"]),
        &domains(),
        &question("last cumulus?"),
        Notes::NONE,
    );
    assert_eq!(plan.next_action, NextAction::ExpandDomain);
    assert_eq!(plan.domain_expansion_request, ["clouds"]);
}

#[test]
fn what_is_measured_in_another_domain_is_told_by_the_reading_and_not_by_the_words() {
    let cx = context(&["clouds"]);
    let input = question("how many strokes for cumulus?");
    let plan = plan(&cx, &domains(), &input, Notes::NONE);
    let part = SubQuery {
        question: String::new(),
        ..plan.sub_queries[0].clone()
    };
    let asked = RetrieverInput {
        sub_query: part.clone(),
        attempts_before: 0,
        max_entries: 10,
        global_context: None,
    };
    let found = retriever::retrieve(&store(), &cx, &asked, &[]).unwrap();
    let asked = AnalyzerInput::of("", &part, &found);
    let analysis = analyzer::analyze(&cx, &domains(), &asked);
    let gaps = analysis.gaps_identified.iter();
    let domains = gaps.filter_map(|gap| gap.suspected_domain.as_deref());
    assert_eq!(domains.collect::<Vec<_>>(), ["rocks"]);
}

#[test]
fn parts_that_are_answered_as_one_tell_what_each_of_them_names_elsewhere() {
    let cx = context(&["clouds"]);
    let input = question("how often cumulus? and how many strokes?");
    let plan = plan(&cx, &domains(), &input, Notes::NONE);
    assert_eq!(plan.sub_queries.len(), 2);
    let elsewhere = plan.intent.elsewhere.iter();
    let domains: Vec<&str> = elsewhere.map(|measure| &*measure.domain).collect();
    assert_eq!(domains, ["rocks"]);
}

#[test]
fn planning_again_never_searches_the_same_twice() {
    let cx = context(&["rocks"]);
    let mut input = question("granite in october 2026?");
    let mut seen: Vec<RetrievalInstruction> = Vec::new();
    loop {
        let plan = plan(&cx, &domains(), &input, Notes::NONE);
        if plan.next_action != NextAction::Retrieve {
            assert_eq!(plan.next_action, NextAction::Synthesize);
            break;
        }
        for instruction in plan.sub_queries[0].retrieval.clone() {
            assert!(!seen.contains(&instruction), "{instruction:?} again");
            let october =
                DateRange::new("2026-10-01".parse().unwrap(), "2026-10-31".parse().unwrap());
            let figures = plan.sub_queries[0].queries().all(|(_, q)| {
                q.period
                    .as_ref()
                    .is_some_and(|p| (p.start, p.end) == (october.start, october.end))
            });
            assert!(figures, "figures stay those of the named days");
            seen.push(instruction.clone());
            input.retrieval_history.push(RetrievalAttempt {
                attempt: seen.len() as u32,
                sub_query: 1,
                instruction,
                entries_found: 0,
                summary: String::new(),
            });
        }
    }
    assert!(seen.len() >= 2, "it is widened: {seen:?}");
}

#[test]
fn what_only_the_user_knows_is_asked_once() {
    let cx = context(&["rocks"]);
    let gap = Gap {
        description: "what you are aiming for".to_owned(),
        gap_type: GapType::Subjective,
        severity: Severity::Critical,
        searched: false,
        found: false,
        outside_current_expertise: false,
        suspected_domain: None,
        missing: Some(Missing::Goal),
    };
    let asked = question("what should I do with granite?");
    let mut input = ClarifierInput {
        intent: *plan(&cx, &domains(), &asked, Notes::NONE).intent,
        original_query: asked.query,
        gaps: vec![gap],
        suggested: Vec::new(),
        suggested_changes: None,
        retrieval_history: Vec::new(),
        previous_clarifications: Vec::new(),
    };
    let asked = clarifier::clarify(&store(), &cx, &input).questions;
    assert!(asked.len() <= 3);
    assert_eq!(asked[0].question, "How shiny should it be?");
    input.previous_clarifications = asked.into_iter().map(|q| q.question).collect();
    assert!(
        clarifier::clarify(&store(), &cx, &input)
            .questions
            .is_empty()
    );
}

#[test]
fn drafts_that_do_not_hold_are_refused() {
    let cx = context(&["rocks"]);
    let query = "what is the shiniest granite?";
    let parts = parts(&cx, &store(), &question(query));
    for (draft, held) in [
        ("Granite reached shine 6 on 2026-09-08.", true),
        ("Granite reached shine 7 on 2026-09-08.", false),
        ("Granite reached shine 6 on 2026-09-09.", false),
        ("", false),
        ("Granite reached shine 6 on 2026-09-08. Try acid.", false),
    ] {
        let judged = judge(&cx, query, draft, parts.clone());
        assert_eq!(
            judged.overall_verdict == Verdict::Pass,
            held,
            "{draft}: {:?}",
            judged.dimensions
        );
        assert_eq!(judged.feedback.is_empty(), held);
    }
}

#[test]
fn the_observer_keeps_what_is_new_and_certain() {
    let cx = context(&["rocks"]);
    let store = store();
    let log = |entry: NewEntry, context: &str| {
        let entry = store.append(vec![entry]).unwrap().remove(0);
        observer::observe(
            &store,
            &cx,
            &ObserverInput {
                trigger: Trigger::SignificantLog,
                query: None,
                response: None,
                facts: Vec::new(),
                correction: Vec::new(),
                new_entry: Some(entry),
                current_global_context: context.to_owned(),
            },
        )
    };
    let record = log(polished("2026-11-18", "Granite", 9.0, 90), "");
    assert!(record.should_update);
    assert!(
        record.updates[0].value.contains("9"),
        "{:?}",
        record.updates
    );
    let tie = log(
        polished("2026-11-19", "Granite", 9.0, 10),
        "- best shine Granite: 9, 2026-11-18",
    );
    assert!(!tie.should_update, "{:?}", tie.updates);
    let nothing = log(polished("2026-11-20", "Granite", 2.0, 10), "");
    assert!(!nothing.should_update, "{:?}", nothing.updates);
    let unit = observer::observe(
        &store,
        &cx,
        &ObserverInput {
            trigger: Trigger::UserCorrection,
            query: None,
            response: None,
            facts: Vec::new(),
            correction: vec![CorrectionDelta {
                path: "rocks.polishes[0].mass_unit".to_owned(),
                before: Value::from("kg"),
                after: Value::from("lb"),
            }],
            new_entry: None,
            current_global_context: String::new(),
        },
    );
    assert_eq!(unit.updates[0].value, "lb");
}

#[test]
fn inputs_are_routed_by_form_and_words() {
    let cx = context(&[]);
    for (text, kind) in [
        ("granite polished 3x10", InputType::Log),
        ("granite 30 min?", InputType::Log),
        ("why is granite dull?", InputType::Query),
        ("화강암 언제 닦았더라", InputType::Query),
        ("polished 30 min. why is it still dull?", InputType::Both),
        ("actually it was 40 not 30", InputType::Correction),
    ] {
        let input = RouterInput {
            raw_input: text.to_owned(),
            conversation: Conversation::default(),
            global_context: None,
        };
        let routed = router::route(&cx, &domains(), &input, &|| None);
        assert_eq!(routed.input_type, kind, "{text}: {}", routed.reasoning);
        for portion in [routed.log_portion, routed.query_portion]
            .into_iter()
            .flatten()
        {
            assert!(text.contains(&portion), "{portion}");
        }
    }
}

#[test]
fn what_a_question_was_read_as_goes_with_its_parts() {
    let cx = context(&["rocks"]);
    let plan = plan(&cx, &domains(), &question("shiniest granite"), Notes::NONE);
    assert_eq!(plan.sub_queries[0].intent.ask, QuestionKind::Best);
    // Nobody after the planner reads the words again.
    let mut input = question("shiniest granite");
    let mut parts = parts(&cx, &store(), &input);
    parts[0].sub_query.question = "least shiny basalt".to_owned();
    input.query = "shiniest granite".to_owned();
    let said = words(&cx, &input.query, &parts);
    assert!(said.contains("Granite"), "{said}");
}

#[test]
fn usual_days_are_read_from_lines_of_either_hand() {
    let cx = context(&["rocks", "clouds"]);
    let learned = "- usual days of rocks: Mon (likely; notes of 8 weeks; 2026-11-20)";
    for (context, of_rocks) in [
        (learned, Some("Mon")),
        ("- usual days of rocks: sun, Wed", Some("Wed, Sun")),
        ("usual days of Rocks: 월수금", Some("Mon, Wed, Fri")),
        (
            "- I usually polish on Saturdays and Tuesdays",
            Some("Tue, Sat"),
        ),
        ("- I polish on weekends, not on Fridays", Some("Sat, Sun")),
        ("- 보통 토요일에 돌 광내기", Some("Sat")),
        ("- usual days of rocks: none", None),
        ("- the rock show is on Saturday", None),
        ("## I usually polish on Mondays", None),
        ("- I usually sleep in on Sundays", None),
        ("- usual days of sticks: Mon", None),
    ] {
        let read = |context: &str| {
            let stated = usual_days::stated(context, &cx.domains);
            let of_rocks = stated.into_iter().find(|(domain, _)| domain == "rocks");
            of_rocks.map(|(_, days)| usual_days::names(days))
        };
        assert_eq!(read(context).as_deref(), of_rocks, "{context}");
        // What was learned stands only where the user says nothing.
        if context != learned && (of_rocks.is_some() || context.ends_with("none")) {
            for both in [
                format!("{learned}\n{context}"),
                format!("{context}\n{learned}"),
            ] {
                assert_eq!(read(&both).as_deref(), of_rocks, "{both}");
            }
        }
    }
}
