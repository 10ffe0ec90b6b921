//! Labels for all places of a sequence at once, where each depends on the one before it: a linear chain (Lafferty,
//! McCallum and Pereira, "Conditional Random Fields", 2001). The weights stand in lines as those of other heads do;
//! a label speaks for or against the next one as the feature [`after`] it.

use std::ops::Range;

use crate::PARTS;
use crate::model::{Classifier, Guess, LABELS, Pairs, scale};
use crate::packed::Key;

/// The name of the first head of such weights.
pub const HEAD: &str = "label";

/// The feature of a place behind one with this label; behind none, of the first.
pub(crate) fn after(label: Option<&str>) -> String {
    format!("after {}", label.unwrap_or("<"))
}

/// The label of places that are for nothing.
pub const NOTHING: &str = "-";

/// The label of a place that goes on with what is labelled before it.
pub fn goes_on(label: &str) -> String {
    format!("{GOES_ON}{label}")
}

/// What [`goes_on`] puts before a label.
const GOES_ON: char = '~';

/// The stretches that labels in a row tell: what each is, and its places.
pub fn stretches<'l>(labels: &[&'l str]) -> Vec<(&'l str, Range<usize>)> {
    let mut stretches: Vec<(&str, Range<usize>)> = Vec::new();
    let labelled = labels.iter().enumerate();
    for (at, label) in labelled.filter(|(_, label)| **label != NOTHING) {
        let role = label.trim_start_matches(GOES_ON);
        match stretches.last_mut() {
            Some((last, range))
                if label.starts_with(GOES_ON) && *last == role && range.end == at =>
            {
                range.end = at + 1;
            }
            _ => stretches.push((role, at..at + 1)),
        }
    }
    stretches
}

/// What the labels of a sequence may be: a score for each label at each place, and for each pair in a row.
pub(crate) struct Chain<'s> {
    pub labels: usize,
    /// `exp` of the scores, place by place.
    pub places: &'s [f64],
    /// `exp` of the scores of each label behind each, row by row.
    pub pairs: &'s [f64],
    /// `exp` of the scores of each label at the beginning.
    pub first: &'s [f64],
}

/// How likely each label is at each place: what is before it and what is behind it, taken together.
pub(crate) struct Marginals {
    pub before: Vec<f64>,
    pub behind: Vec<f64>,
}

impl Chain<'_> {
    fn len(&self) -> usize {
        self.places.len() / self.labels
    }

    fn of(&self, at: usize) -> Range<usize> {
        at * self.labels..(at + 1) * self.labels
    }

    /// The most likely labels in a row (Viterbi, 1967).
    fn best(&self) -> Vec<usize> {
        let mut score: Vec<f64> = self.first.to_vec();
        let mut from: Vec<usize> = Vec::new();
        for at in 0..self.len() {
            if at > 0 {
                let mut next = vec![0.0; self.labels];
                let mut best = vec![0; self.labels];
                let here = held(&self.places[self.of(at)]);
                for (before, score) in held(&score) {
                    let row = &self.pairs[self.of(before)];
                    for (label, _) in &here {
                        let score = score * row[*label];
                        if score > next[*label] {
                            next[*label] = score;
                            best[*label] = before;
                        }
                    }
                }
                score = next;
                from.extend(best);
            }
            let here = score.iter_mut().zip(&self.places[self.of(at)]);
            here.for_each(|(score, place)| *score *= place);
            scale(&mut score);
        }
        let most = |one: usize, other: usize| {
            if score[other] > score[one] {
                other
            } else {
                one
            }
        };
        let mut path: Vec<usize> = (0..self.labels).reduce(most).into_iter().collect();
        for at in (1..self.len()).rev() {
            let last = path.last().copied().unwrap_or_default();
            path.push(from[(at - 1) * self.labels + last]);
        }
        path.reverse();
        path.truncate(self.len());
        path
    }

    pub fn marginals(&self) -> Marginals {
        let mut before: Vec<f64> = Vec::with_capacity(self.places.len());
        for at in 0..self.len() {
            let mut here = vec![0.0; self.labels];
            let places = held(&self.places[self.of(at)]);
            if at == 0 {
                places
                    .iter()
                    .for_each(|(label, _)| here[*label] = self.first[*label]);
            } else {
                for (label, score) in held(&before[self.of(at - 1)]) {
                    let row = &self.pairs[self.of(label)];
                    for (label, _) in &places {
                        here[*label] += score * row[*label];
                    }
                }
            }
            for (label, place) in places {
                here[label] *= place;
            }
            scale(&mut here);
            before.extend(here);
        }
        let mut behind = vec![1.0; self.places.len()];
        for at in (1..self.len()).rev() {
            let mut next = held(&self.places[self.of(at)]);
            for (label, place) in &mut next {
                *place *= behind[at * self.labels + *label];
            }
            // What is left out at its place needs nothing behind it.
            for (label, _) in held(&self.places[self.of(at - 1)]) {
                let row = &self.pairs[self.of(label)];
                let row = next.iter().map(|(after, next)| row[*after] * next);
                behind[(at - 1) * self.labels + label] = row.sum::<f64>();
            }
            scale(&mut behind[self.of(at - 1)]);
        }
        Marginals { before, behind }
    }
}

impl Marginals {
    /// How likely each label of a place is.
    pub fn of(&self, places: Range<usize>) -> Vec<f64> {
        let both = self.before[places.clone()].iter().zip(&self.behind[places]);
        let mut likely: Vec<f64> = both.map(|(before, behind)| before * behind).collect();
        scale(&mut likely);
        likely
    }
}

/// So many labels are looked at in each place: the others are never the right ones there.
const KEPT: usize = 16;

/// What is held of some values: those that are not nothing, with their places.
fn held(values: &[f64]) -> Vec<(usize, f64)> {
    let values = values.iter().copied().enumerate();
    values.filter(|(_, value)| *value > 0.0).collect()
}

/// `exp` of the best scores and of those as good as the last of them, each less the highest; the others are left
/// out.
fn best(scores: &[i32]) -> impl Iterator<Item = f64> {
    let most = scores.iter().copied().max().unwrap_or_default();
    let least = match scores.len() {
        0..KEPT => i32::MIN,
        _ => {
            let mut ranked = scores.to_vec();
            *ranked
                .select_nth_unstable_by(KEPT - 1, |one, other| other.cmp(one))
                .1
        }
    };
    scores.iter().map(move |score| {
        if *score >= least {
            (f64::from(*score - most) / PARTS).exp()
        } else {
            0.0
        }
    })
}

impl Classifier {
    /// Worked out once: it is the same for every sequence.
    fn pairs(&self) -> &Pairs {
        self.pairs.get_or_init(|| {
            let labels = self.labels(HEAD);
            let behind = |label| {
                let scores = self.scores([Key::of(&[&after(label)])]);
                scores.into_iter().take(labels.len()).map(f64::exp)
            };
            let each = labels.iter();
            Pairs {
                behind: each.flat_map(|label| behind(Some(label))).collect(),
                first: behind(None).collect(),
            }
        })
    }

    /// The likeliest labels of a sequence with these features at each place, each of them once, and how likely each
    /// label is where it stands. The weights must be those of sequences; else nothing is labelled.
    pub fn label(&self, places: &[Vec<Key>]) -> Vec<Guess<'_>> {
        let labels = self.labels(HEAD);
        if labels.is_empty() || places.is_empty() {
            return Vec::new();
        }
        let pairs = self.pairs();
        let places: Vec<f64> = places
            .iter()
            .flat_map(|features| {
                let scores = self.parts(features.iter().copied());
                Vec::from_iter(best(&scores[..labels.len().min(LABELS)]))
            })
            .collect();
        let chain = Chain {
            labels: labels.len(),
            places: &places,
            pairs: &pairs.behind,
            first: &pairs.first,
        };
        let marginals = chain.marginals();
        let path = chain.best().into_iter().enumerate();
        path.map(|(at, label)| Guess {
            label: &labels[label],
            likely: marginals.of(chain.of(at))[label],
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_stretches() {
        let found = stretches(&["lift", "~lift", "-", "load", "width", "width", "~load"]);
        let each = [
            ("lift", 0..2),
            ("load", 3..4),
            ("width", 4..5),
            ("width", 5..6),
            ("load", 6..7),
        ];
        assert_eq!(found, each);
    }
}
