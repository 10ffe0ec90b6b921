//! What a run came to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{AgentUse, Answer, Fact, InputType, RunId, Turn, WithoutModel};

use super::interrupt::Ask;
use super::note::Logged;
use super::problem::Problem;
use super::run::{Phase, Run};
use super::state::State;
use super::step::Lane;
use super::trace::TraceLine;

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The question is answered.
    Answered,
    /// The note or correction is stored.
    Logged,
    /// Part of what was asked stays open; `gaps` and `problems` say what.
    Partial,
    /// Questions to the user are open.
    WaitingForUser,
    /// A preview waits for the user's word.
    PendingApproval,
    /// The user did not want it written.
    Rejected,
    /// What was typed could not be saved.
    Failed,
    /// Steps are still out.
    Running,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// The run.
    pub run_id: RunId,
    /// What was said.
    #[serde(default)]
    pub text: String,
    /// What the input was.
    pub input_type: InputType,
    /// How it stands.
    pub status: Status,
    /// What became of the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logged: Option<Logged>,
    /// What became of the notes before it, where the run logged several: answers to its questions
    /// may be notes too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logged_before: Vec<Logged>,
    /// The answer, with its citations and gaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// What was said, and what it was read as, for what is said next in the conversation.
    #[serde(default)]
    pub turn: Turn,
    /// What was computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What is asked of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// What the user should know besides (a broken domain, a damaged day).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// The states in the order they were entered, lane by lane.
    pub path: Vec<State>,
    /// Every step and transition with its reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TraceLine>,
    /// What models cost, agent by agent; nothing where none was asked. A run that waited and went
    /// on counts from there: what was asked before stands in the report of that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub usage: Vec<AgentUse>,
    /// Work that the built-in engine had to do in a model's place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_model: Vec<WithoutModel>,
}

impl RunReport {
    /// Why the answer was made without a model although one was to make it, each reason once;
    /// nothing where a model did, or was not to.
    pub fn answered_without_model(&self) -> Vec<&WithoutModel> {
        let mut reasons: Vec<&WithoutModel> = Vec::new();
        let answered = self.answer.iter().flat_map(|_| &self.without_model);
        for without in answered.filter(|without| without.is_of_answer()) {
            if !reasons.iter().any(|known| known.reason == without.reason) {
                reasons.push(without);
            }
        }
        reasons
    }

    /// How many calls of a language model were made.
    pub fn model_calls(&self) -> u64 {
        self.usage.iter().map(|used| used.calls).sum()
    }
}

impl Run {
    /// How the run stands and what it came to so far. What models cost is for the caller to
    /// fill in.
    pub fn report(&self) -> RunReport {
        let begun = |lane| self.track(lane).phase != Phase::Idle;
        let mut problems = self.problems.clone();
        problems.extend(self.question.warnings.iter().cloned());
        let known_entry = self.note.entry.is_some();
        RunReport {
            run_id: self.id.clone(),
            text: self.input.text.clone(),
            input_type: self.input_type,
            status: self.status(),
            logged: (begun(Lane::Note) || known_entry)
                .then(|| self.note.logged(&self.settings.engine)),
            logged_before: self.logged_before.clone(),
            answer: self.question.answer.clone(),
            turn: self.question.turn(&self.input.text, &self.note.domains),
            facts: self.question.facts(),
            ask: self.ask().map(|(_, ask)| ask.clone()),
            problems,
            path: self.path(),
            trace: self.trace_lines(),
            usage: Vec::new(),
            without_model: Vec::new(),
        }
    }

    fn status(&self) -> Status {
        if let Some((_, ask)) = self.ask() {
            return if ask.preview.is_some() && ask.questions.is_empty() {
                Status::PendingApproval
            } else {
                Status::WaitingForUser
            };
        }
        if !self.is_complete() {
            return Status::Running;
        }
        if self.note.unsaved {
            return Status::Failed;
        }
        match &self.question.answer {
            Some(answer) if answer.is_partial => Status::Partial,
            Some(_) => Status::Answered,
            None if self.turned_down() => Status::Rejected,
            None if self.note.entry.is_some() => Status::Logged,
            None => Status::Partial,
        }
    }

    /// Whether the user saw what would be written and did not want it.
    fn turned_down(&self) -> bool {
        let asked = self.note_track.path.contains(&State::WaitUser);
        asked && !self.note.saved && self.note.parse.is_some()
    }

    /// The states in the order they were entered: up to where lanes part, the note's, the
    /// question's, and the end.
    pub fn path(&self) -> Vec<State> {
        let closing = |s: &State| matches!(s, State::Observe | State::Complete);
        let main = &self.main.path;
        let split = main.iter().position(closing).unwrap_or(main.len());
        let (opening, end) = main.split_at(split);
        [
            opening,
            &self.note_track.path,
            &self.question_track.path,
            end,
        ]
        .concat()
    }

    fn trace_lines(&self) -> Vec<TraceLine> {
        let closing = |l: &TraceLine| matches!(l.state, State::Observe | State::Complete);
        let main = &self.main.trace;
        let split = main.iter().position(closing).unwrap_or(main.len());
        let (opening, end) = main.split_at(split);
        [
            opening,
            &self.note_track.trace,
            &self.question_track.trace,
            end,
        ]
        .concat()
    }
}
