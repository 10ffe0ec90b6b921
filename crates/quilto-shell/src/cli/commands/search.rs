//! `search WORDS…`: entries that hold words.

use clap::Args;
use quilto::model::Entry;

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::entries;
use crate::output::json::EntryObject;
use crate::runs::search::{self, SearchParams};
use crate::ui::{QUIET, Ui};

#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Words to find; other names of the same thing are found too
    #[arg(required = true, value_name = "WORDS", allow_negative_numbers = true)]
    words: Vec<String>,

    #[command(flatten)]
    days: dates::DaysArgs,

    /// Find entries that hold any of the words, not all of them
    #[arg(long)]
    any: bool,

    /// Find the words as they stand, no other names
    #[arg(long)]
    literal: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &SearchArgs) -> Result<Exit, CliError> {
    let found = search::find(
        context,
        &SearchParams {
            words: &args.words,
            period: args.days.range(context.moment.today)?,
            any: args.any,
            literal: args.literal,
        },
    )?;
    let entries = found.entries;
    context.warn_of_store(ui, &*context.notes()?);
    if context.json {
        for entry in &entries {
            ui.json(&EntryObject::of(entry, context.moment.today))?;
        }
        return Ok(Exit::Done);
    }
    let style = |entry: &Entry| context.style_of(ui, entry);
    for line in entries::lines(&entries, context.moment.today, style, |_, _| Vec::new()) {
        ui.line(&line)?;
    }
    let also = found.named.join(", ");
    let also = if also.is_empty() {
        also
    } else {
        format!("; searched under all names of {also}")
    };
    let found = match entries.len() {
        0 => "Nothing found".to_owned(),
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    ui.remark(&format!("{QUIET}{found}{also}.{QUIET:#}"));
    Ok(Exit::Done)
}
