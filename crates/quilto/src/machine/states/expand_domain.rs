//! EXPAND_DOMAIN: loads more domains in the middle of a question, each at most once.

use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{Lane, StepKind};
use crate::machine::{Event, Problem};
use crate::model::GapType;

pub(crate) fn enter(run: &mut Run, lane: Lane) -> Next {
    let request = std::mem::take(&mut run.question.expansion_request);
    let mut new: Vec<String> = Vec::new();
    for name in request.clone() {
        let remark = if !run.input.available.contains(&name) {
            tracing::warn!(domain = %name, "there is no such domain, skipped");
            "there is no such domain, skipped"
        } else if run.question.expansion_history.contains(&name) {
            "was tried before, skipped"
        } else if run.question.domains.contains(&name) {
            "is loaded already, skipped"
        } else {
            if !new.contains(&name) {
                new.push(name);
            }
            continue;
        };
        run.remark(lane, format!("domain {name:?} {remark}"));
    }
    if new.is_empty() {
        return nothing_new(run, &request);
    }
    let mut domains = run.question.domains.clone();
    domains.extend(new.iter().cloned());
    // Tried is tried: a domain that cannot be loaded is not asked for again either.
    run.question.expansion_history.extend(new);
    run.question.expansion_request = request;
    Next::step(StepKind::BuildContext { domains })
}

/// Nothing can be loaded: the answer will be partial, unless the user can fill what is missing.
fn nothing_new(run: &mut Run, request: &[String]) -> Next {
    let q = &mut run.question;
    q.partial = true;
    if !q.gaps.iter().any(|g| g.outside_current_expertise) {
        let what = match request {
            [] => "this may need knowledge that is not loaded".to_owned(),
            names => format!("this may need more knowledge of: {}", names.join(", ")),
        };
        q.misses(what, GapType::Contextual);
    }
    if run
        .question
        .gaps
        .iter()
        .any(|g| g.gap_type.only_user_knows())
    {
        Next::go(Outcome::NothingNewAsk, "no new domain; the user may know")
    } else {
        Next::go(Outcome::NothingNew, "no new domain")
    }
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    let mut new = Vec::new();
    for StepResult { event, .. } in results {
        match event {
            Event::ContextBuilt { loaded, problems } => {
                for problem in problems {
                    run.remark(lane, problem.clone());
                    run.question.warnings.push(Problem::Domain(problem));
                }
                let known = &run.question.domains;
                new = loaded
                    .iter()
                    .filter(|d| !known.contains(d))
                    .cloned()
                    .collect();
                run.question.domains = loaded;
            }
            Event::Failed { reason, .. } => {
                run.remark(lane, reason.clone());
                run.question.warnings.push(Problem::Other(reason));
            }
            _ => {}
        }
    }
    let request = std::mem::take(&mut run.question.expansion_request);
    if new.is_empty() {
        return nothing_new(run, &request);
    }
    // With other domains other words mean something.
    run.question.reread = true;
    let reason = format!("loaded {}", new.join(", "));
    tracing::info!(domains = ?new, "domain expansion");
    Next::go(Outcome::Expanded, reason)
}
