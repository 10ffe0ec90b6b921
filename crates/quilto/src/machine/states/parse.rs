//! PARSE: the words go into the log as typed, then they are read.

use chrono::FixedOffset;
use serde_json::json;

use crate::agents::{ParserInput, ParserOutput};
use crate::machine::interrupt::{Choice, Preview, Verb};
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, NewNote, StepKind};
use crate::machine::{AgentOutput, ApprovalPolicy, Event, Obstacle, Problem, apply_delta, day};
use crate::model::{Entry, EntryId, EntryKind, UTC};

/// How many times more entries are looked through for the one to correct when none of the newest
/// fits.
const LOOK_BACK: usize = 20;

/// The step that saves the words of the note.
pub(crate) fn append_raw(run: &Run) -> StepKind {
    StepKind::Append(NewNote {
        date: run.note.day,
        time: run.note.time,
        kind: EntryKind::Note,
        raw: run.note.text.clone(),
        payload: utc_offset(run).map(|offset| json!({UTC: offset})),
    })
}

/// How far local time was ahead of UTC when the note was typed; a note of another day has a minute
/// that says nothing of that day.
fn utc_offset(run: &Run) -> Option<String> {
    let minutes = run.settings.utc_offset?;
    let is_of_now = run.note.day == run.settings.today && run.input.time.is_none();
    let offset = is_of_now.then(|| FixedOffset::east_opt(minutes * 60))?;
    Some(offset?.to_string())
}

/// What came of saving the words.
pub(crate) fn appended(run: &mut Run, event: Event) {
    match event {
        Event::Appended(entry) => run.note.entry = Some(entry),
        Event::Failed { reason, obstacle } => {
            run.note.unsaved = true;
            let problem = match obstacle {
                Obstacle::InUse => Problem::InUse(reason),
                Obstacle::LeadsOut => Problem::LeadsOut(reason),
                Obstacle::Unknown => Problem::Unsaved(reason),
            };
            run.note.problems.push(problem);
        }
        _ => {}
    }
}

pub(crate) fn enter(run: &mut Run, _lane: Lane) -> Next {
    let correction = run.note.correction_of.is_some();
    if !correction && run.note.entry.is_none() {
        if run.note.unsaved {
            return Next::go(Outcome::Failed, "the words could not be saved");
        }
        return Next::step(append_raw(run));
    }
    if run.note.recent.is_none() {
        let today = run.settings.today;
        let named = correction.then(|| day::last_of_correction(&run.note.text, today));
        let mut steps = vec![StepKind::ReadRecent {
            until: named.flatten().unwrap_or(today),
            count: run.settings.limits.recent_entries,
        }];
        // A correction's words are saved with the correction; until then they lie in the spool.
        match (correction, run.note.spooled) {
            (true, false) => steps.push(StepKind::Spool {
                text: run.input.text.clone(),
            }),
            (false, true) => steps.push(StepKind::DropSpool),
            _ => {}
        }
        return Next::Steps(steps);
    }
    Next::step(StepKind::Call {
        call: AgentCall::Parse(input(run)),
        domains: run.note.domains.clone(),
    })
}

/// What the user wanted otherwise about a new note, as a change of what was read of it.
fn refinement(run: &Run) -> Option<ParserInput> {
    let note = &run.note;
    let entry = Entry {
        parsed: note.parsed(&run.settings.engine),
        ..note.entry.clone()?
    };
    let feedback = &note.refinements.last().filter(|_| note.refining)?.feedback;
    Some(ParserInput {
        raw_input: feedback.clone(),
        date: note.day,
        time: note.time,
        recent_entries: vec![entry],
        global_context: run.global_context.clone(),
        correction_target: Some(feedback.clone()),
    })
}

fn input(run: &Run) -> ParserInput {
    if let Some(input) = refinement(run) {
        return input;
    }
    let note = &run.note;
    let own = note.entry.as_ref().map(|e| &e.id);
    let recent = note.recent.iter().flatten();
    let recent: Vec<Entry> = recent
        .filter(|e| Some(&e.id) != own)
        .filter(|e| note.chosen.as_ref().is_none_or(|id| *id == e.id))
        .cloned()
        .collect();
    let mut raw_input = note.text.clone();
    for refinement in &note.refinements {
        raw_input.push('\n');
        raw_input.push_str(&refinement.feedback);
    }
    ParserInput {
        raw_input,
        date: note.day,
        time: note.time,
        recent_entries: recent,
        global_context: run.global_context.clone(),
        correction_target: note.correction_of.clone(),
    }
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    for StepResult { step, event } in results {
        match (step, event) {
            (StepKind::Append(_), event) => appended(run, event),
            (_, Event::Recent(entries)) => {
                // Looking further back for a correction, and finding nothing that was not seen.
                let seen = run.note.recent.as_ref().map(Vec::len);
                if run.note.looked_back && seen == Some(entries.len()) {
                    return no_target(run, Problem::NoSuchNote);
                }
                // who names the entry means no other one, however old it is
                let about = run.input.about.clone();
                run.note.recent = Some(about.map_or(entries, |entry| vec![entry]));
            }
            (StepKind::ReadRecent { .. }, Event::Failed { reason, .. }) => {
                run.remark(lane, format!("earlier notes could not be read: {reason}"));
                run.note.recent = Some(Vec::new());
            }
            (StepKind::Spool { .. }, Event::Done) => run.note.spooled = true,
            (StepKind::DropSpool, Event::Done) => run.note.spooled = false,
            (_, Event::Agent(AgentOutput::Parse(output))) => return parsed(run, output),
            (StepKind::Call { .. }, Event::Failed { .. }) if run.note.refining => {
                run.note.refining = false;
            }
            (StepKind::Call { .. }, Event::Failed { reason, .. }) => {
                let problem = Problem::NotUnderstood(reason.clone());
                run.note.problems.push(problem);
                run.note.parse = None;
                return Next::go(Outcome::Failed, reason);
            }
            (step, Event::Failed { reason, .. }) => {
                run.remark(lane, format!("{} failed: {reason}", step.name()));
            }
            _ => {}
        }
    }
    enter(run, lane)
}

fn parsed(run: &mut Run, output: ParserOutput) -> Next {
    if run.note.correction_of.is_some() {
        return corrected(run, output);
    }
    if std::mem::take(&mut run.note.refining) {
        // Where it is no change of what was read, the whole is read anew with it.
        return match changed(run, &output) {
            Some(changed) => read(run, changed),
            None => enter(run, Lane::Note),
        };
    }
    read(run, output)
}

/// What was read of a new note, changed as the user wanted.
fn changed(run: &Run, output: &ParserOutput) -> Option<ParserOutput> {
    let note = &run.note;
    let (before, parse) = (note.parsed(&run.settings.engine)?, note.parse.clone()?);
    if output.correction_delta.is_empty() {
        return None;
    }
    let after = apply_delta(&before, &output.correction_delta).ok()?;
    let sure = after.uncertain_fields.is_empty();
    Some(ParserOutput {
        domain_data: after.domain_data.into_map(),
        uncertain_fields: after.uncertain_fields.into_vec(),
        // What was doubted is settled.
        extraction_notes: if sure {
            Vec::new()
        } else {
            parse.extraction_notes
        },
        ..parse
    })
}

/// A new note was read.
fn read(run: &mut Run, output: ParserOutput) -> Next {
    let doubtful = !output.uncertain_fields.is_empty();
    let confidence = output.confidence;
    if output.date != run.note.day && !run.note.told {
        run.note.problems.push(Problem::AnotherDay {
            filed: run.note.day,
            meant: output.date,
        });
    }
    run.note.parse = Some(output);
    if run.note.refinements.is_empty() {
        run.note.unrefined = run.note.parsed(&run.settings.engine);
    }
    let ask = match run.settings.approval {
        // What was wanted otherwise is shown again, whatever is left to doubt.
        _ if !run.note.refinements.is_empty() => true,
        ApprovalPolicy::Never | ApprovalPolicy::Corrections => false,
        ApprovalPolicy::Uncertain => doubtful,
        ApprovalPolicy::Always => true,
    };
    if !ask {
        return Next::go(
            Outcome::Parsed,
            format!("read with confidence {confidence:.2}"),
        );
    }
    match run.note.entry.clone() {
        Some(entry) => preview(run, Verb::Save, entry),
        None => Next::go(Outcome::Parsed, "nothing to preview"),
    }
}

fn corrected(run: &mut Run, output: ParserOutput) -> Next {
    let known = |id: &EntryId| {
        let mut recent = run.note.recent.iter().flatten();
        recent.find(|e| e.id == *id).cloned()
    };
    // The user's choice stands over whatever the parser thinks of it now.
    let named = run.note.chosen.as_ref().or(output.target_entry_id.as_ref());
    let target = named.and_then(&known);
    let candidates: Vec<Entry> = output.target_candidates.iter().filter_map(known).collect();
    let changes = !output.correction_delta.is_empty();
    run.note.parse = Some(output);
    match target.or_else(|| {
        candidates
            .first()
            .filter(|_| candidates.len() == 1)
            .cloned()
    }) {
        Some(target) if changes => {
            let delta = run.note.parse.iter().flat_map(|p| &p.correction_delta);
            let delta: Vec<_> = delta.cloned().collect();
            let before = target.parsed.clone().unwrap_or_default();
            match apply_delta(&before, &delta) {
                Ok(corrected) => run.note.corrected = Some(corrected),
                Err(error) => return no_target(run, Problem::Unfitting(error.to_string())),
            }
            run.note.target = Some(target.clone());
            if run.settings.approval == ApprovalPolicy::Never {
                return Next::go(Outcome::Parsed, format!("corrects {}", target.id));
            }
            preview(run, Verb::Correct, target)
        }
        None if candidates.len() > 1 => {
            let about = run.note.correction_of.clone().unwrap_or_default();
            let reason = format!("{} entries could be meant", candidates.len());
            run.note.choice = Some(Choice { about, candidates });
            Next::go(Outcome::Ambiguous, reason)
        }
        None if !run.note.looked_back && run.note.chosen.is_none() => {
            run.note.looked_back = true;
            Next::step(StepKind::ReadRecent {
                until: run.settings.today,
                count: run.settings.limits.recent_entries.saturating_mul(LOOK_BACK),
            })
        }
        found => {
            let what = if found.is_some() {
                Problem::NoChange
            } else {
                Problem::NoSuchNote
            };
            no_target(run, what)
        }
    }
}

fn no_target(run: &mut Run, problem: Problem) -> Next {
    let why = problem.to_string();
    run.note.problems.push(problem);
    Next::go(Outcome::NoTarget, why)
}

fn preview(run: &mut Run, verb: Verb, entry: Entry) -> Next {
    let note = &mut run.note;
    note.previews += 1;
    let made = u32::try_from(note.refinements.len()).unwrap_or(u32::MAX);
    let parse = note.parse.as_ref();
    let delta = parse.map(|p| p.correction_delta.clone());
    note.preview = Some(Preview {
        id: format!("p{}", note.previews),
        verb,
        entry,
        parsed: note
            .parsed(&run.settings.engine)
            .filter(|_| verb == Verb::Save)
            .or_else(|| note.corrected.clone()),
        delta: delta.unwrap_or_default(),
        refinements_left: run.settings.limits.max_refinements.saturating_sub(made),
        history: note.refinements.clone(),
    });
    Next::go(
        Outcome::ApprovalNeeded,
        format!("preview p{}", note.previews),
    )
}
