//! Files that a command is told to write.

use std::path::Path;

use crate::context::Context;
use crate::error::CliError;
use crate::locale;
use crate::output::words::Words;
use crate::runs::prompt;
use crate::ui::Ui;

/// Whether a file may be written: one that is there is replaced only where the person says so.
pub fn may_be_written(
    context: &Context<'_>,
    ui: &mut Ui,
    file: &Path,
    force: bool,
) -> Result<bool, CliError> {
    if force || context.yes || !file.is_file() {
        return Ok(true);
    }
    let words = Words::of(locale::language());
    let name = file.display().to_string();
    if !context.may_ask() {
        return Err(
            CliError::usage(format!("there is a file already: {name}")).hint("--force replaces it")
        );
    }
    let replace = prompt::confirmed(context, ui, &words.replace.fill(&[("file", &name)]));
    if !replace {
        ui.remark(&words.nothing_written);
    }
    Ok(replace)
}
