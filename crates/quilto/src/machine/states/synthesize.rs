//! SYNTHESIZE: findings into a draft.

use crate::agents::SynthesizerInput;
use crate::machine::answer;
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event};
use crate::model::QueryType;

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let q = &run.question;
    let plan = q.plan.as_ref();
    Next::step(StepKind::Call {
        call: AgentCall::Synthesize(SynthesizerInput {
            query: q.text.clone(),
            query_type: plan.map_or(QueryType::Simple, |p| p.query_type),
            parts: q.analyzed(),
            is_partial: q.partial,
            unanswered_gaps: q.open_gaps(),
            ungrounded: q.ungrounded.clone(),
            feedback: q.feedback.clone(),
        }),
        domains: q.domains.clone(),
    })
}

pub(crate) fn on_results(run: &mut Run, _lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { event, .. } in results {
        match event {
            Event::Agent(AgentOutput::Synthesize(draft)) => {
                run.question.draft = Some(draft);
                return Next::go(Outcome::Done, "");
            }
            Event::Failed { reason, .. } => {
                let words = &run.question.own_words().not_worded;
                run.question.failed(words.fill(&[("why", &reason)]));
                run.question.answer = Some(answer::of_facts(&run.question));
                return Next::go(Outcome::Failed, reason);
            }
            _ => {}
        }
    }
    run.question.answer = Some(answer::of_facts(&run.question));
    Next::go(Outcome::Failed, "no draft came")
}
