//! The driver: joins a run of the machine to agents, store, domains and user.
//!
//! It is the only place that does, and it decides nothing: it does the steps the run names, agents'
//! calls side by side, and feeds back what came of them.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::agents::{Agents, Budget, Clock, Meter};
use crate::checkpoint::{CheckpointError, Checkpoints, Claim};
use crate::domain::DomainSet;
use crate::machine::{Ask, Event, MachineError, Problem, Reply, Run, RunReport, StepId, StepKind};
use crate::storage::Store;
use quilto_text::time_limit::{self, TimeLimit};

mod act;
mod ports;
#[cfg(test)]
mod tests;
mod without_model;

pub use ports::{NoUser, Progress, UserPort};

use act::Contexts;

/// How often the user is asked again when a reply does not fit, before the run is left waiting.
const PATIENCE: usize = 5;

/// Why a run could not be driven to its end. What goes wrong inside a run (an agent, a write) is no
/// such reason: it stands in the report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunnerError {
    /// The reply does not fit what the waiting run asks; the run still waits.
    #[error("the reply does not fit what is asked")]
    Reply(#[source] MachineError),
    /// The machine refused a result. A bug in whoever made it.
    #[error("the run could not go on")]
    Machine(#[source] MachineError),
    /// The run is over, or it waits for nothing a reply could be for.
    #[error("session {0} asks nothing")]
    NothingAsked(crate::model::RunId),
    /// The checkpoint could not be loaded, saved or removed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Drives runs. Everything it needs is lent to it, so that it can be made anew for each run.
///
/// A process that dies in the middle of a run leaves its last step in the store, where the next one
/// takes it up:
///
/// ```
/// use std::sync::Arc;
///
/// use quilto::checkpoint::Checkpoints;
/// use quilto::domain::{DomainSet, DomainSource};
/// use quilto::engine::builtin::BuiltinAgents;
/// use quilto::machine::{Run, RunInput, RunSettings, Status};
/// use quilto::model::RunId;
/// use quilto::runner::{NoUser, Runner};
/// use quilto::storage::{FileStore, LogStore};
///
/// # let rocks = DomainSource::embedded("rocks", &[
/// #     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
/// #     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
/// #     ("notation.yaml", "
/// #         list: rocks
/// #         item: {kinds: [rock], name: name, rows: rounds}
/// #         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
/// #     ("measures.yaml", "
/// #         default: minutes
/// #         rows: [{name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}]
/// #         measures: [{name: minutes, rows: rounds, each: minutes, aggregate: max, unit: min,
/// #                     better: higher, best: {en: [longest]}}]"),
/// # ]);
/// # let domains = Arc::new(DomainSet::new([rocks]).0);
/// # let home = tempfile::tempdir()?;
/// let store = Arc::new(FileStore::open(home.path())?);
/// let checkpoints = Checkpoints::new(&*store);
/// # {
/// let input = RunInput::new("granite 20 minutes", vec!["rocks".into()]);
/// let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
/// let run = Run::start(RunId("1".into()), input, settings)?;
/// let claim = checkpoints.begin(run.id())?;
/// claim.save(&run)?; // as `checkpoint_every_step` does; here the process dies
/// # }
///
/// let agents = BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
/// let runner = Runner::new(&agents, &*store, &domains, &NoUser)
///     .with_checkpoints(checkpoints)
///     .checkpoint_every_step();
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let (claim, run) = checkpoints.claim(&RunId("1".into()))?;
/// assert_eq!(runner.resume(claim, run, None).await?.status, Status::Logged);
/// assert_eq!(store.recent("2026-11-21".parse()?, 9)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Runner<'a, A, S: ?Sized, U: ?Sized> {
    agents: &'a A,
    store: &'a S,
    domains: &'a DomainSet,
    user: &'a U,
    checkpoints: Option<Checkpoints<'a>>,
    every_step: bool,
    budget: Budget,
    clock: Option<Clock>,
    call_limit: Option<TimeLimit>,
}

type StepFuture<'a> = Pin<Box<dyn Future<Output = Event> + Send + 'a>>;

impl<'a, A: Agents, S: Store + ?Sized, U: UserPort + ?Sized> Runner<'a, A, S, U> {
    /// A runner that keeps no checkpoints: a run that waits for an absent user ends there.
    pub fn new(agents: &'a A, store: &'a S, domains: &'a DomainSet, user: &'a U) -> Self {
        Self {
            agents,
            store,
            domains,
            user,
            checkpoints: None,
            every_step: false,
            budget: Budget::default(),
            clock: None,
            call_limit: None,
        }
    }

    /// Lets agents work for at most so long, by a clock, at one call without waiting for anything. A call whose time is
    /// over is ended, and the run goes on without it. Work that the built-in engine does not share its thread with, as
    /// that of agents of one's own, is not ended.
    #[must_use]
    pub fn with_call_limit(mut self, longest: Duration, clock: Clock) -> Self {
        self.call_limit = Some(TimeLimit { longest, clock });
        self
    }

    /// Holds each run to what it may ask of models, and times their calls by a clock.
    #[must_use]
    pub fn with_models(mut self, budget: Budget, clock: Clock) -> Self {
        self.budget = budget;
        self.clock = Some(clock);
        self
    }

    /// Keeps a run that waits for the user, so that it can be resumed.
    #[must_use]
    pub fn with_checkpoints(mut self, checkpoints: Checkpoints<'a>) -> Self {
        self.checkpoints = Some(checkpoints);
        self
    }

    /// Keeps the run after every step as well, so that one whose process dies can be resumed.
    #[must_use]
    pub fn checkpoint_every_step(mut self) -> Self {
        self.every_step = true;
        self
    }

    /// Drives a run to its end, or to a question that nobody is there to answer.
    ///
    /// # Errors
    /// Only what [`RunnerError`] names.
    pub async fn run(&self, run: Run) -> Result<RunReport, RunnerError> {
        self.drive(run, None, false).await
    }

    /// Goes on with a claimed run; with `reply` if it waits for the user. Steps whose results were
    /// saved are not done again, and a section that was appended but not recorded is found.
    ///
    /// # Errors
    /// A reply that does not fit; the run then waits as before.
    pub async fn resume(
        &self,
        claim: Claim,
        mut run: Run,
        reply: Option<Reply>,
    ) -> Result<RunReport, RunnerError> {
        if let Some(reply) = reply {
            let id = run.ask().map(|(id, _)| id);
            let id = id.ok_or_else(|| RunnerError::NothingAsked(run.id().clone()))?;
            run.feed(id, Event::Replied(reply))
                .map_err(RunnerError::Reply)?;
            // The reply is safe before anything follows from it.
            claim.save(&run)?;
            return self.drive(run, Some(claim), false).await;
        }
        // The process before may have got any number of steps further than it saved.
        self.drive(run, Some(claim), true).await
    }

    async fn drive(
        &self,
        mut run: Run,
        mut claim: Option<Claim>,
        recover: bool,
    ) -> Result<RunReport, RunnerError> {
        let meter = Arc::new(Meter::new(self.budget, self.clock));
        let mut contexts = Contexts::new(self.domains, &run, Arc::clone(&meter));
        let mut flying: Vec<(StepId, StepFuture<'_>)> = Vec::new();
        let mut trouble = None;
        loop {
            // whoever drives the run can end it between its steps
            tokio::task::yield_now().await;
            let grounded = |s: &&crate::machine::Step| !flying.iter().any(|(id, _)| *id == s.id);
            let next = run.pending().find(grounded).cloned();
            let (id, event) = match next {
                Some(step) => {
                    tracing::debug!(step = %step.id, what = step.kind.name(), "a step begins");
                    self.user.progress(&Progress {
                        step: step.id,
                        what: step.kind.name(),
                        tokens: meter.tokens(),
                    });
                    match step.kind {
                        StepKind::Ask(ask) => {
                            let saved = self.save(&run, &mut claim);
                            trouble = saved.err().map(|e| act::chain(&e));
                            if !self.ask(&mut run, step.id, &ask)? {
                                break;
                            }
                            // The reply is safe before anything follows from it.
                            if claim.is_some() {
                                let saved = self.save(&run, &mut claim);
                                trouble = saved.err().map(|e| act::chain(&e));
                            }
                            continue;
                        }
                        StepKind::Call { call, domains } => {
                            let cx = contexts.agent(&domains);
                            let agents = self.agents;
                            let flight = async move { act::call(agents, cx, call).await };
                            flying.push((step.id, Box::pin(flight)));
                            continue;
                        }
                        kind => (step.id, self.act(&run, kind, recover, &mut contexts)),
                    }
                }
                None if flying.is_empty() => break,
                None => first_of(&mut flying, self.call_limit).await,
            };
            run.feed(id, event).map_err(RunnerError::Machine)?;
            if self.every_step && !run.is_complete() {
                trouble = self.save(&run, &mut claim).err().map(|e| act::chain(&e));
            }
        }
        let mut report = run.report();
        for problem in contexts.problems() {
            if !report.problems.contains(&problem) {
                report.problems.push(problem);
            }
        }
        report.usage = meter.uses();
        report.without_model = meter.without_model();
        without_model::mark_report(&mut report);
        if run.is_complete() {
            if let Some(claim) = claim {
                claim.finish()?;
            }
        } else if let Some(trouble) = trouble {
            report.problems.push(Problem::NotResumable(trouble));
        }
        Ok(report)
    }

    fn save(&self, run: &Run, claim: &mut Option<Claim>) -> Result<(), CheckpointError> {
        let claim = match (claim, self.checkpoints) {
            (Some(claim), _) => claim,
            (none, Some(checkpoints)) => none.insert(checkpoints.begin(run.id())?),
            (None, None) => return Ok(()),
        };
        claim.save(run)
    }

    /// Asks the user; says whether the run can go on.
    fn ask(&self, run: &mut Run, id: StepId, ask: &Ask) -> Result<bool, RunnerError> {
        let mut refused = None;
        for _ in 0..PATIENCE {
            let Some(reply) = self.user.ask(ask, refused.as_ref()) else {
                return Ok(false);
            };
            match run.feed(id, Event::Replied(reply)) {
                Ok(()) => return Ok(true),
                Err(error) => refused = Some(error),
            }
        }
        Ok(false)
    }
}

/// Waits for the first call that is done; the others go on flying.
async fn first_of(
    flying: &mut Vec<(StepId, StepFuture<'_>)>,
    limit: Option<TimeLimit>,
) -> (StepId, Event) {
    poll_fn(|cx| {
        let done = flying
            .iter_mut()
            .enumerate()
            .find_map(|(at, (id, flight))| {
                // A call that breaks down costs its own part of the run, and nothing else.
                let mut work = || time_limit::within(limit, || flight.as_mut().poll(cx));
                let polled = catch_unwind(AssertUnwindSafe(&mut work));
                match polled {
                    Ok(Poll::Ready(event)) => Some((at, *id, event)),
                    Ok(Poll::Pending) => None,
                    Err(cause) => Some((at, *id, act::broken_off(&*cause))),
                }
            });
        match done {
            Some((at, id, event)) => {
                drop(flying.remove(at));
                Poll::Ready((id, event))
            }
            None => Poll::Pending,
        }
    })
    .await
}
