//! A row in words.

use std::collections::BTreeMap;
use std::fmt;

use quilto_text::template::Template;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

/// What a measure tells of a row: one wording for every language, or one for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail(BTreeMap<String, Template>);

/// The language of a wording that stands for all.
const ANY: &str = "";

impl Detail {
    /// The wording in a language (`ko`); where it has none of its own, another.
    pub fn of(&self, language: &str) -> Option<&Template> {
        let own = self.0.get(language).or_else(|| self.0.get("en"));
        own.or_else(|| self.0.values().next())
    }

    /// The fields that any of them tells.
    pub fn holes(&self) -> impl Iterator<Item = &str> {
        self.0.values().flat_map(Template::holes)
    }
}

impl<'de> Deserialize<'de> for Detail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DetailVisitor)
    }
}

struct DetailVisitor;

impl<'de> Visitor<'de> for DetailVisitor {
    type Value = Detail;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a wording, or one for each language")
    }

    fn visit_str<E: Error>(self, source: &str) -> Result<Detail, E> {
        let one = Template::parse(source).map_err(E::custom)?;
        Ok(Detail(BTreeMap::from([(ANY.to_owned(), one)])))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Detail, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(Detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_told_in_the_language_that_has_words_for_it() {
        let read = |yaml: &str| crate::parse::<Detail>("measures.yaml", yaml).unwrap();
        let said = |detail: &Detail, language: &str| {
            let wording = detail.of(language).unwrap();
            wording.fill(&[("mass", "5"), ("time", "8")])
        };
        let each = read("{en: '{mass} in {time}', ko: '{mass} {time}'}");
        assert_eq!(said(&each, "ko"), "5 8");
        assert_eq!(said(&each, "de"), "5 in 8");
        let one = read("'{mass} × {time}'");
        assert_eq!(said(&one, "ko"), "5 × 8");
        assert_eq!(one.holes().collect::<Vec<_>>(), ["mass", "time"]);
    }
}
