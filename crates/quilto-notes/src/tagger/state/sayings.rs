//! What words say of how somebody is: `knackered`, `like jelly`.

use std::ops::Range;

use super::StateReader;
use quilto_domain::{Classifier, Guess, Scale, Term};
use quilto_text::read;

/// The head of the weights.
pub(in super::super) const MEANS: &str = "means";
/// From here on a guess is taken.
pub(in super::super) const TAKEN: f64 = 0.5;
/// From here on it is no doubt.
pub(super) const SURE: f64 = 0.75;
/// Letters next to each other that are looked at.
const LETTERS: [usize; 3] = [2, 3, 4];

/// What is seen of a saying; `of_part` tells whether a part of the body is named with it.
pub(in super::super) fn features(saying: &str, of_part: bool) -> Vec<String> {
    let part = if of_part { "part" } else { "whole" };
    let tokens = read(saying);
    let words: Vec<&str> = (0..tokens.len())
        .filter(|at| tokens[*at].is_word())
        .map(|at| tokens.norm(at))
        .collect();
    let mut features = vec![part.to_owned()];
    for word in &words {
        features.push(format!("= {word}"));
        features.push(format!("{part}= {word}"));
    }
    for pair in words.windows(2) {
        features.push(format!("= {}", pair.join(" ")));
    }
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        features.push(format!("first {first}"));
        features.push(format!("last {last}"));
    }
    let letters: Vec<char> = format!("^{}$", words.join(" ")).chars().collect();
    for length in LETTERS {
        let pieces = letters.windows(length).map(String::from_iter);
        features.extend(pieces.map(|piece: String| format!("* {piece}")));
    }
    features.sort();
    features.dedup();
    features
}

/// The likeliest meaning of a saying: the name of a term, or of a scale.
pub(in super::super) fn guess<'c>(
    weights: &'c Classifier,
    saying: &str,
    of_part: bool,
) -> Option<Guess<'c>> {
    let features = features(saying, of_part);
    weights.guess(features.iter().map(String::as_str)).of(MEANS)
}

/// What a saying means.
#[derive(Clone, Copy)]
pub(super) enum Meaning<'n> {
    Term(&'n Term),
    /// Such words mean it most often; and how likely that is.
    Guessed(&'n Term, f64),
    /// It only names what is graded.
    Scale(&'n Scale),
}

impl<'n> StateReader<'n> {
    /// What words mean: the name they are, or else what such words mean most often.
    pub(super) fn meaning(&self, range: &Range<usize>, of_part: bool) -> Option<Meaning<'n>> {
        let inside = self.terms.iter().filter(|place| {
            range.start <= place.tokens.start
                && place.tokens.end <= range.end
                && !self.is_part(place.term)
                && (of_part || !self.wants_part(place.term))
        });
        let longest = inside.max_by_key(|place| place.tokens.len());
        if let Some(place) = longest.filter(|place| place.tokens == *range) {
            return Some(Meaning::Term(place.term));
        }
        let saying = self.words(range);
        let scale = self.notation.scales.iter().find(|scale| {
            let mut words = scale.words.iter();
            words.any(|word| *word == saying.to_lowercase())
        });
        if let Some(scale) = scale {
            return Some(Meaning::Scale(scale));
        }
        let guess = self
            .sayings
            .and_then(|weights| guess(weights, saying, of_part));
        let guessed = guess.filter(|guess| guess.likely >= TAKEN);
        let meant = guessed.and_then(|guess| self.named(guess.label, guess.likely));
        meant.or_else(|| longest.map(|place| Meaning::Guessed(place.term, TAKEN)))
    }

    fn named(&self, label: &str, likely: f64) -> Option<Meaning<'n>> {
        let scale = self
            .notation
            .scales
            .iter()
            .find(|scale| scale.field == label);
        let scale = scale.map(Meaning::Scale);
        scale.or_else(|| {
            let term = self.vocabulary.term(label);
            term.map(|term| Meaning::Guessed(term, likely))
        })
    }
}
