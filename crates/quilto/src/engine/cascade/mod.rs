//! Two engines as one: the built-in one does what it is sure of, a model the rest, and where no
//! model answers, the built-in one does that too and says so.
//!
//! Retries and the fallback provider stand behind the model engine; this is the last rung, and it
//! never gives way.

mod certainty;
mod merge;

use std::collections::BTreeMap;

use crate::agents::{
    AgentContext, AgentError, Agents, AnalyzerInput, AnalyzerOutput, ClarifierInput,
    ClarifierOutput, EvaluatorInput, EvaluatorOutput, ObserverInput, ObserverOutput, ParserInput,
    ParserOutput, PlannerInput, PlannerOutput, RetrieverInput, RetrieverOutput, RouterInput,
    RouterOutput, SynthesizerInput, SynthesizerOutput, Trigger,
};
use crate::engine::model::{checked_by_code, draft_by_code, speaks_to_program};
use crate::llm::EngineChoice;
use crate::model::{AgentName, Entry, InputType, Verdict};

/// Which engine does an agent's work, where the settings say so.
pub type EngineChoices = BTreeMap<AgentName, EngineChoice>;

/// The built-in engine `B` with models `M` behind it.
///
/// Settings say which agent asks which model, and a function what the variables in them hold. Where no
/// model answers, as at the address here, the built-in engine does:
///
/// ```
/// use std::sync::Arc;
///
/// use quilto::domain::{DomainSet, DomainSource};
/// use quilto::engine::builtin::BuiltinAgents;
/// use quilto::engine::cascade::{Cascade, EngineChoices};
/// use quilto::engine::model::{PromptSettings, ModelAgents};
/// use quilto::llm::{LlmSettings, ModelRoster};
/// use quilto::machine::{Run, RunInput, RunSettings, Status};
/// use quilto::model::RunId;
/// use quilto::runner::{NoUser, Runner};
/// use quilto::storage::MemoryStore;
///
/// # let rocks = DomainSource::embedded("rocks", &[
/// #     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
/// #     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
/// #     ("notation.yaml", "
/// #         list: rocks
/// #         item: {kinds: [rock], name: name, rows: rounds}
/// #         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
/// # ]);
/// # let domains = Arc::new(DomainSet::new([rocks]).0);
/// let settings: LlmSettings = serde_json::from_value(serde_json::json!({
///     "default_provider": "mine",
///     "retry": {"llm_retry": 0},
///     "providers": {"mine": {
///         "kind": "openai_compatible", "api_base": "http://127.0.0.1:1", "api_key": "${MY_KEY}",
///         "model": "pebble"
///     }}
/// }))?;
/// let roster = ModelRoster::new(&settings, &|name| std::env::var(name).ok())?;
/// let store = Arc::new(MemoryStore::new());
/// let builtin = || BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
/// let models = ModelAgents::new(builtin(), Arc::clone(&domains), roster, |_| None, PromptSettings::default());
/// let agents = Cascade::new(builtin(), Some(models), EngineChoices::new());
///
/// let runner = Runner::new(&agents, &*store, &domains, &NoUser);
/// let input = RunInput::new("granite 20 minutes", vec!["rocks".into()]);
/// let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
/// let run = Run::start(RunId("1".into()), input, settings)?;
/// # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
/// assert_eq!(runner.run(run).await?.status, Status::Logged);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cascade<B, M> {
    builtin: B,
    models: Option<M>,
    choices: EngineChoices,
}

impl<B, M> Cascade<B, M> {
    /// Both engines; without models everything is built in.
    pub fn new(builtin: B, models: Option<M>, choices: EngineChoices) -> Self {
        Self {
            builtin,
            models,
            choices,
        }
    }

    /// The models, if this agent may ask them.
    fn models(&self, agent: AgentName) -> Option<(&M, bool)> {
        let choice = self.choices.get(&agent).copied().unwrap_or_default();
        let always = choice == EngineChoice::Model;
        let models = self.models.as_ref()?;
        (choice != EngineChoice::Builtin).then_some((models, always))
    }
}

/// What a model made of it, or `None` where the built-in engine has to: then it is noted why.
fn or_note<T>(cx: &AgentContext, agent: AgentName, result: Result<T, AgentError>) -> Option<T> {
    match result {
        Ok(output) => Some(output),
        Err(error) => {
            let reason = match error {
                AgentError::Failed { reason, .. } => reason,
                other => other.to_string(),
            };
            cx.meter.fell_back(agent, &reason);
            None
        }
    }
}

impl<B: Agents, M: Agents> Agents for Cascade<B, M> {
    async fn route(
        &self,
        cx: &AgentContext,
        input: &RouterInput,
    ) -> Result<RouterOutput, AgentError> {
        let ours = self.builtin.route(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Router) else {
            return Ok(ours);
        };
        // Small models miss what is both, and corrections; code does not. And an input that speaks
        // to a program is not put before one.
        if speaks_to_program(&input.raw_input) || !always && certainty::route(&ours) {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Router, models.route(cx, input).await);
        Ok(match theirs {
            Some(theirs) => merge::routes(ours, theirs, always),
            None => ours,
        })
    }

    async fn plan(
        &self,
        cx: &AgentContext,
        input: &PlannerInput,
    ) -> Result<PlannerOutput, AgentError> {
        let ours = self.builtin.plan(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Planner) else {
            return Ok(ours);
        };
        if !always && certainty::plan(input, &ours) {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Planner, models.plan(cx, input).await);
        Ok(theirs.map_or_else(|| ours.clone(), |theirs| merge::plans(&ours, theirs)))
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
        let ours = self.builtin.analyze(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Analyzer) else {
            return Ok(ours);
        };
        if !always && certainty::analysis(input, &ours) {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Analyzer, models.analyze(cx, input).await);
        Ok(match theirs {
            Some(theirs) => merge::analyses(&ours, theirs),
            None => ours,
        })
    }

    async fn synthesize(
        &self,
        cx: &AgentContext,
        input: &SynthesizerInput,
    ) -> Result<SynthesizerOutput, AgentError> {
        let ours = self.builtin.synthesize(cx, input).await?;
        let by_code = |ours: SynthesizerOutput| {
            cx.meter.worded_by_code(&ours.response);
            Ok(ours)
        };
        let Some((models, always)) = self.models(AgentName::Synthesizer) else {
            return by_code(ours);
        };
        if !always && certainty::wording(input, &ours) {
            return by_code(ours);
        }
        let theirs = models.synthesize(cx, input).await;
        let Some(theirs) = or_note(cx, AgentName::Synthesizer, theirs) else {
            return by_code(ours);
        };
        // It was sent back once for what it invented; a second time the wording is code's.
        if !input.ungrounded.is_empty() || !input.feedback.is_empty() {
            let again = draft_by_code(cx, input, &theirs);
            if again.overall_verdict == Verdict::Fail || !again.ungrounded.is_empty() {
                tracing::debug!(?again, "worded by code");
                let reason = "its words claimed what no note says";
                cx.meter.refused(AgentName::Synthesizer, reason);
                return by_code(ours);
            }
        }
        Ok(theirs)
    }

    async fn evaluate(
        &self,
        cx: &AgentContext,
        input: &EvaluatorInput,
    ) -> Result<EvaluatorOutput, AgentError> {
        // Code's own words consist of facts: code is who can judge them.
        if cx.meter.is_worded_by_code(&input.response) {
            return self.builtin.evaluate(cx, input).await;
        }
        let ours = checked_by_code(cx, input);
        let Some((models, _)) = self.models(AgentName::Evaluator) else {
            return Ok(ours);
        };
        let failed = ours.overall_verdict == Verdict::Fail || !ours.ungrounded.is_empty();
        let hostile = input
            .parts
            .iter()
            .flat_map(|part| &part.entries)
            .any(|entry| speaks_to_program(&entry.raw));
        if failed || hostile {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Evaluator, models.evaluate(cx, input).await);
        Ok(theirs.unwrap_or(ours))
    }

    async fn clarify(
        &self,
        cx: &AgentContext,
        input: &ClarifierInput,
    ) -> Result<ClarifierOutput, AgentError> {
        let ours = self.builtin.clarify(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Clarifier) else {
            return Ok(ours);
        };
        // The domain's own questions have been thought about.
        if !always && !ours.questions.is_empty() {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Clarifier, models.clarify(cx, input).await);
        Ok(theirs.unwrap_or(ours))
    }

    async fn parse(
        &self,
        cx: &AgentContext,
        input: &ParserInput,
    ) -> Result<ParserOutput, AgentError> {
        let ours = self.builtin.parse(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Parser) else {
            return Ok(ours);
        };
        if speaks_to_program(&input.raw_input) || !always && certainty::reading(cx, input, &ours) {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Parser, models.parse(cx, input).await);
        Ok(theirs.unwrap_or(ours))
    }

    async fn observe(
        &self,
        cx: &AgentContext,
        input: &ObserverInput,
    ) -> Result<ObserverOutput, AgentError> {
        let ours = self.builtin.observe(cx, input).await?;
        let Some((models, always)) = self.models(AgentName::Observer) else {
            return Ok(ours);
        };
        let hostile = |entry: &Entry| speaks_to_program(&entry.raw);
        if input.new_entry.as_ref().is_some_and(hostile)
            || input.trigger == Trigger::Periodic
            || !always && certainty::memory(cx, input)
        {
            return Ok(ours);
        }
        let theirs = or_note(cx, AgentName::Observer, models.observe(cx, input).await);
        Ok(theirs.map_or_else(|| ours.clone(), |theirs| merge::memories(&ours, theirs)))
    }
}

/// Whether an input is of a kind that small models do not see.
fn is_codes(kind: InputType) -> bool {
    matches!(kind, InputType::Both | InputType::Correction)
}
