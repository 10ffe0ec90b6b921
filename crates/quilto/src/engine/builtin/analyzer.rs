//! The analyzer: facts into findings, what is missing, and whether that is enough.

use crate::agents::{AgentContext, AnalyzerInput, AnalyzerOutput};
use crate::model::{Finding, Gap, GapType, Severity, Sufficiency};

use super::planner::intent::{Ask, Intent};
use super::planner::read::{Ground, read};
use super::wording::{Said, Scene, claims, is_nothing};

/// The question of a part, read again: facts alone do not tell "when" from "how much".
pub fn intent(cx: &AgentContext, question: &str) -> Intent {
    read(
        question,
        Ground {
            domains: &cx.domains,
            today: cx.today,
            units: &cx.units,
        },
    )
}

/// Analyses one part.
pub fn analyze(cx: &AgentContext, input: &AnalyzerInput) -> AnalyzerOutput {
    let intent = intent(cx, &input.sub_query.question);
    let scene = Scene {
        cx,
        intent: &intent,
        sub_query: &input.sub_query,
        facts: &input.facts,
        entries: &input.entries,
        total: total(input),
        nearest: input.nearest,
    };
    let said = claims(&scene);
    let empty = said.first().is_none_or(is_nothing);
    let gaps = gaps(&scene, empty, &input.user_responses);
    let critical = gaps.iter().any(|gap| gap.severity == Severity::Critical);
    let patterns = said
        .iter()
        .filter(|claim| matches!(claim.name.as_str(), "trend" | "rate" | "longest_streak"))
        .map(|claim| claim.text.clone())
        .collect();
    let reasoning = if critical {
        "something is missing that only the user or another search can give"
    } else if empty {
        "all notes were searched and hold nothing on it: that is the answer"
    } else {
        "every claim is computed from the user's entries"
    };
    AnalyzerOutput {
        query_intent: restated(&scene),
        findings: said.into_iter().map(finding).collect(),
        patterns_identified: patterns,
        gaps_identified: gaps,
        verdict_reasoning: reasoning.to_owned(),
        verdict: if critical {
            Sufficiency::Insufficient
        } else {
            Sufficiency::Sufficient
        },
    }
}

fn total(input: &AnalyzerInput) -> usize {
    let found = input
        .retrieval_history
        .iter()
        .filter(|attempt| attempt.sub_query == input.sub_query.id)
        .map(|attempt| attempt.entries_found)
        .max();
    let near = input.nearest.is_some();
    found.unwrap_or(if near { 0 } else { input.entries.len() })
}

fn finding(said: Said) -> Finding {
    Finding {
        name: said.name,
        claim: said.text,
        evidence: said.entries,
        facts: said.facts,
        confidence: said.confidence,
    }
}

/// What the user wants, in the words of the plan.
fn restated(scene: &Scene<'_>) -> String {
    let ask = format!("{:?}", scene.intent.ask).to_lowercase();
    let topic = scene.asked_topic();
    let period = scene.period(scene.intent.period.as_ref());
    [ask, topic, period]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}

/// What is missing. A subject that was never logged, or an empty period, is said and blocks
/// nothing; a reason or an aim is more than notes can give.
fn gaps(
    scene: &Scene<'_>,
    empty: bool,
    answers: &std::collections::BTreeMap<String, String>,
) -> Vec<Gap> {
    let phrases = scene.phrases();
    let gap = |description: String, gap_type: GapType, searched: bool| Gap {
        description,
        gap_type,
        severity: Severity::NiceToHave,
        searched,
        found: false,
        outside_current_expertise: false,
        suspected_domain: None,
    };
    let mut gaps = Vec::new();
    let topic = scene.asked_topic();
    if empty && !topic.is_empty() {
        let kind = if scene.nearest.is_some() {
            GapType::Temporal
        } else {
            GapType::Topical
        };
        gaps.push(gap(
            phrases.gap("no_data", &[("topic", topic.clone())]),
            kind,
            true,
        ));
    }
    if !answers.is_empty() {
        return gaps;
    }
    match scene.intent.ask {
        Ask::Why => gaps.push(gap(phrases.gap("cause", &[]), GapType::Subjective, false)),
        // The domain's own rules have spoken.
        Ask::Should if scene.facts.iter().any(|f| f.name.starts_with("advice ")) => {}
        Ask::Should => gaps.push(gap(phrases.gap("goal", &[]), GapType::Subjective, false)),
        _ => {}
    }
    gaps
}
