//! What came of a step.

use serde::{Deserialize, Serialize};

use crate::agents::{
    AnalyzerOutput, ClarifierOutput, EvaluatorOutput, ObserverOutput, ParserOutput, PlannerOutput,
    RetrieverOutput, RouterOutput, SynthesizerOutput,
};
use crate::model::Entry;

use super::{AgentCall, Reply, StepKind};

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(
    clippy::large_enum_variant,
    reason = "events are passed on at once and never stored in numbers"
)]
pub enum Event {
    /// It is done; there is nothing to tell.
    Done,
    /// A section was appended.
    Appended(Entry),
    /// The newest entries, oldest first.
    Recent(Vec<Entry>),
    /// The global context.
    GlobalContext(String),
    /// Domains were loaded.
    ContextBuilt {
        /// The domains that are loaded now, base ones included.
        loaded: Vec<String>,
        /// What went wrong with the others, in words for the user.
        problems: Vec<String>,
    },
    /// An agent answered.
    Agent(AgentOutput),
    /// The user replied.
    Replied(Reply),
    /// It could not be done. A run takes this from any step but the question to the user.
    Failed {
        /// Why, in words for the user.
        reason: String,
        /// What stands in its way, where that is known.
        obstacle: Obstacle,
    },
}

/// What stands in the way of a step: what can be done about it depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// Nothing that is known.
    #[default]
    Unknown,
    /// Somebody else holds what it needs, so that it can be done later.
    InUse,
    /// What it would write to lies elsewhere than it seems.
    LeadsOut,
}

/// What an agent answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "one is made for a step of a run")]
pub enum AgentOutput {
    /// Router.
    Route(RouterOutput),
    /// Planner.
    Plan(PlannerOutput),
    /// Retriever.
    Retrieve(RetrieverOutput),
    /// Analyzer.
    Analyze(AnalyzerOutput),
    /// Synthesizer.
    Synthesize(SynthesizerOutput),
    /// Evaluator.
    Evaluate(EvaluatorOutput),
    /// Clarifier.
    Clarify(ClarifierOutput),
    /// Parser.
    Parse(ParserOutput),
    /// Observer.
    Observe(ObserverOutput),
}

impl Event {
    /// A short name for messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Appended(_) => "appended",
            Self::Recent(_) => "recent entries",
            Self::GlobalContext(_) => "global context",
            Self::ContextBuilt { .. } => "context built",
            Self::Agent(output) => output.name(),
            Self::Replied(_) => "reply",
            Self::Failed { .. } => "failed",
        }
    }

    /// Whether this can be the result of that step.
    pub fn fits(&self, step: &StepKind) -> bool {
        match (step, self) {
            (StepKind::Ask(_), Self::Replied(_)) => true,
            (StepKind::Ask(_), _) => false,
            (_, Self::Failed { .. }) => true,
            (StepKind::Append(_), Self::Appended(_))
            | (StepKind::ReadRecent { .. }, Self::Recent(_))
            | (StepKind::ReadGlobalContext, Self::GlobalContext(_))
            | (StepKind::BuildContext { .. }, Self::ContextBuilt { .. }) => true,
            (StepKind::Call { call, .. }, Self::Agent(output)) => output.answers(call),
            (
                StepKind::Spool { .. }
                | StepKind::DropSpool
                | StepKind::StoreParse { .. }
                | StepKind::Deliver(_)
                | StepKind::UpdateGlobalContext { .. },
                Self::Done,
            ) => true,
            _ => false,
        }
    }
}

impl AgentOutput {
    /// The agent's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Route(_) => "router output",
            Self::Plan(_) => "planner output",
            Self::Retrieve(_) => "retriever output",
            Self::Analyze(_) => "analyzer output",
            Self::Synthesize(_) => "synthesizer output",
            Self::Evaluate(_) => "evaluator output",
            Self::Clarify(_) => "clarifier output",
            Self::Parse(_) => "parser output",
            Self::Observe(_) => "observer output",
        }
    }

    fn answers(&self, call: &AgentCall) -> bool {
        matches!(
            (self, call),
            (Self::Route(_), AgentCall::Route(_))
                | (Self::Plan(_), AgentCall::Plan(_))
                | (Self::Retrieve(_), AgentCall::Retrieve(_))
                | (Self::Analyze(_), AgentCall::Analyze(_))
                | (Self::Synthesize(_), AgentCall::Synthesize(_))
                | (Self::Evaluate(_), AgentCall::Evaluate(_))
                | (Self::Clarify(_), AgentCall::Clarify(_))
                | (Self::Parse(_), AgentCall::Parse(_))
                | (Self::Observe(_), AgentCall::Observe(_))
        )
    }
}
