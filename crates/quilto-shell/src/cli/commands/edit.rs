//! `edit [DAY]`: a day in the person's editor, and what changed read again.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::{DateRange, Entry};
use quilto::storage::Store;
use serde_json::json;

use crate::cli::{dates, editor};
use crate::context::Context;
use crate::context::engine::Reader;
use crate::error::{CliError, Exit};
use crate::output::note_echo;
use crate::runs::rereading::{self, Rereading};
use crate::ui::{QUIET, Ui, excerpt};

#[derive(Debug, Args)]
pub struct EditArgs {
    /// The day: 2026-11-20, yesterday, monday [default: today]
    #[arg(value_name = "DAY")]
    day: Option<String>,
}

/// What an edit did to the notes of a day.
#[derive(Default)]
struct Changes {
    changed: Vec<Entry>,
    new: Vec<Entry>,
    gone: Vec<Entry>,
    /// Notes under another time of day, their words as before.
    moved: Vec<Entry>,
    /// Notes whose corrections do not fit the new words.
    unfit: Vec<Entry>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &EditArgs) -> Result<Exit, CliError> {
    let today = context.moment.today;
    let day = dates::named_day(args.day.as_deref(), today)?.unwrap_or(today);
    let store = context.store()?;
    let before = store
        .raw_day(day)?
        .ok_or_else(|| nothing(context, &*store, day))?;
    let entries = store.entries_by_date_range(&DateRange::day(day))?;
    let Some(edited) = editor::edit(&day.to_string(), ".md", &before)? else {
        if context.json {
            ui.json(&object(day, &Changes::default()))?;
        } else {
            ui.remark("Nothing was changed.");
        }
        return Ok(Exit::Done);
    };
    if edited.bytes.trim_ascii().is_empty() {
        return Err(
            CliError::failed("the text came back empty; nothing was changed")
                .hint("take single notes out, or use `undo` or `forget`"),
        );
    }
    if !store.replace_raw_day(day, Some(&before), &edited.bytes)? {
        let kept = edited.keep();
        return Err(CliError::failed("the day was written to meanwhile")
            .hint(format!("your version is kept in {kept}; edit again")));
    }
    let changes = take_in(context, &*store, day, &entries)?;
    context.warn_of_store(ui, &*store);
    if context.json {
        ui.json(&object(day, &changes))?;
    } else {
        show(context, ui, &changes)?;
    }
    Ok(Exit::Done)
}

fn nothing(context: &Context<'_>, store: &dyn Store, day: NaiveDate) -> CliError {
    let app = context.app.name;
    let hint = match store.span() {
        Ok(Some(days)) => format!(
            "the newest day with notes is {end}: {app} edit {end}",
            end = days.end
        ),
        _ => context.nothing_yet(),
    };
    CliError::failed(format!("there is nothing on {day} to edit")).hint(hint)
}

/// Reads again what has new words, and says what became of each note.
fn take_in(
    context: &Context<'_>,
    store: &dyn Store,
    day: NaiveDate,
    before: &[Entry],
) -> Result<Changes, CliError> {
    let range = DateRange::day(day);
    let after = store.entries_by_date_range(&range)?;
    let sections = store.sections(&range)?;
    let reader = Reader::new(context)?;
    let earlier = match day.pred_opt() {
        Some(eve) => reader.recent(eve)?,
        None => Vec::new(),
    };
    let mut changes = Changes::default();
    for (place, entry) in after.iter().enumerate() {
        let old = before.iter().find(|old| old.id == entry.id);
        let mut entry = entry.clone();
        let rewritten = old.is_none_or(|old| old.raw != entry.raw);
        if rewritten || entry.parsed.is_none() {
            let recent: Vec<Entry> = earlier.iter().chain(&after[..place]).cloned().collect();
            match rereading::again(&reader, &entry, &recent, &sections)? {
                Rereading::Read(parsed) => {
                    store.save_parse(&entry.id, &parsed)?;
                    entry.parsed = Some(*parsed);
                }
                Rereading::Corrected => {
                    changes.unfit.push(entry);
                    continue;
                }
            }
        }
        match old {
            None => changes.new.push(entry),
            Some(_) if rewritten => changes.changed.push(entry),
            Some(old) if old.time != entry.time => changes.moved.push(entry),
            Some(_) => {}
        }
    }
    let is_gone = |old: &&Entry| after.iter().all(|entry| entry.id != old.id);
    changes.gone = before.iter().filter(is_gone).cloned().collect();
    Ok(changes)
}

fn show(context: &Context<'_>, ui: &mut Ui, changes: &Changes) -> Result<(), CliError> {
    let groups = [
        ("Changed", &changes.changed),
        ("New", &changes.new),
        ("Now at", &changes.moved),
    ];
    let mut any = false;
    for (word, entries) in groups {
        for entry in entries {
            any = true;
            ui.line(&format!(
                "{word} {}",
                note_echo::day(entry.date, entry.time)
            ))?;
            for line in context.understood(&context.style_of(ui, entry), entry) {
                ui.line(&line)?;
            }
        }
    }
    for entry in &changes.gone {
        any = true;
        let day = note_echo::day(entry.date, entry.time);
        ui.line(&format!("Gone {day}  {}", excerpt(&entry.raw, 50)))?;
    }
    for entry in &changes.unfit {
        any = true;
        let day = note_echo::day(entry.date, entry.time);
        ui.warn(
            &format!("{day} was corrected before, and the correction does not fit its new words"),
            Some("say the correction again"),
        );
    }
    if !any {
        ui.remark(&format!(
            "{QUIET}Saved; no note says anything else.{QUIET:#}"
        ));
    }
    Ok(())
}

fn object(day: NaiveDate, changes: &Changes) -> serde_json::Value {
    let ids = |entries: &[Entry]| entries.iter().map(|e| e.id.clone()).collect::<Vec<_>>();
    json!({
        "day": day,
        "changed": ids(&changes.changed),
        "new": ids(&changes.new),
        "gone": ids(&changes.gone),
        "moved": ids(&changes.moved),
        "unfit": ids(&changes.unfit),
    })
}
