//! A text as words and clauses.

use std::ops::Range;

/// Where a clause may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Break {
    /// At the beginning of a line.
    Line,
    /// After the end of a sentence.
    Sentence,
    /// After a comma or its like.
    Comma,
    /// Before or after a word that parts clauses.
    Word,
}

impl Break {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Sentence => "sentence",
            Self::Comma => "comma",
            Self::Word => "word",
        }
    }
}

/// A word, number or sign of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its normal form; what stands for a number or a name is up to the caller, who should let all
    /// numbers look alike.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// Whether a clause may begin with it.
    pub begins: Option<Break>,
    /// Whether it is a word of letters, not a number or sign or name.
    pub plain: bool,
    /// Anything else that is known of it: where a date lies, what a list says of it.
    pub known: Vec<String>,
}

impl Word {
    /// A plain word.
    pub fn new(text: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            text: text.into(),
            span,
            begins: None,
            plain: true,
            known: Vec::new(),
        }
    }
}

/// A stretch of words that does one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause<'w> {
    /// Its words.
    pub words: &'w [Word],
    /// What parts it from the clause before.
    pub begins: Break,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}

/// Where no sign parts them, clauses have at least so many words.
const LEAST_WORDS: usize = 3;

/// Parts words into clauses. Where no plain word would stand in a clause it goes on with the one
/// before, unless a line begins there.
pub fn cut(words: &[Word]) -> Vec<Clause<'_>> {
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    let mut from = 0;
    let mut begins = Break::Line;
    for at in 1..=words.len() {
        let next = words.get(at).map(|word| word.begins);
        if let Some(None) = next {
            continue;
        }
        let Some(stretch) = words.get(from..at).filter(|stretch| !stretch.is_empty()) else {
            continue;
        };
        let span = stretch[0].span.start..stretch[stretch.len() - 1].span.end;
        let short = |words: &[Word]| words.len() < LEAST_WORDS;
        let bare = !stretch.iter().any(|word| word.plain);
        let joins = |last: &&mut Clause<'_>| match begins {
            Break::Line => false,
            Break::Word => bare || short(stretch) || short(last.words),
            Break::Sentence | Break::Comma => bare,
        };
        match clauses.last_mut().filter(joins) {
            Some(last) => {
                let start = from - last.words.len();
                last.words = &words[start..at];
                last.span.end = span.end;
            }
            None => clauses.push(Clause {
                words: stretch,
                begins,
                span,
            }),
        }
        if let Some(Some(kind)) = next {
            begins = kind;
            from = at;
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, at: usize, begins: Option<Break>, plain: bool) -> Word {
        Word {
            begins,
            plain,
            ..Word::new(text, at..at + 1)
        }
    }

    #[test]
    fn numbers_and_single_words_go_on_with_the_clause_before() {
        let words = [
            word("granite", 0, Some(Break::Line), true),
            word("#", 1, None, false),
            word("#", 2, Some(Break::Comma), false),
            word("then", 3, Some(Break::Word), true),
            word("#", 4, Some(Break::Line), false),
        ];
        let spans: Vec<_> = cut(&words).into_iter().map(|clause| clause.span).collect();
        assert_eq!(spans, [0..4, 4..5]);
        assert!(cut(&[]).is_empty());
    }
}
