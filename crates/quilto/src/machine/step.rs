//! What a run wants done.

use std::fmt;

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agents::{
    AnalyzerInput, ClarifierInput, ContextUpdate, EvaluatorInput, ObserverInput, ParserInput,
    PlannerInput, RetrieverInput, RouterInput, SynthesizerInput,
};
use crate::model::{Answer, EntryId, EntryKind, Fact, Parsed};

use super::{Ask, Logged};

/// The lanes of a run. Their data do not touch while they run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Routing at the start, asking the user, observing at the end.
    Main,
    /// Reading and saving a note.
    Note,
    /// Answering a question.
    Question,
}

impl Lane {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Note => "note",
            Self::Question => "question",
        }
    }
}

/// The name of a step, unique in its run and the same however the results before it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StepId {
    /// Its lane.
    pub lane: Lane,
    /// Its number in the lane, from 1.
    pub number: u32,
}

impl fmt::Display for StepId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.lane.name(), self.number)
    }
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its name, to feed the result back under.
    pub id: StepId,
    /// What to do.
    pub kind: StepKind,
}

/// A section to append to the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewNote {
    /// The day to file it under.
    pub date: NaiveDate,
    /// The minute of its heading.
    pub time: NaiveTime,
    /// What kind of section it is.
    pub kind: EntryKind,
    /// The words as typed.
    pub raw: String,
    /// What words cannot carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

/// What is shown to the user on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// What became of a note.
    Logged(Box<Logged>),
    /// The answer, with the facts under it.
    Answer {
        /// The answer.
        answer: Answer,
        /// What was computed for it.
        facts: Vec<Fact>,
    },
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "a run holds a handful of steps at most, so boxing would only cost clarity"
)]
pub enum StepKind {
    /// Keep the run's text safe until it is known to be a note.
    Spool {
        /// The text.
        text: String,
    },
    /// Drop the run's spooled text.
    DropSpool,
    /// Append a section to the log.
    Append(NewNote),
    /// Read the newest entries.
    ReadRecent {
        /// Up to and including this day.
        until: NaiveDate,
        /// How many.
        count: usize,
    },
    /// Read the global context.
    ReadGlobalContext,
    /// Load these domains, the base ones besides.
    BuildContext {
        /// Names of domains.
        domains: Vec<String>,
    },
    /// Ask an agent, with these domains loaded.
    Call {
        /// Which agent, with what.
        call: AgentCall,
        /// Names of domains.
        domains: Vec<String>,
    },
    /// Save what was understood of an entry.
    StoreParse {
        /// The entry.
        entry: EntryId,
        /// What was understood.
        parsed: Parsed,
    },
    /// Ask the user.
    Ask(Ask),
    /// Show something to the user.
    Deliver(Delivery),
    /// Write what was learned into the global context.
    UpdateGlobalContext {
        /// What was learned.
        updates: Vec<ContextUpdate>,
        /// The day it was learned.
        today: NaiveDate,
    },
}

impl StepKind {
    /// A short name for traces and progress.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Spool { .. } => "spool",
            Self::DropSpool => "drop spool",
            Self::Append(_) => "append",
            Self::ReadRecent { .. } => "read recent",
            Self::ReadGlobalContext => "read global context",
            Self::BuildContext { .. } => "build context",
            Self::Call { call, .. } => call.name(),
            Self::StoreParse { .. } => "store parse",
            Self::Ask(_) => "ask user",
            Self::Deliver(_) => "deliver",
            Self::UpdateGlobalContext { .. } => "update global context",
        }
    }
}

/// A call of one of the nine agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "a run holds a handful of calls at most, so boxing would only cost clarity"
)]
pub enum AgentCall {
    /// Router.
    Route(RouterInput),
    /// Planner.
    Plan(PlannerInput),
    /// Retriever.
    Retrieve(RetrieverInput),
    /// Analyzer.
    Analyze(AnalyzerInput),
    /// Synthesizer.
    Synthesize(SynthesizerInput),
    /// Evaluator. Whoever makes the call fills in the rules of the loaded domains.
    Evaluate(EvaluatorInput),
    /// Clarifier.
    Clarify(ClarifierInput),
    /// Parser.
    Parse(ParserInput),
    /// Observer.
    Observe(ObserverInput),
}

impl AgentCall {
    /// The agent's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Route(_) => "router",
            Self::Plan(_) => "planner",
            Self::Retrieve(_) => "retriever",
            Self::Analyze(_) => "analyzer",
            Self::Synthesize(_) => "synthesizer",
            Self::Evaluate(_) => "evaluator",
            Self::Clarify(_) => "clarifier",
            Self::Parse(_) => "parser",
            Self::Observe(_) => "observer",
        }
    }
}
