//! What a run of the machine costs beside its agents: a whole note, and one step with and without
//! saving the run. `cargo bench -p quilto --bench machine`.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot be set up has nothing to measure"
)]

use chrono::{NaiveDate, NaiveDateTime};
use divan::Bencher;
use quilto::agents::{ParserOutput, RouterOutput};
use quilto::checkpoint;
use quilto::machine::{
    AgentCall, AgentOutput, Event, Obstacle, Run, RunInput, RunSettings, StepKind,
};
use quilto::model::{Entry, EntryId, EntryKind, InputType, RunId};
use quilto::storage::FileStore;

fn main() {
    divan::main();
}

fn now() -> NaiveDateTime {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default();
    day.and_hms_opt(10, 30, 0).unwrap_or_default()
}

fn start() -> Run {
    let input = RunInput::new("granite polished 3x10 minutes", vec!["rocks".into()]);
    Run::start(RunId("run".into()), input, RunSettings::at(now())).expect("the graph is valid")
}

fn entry(number: u32, raw: &str) -> Entry {
    Entry {
        id: EntryId(format!("20261121-{number:04}")),
        date: now().date(),
        time: Some(now().time()),
        kind: EntryKind::Note,
        raw: raw.into(),
        payload: None,
        parsed: None,
        source: "2026/11/2026-11-21.md".into(),
    }
}

/// The result of a step, made as cheaply as it can be.
fn act(step: &StepKind) -> Event {
    match step {
        StepKind::Append(note) => Event::Appended(entry(1030, &note.raw)),
        StepKind::ReadRecent { count, .. } => {
            let count = u32::try_from(*count).unwrap_or(0);
            Event::Recent((0..count).map(|n| entry(n, "basalt washed")).collect())
        }
        StepKind::ReadGlobalContext => Event::GlobalContext(String::new()),
        StepKind::BuildContext { domains } => Event::ContextBuilt {
            loaded: domains.clone(),
            problems: Vec::new(),
        },
        StepKind::Call { call, .. } => match call {
            AgentCall::Route(_) => Event::Agent(AgentOutput::Route(RouterOutput {
                input_type: InputType::Log,
                selected_domains: vec!["rocks".into()],
                domain_selection_reasoning: String::new(),
                log_portion: None,
                query_portion: None,
                correction_target: None,
                confidence: 1.0,
                reasoning: String::new(),
            })),
            AgentCall::Parse(input) => Event::Agent(AgentOutput::Parse(ParserOutput {
                date: input.date,
                tags: Vec::new(),
                domain_data: serde_json::Map::new(),
                uncertain_fields: Vec::new(),
                extraction_notes: Vec::new(),
                target_entry_id: None,
                target_candidates: Vec::new(),
                correction_delta: Vec::new(),
                confidence: 1.0,
                set_aside: Vec::new(),
                held_back: Vec::new(),
                unread: Vec::new(),
                engine: None,
            })),
            _ => Event::Failed {
                reason: String::new(),
                obstacle: Obstacle::Unknown,
            },
        },
        _ => Event::Done,
    }
}

fn advance(run: &mut Run) -> bool {
    let steps = run.next();
    for step in &steps {
        run.feed(step.id, act(&step.kind)).expect("the result fits");
    }
    !steps.is_empty()
}

/// A run in the middle: the words are saved and the parser is about to read them.
fn midway() -> Run {
    let mut run = start();
    while !run.pending().any(|s| s.kind.name() == "parser") {
        advance(&mut run);
    }
    run
}

#[divan::bench]
fn whole_note() -> Run {
    let mut run = start();
    while advance(&mut run) {}
    run
}

#[divan::bench]
fn one_step(bencher: Bencher) {
    bencher.with_inputs(midway).bench_refs(advance);
}

#[divan::bench]
fn one_step_and_checkpoint(bencher: Bencher) {
    bencher.with_inputs(midway).bench_refs(|run| {
        advance(run);
        checkpoint::to_json(run)
    });
}

#[divan::bench]
fn one_step_and_checkpoint_on_disk(bencher: Bencher) {
    let home = tempfile::tempdir().expect("a temporary folder");
    let store = FileStore::open(home.path()).expect("a store");
    let checkpoints = checkpoint::Checkpoints::new(&store);
    let claim = checkpoints.begin(&RunId("run".into())).expect("a claim");
    bencher.with_inputs(midway).bench_local_refs(|run| {
        advance(run);
        claim.save(run)
    });
}

#[divan::bench]
fn load_checkpoint(bencher: Bencher) {
    let bytes = checkpoint::to_json(&midway()).expect("the run is plain data");
    bencher.bench(|| checkpoint::from_json(&bytes, "run.json"));
}
