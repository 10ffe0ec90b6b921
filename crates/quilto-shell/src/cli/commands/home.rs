//! `home copy FROM TO`: all that is kept of a person, from files to a database or back.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use quilto::storage::{Backend, FileStore, copy, home_of};
use serde_json::json;

use crate::context::Context;
use crate::context::database;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct HomeArgs {
    #[command(subcommand)]
    command: HomeCommand,
}

#[derive(Debug, Subcommand)]
enum HomeCommand {
    /// Copy all notes between folders and databases, byte for byte; goes on where it was cut off
    Copy {
        /// A home, or the address of a database
        #[arg(value_name = "FROM")]
        from: String,
        /// A home or a database without other notes of yours
        #[arg(value_name = "TO")]
        to: String,
    },
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &HomeArgs) -> Result<Exit, CliError> {
    let HomeCommand::Copy { from, to } = &args.command;
    let (source, target) = (kept(context, from)?, kept(context, to)?);
    if source.snapshot()?.span()?.is_none() {
        return Err(CliError::usage(format!("there are no notes in {from}"))
            .hint("name a home, or an address such as postgres://ROLE@HOST/DATABASE"));
    }
    let copied = copy(&*source, &*target, &mut |_, _| ())?;
    if context.json {
        ui.json(&json!({"days": copied.days, "known": copied.known, "others": copied.others}))?;
        return Ok(Exit::Done);
    }
    ui.line(&format!(
        "Copied {} days from {from} to {to}; {} were there already.",
        copied.days, copied.known
    ))?;
    Ok(Exit::Done)
}

/// What keeps the person's notes at a place.
fn kept(context: &Context<'_>, place: &str) -> Result<Box<dyn Backend>, CliError> {
    let settings = &context.settings;
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        return database::backend(place, settings);
    }
    let home = home_of(&PathBuf::from(place), &settings.user()?);
    let places = settings.with_home(&home).places(&home);
    let files = FileStore::open(home)?.with_state(places.state);
    Ok(Box::new(files))
}
