//! Reads and answers everything with the built-in engine, on a fixed day.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use quilto::domain::Acts;
use quilto::domain::DomainSet;
use quilto::engine::builtin::BuiltinAgents;
use quilto::machine::{Ask, Logged, Run, RunInput, RunReport, RunSettings};
use quilto::model::{Conversation, RunId};
use quilto::runner::{NobodyThere, Runner};
use quilto::storage::{LogStore, MemoryStore};
use quilto_classify::{Classifier, WordLists, pack, pack_lists};
use serde::Serialize;
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::compact::{compact, line};
use crate::frozen::Block;
use crate::histories::{self, History};
use crate::variants::hash;
use crate::{files, questions, texts};

/// How many texts a thread takes at once.
const TAKEN: usize = 32;

/// The day on which everything is read.
const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 22);

/// What stands between a question and the one that is asked after it.
const THEN: &str = " > ";

/// Something to read: in which block it is kept, and on which history it is asked.
struct Task {
    block: String,
    history: Option<usize>,
    text: String,
}

/// Which texts are read.
#[derive(Default)]
pub(crate) struct Scope {
    /// A part of the names of the blocks; all are read where it is empty.
    pub only: String,
    /// All texts of these, not about every sixth of the large blocks.
    pub whole: bool,
}

impl Scope {
    /// Whether a text is read.
    pub fn holds(&self, block: &str, text: &str) -> bool {
        let large = ["acts", "answers", "variants"]
            .iter()
            .any(|large| block.starts_with(large));
        block.contains(&self.only)
            && (self.whole || !large || hash(&[&line(text)]).is_multiple_of(6))
    }
}

/// The domains with all that the application brings beside them.
fn domains(root: &Path) -> Result<DomainSet, String> {
    let mut domains = DomainSet::default();
    let folder = root.join("domains");
    if let Some(error) = domains.add_folder(&folder).first() {
        return Err(error.to_string());
    }
    let weights = |name: &str| -> Result<Classifier, String> {
        let lines = files::read(&folder.join(format!("{name}.weights")))?;
        Ok(Classifier::packed(pack(&lines)))
    };
    let words = files::read(&folder.join("words.yaml"))?;
    let words = serde_yaml::from_str(&words).map_err(|error| format!("words.yaml: {error}"))?;
    Ok(domains
        .with_acts(Acts::new(files::read(&folder.join("acts.weights"))?))
        .with_asks(weights("asks")?)
        .with_notes(weights("notes")?)
        .with_sayings(weights("sayings")?)
        .with_spacing(weights("spacing")?)
        .with_words(WordLists::packed(pack_lists(&words))))
}

/// Reads what is in the scope, below a folder.
pub(crate) fn read(root: &Path, scope: &Scope) -> Result<Vec<Block>, String> {
    let domains = Arc::new(domains(root)?);
    let histories = histories::all(root)?;
    let mut tasks = tasks(root, &histories)?;
    tasks.retain(|task| scope.holds(&task.block, &task.text));
    let next = AtomicUsize::new(0);
    let results = thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| work(&domains, &histories, &tasks, &next)))
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.collect::<Vec<_>>()
    });
    let mut blocks: BTreeMap<&str, Block> = BTreeMap::new();
    for result in results {
        let read = result.map_err(|_| "a thread ended early".to_owned())??;
        for (task, reading) in read {
            let block = blocks.entry(&task.block).or_insert_with(|| Block {
                name: task.block.clone(),
                ..Block::default()
            });
            block.add(&task.text, &reading);
        }
    }
    Ok(blocks.into_values().collect())
}

/// Questions are asked on the histories of their language (`en-year`); on one of no language those
/// are that were not made.
fn tasks(root: &Path, histories: &[History]) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    let [english, korean] = questions::all(root)?;
    for (at, history) in histories.iter().enumerate() {
        let asked: Vec<_> = match history.name.get(..3) {
            Some("en-") => english.written.union(&english.made).collect(),
            Some("ko-") => korean.written.union(&korean.made).collect(),
            _ => english.written.union(&korean.written).collect(),
        };
        tasks.extend(asked.into_iter().map(|text| Task {
            block: format!("answers-{}", history.name),
            history: Some(at),
            text: text.clone(),
        }));
    }
    for block in texts::all(root)? {
        tasks.extend(block.texts.into_iter().map(|text| Task {
            block: block.name.clone(),
            history: None,
            text,
        }));
    }
    Ok(tasks)
}

/// Takes tasks until there are none.
fn work<'t>(
    domains: &Arc<DomainSet>,
    histories: &[History],
    tasks: &'t [Task],
    next: &AtomicUsize,
) -> Result<Vec<(&'t Task, String)>, String> {
    let mut homes: BTreeMap<usize, Home> = BTreeMap::new();
    let mut read = Vec::new();
    loop {
        let from = next.fetch_add(TAKEN, Ordering::Relaxed);
        let Some(taken) = tasks.get(from..tasks.len().min(from + TAKEN)) else {
            return Ok(read);
        };
        if taken.is_empty() {
            return Ok(read);
        }
        for task in taken {
            let history = task.history.and_then(|at| Some((at, histories.get(at)?)));
            let reading = match history {
                Some((at, history)) => {
                    let home = match homes.entry(at) {
                        Entry::Occupied(home) => home.into_mut(),
                        Entry::Vacant(place) => place.insert(Home::of(domains, history)?),
                    };
                    home.answer(&task.text)?
                }
                None => Home::empty(domains)?.read(&task.text)?,
            };
            read.push((task, reading));
        }
    }
}

/// A store with somebody's notes, and who reads and answers there.
struct Home {
    domains: Arc<DomainSet>,
    store: Arc<MemoryStore>,
    agents: BuiltinAgents<MemoryStore>,
    runtime: Runtime,
}

impl Home {
    fn empty(domains: &Arc<DomainSet>) -> Result<Self, String> {
        let store = Arc::new(MemoryStore::new());
        Ok(Self {
            domains: Arc::clone(domains),
            agents: BuiltinAgents::new(Arc::clone(&store), Arc::clone(domains)),
            store,
            runtime: tokio::runtime::Builder::new_current_thread()
                .build()
                .map_err(|error| error.to_string())?,
        })
    }

    fn of(domains: &Arc<DomainSet>, history: &History) -> Result<Self, String> {
        let home = Self::empty(domains)?;
        for note in &history.notes {
            home.run(
                &note.text,
                Conversation::default(),
                note.day.and_time(note.time),
            )?;
        }
        Ok(home)
    }

    fn run(
        &self,
        text: &str,
        before: Conversation,
        now: NaiveDateTime,
    ) -> Result<RunReport, String> {
        let available = self.domains.iter().map(|module| module.name.clone());
        let input = RunInput {
            conversation: before,
            ..RunInput::new(text, available.collect())
        };
        let settings = RunSettings {
            observe: false,
            spool: false,
            ..RunSettings::at(now)
        };
        let told = |error: &dyn std::fmt::Display| format!("{text:?}: {error}");
        let run = Run::start(RunId("oracle".into()), input, settings);
        let run = run.map_err(|error| told(&error))?;
        let runner = Runner::new(&self.agents, &*self.store, &self.domains, &NobodyThere);
        let report = self.runtime.block_on(runner.run(run));
        report.map_err(|error| told(&error))
    }

    fn now() -> NaiveDateTime {
        TODAY.unwrap_or_default().and_time(NaiveTime::default()) + chrono::TimeDelta::hours(20)
    }

    /// What is read of a note.
    fn read(&self, text: &str) -> Result<String, String> {
        Ok(reading(&self.run(
            text,
            Conversation::default(),
            Self::now(),
        )?))
    }

    /// What is answered to a question, or to the last of several.
    fn answer(&self, text: &str) -> Result<String, String> {
        let mut before = Conversation::default();
        let mut answered = String::new();
        for said in text.split(THEN) {
            let report = self.ask(said, before.clone())?;
            answered = reading(&report);
            before.hear(report.turn);
        }
        Ok(answered)
    }

    /// Asks; what is taken for a note is taken out of the history again.
    fn ask(&self, text: &str, before: Conversation) -> Result<RunReport, String> {
        let report = self.run(text, before, Self::now())?;
        for logged in report.logged.iter().chain(&report.logged_before) {
            if let Some(entry) = &logged.entry {
                let forgotten = self.store.forget(&entry.id);
                forgotten.map_err(|error| format!("{text:?}: {error}"))?;
            }
        }
        Ok(report)
    }
}

/// What a run came to, on a line.
fn reading(report: &RunReport) -> String {
    let mut told = vec![word(&report.input_type), word(&report.status)];
    for logged in report.logged_before.iter().chain(&report.logged) {
        told.extend(noted(logged));
    }
    if let Some(answer) = &report.answer {
        told.push(answer.text.clone());
        if !answer.gaps.is_empty() {
            told.push(format!("gaps {}", compact(&value(&answer.gaps))));
        }
    }
    told.extend(report.ask.as_ref().map(asked));
    if !report.problems.is_empty() {
        told.push(format!("problems {}", compact(&value(&report.problems))));
    }
    told.join(" | ")
}

/// What was understood of a note.
fn noted(logged: &Logged) -> Vec<String> {
    let mut told = Vec::new();
    let day = logged.entry.as_ref().map(|entry| entry.date);
    told.extend(
        day.filter(|day| Some(*day) != TODAY)
            .map(|day| format!("on {day}")),
    );
    if let Some(correction) = &logged.correction {
        told.push(format!("changes {}", compact(&value(&correction.delta))));
    }
    let Some(parsed) = &logged.parsed else {
        return told;
    };
    for (domain, data) in &parsed.domain_data {
        told.push(format!("{domain} {}", compact(data)));
    }
    for (what, list) in [
        ("tags", value(&parsed.tags)),
        ("uncertain", value(&parsed.uncertain_fields)),
        ("noted", value(&parsed.extraction_notes)),
        ("held back", value(&parsed.held_back)),
        ("unread", value(&parsed.unread)),
    ] {
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            told.push(format!("{what} {}", compact(&list)));
        }
    }
    told
}

/// What is asked back.
fn asked(ask: &Ask) -> String {
    let choice = ask.choice.as_ref().map(|choice| choice.candidates.len());
    let questions = ask
        .questions
        .iter()
        .map(|question| question.question.clone());
    let questions: Vec<String> = questions.collect();
    let preview = ask.preview.as_ref();
    format!(
        "asks {}{}{}",
        questions.join(" / "),
        choice.map_or(String::new(), |count| format!("which of {count}")),
        preview.map_or(String::new(), |shown| compact(&value(&shown.delta)))
    )
}

fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

fn word(data: &impl Serialize) -> String {
    compact(&value(data))
}
