//! The names of the nine agents.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which of the nine agents.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the agents are described where their contracts stand"
)]
pub enum AgentName {
    Router,
    Planner,
    Retriever,
    Analyzer,
    Synthesizer,
    Evaluator,
    Clarifier,
    Parser,
    Observer,
}

impl AgentName {
    /// All nine, in the order of a run.
    pub const ALL: [Self; 9] = [
        Self::Router,
        Self::Planner,
        Self::Retriever,
        Self::Analyzer,
        Self::Synthesizer,
        Self::Evaluator,
        Self::Clarifier,
        Self::Parser,
        Self::Observer,
    ];

    /// The name as settings, traces and prompts write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Router => "router",
            Self::Planner => "planner",
            Self::Retriever => "retriever",
            Self::Analyzer => "analyzer",
            Self::Synthesizer => "synthesizer",
            Self::Evaluator => "evaluator",
            Self::Clarifier => "clarifier",
            Self::Parser => "parser",
            Self::Observer => "observer",
        }
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
