//! How each step is done.

use std::any::Any;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use crate::agents::{AgentContext, AgentError, Agents, Meter};
use crate::domain::{ActiveDomainContext, DomainSet};
use crate::machine::{
    AgentCall, AgentOutput, Event, NewNote, Obstacle, Problem, Run, StepKind, apply_updates,
};
use crate::model::{DateRange, Entry, EntryId, EntryKind};
use crate::storage::{NewEntry, Spooled, StorageError, Store};
use quilto_text::time_limit::TimeOver;

use super::ports::UserPort;
use super::{Runner, without_model};

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
        obstacle: Obstacle::Unknown,
    }
}

/// What a call that panicked comes to.
pub(super) fn broken_off(cause: &(dyn Any + Send)) -> Event {
    if cause.is::<TimeOver>() {
        return Event::Failed {
            reason: "it took too long, and was ended".to_owned(),
            obstacle: Obstacle::Unknown,
        };
    }
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let why = text.or_else(|| cause.downcast_ref().copied());
    Event::Failed {
        reason: format!(
            "the work on it broke off: {}",
            why.unwrap_or("no reason given")
        ),
        obstacle: Obstacle::Unknown,
    }
}

fn not_stored(error: &StorageError) -> Event {
    Event::Failed {
        reason: chain(error),
        obstacle: match error {
            StorageError::Busy { .. } => Obstacle::InUse,
            StorageError::LeadsOut(_) => Obstacle::LeadsOut,
            _ => Obstacle::Unknown,
        },
    }
}

/// The domain contexts of one run, each loaded once, and the world its agents see.
pub(super) struct Contexts<'a> {
    all: &'a DomainSet,
    world: AgentContext,
    loaded: BTreeMap<Vec<String>, Arc<ActiveDomainContext>>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(all: &'a DomainSet, run: &Run, meter: Arc<Meter>) -> Self {
        let settings = run.settings();
        Self {
            all,
            world: AgentContext {
                domains: Arc::default(),
                now: settings.now,
                today: settings.today,
                units: settings.units.clone(),
                response_style: settings.response_style,
                meter,
            },
            loaded: BTreeMap::new(),
        }
    }

    /// These domains with the base ones.
    fn load(&mut self, names: &[String]) -> Arc<ActiveDomainContext> {
        if let Some(context) = self.loaded.get(names) {
            return Arc::clone(context);
        }
        let context = Arc::new(self.all.select(names));
        let loaded = context.domains_loaded.clone();
        for names in [names.to_vec(), loaded] {
            self.loaded.insert(names, Arc::clone(&context));
        }
        context
    }

    /// The world with these domains loaded.
    pub(super) fn agent(&mut self, names: &[String]) -> AgentContext {
        AgentContext {
            domains: self.load(names),
            ..self.world.clone()
        }
    }

    /// What models cost so far.
    pub(super) fn meter(&self) -> &Meter {
        &self.world.meter
    }

    /// What was found wrong with the domains that were loaded, so far.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let modules = self.loaded.values().flat_map(|c| &c.modules);
        let mut problems: Vec<Problem> = Vec::new();
        for problem in modules.flat_map(|m| m.problems()) {
            let problem = Problem::Domain(chain(&problem));
            if !problems.contains(&problem) {
                problems.push(problem);
            }
        }
        problems
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
        AgentCall::Evaluate(mut input) => {
            let rules = cx.domains.evaluation_rules();
            input.evaluation_rules = rules.iter().map(|r| r.rule.clone()).collect();
            let output = agents.evaluate(cx, &input).await;
            output.map(AgentOutput::Evaluate)
        }
        AgentCall::Clarify(input) => agents.clarify(cx, &input).await.map(AgentOutput::Clarify),
        AgentCall::Parse(input) => agents.parse(cx, &input).await.map(AgentOutput::Parse),
        AgentCall::Observe(input) => agents.observe(cx, &input).await.map(AgentOutput::Observe),
    };
    output.map_or_else(|e| failed(&e), Event::Agent)
}

impl<A: Agents, S: Store + ?Sized, U: UserPort + ?Sized> Runner<'_, A, S, U> {
    /// Does a step that needs no agent and no word of the user. `recover` says that a process
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
            StepKind::Spool { text } => {
                let (input, today) = (run.input(), run.settings().today);
                let spooled = Spooled {
                    text,
                    written: Some(today),
                    day: input.day,
                    assume: input.assume,
                };
                done(store.spool(run.id(), &spooled))
            }
            StepKind::DropSpool => done(store.unspool(run.id())),
            StepKind::Append(note) => self.append(note, recover),
            StepKind::ReadRecent { until, count } => store
                .recent(until, count)
                .map_or_else(|e| failed(&e), Event::Recent),
            StepKind::ReadGlobalContext => store
                .global_context()
                .map_or_else(|e| failed(&e), Event::GlobalContext),
            StepKind::BuildContext { domains } => Event::ContextBuilt {
                loaded: contexts.load(&domains).domains_loaded.clone(),
                problems: Vec::new(),
            },
            StepKind::StoreParse { entry, parsed } => done(store.save_parse(&entry, &parsed)),
            StepKind::Deliver(mut shown) => {
                without_model::mark(&mut shown, &contexts.meter().without_model());
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
                obstacle: Obstacle::Unknown,
            },
        }
    }

    fn append(&self, note: NewNote, recover: bool) -> Event {
        if recover && let Ok(Some(entry)) = self.written(&note) {
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
                obstacle: Obstacle::Unknown,
            },
            Err(error) => not_stored(&error),
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
