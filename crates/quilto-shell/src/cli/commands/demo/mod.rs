//! `demo`: a home with a made-up year in it, asked a few questions. The real home stays untouched.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use quilto::model::InputType;

use super::import;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::runs::one_input::{self, UserInput};
use crate::ui::{HEADING, QUIET, Ui};

mod year;

use year::{Note, Year};

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Keep the made-up notes in this folder, which must be empty or new
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &DemoArgs) -> Result<Exit, CliError> {
    let year = Year::read(context.app.demo).map_err(|error| {
        CliError::failed("the demo cannot be read")
            .cause(error)
            .hint("build the program again: this is part of it")
    })?;
    let home = folder(context, args)?;
    let demo = context.elsewhere(&home);
    let notes = home.join("notes");
    write(&notes, &year.notes(context.moment.today))?;
    if !context.json {
        ui.line("A made-up year of notes, read as your own would be:")?;
        ui.line("")?;
    }
    import::bring_in(&demo, ui, &[notes])?;
    for question in &year.questions {
        if !context.json {
            ui.line("")?;
            let app = context.app.name;
            ui.line(&format!("{HEADING}{app} \"{question}\"{HEADING:#}"))?;
        }
        let saying = UserInput {
            assume: Some(InputType::Query),
            ..UserInput::of(question.clone())
        };
        one_input::run(&demo, ui, saying)?;
    }
    if !context.json {
        farewell(context, ui, &home, &year)?;
    }
    Ok(Exit::Done)
}

/// A new folder: the one that was named, or one among the temporary files.
fn folder(context: &Context<'_>, args: &DemoArgs) -> Result<PathBuf, CliError> {
    let failed = |what: &Path, error| {
        CliError::failed(format!("cannot make the folder {}", what.display()))
            .cause(error)
            .hint("name one you may write to with --keep DIR")
    };
    let Some(kept) = &args.keep else {
        let prefix = format!("{}-demo-", context.app.name);
        let made = tempfile::Builder::new().prefix(&prefix).tempdir();
        let made = made.map_err(|error| failed(&std::env::temp_dir(), error))?;
        return Ok(made.keep());
    };
    fs::create_dir_all(kept).map_err(|error| failed(kept, error))?;
    let mut held = fs::read_dir(kept).map_err(|error| failed(kept, error))?;
    if held.next().is_some() {
        return Err(
            CliError::usage(format!("there is something in {} already", kept.display()))
                .hint("name a new folder; the demo does not mix with anything"),
        );
    }
    Ok(kept.clone())
}

/// The notes as a person would keep them: one Markdown file a day.
fn write(folder: &Path, notes: &[Note]) -> Result<(), CliError> {
    let failed = |error| {
        CliError::failed("cannot write the notes of the demo")
            .cause(error)
            .hint("make room, or name another folder with --keep DIR")
    };
    fs::create_dir_all(folder).map_err(failed)?;
    for day in notes.chunk_by(|left, right| left.date == right.date) {
        let Some(first) = day.first() else { continue };
        let parts: Vec<String> = day
            .iter()
            .map(|note| format!("## {}\n{}\n", note.at, note.text))
            .collect();
        let file = folder.join(format!("{}.md", first.date));
        fs::write(file, parts.join("\n")).map_err(failed)?;
    }
    Ok(())
}

fn farewell(context: &Context<'_>, ui: &mut Ui, home: &Path, year: &Year) -> Result<(), CliError> {
    let app = context.app.name;
    let home = home.display();
    ui.line("")?;
    ui.line(&format!("{HEADING}Try next:{HEADING:#}"))?;
    for next in &year.next {
        ui.line(&format!("  {app} --home {home} {next}"))?;
    }
    ui.line(&format!(
        "  {app} \"{}\"  {QUIET}a first note of your own{QUIET:#}",
        context.app.sample_note
    ))?;
    ui.remark(&format!(
        "{QUIET}The demo is in {home}; delete that folder when you are done.{QUIET:#}"
    ));
    Ok(())
}
