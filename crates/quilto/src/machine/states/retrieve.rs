//! RETRIEVE: reads entries and computes facts for every part at once, after the note is stored.

use crate::agents::{RetrieverInput, RetrieverOutput};
use crate::machine::parts::{self, Part};
use crate::machine::run::{Next, Phase, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event, Problem};
use crate::model::{SubQuery, Sufficiency};

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    // What was just noted belongs to the answer.
    let note = run.track(Lane::Note).phase;
    if !matches!(note, Phase::Idle | Phase::Leaving | Phase::Settled)
        || !run.answer_notes.is_empty()
    {
        return Next::Block;
    }
    let q = &run.question;
    let plan = q.plan.as_ref();
    let wanted = plan.map_or_else(Vec::new, |p| parts::wanted(p, &q.text));
    let mut before = u32::try_from(q.history.len()).unwrap_or(u32::MAX);
    if wanted.is_empty() {
        return Next::go(Outcome::Done, "the plan names nothing to read");
    }
    let mut steps = Vec::new();
    for sub_query in wanted {
        let searches = u32::try_from(sub_query.retrieval.len()).unwrap_or(u32::MAX);
        steps.push(StepKind::Call {
            call: AgentCall::Retrieve(RetrieverInput {
                sub_query,
                attempts_before: before,
                max_entries: run.settings.limits.max_entries,
                global_context: run.global_context.clone(),
            }),
            domains: q.domains.clone(),
        });
        before = before.saturating_add(searches.max(1));
    }
    Next::Steps(steps)
}

pub(crate) fn on_results(run: &mut Run, _lane: Lane, results: Vec<StepResult>) -> Next {
    let max_entries = run.settings.limits.max_entries;
    let mut found = 0;
    for StepResult { step, event } in results {
        let StepKind::Call {
            call: AgentCall::Retrieve(input),
            ..
        } = step
        else {
            continue;
        };
        match event {
            Event::Agent(AgentOutput::Retrieve(output)) => {
                found += output.total_entries_found;
                take(run, &input.sub_query, output, max_entries);
            }
            Event::Failed { reason, .. } => {
                let problem = Problem::Uncomputed(reason.clone());
                if !run.problems.contains(&problem) {
                    run.problems.push(problem);
                }
                let part = part(run, &input.sub_query);
                part.unread = Some(reason);
                part.analysis = None;
            }
            _ => {}
        }
    }
    supersede(run, max_entries);
    Next::go(Outcome::Done, format!("{found} entries"))
}

/// Parts of an earlier plan that this one leaves out stay if they were answered. Those that were not
/// give what was read for them to the first part of this plan, which was made to fill their gaps.
fn supersede(run: &mut Run, max_entries: usize) {
    let q = &mut run.question;
    let open = |p: &mut Part| {
        let answered = p.analysis.as_ref().is_some_and(|a| {
            let mut gaps = a.gaps_identified.iter();
            a.verdict == Sufficiency::Sufficient && !gaps.any(|g| g.outside_current_expertise)
        });
        !answered && !q.retrieving.contains(&p.sub_query.id)
    };
    let old: Vec<Part> = q.parts.extract_if(.., open).collect();
    let first = q.retrieving.first();
    if let Some(part) = q.parts.iter_mut().find(|p| Some(&p.sub_query.id) == first) {
        for old in old {
            part.absorb(old, max_entries);
        }
    }
}

fn take(run: &mut Run, asked: &SubQuery, mut found: RetrieverOutput, max_entries: usize) {
    let q = &mut run.question;
    for mut attempt in std::mem::take(&mut found.attempts) {
        attempt.attempt = u32::try_from(q.history.len() + 1).unwrap_or(u32::MAX);
        q.history.push(attempt);
    }
    for warning in std::mem::take(&mut found.warnings) {
        let warning = Problem::Storage(warning);
        if !q.warnings.contains(&warning) {
            q.warnings.push(warning);
        }
    }
    part(run, asked).take_in(asked, found, max_entries);
}

/// The part with this number, new if this plan is the first to name it.
fn part<'r>(run: &'r mut Run, sub_query: &SubQuery) -> &'r mut Part {
    let parts = &mut run.question.parts;
    let at = match parts.iter().position(|p| p.sub_query.id == sub_query.id) {
        Some(at) => at,
        None => {
            parts.push(Part::new(sub_query.clone()));
            parts.len() - 1
        }
    };
    &mut parts[at]
}
