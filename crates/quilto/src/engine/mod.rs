//! Engines behind the agent contracts.
//!
//! An engine that words answers in its own way and leaves the rest to the built-in one. What it says is
//! held to the facts like any draft:
//!
//! ```
//! use std::sync::Arc;
//!
//! use quilto::agents::*;
//! use quilto::domain::{DomainSet, DomainSource};
//! use quilto::engine::builtin::BuiltinAgents;
//! use quilto::machine::{Run, RunInput, RunSettings};
//! use quilto::model::RunId;
//! use quilto::runner::{NoUser, Runner};
//! use quilto::storage::MemoryStore;
//!
//! struct Shouting(BuiltinAgents<MemoryStore>);
//!
//! impl Agents for Shouting {
//!     async fn synthesize(
//!         &self,
//!         cx: &AgentContext,
//!         input: &SynthesizerInput,
//!     ) -> Result<SynthesizerOutput, AgentError> {
//!         let mut draft = self.0.synthesize(cx, input).await?;
//!         draft.response = format!("HEAR, HEAR: {}", draft.response);
//!         Ok(draft)
//!     }
//!     // and so on, for each `self.0.route(cx, input).await`
//! #     async fn route(&self, cx: &AgentContext, input: &RouterInput) -> Result<RouterOutput, AgentError> {
//! #         self.0.route(cx, input).await
//! #     }
//! #     async fn plan(&self, cx: &AgentContext, input: &PlannerInput) -> Result<PlannerOutput, AgentError> {
//! #         self.0.plan(cx, input).await
//! #     }
//! #     async fn retrieve(&self, cx: &AgentContext, input: &RetrieverInput) -> Result<RetrieverOutput, AgentError> {
//! #         self.0.retrieve(cx, input).await
//! #     }
//! #     async fn analyze(&self, cx: &AgentContext, input: &AnalyzerInput) -> Result<AnalyzerOutput, AgentError> {
//! #         self.0.analyze(cx, input).await
//! #     }
//! #     async fn evaluate(&self, cx: &AgentContext, input: &EvaluatorInput) -> Result<EvaluatorOutput, AgentError> {
//! #         self.0.evaluate(cx, input).await
//! #     }
//! #     async fn clarify(&self, cx: &AgentContext, input: &ClarifierInput) -> Result<ClarifierOutput, AgentError> {
//! #         self.0.clarify(cx, input).await
//! #     }
//! #     async fn parse(&self, cx: &AgentContext, input: &ParserInput) -> Result<ParserOutput, AgentError> {
//! #         self.0.parse(cx, input).await
//! #     }
//! #     async fn observe(&self, cx: &AgentContext, input: &ObserverInput) -> Result<ObserverOutput, AgentError> {
//! #         self.0.observe(cx, input).await
//! #     }
//! }
//!
//! # let rocks = DomainSource::embedded("rocks", &[
//! #     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
//! #     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
//! #     ("notation.yaml", "
//! #         list: rocks
//! #         item: {kinds: [rock], name: name, rows: rounds}
//! #         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
//! #     ("measures.yaml", "
//! #         default: minutes
//! #         rows: [{name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}]
//! #         measures: [{name: minutes, rows: rounds, each: minutes, aggregate: max, unit: min,
//! #                     better: higher, best: {en: [longest]}}]"),
//! # ]);
//! # let domains = Arc::new(DomainSet::new([rocks]).0);
//! let store = Arc::new(MemoryStore::new());
//! let agents = Shouting(BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains)));
//! let runner = Runner::new(&agents, &*store, &domains, &NoUser);
//! # let mut answers = Vec::new();
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! for (id, text) in [("1", "granite 20 minutes"), ("2", "longest granite?")] {
//!     let input = RunInput::new(text, vec!["rocks".into()]);
//!     let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
//!     answers.extend(runner.run(Run::start(RunId(id.into()), input, settings)?).await?.answer);
//! }
//! assert!(answers[0].text.starts_with("HEAR, HEAR: "), "{}", answers[0].text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod builtin;
pub mod cascade;
pub mod model;
