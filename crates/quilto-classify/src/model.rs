//! Weights at work.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::PARTS;
use crate::packed::{Key, Packed};

/// Weights for all heads.
#[derive(Clone, Debug)]
pub struct Classifier {
    packed: Packed,
    heads: Vec<Head>,
    /// Of weights for sequences.
    pub(crate) pairs: OnceLock<Pairs>,
}

/// How labels of sequences follow each other: `exp` of what the weights say.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// Of each label behind each, row by row.
    pub behind: Vec<f64>,
    /// Of each label at the beginning.
    pub first: Vec<f64>,
}

/// No weights have more labels.
pub(crate) const LABELS: usize = 256;

/// One respect in which a text is one of several things.
#[derive(Clone, Debug)]
struct Head {
    name: String,
    labels: Vec<String>,
    /// The places of its labels among those of all heads.
    places: Range<usize>,
}

/// What a text may be in one respect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess<'c> {
    /// The label.
    pub label: &'c str,
    /// How likely it is, 0 to 1.
    pub likely: f64,
}

/// How likely each label of each head is.
#[derive(Clone, Debug)]
pub struct Guesses<'c> {
    heads: &'c [Head],
    scores: Vec<f64>,
}

impl Classifier {
    /// Of what [`crate::pack`] gave.
    pub fn packed(bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let packed = Packed::new(bytes.into());
        let mut heads = Vec::new();
        let mut at = 0;
        for line in packed.heads().lines() {
            let mut names = line.trim_start_matches('@').split('\t').map(str::to_owned);
            let name = names.next().unwrap_or_default();
            let labels: Vec<String> = names.collect();
            let places = at..at + labels.len();
            at = places.end;
            heads.push(Head {
                name,
                labels,
                places,
            });
        }
        Self {
            packed,
            heads,
            pairs: OnceLock::new(),
        }
    }

    /// How likely each label is of a text with these features, each named once.
    pub fn guess<'f>(&self, features: impl IntoIterator<Item = &'f str>) -> Guesses<'_> {
        self.guess_keys(features.into_iter().map(|feature| Key::of(&[feature])))
    }

    /// The same of features by their keys.
    pub fn guess_keys(&self, features: impl IntoIterator<Item = Key>) -> Guesses<'_> {
        let always = Key::of(&[ALWAYS]);
        Guesses {
            heads: &self.heads,
            scores: self.scores(features.into_iter().chain([always])),
        }
    }

    /// What these features say of each label of all heads.
    pub(crate) fn scores(&self, features: impl IntoIterator<Item = Key>) -> Vec<f64> {
        let labels = self.heads.last().map_or(0, |head| head.places.end);
        let parts = self.parts(features);
        let scores = parts.iter().take(labels);
        scores.map(|parts| f64::from(*parts) / PARTS).collect()
    }

    /// The same in parts of 1, and for every label that a byte can tell.
    pub(crate) fn parts(&self, features: impl IntoIterator<Item = Key>) -> [i32; LABELS] {
        let mut parts = [0; LABELS];
        for feature in features {
            for (label, weight) in self.packed.weights(feature) {
                parts[usize::from(label)] += i32::from(weight);
            }
        }
        parts
    }

    /// The labels of a head.
    pub(crate) fn labels(&self, head: &str) -> &[String] {
        let head = self.heads.iter().find(|of| of.name == head);
        head.map_or(&[], |head| &head.labels)
    }
}

impl<'c> Guesses<'c> {
    /// The likeliest label of a head. None where there is no such head.
    pub fn of(&self, head: &str) -> Option<Guess<'c>> {
        self.each(head).reduce(|one, other| {
            if other.likely > one.likely {
                other
            } else {
                one
            }
        })
    }

    /// The labels of a head, in the order of the weights.
    pub fn each(&self, head: &str) -> impl Iterator<Item = Guess<'c>> {
        let heads: &'c [Head] = self.heads;
        let of_head = heads.iter().filter(move |of| of.name == head);
        of_head.flat_map(|head| {
            let mut likely = self.scores[head.places.clone()].to_vec();
            softmax(&mut likely);
            let labels = head.labels.iter().zip(likely);
            labels.map(|(label, likely)| Guess { label, likely })
        })
    }
}

/// The feature that every text has.
pub(crate) const ALWAYS: &str = "always";

/// Turns scores into probabilities.
pub(crate) fn softmax(scores: &mut [f64]) {
    exp(scores);
    scale(scores);
}

/// `exp` of scores, each less the highest.
pub(crate) fn exp(scores: &mut [f64]) {
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    for score in scores {
        *score = (*score - most).exp();
    }
}

/// Makes them sum up to 1.
pub(crate) fn scale(values: &mut [f64]) {
    let sum: f64 = values.iter().sum();
    if sum > 0.0 {
        values.iter_mut().for_each(|value| *value /= sum);
    }
}
