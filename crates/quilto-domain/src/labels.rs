//! What fields, values and wordings are called in other languages than the data's.

use serde::Deserialize;

use super::names::UniqueMap;

/// `labels.yaml`: by language, what stands for the words of fields and values, and for the wordings
/// of whoever shows them. A `{hole}` of a wording is filled where its label has it.
///
/// ```yaml
/// ko:
///   shine: 광택
///   "{n} coats": "{n}번 칠함"
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Labels(UniqueMap<UniqueMap<String>>);

impl Labels {
    /// What a word is called in a language.
    pub fn of(&self, language: &str, word: &str) -> Option<&str> {
        self.0.get(language)?.get(word).map(String::as_str)
    }

    /// Labels that would never be filled: with a hole that the wording does not have, or without one
    /// that it has.
    pub fn problems(&self) -> impl Iterator<Item = String> {
        let all = self.0.iter().flat_map(|(_, labels)| labels.iter());
        all.filter_map(|(wording, label)| {
            let (given, used) = (holes(wording), holes(label));
            let differs = given.iter().any(|hole| !used.contains(hole))
                || used.iter().any(|hole| !given.contains(hole));
            differs
                .then(|| format!("the label {label:?} must have the same {{holes}} as {wording:?}"))
        })
    }
}

fn holes(wording: &str) -> Vec<&str> {
    let parts = wording.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(yaml: &str) -> Labels {
        crate::parse("labels.yaml", yaml).unwrap()
    }

    #[test]
    fn a_word_has_a_label_in_the_languages_that_have_one() {
        let labels = labels("ko: {shine: 광택, '{n} coats': '{n}번 칠함'}");
        assert_eq!(labels.of("ko", "shine"), Some("광택"));
        assert_eq!(labels.of("en", "shine"), None);
        assert_eq!(labels.of("ko", "grit"), None);
        assert_eq!(labels.problems().count(), 0);
    }

    #[test]
    fn a_label_has_the_holes_of_its_wording() {
        let labels = labels("ko: {'{n} coats': '{m}번 칠함', '{n} of {all}': '{n}', plain: 그냥}");
        let problems: Vec<String> = labels.problems().collect();
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].contains("{n} coats"), "{problems:?}");
    }
}
