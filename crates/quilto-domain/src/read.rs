//! Reading the text of a domain's file into its type, with errors that point at the place.

use serde::de::DeserializeOwned;

use super::names::closest;
use super::{DomainError, Place, too_deep};

/// Reads a file's text into its type.
///
/// A text that begins with `{` or `[` is taken for JSON, which an application's build may have made
/// of the YAML to be read quickly; anything else, and what fails as JSON, is YAML. An empty file is an
/// empty mapping.
///
/// # Errors
///
/// [`DomainError::Invalid`] with line, column and what was expected.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DomainError> {
    let trimmed = text.trim_start();
    if trimmed.starts_with(['{', '['])
        && let Ok(value) = serde_json::from_str(text)
    {
        return Ok(value);
    }
    let only_comments = trimmed
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    let text = if only_comments { "{}" } else { text };
    if let Some((line, column)) = too_deep(text) {
        return Err(DomainError::Invalid {
            place: Place {
                file: file.to_owned(),
                line,
                column,
            },
            message: "it is nested too deep".to_owned(),
        });
    }
    serde_yaml::from_str(text).map_err(|error| {
        let place = error.location();
        let (line, column) = place.map_or((0, 0), |at| (at.line(), at.column()));
        let message = error.to_string();
        let message = match message.rfind(" at line ") {
            Some(at) => message[..at].to_owned(),
            None => message,
        };
        DomainError::Invalid {
            place: Place {
                file: file.to_owned(),
                line,
                column,
            },
            message: explain(&message),
        }
    })
}

/// Adds the nearest known key to a message about an unknown one, and to others what is most likely
/// meant.
fn explain(message: &str) -> String {
    if message.contains("mapping values are not allowed") {
        return format!("{message}: text with a colon and a blank in it needs quotes around it");
    }
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let is_unknown = message.contains("unknown field") || message.contains("unknown variant");
    match quoted.split_first() {
        Some((unknown, known)) if is_unknown => match closest(unknown, known) {
            Some(near) => format!("{message}; did you mean `{near}`?"),
            None => message.to_owned(),
        },
        _ => message.to_owned(),
    }
}
