//! What a file holds, and what it leaves open, on a page.

use serde::Serialize;

use super::import_answers::Answers;
use super::reader::Reader;
use super::words::PageWords;
use crate::context::Context;
use crate::http::uploads::Upload;
use crate::import::{Place, Question, Rejected};
use crate::output::import_words::ImportWords;
use crate::runs::importing::report::Summary;

/// So many of what was rejected are shown.
const SHOWN: usize = 10;
/// Letters that are shown of an entry.
const LETTERS: usize = 200;

#[derive(Serialize)]
pub struct ImportView {
    id: String,
    name: String,
    /// Whether it was brought in.
    came: bool,
    /// How many entries come in, or came.
    entries: usize,
    days: Option<String>,
    /// What else there is to say: how many were there, and so on.
    lines: Vec<String>,
    samples: Vec<SampleView>,
    questions: Vec<QuestionView>,
    rejected: Vec<RejectedView>,
    more_rejected: usize,
    remarks: Vec<String>,
    /// What was said up to now.
    said: Vec<String>,
    units: Vec<UnitView>,
}

/// An entry that would come in.
#[derive(Serialize)]
struct SampleView {
    day: String,
    date: String,
    text: String,
}

#[derive(Serialize)]
struct QuestionView {
    asks: String,
    place: String,
    samples: Vec<String>,
    answers: Vec<AnswerView>,
}

#[derive(Serialize)]
struct AnswerView {
    said: String,
    meaning: String,
}

#[derive(Serialize)]
struct RejectedView {
    place: String,
    reason: String,
}

/// A unit that the file does not name.
#[derive(Serialize)]
struct UnitView {
    /// `mass` or `distance`.
    of: &'static str,
    units: [&'static str; 2],
    taken: String,
}

impl ImportView {
    pub fn of(
        upload: &Upload,
        summary: &Summary,
        said: &Answers,
        came: bool,
        context: &Context<'_>,
        reader: &Reader,
    ) -> Self {
        let words = PageWords::of(reader.language);
        let today = context.moment.today;
        let rejected = summary.rejected.iter().take(SHOWN);
        let samples = summary.samples.iter().map(|sample| SampleView {
            day: words.date(sample.date, today),
            date: sample.date.to_string(),
            text: shortened(&sample.text),
        });
        let days = summary.first.zip(summary.last).map(|(first, last)| {
            let (first, last) = (words.date(first, today), words.date(last, today));
            match first == last {
                true => first,
                false => words.fill("/imports/days", &[("first", &first), ("last", &last)]),
            }
        });
        let asked = |question: &Question| asked(upload, question, reader);
        Self {
            id: upload.id.clone(),
            name: upload.name.clone(),
            came,
            entries: summary.imported + summary.updated,
            days,
            lines: lines(words, summary),
            samples: samples.collect(),
            questions: summary.questions.iter().map(asked).collect(),
            rejected: rejected.map(|one| refused(upload, words, one)).collect(),
            more_rejected: summary.rejected.len().saturating_sub(SHOWN),
            remarks: summary
                .remarks
                .iter()
                .map(|r| upload.without_folder(r))
                .collect(),
            said: said.said.clone(),
            units: units(context, summary, said),
        }
    }
}

/// As much of a text as is shown.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How many there are of what is there, stays or was not read.
fn lines(words: PageWords, summary: &Summary) -> Vec<String> {
    let counted = [
        ("updated", summary.updated),
        ("known", summary.known - summary.kept.len()),
        ("kept", summary.kept.len()),
        ("unread", summary.unread.len()),
    ];
    let counted = counted.into_iter().filter(|(_, count)| *count > 0);
    counted
        .map(|(what, count)| {
            let place = format!("/imports/{what}");
            words.fill(&place, &[("n", &count.to_string())])
        })
        .collect()
}

fn asked(upload: &Upload, question: &Question, reader: &Reader) -> QuestionView {
    let words = ImportWords::of(reader.language);
    let answers = question.answers.iter().map(|answer| {
        let (name, said) = answer.said();
        AnswerView {
            said: format!("{name}={said}"),
            meaning: words.answer(question, answer),
        }
    });
    QuestionView {
        asks: words.question(question),
        place: format!("{}:{}", upload.shown(&question.path), question.line),
        samples: question.samples.clone(),
        answers: answers.collect(),
    }
}

fn refused(upload: &Upload, words: PageWords, rejected: &Rejected) -> RejectedView {
    let file = upload.shown(&rejected.path);
    let (what, n) = match rejected.place {
        Place::Line(line) => ("/imports/line", line.to_string()),
        Place::Offset(offset) => ("/imports/byte", offset.to_string()),
    };
    RejectedView {
        place: words.fill(what, &[("file", &file), ("n", &n)]),
        reason: upload.without_folder(&rejected.reason),
    }
}

/// Units that the file does not name, and those that were said: they can be said otherwise.
fn units(context: &Context<'_>, summary: &Summary, said: &Answers) -> Vec<UnitView> {
    let usual = context.units();
    let all = [
        (
            "mass",
            ["kg", "lb"],
            summary.missing_units.mass,
            said.mass,
            &usual.mass,
        ),
        (
            "distance",
            ["km", "mi"],
            summary.missing_units.distance,
            said.distance,
            &usual.distance,
        ),
    ];
    let asked = all
        .into_iter()
        .filter(|(_, _, missing_units, said, _)| *missing_units || said.is_some());
    asked
        .map(|(of, units, _, said, usual)| UnitView {
            of,
            units,
            taken: said.unwrap_or(usual).to_owned(),
        })
        .collect()
}
