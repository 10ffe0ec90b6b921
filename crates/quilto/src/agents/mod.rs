//! The nine agents: what each gets, what it must decide, and what it must never do.
//!
//! [`Agents`] is the one contract. Two engines stand behind it: the built-in one, which answers
//! from domain data, rules and statistics, and one that asks a language model.

use std::future::Future;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveDateTime};

use crate::domain::ActiveDomainContext;
use crate::model::UnitPreferences;

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
        source: crate::storage::StorageError,
    },
}

/// The nine agents. An implementation is shared by all steps of a run, which may run at once.
///
/// Agents never write: what they decide, the machine turns into steps.
///
/// An engine that words answers in its own way and leaves the rest to the built-in one. What it says is
/// held to the facts like any draft:
///
/// ```
/// use std::sync::Arc;
///
/// use quilto::agents::*;
/// use quilto::domain::{DomainSet, DomainSource};
/// use quilto::engine::builtin::BuiltinAgents;
/// use quilto::machine::{Run, RunInput, RunSettings};
/// use quilto::model::RunId;
/// use quilto::runner::{NobodyThere, Runner};
/// use quilto::storage::MemoryStore;
///
/// struct Shouting(BuiltinAgents<MemoryStore>);
///
/// impl Agents for Shouting {
///     async fn synthesize(
///         &self,
///         cx: &AgentContext,
///         input: &SynthesizerInput,
///     ) -> Result<SynthesizerOutput, AgentError> {
///         let mut draft = self.0.synthesize(cx, input).await?;
///         draft.response = format!("HEAR, HEAR: {}", draft.response);
///         Ok(draft)
///     }
///     // and so on, for each `self.0.route(cx, input).await`
/// #     async fn route(&self, cx: &AgentContext, input: &RouterInput) -> Result<RouterOutput, AgentError> {
/// #         self.0.route(cx, input).await
/// #     }
/// #     async fn plan(&self, cx: &AgentContext, input: &PlannerInput) -> Result<PlannerOutput, AgentError> {
/// #         self.0.plan(cx, input).await
/// #     }
/// #     async fn retrieve(&self, cx: &AgentContext, input: &RetrieverInput) -> Result<RetrieverOutput, AgentError> {
/// #         self.0.retrieve(cx, input).await
/// #     }
/// #     async fn analyze(&self, cx: &AgentContext, input: &AnalyzerInput) -> Result<AnalyzerOutput, AgentError> {
/// #         self.0.analyze(cx, input).await
/// #     }
/// #     async fn evaluate(&self, cx: &AgentContext, input: &EvaluatorInput) -> Result<EvaluatorOutput, AgentError> {
/// #         self.0.evaluate(cx, input).await
/// #     }
/// #     async fn clarify(&self, cx: &AgentContext, input: &ClarifierInput) -> Result<ClarifierOutput, AgentError> {
/// #         self.0.clarify(cx, input).await
/// #     }
/// #     async fn parse(&self, cx: &AgentContext, input: &ParserInput) -> Result<ParserOutput, AgentError> {
/// #         self.0.parse(cx, input).await
/// #     }
/// #     async fn observe(&self, cx: &AgentContext, input: &ObserverInput) -> Result<ObserverOutput, AgentError> {
/// #         self.0.observe(cx, input).await
/// #     }
/// }
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
/// let store = Arc::new(MemoryStore::new());
/// let agents = Shouting(BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains)));
/// let runner = Runner::new(&agents, &*store, &domains, &NobodyThere);
/// # let mut answers = Vec::new();
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// for (id, text) in [("1", "granite 20 minutes"), ("2", "longest granite?")] {
///     let input = RunInput::new(text, vec!["rocks".into()]);
///     let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
///     answers.extend(runner.run(Run::start(RunId(id.into()), input, settings)?).await?.answer);
/// }
/// assert!(answers[0].text.starts_with("HEAR, HEAR: "), "{}", answers[0].text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
