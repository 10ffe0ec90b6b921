//! What came of what was typed, as a part of a page.

use quilto::agents::CorrectionDelta;
use quilto::machine::{Logged, Problem as RunProblem, RunReport, Status};
use quilto::model::{Entry, EntryId, EntryKind, Language};
use serde::Serialize;
use serde_json::Value;

use super::answer_view::AnswerView;
use super::ask_view::AskView;
use super::entry_view::{EntryView, bare};
use super::words::PageWords;
use crate::context::Context;
use crate::error::problems;
use crate::http::problem::Problem;
use crate::http::run::InputOutcome;
use crate::output::changes;
use crate::output::json::with_parse;

/// What became of a note.
#[derive(Serialize)]
struct LoggedView {
    entry: EntryView,
    /// What was changed of it, where it was there before.
    changes: Vec<String>,
    corrected: bool,
    /// What can be taken back: the entry, or its correction.
    undo: String,
}

/// What a run tells besides.
#[derive(Serialize)]
struct Remark {
    what: String,
    hint: Option<String>,
    /// The entry that it is about, where something can be done there.
    entry: Option<String>,
}

/// What came of something.
#[derive(Default, Serialize)]
pub struct OutcomeView {
    /// The words that were sent.
    text: String,
    logged: Vec<LoggedView>,
    answer: Option<AnswerView>,
    ask: Option<AskView>,
    remarks: Vec<Remark>,
    /// What was taken back, and what brings it again.
    undone: Option<UndoneView>,
}

#[derive(Serialize)]
struct UndoneView {
    words: String,
    day: String,
    again: Option<String>,
    /// The note whose words can be removed for good.
    note: Option<String>,
}

impl OutcomeView {
    /// The run that waits for an answer.
    pub fn waits(&self) -> Option<&str> {
        self.ask.as_ref().map(|ask| &*ask.session)
    }

    pub fn of(
        context: &Context<'_>,
        words: PageWords,
        outcome: &InputOutcome,
    ) -> Result<Self, Problem> {
        match outcome {
            InputOutcome::Run(ended) => Self::of_run(context, words, &ended.report),
            InputOutcome::Undone(undone) => {
                let section = &undone.section;
                let is_note = section.kind == EntryKind::Note;
                Ok(Self {
                    undone: Some(UndoneView {
                        words: section.raw.clone(),
                        day: words.date(section.date, context.moment.today),
                        again: undone.entry_id.as_ref().map(|id| id.0.clone()),
                        note: is_note.then(|| section.id.0.clone()),
                    }),
                    ..Self::default()
                })
            }
            InputOutcome::Corrected(corrected) => Ok(Self {
                logged: vec![corrected_view(
                    context,
                    words,
                    &corrected.before,
                    &corrected.delta,
                    &corrected.entry_id,
                )],
                ..Self::default()
            }),
        }
    }

    fn of_run(
        context: &Context<'_>,
        words: PageWords,
        report: &RunReport,
    ) -> Result<Self, Problem> {
        let language = Language::of(&report.text);
        let all = report.logged_before.iter().chain(&report.logged);
        let logged = all
            .clone()
            .filter_map(|logged| logged_view(context, words, logged));
        let entry = |logged: &Logged| logged.entry.as_ref().map(|entry| entry.id.clone());
        let of_notes = all.flat_map(|logged| {
            let id = entry(logged);
            logged
                .problems
                .iter()
                .map(move |problem| (problem, id.clone()))
        });
        let of_run = report.problems.iter().map(|problem| (problem, None));
        let waits = matches!(
            report.status,
            Status::WaitingForUser | Status::PendingApproval
        );
        let remarks = of_notes
            .chain(of_run)
            .map(|(problem, id)| remark(context, problem, language, id.as_ref()));
        let ask = report
            .ask
            .as_ref()
            .filter(|_| waits)
            .map(|ask| AskView::of(context, words, &report.run_id.0, &report.text, ask));
        Ok(Self {
            text: report.text.clone(),
            logged: logged.collect(),
            answer: AnswerView::of(context, report)?,
            ask,
            remarks: remarks.collect(),
            undone: None,
        })
    }
}

/// What a correction changed of an entry, and the section that is undone to have it as before.
fn corrected_view(
    context: &Context<'_>,
    words: PageWords,
    target: &Entry,
    delta: &[CorrectionDelta],
    section: &EntryId,
) -> LoggedView {
    let style = context.style_within(None, Language::of(&target.raw));
    let before = target.parsed.clone().unwrap_or_default();
    let before = Value::from(before.domain_data);
    let lines = changes::lines(&before, delta, &style);
    LoggedView {
        entry: EntryView::of(context, words, target, false),
        changes: lines.iter().map(|line| bare(line)).collect(),
        corrected: true,
        undo: section.0.clone(),
    }
}

fn logged_view(context: &Context<'_>, words: PageWords, logged: &Logged) -> Option<LoggedView> {
    if let Some(correction) = &logged.correction {
        let target = &correction.target;
        let section = logged.entry.as_ref().unwrap_or(target);
        let delta = &correction.delta;
        return Some(corrected_view(context, words, target, delta, &section.id));
    }
    let entry = with_parse(logged.entry.as_ref()?, logged);
    Some(LoggedView {
        undo: entry.id.0.clone(),
        entry: EntryView::of(context, words, &entry, true).changeable(context, &entry),
        changes: Vec::new(),
        corrected: false,
    })
}

fn remark(
    context: &Context<'_>,
    problem: &RunProblem,
    language: Language,
    entry: Option<&EntryId>,
) -> Remark {
    let told = problems::told(problem, language, context.app.name, entry);
    // a page has a form for what the terminal has a command for
    let moves = matches!(problem, RunProblem::AnotherDay { .. });
    Remark {
        what: told.what,
        // what was wanted needs no advice
        hint: told.hint.filter(|_| !problem.is_wanted() && !moves),
        entry: entry.filter(|_| moves).map(|id| id.0.clone()),
    }
}
