//! PLAN: takes the question apart and says what to read, compute, ask or load.

use crate::agents::{NextAction, PlannerInput, PlannerOutput};
use crate::machine::parts;
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event, Problem};
use crate::model::{Conversation, InputType, Turn};

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let q = &run.question;
    Next::step(StepKind::Call {
        call: AgentCall::Plan(PlannerInput {
            query: q.text.clone(),
            conversation: said_before(run),
            retrieval_history: q.history.clone(),
            gaps_from_analyzer: q.gaps.clone(),
            evaluation_feedback: q.feedback.clone(),
            user_responses: q.responses.clone(),
            asked: q.asked.clone(),
            global_context_summary: run.global_context.clone(),
            earlier: q.plan.clone().filter(|_| !q.reread).map(Box::new),
        }),
        domains: q.domains.clone(),
    })
}

/// What "it" may mean: the conversation, and the note that the question came with.
fn said_before(run: &Run) -> Conversation {
    let mut said = run.input.conversation.clone();
    if run.input_type == InputType::Both {
        said.hear(Turn {
            text: run.note.text.clone(),
            domains: run.note.domains.clone(),
            ..Turn::default()
        });
    }
    said
}

pub(crate) fn on_results(run: &mut Run, _lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { event, .. } in results {
        match event {
            Event::Agent(AgentOutput::Plan(plan)) => return take(run, plan),
            Event::Failed { reason, .. } => {
                let problem = Problem::Unplanned(reason.clone());
                run.question.failed(problem.to_string());
                run.problems.push(problem);
                return Next::go(Outcome::Failed, reason);
            }
            _ => {}
        }
    }
    Next::go(Outcome::Failed, "no plan came")
}

fn take(run: &mut Run, plan: PlannerOutput) -> Next {
    let q = &mut run.question;
    let action = plan.next_action;
    let reason = plan.reasoning.clone();
    let wanted = parts::wanted(&plan, &q.text);
    q.retrieving = wanted.iter().map(|part| part.id).collect();
    let next = match action {
        NextAction::Retrieve if wanted.is_empty() => {
            q.failed(q.own_words().nothing_to_read.clone());
            Next::go(Outcome::Failed, "the plan names nothing to read")
        }
        NextAction::Retrieve => Next::go(Outcome::Retrieve, reason),
        NextAction::ExpandDomain => {
            q.expansion_request
                .clone_from(&plan.domain_expansion_request);
            let why = plan.expansion_reasoning.clone();
            Next::go(Outcome::Expand, why.unwrap_or(reason))
        }
        NextAction::Clarify => Next::go(Outcome::Clarify, reason),
        NextAction::Synthesize => Next::go(Outcome::Sufficient, reason),
    };
    q.plan = Some(plan);
    q.reread = false;
    next
}
