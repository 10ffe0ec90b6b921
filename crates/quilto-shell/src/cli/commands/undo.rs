//! `undo`: takes a note, a correction or a move back.

use clap::Args;
use quilto::model::{EntryKind, Language};

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::words::Words;
use crate::runs::undo;
use crate::ui::{Ui, excerpt};

#[derive(Debug, Args)]
pub struct UndoArgs {
    /// What to take back; without a name, what was written last
    #[arg(value_name = "ENTRY")]
    entry: Option<String>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &UndoArgs) -> Result<Exit, CliError> {
    let undone = undo::undo(context, args.entry.as_deref())?;
    if context.json {
        ui.json(&undone)?;
        return Ok(Exit::Done);
    }
    let section = &undone.section;
    let words = Words::of(Language::of(&section.raw));
    let day = words.day(section.date, section.time);
    let note = format!("{day}  {}", excerpt(&section.raw, 60));
    let what = said(section.kind, words);
    ui.line(&words.taken_back.fill(&[("what", what), ("note", &note)]))?;
    if let Some(name) = undone.entry_id {
        let how = format!("{} undo {name}", context.app.name);
        ui.remark(&words.have_it_again.fill(&[("how", &how)]));
    }
    Ok(Exit::Done)
}

fn said(kind: EntryKind, words: &Words) -> &str {
    match kind {
        EntryKind::Correction => &words.the_correction,
        // these have no words of the person's, whose language they could be in
        EntryKind::Undo => "the undo of",
        EntryKind::Moved => "the move of",
        EntryKind::Confirmed => "the confirmation of",
        _ => &words.the_note,
    }
}
