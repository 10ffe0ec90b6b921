//! The words of a note or question: from the command line, or from standard input.

use std::io::{IsTerminal, Read};

use crate::error::CliError;
use crate::ui::Ui;

/// Where text came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputText {
    /// Words of the command line, or a pipe.
    Text(String),
    /// No words, and a person at a terminal.
    Nothing,
}

/// What stands for standard input among words, and for standard output among files.
pub const STANDARD: &str = "-";

/// Whether words are the name of standard input.
pub fn is_standard(words: &[String]) -> bool {
    matches!(words, [word] if word == STANDARD)
}

/// The words, joined by spaces; without words standard input, unless it is a terminal.
pub fn read(words: &[String]) -> Result<InputText, CliError> {
    if is_standard(words) {
        return piped().map(InputText::Text);
    }
    if words.is_empty() {
        if std::io::stdin().is_terminal() {
            return Ok(InputText::Nothing);
        }
        return piped().map(InputText::Text);
    }
    not_blank(words.join(" ")).map(InputText::Text)
}

/// As [`read`], and at a terminal lets the person type until Ctrl-D.
pub fn read_or_ask(words: &[String], ui: &mut Ui, what: &str) -> Result<String, CliError> {
    match read(words)? {
        InputText::Text(text) => Ok(text),
        InputText::Nothing => {
            ui.remark(&format!(
                "Type {what}; Ctrl-D on a line of its own ends it."
            ));
            piped()
        }
    }
}

fn piped() -> Result<String, CliError> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(|error| {
        CliError::failed("cannot read standard input")
            .cause(error)
            .hint("give the words on the command line instead")
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        CliError::failed("standard input is not UTF-8 text")
            .cause(error.utf8_error())
            .hint("convert it first, for example with iconv -t UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let text = text
        .strip_suffix("\r\n")
        .or_else(|| text.strip_suffix('\n'))
        .unwrap_or(text);
    not_blank(text.to_owned())
}

fn not_blank(text: String) -> Result<String, CliError> {
    if text.trim().is_empty() {
        return Err(CliError::usage("there are no words in this")
            .hint("type a note or a question; --help shows examples"));
    }
    Ok(text)
}
