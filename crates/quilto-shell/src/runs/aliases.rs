//! Words of the person's own for names, and the notes that hold them.

use std::path::{Path, PathBuf};

use quilto::domain::squash;
use schemars::JsonSchema;
use serde::Serialize;

use super::{named_measure, reread};
use crate::aliases::Aliases;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::ui::{QUIET, Ui};

/// A word of the person's own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OwnName {
    /// What they write.
    pub alias: String,
    /// The name it stands for.
    pub name: String,
    pub domain: String,
}

/// A word that stands for a name from now on.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Named")]
pub struct AliasSaved {
    #[serde(flatten)]
    pub own: OwnName,
    /// What it meant until now.
    pub before: Option<String>,
    /// How many notes that hold it read differently now.
    pub read_again: usize,
}

impl AliasSaved {
    /// What it meant until now, if that was something else.
    fn other(&self) -> Option<&str> {
        let before = self.before.as_deref();
        before.filter(|before| *before != self.own.name)
    }
}

/// A word that stands for nothing of the person's own any more.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Unnamed")]
pub struct AliasRemoved {
    /// The word.
    pub removed: String,
    /// What it stood for.
    pub name: String,
    /// How many notes that hold it read differently now.
    pub read_again: usize,
}

/// All words of the person's own.
pub fn all(context: &Context<'_>) -> Result<Vec<OwnName>, CliError> {
    let aliases = Aliases::read(&context.aliases_file()?)?;
    let by_domain = aliases.by_domain.into_iter();
    let names = by_domain.flat_map(|(domain, names)| {
        names.into_iter().map(move |(alias, name)| OwnName {
            alias,
            name,
            domain: domain.clone(),
        })
    });
    Ok(names.collect())
}

/// Lets a word stand for a name, and reads the notes again that hold it where nobody knew it before.
pub fn give(
    context: &Context<'_>,
    shown: bool,
    word: &str,
    name: &str,
) -> Result<AliasSaved, CliError> {
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
    let own = OwnName {
        alias: alias.to_owned(),
        name: term.name.to_string(),
        domain: domain.name.clone(),
    };
    for names in aliases.by_domain.values_mut() {
        names.remove(alias);
    }
    let names = aliases.by_domain.entry(own.domain.clone()).or_default();
    names.insert(own.alias.clone(), own.name.clone());
    aliases.by_domain.retain(|_, names| !names.is_empty());
    aliases.write(&path)?;
    let mut named = AliasSaved {
        own,
        before,
        read_again: 0,
    };
    if named.other().is_none() {
        named.read_again = read_again(context, shown, alias)?;
    }
    Ok(named)
}

/// Takes a word away, and reads the notes again that hold it; `None` if it is none of theirs.
pub fn take(
    context: &Context<'_>,
    shown: bool,
    word: &str,
) -> Result<Option<AliasRemoved>, CliError> {
    let path = context.aliases_file()?;
    let mut aliases = Aliases::read(&path)?;
    let mut removed = None;
    for names in aliases.by_domain.values_mut() {
        removed = names.remove(word.trim()).or(removed);
    }
    let Some(name) = removed else {
        return Ok(None);
    };
    aliases.by_domain.retain(|_, names| !names.is_empty());
    aliases.write(&path)?;
    Ok(Some(AliasRemoved {
        removed: word.to_owned(),
        name,
        read_again: read_again(context, shown, word)?,
    }))
}

/// Lets a word stand for a name, and says so.
pub fn add(context: &Context<'_>, ui: &mut Ui, word: &str, name: &str) -> Result<Exit, CliError> {
    let named = give(context, ui.shows_progress(), word, name)?;
    if context.json {
        ui.json(&named)?;
        return Ok(Exit::Done);
    }
    let other = named.other();
    let meant = other.map(|before| format!(" It meant {before} before."));
    ui.line(&format!(
        "{} stands for {} from now on.{}{}",
        named.own.alias,
        named.own.name,
        meant.unwrap_or_default(),
        told(named.read_again)
    ))?;
    if other.is_some() {
        ui.remark(&format!(
            "{QUIET}To read older notes this way, too: {} reparse{QUIET:#}",
            context.app.name
        ));
    }
    Ok(Exit::Done)
}

/// Reads the notes again that hold a word, with the names as they are now, and keeps what changed.
fn read_again(context: &Context<'_>, shown: bool, word: &str) -> Result<usize, CliError> {
    let fresh = context.with_names_anew()?;
    let wanted = squash(word);
    let found = reread::find(&fresh, shown, &|entry| squash(&entry.raw).contains(&wanted))?;
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
        self.own_names().map(Path::to_owned).ok_or_else(|| {
            CliError::failed("there is no folder for your settings")
                .hint("set HOME or XDG_CONFIG_HOME")
        })
    }
}
