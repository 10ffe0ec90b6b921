//! EVALUATE: may this draft be shown? Words that no fact supports never are.

use crate::agents::{Dimension, EvaluatorInput, EvaluatorOutput};
use crate::machine::answer;
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event};
use crate::model::Verdict;

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let q = &run.question;
    let draft = q.draft.as_ref();
    Next::step(StepKind::Call {
        call: AgentCall::Evaluate(EvaluatorInput {
            query: q.text.clone(),
            response: draft.map(|d| d.response.clone()).unwrap_or_default(),
            parts: q.analyzed(),
            evaluation_rules: Vec::new(),
            is_partial: q.partial,
            attempt: q.spent.retries + 1,
            previous_feedback: q.feedback.clone(),
        }),
        domains: q.domains.clone(),
    })
}

pub(crate) fn on_results(run: &mut Run, _lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { event, .. } in results {
        match event {
            Event::Agent(AgentOutput::Evaluate(output)) => return judge(run, output),
            Event::Failed { reason, .. } => {
                let words = &run.question.own_words().unchecked;
                run.question.failed(words.fill(&[("why", &reason)]));
                break;
            }
            _ => {}
        }
    }
    // A draft that nobody checked is not shown: the facts speak for themselves.
    run.question.answer = Some(answer::of_facts(&run.question));
    Next::go(Outcome::Unjudged, "the draft could not be checked")
}

fn judge(run: &mut Run, output: EvaluatorOutput) -> Next {
    let limits = &run.settings.limits;
    let q = &mut run.question;
    if !output.ungrounded.is_empty() {
        let words = output.ungrounded.join(", ");
        if q.spent.rewrites < limits.max_rewrites {
            q.spent.rewrites += 1;
            q.ungrounded = output.ungrounded;
            return Next::go(Outcome::Ungrounded, words);
        }
        q.answer = Some(answer::of_facts(q));
        return Next::go(Outcome::UngroundedAgain, words);
    }
    q.ungrounded.clear();
    let failed = failed(&output, q.partial);
    if failed.is_empty() {
        if let Some(draft) = &q.draft {
            q.answer = Some(answer::of_draft(q, draft));
        }
        return Next::go(Outcome::Pass, "");
    }
    let reason = output
        .feedback
        .iter()
        .map(|f| f.issue.clone())
        .collect::<Vec<_>>()
        .join("; ");
    q.feedback.extend(output.feedback);
    if q.spent.retries < limits.max_retries {
        q.spent.retry();
        let missing = missing_domains(run);
        if missing.is_empty() {
            return Next::go(Outcome::Fail, reason);
        }
        run.question.expansion_request = missing;
        return Next::go(Outcome::FailExpand, reason);
    }
    q.partial = true;
    // A draft that only leaves something out can be shown as far as it goes; one that may be wrong
    // or harmful cannot.
    let wrong = [Dimension::Accuracy, Dimension::Safety];
    let shown = q
        .draft
        .as_ref()
        .filter(|_| !failed.iter().any(|d| wrong.contains(d)));
    let mut answer = match shown {
        Some(draft) => answer::of_draft(q, draft),
        None => answer::of_facts(q),
    };
    for feedback in &q.feedback {
        if !answer.gaps.contains(&feedback.suggestion) {
            answer.gaps.push(feedback.suggestion.clone());
        }
    }
    q.answer = Some(answer);
    Next::go(Outcome::Spent, reason)
}

/// The dimensions that count and failed. A partial answer is known to be incomplete, so only
/// grounding and safety count for it.
fn failed(output: &EvaluatorOutput, partial: bool) -> Vec<Dimension> {
    let counts = |d: &Dimension| !partial || matches!(d, Dimension::Accuracy | Dimension::Safety);
    let mut failed: Vec<Dimension> = output
        .dimensions
        .iter()
        .filter(|d| d.verdict == Verdict::Fail)
        .map(|d| d.dimension)
        .filter(counts)
        .collect();
    // A verdict without a dimension that explains it is taken for the weightiest one.
    let explained = output.dimensions.iter().any(|d| d.verdict == Verdict::Fail);
    if output.overall_verdict == Verdict::Fail && !explained {
        failed.push(Dimension::Accuracy);
    }
    failed
}

/// Domains that the analysis asked for and that were not tried.
fn missing_domains(run: &Run) -> Vec<String> {
    let q = &run.question;
    let mut missing: Vec<String> = Vec::new();
    for gap in q.gaps.iter().filter(|g| g.outside_current_expertise) {
        let Some(domain) = &gap.suspected_domain else {
            continue;
        };
        let tried = q.expansion_history.contains(domain) || q.domains.contains(domain);
        if !tried && run.input.available.contains(domain) && !missing.contains(domain) {
            missing.push(domain.clone());
        }
    }
    missing
}
