//! The nine agents: what each gets, what it must decide, and what it must never do.
//!
//! [`Agents`] is the one contract. Two engines stand behind it: the built-in one, which answers
//! from domain data, rules and statistics, and one that asks a language model.

use std::future::Future;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveDateTime};

use quilto_domain::ActiveDomainContext;
use quilto_model::UnitPreferences;

mod analyzer;
mod clarifier;
mod evaluator;
mod meter;
mod observer;
mod parser;
mod planner;
mod retriever;
mod router;
mod synthesizer;

pub use analyzer::{AnalyzerInput, AnalyzerOutput};
pub use clarifier::{ClarifierInput, ClarifierOutput};
pub use evaluator::{
    Dimension, EvaluationDimension, EvaluatorInput, EvaluatorOutput, Recommendation,
};
pub use meter::{Budget, Clock, Meter};
pub use observer::{
    Certainty, ContextCategory, ContextUpdate, ObserverInput, ObserverOutput, Trigger,
};
pub use parser::{CorrectionDelta, ParserInput, ParserOutput};
pub use planner::{NextAction, PlannerInput, PlannerOutput};
pub use retriever::{RetrieverInput, RetrieverOutput};
pub use router::{RouterInput, RouterOutput};
pub use synthesizer::{AnalyzedPart, SynthesizerInput, SynthesizerOutput};

/// What every agent may know of the world, fixed when the run began.
#[derive(Clone, Debug)]
pub struct AgentContext {
    /// The loaded domains, base first, and what else could be loaded.
    pub domains: Arc<ActiveDomainContext>,
    /// Local time when the run began.
    pub now: NaiveDateTime,
    /// The day the run belongs to; with a late `day_ends` it may be the day before `now`.
    pub today: NaiveDate,
    /// The units a bare number means and an answer uses.
    pub units: UnitPreferences,
    /// How long answers should be.
    pub response_style: ResponseStyle,
    /// What models have cost this run so far, and what they may cost.
    pub meter: Arc<Meter>,
}

/// How long answers should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseStyle {
    /// The answer, two or three dated facts, one caveat.
    #[default]
    Concise,
    /// Every fact that was computed.
    Detailed,
}

/// Why an agent gave no output.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The agent could not do its work on this input.
    #[error("the {agent} could not answer: {reason}")]
    Failed {
        /// Which agent.
        agent: &'static str,
        /// Why, for the trace and the user.
        reason: String,
    },
    /// Reading the store failed while the agent worked.
    #[error("the {agent} could not read the notes")]
    Storage {
        /// Which agent.
        agent: &'static str,
        /// What the store said.
        #[source]
        source: quilto_store::StorageError,
    },
}

/// The nine agents. An implementation is shared by all steps of a run, which may run at once.
///
/// Agents never write: what they decide, the machine turns into steps.
pub trait Agents: Send + Sync {
    /// Says what the input is and which domains it touches.
    fn route(
        &self,
        cx: &AgentContext,
        input: &RouterInput,
    ) -> impl Future<Output = Result<RouterOutput, AgentError>> + Send;
    /// Takes a question apart and says what to read, compute, ask or load.
    fn plan(
        &self,
        cx: &AgentContext,
        input: &PlannerInput,
    ) -> impl Future<Output = Result<PlannerOutput, AgentError>> + Send;
    /// Executes the planner's instructions: reads entries and computes facts. Always code.
    fn retrieve(
        &self,
        cx: &AgentContext,
        input: &RetrieverInput,
    ) -> impl Future<Output = Result<RetrieverOutput, AgentError>> + Send;
    /// Turns entries and facts into findings, names gaps, and says whether it is enough.
    fn analyze(
        &self,
        cx: &AgentContext,
        input: &AnalyzerInput,
    ) -> impl Future<Output = Result<AnalyzerOutput, AgentError>> + Send;
    /// Puts findings into words for the user.
    fn synthesize(
        &self,
        cx: &AgentContext,
        input: &SynthesizerInput,
    ) -> impl Future<Output = Result<SynthesizerOutput, AgentError>> + Send;
    /// Judges a draft before it is shown.
    fn evaluate(
        &self,
        cx: &AgentContext,
        input: &EvaluatorInput,
    ) -> impl Future<Output = Result<EvaluatorOutput, AgentError>> + Send;
    /// Words the questions that only the user can answer.
    fn clarify(
        &self,
        cx: &AgentContext,
        input: &ClarifierInput,
    ) -> impl Future<Output = Result<ClarifierOutput, AgentError>> + Send;
    /// Reads a note into structured data.
    fn parse(
        &self,
        cx: &AgentContext,
        input: &ParserInput,
    ) -> impl Future<Output = Result<ParserOutput, AgentError>> + Send;
    /// Says what of this run is worth remembering.
    fn observe(
        &self,
        cx: &AgentContext,
        input: &ObserverInput,
    ) -> impl Future<Output = Result<ObserverOutput, AgentError>> + Send;
}
