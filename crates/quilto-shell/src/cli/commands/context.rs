//! `context`: what was learned about the person. Plain Markdown, theirs to change.

use clap::Args;

use crate::cli::editor;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::json::ContextObject;
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ContextArgs {
    /// Open it in $VISUAL or $EDITOR
    #[arg(long)]
    pub edit: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ContextArgs) -> Result<Exit, CliError> {
    let store = context.store()?;
    let text = store.global_context()?;
    if args.edit {
        return edit(context, ui, &text);
    }
    if context.json {
        ui.json(&ContextObject {
            global_context: text,
        })?;
    } else if text.trim().is_empty() {
        ui.remark("Nothing was learned yet.");
    } else {
        ui.data(|out| out.write_all(text.as_bytes()))?;
    }
    Ok(Exit::Done)
}

/// Lets the person change a copy, and takes it in if nothing else changed meanwhile.
fn edit(context: &Context<'_>, ui: &mut Ui, before: &str) -> Result<Exit, CliError> {
    let Some(edited) = editor::edit("context", ".md", before.as_bytes())? else {
        ui.remark("Nothing was changed.");
        return Ok(Exit::Done);
    };
    let after = String::from_utf8_lossy(&edited.bytes).into_owned();
    let store = context.store()?;
    if store.global_context()? != before {
        let path = edited.keep();
        return Err(CliError::failed("it was changed by another run meanwhile")
            .hint(format!("your version is kept in {path}")));
    }
    store.update_global_context(&after)?;
    ui.remark("Saved.");
    Ok(Exit::Done)
}
