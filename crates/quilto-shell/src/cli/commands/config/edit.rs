//! `config edit`: the settings file in the person's own editor.

use crate::cli::editor;
use crate::error::{CliError, Exit};
use crate::settings::{DEFAULTS, Sources, file_text, replace};
use crate::ui::Ui;

use super::init::commented;

/// Lets the person change a copy, and takes it in if it can be read. One who has no file begins with
/// every setting, commented out.
pub fn run(sources: &Sources, ui: &mut Ui) -> Result<Exit, CliError> {
    let (path, there) = file_text(sources)?;
    let before = there.clone().unwrap_or_else(|| commented(DEFAULTS));
    let Some(edited) = editor::edit("config", ".yaml", before.as_bytes())? else {
        ui.remark("Nothing was changed.");
        return Ok(Exit::Done);
    };
    let after = String::from_utf8_lossy(&edited.bytes).into_owned();
    if file_text(sources)?.1 != there {
        let kept = edited.keep();
        return Err(CliError::failed("it was changed by another run meanwhile")
            .hint(format!("your version is kept in {kept}")));
    }
    if let Err(error) = replace(sources, &after) {
        let error = CliError::from(error);
        let kept = edited.keep();
        return Err(
            CliError::failed("these settings cannot be used, and nothing was changed")
                .because(error.in_one_line())
                .hint(format!("your version is kept in {kept}")),
        );
    }
    ui.line(&format!("Wrote {}", path.display()))?;
    Ok(Exit::Done)
}
