//! Saying what was done without a model although one was to do it.

use crate::machine::{Delivery, Logged, Problem, RunReport, Status};
use crate::model::{AgentName, Answer, WithoutModel};

/// Marks what is about to be shown.
pub(super) fn mark(shown: &mut Delivery, without: &[WithoutModel]) {
    match shown {
        Delivery::Logged(logged) => note(logged, without),
        Delivery::Answer { answer, .. } => question(answer, without),
    }
}

/// Marks what a run came to, as it was shown.
pub(super) fn mark_report(report: &mut RunReport) {
    if let Some(logged) = &mut report.logged {
        note(logged, &report.without_model);
    }
    if let Some(answer) = &mut report.answer {
        question(answer, &report.without_model);
        if answer.is_partial && report.status == Status::Answered {
            report.status = Status::Partial;
        }
    }
}

fn note(logged: &mut Logged, without: &[WithoutModel]) {
    let of_note = |w: &&WithoutModel| w.agent == AgentName::Parser;
    for reason in without.iter().filter(of_note).map(|w| &w.reason) {
        let problem = Problem::WithoutModel(reason.clone());
        add(&mut logged.problems, problem);
    }
}

fn question(answer: &mut Answer, without: &[WithoutModel]) {
    for reason in without
        .iter()
        .filter(|w| w.is_of_answer())
        .map(|w| &w.reason)
    {
        answer.is_partial = true;
        add(
            &mut answer.gaps,
            format!("answered without the model: {reason}"),
        );
    }
}

fn add<T: PartialEq>(known: &mut Vec<T>, new: T) {
    if !known.contains(&new) {
        known.push(new);
    }
}
