//! Which subjects a stretch of text names.

use std::ops::Range;

use quilto_text::{Tokens, normalize, read};

/// A subject named in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSubject {
    /// The tokens that name it.
    pub tokens: Range<usize>,
    /// The subject: a canonical name or a group, in lower case.
    pub subject: String,
}

/// Finds the subjects that a text names.
pub struct Names<'a> {
    /// What the vocabulary finds.
    vocabulary: &'a dyn Fn(&Tokens) -> Vec<NamedSubject>,
    /// Subjects of facts as they stand: words in normal form, and the subject in lower case.
    literal: Vec<(Vec<String>, String)>,
}

impl<'a> Names<'a> {
    /// With a vocabulary, and the subjects of facts beside it.
    pub fn new<'s>(
        vocabulary: &'a dyn Fn(&Tokens) -> Vec<NamedSubject>,
        subjects: impl Iterator<Item = &'s str>,
    ) -> Self {
        let mut literal: Vec<(Vec<String>, String)> = Vec::new();
        for subject in subjects {
            let lower = subject.to_lowercase();
            if literal.iter().any(|(_, known)| *known == lower) {
                continue;
            }
            let words = words(&read(subject));
            if !words.is_empty() {
                literal.push((words, lower));
            }
        }
        // The longest name first: "green slate" before "slate".
        literal.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        Self {
            vocabulary,
            literal,
        }
    }

    /// The subjects named in a text, in order; a stretch names one subject.
    pub fn find(&self, tokens: &Tokens) -> Vec<NamedSubject> {
        let mut found: Vec<NamedSubject> = Vec::new();
        let places: Vec<usize> = (0..tokens.len())
            .filter(|index| has_letters(tokens, *index))
            .collect();
        for (words, subject) in &self.literal {
            for start in 0..places.len() {
                let Some(stretch) = places.get(start..start + words.len()) else {
                    break;
                };
                let matches = stretch
                    .iter()
                    .zip(words)
                    .enumerate()
                    .all(|(at, (index, word))| {
                        let last = at + 1 == words.len();
                        same_word(tokens.norm(*index), word, last)
                    });
                let (Some(first), Some(last)) = (stretch.first(), stretch.last()) else {
                    continue;
                };
                let taken = *first..*last + 1;
                if matches && !found.iter().any(|named| overlap(&named.tokens, &taken)) {
                    found.push(NamedSubject {
                        tokens: taken,
                        subject: subject.clone(),
                    });
                }
            }
        }
        let named = (self.vocabulary)(tokens);
        let of_fact = |named: &NamedSubject| {
            let lower = named.subject.to_lowercase();
            self.literal.iter().any(|(_, subject)| *subject == lower)
        };
        for first in &named {
            if found
                .iter()
                .any(|known| overlap(&known.tokens, &first.tokens))
            {
                continue;
            }
            // Of domains that share a name, the one that facts are about.
            let mut same = named.iter().filter(|other| other.tokens == first.tokens);
            let meant = same.find(|other| of_fact(other)).unwrap_or(first);
            found.push(NamedSubject {
                tokens: meant.tokens.clone(),
                subject: meant.subject.to_lowercase(),
            });
        }
        found.sort_by_key(|named| named.tokens.start);
        found
    }
}

fn has_letters(tokens: &Tokens, index: usize) -> bool {
    tokens.norm(index).chars().any(char::is_alphanumeric)
}

fn words(tokens: &Tokens) -> Vec<String> {
    (0..tokens.len())
        .filter(|index| has_letters(tokens, *index))
        .map(|index| normalize(tokens.norm(index)))
        .collect()
}

/// Whether a word of a text is the word of a name: the same, in the plural, or with particles.
fn same_word(written: &str, word: &str, last: bool) -> bool {
    if written == word {
        return true;
    }
    let Some(rest) = written.strip_prefix(word).filter(|_| last) else {
        return false;
    };
    rest == "s" || rest == "es" || quilto_text::is_particles(rest)
}

fn overlap(left: &Range<usize>, right: &Range<usize>) -> bool {
    left.start < right.end && right.start < left.end
}
