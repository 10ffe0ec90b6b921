//! ROUTE: what is this input, and which domains does it touch?

use crate::agents::{RouterInput, RouterOutput};
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event, Problem};
use crate::model::InputType;

use super::parse;

/// Nothing is asked before the text is safe: text known to be a note goes into the log at once, other
/// text into the spool. What was learned so far is read beside it, for the router and all after it.
pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let kept = match run.input.assume {
        Some(InputType::Log) => Some(parse::append_raw(run)),
        Some(InputType::Query) => None,
        _ => run.settings.spool.then(|| StepKind::Spool {
            text: run.input.text.clone(),
        }),
    };
    let steps = kept.into_iter().chain([StepKind::ReadGlobalContext]);
    Next::Steps(steps.collect())
}

fn route(run: &Run) -> Next {
    Next::step(StepKind::Call {
        call: AgentCall::Route(RouterInput {
            raw_input: run.input.text.clone(),
            conversation: run.input.conversation.clone(),
            global_context: run.global_context.clone(),
        }),
        domains: Vec::new(),
    })
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    let mut routed = None;
    let mut trouble = None;
    let mut asked = false;
    for StepResult { step, event } in results {
        asked |= matches!(step, StepKind::Call { .. });
        match (step, event) {
            (StepKind::Spool { .. }, Event::Failed { reason, .. }) => {
                run.remark(lane, format!("the text could not be kept safe: {reason}"));
            }
            (StepKind::Spool { .. }, _) => run.note.spooled = true,
            (StepKind::Append(_), event) => parse::appended(run, event),
            (_, Event::GlobalContext(text)) => {
                run.global_context = Some(text).filter(|t| !t.trim().is_empty());
            }
            (step @ StepKind::ReadGlobalContext, Event::Failed { reason, .. }) => {
                run.remark(lane, format!("{} failed: {reason}", step.name()));
            }
            (_, Event::Agent(AgentOutput::Route(output))) => routed = Some(output),
            (_, Event::Failed { reason, .. }) => trouble = Some(reason),
            _ => {}
        }
    }
    if !asked {
        return route(run);
    }
    let reason = match (routed, trouble) {
        (Some(output), _) => take(run, lane, output),
        (None, trouble) => {
            let reason = trouble.unwrap_or_default();
            run.problems.push(Problem::Unclassified(reason));
            take_as(run, run.input.assume.unwrap_or(InputType::Log), None, None);
            "taken as it stands, with the base domain".into()
        }
    };
    Next::go(Outcome::Selected, reason)
}

/// Uses what the router decided, as far as the caller did not decide otherwise.
fn take(run: &mut Run, lane: Lane, output: RouterOutput) -> String {
    let kind = run.input.assume.unwrap_or(output.input_type);
    let available = &run.input.available;
    let (known, unknown): (Vec<_>, Vec<_>) = output
        .selected_domains
        .iter()
        .cloned()
        .partition(|d| available.contains(d));
    for name in unknown {
        run.remark(lane, format!("there is no domain {name:?}; left out"));
    }
    run.note.domains.clone_from(&known);
    run.question.domains = known;
    let portion = |part: &Option<String>| {
        let part = part.clone().filter(|_| kind == InputType::Both);
        part.filter(|p| !p.trim().is_empty() && run.input.text.contains(p.as_str()))
    };
    let log = portion(&output.log_portion);
    let query = portion(&output.query_portion);
    if kind == InputType::Both && (log.is_none() || query.is_none()) {
        run.remark(
            lane,
            "the router's parts are not words of the input; the whole input is used",
        );
    }
    if kind == InputType::Correction {
        let target = output.correction_target.clone();
        run.note.correction_of = Some(target.unwrap_or_else(|| run.input.text.clone()));
    }
    take_as(run, kind, log, query);
    let reason = output.domain_selection_reasoning.clone();
    run.routed = Some(output);
    reason
}

fn take_as(run: &mut Run, kind: InputType, log: Option<String>, query: Option<String>) {
    run.input_type = kind;
    let text = run.input.text.clone();
    if kind == InputType::Correction && run.note.correction_of.is_none() {
        run.note.correction_of = Some(text.clone());
    }
    // What is already in the log keeps the words and the day it was filed with.
    if run.note.entry.is_none() {
        run.set_note_text(log.unwrap_or_else(|| text.clone()));
    }
    run.question.text = query.unwrap_or(text);
}
