//! What the built-in engine is sure of, by what its outputs say of themselves.

use super::is_codes;
use crate::agents::{
    AgentContext, AnalyzerInput, AnalyzerOutput, NextAction, ObserverInput, ParserInput,
    ParserOutput, PlannerInput, PlannerOutput, RouterOutput, SynthesizerInput, SynthesizerOutput,
    Trigger,
};
use crate::engine::model::unused_numbers;
use crate::model::{AgentName, AgentUse, Confidence, QueryType, Sufficiency};

/// From here on a route, a plan or a reading by rules needs no second opinion.
const SURE: f64 = 0.8;

/// A kind that code reads better anyway, or one it is sure of.
pub(super) fn route(ours: &RouterOutput) -> bool {
    is_codes(ours.input_type) || ours.confidence >= SURE
}

/// Questions whose answer is a figure, a day or a list.
fn plain(kind: QueryType) -> bool {
    matches!(
        kind,
        QueryType::Simple | QueryType::Comparison | QueryType::Correction
    )
}

/// A plain question that was understood; or one that another domain must be loaded for, which code
/// knows from the names in it; or one of which, after a search, only the person can tell the rest.
pub(super) fn plan(input: &PlannerInput, ours: &PlannerOutput) -> bool {
    match ours.next_action {
        NextAction::Clarify if !input.retrieval_history.is_empty() => true,
        NextAction::ExpandDomain => ours.confidence >= SURE,
        _ => ours.confidence >= SURE && plain(ours.query_type),
    }
}

/// A plain question with clear findings, or one about which there is nothing to analyse.
pub(super) fn analysis(input: &AnalyzerInput, ours: &AnalyzerOutput) -> bool {
    let nothing = input.facts.is_empty() && input.entries.is_empty();
    let clear = ours.verdict == Sufficiency::Sufficient
        && !ours.findings.is_empty()
        && ours
            .findings
            .iter()
            .all(|finding| finding.confidence != Confidence::Low);
    plain(input.sub_query.query_type) && (nothing || clear)
}

/// Plain questions with findings: the words for these are known.
pub(super) fn wording(input: &SynthesizerInput, ours: &SynthesizerOutput) -> bool {
    !input.parts.is_empty()
        && ours.confidence != Confidence::Low
        && input
            .parts
            .iter()
            .all(|part| plain(part.sub_query.query_type))
}

/// A note of which nothing that matters is left, be it aside as a plan or another's; a correction
/// always.
///
/// A field in doubt is no reason to ask: what the note leaves open ("30 or 35", a weight it does not
/// tell) only the person can say.
pub(super) fn reading(cx: &AgentContext, input: &ParserInput, ours: &ParserOutput) -> bool {
    if input.correction_target.is_some() {
        return true;
    }
    let told = !ours.domain_data.is_empty() || !ours.set_aside.is_empty();
    told && ours.unread.is_empty() && unused_numbers(cx, &input.raw_input, ours).is_empty()
}

/// What was computed or corrected is remembered by code; a model is only asked what an answered
/// question that needed insight may have shown.
pub(super) fn memory(cx: &AgentContext, input: &ObserverInput) -> bool {
    let by_model =
        |used: &AgentUse| matches!(used.agent, AgentName::Analyzer | AgentName::Synthesizer);
    let insight = cx.meter.uses().iter().any(by_model);
    input.trigger != Trigger::PostQuery || input.facts.is_empty() || !insight
}
