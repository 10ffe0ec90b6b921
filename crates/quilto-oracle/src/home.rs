//! Somebody's notes, and what is read and answered there.

use std::sync::Arc;

use chrono::NaiveDateTime;
use quilto::domain::DomainSet;
use quilto::engine::builtin::BuiltinAgents;
use quilto::machine::{Run, RunInput, RunReport, RunSettings};
use quilto::model::{Conversation, EntryKind, Parsed, RunId, UnitPreferences};
use quilto::runner::{NoUser, Runner};
use quilto::storage::{LogStore, MemoryStore, NewEntry};
use tokio::runtime::Runtime;

use crate::histories::{self, History, Note};
use crate::questions::THEN;
use crate::told::{meant, told};

/// A store with somebody's notes, and who reads and answers there.
pub(crate) struct Home {
    domains: Arc<DomainSet>,
    store: Arc<MemoryStore>,
    agents: BuiltinAgents<MemoryStore>,
    runtime: Runtime,
    now: NaiveDateTime,
    units: UnitPreferences,
    /// Whether of long answers the beginning is kept alone.
    brief: bool,
}

impl Home {
    /// Without notes.
    pub fn empty(domains: &Arc<DomainSet>) -> Result<Self, String> {
        let store = Arc::new(MemoryStore::new());
        Ok(Self {
            domains: Arc::clone(domains),
            agents: BuiltinAgents::new(Arc::clone(&store), Arc::clone(domains)),
            store,
            runtime: tokio::runtime::Builder::new_current_thread()
                .build()
                .map_err(|error| error.to_string())?,
            now: histories::now(),
            units: UnitPreferences::default(),
            brief: false,
        })
    }

    /// With the notes of a history: as they were read where that is kept, else as they are read now.
    pub fn of(domains: &Arc<DomainSet>, history: &History) -> Result<Self, String> {
        let home = Self {
            now: history.now,
            units: history.units.clone(),
            brief: history.of_asks,
            ..Self::empty(domains)?
        };
        for note in &history.notes {
            match &note.parsed {
                Some(parsed) => home.keep(note, parsed)?,
                None => {
                    let written = note.day.and_time(note.time);
                    home.run(&note.text, Conversation::default(), written)?;
                }
            }
        }
        Ok(home)
    }

    fn keep(&self, note: &Note, parsed: &Parsed) -> Result<(), String> {
        let entry = NewEntry {
            date: note.day,
            time: note.time,
            kind: EntryKind::Note,
            raw: note.text.clone(),
            payload: None,
            parsed: Some(parsed.clone()),
        };
        let kept = self.store.append(vec![entry]);
        kept.map(drop)
            .map_err(|error| format!("{:?}: {error}", note.text))
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
            units: self.units.clone(),
            ..RunSettings::at(now)
        };
        let told = |error: &dyn std::fmt::Display| format!("{text:?}: {error}");
        let run = Run::start(RunId("oracle".into()), input, settings);
        let run = run.map_err(|error| told(&error))?;
        let runner = Runner::new(&self.agents, &*self.store, &self.domains, &NoUser);
        let report = self.runtime.block_on(runner.run(run));
        report.map_err(|error| told(&error))
    }

    /// What is read of a note.
    pub fn read(&self, text: &str) -> Result<Vec<String>, String> {
        let report = self.run(text, Conversation::default(), self.now)?;
        Ok(vec![told(&report, false)])
    }

    /// How a question, or the last of several, is read, and what is answered to it.
    pub fn answer(&self, text: &str) -> Result<Vec<String>, String> {
        let mut before = Conversation::default();
        let mut lines = Vec::new();
        for said in text.split(THEN) {
            let report = self.ask(said, before.clone())?;
            lines = vec![meant(&report.turn), told(&report, self.brief)];
            before.hear(report.turn);
        }
        Ok(lines)
    }

    /// Asks; what is taken for a note is taken out of the history again.
    fn ask(&self, text: &str, before: Conversation) -> Result<RunReport, String> {
        let report = self.run(text, before, self.now)?;
        for logged in report.logged.iter().chain(&report.logged_before) {
            if let Some(entry) = &logged.entry {
                let forgotten = self.store.forget(&entry.id);
                forgotten.map_err(|error| format!("{text:?}: {error}"))?;
            }
        }
        Ok(report)
    }
}
