//! CLARIFY: words the questions that only the user can answer.

use crate::agents::{ClarifierInput, ClarifierOutput};
use crate::machine::question::Question as Data;
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event};
use crate::model::{Gap, GapType, Question};

/// How many answers are offered to choose from.
const OPTIONS: usize = 3;

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let most = run.settings.limits.max_clarifications;
    let q = &mut run.question;
    if q.spent.clarifications >= most {
        unasked(q);
        return Next::go(Outcome::Spent, format!("asked {most} times"));
    }
    let mut gaps: Vec<Gap> = q.gaps.clone();
    if gaps.iter().any(|g| g.gap_type.only_user_knows()) {
        gaps.retain(|g| g.gap_type.only_user_knows());
    }
    let plan = q.plan.as_ref();
    Next::step(StepKind::Call {
        call: AgentCall::Clarify(ClarifierInput {
            original_query: q.text.clone(),
            intent: plan.map(|plan| (*plan.intent).clone()).unwrap_or_default(),
            gaps,
            suggested: plan.map_or_else(Vec::new, |p| p.clarify_questions.clone()),
            suggested_changes: plan.and_then(|p| p.clarify_changes),
            retrieval_history: q.history.clone(),
            previous_clarifications: q.asked.iter().map(|a| a.question.clone()).collect(),
        }),
        domains: q.domains.clone(),
    })
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { event, .. } in results {
        match event {
            Event::Agent(AgentOutput::Clarify(output)) => return ask(run, output),
            Event::Failed { reason, .. } => {
                run.remark(
                    lane,
                    format!("the planner's own questions are used: {reason}"),
                );
                let output = suggested(run);
                return ask(run, output);
            }
            _ => {}
        }
    }
    unasked(&mut run.question);
    Next::go(Outcome::NothingToAsk, "no questions came")
}

/// The user is not asked: what the questions were for stays open.
fn unasked(q: &mut Data) {
    q.partial = true;
    let plan = q.plan.iter();
    let wanted: Vec<String> = plan.flat_map(|p| p.clarify_questions.clone()).collect();
    for question in wanted {
        q.misses(question, GapType::Clarification);
    }
    if q.gaps.is_empty() {
        let what = q.own_words().left_open.clone();
        q.misses(what, GapType::Clarification);
    }
}

/// The planner's questions as they stand.
fn suggested(run: &Run) -> ClarifierOutput {
    let plan = run.question.plan.as_ref();
    let questions = plan.iter().flat_map(|p| &p.clarify_questions);
    ClarifierOutput {
        context_explanation: String::new(),
        questions: questions
            .map(|question| Question {
                id: String::new(),
                question: question.clone(),
                gap_addressed: String::new(),
                options: None,
                changes: plan.and_then(|p| p.clarify_changes),
                required: false,
            })
            .collect(),
        fallback_action: String::new(),
    }
}

/// Asks what was not asked before, under names that are new in this run.
fn ask(run: &mut Run, output: ClarifierOutput) -> Next {
    let most = run.settings.limits.max_questions;
    let q = &mut run.question;
    let mut open: Vec<Question> = Vec::new();
    for mut question in output.questions {
        let known = |a: &Question| same(&a.question, &question.question);
        let blank = question.question.trim().is_empty();
        if blank || open.len() >= most || q.asked.iter().chain(&open).any(known) {
            continue;
        }
        question.id = format!("q{}", q.asked.len() + open.len() + 1);
        question.options = question.options.filter(|o| !o.is_empty());
        if let Some(options) = &mut question.options {
            options.truncate(OPTIONS);
        }
        open.push(question);
    }
    if open.is_empty() {
        unasked(q);
        return Next::go(Outcome::NothingToAsk, "nothing that was not asked before");
    }
    let reason = format!("{} questions", open.len());
    q.spent.clarifications += 1;
    q.asked.extend(open.iter().cloned());
    q.open = open;
    q.why = Some(output.context_explanation).filter(|w| !w.trim().is_empty());
    Next::go(Outcome::Asked, reason)
}

/// Whether two questions are the same but for case, spaces and closing signs.
fn same(a: &str, b: &str) -> bool {
    let letters = |s: &str| -> String {
        let kept = s.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    letters(a) == letters(b)
}
