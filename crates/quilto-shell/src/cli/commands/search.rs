//! `search WORDS…`: entries that hold words.

use std::collections::HashSet;

use clap::Args;
use quilto::model::{Entry, EntryId};
use quilto::storage::{LogStore, SearchQuery};

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::entries;
use crate::output::json::EntryObject;
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
    let period = args.days.range(context.moment.today)?;
    let mut named = Vec::new();
    // one group of names per word: a word is found when any of its names is
    let groups: Vec<Vec<String>> = if args.literal {
        args.words.iter().map(|word| vec![word.clone()]).collect()
    } else {
        let (terms, names) = context.domains().names_of(&args.words.join(" "));
        named = terms;
        names
    };
    let store = context.notes()?;
    let find = |keywords: Vec<String>, match_all: bool| {
        store.search(&SearchQuery {
            keywords,
            period: period.clone(),
            match_all,
        })
    };
    let plain = groups.iter().all(|group| group.len() == 1);
    let entries: Vec<Entry> = if args.any || plain {
        find(groups.iter().flatten().cloned().collect(), !args.any)?
    } else {
        let mut left: Option<Vec<Entry>> = None;
        for group in &groups {
            let found = find(group.clone(), false)?;
            left = Some(match left {
                None => found,
                Some(entries) => {
                    let ids: HashSet<EntryId> = found.into_iter().map(|e| e.id).collect();
                    entries
                        .into_iter()
                        .filter(|e| ids.contains(&e.id))
                        .collect()
                }
            });
        }
        left.unwrap_or_default()
    };
    context.warn_of_store(ui, &*store);
    if context.json {
        for entry in &entries {
            ui.json(&EntryObject::from(entry))?;
        }
        return Ok(Exit::Done);
    }
    let style = |entry: &Entry| context.style_of(ui, entry);
    for line in entries::lines(&entries, context.moment.today, style, |_, _| Vec::new()) {
        ui.line(&line)?;
    }
    let also = named.join(", ");
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
