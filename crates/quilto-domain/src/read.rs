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
    let mut value = None;
    read(file, text, &mut |deserializer| {
        value = Some(erased_serde::deserialize(deserializer)?);
        Ok(())
    })?;
    value.ok_or_else(|| invalid(file, (0, 0), "nothing is read of it".to_owned()))
}

/// What is wrong in a file, at a line and column; 0 where nothing tells the place.
pub(super) fn invalid(file: &str, (line, column): (usize, usize), message: String) -> DomainError {
    DomainError::Invalid {
        place: Place {
            file: file.to_owned(),
            line,
            column,
        },
        message,
    }
}

/// Takes what a deserializer of either format gives.
///
/// Behind one type, so that the many types of a domain's files are compiled for one format and not for each.
type Take<'t> =
    dyn FnMut(&mut dyn erased_serde::Deserializer<'_>) -> Result<(), erased_serde::Error> + 't;

fn read(file: &str, text: &str, take: &mut Take<'_>) -> Result<(), DomainError> {
    let trimmed = text.trim_start();
    if trimmed.starts_with(['{', '[']) {
        let mut json = serde_json::Deserializer::from_str(text);
        let taken = take(&mut <dyn erased_serde::Deserializer<'_>>::erase(&mut json));
        if taken.is_ok() && json.end().is_ok() {
            return Ok(());
        }
    }
    let only_comments = trimmed
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    let text = if only_comments { "{}" } else { text };
    if let Some(place) = too_deep(text) {
        return Err(invalid(file, place, "it is nested too deep".to_owned()));
    }
    let yaml = serde_yaml::Deserializer::from_str(text);
    let taken = take(&mut <dyn erased_serde::Deserializer<'_>>::erase(yaml));
    taken.map_err(|error| {
        let (message, place) = placed(&error.to_string());
        invalid(file, place, explain(&message))
    })
}

/// A message of the YAML reader without its place, and the place; 0 where it has none. Each level around the mistake
/// puts its own before and behind: the innermost counts.
fn placed(message: &str) -> (String, (usize, usize)) {
    let Some((mut told, behind)) = message.split_once(" at line ") else {
        return (message.to_owned(), (0, 0));
    };
    while let Some((around, inner)) = told.split_once(": ")
        && inner.starts_with(around)
    {
        told = inner;
    }
    let mut numbers = behind.splitn(2, " column ").map(|number| {
        let end = number.find(|c: char| !c.is_ascii_digit());
        number[..end.unwrap_or(number.len())].parse().unwrap_or(0)
    });
    let mut next = || numbers.next().unwrap_or(0);
    (told.to_owned(), (next(), next()))
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
