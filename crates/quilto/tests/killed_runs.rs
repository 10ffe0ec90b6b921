//! Runs whose process is killed at every step: the words are whole and there once, the session can
//! be resumed or is gone, and what comes of it is what would have come without the kill.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::NaiveDate;
use quilto::checkpoint::Checkpoints;
use quilto::domain::{DomainSet, DomainSource};
use quilto::engine::builtin::BuiltinAgents;
use quilto::machine::{Ask, Decision, MachineError, Reply, Run, RunInput, RunReport, RunSettings};
use quilto::model::{DateRange, EntryKind, RunId};
use quilto::runner::{Progress, Runner, UserPort};
use quilto::storage::{FileStore, LogStore};

const HOME: &str = "QUILTO_TEST_HOME";
const TEXT: &str = "QUILTO_TEST_TEXT";
const HOW: &str = "QUILTO_TEST_HOW";
const KILL_AT: &str = "QUILTO_TEST_KILL_AT";

const NOTE: &str = "basalt 30x5";
const CORRECTION: &str = "actually granite was 25 not 20";

const FILES: [(&str, &str); 3] = [
    (
        "domain.yaml",
        "name: pet_rocks\ndescription: Rocks that are polished and hummed to\n",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Granite, kind: rock, aliases: [granite]}\n  \
         - {name: Basalt, kind: rock, aliases: [basalt]}\n",
    ),
    (
        "notation.yaml",
        "list: rocks\nitem: {kinds: [rock], name: name, rows: rounds}\nslots:\n  \
         - {name: rounds, role: repeat, units: [round], usual: [1, 8], whole: true}\n  \
         - {name: strokes, role: amount, units: [stroke], usual: [1, 30], whole: true}\n  \
         - {name: grit, role: level, usual: [11, 400]}\nforms:\n  \
         - {shape: \"a x b\", readings: [{slots: [grit, strokes]}]}\n",
    ),
];

fn domains() -> Arc<DomainSet> {
    let (set, errors) = DomainSet::new([DomainSource::embedded("pet_rocks", &FILES)]);
    assert!(errors.is_empty(), "{errors:?}");
    Arc::new(set)
}

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

fn settings() -> RunSettings {
    RunSettings::at(today().and_hms_opt(10, 30, 0).unwrap())
}

/// Counts the steps of the machine and of the disk, and kills the process at one of them.
#[derive(Clone)]
struct Steps {
    count: Arc<AtomicU64>,
    kill_at: u64,
}

impl Steps {
    fn step(&self) {
        if self.count.fetch_add(1, Ordering::SeqCst) + 1 == self.kill_at {
            std::process::abort();
        }
    }
}

/// Approves whatever is shown, or is not there.
struct User {
    steps: Steps,
    there: bool,
}

impl UserPort for User {
    fn ask(&self, ask: &Ask, _refused: Option<&MachineError>) -> Option<Reply> {
        self.steps.step();
        self.there.then(|| approve(ask))
    }

    fn progress(&self, _progress: &Progress) {
        self.steps.step();
    }
}

fn approve(ask: &Ask) -> Reply {
    let preview = ask.preview.as_ref().unwrap().id.clone();
    Reply::decide(Decision::Approve { preview })
}

/// Runs a text or goes on with the session that waits, in this process.
fn drive(home: &Path, text: &str, how: &str, steps: Steps) -> RunReport {
    let counted = steps.clone();
    let store = FileStore::open(home)
        .unwrap()
        .without_sync()
        .on_step(Arc::new(move || counted.step()));
    let store = Arc::new(store);
    let domains = domains();
    let agents = BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
    let checkpoints = Checkpoints::new(&*store);
    let user = User {
        steps,
        there: how != "leave",
    };
    let mut runner = Runner::new(&agents, &*store, &domains, &user).with_checkpoints(checkpoints);
    if how == "every step" {
        runner = runner.checkpoint_every_step();
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        if let Some(waiting) = checkpoints.list().unwrap().pop() {
            let (claim, run) = checkpoints.claim(&waiting.id).unwrap();
            let reply = run.ask().map(|(_, ask)| approve(ask));
            return runner.resume(claim, run, reply).await.unwrap();
        }
        let input = RunInput::new(text, vec!["pet_rocks".into()]);
        let run = Run::start(RunId("run".into()), input, settings()).unwrap();
        runner.run(run).await.unwrap()
    })
}

/// The child's side. Run by the tests below, in a process of its own.
#[test]
#[ignore = "the child's side of the other tests"]
fn child() {
    let Ok(home) = std::env::var(HOME) else {
        return;
    };
    let steps = Steps {
        count: Arc::default(),
        kill_at: std::env::var(KILL_AT).unwrap().parse().unwrap(),
    };
    let count = Arc::clone(&steps.count);
    let text = std::env::var(TEXT).unwrap();
    drive(Path::new(&home), &text, &std::env::var(HOW).unwrap(), steps);
    println!("\nsteps {}", count.load(Ordering::SeqCst));
}

fn start(home: &Path, text: &str, how: &str, kill_at: u64) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .args(["--test-threads", "1"])
        .env(HOME, home)
        .env(TEXT, text)
        .env(HOW, how)
        .env(KILL_AT, kill_at.to_string())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .unwrap()
}

fn never() -> Steps {
    Steps {
        count: Arc::default(),
        kill_at: u64::MAX,
    }
}

/// A home with a note in it that can be corrected.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    drive(home.path(), "granite 20x5", "stay", never());
    home
}

/// Everything that stands: words, data, and the kinds and words of all sections.
fn state(home: &Path) -> (Vec<String>, Vec<String>) {
    let store = FileStore::open(home).unwrap();
    let day = DateRange::day(today());
    let entries = store.entries_by_date_range(&day).unwrap();
    let data = |e: &quilto::model::Entry| serde_json::to_string(&e.parsed).unwrap();
    let entries = entries.iter().map(|e| format!("{} {}", e.raw, data(e)));
    let sections = store.sections(&day).unwrap();
    let sections = sections.iter().map(|s| format!("{:?} {}", s.kind, s.raw));
    (entries.collect(), sections.collect())
}

/// Whether a run waits.
fn waits(home: &Path) -> bool {
    let store = FileStore::open(home).unwrap();
    !Checkpoints::new(&store).list().unwrap().is_empty()
}

/// Kills a run at every step, takes up what is left, and compares the end with `expected`.
fn kill_everywhere(text: &str, how: &str) {
    let whole = home();
    let output = start(whole.path(), text, how, u64::MAX);
    let said = String::from_utf8(output.stdout).unwrap();
    let steps = said.lines().find_map(|line| line.strip_prefix("steps "));
    let steps: u64 = steps.unwrap_or_else(|| panic!("{said}")).parse().unwrap();
    assert!(steps > 5, "{steps}");
    // A run that was left waiting ends with the approval.
    if waits(whole.path()) {
        drive(whole.path(), text, "stay", never());
    }
    let expected = state(whole.path());
    for kill_at in 1..=steps {
        let home = home();
        let output = start(home.path(), text, how, kill_at);
        assert!(!output.status.success(), "step {kill_at} was not reached");
        let store = FileStore::open(home.path()).unwrap();
        for entry in store
            .entries_by_date_range(&DateRange::day(today()))
            .unwrap()
        {
            let whole = entry.raw == text || entry.raw == "granite 20x5";
            assert!(whole, "step {kill_at}: half a note: {entry:?}");
        }
        let waiting = Checkpoints::new(&store).list().unwrap();
        for session in &waiting {
            assert!(session.run.is_ok(), "step {kill_at}: {:?}", session.run);
        }
        let kind = |s: &quilto::model::Entry| s.raw == text && s.kind != EntryKind::Undo;
        let sections = store.sections(&DateRange::day(today())).unwrap();
        let written = sections.iter().filter(|s| kind(s)).count();
        if waiting.is_empty() && written == 1 {
            // The words are safe and the run is over; only a reading may be missing.
            let (_, sections) = state(home.path());
            assert_eq!(sections, expected.1, "step {kill_at}");
            continue;
        }
        drive(home.path(), text, "stay", never());
        assert_eq!(state(home.path()), expected, "step {kill_at}, {how}");
        assert!(!waits(home.path()));
    }
}

#[test]
fn a_note() {
    kill_everywhere(NOTE, "stay");
}

#[test]
fn a_note_saved_at_every_step() {
    kill_everywhere(NOTE, "every step");
}

#[test]
fn a_correction_approved_at_once() {
    kill_everywhere(CORRECTION, "stay");
}

#[test]
fn a_correction_that_waits() {
    kill_everywhere(CORRECTION, "leave");
}

#[test]
fn a_correction_saved_at_every_step() {
    kill_everywhere(CORRECTION, "every step");
}
