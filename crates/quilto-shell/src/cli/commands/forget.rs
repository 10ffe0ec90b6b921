//! `forget ENTRY`: the one command that rewrites what was typed, for a secret typed by mistake.

use clap::Args;
use quilto::model::EntryId;

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::locale;
use crate::output::note_echo;
use crate::output::words::Words;
use crate::runs::{forget, prompt};
use crate::ui::{Ui, excerpt};

#[derive(Debug, Args)]
pub struct ForgetArgs {
    /// The note, as `history` names it; also one that was taken back
    #[arg(value_name = "ENTRY")]
    entry: String,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ForgetArgs) -> Result<Exit, CliError> {
    let id = EntryId(args.entry.trim().to_owned());
    let entry = forget::written(context, &id)?.ok_or_else(|| {
        CliError::failed(format!("there is no entry {id}"))
            .hint("`history` lists entries and their names")
    })?;
    if !context.yes {
        if !context.may_ask() {
            return Err(CliError::usage("nothing was forgotten")
                .hint("say --yes where you cannot be asked; there is no way back"));
        }
        let day = note_echo::day(entry.date, entry.time);
        ui.ask(&format!("{day}  {}", excerpt(&entry.raw, 60)));
        let words = Words::of(locale::language());
        if !prompt::confirmed(context, ui, &words.forget_for_good) {
            ui.remark(&words.nothing_forgotten);
            return Ok(Exit::Done);
        }
    }
    let forgotten = forget::for_good(context, &entry)?;
    if context.json {
        ui.json(&forgotten)?;
    } else {
        ui.line(&format!("Forgotten: {id}"))?;
    }
    Ok(Exit::Done)
}
