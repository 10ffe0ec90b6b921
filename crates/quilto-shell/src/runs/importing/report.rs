//! What an import came to, and how it is told.

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::questions;
use super::unread::{self, UnreadClause};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::import::{self, LesserDraft, MissingPart, MissingUnits, Place, Question, Rejected};
use crate::output::format::number;
use crate::ui::{QUIET, Ui};

/// So many of what was rejected are shown.
const SHOWN: usize = 10;
/// So many entries are shown of what would come in.
const SAMPLES: usize = 5;

/// What an import came to.
#[derive(Default)]
pub struct Summary {
    pub imported: usize,
    pub updated: usize,
    pub known: usize,
    /// Of those, activities that another kind of file told of.
    pub twins: usize,
    /// Sessions of which the files say less than what is there.
    pub kept: Vec<LesserDraft>,
    /// What files leave open: nothing of them came in.
    pub questions: Vec<Question>,
    pub rejected: Vec<Rejected>,
    /// What of notes went into nothing.
    pub unread: Vec<UnreadClause>,
    /// Whether a file was of no known kind.
    pub unknown: bool,
    pub remarks: Vec<String>,
    /// Units that nobody said, and what they were taken to be.
    pub assumed: Vec<String>,
    /// Which units those are.
    pub missing_units: MissingUnits,
    /// The first of what comes in.
    pub samples: Vec<Sample>,
    pub first: Option<NaiveDate>,
    pub last: Option<NaiveDate>,
}

/// An entry that comes in.
#[derive(Debug, PartialEq, Eq)]
pub struct Sample {
    pub date: NaiveDate,
    pub text: String,
}

impl Summary {
    /// Something comes in.
    pub fn sample(&mut self, date: NaiveDate, text: &str) {
        if self.samples.len() < SAMPLES {
            let text = text.to_owned();
            self.samples.push(Sample { date, text });
        }
    }

    /// What was assumed, for the person to know.
    pub fn told(&self) -> impl Iterator<Item = &String> {
        self.remarks.iter().chain(&self.assumed)
    }

    /// Entries came in of these days.
    pub fn note_days(&mut self, first: NaiveDate, last: NaiveDate) {
        self.first = Some(self.first.map_or(first, |day| day.min(first)));
        self.last = Some(self.last.map_or(last, |day| day.max(last)));
    }
}

/// Tells it, and how the command ends.
pub fn tell(
    context: &Context<'_>,
    ui: &mut Ui,
    dry_run: bool,
    summary: &Summary,
) -> Result<Exit, CliError> {
    let store = context.store()?;
    context.warn_of_store(ui, &*store);
    for remark in summary.told() {
        ui.remark(&format!("{QUIET}{remark}{QUIET:#}"));
    }
    for rejected in summary.rejected.iter().take(SHOWN) {
        ui.remark(&rejected.to_string());
    }
    if let Some(more) = summary.rejected.len().checked_sub(SHOWN + 1) {
        let more = more + 1;
        ui.remark(&format!("and {more} more; `--json` lists them all"));
    }
    for question in &summary.questions {
        questions::tell(ui, question);
    }
    for kept in kept(summary) {
        ui.remark(&kept);
    }
    for unread in unread::lines(&summary.unread) {
        ui.remark(&unread);
    }
    if summary.unknown {
        let names: Vec<&str> = context.app.imports.formats.iter().map(|i| i.name).collect();
        ui.hint(&format!("it reads {}", names.join(", ")));
    } else if !summary.questions.is_empty() {
        ui.hint(
            "import again with one of these flags for each, or at a terminal, where it is asked",
        );
    } else if !summary.kept.is_empty() && summary.rejected.is_empty() {
        ui.hint("to have what the file says instead, `undo` the session and import again");
    } else if !summary.rejected.is_empty() {
        ui.hint("mend these and import again: what is there already is not doubled");
    }
    if context.json {
        ui.json(&object(dry_run, summary))?;
    } else {
        ui.line(&sentence(dry_run, summary))?;
        match summary.twins {
            0 => {}
            1 => ui.line("1 activity was already there from another file and stays as it is.")?,
            twins => ui.line(&format!(
                "{twins} activities were already there from another file and stay as they are."
            ))?,
        }
    }
    let all =
        summary.rejected.is_empty() && summary.kept.is_empty() && summary.questions.is_empty();
    Ok(if all {
        Exit::Done
    } else if summary.imported + summary.updated + summary.known > 0 {
        Exit::Partly
    } else {
        Exit::Failed
    })
}

/// The same for programs.
pub fn object(dry_run: bool, summary: &Summary) -> Value {
    let rejected: Vec<_> = summary
        .rejected
        .iter()
        .map(|rejected| {
            let file = import::shown(&rejected.path);
            match rejected.place {
                Place::Line(line) => {
                    json!({"file": file, "line": line, "reason": rejected.reason})
                }
                Place::Offset(offset) => {
                    json!({"file": file, "offset": offset, "reason": rejected.reason})
                }
            }
        })
        .collect();
    let mut object = json!({
        "dry_run": dry_run,
        "imported": summary.imported,
        "updated": summary.updated,
        "already_there": summary.known,
        "already_there_from_another_file": summary.twins,
        "kept": summary.kept.len(),
        "questions": summary.questions.iter().map(questions::as_json).collect::<Vec<_>>(),
        "rejected": rejected,
        "unread": unread::as_json(&summary.unread),
        "remarks": summary.told().collect::<Vec<_>>(),
    });
    if dry_run {
        let samples = summary.samples.iter();
        let samples = samples.map(|sample| json!({"date": sample.date, "text": sample.text}));
        object["samples"] = samples.collect();
    }
    object
}

/// What stays as it is because the files say less of it: a line for each way they do.
fn kept(summary: &Summary) -> Vec<String> {
    let mut ways: Vec<(MissingPart, usize)> = Vec::new();
    for kept in &summary.kept {
        match ways
            .iter_mut()
            .find(|(missing, _)| *missing == kept.missing)
        {
            Some((_, count)) => *count += 1,
            None => ways.push((kept.missing, 1)),
        }
    }
    let line = |(missing, count): (MissingPart, usize)| {
        let stays = match count {
            1 => "1 session stays as it is".to_owned(),
            count => format!("{count} sessions stay as they are"),
        };
        match missing {
            MissingPart::Lines => {
                format!("{stays}: not all of its lines in the file could be read")
            }
            MissingPart::End => format!("{stays}: the file ends before the last set"),
            MissingPart::Values(name) => format!("{stays}: the file has no {name} there"),
        }
    };
    ways.into_iter().map(line).collect()
}

fn sentence(dry_run: bool, summary: &Summary) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a count of entries")]
    let count = |n: usize| number(n as f64);
    let verb = if dry_run { "Would import" } else { "Imported" };
    let entries = if summary.imported == 1 {
        "entry"
    } else {
        "entries"
    };
    let days = match (summary.first, summary.last) {
        (Some(first), Some(last)) if first != last => format!(" ({first} to {last})"),
        (Some(day), _) => format!(" ({day})"),
        _ => String::new(),
    };
    let mut parts = vec![format!("{verb} {} {entries}", count(summary.imported))];
    if summary.updated > 0 {
        parts.push(format!(
            "{} replaced by newer content",
            count(summary.updated)
        ));
    }
    if let Some(last) = parts.last_mut() {
        last.push_str(&days);
    }
    parts.push(format!("{} already there", count(summary.known)));
    let is_line = |rejected: &Rejected| matches!(rejected.place, Place::Line(_));
    let lines = match (
        summary.rejected.iter().all(is_line),
        summary.rejected.len() == 1,
    ) {
        (true, true) => "line",
        (true, false) => "lines",
        (false, true) => "part",
        (false, false) => "parts",
    };
    parts.push(format!(
        "{} {lines} rejected",
        count(summary.rejected.len())
    ));
    match summary.questions.len() {
        0 => {}
        1 => parts.push("1 question open".into()),
        open => parts.push(format!("{open} questions open")),
    }
    format!("{}.", parts.join(", "))
}
