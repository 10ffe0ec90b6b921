//! JSON that a terminal may show: letters that only act stand in it by their number.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::acts;

/// Everything on one line, as serde writes it, but for letters that act.
struct EscapingFormatter;

impl Formatter for EscapingFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(acts) {
            let acting = rest[at..].chars().next().unwrap_or_default();
            out.write_all(&rest.as_bytes()[..at])?;
            write!(out, "\\u{:04x}", u32::from(acting))?;
            rest = &rest[at + acting.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

/// What the fields of the objects mean: it is raised where one goes, or comes to mean something else. Fields
/// that are added change nothing for those who do not know them.
const SCHEMA_VERSION: u32 = 1;

/// An object with the version of what its fields mean.
#[derive(Serialize)]
pub struct Versioned<'a, T> {
    #[serde(flatten)]
    object: &'a T,
    schema_version: u32,
}

impl<'a, T: Serialize> Versioned<'a, T> {
    pub fn of(object: &'a T) -> Self {
        Self {
            object,
            schema_version: SCHEMA_VERSION,
        }
    }
}

/// Writes a value as JSON.
pub fn write(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, EscapingFormatter))
}

/// A value as JSON.
pub fn text(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut text = Vec::new();
    write(&mut text, value)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{Versioned, text};

    #[test]
    fn the_version_stands_behind_the_fields() {
        let object = serde_json::json!({"b": 1.5, "a": ["바위"], "c": null});
        let shown = text(&Versioned::of(&object)).unwrap();
        assert_eq!(
            shown,
            r#"{"b":1.5,"a":["바위"],"c":null,"schema_version":1}"#
        );
    }

    #[test]
    fn letters_that_act_stand_by_their_number_and_mean_the_same() {
        let words = "바위 \u{9b}2J \u{202e}abc\u{200b} \u{1b}]0;t\u{7} \u{7f} 👩\u{200d}🔬\n";
        let shown = text(words).unwrap();
        assert_eq!(
            shown,
            "\"바위 \\u009b2J \\u202eabc\\u200b \\u001b]0;t\\u0007 \\u007f 👩\u{200d}🔬\\n\""
        );
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), words);
    }
}
