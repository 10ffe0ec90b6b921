//! Texts as somebody in a hurry types them. Few labelled texts run from one thing into another without
//! a sign, and much of how things begin and end is to be learned from all others.

use super::Text;
use crate::clause::{Break, Word};

/// Texts of at most so many words are run together.
const SHORT: usize = 14;

/// The texts, and behind them those made of them: without the signs between their clauses, and two
/// neighbours in one line.
pub(super) fn with_hasty(texts: &[Text]) -> Vec<Text> {
    let unsigned = texts.iter().filter_map(unsigned);
    let pairs = texts.windows(2);
    let together = pairs.filter_map(|pair| together(&pair[0], &pair[1]));
    texts
        .iter()
        .cloned()
        .chain(unsigned)
        .chain(together)
        .collect()
}

/// The text without the signs between its clauses, where there are any.
fn unsigned(text: &Text) -> Option<Text> {
    let parted = |word: &Word| matches!(word.begins, Some(Break::Comma | Break::Sentence));
    if !text.words.iter().any(parted) {
        return None;
    }
    let mut words: Vec<Word> = Vec::new();
    for (at, word) in text.words.iter().enumerate() {
        let parts = text.words.get(at + 1).is_none_or(parted);
        if parts && is_sign(word) && word.begins.is_none() {
            continue;
        }
        words.push(Word {
            begins: word.begins.filter(|_| !parted(word)),
            ..word.clone()
        });
    }
    Some(Text {
        words,
        ..text.clone()
    })
}

/// Two short texts that each do a single thing, run together.
fn together(one: &Text, other: &Text) -> Option<Text> {
    let fits = |text: &Text| text.parts.len() == 1 && text.words.len() <= SHORT;
    if !fits(one) || !fits(other) {
        return None;
    }
    let mut words = one.words.clone();
    while words.last().is_some_and(is_sign) {
        words.pop();
    }
    let end = one.parts[0].0.end.max(words.last()?.span.end) + 1;
    let mut behind = other.words.iter().cloned();
    let first = behind.next().map(|word| Word {
        begins: None,
        ..word
    });
    for word in first.into_iter().chain(behind) {
        let span = word.span.start + end..word.span.end + end;
        words.push(Word { span, ..word });
    }
    let (part, act) = &other.parts[0];
    let mut parts = one.parts.clone();
    parts.push((part.start + end..part.end + end, *act));
    Some(Text {
        words,
        parts,
        only_sides: one.only_sides || other.only_sides,
    })
}

/// Whether a word is neither a word of letters nor a number or name.
fn is_sign(word: &Word) -> bool {
    !word.plain && !word.text.starts_with(['#', '<'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::act::Act;

    fn text(words: &[(&str, Option<Break>)], act: Act) -> Text {
        let words = words.iter().enumerate().map(|(at, (text, begins))| Word {
            begins: *begins,
            plain: *text != ",",
            ..Word::new(*text, at..at + 1)
        });
        let words: Vec<Word> = words.collect();
        Text {
            only_sides: false,
            parts: vec![(0..words.len(), act)],
            words,
        }
    }

    #[test]
    fn signs_are_left_out_and_neighbours_run_together() {
        let done = [
            ("washed", Some(Break::Line)),
            (",", None),
            ("dried", Some(Break::Comma)),
        ];
        let done = text(&done, Act::Done);
        let plan = text(&[("later", Some(Break::Line))], Act::Plan);
        let all = with_hasty(&[done, plan]);
        let shown = |text: &Text| {
            let words = text.words.iter();
            let words = words.map(|word| (word.text.clone(), word.begins.is_some()));
            words.collect::<Vec<_>>()
        };
        let word = |text: &str, begins: bool| (text.to_owned(), begins);
        assert_eq!(all.len(), 4);
        assert_eq!(shown(&all[2]), [word("washed", true), word("dried", false)]);
        let both = [
            word("washed", true),
            word(",", false),
            word("dried", true),
            word("later", false),
        ];
        assert_eq!(shown(&all[3]), both);
        assert_eq!(all[3].parts, [(0..3, Act::Done), (4..5, Act::Plan)]);
    }
}
