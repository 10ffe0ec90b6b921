//! `name`: words of the person's own for names, over the built-in ones.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::aliases::Aliases;
use quilto::domain::squash;

use super::reparse;
use crate::cli::{Context, measured};
use crate::error::{CliError, Exit};
use crate::nearest::nearest;
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

/// Lets a word stand for a name, and reads the notes again that hold it where nobody knew it before.
pub fn add(context: &Context<'_>, ui: &mut Ui, word: &str, name: &str) -> Result<Exit, CliError> {
    let alias = word.trim();
    if !alias.chars().any(char::is_alphabetic) {
        return Err(CliError::usage(format!("{alias:?} is no word"))
            .hint("name it with letters; numbers are read as numbers"));
    }
    let path = context.aliases_file()?;
    let mut aliases = Aliases::read(&path)?;
    let known = context.domains();
    let all = known.all();
    let vocabulary = all.vocabulary();
    let found = vocabulary.term(name).or_else(|| vocabulary.canonical(name));
    let Some((domain, term)) = found else {
        let error = CliError::usage(format!("there is nothing named {name:?}"));
        return Err(error.hint(near_hint(context, name)));
    };
    let before = vocabulary
        .canonical(alias)
        .map(|(_, before)| before.name.to_string());
    let name = term.name.to_string();
    for names in aliases.by_domain.values_mut() {
        names.remove(alias);
    }
    let names = aliases.by_domain.entry(domain.name.clone()).or_default();
    names.insert(alias.to_owned(), name.clone());
    aliases.by_domain.retain(|_, names| !names.is_empty());
    aliases.write(&path)?;
    let other = before.as_ref().is_some_and(|before| *before != name);
    let read = if other {
        0
    } else {
        read_again(context, ui, alias)?
    };
    if context.json {
        ui.json(&json!({
            "alias": alias, "name": name, "domain": domain.name, "before": before, "read_again": read,
        }))?;
        return Ok(Exit::Done);
    }
    let meant = match before {
        Some(before) if other => format!(" It meant {before} before."),
        _ => String::new(),
    };
    ui.line(&format!(
        "{alias} stands for {name} from now on.{meant}{}",
        told(read)
    ))?;
    if other {
        ui.remark(&format!(
            "{QUIET}To read older notes this way, too: {} reparse{QUIET:#}",
            context.app.name
        ));
    }
    Ok(Exit::Done)
}

/// Reads the notes again that hold a word, with the names as they are now, and keeps what changed.
fn read_again(context: &Context<'_>, ui: &Ui, word: &str) -> Result<usize, CliError> {
    let fresh = context.with_names_anew()?;
    let wanted = squash(word);
    let found = reparse::find(&fresh, ui, &|entry| squash(&entry.raw).contains(&wanted))?;
    found.save(&*context.store()?)?;
    Ok(found.changed())
}

fn told(read: usize) -> String {
    match read {
        0 => String::new(),
        1 => " 1 note that holds it is read anew.".to_owned(),
        notes => format!(" {notes} notes that hold it are read anew."),
    }
}

fn near_hint(context: &Context<'_>, name: &str) -> String {
    let near = measured::near_names(&context.domains(), name);
    if near.is_empty() {
        "`parse` shows the name that a note of yours is read as".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    }
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

impl Context<'_> {
    /// The file of the person's own names.
    fn aliases_file(&self) -> Result<PathBuf, CliError> {
        self.own_folder()
            .map(|folder| folder.join(crate::aliases::FILE))
            .ok_or_else(|| {
                CliError::failed("there is no folder for your settings")
                    .hint("set HOME or XDG_CONFIG_HOME")
            })
    }
}
