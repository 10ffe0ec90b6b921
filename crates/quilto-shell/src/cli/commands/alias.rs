//! `alias`: what [`super::name`] does, in the words it had before.

use clap::{Args, Subcommand};

use super::name;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::runs::aliases;
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct AliasArgs {
    #[command(subcommand)]
    what: Option<AliasCommand>,
}

#[derive(Debug, Subcommand)]
enum AliasCommand {
    /// Let a word of yours stand for a name
    Add {
        /// What you write
        alias: String,

        /// The name it stands for
        name: String,
    },
    /// Take a word of yours away again
    Remove {
        /// The word
        alias: String,
    },
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &AliasArgs) -> Result<Exit, CliError> {
    match &args.what {
        None => name::list(context, ui),
        Some(AliasCommand::Add { alias, name }) => aliases::add(context, ui, alias, name),
        Some(AliasCommand::Remove { alias }) => name::remove(context, ui, alias),
    }
}
