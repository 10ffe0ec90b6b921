//! The person's own editor on a copy of a text.

use std::io::Write as _;
use std::process::Command;

use tempfile::TempPath;

use crate::error::CliError;
use crate::interrupt;

/// A copy that was edited.
pub struct Edited {
    pub bytes: Vec<u8>,
    copy: TempPath,
}

impl Edited {
    /// Keeps the copy, and says where, for an edit that cannot be taken in.
    pub fn keep(self) -> String {
        let kept = self.copy.keep();
        kept.map(|path| path.display().to_string())
            .unwrap_or_default()
    }
}

/// Opens a copy in `$VISUAL` or `$EDITOR` and waits; `None` if nothing was changed.
pub fn edit(name: &str, ending: &str, before: &[u8]) -> Result<Option<Edited>, CliError> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.trim().is_empty()))
        .ok_or_else(|| {
            CliError::usage("there is no editor to open")
                .hint("set EDITOR, for example with: export EDITOR=nano")
        })?;
    let words = shell_words::split(&editor).map_err(|error| {
        CliError::usage(format!("{editor} cannot be run"))
            .cause(error)
            .hint("close its quotes, as in: export EDITOR='\"/opt/my editor\" --wait'")
    })?;
    let failed = |error| {
        CliError::failed("cannot make a copy to edit")
            .cause(error)
            .hint("there must be room for temporary files; TMPDIR names their folder")
    };
    let mut copy = tempfile::Builder::new()
        .prefix(&format!("{name}-"))
        .suffix(ending)
        .tempfile()
        .map_err(failed)?;
    copy.write_all(before).map_err(failed)?;
    let copy = copy.into_temp_path();
    let meaning = interrupt::is_not_ours();
    let (program, arguments) = words.split_first().unwrap_or((&editor, &[]));
    let status = Command::new(program).args(arguments).arg(&*copy).status();
    drop(meaning);
    let status = status.map_err(|error| {
        CliError::failed(format!("cannot run {editor}"))
            .cause(error)
            .hint("set EDITOR to a program that is installed")
    })?;
    if !status.success() {
        return Err(
            CliError::failed(format!("{editor} ended with {status}; nothing was changed"))
                .hint("save and leave the editor as usual to have the change taken in"),
        );
    }
    let bytes = std::fs::read(&copy).map_err(failed)?;
    Ok((bytes != before).then_some(Edited { bytes, copy }))
}
