//! The built-in engine: answers from domain data, rules and statistics, with no model and no network.

mod acts;
mod advice;
mod analyzer;
mod clarifier;
mod correction;
pub(super) mod evaluator;
pub(super) mod language;
mod matching;
mod measures;
mod notation;
mod observer;
mod on_file;
pub(super) mod parser;
pub(super) mod planner;
mod preferences;
mod question;
mod retriever;
mod router;
mod synthesizer;
pub mod targets;
mod topics;
mod usual_days;
mod wording;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::agents::{
    AgentContext, AgentError, Agents, AnalyzerInput, AnalyzerOutput, ClarifierInput,
    ClarifierOutput, EvaluatorInput, EvaluatorOutput, ObserverInput, ObserverOutput, ParserInput,
    ParserOutput, PlannerInput, PlannerOutput, RetrieverInput, RetrieverOutput, RouterInput,
    RouterOutput, SynthesizerInput, SynthesizerOutput,
};
use crate::domain::DomainSet;
use crate::model::Intent;
use crate::storage::LogStore;

pub use acts::{HOLDS_NO_DATA, words as act_words};
pub use notation::{Outlier, Session, examples, outliers, sessions, settle};
pub use on_file::OnFile;
pub use parser::parse;
pub use preferences::stated_units;
pub use question::Asked;
pub use router::route;
pub use topics::korean_alias;
pub use wording::phrases::{Phrases, phrases};

/// A question as the reader of phrases reads it.
pub fn read_phrases(cx: &AgentContext, question: &str) -> Asked {
    question::read(question, planner::read::Ground::of(cx))
}

/// What a question of one part asks for.
pub fn read_question(cx: &AgentContext, question: &str) -> Intent {
    planner::read::read(question, planner::read::Ground::of(cx))
}

/// The most bytes of a question that is read. What is read of a note is bounded where it is read.
const LONGEST_QUESTION: usize = 8 * 1024;

/// The nine agents without a model.
#[derive(Debug)]
pub struct BuiltinAgents<S> {
    store: Arc<S>,
    domains: Arc<DomainSet>,
    targets: Arc<Vec<targets::Target>>,
}

impl<S> BuiltinAgents<S> {
    /// Agents over a store, choosing among all known domains.
    pub fn new(store: Arc<S>, domains: Arc<DomainSet>) -> Self {
        Self {
            store,
            domains,
            targets: Arc::default(),
        }
    }

    /// The same, with what the user wants days to come to.
    #[must_use]
    pub fn with_targets(mut self, targets: Vec<targets::Target>) -> Self {
        self.targets = Arc::new(targets);
        self
    }
}

impl<S> Clone for BuiltinAgents<S> {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            domains: Arc::clone(&self.domains),
            targets: Arc::clone(&self.targets),
        }
    }
}

impl<S: LogStore> Agents for BuiltinAgents<S> {
    async fn route(
        &self,
        cx: &AgentContext,
        input: &RouterInput,
    ) -> Result<RouterOutput, AgentError> {
        let last = || {
            let newest = self.store.recent(cx.today, 1).ok()?.pop()?;
            (newest.date == cx.today).then_some(newest)
        };
        Ok(router::route(cx, &self.domains, input, &last))
    }

    async fn plan(
        &self,
        cx: &AgentContext,
        input: &PlannerInput,
    ) -> Result<PlannerOutput, AgentError> {
        if input.query.len() > LONGEST_QUESTION {
            return Err(AgentError::Failed {
                agent: "planner",
                reason: "a question of more than 8,000 letters is not read; ask it in fewer words"
                    .into(),
            });
        }
        let noted = || self.store.span().ok().flatten();
        Ok(planner::plan(cx, &self.domains, input, &noted))
    }

    async fn retrieve(
        &self,
        cx: &AgentContext,
        input: &RetrieverInput,
    ) -> Result<RetrieverOutput, AgentError> {
        retriever::retrieve(&*self.store, cx, input, &self.targets)
    }

    async fn analyze(
        &self,
        cx: &AgentContext,
        input: &AnalyzerInput,
    ) -> Result<AnalyzerOutput, AgentError> {
        Ok(analyzer::analyze(cx, &self.domains, input))
    }

    async fn synthesize(
        &self,
        cx: &AgentContext,
        input: &SynthesizerInput,
    ) -> Result<SynthesizerOutput, AgentError> {
        Ok(synthesizer::synthesize(cx, input))
    }

    async fn evaluate(
        &self,
        cx: &AgentContext,
        input: &EvaluatorInput,
    ) -> Result<EvaluatorOutput, AgentError> {
        Ok(evaluator::evaluate(cx, input))
    }

    async fn clarify(
        &self,
        cx: &AgentContext,
        input: &ClarifierInput,
    ) -> Result<ClarifierOutput, AgentError> {
        Ok(clarifier::clarify(&*self.store, cx, input))
    }

    async fn parse(
        &self,
        cx: &AgentContext,
        input: &ParserInput,
    ) -> Result<ParserOutput, AgentError> {
        Ok(parser::parse(cx, input))
    }

    async fn observe(
        &self,
        cx: &AgentContext,
        input: &ObserverInput,
    ) -> Result<ObserverOutput, AgentError> {
        Ok(observer::observe(&*self.store, cx, input))
    }
}
