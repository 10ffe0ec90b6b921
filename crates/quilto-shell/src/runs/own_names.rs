//! Words of the person's own for names, and the notes that hold them.

use std::path::PathBuf;

use quilto::domain::squash;
use serde_json::json;

use super::{named_measure, rereading};
use crate::aliases::Aliases;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::ui::{QUIET, Ui};

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
pub fn read_again(context: &Context<'_>, ui: &Ui, word: &str) -> Result<usize, CliError> {
    let fresh = context.with_names_anew()?;
    let wanted = squash(word);
    let found = rereading::find(&fresh, ui, &|entry| squash(&entry.raw).contains(&wanted))?;
    found.save(&*context.store()?)?;
    Ok(found.changed())
}

pub fn told(read: usize) -> String {
    match read {
        0 => String::new(),
        1 => " 1 note that holds it is read anew.".to_owned(),
        notes => format!(" {notes} notes that hold it are read anew."),
    }
}

pub fn near_hint(context: &Context<'_>, name: &str) -> String {
    let near = named_measure::near_names(&context.domains(), name);
    if near.is_empty() {
        "`parse` shows the name that a note of yours is read as".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    }
}

impl Context<'_> {
    /// The file of the person's own names.
    pub fn aliases_file(&self) -> Result<PathBuf, CliError> {
        self.own_folder()
            .map(|folder| folder.join(crate::aliases::FILE))
            .ok_or_else(|| {
                CliError::failed("there is no folder for your settings")
                    .hint("set HOME or XDG_CONFIG_HOME")
            })
    }
}
