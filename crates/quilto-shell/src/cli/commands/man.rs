//! `man`: the manual, for `man` to show.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for every command into this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// `command` is what the whole command line says.
pub fn run(app: &App, ui: &mut Ui, args: &ManArgs, mut command: Command) -> Result<Exit, CliError> {
    command.build();
    let source = format!("{} {}", app.name, app.version);
    match &args.dir {
        None => {
            let (_, page) = page(&command, &source).map_err(|error| {
                CliError::failed("cannot write the manual")
                    .cause(error)
                    .hint("`--help` of each command says the same")
            })?;
            ui.data(|out| out.write_all(page.as_bytes()))?;
        }
        Some(folder) => {
            let written =
                std::fs::create_dir_all(folder).and_then(|()| pages(&command, &source, folder));
            written.map_err(|error| {
                CliError::failed(format!("cannot write into {}", folder.display()))
                    .cause(error)
                    .hint("name a folder you may write to")
            })?;
            ui.line(&format!("The pages are in {}", folder.display()))?;
        }
    }
    Ok(Exit::Done)
}

/// Writes the page of a command and of all below it.
fn pages(command: &Command, source: &str, folder: &Path) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        pages(sub, source, folder)?;
    }
    let (name, page) = page(command, source)?;
    std::fs::write(folder.join(name), page)
}

/// The page of a command and the name of its file. The examples stand as they are typed: the words of
/// other parts are set anew.
fn page(command: &Command, source: &str) -> io::Result<(String, String)> {
    let bare = command.clone().after_help(None::<&'static str>);
    let man = Man::new(bare).source(source);
    let mut page = Vec::new();
    man.render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    if let Some(examples) = command.get_after_help() {
        let examples = examples.to_string();
        let examples = examples.strip_prefix("Examples:\n").unwrap_or(&examples);
        let mut part = Roff::default();
        part.control("SH", ["EXAMPLES"]);
        part.control("nf", []);
        for line in examples.lines() {
            part.text([roman(line)]);
        }
        part.control("fi", []);
        page.push_str(&part.render());
    }
    Ok((man.get_filename(), page))
}
