//! The states of a run and what can come of each.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A state of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// Says what the input is and which domains it touches.
    Route,
    /// Loads the chosen domains.
    BuildContext,
    /// Takes the question apart and says what to read, compute, ask or load.
    Plan,
    /// Reads entries and computes facts.
    Retrieve,
    /// Says what entries and facts mean, and whether that is enough.
    Analyze,
    /// Loads more domains in the middle of a question.
    ExpandDomain,
    /// Words questions for the user.
    Clarify,
    /// Waits for the user.
    WaitUser,
    /// Writes a draft.
    Synthesize,
    /// Judges the draft.
    Evaluate,
    /// Reads a note into data.
    Parse,
    /// Saves what was understood.
    Store,
    /// Remembers what is worth it.
    Observe,
    /// The end.
    Complete,
}

impl State {
    /// Every state, in the order of the documentation.
    pub const ALL: [Self; 14] = [
        Self::Route,
        Self::BuildContext,
        Self::Plan,
        Self::Retrieve,
        Self::Analyze,
        Self::ExpandDomain,
        Self::Clarify,
        Self::WaitUser,
        Self::Synthesize,
        Self::Evaluate,
        Self::Parse,
        Self::Store,
        Self::Observe,
        Self::Complete,
    ];

    /// Its name in diagrams, traces and JSON, and the outcomes its handler may declare.
    /// [`super::Graph::build`] checks that each has an edge.
    fn about(self) -> (&'static str, &'static [Outcome]) {
        use Outcome as O;
        match self {
            Self::Route => ("ROUTE", &[O::Selected]),
            Self::BuildContext => ("BUILD_CONTEXT", &[O::Query, O::Log, O::Correction, O::Both]),
            Self::Plan => (
                "PLAN",
                &[O::Retrieve, O::Expand, O::Clarify, O::Sufficient, O::Failed],
            ),
            Self::Retrieve => ("RETRIEVE", &[O::Done]),
            Self::Analyze => (
                "ANALYZE",
                &[
                    O::OutsideExpertise,
                    O::Sufficient,
                    O::Insufficient,
                    O::Spent,
                    O::Failed,
                ],
            ),
            Self::ExpandDomain => (
                "EXPAND_DOMAIN",
                &[O::Expanded, O::NothingNewAsk, O::NothingNew],
            ),
            Self::Clarify => ("CLARIFY", &[O::Asked, O::NothingToAsk, O::Spent]),
            Self::WaitUser => (
                "WAIT_USER",
                &[
                    O::Answered,
                    O::AnswerNote,
                    O::Declined,
                    O::Approved,
                    O::Chosen,
                    O::Refined,
                    O::Rejected,
                ],
            ),
            Self::Synthesize => ("SYNTHESIZE", &[O::Done, O::Failed]),
            Self::Evaluate => (
                "EVALUATE",
                &[
                    O::Pass,
                    O::Ungrounded,
                    O::UngroundedAgain,
                    O::FailExpand,
                    O::Fail,
                    O::Spent,
                    O::Unjudged,
                ],
            ),
            Self::Parse => (
                "PARSE",
                &[
                    O::Parsed,
                    O::Ambiguous,
                    O::ApprovalNeeded,
                    O::NoTarget,
                    O::Failed,
                ],
            ),
            Self::Store => ("STORE", &[O::Stored, O::Failed]),
            Self::Observe => ("OBSERVE", &[O::Done]),
            Self::Complete => ("COMPLETE", &[]),
        }
    }

    /// The outcomes its handler may declare.
    pub fn outcomes(self) -> &'static [Outcome] {
        self.about().1
    }

    /// The name in diagrams, traces and JSON.
    pub fn name(self) -> &'static str {
        self.about().0
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What came of a state. Together with the state it names an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// ROUTE: the domains are chosen.
    Selected,
    /// BUILD_CONTEXT: the input asks.
    Query,
    /// BUILD_CONTEXT: the input is a note.
    Log,
    /// BUILD_CONTEXT: the input changes an earlier note.
    Correction,
    /// BUILD_CONTEXT: a note and a question.
    Both,
    /// PLAN: read something.
    Retrieve,
    /// PLAN: load a domain first.
    Expand,
    /// PLAN: only the user can say.
    Clarify,
    /// PLAN, ANALYZE: enough is known.
    Sufficient,
    /// ANALYZE: something critical is missing, and planning again may find it.
    Insufficient,
    /// ANALYZE: judging it needs a domain that is not loaded.
    OutsideExpertise,
    /// A budget is used up.
    Spent,
    /// The agent or the store gave nothing.
    Failed,
    /// The state did its work.
    Done,
    /// EXPAND_DOMAIN: new domains are loaded.
    Expanded,
    /// EXPAND_DOMAIN: nothing new to load, and a gap that the user can fill.
    NothingNewAsk,
    /// EXPAND_DOMAIN: nothing new to load.
    NothingNew,
    /// CLARIFY: there are questions.
    Asked,
    /// CLARIFY: nothing is worth asking.
    NothingToAsk,
    /// WAIT_USER: the user answered.
    Answered,
    /// WAIT_USER: the user answered with something that is a note of its own.
    AnswerNote,
    /// WAIT_USER: the user would rather not say.
    Declined,
    /// WAIT_USER: the preview may be written.
    Approved,
    /// WAIT_USER: the user named the entry to correct.
    Chosen,
    /// WAIT_USER: the preview is to be changed.
    Refined,
    /// WAIT_USER: the preview is not to be written.
    Rejected,
    /// EVALUATE: the draft may be shown.
    Pass,
    /// EVALUATE: words without a fact behind them, for the first time.
    Ungrounded,
    /// EVALUATE: words without a fact behind them, again.
    UngroundedAgain,
    /// EVALUATE: failed, and a domain that would help is not loaded yet.
    FailExpand,
    /// EVALUATE: failed, plan again with the feedback.
    Fail,
    /// EVALUATE: nobody could judge the draft, so it is not shown.
    Unjudged,
    /// PARSE: data was read.
    Parsed,
    /// PARSE: several entries could be meant.
    Ambiguous,
    /// PARSE: the user wants to see it first.
    ApprovalNeeded,
    /// PARSE: no entry to correct.
    NoTarget,
    /// STORE: it is saved.
    Stored,
    /// Any state of a question: the cap on steps was reached. Leads to OBSERVE with what is known.
    /// It stands outside the table because it can come from everywhere.
    StepCap,
}

impl Outcome {
    /// The word in diagrams, traces and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Selected => "domains selected",
            Self::Query => "query",
            Self::Log => "log",
            Self::Correction => "correction",
            Self::Both => "both",
            Self::Retrieve => "retrieve",
            Self::Expand => "expand",
            Self::Clarify => "clarify",
            Self::Sufficient => "sufficient",
            Self::Insufficient => "insufficient",
            Self::OutsideExpertise => "gap outside expertise",
            Self::Spent => "budget spent",
            Self::Failed => "failed",
            Self::Done => "done",
            Self::Expanded => "expanded",
            Self::NothingNewAsk => "nothing new, ask the user",
            Self::NothingNew => "nothing new",
            Self::Asked => "asked",
            Self::NothingToAsk => "nothing to ask",
            Self::Answered => "answered",
            Self::AnswerNote => "answered with a note",
            Self::Declined => "declined",
            Self::Approved => "approved",
            Self::Chosen => "chosen",
            Self::Refined => "refined",
            Self::Rejected => "rejected",
            Self::Pass => "pass",
            Self::Ungrounded => "ungrounded",
            Self::UngroundedAgain => "ungrounded again",
            Self::FailExpand => "fail, domain missing",
            Self::Fail => "fail",
            Self::Unjudged => "nobody could judge",
            Self::Parsed => "parsed",
            Self::Ambiguous => "target ambiguous",
            Self::ApprovalNeeded => "approval needed",
            Self::NoTarget => "no target",
            Self::Stored => "stored",
            Self::StepCap => "step cap",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
