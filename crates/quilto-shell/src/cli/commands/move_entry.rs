//! `move ENTRY DATE`: files a note under another day. What was typed stays where it was typed.

use clap::Args;
use quilto::model::EntryKind;
use quilto::storage::NewEntry;
use serde_json::json;

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::note_echo;
use crate::runs::{entry_names, last_session};
use crate::ui::{Ui, excerpt};

#[derive(Debug, Args)]
pub struct MoveArgs {
    /// The note, as `history` names it
    #[arg(value_name = "ENTRY")]
    entry: String,

    /// The day it belongs to: 2026-11-20, yesterday, monday
    #[arg(value_name = "DATE")]
    date: String,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &MoveArgs) -> Result<Exit, CliError> {
    let entry = entry_names::standing(context, &args.entry)?;
    let day = dates::named_day(Some(&args.date), context.moment.today)?;
    let Some(day) = day.filter(|day| *day != entry.date) else {
        ui.remark(&format!("{} stands under that day already.", entry.id));
        if context.json {
            ui.json(&json!({"from": entry.date, "to": entry.date}))?;
        }
        return Ok(Exit::Done);
    };
    let moved = NewEntry {
        date: day,
        time: context.moment.now.time(),
        kind: EntryKind::Moved,
        raw: String::new(),
        payload: Some(json!({"target": entry.id})),
        parsed: None,
    };
    let written = context.store()?.append(vec![moved])?;
    let name = written.first().map(|section| section.id.clone());
    if let Some(id) = &name {
        last_session::wrote(context, id);
    }
    if context.json {
        ui.json(&json!({"moved": entry.id, "from": entry.date, "to": day, "entry_id": name}))?;
        return Ok(Exit::Done);
    }
    let (from, to) = (note_echo::day(entry.date, None), note_echo::day(day, None));
    ui.line(&format!(
        "Moved from {from} to {to}: {}",
        excerpt(&entry.raw, 60)
    ))?;
    if let Some(name) = name {
        ui.remark(&format!(
            "To move it back: {} undo {name}",
            context.app.name
        ));
    }
    Ok(Exit::Done)
}
