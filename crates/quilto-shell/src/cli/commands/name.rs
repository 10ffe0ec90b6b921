//! `name`: words of the person's own for names, over the built-in ones.

use clap::Args;
use serde_json::json;

use crate::aliases::Aliases;

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::nearest::nearest;
use crate::runs::own_names::{add, near_hint, read_again, told};
use crate::ui::{QUIET, Ui, padded, width_of};

#[derive(Debug, Args)]
pub struct NameArgs {
    /// What you write
    word: Option<String>,

    /// The name it stands for; without it, names that come near are listed
    name: Option<String>,

    /// Take the word away again
    #[arg(long, conflicts_with = "name", requires = "word")]
    remove: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NameArgs) -> Result<Exit, CliError> {
    match (&args.word, &args.name) {
        (None, _) => list(context, ui),
        (Some(word), None) if args.remove => remove(context, ui, word),
        (Some(word), None) => {
            let error = CliError::usage(format!("what does {word:?} stand for?"));
            Err(error.hint(near_hint(context, word)))
        }
        (Some(word), Some(name)) => add(context, ui, word, name),
    }
}

/// Lists the words.
pub(super) fn list(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let path = context.aliases_file()?;
    let aliases = Aliases::read(&path)?;
    context.warn_of_domains(ui);
    let all = aliases
        .by_domain
        .iter()
        .flat_map(|(domain, names)| names.iter().map(move |(alias, name)| (domain, alias, name)));
    if context.json {
        for (domain, alias, name) in all {
            ui.json(&json!({"alias": alias, "name": name, "domain": domain}))?;
        }
        return Ok(Exit::Done);
    }
    let width = all.clone().map(|(_, alias, _)| width_of(alias)).max();
    let Some(width) = width else {
        ui.remark(&format!(
            "You have no names of your own. Add one: {} name WORD NAME",
            context.app.name
        ));
        return Ok(Exit::Done);
    };
    for (_, alias, name) in all {
        ui.line(&format!("{}  {name}", padded(alias, width)))?;
    }
    ui.remark(&format!("{QUIET}They are in {}{QUIET:#}", path.display()));
    Ok(Exit::Done)
}

/// Takes a word away, and reads the notes again that hold it.
pub(super) fn remove(context: &Context<'_>, ui: &mut Ui, alias: &str) -> Result<Exit, CliError> {
    let path = context.aliases_file()?;
    let mut aliases = Aliases::read(&path)?;
    let mut removed = None;
    for names in aliases.by_domain.values_mut() {
        removed = names.remove(alias.trim()).or(removed);
    }
    let Some(name) = removed else {
        let all = aliases.by_domain.values().flat_map(|names| names.keys());
        let hint = match nearest(alias, all.map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "`name` lists the words you have".into(),
        };
        return Err(CliError::failed(format!("{alias:?} is no word of yours")).hint(hint));
    };
    aliases.by_domain.retain(|_, names| !names.is_empty());
    aliases.write(&path)?;
    let read = read_again(context, ui, alias)?;
    if context.json {
        ui.json(&json!({"removed": alias, "name": name, "read_again": read}))?;
    } else {
        ui.line(&format!(
            "{alias} does not stand for {name} any more.{}",
            told(read)
        ))?;
    }
    Ok(Exit::Done)
}
