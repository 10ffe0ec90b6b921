//! What errors say on a terminal, in the language of the place. English stands where an error is made; other
//! languages beside, by the English text.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use quilto::model::Language;
use quilto::text::template::Template;
use serde::Deserialize;

/// The texts of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorWords {
    error: String,
    cause: String,
    hint: String,
    texts: BTreeMap<Pattern, Template>,
}

/// An English text with holes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "String")]
struct Pattern {
    /// What stands before the first hole.
    start: String,
    /// Each hole, and what stands behind it.
    holes: Vec<(String, String)>,
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        let mut parts = text.split('{');
        let start = parts.next().unwrap_or_default().to_owned();
        let holes = parts.filter_map(|part| part.split_once('}'));
        Self {
            start,
            holes: holes
                .map(|(hole, behind)| (hole.to_owned(), behind.to_owned()))
                .collect(),
        }
    }
}

impl Pattern {
    /// How much of it is words: of several that fit, the one with the most says it best.
    fn words(&self) -> usize {
        let behind = self.holes.iter().map(|(_, behind)| behind.len());
        self.start.len() + behind.sum::<usize>()
    }

    /// What stands in its holes, where a text is of it.
    fn read<'t>(&self, text: &'t str) -> Option<Vec<(&str, &'t str)>> {
        let mut rest = text.strip_prefix(&*self.start)?;
        let mut found = Vec::new();
        for (place, (hole, behind)) in self.holes.iter().enumerate() {
            let is_last = place + 1 == self.holes.len();
            let end = match is_last {
                true => rest.strip_suffix(&**behind)?.len(),
                false => rest.find(&**behind)?,
            };
            found.push((&**hole, &rest[..end]));
            rest = &rest[end + behind.len()..];
        }
        rest.is_empty().then_some(found)
    }
}

impl ErrorWords {
    /// Those of a language; none for the one that errors are made in.
    fn of(language: Language) -> Option<&'static Self> {
        static KOREAN: OnceLock<Option<ErrorWords>> = OnceLock::new();
        match language {
            Language::English => None,
            Language::Korean => KOREAN
                .get_or_init(|| serde_yaml::from_str(include_str!("ko.yaml")).ok())
                .as_ref(),
        }
    }

    fn say(&self, english: &str) -> Option<String> {
        let fitting = self.texts.iter().filter_map(|(pattern, words)| {
            let holes = pattern.read(english)?;
            Some((pattern.words(), words, holes))
        });
        let (_, words, holes) = fitting.max_by_key(|(words, ..)| *words)?;
        Some(words.fill(&holes))
    }
}

/// A text in a language; as it is where there are no words for it.
pub fn said(english: &str, language: Language) -> String {
    let said = ErrorWords::of(language).and_then(|words| words.say(english));
    said.unwrap_or_else(|| english.to_owned())
}

/// What stands before an error, what caused it, and what to do next.
pub fn headings(language: Language) -> [&'static str; 3] {
    match ErrorWords::of(language) {
        Some(words) => [&words.error, &words.cause, &words.hint],
        None => ["error:", "Caused by:", "Hint:"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_by_its_words_and_keeps_what_stands_in_it() {
        for (english, korean) in [
            ("no session is waiting", "기다리는 일이 없어요"),
            ("cannot write a/b.svg", "a/b.svg에 쓸 수 없어요"),
            ("cannot write into a/b", "a/b에 쓸 수 없어요"),
            (
                "\"x y\" is no word of yours",
                "\"x y\"은(는) 내가 정한 말이 아니에요",
            ),
            (
                "name one of 2026-11-16 to 2026-11-22",
                "2026-11-16부터 2026-11-22 가운데 하루를 말하세요",
            ),
            ("marble broke", "marble broke"),
        ] {
            assert_eq!(said(english, Language::Korean), korean);
            assert_eq!(said(english, Language::English), english);
        }
    }

    #[test]
    fn every_hole_of_a_text_is_one_of_the_english_text() {
        let words = ErrorWords::of(Language::Korean).unwrap();
        for (pattern, template) in &words.texts {
            let holes: Vec<_> = pattern
                .holes
                .iter()
                .map(|(hole, _)| (&**hole, "granite"))
                .collect();
            let filled = template.fill(&holes);
            assert_eq!(
                filled.matches("granite").count(),
                holes.len(),
                "{pattern:?}: {filled}"
            );
            assert!(!filled.contains('{'), "{pattern:?}: {filled}");
        }
    }
}
