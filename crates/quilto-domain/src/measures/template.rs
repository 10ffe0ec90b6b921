//! How a row is put into words: `{mass:weight} × {rubs}[ in {seconds:s}]`.

use serde::Deserialize;
use serde::de::{self, Deserializer};

/// The words of a row, made from its fields.
///
/// `{field}` is the field as it stands (numbers without needless zeros), `{field:unit}` the field
/// as a quantity (`{mass:mass}` → `1.5 kg`, `{seconds:s}` → `25:30`); a unit that the measures file
/// names under `units` follows the user's preference. A part in `[..]` is left out when one of its
/// fields is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// What it is made of, in order.
    pub parts: Vec<Part>,
}

/// A piece of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words as they stand.
    Words(String),
    /// A field of the row, with its unit where one is given.
    Field {
        /// The field.
        field: String,
        /// The unit to word it with.
        unit: Option<String>,
    },
    /// Left out when one of its fields is absent.
    Optional(Vec<Part>),
}

/// Why a template cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the wording `{0}` cannot be read: expected text, `{{field}}`, `{{field:unit}}` or `[optional part]`"
)]
pub struct TemplateError(String);

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// When a bracket is not closed or a field has no name.
    pub fn parse(source: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = source;
        while let Some(at) = rest.find(['{', '[']) {
            push_words(&mut parts, &rest[..at]);
            let optional = rest[at..].starts_with('[');
            let close = if optional { ']' } else { '}' };
            let end = rest[at..]
                .find(close)
                .ok_or_else(|| TemplateError(source.to_owned()))?;
            let inner = &rest[at + 1..at + end];
            if optional {
                parts.push(Part::Optional(Self::parse(inner)?.parts));
            } else {
                let (field, unit) = match inner.split_once(':') {
                    Some((field, unit)) => (field.trim(), Some(unit.trim().to_owned())),
                    None => (inner.trim(), None),
                };
                if field.is_empty() || unit.as_deref() == Some("") {
                    return Err(TemplateError(source.to_owned()));
                }
                parts.push(Part::Field {
                    field: field.to_owned(),
                    unit,
                });
            }
            rest = &rest[at + end + 1..];
        }
        push_words(&mut parts, rest);
        Ok(Self { parts })
    }

    /// The fields it names.
    pub fn fields(&self) -> Vec<&str> {
        fn collect<'t>(parts: &'t [Part], into: &mut Vec<&'t str>) {
            for part in parts {
                match part {
                    Part::Words(_) => {}
                    Part::Field { field, .. } => into.push(field),
                    Part::Optional(inner) => collect(inner, into),
                }
            }
        }
        let mut fields = Vec::new();
        collect(&self.parts, &mut fields);
        fields
    }

    /// The words of one row. `word` gives a field's words with the unit it is asked for, or `None`
    /// where the row lacks the field.
    pub fn render(&self, word: &impl Fn(&str, Option<&str>) -> Option<String>) -> String {
        render(&self.parts, word).0.trim().to_owned()
    }
}

fn push_words(parts: &mut Vec<Part>, words: &str) {
    if !words.is_empty() {
        parts.push(Part::Words(words.to_owned()));
    }
}

/// The words, and whether every field was there.
fn render(parts: &[Part], word: &impl Fn(&str, Option<&str>) -> Option<String>) -> (String, bool) {
    let mut out = String::new();
    let mut complete = true;
    for part in parts {
        match part {
            Part::Words(words) => out.push_str(words),
            Part::Field { field, unit } => match word(field, unit.as_deref()) {
                Some(words) => out.push_str(&words),
                None => complete = false,
            },
            Part::Optional(inner) => {
                if let (words, true) = render(inner, word) {
                    out.push_str(&words);
                }
            }
        }
    }
    (out, complete)
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(field: &str, unit: Option<&str>) -> Option<String> {
        match field {
            "mass" => Some(format!("1.5 {}", unit.unwrap_or(""))),
            "rubs" => Some("10".into()),
            _ => None,
        }
    }

    #[test]
    fn absent_fields_take_their_brackets_with_them() {
        let template = Template::parse("{mass:kg}[ × {rubs}][ in {seconds:s}]").unwrap();
        assert_eq!(template.render(&word), "1.5 kg × 10");
        assert_eq!(template.fields(), ["mass", "rubs", "seconds"]);
    }

    #[test]
    fn broken_templates_are_refused() {
        for broken in ["{mass", "{}", "{mass:}", "a [b {mass}"] {
            assert!(Template::parse(broken).is_err(), "{broken}");
        }
    }
}
