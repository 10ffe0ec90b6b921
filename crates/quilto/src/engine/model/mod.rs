//! The engine that asks language models. There is one way for all agents, in `structured`.
//!
//! What a model says is never taken on trust: answers are held to their schema, names to the
//! vocabulary, periods to those that code read, numbers to facts, words of the note to the note.

mod additions;
mod analyzer;
mod causal_claims;
mod clarifier;
mod evaluator;
mod exprs;
mod guard;
mod injection;
mod join;
mod json;
mod note_content;
mod observer;
mod parser;
mod planner;
mod prompt;
mod prompt_lines;
mod quote;
mod repair;
mod router;
pub mod schema;
mod structured;
mod synthesizer;
mod wording;

use std::fmt;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::agents::{
    AgentContext, AgentError, Agents, AnalyzerInput, AnalyzerOutput, ClarifierInput,
    ClarifierOutput, EvaluatorInput, EvaluatorOutput, ObserverInput, ObserverOutput, ParserInput,
    ParserOutput, PlannerInput, PlannerOutput, RetrieverInput, RetrieverOutput, RouterInput,
    RouterOutput, SynthesizerInput, SynthesizerOutput,
};
use crate::domain::{DomainModule, DomainSet};
use crate::engine::builtin::BuiltinAgents;
use crate::llm::ModelRoster;
use crate::model::AgentName;
use crate::storage::LogStore;

pub(super) use evaluator::by_code as checked_by_code;
pub use injection::speaks_to_program;
use note_content::NoteContent;
pub use quote::{harmless, quoted_lines};
use structured::{AgentRequest, CheckResult, CheckedAnswer};

/// The schema of what a domain stores, for domains that do not bring their own.
pub type SchemaOf = fn(&str) -> Option<Value>;

/// How models are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromptSettings {
    /// How often a model is asked again because its answer did not fit.
    pub parse_retry: u32,
    /// How many tokens a prompt may have, by a safe estimate. Longer histories are read in parts.
    pub context_tokens: usize,
    /// How many notes a model that routes or parses sees at most.
    pub max_entries: usize,
}

impl Default for PromptSettings {
    fn default() -> Self {
        Self {
            parse_retry: 2,
            context_tokens: 6_000,
            max_entries: 20,
        }
    }
}

/// What all agents need to ask.
pub(crate) struct Models {
    roster: ModelRoster,
    manner: PromptSettings,
    schema_of: SchemaOf,
}

impl Models {
    /// Asks for an agent.
    async fn ask<T: DeserializeOwned>(
        &self,
        cx: &AgentContext,
        asked: AgentRequest,
        check: impl Fn(&mut T, &Value) -> CheckResult,
    ) -> Result<CheckedAnswer<T>, AgentError> {
        let clients = self.roster.for_agent(asked.agent);
        let again = if asked.again {
            self.manner.parse_retry
        } else {
            0
        };
        structured::ask(clients, &cx.meter, again, asked, check).await
    }

    /// The schema of what a domain stores, in the form servers take.
    fn log_schema(&self, module: &DomainModule) -> Option<Value> {
        let own = module.schema().cloned();
        let schema = own.or_else(|| (self.schema_of)(&module.name))?;
        Some(schema::strict(&schema))
    }
}

/// The nine agents with a model behind eight of them; reading notes is always code.
pub struct ModelAgents<S> {
    models: Models,
    builtin: BuiltinAgents<S>,
    known: Arc<DomainSet>,
}

impl<S> fmt::Debug for ModelAgents<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = AgentName::ALL.into_iter().map(|agent| {
            let clients = self.models.roster.for_agent(agent).iter();
            let names = clients.map(|c| format!("{}/{}", c.provider(), c.model()));
            (agent, names.collect::<Vec<_>>())
        });
        f.debug_map().entries(names).finish()
    }
}

impl<S> ModelAgents<S> {
    /// Agents over the clients of a roster. `builtin` reads the notes; `schema_of` knows what domains store.
    pub fn new(
        builtin: BuiltinAgents<S>,
        known: Arc<DomainSet>,
        roster: ModelRoster,
        schema_of: SchemaOf,
        manner: PromptSettings,
    ) -> Self {
        Self {
            models: Models {
                roster,
                manner,
                schema_of,
            },
            builtin,
            known,
        }
    }
}

impl<S: LogStore> Agents for ModelAgents<S> {
    async fn route(
        &self,
        cx: &AgentContext,
        input: &RouterInput,
    ) -> Result<RouterOutput, AgentError> {
        router::route(&self.models, cx, &self.known, input).await
    }

    async fn plan(
        &self,
        cx: &AgentContext,
        input: &PlannerInput,
    ) -> Result<PlannerOutput, AgentError> {
        planner::plan(&self.models, cx, &self.known, input).await
    }

    async fn retrieve(
        &self,
        cx: &AgentContext,
        input: &RetrieverInput,
    ) -> Result<RetrieverOutput, AgentError> {
        self.builtin.retrieve(cx, input).await
    }

    async fn analyze(
        &self,
        cx: &AgentContext,
        input: &AnalyzerInput,
    ) -> Result<AnalyzerOutput, AgentError> {
        analyzer::analyze(&self.models, cx, input).await
    }

    async fn synthesize(
        &self,
        cx: &AgentContext,
        input: &SynthesizerInput,
    ) -> Result<SynthesizerOutput, AgentError> {
        synthesizer::synthesize(&self.models, cx, input).await
    }

    async fn evaluate(
        &self,
        cx: &AgentContext,
        input: &EvaluatorInput,
    ) -> Result<EvaluatorOutput, AgentError> {
        evaluator::evaluate(&self.models, cx, input).await
    }

    async fn clarify(
        &self,
        cx: &AgentContext,
        input: &ClarifierInput,
    ) -> Result<ClarifierOutput, AgentError> {
        clarifier::clarify(&self.models, cx, input).await
    }

    async fn parse(
        &self,
        cx: &AgentContext,
        input: &ParserInput,
    ) -> Result<ParserOutput, AgentError> {
        parser::parse(&self.models, cx, input).await
    }

    async fn observe(
        &self,
        cx: &AgentContext,
        input: &ObserverInput,
    ) -> Result<ObserverOutput, AgentError> {
        observer::observe(&self.models, cx, input).await
    }
}

/// What code says of a draft before it is handed on.
pub(super) fn draft_by_code(
    cx: &AgentContext,
    input: &SynthesizerInput,
    draft: &SynthesizerOutput,
) -> EvaluatorOutput {
    let evaluated = EvaluatorInput {
        query: input.query.clone(),
        response: draft.response.clone(),
        parts: input.parts.clone(),
        evaluation_rules: Vec::new(),
        is_partial: true,
        attempt: 1,
        previous_feedback: Vec::new(),
    };
    checked_by_code(cx, &evaluated)
}

/// Numbers that rules can account for in a note: read, doubted ("30 or 35: 32.5 was taken"), or set
/// aside.
fn accounted_for(cx: &AgentContext, read: &ParserOutput) -> Vec<f64> {
    let data = read.domain_data.values();
    let mut all: Vec<f64> = data.flat_map(note_content::told_by).collect();
    for told in &read.extraction_notes {
        all.extend(NoteContent::read(told, &cx.domains, cx.today).numbers());
    }
    all.extend(&read.set_aside);
    all
}

/// Numbers of a note, dates aside, that rules cannot account for.
pub(super) fn unused_numbers(cx: &AgentContext, note: &str, read: &ParserOutput) -> Vec<f64> {
    NoteContent::read(note, &cx.domains, cx.today).unused(&accounted_for(cx, read))
}
