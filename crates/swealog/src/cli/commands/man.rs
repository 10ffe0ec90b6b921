//! `man`: the manual, for `man` to show.

use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for every command into this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub fn run(app: &App, ui: &mut Ui, args: &ManArgs) -> Result<Exit, CliError> {
    let command = crate::cli::command(app);
    match &args.dir {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page).map_err(|error| {
                CliError::failed("cannot write the manual")
                    .cause(error)
                    .hint("`--help` of each command says the same")
            })?;
            ui.text(&String::from_utf8_lossy(&page))?;
        }
        Some(folder) => {
            let written = std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder));
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
