//! `name`: words of the person's own for names, over the built-in ones.

use clap::Args;

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::nearest::nearest;
use crate::runs::aliases::{self, near_hint, told};
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
        (Some(word), Some(name)) => aliases::add(context, ui, word, name),
    }
}

/// Lists the words.
pub(super) fn list(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let names = aliases::all(context)?;
    context.warn_of_domains(ui);
    if context.json {
        for own in &names {
            ui.json(own)?;
        }
        return Ok(Exit::Done);
    }
    let Some(width) = names.iter().map(|own| width_of(&own.alias)).max() else {
        ui.remark(&format!(
            "You have no names of your own. Add one: {} name WORD NAME",
            context.app.name
        ));
        return Ok(Exit::Done);
    };
    for own in &names {
        ui.line(&format!("{}  {}", padded(&own.alias, width), own.name))?;
    }
    let path = context.aliases_file()?;
    ui.remark(&format!("{QUIET}They are in {}{QUIET:#}", path.display()));
    Ok(Exit::Done)
}

/// Takes a word away, and reads the notes again that hold it.
pub(super) fn remove(context: &Context<'_>, ui: &mut Ui, alias: &str) -> Result<Exit, CliError> {
    let Some(taken) = aliases::take(context, ui.shows_progress(), alias)? else {
        let names = aliases::all(context)?;
        let all = names.iter().map(|own| own.alias.as_str());
        let hint = match nearest(alias, all) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "`name` lists the words you have".into(),
        };
        return Err(CliError::failed(format!("{alias:?} is no word of yours")).hint(hint));
    };
    if context.json {
        ui.json(&taken)?;
    } else {
        ui.line(&format!(
            "{alias} does not stand for {} any more.{}",
            taken.name,
            told(taken.read_again)
        ))?;
    }
    Ok(Exit::Done)
}
