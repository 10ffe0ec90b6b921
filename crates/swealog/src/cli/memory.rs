//! `context`: what was learned about the person. Plain Markdown, theirs to change.

use std::io::Write as _;
use std::process::Command;

use clap::Args;
use quilto::storage::LogStore;

use super::Context;
use crate::error::{CliError, Exit};
use crate::output::json::ContextObject;
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ContextArgs {
    /// Open it in $VISUAL or $EDITOR
    #[arg(long)]
    edit: bool,
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
        ui.text(&text)?;
    }
    Ok(Exit::Done)
}

/// Lets the person change a copy, and takes it in if nothing else changed meanwhile.
fn edit(context: &Context<'_>, ui: &mut Ui, before: &str) -> Result<Exit, CliError> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.trim().is_empty()))
        .ok_or_else(|| {
            CliError::usage("there is no editor to open").hint("set EDITOR, for example to nano")
        })?;
    let failed = |error| CliError::failed("cannot make a copy to edit").cause(error);
    let mut copy = tempfile::Builder::new()
        .prefix("context-")
        .suffix(".md")
        .tempfile()
        .map_err(failed)?;
    copy.write_all(before.as_bytes()).map_err(failed)?;
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(copy.path()).status();
    let status =
        status.map_err(|error| CliError::failed(format!("cannot run {editor}")).cause(error))?;
    if !status.success() {
        return Err(CliError::failed(format!(
            "{editor} ended with {status}; nothing was changed"
        )));
    }
    let after = std::fs::read_to_string(copy.path()).map_err(failed)?;
    if after == before {
        ui.remark("Nothing was changed.");
        return Ok(Exit::Done);
    }
    let store = context.store()?;
    if store.global_context()? != before {
        let kept = copy.into_temp_path().keep();
        let path = kept
            .map(|path| path.display().to_string())
            .unwrap_or_default();
        return Err(CliError::failed("it was changed by another run meanwhile")
            .hint(format!("your version is kept in {path}")));
    }
    store.update_global_context(&after)?;
    ui.remark("Saved.");
    Ok(Exit::Done)
}
