//! `alias`: names of the person's own, over the built-in ones.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::aliases::Aliases;
use crate::cli::{Context, measured};
use crate::error::{CliError, Exit};
use crate::ui::{QUIET, Ui, nearest, padded, width_of};

#[derive(Debug, Args)]
pub struct AliasArgs {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Let a word of yours stand for a name
    Add(Added),
    /// Take a word of yours away again
    Remove {
        /// The word
        alias: String,
    },
}

#[derive(Debug, Args)]
struct Added {
    /// What you write
    alias: String,

    /// The name it stands for
    name: String,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &AliasArgs) -> Result<Exit, CliError> {
    let path = context.aliases_file()?;
    let mut aliases = Aliases::read(&path)?;
    match &args.what {
        None => list(context, ui, &aliases, &path),
        Some(What::Add(added)) => add(context, ui, &mut aliases, added, &path),
        Some(What::Remove { alias }) => remove(context, ui, &mut aliases, alias, &path),
    }
}

fn list(
    context: &Context<'_>,
    ui: &mut Ui,
    aliases: &Aliases,
    path: &std::path::Path,
) -> Result<Exit, CliError> {
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
            "You have no names of your own. Add one: {} alias add WORD NAME",
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

fn add(
    context: &Context<'_>,
    ui: &mut Ui,
    aliases: &mut Aliases,
    added: &Added,
    path: &std::path::Path,
) -> Result<Exit, CliError> {
    let alias = added.alias.trim();
    if !alias.chars().any(char::is_alphabetic) {
        return Err(CliError::usage(format!("{alias:?} is no word"))
            .hint("name it with letters; numbers are read as numbers"));
    }
    let known = context.domains();
    let all = known.all();
    let vocabulary = all.vocabulary();
    let Some((domain, term)) = vocabulary
        .term(&added.name)
        .or_else(|| vocabulary.canonical(&added.name))
    else {
        let near = measured::near_names(&known, &added.name);
        let hint = if near.is_empty() {
            "`parse` shows the name that a note of yours is read as".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        };
        return Err(CliError::usage(format!("there is nothing named {:?}", added.name)).hint(hint));
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
    aliases.write(path)?;
    if context.json {
        ui.json(&json!({"alias": alias, "name": name, "domain": domain.name, "before": before}))?;
        return Ok(Exit::Done);
    }
    let before = match before {
        Some(before) if before != name => format!(" It meant {before} before."),
        _ => String::new(),
    };
    ui.line(&format!("{alias} stands for {name} from now on.{before}"))?;
    ui.remark(&format!(
        "{QUIET}To read older notes this way, too: {} reparse{QUIET:#}",
        context.app.name
    ));
    Ok(Exit::Done)
}

fn remove(
    context: &Context<'_>,
    ui: &mut Ui,
    aliases: &mut Aliases,
    alias: &str,
    path: &std::path::Path,
) -> Result<Exit, CliError> {
    let mut removed = None;
    for names in aliases.by_domain.values_mut() {
        removed = names.remove(alias.trim()).or(removed);
    }
    let Some(name) = removed else {
        let all = aliases.by_domain.values().flat_map(|names| names.keys());
        let hint = match nearest(alias, all.map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "`alias` lists the words you have".into(),
        };
        return Err(CliError::failed(format!("{alias:?} is no word of yours")).hint(hint));
    };
    aliases.by_domain.retain(|_, names| !names.is_empty());
    aliases.write(path)?;
    if context.json {
        ui.json(&json!({"removed": alias, "name": name}))?;
    } else {
        ui.line(&format!("{alias} does not stand for {name} any more."))?;
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
