//! `edit [DAY]`: a day in the person's editor, and what changed read again.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::DateRange;
use quilto::storage::Store;

use crate::cli::{dates, editor};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::note_echo;
use crate::runs::day_edit::{self, DayChanges, DayEdited};
use crate::ui::{QUIET, Ui, excerpt};

#[derive(Debug, Args)]
pub struct EditArgs {
    /// The day: 2026-11-20, yesterday, monday [default: today]
    #[arg(value_name = "DAY")]
    day: Option<String>,
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
            ui.json(&DayEdited::of(day, &DayChanges::default()))?;
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
    let changes = day_edit::take_in(context, &*store, day, &entries)?;
    context.warn_of_store(ui, &*store);
    if context.json {
        ui.json(&DayEdited::of(day, &changes))?;
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

fn show(context: &Context<'_>, ui: &mut Ui, changes: &DayChanges) -> Result<(), CliError> {
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
