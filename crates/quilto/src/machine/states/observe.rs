//! OBSERVE: what is worth remembering? It runs once, after everything was shown, and whatever fails
//! in it changes nothing the user saw.

use crate::agents::{ObserverInput, Trigger};
use crate::machine::answer;
use crate::machine::run::{Next, Phase, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Delivery, Lane, StepKind};
use crate::machine::{AgentOutput, Event};

/// What a lane shows when it is done.
pub(crate) fn shown(run: &Run, lane: Lane) -> Delivery {
    if lane == Lane::Question {
        let answer = run.question.answer.clone();
        return Delivery::Answer {
            answer: answer.unwrap_or_else(|| answer::of_facts(&run.question)),
            facts: run.question.facts(),
        };
    }
    Delivery::Logged(Box::new(run.note.logged(&run.settings.engine)))
}

/// Why the observer runs, if there is a reason.
fn trigger(run: &Run) -> Option<Trigger> {
    if run.track(Lane::Question).phase != Phase::Idle {
        return Some(Trigger::PostQuery);
    }
    match (run.note.saved, &run.note.correction_of) {
        (true, Some(_)) => Some(Trigger::UserCorrection),
        (true, None) => Some(Trigger::SignificantLog),
        (false, _) => None,
    }
}

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    if !run.settings.observe {
        return Next::go(Outcome::Done, "not wanted");
    }
    match trigger(run) {
        // The notes of other runs may have changed it since this one began.
        Some(_) => Next::step(StepKind::ReadGlobalContext),
        None => Next::go(Outcome::Done, "nothing happened that could be remembered"),
    }
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { step, event } in results {
        match event {
            Event::GlobalContext(text) => {
                let Some(trigger) = trigger(run) else { break };
                return Next::step(call(run, trigger, text));
            }
            Event::Agent(AgentOutput::Observe(output)) => {
                for insight in output.insights_captured {
                    run.remark(lane, insight);
                }
                if output.should_update && !output.updates.is_empty() {
                    return Next::step(StepKind::UpdateGlobalContext {
                        updates: output.updates,
                        today: run.settings.today,
                    });
                }
                return Next::go(Outcome::Done, "nothing new");
            }
            Event::Failed { reason, .. } => {
                return Next::go(Outcome::Done, format!("{} failed: {reason}", step.name()));
            }
            _ => {}
        }
    }
    Next::go(Outcome::Done, "")
}

fn call(run: &Run, trigger: Trigger, current_global_context: String) -> StepKind {
    let q = &run.question;
    let asked = trigger == Trigger::PostQuery;
    let logged = run.note.logged(&run.settings.engine);
    let parsed = logged.parsed;
    let mut domains = run.note.domains.clone();
    domains.extend(
        q.domains
            .iter()
            .filter(|d| !run.note.domains.contains(d))
            .cloned(),
    );
    StepKind::Call {
        call: AgentCall::Observe(ObserverInput {
            trigger,
            query: asked.then(|| q.text.clone()),
            response: q.answer.as_ref().map(|a| a.text.clone()),
            facts: q.facts(),
            correction: logged.correction.map(|c| c.delta).unwrap_or_default(),
            new_entry: logged.entry.map(|mut entry| {
                entry.parsed = parsed.or(entry.parsed);
                entry
            }),
            current_global_context,
        }),
        domains,
    }
}
