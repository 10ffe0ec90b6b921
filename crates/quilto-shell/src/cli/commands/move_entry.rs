//! `move ENTRY DATE`: files a note under another day. What was typed stays where it was typed.

use clap::Args;

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::note_echo;
use crate::runs::{entry_names, move_entry};
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
    let moved = move_entry::to_day(context, &entry, day.unwrap_or(entry.date))?;
    if moved.entry_id.is_none() {
        ui.remark(&format!("{} stands under that day already.", entry.id));
    }
    if context.json {
        ui.json(&moved)?;
        return Ok(Exit::Done);
    }
    let Some(name) = moved.entry_id else {
        return Ok(Exit::Done);
    };
    let (from, to) = (moved.from, moved.to);
    let (from, to) = (note_echo::day(from, None), note_echo::day(to, None));
    ui.line(&format!(
        "Moved from {from} to {to}: {}",
        excerpt(&entry.raw, 60)
    ))?;
    ui.remark(&format!(
        "To move it back: {} undo {name}",
        context.app.name
    ));
    Ok(Exit::Done)
}
