//! BUILD_CONTEXT: loads the chosen domains, then sends the lanes off.

use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{Lane, StepKind};
use crate::machine::{Event, Problem};
use crate::model::InputType;

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let mut steps = vec![StepKind::BuildContext {
        domains: run.question.domains.clone(),
    }];
    if run.note.spooled && run.input_type == InputType::Query {
        steps.push(StepKind::DropSpool);
    }
    Next::Steps(steps)
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { step, event } in results {
        match (step, event) {
            (_, Event::ContextBuilt { loaded, problems }) => {
                run.note.domains.clone_from(&loaded);
                run.question.domains = loaded;
                run.problems
                    .extend(problems.into_iter().map(Problem::Domain));
            }
            (StepKind::BuildContext { .. }, Event::Failed { reason, .. }) => {
                run.note.domains.clear();
                run.question.domains.clear();
                run.problems.push(Problem::Other(reason));
            }
            (StepKind::DropSpool, Event::Done) => run.note.spooled = false,
            (step, Event::Failed { reason, .. }) => {
                run.remark(lane, format!("{} failed: {reason}", step.name()));
            }
            _ => {}
        }
    }
    let outcome = match run.input_type {
        InputType::Log => Outcome::Log,
        InputType::Query => Outcome::Query,
        InputType::Both => Outcome::Both,
        InputType::Correction => Outcome::Correction,
    };
    Next::go(outcome, format!("loaded: {}", run.note.domains.join(", ")))
}
