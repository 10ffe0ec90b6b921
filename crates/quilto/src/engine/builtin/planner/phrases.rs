//! The phrases that questions are read by, of all languages.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use quilto_reader::Grammar;
use serde_json::Value;

use crate::text::lexicon;

/// The phrases of all languages.
pub(super) fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let mut grammar = Grammar::default();
        for (_, file) in lexicon::read::<Value>("phrases").unwrap_or_default() {
            // Without a file a language has no phrases at all; the test that reads them all sees it, too.
            let added = grammar.add(&file);
            debug_assert!(added.is_ok(), "{added:?}");
        }
        grammar
    })
}

/// The words that phrases are made of.
fn words_of_phrases() -> &'static BTreeSet<String> {
    static WORDS: OnceLock<BTreeSet<String>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let said = grammar().rules().iter().flat_map(|rule| {
            let literal = rule
                .say
                .split_whitespace()
                .filter(|part| !part.starts_with('<'));
            literal.flat_map(|part| part.split(|c: char| !c.is_alphabetic() && c != '\''))
        });
        said.map(str::to_owned).collect()
    })
}

/// Whether a word is one of the phrases', or changes nothing.
pub(super) fn knows(word: &str) -> bool {
    grammar().is_idle(word) || words_of_phrases().contains(word)
}

#[cfg(test)]
mod tests {
    use quilto_reader::{Chart, Lattice};

    use super::*;
    use crate::text;

    #[test]
    fn each_phrase_reads_its_example_as_a_whole() {
        for (language, file) in lexicon::read::<Value>("phrases").unwrap() {
            let read = Grammar::from_json(&file);
            assert!(read.is_ok(), "{language}: {read:?}");
        }
        let grammar = grammar();
        let mut wrong = Vec::new();
        for (at, rule) in grammar.rules().iter().enumerate() {
            let Some(example) = &rule.ex else { continue };
            let tokens = text::read(example);
            let lattice = Lattice::new(&tokens, &[], grammar.tails());
            let chart = Chart::new(&lattice, grammar);
            let end = lattice.places() - 1;
            let mut whole = chart.starting(0).map(|(_, node)| node);
            if !whole.any(|node| node.rule == Some(at) && node.places.end == end) {
                wrong.push(format!("{} does not read {example:?}", rule.say));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
