//! `home copy FROM TO`: all that is kept of a person, from files to a database or back.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::{Args, Subcommand};
use quilto::storage::{Backend, FileStore, copy, home_of};
use serde_json::json;

use crate::context::{Context, database, targets};
use crate::error::{CliError, Exit};
use crate::runs::spinner;
use crate::ui::Ui;
use crate::{aliases, home_dirs};

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
    let bar = OnceCell::new();
    let copied = copy(&*source, &*target, &mut |done, of| {
        let bar = bar.get_or_init(|| spinner::counted(ui.shows_progress(), of));
        bar.set_position(done as u64);
    })?;
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    for day in &copied.damaged {
        let what =
            format!("what was understood of {day} is damaged, and only its words were copied");
        ui.warn(&what, Some("`reparse` over the copy reads them again"));
    }
    for file in BESIDE {
        copy_beside(
            ui,
            &beside(context, from)?.join(file),
            &beside(context, to)?.join(file),
        )?;
    }
    if context.json {
        ui.json(&json!({
            "days": copied.days, "known": copied.known, "refreshed": copied.refreshed,
            "others": copied.others, "damaged": copied.damaged,
        }))?;
        return Ok(Exit::Done);
    }
    ui.line(&format!(
        "Copied {} days from {from} to {to}; {} were there already{}.",
        copied.days,
        copied.known,
        match copied.refreshed {
            0 => String::new(),
            count => format!(", {count} of them understood anew"),
        }
    ))?;
    Ok(Exit::Done)
}

/// What lies beside the notes in a home. Of those that a database keeps it lies in the home of this machine.
const BESIDE: [&str; 2] = [targets::FILE, aliases::FILE];

fn is_database(place: &str) -> bool {
    place.starts_with("postgres://") || place.starts_with("postgresql://")
}

/// Where that is of a place.
fn beside(context: &Context<'_>, place: &str) -> Result<PathBuf, CliError> {
    match is_database(place) {
        true => context.home(),
        false => Ok(home_of(Path::new(place), &context.settings.user()?)),
    }
}

/// Copies a file, and says so where another one is there.
fn copy_beside(ui: &mut Ui, from: &Path, to: &Path) -> Result<(), CliError> {
    let failed = |error: io::Error| {
        CliError::failed(format!(
            "cannot copy {} to {}",
            from.display(),
            to.display()
        ))
        .cause(error)
        .hint("the notes are copied; see to this file, and copy again")
    };
    let read = |path: &Path| match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    };
    let Some(bytes) = read(from).map_err(failed)? else {
        return Ok(());
    };
    match read(to).map_err(failed)? {
        None => home_dirs::replace(to, &bytes).map_err(failed)?,
        Some(there) if there == bytes => {}
        Some(_) => ui.warn(
            &format!(
                "{} differs from the one that was to be copied, and stays",
                to.display()
            ),
            Some("take over by hand what it lacks"),
        ),
    }
    Ok(())
}

/// What keeps the person's notes at a place.
fn kept(context: &Context<'_>, place: &str) -> Result<Box<dyn Backend>, CliError> {
    let settings = &context.settings;
    if is_database(place) {
        return database::backend(place, settings);
    }
    let home = home_of(&PathBuf::from(place), &settings.user()?);
    let places = settings.with_home(&home).places(&home);
    let files = FileStore::open(home)?.with_state(places.state);
    Ok(Box::new(files))
}
