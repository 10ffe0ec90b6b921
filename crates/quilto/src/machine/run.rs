//! A run: its lanes, what they hold, and what it began with.

use serde::{Deserialize, Serialize};

use crate::agents::RouterOutput;
use crate::model::{InputType, RunId};

use super::graph::{Graph, GraphError};
use super::input::{RunInput, RunSettings};
use super::interrupt::Ask;
use super::note::{AnswerNote, Logged, Note};
use super::problem::Problem;
use super::question::Question;
use super::state::{Outcome, State};
use super::step::{Lane, Step, StepId, StepKind};
use super::trace::{TraceEvent, TraceLine};
use super::{Event, day};

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
pub(crate) struct StepResult {
    pub step: StepKind,
    pub event: Event,
}

/// One run of the machine, complete at any moment: it can be saved, loaded and continued.
///
/// It says what to do and takes what came of it. A [`Runner`](crate::runner::Runner) does that; by hand it
/// goes like this:
///
/// ```
/// use quilto::machine::{Event, Run, RunInput, RunSettings, StepKind};
/// use quilto::model::RunId;
///
/// let input = RunInput::new("granite 20 minutes", vec!["rocks".into()]);
/// let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
/// let mut run = Run::start(RunId("1".into()), input, settings)?;
/// for step in run.next() {
///     let result = match step.kind {
///         StepKind::ReadGlobalContext => Event::GlobalContext(String::new()),
///         _ => Event::Done, // the text is kept safe
///     };
///     run.feed(step.id, result)?;
/// }
///
/// // As data it is whole, whenever that is asked for.
/// let saved = serde_json::to_string(&run)?;
/// let run: Run = serde_json::from_str(&saved)?;
/// assert_eq!(run.next()[0].kind.name(), "router");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    #[serde(rename = "told")]
    pub(crate) answer_notes: Vec<AnswerNote>,
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
            answer_notes: Vec::new(),
            logged_before: Vec::new(),
            input,
            settings,
        };
        run.note.chosen = run.input.about.as_ref().map(|entry| entry.id.clone());
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
}
