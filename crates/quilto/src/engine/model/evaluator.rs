//! Evaluator: numbers, dates and rules are checked by code; the model judges what is left.

use minijinja::context;
use serde_json::Value;

use super::guard::{Guard, cleaned};
use super::prompt::render;
use super::quote;
use super::structured::{AgentRequest, CheckResult};
use super::{Models, causal_claims, prompt_lines, schema, synthesizer};
use crate::agents::{
    AgentContext, AgentError, Dimension, EvaluatorInput, EvaluatorOutput, Recommendation,
};
use crate::engine::builtin::evaluator as rules;
use crate::model::{AgentName, EvaluationFeedback, Verdict};

const MAX_TOKENS: u32 = 1_000;

/// What code says of a draft: its numbers and dates against facts, its words against the domains'
/// rules and against what notes may not say.
pub fn by_code(cx: &AgentContext, input: &EvaluatorInput) -> EvaluatorOutput {
    let mut input = input.clone();
    let facts = input
        .parts
        .iter()
        .flat_map(|part| prompt_lines::facts(&part.facts));
    let guard = Guard::new(
        input.parts.iter().flat_map(|part| &part.entries),
        &input.query,
        facts.chain([cx.domains.expertise()]),
    );
    let against = guard.against(&input.response);
    for part in &mut input.parts {
        part.entries = cleaned(&part.entries);
    }
    let mut output = rules::evaluate(cx, &input);
    let unsafe_words = against.into_iter().map(|issue| EvaluationFeedback {
        issue,
        suggestion: "leave it out, or quote the note".to_owned(),
        affected_claim: None,
    });
    fail(&mut output, Dimension::Safety, unsafe_words.collect());
    // A matter of wording: what was read and computed need not be read and computed again.
    let claimed = causal_claims::claimed(&input);
    let sentence = claimed.as_ref().and_then(|c| c.affected_claim.clone());
    output.ungrounded.extend(sentence);
    fail(
        &mut output,
        Dimension::Accuracy,
        claimed.into_iter().collect(),
    );
    fail(
        &mut output,
        Dimension::Completeness,
        without_figures(&input).into_iter().collect(),
    );
    output
}

/// What is wrong with a draft that only says the question again: figures were computed for it.
fn without_figures(input: &EvaluatorInput) -> Option<EvaluationFeedback> {
    let computed = input.parts.iter().any(|part| !part.facts.is_empty());
    let named = input.response.chars().any(|c| c.is_ascii_digit());
    (computed && !named).then(|| EvaluationFeedback {
        issue: "it names none of the facts".to_owned(),
        suggestion: "give two or three facts with their dates".to_owned(),
        affected_claim: None,
    })
}

fn fail(output: &mut EvaluatorOutput, in_what: Dimension, why: Vec<EvaluationFeedback>) {
    if why.is_empty() {
        return;
    }
    output.overall_verdict = Verdict::Fail;
    output.recommendation = Recommendation::RetryWithFeedback;
    for dimension in &mut output.dimensions {
        if dimension.dimension == in_what {
            dimension.verdict = Verdict::Fail;
            let issues = why.iter().map(|feedback| feedback.issue.clone());
            dimension.issues.extend(issues);
        }
    }
    output.feedback.extend(why);
}

pub(super) async fn evaluate(
    models: &Models,
    cx: &AgentContext,
    input: &EvaluatorInput,
) -> Result<EvaluatorOutput, AgentError> {
    let by_code = by_code(cx, input);
    if by_code.overall_verdict == Verdict::Fail || !by_code.ungrounded.is_empty() {
        // What is wrong already need not be judged by anybody else.
        return Ok(by_code);
    }
    let schema = schema::of::<EvaluatorOutput>();
    let prompt = render(
        AgentName::Evaluator,
        context! {
            rules => input.evaluation_rules.clone(),
            outline => schema::outline(&schema),
            parts => input.parts.iter().map(synthesizer::part).collect::<Vec<_>>(),
            previous => input.previous_feedback.iter().map(prompt_lines::feedback).collect::<Vec<_>>(),
            partial => input.is_partial,
            attempt => input.attempt,
            language => prompt_lines::language(&input.query),
            question => quote::whole(&input.query),
            draft => quote::quoted(&input.response),
        },
    )?;
    let ask = AgentRequest {
        agent: AgentName::Evaluator,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        again: true,
    };
    let check = |output: &mut EvaluatorOutput, _: &Value| judge(output, input);
    let judged = models.ask(cx, ask, check).await?.output;
    Ok(joined(by_code, judged))
}

/// A failure counts if it says what is wrong, and of what it says it where that must stand in the
/// draft.
fn judge(output: &mut EvaluatorOutput, input: &EvaluatorInput) -> CheckResult {
    let mut problems = Vec::new();
    // What can be left out without asking again is left out: every question costs time.
    output
        .ungrounded
        .retain(|words| !words.trim().is_empty() && input.response.contains(words.as_str()));
    for dimension in &mut output.dimensions {
        if dimension.verdict == Verdict::Fail && dimension.issues.is_empty() {
            dimension.verdict = Verdict::Pass;
        }
    }
    let failed = output.dimensions.iter().any(|d| d.verdict == Verdict::Fail);
    if failed && output.feedback.is_empty() {
        problems.push("it fails, and `feedback` does not say what would mend it".to_owned());
        output.feedback = output
            .dimensions
            .iter()
            .filter(|d| d.verdict == Verdict::Fail)
            .flat_map(|d| d.issues.iter())
            .map(|issue| EvaluationFeedback {
                issue: issue.clone(),
                suggestion: "leave it out".to_owned(),
                affected_claim: None,
            })
            .collect();
    }
    CheckResult::mended(problems)
}

/// The judgement of code with what the model has against the draft besides. Which numbers hold is
/// for code to say: what the model calls ungrounded is a failure of accuracy, no more.
fn joined(mut by_code: EvaluatorOutput, judged: EvaluatorOutput) -> EvaluatorOutput {
    let mut issues = judged.ungrounded;
    for theirs in judged.dimensions {
        if theirs.verdict != Verdict::Fail {
            continue;
        }
        for ours in &mut by_code.dimensions {
            if ours.dimension == theirs.dimension {
                ours.verdict = Verdict::Fail;
                ours.issues.extend(theirs.issues.iter().cloned());
                ours.reasoning.clone_from(&theirs.reasoning);
                if ours.dimension == Dimension::Accuracy {
                    ours.issues.append(&mut issues);
                }
            }
        }
        by_code.overall_verdict = Verdict::Fail;
    }
    if by_code.overall_verdict == Verdict::Fail {
        by_code.feedback.extend(judged.feedback);
        by_code.recommendation = match judged.recommendation {
            Recommendation::Accept => Recommendation::RetryWithFeedback,
            other => other,
        };
    }
    by_code
}
