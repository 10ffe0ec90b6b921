//! A run: lanes that move along edges.

use serde::{Deserialize, Serialize};

use crate::agents::RouterOutput;
use crate::model::{InputType, RunId};

use super::graph::{Graph, GraphError};
use super::input::{RunInput, RunSettings};
use super::interrupt::Ask;
use super::note::{Logged, Note, Told};
use super::problem::Problem;
use super::question::Question;
use super::state::{Outcome, State};
use super::states::{self, wait_user};
use super::step::{Lane, NewNote, Step, StepId, StepKind};
use super::trace::{TraceEvent, TraceLine};
use super::{Event, answer, day};

/// Why a result was refused. The run is as it was before.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// The table of edges is broken.
    #[error("the machine's graph is not valid")]
    Graph(#[from] GraphError),
    /// No step of that name is waiting for a result.
    #[error("no step {0} is waiting for a result")]
    UnknownStep(StepId),
    /// The result is of another kind than the step.
    #[error("{got:?} cannot be the result of {step} ({kind})")]
    WrongEvent {
        /// The step.
        step: StepId,
        /// What the step was.
        kind: &'static str,
        /// What came.
        got: &'static str,
    },
    /// The reply says nothing that was asked.
    #[error("the reply answers none of the open questions")]
    EmptyReply,
    /// The reply answers a question that is not open.
    #[error("no question {0:?} is open")]
    UnknownQuestion(String),
    /// The reply chooses an entry that was not offered.
    #[error("entry {0} is not one of the candidates")]
    UnknownCandidate(crate::model::EntryId),
    /// The decision is about a preview that was replaced.
    #[error("preview {given:?} is out of date; the current one is {current:?}")]
    StalePreview {
        /// What the decision names.
        given: String,
        /// What is shown now.
        current: String,
    },
    /// The preview was refined as often as the limits allow; it stands as it is shown.
    #[error("the preview was changed as often as it can be; it still waits as it is shown")]
    RefinedEnough,
    /// The decision is about a preview where none is shown.
    #[error("there is no preview to decide on")]
    NoPreview,
}

/// Where a lane stands besides its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Not part of this run so far.
    Idle,
    /// Its steps are out.
    Working,
    /// It waits for another lane.
    Blocked,
    /// It waits for the user.
    Waiting,
    /// It is done and what came of it is being shown.
    Leaving,
    /// It is done.
    Settled,
}

/// A lane's place in the graph and the steps it has out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Track {
    pub state: State,
    pub phase: Phase,
    pub pending: Vec<Step>,
    /// Results of the current set of steps, until the last of them is there.
    pub inbox: Vec<(Step, Event)>,
    /// How many steps were given out.
    pub issued: u32,
    pub path: Vec<State>,
    pub trace: Vec<TraceLine>,
}

impl Track {
    fn new(state: State) -> Self {
        Self {
            state,
            phase: Phase::Idle,
            pending: Vec::new(),
            inbox: Vec::new(),
            issued: 0,
            path: Vec::new(),
            trace: Vec::new(),
        }
    }
}

/// What a handler wants next.
pub(crate) enum Next {
    /// These steps, all at once; their results come together.
    Steps(Vec<StepKind>),
    /// Along the edge of this outcome, for this reason.
    Go(Outcome, String),
    /// Wait for another lane; the state is entered again when something moved.
    Block,
    /// Wait for the user.
    Wait,
    /// The run is over.
    End,
}

impl Next {
    pub(crate) fn step(kind: StepKind) -> Self {
        Self::Steps(vec![kind])
    }

    pub(crate) fn go(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self::Go(outcome, reason.into())
    }
}

/// A step with its result.
pub(crate) struct Fed {
    pub step: StepKind,
    pub event: Event,
}

/// One run of the machine, complete at any moment: it can be saved, loaded and continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub(crate) id: RunId,
    pub(crate) input: RunInput,
    pub(crate) settings: RunSettings,
    pub(crate) routed: Option<RouterOutput>,
    pub(crate) input_type: InputType,
    pub(crate) global_context: Option<String>,
    /// What went wrong beside the lanes (a broken domain), in words for the user.
    pub(crate) problems: Vec<Problem>,
    pub(crate) main: Track,
    pub(crate) note_track: Track,
    pub(crate) question_track: Track,
    pub(crate) note: Note,
    pub(crate) question: Question,
    /// Answers that are notes of their own and wait for the note's lane.
    #[serde(default)]
    pub(crate) told: Vec<Told>,
    /// What became of notes before the one that the note's lane holds now.
    #[serde(default)]
    pub(crate) logged_before: Vec<Logged>,
}

impl Run {
    /// Begins a run. The caller gives it its name, and with the settings the time and the rest of
    /// the world.
    ///
    /// # Errors
    /// Only if the machine's own table of edges is broken.
    pub fn start(id: RunId, input: RunInput, settings: RunSettings) -> Result<Self, MachineError> {
        Graph::build()?;
        let filed = input.day.unwrap_or(settings.today);
        let time = input.time.unwrap_or_else(|| settings.now.time());
        let mut run = Self {
            id,
            routed: None,
            input_type: input.assume.unwrap_or(InputType::Log),
            global_context: None,
            problems: Vec::new(),
            main: Track::new(State::Route),
            note_track: Track::new(State::Parse),
            question_track: Track::new(State::Plan),
            note: Note::new(filed, time),
            question: Question::default(),
            told: Vec::new(),
            logged_before: Vec::new(),
            input,
            settings,
        };
        if run.input.assume == Some(InputType::Log) {
            run.set_note_text(run.input.text.clone());
        }
        run.enter(Lane::Main, State::Route);
        run.settle();
        Ok(run)
    }

    /// The run's name.
    pub fn id(&self) -> &RunId {
        &self.id
    }

    /// What it began with.
    pub fn input(&self) -> &RunInput {
        &self.input
    }

    /// The world it lives in.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// The steps to do now, in any order or all at once. The same steps come back until their
    /// results are fed; none means that the run is complete.
    pub fn next(&self) -> Vec<Step> {
        self.pending().cloned().collect()
    }

    /// The steps to do now, by reference.
    pub fn pending(&self) -> impl Iterator<Item = &Step> {
        let tracks = [&self.main, &self.note_track, &self.question_track];
        tracks.into_iter().flat_map(|t| &t.pending)
    }

    /// Whether the run is over.
    pub fn is_complete(&self) -> bool {
        self.main.state == State::Complete
    }

    /// What the run asks the user, when that is all it waits for.
    pub fn ask(&self) -> Option<(StepId, &Ask)> {
        self.main.pending.iter().find_map(|s| match &s.kind {
            StepKind::Ask(ask) => Some((s.id, ask)),
            _ => None,
        })
    }

    /// What a person said that no log holds yet, as a section to be kept when nobody goes on with the
    /// run: the words of a correction, and what was wanted otherwise about a note.
    pub fn unwritten(&self) -> Option<NewNote> {
        states::store::unwritten(self)
    }

    /// Takes the result of a step and moves on as far as that allows.
    ///
    /// # Errors
    /// The result is refused, and nothing changes, when it fits no step that is out.
    pub fn feed(&mut self, id: StepId, event: Event) -> Result<(), MachineError> {
        let track = self.track_mut(id.lane);
        let found = track.pending.iter().position(|s| s.id == id);
        let (at, step) = found
            .and_then(|at| Some((at, track.pending.get(at)?)))
            .ok_or(MachineError::UnknownStep(id))?;
        if !event.fits(&step.kind) {
            return Err(MachineError::WrongEvent {
                step: id,
                kind: step.kind.name(),
                got: event.name(),
            });
        }
        if let (StepKind::Ask(ask), Event::Replied(reply)) = (&step.kind, &event) {
            wait_user::check(ask, reply)?;
        }
        let step = track.pending.remove(at);
        match event {
            Event::Replied(reply) => {
                for lane in [Lane::Note, Lane::Question] {
                    self.replied(lane, &step, &reply);
                }
            }
            event => {
                track.inbox.push((step, event));
                if track.pending.is_empty() {
                    self.arrived(id.lane);
                }
            }
        }
        self.settle();
        Ok(())
    }

    pub(crate) fn track(&self, lane: Lane) -> &Track {
        match lane {
            Lane::Main => &self.main,
            Lane::Note => &self.note_track,
            Lane::Question => &self.question_track,
        }
    }

    pub(crate) fn track_mut(&mut self, lane: Lane) -> &mut Track {
        match lane {
            Lane::Main => &mut self.main,
            Lane::Note => &mut self.note_track,
            Lane::Question => &mut self.question_track,
        }
    }

    /// Writes a line into a lane's trace.
    pub(crate) fn trace(&mut self, lane: Lane, event: TraceEvent) {
        let track = self.track_mut(lane);
        let state = track.state;
        track.trace.push(TraceLine { lane, state, event });
    }

    /// Says something worth knowing in a lane's trace.
    pub(crate) fn remark(&mut self, lane: Lane, text: impl Into<String>) {
        self.trace(lane, TraceEvent::Note(text.into()));
    }

    /// Makes this text the note, filed under the day that the caller or its own words name.
    pub(crate) fn set_note_text(&mut self, text: String) {
        if self.input.day.is_none() {
            self.note.day = day::of_note(&text, self.settings.today);
        }
        self.note.text = text;
    }

    /// The user's reply reaches a lane that waits for it.
    fn replied(&mut self, lane: Lane, step: &Step, reply: &super::Reply) {
        if self.track(lane).phase != Phase::Waiting {
            return;
        }
        if let Some(next) = wait_user::replied(self, lane, reply) {
            self.trace(lane, stepped(step, &Event::Done));
            self.track_mut(lane).phase = Phase::Working;
            self.follow(lane, next);
        }
    }

    /// The last result of a lane's steps has arrived.
    fn arrived(&mut self, lane: Lane) {
        let track = self.track_mut(lane);
        let mut results = std::mem::take(&mut track.inbox);
        results.sort_by_key(|(step, _)| step.id);
        for (step, event) in &results {
            self.trace(lane, stepped(step, event));
        }
        if self.track(lane).phase == Phase::Leaving {
            self.track_mut(lane).phase = Phase::Settled;
            return;
        }
        let state = self.track(lane).state;
        let results = results.into_iter().map(|(step, event)| Fed {
            step: step.kind,
            event,
        });
        let next = (states::handler(state).fed)(self, lane, results.collect());
        self.follow(lane, next);
    }

    fn enter(&mut self, lane: Lane, state: State) {
        let track = self.track_mut(lane);
        track.state = state;
        track.phase = Phase::Working;
        track.path.push(state);
        self.trace(lane, TraceEvent::Entered);
        let next = (states::handler(state).enter)(self, lane);
        self.follow(lane, next);
    }

    fn follow(&mut self, lane: Lane, next: Next) {
        match next {
            Next::Steps(kinds) => {
                let wanted = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
                let limit = self.settings.limits.max_steps;
                let over = self.track(lane).issued.saturating_add(wanted) > limit;
                if lane == Lane::Question && over {
                    self.cap(limit);
                } else {
                    self.issue(lane, kinds);
                }
            }
            Next::Go(outcome, reason) => self.go(lane, outcome, reason),
            Next::Block => self.track_mut(lane).phase = Phase::Blocked,
            Next::Wait => self.track_mut(lane).phase = Phase::Waiting,
            Next::End => self.track_mut(lane).phase = Phase::Settled,
        }
    }

    fn issue(&mut self, lane: Lane, kinds: Vec<StepKind>) {
        let track = self.track_mut(lane);
        for kind in kinds {
            track.issued += 1;
            let number = track.issued;
            track.pending.push(Step {
                id: StepId { lane, number },
                kind,
            });
        }
    }

    fn go(&mut self, lane: Lane, outcome: Outcome, reason: String) {
        let from = self.track(lane).state;
        let edge = Graph::build().ok().and_then(|g| g.edge(from, outcome));
        // A handler's outcomes are declared and the graph has an edge for each, so this default
        // stands for nothing but a handler that forgot to declare; the tests take every edge.
        let to = edge.map_or(&[State::Observe][..], |e| e.to);
        self.trace(
            lane,
            TraceEvent::Went {
                outcome,
                to: to.to_vec(),
                reason,
            },
        );
        for &state in to {
            match (lane, states::handler(state).home) {
                (_, None) => self.enter(lane, state),
                (lane, Some(home)) if lane == home => self.enter(lane, state),
                (Lane::Main, Some(home)) => {
                    self.main.phase = Phase::Blocked;
                    self.enter(home, state);
                }
                // The note's lane takes it up as soon as it is free.
                (Lane::Question, Some(Lane::Note)) => {}
                _ => self.leave(lane),
            }
        }
    }

    /// The note's lane is free and an answer waits to be logged: begins with it.
    fn take_up_told(&mut self) -> bool {
        let free = matches!(self.note_track.phase, Phase::Idle | Phase::Settled);
        if !free || self.told.is_empty() {
            return false;
        }
        let told = self.told.remove(0);
        if self.note_track.phase == Phase::Settled {
            let before = self.note.logged(&self.settings.engine);
            self.logged_before.push(before);
        }
        self.note = Note::of_answer(told, self.note.time);
        self.enter(Lane::Note, State::Parse);
        true
    }

    /// The cap on steps is reached: the question ends with what is known.
    fn cap(&mut self, limit: u32) {
        self.question
            .failed(format!("the run reached its limit of {limit} steps"));
        self.question.answer = Some(answer::of_facts(&self.question));
        self.trace(
            Lane::Question,
            TraceEvent::Went {
                outcome: Outcome::StepCap,
                to: vec![State::Observe],
                reason: format!("{limit} steps were taken"),
            },
        );
        self.leave(Lane::Question);
    }

    /// A lane is done: what came of it is shown, by a step of its own.
    fn leave(&mut self, lane: Lane) {
        let shown = states::observe::shown(self, lane);
        let mut steps = vec![StepKind::Deliver(shown)];
        // What could not be saved stays in the spool.
        if lane == Lane::Note && self.note.spooled && !self.note.unsaved {
            self.note.spooled = false;
            steps.push(StepKind::DropSpool);
        }
        self.track_mut(lane).phase = Phase::Leaving;
        self.issue(lane, steps);
    }

    /// Wakes lanes that wait for each other, asks the user when nothing else is left to do, and
    /// closes the run when all lanes are done.
    fn settle(&mut self) {
        loop {
            let mut moved = self.take_up_told();
            let blocked = |l: &Lane| self.track(*l).phase == Phase::Blocked;
            let lanes = [Lane::Note, Lane::Question];
            for lane in lanes.into_iter().filter(blocked).collect::<Vec<_>>() {
                let state = self.track(lane).state;
                match (states::handler(state).enter)(self, lane) {
                    Next::Block => {}
                    next => {
                        self.track_mut(lane).phase = Phase::Working;
                        self.follow(lane, next);
                        moved = true;
                    }
                }
            }
            if moved {
                continue;
            }
            let done = |l: Lane| matches!(self.track(l).phase, Phase::Settled | Phase::Idle);
            if self.main.phase == Phase::Blocked && lanes.into_iter().all(done) {
                self.enter(Lane::Main, State::Observe);
                continue;
            }
            let waiting = lanes
                .into_iter()
                .any(|l| self.track(l).phase == Phase::Waiting);
            if waiting && self.pending().next().is_none() {
                let ask = wait_user::ask(self);
                self.issue(Lane::Main, vec![StepKind::Ask(ask)]);
            }
            return;
        }
    }
}

fn stepped(step: &Step, event: &Event) -> TraceEvent {
    TraceEvent::Step {
        id: step.id,
        kind: step.kind.name().to_owned(),
        failed: match event {
            Event::Failed { reason, .. } => Some(reason.clone()),
            _ => None,
        },
    }
}
