//! STORE: saves what was understood. The words are in the log already, or go in with a correction.

use serde_json::json;

use crate::machine::note::Note;
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{Lane, NewNote, StepKind};
use crate::machine::{Event, Problem, delta_between};
use crate::model::{EntryKind, Parsed};

use super::parse;

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let note = &run.note;
    let correction = note.correction_of.is_some();
    match (&note.parse, &note.target, &note.entry) {
        (Some(parse), Some(target), None) if correction => Next::step(StepKind::Append(NewNote {
            date: run.settings.today,
            time: note.time,
            kind: EntryKind::Correction,
            raw: words(note),
            payload: Some(json!({"target": target.id, "delta": parse.correction_delta})),
        })),
        // A correction that nobody could read is kept as a note, so that its words are not lost.
        (None, _, None) if correction => Next::step(parse::append_raw(run)),
        (Some(_), _, Some(entry)) => match note.parsed(&run.settings.engine) {
            Some(parsed) => {
                let changes = refined(note, &parsed);
                let save = StepKind::StoreParse {
                    entry: entry.id.clone(),
                    parsed,
                };
                Next::step(changes.map_or(save, StepKind::Append))
            }
            None => Next::go(Outcome::Failed, "nothing was read"),
        },
        (None, _, Some(entry)) => Next::go(
            Outcome::Stored,
            format!("{} is kept as typed, not understood", entry.id),
        ),
        _ => Next::go(Outcome::Failed, "the words could not be saved"),
    }
}

/// A correction's words, with what the user wanted otherwise before it was written.
fn words(note: &Note) -> String {
    let refined = note.refinements.iter().map(|r| r.feedback.as_str());
    let lines: Vec<&str> = std::iter::once(note.text.as_str()).chain(refined).collect();
    lines.join("\n")
}

/// The section that keeps what the user wanted otherwise about a new note: its words alone would not
/// say it when they are read again.
fn refined(note: &Note, approved: &Parsed) -> Option<NewNote> {
    let (entry, before) = (note.entry.as_ref()?, note.unrefined.as_ref()?);
    let delta = delta_between(before, approved);
    if note.refinements.is_empty() || note.amended.is_some() || delta.is_empty() {
        return None;
    }
    let feedback = note.refinements.iter().map(|r| r.feedback.as_str());
    Some(NewNote {
        date: note.day,
        time: note.time,
        kind: EntryKind::Correction,
        raw: feedback.collect::<Vec<_>>().join("\n"),
        payload: Some(json!({"target": entry.id, "delta": delta})),
    })
}

/// The section that keeps what was said and is not written when a run is given up.
pub(crate) fn unwritten(run: &Run) -> Option<NewNote> {
    let note = &run.note;
    if note.correction_of.is_none() {
        return refined(note, &note.parsed(&run.settings.engine)?);
    }
    if note.entry.is_some() || note.preview.is_none() && note.choice.is_none() {
        return None;
    }
    let about = note.preview.as_ref().map(|preview| &preview.entry.id);
    Some(NewNote {
        date: run.settings.today,
        time: note.time,
        kind: EntryKind::Correction,
        raw: words(note),
        payload: about.map(|id| json!({"target": id})),
    })
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { step, event } in results {
        match (step, event) {
            (StepKind::StoreParse { .. }, Event::Done) => run.note.saved = true,
            (StepKind::StoreParse { .. }, Event::Failed { reason, .. }) => {
                let problem = Problem::ReadingUnsaved(reason.clone());
                run.note.problems.push(problem);
                return Next::go(Outcome::Failed, reason);
            }
            (StepKind::Append(_), event) if run.note.correction_of.is_none() => match event {
                Event::Appended(section) => {
                    run.note.amended = Some(section);
                    return enter(run, lane);
                }
                Event::Failed { reason, .. } => {
                    let problem = Problem::ChangeUnsaved(reason.clone());
                    run.note.problems.push(problem);
                    return Next::go(Outcome::Failed, reason);
                }
                _ => {}
            },
            (StepKind::Append(section), event) => {
                let failed = matches!(event, Event::Failed { .. });
                parse::appended(run, event);
                if failed {
                    return Next::go(Outcome::Failed, "the section could not be appended");
                }
                let target = run.note.target.as_ref().map(|t| t.id.clone());
                if section.kind == EntryKind::Correction
                    && let (Some(entry), Some(parsed)) = (target, run.note.corrected.clone())
                {
                    return Next::step(StepKind::StoreParse { entry, parsed });
                }
            }
            _ => {}
        }
    }
    let entry = run.note.entry.as_ref().map(|e| e.id.to_string());
    Next::go(Outcome::Stored, entry.unwrap_or_default())
}
