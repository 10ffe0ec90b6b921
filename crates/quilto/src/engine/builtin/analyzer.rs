//! The analyzer: facts into findings, what is missing, and whether that is enough.

use crate::agents::{AgentContext, AnalyzerInput, AnalyzerOutput};
use crate::domain::DomainSet;
use crate::model::{
    Confidence, Entry, FactKind, Finding, Gap, GapType, Intent, MeasureRef, Missing, Severity,
    Sufficiency,
};

use super::planner::follow_up;
use super::planner::intent::QuestionKind;
use super::wording::associations::{self, FACTOR};
use super::wording::{AnswerContext, Claim, is_nothing};
use super::{clarifier, topics};

/// The name of a finding that is the user's own answer.
pub const TOLD: &str = "told";

/// Analyses one part. `known` are all domains there are, loaded or not.
pub fn analyze(cx: &AgentContext, known: &DomainSet, input: &AnalyzerInput) -> AnalyzerOutput {
    let scene = AnswerContext {
        cx,
        intent: &input.sub_query.intent,
        sub_query: &input.sub_query,
        facts: &input.facts,
        entries: &input.entries,
        total: total(input),
        nearest: input.nearest,
    };
    let said = &input.claims;
    let empty = said.first().is_none_or(is_nothing);
    let mut gaps = gaps(&scene, said, input);
    gaps.extend(beyond(cx, known, &input.sub_query.intent));
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
        findings: told(&scene, input)
            .into_iter()
            .chain(said.iter().cloned().map(finding))
            .collect(),
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

fn finding(said: Claim) -> Finding {
    Finding {
        name: said.name,
        claim: said.text,
        evidence: said.entries,
        facts: said.facts,
        confidence: said.confidence,
    }
}

/// What the user wants, in the words of the plan.
fn restated(scene: &AnswerContext<'_>) -> String {
    let ask = format!("{:?}", scene.intent.ask).to_lowercase();
    let topic = scene.asked_topic();
    let period = scene.period(scene.intent.period.as_ref());
    [ask, topic, period]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("; ")
}

/// What the user said when asked, in their words. Numbers and names stay out of it: those an answer
/// must have from the notes.
fn told(scene: &AnswerContext<'_>, input: &AnalyzerInput) -> Vec<Finding> {
    let plain = |answer: &&String| {
        let tokens = crate::text::read(answer);
        let numbers = answer.chars().any(char::is_numeric);
        !numbers && topics::find(&tokens, &scene.cx.domains).is_empty()
    };
    let about_days = |id: &String| {
        let asked = input.asked.iter().find(|question| question.id == *id);
        asked.is_some_and(|q| q.changes.is_some())
    };
    let mut said: Vec<&str> = Vec::new();
    let answers = input
        .user_responses
        .iter()
        .filter(|(id, answer)| plain(answer) && !about_days(id))
        .map(|(_, answer)| answer.trim())
        .filter(|answer| !answer.is_empty());
    for answer in answers {
        // one text may have answered several questions
        if !said.contains(&answer) {
            said.push(answer);
        }
    }
    if said.is_empty() {
        return Vec::new();
    }
    let fill = [("answer", said.join("; "))];
    vec![Finding {
        name: TOLD.to_owned(),
        claim: scene.phrases().say("told", &fill),
        evidence: Vec::new(),
        facts: Vec::new(),
        confidence: Confidence::High,
    }]
}

/// What is missing. A subject that was never logged, or an empty period, is said and blocks nothing
/// where that is an answer ("how often?": not at all). What only the user knows blocks where the
/// notes give nothing in its place: no figure of the named days, nothing that goes with a feeling,
/// nothing to advise from.
fn gaps(scene: &AnswerContext<'_>, said: &[Claim], input: &AnalyzerInput) -> Vec<Gap> {
    let phrases = scene.phrases();
    let empty = said.first().is_none_or(is_nothing);
    let gap = |description: String, gap_type: GapType| Gap {
        description,
        gap_type,
        severity: Severity::NiceToHave,
        searched: !gap_type.only_user_knows(),
        found: false,
        outside_current_expertise: false,
        suspected_domain: None,
        missing: None,
    };
    let blocks = |gap: Gap| Gap {
        severity: Severity::Critical,
        ..gap
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
        ));
    }
    if !input.user_responses.is_empty() {
        if not_looked_for(scene, input) {
            gaps.push(blocks(gap(
                phrases.gap("answered", &[]),
                GapType::Contextual,
            )));
        }
        return gaps;
    }
    let ask = scene.intent.ask;
    if empty && scene.intent.year_open && scene.nearest.is_some() && wants_figures(ask) {
        gaps.push(blocks(Gap {
            missing: Some(Missing::Days),
            ..gap(phrases.gap("wrong_period", &[]), GapType::Clarification)
        }));
    }
    match ask {
        QuestionKind::Why => {
            let cause = Gap {
                missing: Some(Missing::Cause),
                ..gap(phrases.gap("cause", &[]), GapType::Subjective)
            };
            // What differed is the answer; figures without it stand beside the question.
            let answered = said.iter().any(|claim| claim.name == FACTOR);
            let figures = said.iter().any(|claim| !claim.facts.is_empty());
            match (answered, figures) {
                (true, _) => {}
                _ if scene.intent.factor.is_some() => {}
                _ if noted(scene) => {}
                (false, true) => gaps.push(cause),
                (false, false) => gaps.push(blocks(cause)),
            }
        }
        // The domain's own rules have spoken.
        QuestionKind::Should
            if scene
                .facts
                .iter()
                .any(|f| matches!(f.kind, FactKind::Advice(_))) => {}
        QuestionKind::Should => {
            let goal = Gap {
                missing: Some(Missing::Goal),
                ..gap(phrases.gap("goal", &[]), GapType::Subjective)
            };
            // That there is none of what it is about is the answer.
            gaps.push(if empty && topic.is_empty() {
                blocks(goal)
            } else {
                goal
            });
        }
        _ => {}
    }
    gaps
}

/// Whether the notes of the days that are asked about say what a reason would be asked from.
fn noted(scene: &AnswerContext<'_>) -> bool {
    let around: Vec<Entry> = associations::around(scene).into_iter().cloned().collect();
    clarifier::answered_by_notes(scene.cx, scene.intent, &around)
}

/// Whether a question is only answered by figures of its days: that there are none answers it not.
fn wants_figures(ask: QuestionKind) -> bool {
    matches!(
        ask,
        QuestionKind::Best
            | QuestionKind::Worst
            | QuestionKind::Average
            | QuestionKind::Trend
            | QuestionKind::Compare
    )
}

/// Whether the user's answers change what is to be looked for, and this part was planned before.
fn not_looked_for(scene: &AnswerContext<'_>, input: &AnalyzerInput) -> bool {
    let intent = &input.sub_query.intent;
    let meant = follow_up::answered(scene.cx, intent, &input.user_responses, &input.asked);
    // After a new plan nothing more comes of asking for another.
    input.retrieval_history.len() < 2 && meant != *intent
}

/// Domains that are not loaded and whose measures the question names.
fn beyond(cx: &AgentContext, known: &DomainSet, intent: &Intent) -> Vec<Gap> {
    let gap = |measure: &MeasureRef| {
        let mut available = cx.domains.available.iter();
        let there = available.any(|info| info.name == measure.domain);
        let module = known.get(&measure.domain).filter(|_| there)?;
        Some(Gap {
            description: format!("{} ({})", measure.name, module.title()),
            gap_type: GapType::Contextual,
            severity: Severity::Critical,
            searched: false,
            found: false,
            outside_current_expertise: true,
            suspected_domain: Some(measure.domain.clone()),
            missing: None,
        })
    };
    intent.elsewhere.iter().filter_map(gap).collect()
}
