//! What a run came to, as an assistant gets it: what was written or answered, and what to do next.

use chrono::NaiveDate;
use quilto::agents::CorrectionDelta;
use quilto::engine::model::harmless;
use quilto::machine::{Ask, Preview, RunReport, Status, Verb};
use quilto::model::{Answer, Citation, Confidence, EntryId, Parsed};
use serde::Serialize;
use serde_json::{Map, Value};

use super::notes::{self, NoteObject};
use super::quoted::{caution, quoted};
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::output::json::{FactObject, QuestionObject, RunObject};

/// Facts and citations that are given of an answer.
const MOST: usize = 40;

/// What a run came to.
#[derive(Serialize)]
struct Outcome<'a> {
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    /// What to do where the run waits for a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(flatten)]
    answer: Option<AnswerObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logged: Vec<LoggedObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correction: Option<CorrectionObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact_count: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<FactObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionObject<'a>>,
    /// Notes that could be meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choice: Vec<NoteObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preview: Option<PreviewObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// A note that was written.
#[derive(Serialize)]
struct LoggedObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    read_as: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_doubt: Vec<String>,
    /// What was assumed or left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_read: Vec<String>,
}

/// An answer, and what it rests on.
#[derive(Serialize)]
struct AnswerObject<'a> {
    answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    caution: Option<&'static str>,
    confidence: Confidence,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    gaps: &'a [String],
    citation_count: usize,
    citations: Vec<CitationObject<'a>>,
}

/// A note that an answer rests on.
#[derive(Serialize)]
struct CitationObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    note: String,
}

/// What would be written, beside the note as it stands.
#[derive(Serialize)]
struct PreviewObject<'a> {
    id: &'a str,
    verb: Verb,
    entry_id: &'a EntryId,
    note: String,
    changes: Vec<Change<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<Map<String, Value>>,
    refinements_left: u32,
}

/// A correction that was written.
#[derive(Serialize)]
struct CorrectionObject<'a> {
    of: &'a EntryId,
    changes: Vec<Change<'a>>,
}

/// A value that becomes another.
#[derive(Serialize)]
struct Change<'a> {
    path: &'a str,
    before: Value,
    after: Value,
}

/// What a run came to.
pub fn of(context: &Context<'_>, report: &RunReport) -> Result<Value, Problem> {
    let run = RunObject::of(report, context.moment.today, 0);
    let ask = report.ask.as_ref();
    let choice = ask.and_then(|ask| ask.choice.as_ref());
    let candidates = choice.map_or(&[][..], |choice| &choice.candidates);
    let preview = ask.and_then(|ask| ask.preview.as_ref());
    let correction = report.logged.as_ref();
    let correction = correction.and_then(|logged| logged.correction.as_ref());
    let logged = report.logged_before.iter().chain(&report.logged);
    let (facts, more) = (&report.facts, report.facts.len() > MOST);
    let outcome = Outcome {
        status: run.status,
        session_id: ask.map(|_| run.session_id),
        next: ask.map(|ask| next(run.session_id, ask)),
        answer: report.answer.as_ref().map(answer),
        logged: logged
            .filter_map(|logged| {
                let entry = logged.entry.as_ref()?;
                let parsed = logged.parsed.as_ref().or(entry.parsed.as_ref());
                Some(written(&entry.id, entry.date, parsed))
            })
            .collect(),
        correction: correction.map(|correction| CorrectionObject {
            of: &correction.target.id,
            changes: changes(&correction.delta),
        }),
        fact_count: more.then_some(facts.len()),
        facts: facts.iter().take(MOST).map(Into::into).collect(),
        why: run.why,
        questions: run.questions,
        choice: candidates
            .iter()
            .map(|entry| NoteObject::of(entry, None))
            .collect(),
        preview: preview.map(shown),
        warnings: run.warnings,
    };
    serde_json::to_value(&outcome).map_err(|error| Problem::new(Kind::Failed, error.to_string()))
}

fn written<'a>(
    entry_id: &'a EntryId,
    date: NaiveDate,
    parsed: Option<&Parsed>,
) -> LoggedObject<'a> {
    let parsed = parsed.cloned().unwrap_or_default();
    LoggedObject {
        entry_id,
        date,
        read_as: notes::data(&parsed.domain_data),
        in_doubt: parsed.uncertain_fields.to_vec(),
        remarks: parsed.extraction_notes.to_vec(),
        not_read: notes::not_read(&parsed.unread),
    }
}

fn answer(answer: &Answer) -> AnswerObject<'_> {
    let lines: Vec<String> = answer.text.lines().map(harmless).collect();
    let citations = &answer.citations;
    let said = [&answer.text].into_iter();
    let mut said = said.chain(citations.iter().map(|citation| &citation.quote));
    AnswerObject {
        answer: lines.join("\n"),
        caution: said.find_map(|text| caution(text)),
        confidence: answer.confidence,
        gaps: &answer.gaps,
        citation_count: citations.len(),
        citations: citations.iter().take(MOST).map(cited).collect(),
    }
}

fn cited(citation: &Citation) -> CitationObject<'_> {
    CitationObject {
        entry_id: &citation.entry_id,
        date: citation.date,
        note: quoted(&citation.quote),
    }
}

fn shown(preview: &Preview) -> PreviewObject<'_> {
    let parsed = preview.parsed.as_ref();
    PreviewObject {
        id: &preview.id,
        verb: preview.verb,
        entry_id: &preview.entry.id,
        note: quoted(&preview.entry.raw),
        changes: changes(&preview.delta),
        read_as: parsed.map(|parsed| notes::data(&parsed.domain_data)),
        refinements_left: preview.refinements_left,
    }
}

fn changes(delta: &[CorrectionDelta]) -> Vec<Change<'_>> {
    let changes = delta.iter().map(|change| Change {
        path: &change.path,
        before: notes::plain(&change.before),
        after: notes::plain(&change.after),
    });
    changes.collect()
}

/// How an assistant goes on with a run that waits.
pub fn next(session_id: &str, ask: &Ask) -> String {
    let call = format!("call `confirm` with session_id {session_id:?}");
    if let Some(preview) = &ask.preview {
        return format!(
            "Nothing is written yet. Show the preview to the person; then {call}, approval_id {:?} and \
             decision: approve, reject, or refine with a refinement.",
            preview.id
        );
    }
    if ask.choice.is_some() {
        return format!(
            "Ask the person which note is meant; then {call} and its entry_id as text."
        );
    }
    format!(
        "Ask the person, unless you know it from them; then {call} and the answer as text, or several \
         in answers by the id of the question. With decline it goes on without."
    )
}
