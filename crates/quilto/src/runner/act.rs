//! How each step is done.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use crate::agents::{AgentContext, AgentError, Agents};
use crate::domain::ActiveDomainContext;
use crate::machine::{AgentCall, AgentOutput, Event, NewNote, Run, StepKind, apply_updates};
use crate::model::{DateRange, Entry, EntryId, EntryKind};
use crate::storage::{LogStore, NewEntry, StorageError};

use super::ports::{Activated, DomainSource, UserPort};
use super::Runner;

/// An error with all its causes on one line.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

fn failed(error: &dyn Error) -> Event {
    Event::Failed {
        reason: chain(error),
    }
}

/// The domain contexts of one run, each loaded once, and the world its agents see.
pub(super) struct Contexts<'a> {
    source: &'a dyn DomainSource,
    world: AgentContext,
    loaded: BTreeMap<Vec<String>, Arc<ActiveDomainContext>>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(source: &'a dyn DomainSource, run: &Run) -> Self {
        let settings = run.settings();
        Self {
            source,
            world: AgentContext {
                domains: Arc::default(),
                now: settings.now,
                today: settings.today,
                units: settings.units.clone(),
                response_style: settings.response_style,
            },
            loaded: BTreeMap::new(),
        }
    }

    fn activate(&mut self, names: &[String]) -> Activated {
        let activated = self.source.activate(names);
        for names in [names, &activated.loaded] {
            let context = Arc::clone(&activated.context);
            self.loaded.insert(names.to_vec(), context);
        }
        activated
    }

    /// The world with these domains loaded.
    pub(super) fn agent(&mut self, names: &[String]) -> AgentContext {
        let domains = match self.loaded.get(names) {
            Some(context) => Arc::clone(context),
            None => self.activate(names).context,
        };
        AgentContext {
            domains,
            ..self.world.clone()
        }
    }
}

/// Asks an agent.
pub(super) async fn call<A: Agents>(agents: &A, cx: AgentContext, call: AgentCall) -> Event {
    let cx = &cx;
    let output: Result<AgentOutput, AgentError> = match call {
        AgentCall::Route(input) => agents.route(cx, &input).await.map(AgentOutput::Route),
        AgentCall::Plan(input) => agents.plan(cx, &input).await.map(AgentOutput::Plan),
        AgentCall::Retrieve(input) => agents.retrieve(cx, &input).await.map(AgentOutput::Retrieve),
        AgentCall::Analyze(input) => agents.analyze(cx, &input).await.map(AgentOutput::Analyze),
        AgentCall::Synthesize(input) => {
            let output = agents.synthesize(cx, &input).await;
            output.map(AgentOutput::Synthesize)
        }
        AgentCall::Evaluate(input) => agents.evaluate(cx, &input).await.map(AgentOutput::Evaluate),
        AgentCall::Clarify(input) => agents.clarify(cx, &input).await.map(AgentOutput::Clarify),
        AgentCall::Parse(input) => agents.parse(cx, &input).await.map(AgentOutput::Parse),
        AgentCall::Observe(input) => agents.observe(cx, &input).await.map(AgentOutput::Observe),
    };
    output.map_or_else(|e| failed(&e), Event::Agent)
}

impl<A: Agents, S: LogStore + ?Sized, U: UserPort + ?Sized> Runner<'_, A, S, U> {
    /// Does a step that needs no agent and no word of the user. `recover` says that the process
    /// before this one may have done it already.
    pub(super) fn act(
        &self,
        run: &Run,
        kind: StepKind,
        recover: bool,
        contexts: &mut Contexts<'_>,
    ) -> Event {
        let store = self.store;
        let done = |result: Result<(), StorageError>| match result {
            Ok(()) => Event::Done,
            Err(error) => failed(&error),
        };
        match kind {
            StepKind::Spool { text } => done(store.spool(run.id(), &text)),
            StepKind::DropSpool => done(store.unspool(run.id())),
            StepKind::Append(note) => self.append(note, recover),
            StepKind::ReadRecent { until, count } => store
                .recent(until, count)
                .map_or_else(|e| failed(&e), Event::Recent),
            StepKind::ReadGlobalContext => store
                .global_context()
                .map_or_else(|e| failed(&e), Event::GlobalContext),
            StepKind::BuildContext { domains } => {
                let activated = contexts.activate(&domains);
                Event::ContextBuilt {
                    loaded: activated.loaded,
                    problems: activated.problems,
                }
            }
            StepKind::StoreParse { entry, parsed } => done(store.save_parse(&entry, &parsed)),
            StepKind::Deliver(shown) => {
                self.user.show(&shown);
                Event::Done
            }
            StepKind::UpdateGlobalContext { updates, today } => {
                done(store.global_context().and_then(|current| {
                    let new = apply_updates(&current, &updates, today);
                    if new == current {
                        return Ok(());
                    }
                    store.update_global_context(&new)
                }))
            }
            // These two are the driver's own.
            StepKind::Ask(_) | StepKind::Call { .. } => Event::Failed {
                reason: "the step was given to the wrong hand".into(),
            },
        }
    }

    fn append(&self, note: NewNote, recover: bool) -> Event {
        if recover
            && let Ok(Some(entry)) = self.written(&note)
        {
            return Event::Appended(entry);
        }
        let NewNote {
            date,
            time,
            kind,
            raw,
            payload,
        } = note;
        let appended = self.store.append(vec![NewEntry {
            date,
            time,
            kind,
            raw,
            payload,
            parsed: None,
        }]);
        match appended.map(|mut entries| entries.pop()) {
            Ok(Some(entry)) => Event::Appended(entry),
            Ok(None) => Event::Failed {
                reason: "the store gave no entry back".into(),
            },
            Err(error) => failed(&error),
        }
    }

    /// The same section, if it stands in the log already: same words, kind and target, same minute
    /// for a note. A section about an entry stands in the entry's day.
    fn written(&self, note: &NewNote) -> Result<Option<Entry>, StorageError> {
        let target = |payload: &Option<serde_json::Value>| {
            let target = payload.as_ref()?.get("target")?.as_str()?;
            Some(EntryId(target.to_owned()))
        };
        let about = target(&note.payload);
        let day = match &about {
            Some(id) => self.store.entry(id)?.map_or(note.date, |e| e.date),
            None => note.date,
        };
        let minute = |e: &Entry| {
            let minute = |t: chrono::NaiveTime| t.format("%H:%M").to_string();
            note.kind != EntryKind::Note || e.time.map(minute) == Some(minute(note.time))
        };
        let sections = self.store.sections(&DateRange::day(day))?;
        let same = |e: &&Entry| {
            e.kind == note.kind && e.raw == note.raw && target(&e.payload) == about && minute(e)
        };
        Ok(sections.iter().rev().find(same).cloned())
    }
}
