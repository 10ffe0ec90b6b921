//! Reading the text of a domain's file into its type, with errors that point at the place.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{DomainError, Place};

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

/// Adds the nearest known key to a message about an unknown one.
fn explain(message: &str) -> String {
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

/// The name most like a word, if one is like it at all.
pub fn closest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    names
        .iter()
        .map(|name| (strsim::osa_distance(word, name), *name))
        .filter(|(distance, name)| *distance <= (name.chars().count() / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// A mapping in the order of the file, in which no key stands twice. YAML readers take the last of
/// two equal keys without a word; here that is an error.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueMap<V>(pub Vec<(String, V)>);

impl<V> Default for UniqueMap<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> UniqueMap<V> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&V> {
        self.0
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// Keys and values in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for UniqueMap<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
            type Value = UniqueMap<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, V)> = Vec::new();
                // A set only where looking through the entries would take long.
                let mut seen = std::collections::HashSet::new();
                while let Some(key) = map.next_key::<String>()? {
                    let twice = if entries.len() < 16 {
                        entries.iter().any(|(known, _)| *known == key)
                    } else {
                        if seen.is_empty() {
                            seen.extend(entries.iter().map(|(known, _)| known.clone()));
                        }
                        !seen.insert(key.clone())
                    };
                    if twice {
                        return Err(A::Error::custom(format!("the key `{key}` stands twice")));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(UniqueMap(entries))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(UniqueMap::default())
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}
