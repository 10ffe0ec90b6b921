//! Fitting weights to labelled texts.
//!
//! The likelihood of the labels is raised by `AdaGrad` (Duchi, Hazan and Singer, 2011) over the texts in an order
//! that only looks like chance, so the same texts give the same weights. What few texts have is left out, and so
//! are weights next to nothing.

mod sequences;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use crate::PARTS;
use crate::model::{ALWAYS, softmax};

pub use sequences::{Place, fit_sequences};

/// A text with its labels.
#[derive(Clone, Debug)]
pub struct Example {
    /// What is seen of it.
    pub features: Vec<String>,
    /// Its label for each head; none where it is not known or not asked.
    pub labels: Vec<Option<String>>,
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often all texts are gone through.
    pub rounds: usize,
    /// How far a step goes.
    pub rate: f64,
    /// What the square of a weight costs, beside the logarithm of the likelihood of all labels.
    pub cost: f64,
    /// Features of fewer texts are left out.
    pub least_texts: usize,
    /// Labels of fewer texts are left out, and those texts for that head.
    pub least_of_label: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rounds: 15,
            rate: 0.1,
            cost: 2.0,
            least_texts: 4,
            least_of_label: 12,
        }
    }
}

/// Weights of fewer parts are left out.
const LEAST_PARTS: f64 = 3.0;

/// What of an example is fitted to.
struct Row {
    features: Vec<usize>,
    /// For each head, the place of the label among all.
    gold: Vec<Option<usize>>,
}

/// Fits weights: lines for [`crate::pack`].
pub fn fit(heads: &[&str], examples: &[Example], settings: Settings) -> String {
    let labels = labels(heads, examples, settings.least_of_label);
    let mut count = 0;
    let places = labels.iter().map(|labels| {
        let start = count;
        count += labels.len();
        start..count
    });
    let places: Vec<Range<usize>> = places.collect();
    let names = names(examples, settings.least_texts);
    let rows: Vec<Row> = examples
        .iter()
        .map(|example| {
            let place = |feature: &String| names.get(&**feature).copied();
            let features: BTreeSet<usize> = example.features.iter().filter_map(place).collect();
            let always = names.get(ALWAYS).copied();
            let gold = example.labels.iter().zip(&labels).zip(&places);
            let gold = gold.map(|((label, labels), places)| {
                let label = label.as_ref()?;
                Some(places.start + labels.iter().position(|of| of == label)?)
            });
            Row {
                features: features.into_iter().chain(always).collect(),
                gold: gold.collect(),
            }
        })
        .collect();
    let weights = weights(&rows, names.len(), &places, settings);
    let mut out = String::new();
    for (head, labels) in heads.iter().zip(&labels) {
        let _ = writeln!(out, "@{head}\t{}", labels.join("\t"));
    }
    for (name, at) in names {
        said(
            name,
            &weights[at * count..(at + 1) * count],
            LEAST_PARTS,
            &mut out,
        );
    }
    out
}

/// Adds the line of a feature, where it says something; weights of fewer parts than `least` are left out.
fn said<W: Copy + Into<f64>>(name: &str, weights: &[W], least: f64, out: &mut String) {
    let parts = weights.iter().enumerate().map(|(label, weight)| {
        let weight: f64 = (*weight).into();
        (label, (weight * PARTS).round().clamp(-127.0, 127.0))
    });
    let said = parts.filter(|(_, weight)| weight.abs() >= least);
    let said: Vec<String> = said
        .map(|(label, weight)| format!("{label}:{weight}"))
        .collect();
    if !said.is_empty() {
        let _ = writeln!(out, "{name}\t{}", said.join(" "));
    }
}

/// Two weights in one: the heads of the second behind those of the first. But for what all texts have, no feature may
/// be in both.
pub fn beside(first: &str, second: &str) -> String {
    let (mut heads, mut lines) = (String::new(), BTreeMap::new());
    let mut before = 0;
    for weights in [first, second] {
        let mut labels = 0;
        for line in weights.lines() {
            if line.starts_with('@') {
                labels += line.split('\t').count() - 1;
                let _ = writeln!(heads, "{line}");
            } else if let Some((name, said)) = line.split_once('\t') {
                let own: &mut Vec<String> = lines.entry(name).or_default();
                let pairs = said.split(' ').filter_map(|pair| pair.split_once(':'));
                own.extend(pairs.filter_map(|(label, weight)| {
                    let label: usize = label.parse().ok()?;
                    Some(format!("{}:{weight}", label + before))
                }));
            }
        }
        before += labels;
    }
    let lines = lines.iter().map(|(name, said)| (name, said.join(" ")));
    lines.fold(heads, |mut out, (name, said)| {
        let _ = writeln!(out, "{name}\t{said}");
        out
    })
}

fn weights(rows: &[Row], features: usize, heads: &[Range<usize>], settings: Settings) -> Vec<f64> {
    let labels = heads.last().map_or(0, |places| places.end);
    let mut weights = vec![0.0_f64; features * labels];
    let mut squares = vec![0.0_f64; features * labels];
    let mut scores = vec![0.0_f64; labels];
    // Each time a feature is seen it pays its part of what its weights cost.
    let mut seen = vec![0.0_f64; features];
    for feature in rows.iter().flat_map(|row| &row.features) {
        seen[*feature] += 1.0;
    }
    for round in 0..settings.rounds {
        for at in order(rows.len(), round) {
            let row = &rows[at];
            // Nothing is learned of what is not known.
            for (head, gold) in heads.iter().zip(&row.gold) {
                let Some(gold) = gold else {
                    continue;
                };
                let scores = &mut scores[head.clone()];
                scores.fill(0.0);
                let places =
                    |feature: usize| feature * labels + head.start..feature * labels + head.end;
                for feature in &row.features {
                    let of = &weights[places(*feature)];
                    scores
                        .iter_mut()
                        .zip(of)
                        .for_each(|(score, weight)| *score += weight);
                }
                softmax(scores);
                scores[gold - head.start] -= 1.0;
                for feature in &row.features {
                    let of = places(*feature);
                    let of = weights[of.clone()].iter_mut().zip(&mut squares[of]);
                    let cost = settings.cost / seen[*feature];
                    for ((weight, square), missed) in of.zip(&*scores) {
                        let slope = missed + cost * *weight;
                        *square += slope * slope;
                        *weight -= settings.rate * slope / (square.sqrt() + 1e-2);
                    }
                }
            }
        }
    }
    weights
}

/// All places up to a number, mixed up the same way for the same round.
fn order(count: usize, round: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = round as u64 + 1;
    for at in (1..count).rev() {
        // SplitMix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let other = usize::try_from(mixed % (at as u64 + 1)).unwrap_or_default();
        order.swap(at, other);
    }
    order
}

/// The labels of each head that enough texts have, in order.
fn labels(heads: &[&str], examples: &[Example], least: usize) -> Vec<Vec<String>> {
    let of_head = |at: usize| {
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        for example in examples {
            if let Some(Some(label)) = example.labels.get(at) {
                *counts.entry(label).or_default() += 1;
            }
        }
        let often = counts.into_iter().filter(|(_, count)| *count >= least);
        often.map(|(label, _)| label.clone()).collect()
    };
    (0..heads.len()).map(of_head).collect()
}

/// The features of enough texts, in order, each with its place.
fn names(examples: &[Example], least: usize) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for example in examples {
        let once: BTreeSet<&str> = example.features.iter().map(String::as_str).collect();
        for feature in once {
            *counts.entry(feature).or_default() += 1;
        }
    }
    counts.retain(|_, count| *count >= least);
    counts.insert(ALWAYS, examples.len());
    for (at, place) in counts.values_mut().enumerate() {
        *place = at;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Classifier, pack};

    fn examples() -> Vec<Example> {
        let mut examples = Vec::new();
        for stone in ["granite", "basalt", "mica", "slate"] {
            for (words, kind) in [
                (["when", "was", "it", "washed"], Some("day")),
                (["how", "much", "was", "washed"], Some("amount")),
                (["how", "dull", "it", "is"], None),
            ] {
                let mut features: Vec<String> = words.map(str::to_owned).to_vec();
                features.push(stone.to_owned());
                examples.push(Example {
                    features,
                    labels: vec![kind.map(str::to_owned), Some(stone.to_owned())],
                });
            }
        }
        examples
    }

    fn settings() -> Settings {
        Settings {
            least_of_label: 2,
            least_texts: 3,
            ..Settings::default()
        }
    }

    #[test]
    fn what_was_learned_holds_for_another_text() {
        let lines = fit(&["kind", "stone"], &examples(), settings());
        let classifier = Classifier::packed(pack(&lines));
        let guesses = classifier.guess(["when", "was", "marble", "washed"]);
        let kind = guesses.of("kind").unwrap();
        assert_eq!(kind.label, "day");
        assert!(kind.likely > 0.6, "{kind:?}");
        let sum: f64 = guesses.each("kind").map(|guess| guess.likely).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let stone = classifier.guess(["how", "much", "slate"]);
        assert_eq!(stone.of("stone").unwrap().label, "slate");
        assert!(stone.of("colour").is_none());
    }

    #[test]
    fn two_weights_in_one_say_what_each_said() {
        let of_kind = fit(&["kind"], &examples(), settings());
        let stones = examples().into_iter().map(|example| Example {
            features: example
                .features
                .iter()
                .map(|of| format!("o {of}"))
                .collect(),
            labels: vec![example.labels[1].clone()],
        });
        let of_stone = fit(&["stone"], &Vec::from_iter(stones), settings());
        let both = Classifier::packed(pack(&beside(&of_kind, &of_stone)));
        let [kind, stone] = [of_kind, of_stone].map(|lines| Classifier::packed(pack(&lines)));
        let (when, slate) = (["when", "was", "marble", "washed"], ["o how", "o slate"]);
        assert_eq!(both.guess(when).of("kind"), kind.guess(when).of("kind"));
        assert_eq!(
            both.guess(slate).of("stone"),
            stone.guess(slate).of("stone")
        );
    }

    #[test]
    fn the_same_texts_give_the_same_weights() {
        let lines = fit(&["kind", "stone"], &examples(), settings());
        assert_eq!(lines, fit(&["kind", "stone"], &examples(), settings()));
    }
}
