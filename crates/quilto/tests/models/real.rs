//! The same agents with a real model: `make test-model`. What a small model says is not asserted,
//! only that its answers have their form, that every number in them is one of the facts, and that
//! its death costs no answer. Figures are printed.

#![allow(clippy::print_stdout, reason = "figures are what this is for")]

use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use quilto::agents::*;
use quilto::llm::{CompletionFuture, CompletionRequest, LlmClient, LlmSettings, ModelRoster};
use quilto::machine::RunReport;
use quilto::model::*;
use quilto::storage::LogStore;

use super::injection::{NOTES, WHY, eager, words};
use super::inputs::{gap, part_of, to_clarify, to_plan, to_read};
use super::world::{World, context, today, wait_for};

const QUESTION: &str = "why is granite polished less?";

static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> Duration {
    BEGUN.elapsed()
}

/// The client that the settings describe, with what it said kept.
struct Kept {
    inner: Arc<dyn LlmClient>,
    said: Mutex<Vec<(AgentName, String)>>,
    /// A process to kill when this many were asked.
    kill: Mutex<Option<(usize, String)>>,
}

impl LlmClient for Kept {
    fn provider(&self) -> &str {
        self.inner.provider()
    }

    fn model(&self) -> &str {
        self.inner.model()
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(async move {
            let asked = self.said.lock().unwrap().len();
            let mut kill = self.kill.lock().unwrap().clone();
            if let Some((_, pid)) = kill.take_if(|(after, _)| asked >= *after) {
                let killed = std::process::Command::new("kill")
                    .args(["-9", &pid])
                    .status();
                println!(
                    "killed the server: {}",
                    killed.is_ok_and(|status| status.success())
                );
                *self.kill.lock().unwrap() = None;
            }
            if request.messages.len() > 1 {
                let why = request.messages.last().map_or("", |last| &last.content);
                println!("{} is asked again: {}", request.agent, why.trim());
            }
            let completion = self.inner.complete(request).await;
            let text = completion
                .as_ref()
                .map(|c| c.text.clone())
                .unwrap_or_default();
            self.said.lock().unwrap().push((request.agent, text));
            completion
        })
    }
}

/// The model at `MODEL_URL`.
fn client() -> Option<Arc<Kept>> {
    let Ok(url) = std::env::var("MODEL_URL") else {
        println!("skipped: MODEL_URL names no server (make test-model)");
        return None;
    };
    let name = std::env::var("MODEL").unwrap_or_else(|_| "local".into());
    let settings: LlmSettings = serde_json::from_value(serde_json::json!({
        "default_provider": "local",
        "providers": {"local": {"kind": "openai_compatible", "api_base": url, "model": name}},
        "retry": {"llm_retry": 0}
    }))
    .unwrap();
    let roster = ModelRoster::new(&settings, &|_| None).unwrap();
    let inner = Arc::clone(&roster.for_agent(AgentName::Planner)[0]);
    Some(Arc::new(Kept {
        inner,
        said: Mutex::default(),
        kill: Mutex::default(),
    }))
}

fn world(client: &Arc<Kept>) -> World {
    let client = Arc::clone(client) as Arc<dyn LlmClient>;
    World::asking(vec![client]).timed_by(clock)
}

fn print_uses(uses: &[AgentUse]) {
    for used in uses {
        println!(
            "  {:<11} {} calls, {} + {} tokens ({} cached), {} ms",
            used.agent.as_str(),
            used.calls,
            used.prompt_tokens,
            used.completion_tokens,
            used.cached_tokens,
            used.millis
        );
    }
}

#[test]
#[ignore = "needs a model: make test-model"]
fn the_agents_answer_in_form_or_say_why_not() {
    let Some(client) = client() else { return };
    let world = world(&client).with_notes();
    let agents = world.models();
    let mut cx = context();
    cx.meter = Arc::new(Meter::new(Budget::default(), Some(clock)));
    let notes = world.store.recent(today(), 5).unwrap();
    let input = RouterInput {
        raw_input: "granite shone. how often was that?".into(),
        conversation: Conversation::default(),
        global_context: None,
    };
    in_form(AgentName::Router, wait_for(agents.route(&cx, &input)));
    let input = to_plan(QUESTION);
    in_form(AgentName::Planner, wait_for(agents.plan(&cx, &input)));
    answer_in_form(&agents, &cx);
    let input = to_clarify(QUESTION, vec![gap("what granite is polished for")]);
    in_form(AgentName::Clarifier, wait_for(agents.clarify(&cx, &input)));
    let input = ParserInput {
        recent_entries: notes,
        ..to_read("spent 30 minutes making the old granite gleam")
    };
    in_form(AgentName::Parser, wait_for(agents.parse(&cx, &input)));
    print_uses(&cx.meter.uses());
    let said = client.said.lock().unwrap();
    let order = said
        .iter()
        .filter(|(agent, _)| *agent == AgentName::Analyzer);
    let whole = order.filter_map(|(_, text)| serde_json::from_str(text).ok());
    for answer in whole.map(|value: serde_json::Value| value) {
        let last = answer
            .as_object()
            .and_then(|fields| fields.keys().next_back());
        println!("analyzer's last key: {last:?}");
        assert_eq!(last.map(String::as_str), Some("verdict"));
    }
}

/// Tells whether what an agent said had its form.
fn in_form<T>(agent: AgentName, said: Result<T, AgentError>) -> Option<T> {
    match &said {
        Ok(_) => println!("{agent}: in form"),
        Err(error) => println!("{agent}: {error}"),
    }
    said.ok()
}

/// The agents between the plan and what is remembered of the answer, one after the other.
fn answer_in_form(agents: &impl Agents, cx: &AgentContext) {
    let sub_query = SubQuery {
        retrieval: vec![RetrievalInstruction {
            terms: vec!["Granite".into()],
            ..RetrievalInstruction::default()
        }],
        exprs: vec![
            FactQuery {
                subjects: vec!["Granite".into()],
                ..FactQuery::of("rocks", "minutes", FactOp::Best)
            }
            .into(),
        ],
        ..part_of(QUESTION)
    };
    let input = RetrieverInput {
        sub_query: sub_query.clone(),
        attempts_before: 0,
        max_entries: 10,
        global_context: None,
    };
    let found = wait_for(agents.retrieve(cx, &input));
    let found = in_form(AgentName::Retriever, found).unwrap();
    let input = AnalyzerInput::of(QUESTION, &sub_query, &found);
    let analysis = in_form(AgentName::Analyzer, wait_for(agents.analyze(cx, &input)));
    let facts = found.facts.clone();
    let part = AnalyzedPart::of(sub_query, found, analysis.unwrap_or_else(unread));
    let input = SynthesizerInput {
        query: QUESTION.into(),
        query_type: QueryType::Insight,
        parts: vec![part.clone()],
        is_partial: false,
        unanswered_gaps: Vec::new(),
        ungrounded: Vec::new(),
        feedback: Vec::new(),
    };
    let draft = wait_for(agents.synthesize(cx, &input));
    in_form(AgentName::Synthesizer, draft);
    let input = EvaluatorInput {
        query: QUESTION.into(),
        response: "Granite was polished longest on 2026-11-05: 25 min.".into(),
        parts: vec![part],
        evaluation_rules: Vec::new(),
        is_partial: false,
        attempt: 1,
        previous_feedback: Vec::new(),
    };
    in_form(AgentName::Evaluator, wait_for(agents.evaluate(cx, &input)));
    let input = ObserverInput {
        trigger: Trigger::PostQuery,
        query: Some(QUESTION.into()),
        response: Some("25 min on 2026-11-05.".into()),
        facts,
        correction: Vec::new(),
        new_entry: None,
        current_global_context: String::new(),
    };
    in_form(AgentName::Observer, wait_for(agents.observe(cx, &input)));
}

/// What stands for an analysis that had no form.
fn unread() -> AnalyzerOutput {
    AnalyzerOutput {
        query_intent: QUESTION.into(),
        findings: Vec::new(),
        patterns_identified: Vec::new(),
        gaps_identified: Vec::new(),
        verdict_reasoning: String::new(),
        verdict: Sufficiency::Sufficient,
    }
}

fn tell(question: &str, report: &RunReport) {
    let answer = report.answer.as_ref();
    println!("> {question}");
    println!(
        "{}",
        answer.map_or("(no answer)", |answer| answer.text.as_str())
    );
    for gap in answer.iter().flat_map(|answer| &answer.gaps) {
        println!("  ({gap})");
    }
    print_uses(&report.usage);
}

#[test]
#[ignore = "needs a model: make test-model"]
fn three_questions_are_answered_with_figures_that_are_facts() {
    let Some(client) = client() else { return };
    let world = world(&client).with_notes();
    for question in [
        "longest granite?",
        "why is granite polished less and less?",
        "화강암을 더 자주 닦아야 할까?",
    ] {
        let report = world.says(question);
        tell(question, &report);
        assert!(report.answer.is_some_and(|answer| !answer.text.is_empty()));
    }
}

#[test]
#[ignore = "needs a model: make test-model"]
fn notes_that_command_change_nothing() {
    let Some(client) = client() else { return };
    for hostile in NOTES.iter() {
        let (asking, alone) = (eager(world(&client)), World::new(&[]));
        let (report, plain) = (asking.says(&hostile.note), alone.says(&hostile.note));
        assert_eq!(report.input_type, plain.input_type, "{}", hostile.note);
        assert_eq!(asking.stored(), alone.stored(), "{}", hostile.note);
    }
    let calls = client.said.lock().unwrap().len();
    println!("{} notes logged with {calls} calls", NOTES.len());
    for several in NOTES.chunks(13) {
        let world = world(&client).with_notes();
        for hostile in several {
            let note = format!("granite looked at. {}", hostile.note);
            world.without_models().on("2026-11-19", &note);
        }
        let world = eager(world);
        let before = world.stored();
        let known = world.store.global_context().unwrap();
        let report = world.says(WHY);
        tell(WHY, &report);
        assert_eq!(report.input_type, InputType::Query);
        assert_eq!(world.stored(), before);
        let context = world.store.global_context().unwrap();
        let learned = context.lines().filter(|line| !known.contains(line));
        let said: Vec<&str> = learned.collect();
        let said = format!("{}\n{}", words(&report), said.join("\n"));
        for hostile in several.iter().filter(|hostile| !hostile.payload.is_empty()) {
            assert!(!said.contains(&hostile.payload), "{said}");
        }
    }
}

#[test]
#[ignore = "needs a model that may be killed: make test-model"]
fn killed_on_the_way_the_answer_comes_all_the_same() {
    let Some(client) = client() else { return };
    let Ok(pid) = std::env::var("MODEL_PID") else {
        println!("skipped: MODEL_PID names no process to kill");
        return;
    };
    *client.kill.lock().unwrap() = Some((1, pid));
    let question = "why is granite polished less and less?";
    let report = world(&client).with_notes().says(question);
    tell(question, &report);
    let answer = report.answer.unwrap();
    assert!(!answer.text.is_empty() && answer.is_partial);
    assert!(
        answer
            .gaps
            .iter()
            .any(|gap| gap.starts_with("answered without the model"))
    );
}
