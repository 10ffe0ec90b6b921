//! `completions SHELL`

use clap::{Args, Command};
use clap_complete::Shell;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete in
    shell: Shell,
}

/// `command` is what the whole command line says.
pub fn run(
    app: &App,
    ui: &mut Ui,
    args: &CompletionsArgs,
    mut command: Command,
) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, app.name, &mut script);
    ui.data(|out| out.write_all(&script))?;
    Ok(Exit::Done)
}
