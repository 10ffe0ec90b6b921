//! Fitting weights to sequences of labels.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Settings, order, said};
use crate::model::{exp, scale};
use crate::sequence::{Chain, HEAD, after};

/// Weights of fewer parts are left out.
const LEAST_PARTS: f64 = 2.0;

/// One place of a sequence.
#[derive(Clone, Debug)]
pub struct Place {
    /// What is seen there.
    pub features: Vec<String>,
    /// What it is.
    pub label: String,
}

/// A sequence as numbers.
struct Row {
    /// Of each place.
    features: Vec<Vec<usize>>,
    gold: Vec<usize>,
}

/// The weights and the sum of the squares of their slopes.
struct Weights {
    labels: usize,
    of: Vec<f32>,
    squares: Vec<f32>,
}

impl Weights {
    fn new(rows: usize, labels: usize) -> Self {
        Self {
            labels,
            of: vec![0.0; rows * labels],
            squares: vec![0.0; rows * labels],
        }
    }

    fn row(&self, at: usize) -> &[f32] {
        &self.of[at * self.labels..(at + 1) * self.labels]
    }

    /// A step of a row of weights against its slopes, each weight paying `cost`.
    fn step(&mut self, at: usize, slopes: &[f64], cost: f64, rate: f64) {
        let row = at * self.labels..(at + 1) * self.labels;
        let weights = self.of[row.clone()].iter_mut().zip(&mut self.squares[row]);
        for ((weight, square), slope) in weights.zip(slopes) {
            let slope = *slope as f32 + cost as f32 * *weight;
            *square += slope * slope;
            *weight -= rate as f32 * slope / (square.sqrt() + 1e-2);
        }
    }
}

/// Fits weights to sequences: lines for [`crate::pack`], which [`crate::Classifier::label`] reads.
pub fn fit_sequences(sequences: &[Vec<Place>], settings: Settings) -> String {
    let places = || sequences.iter().flatten();
    let labels = counted(places().map(|place| &*place.label), 1);
    let features = places().flat_map(|place| place.features.iter().map(String::as_str));
    let names = counted(features, settings.least_texts);
    let rows: Vec<Row> = sequences
        .iter()
        .map(|sequence| Row {
            features: sequence
                .iter()
                .map(|place| {
                    let of = place.features.iter();
                    of.filter_map(|name| names.get(&**name).map(|(at, _)| *at))
                        .collect()
                })
                .collect(),
            gold: sequence
                .iter()
                .map(|place| labels[&*place.label].0)
                .collect(),
        })
        .collect();
    let seen: Vec<f64> = names.values().map(|(_, seen)| *seen as f64).collect();
    let (weights, pairs) = fit(&rows, &seen, labels.len(), settings);
    let mut out = String::new();
    let listed: Vec<&str> = labels.keys().copied().collect();
    let _ = writeln!(out, "@{HEAD}\t{}", listed.join("\t"));
    let befores = listed.iter().map(|label| Some(*label)).chain([None]);
    for (at, label) in befores.enumerate() {
        said(&after(label), pairs.row(at), 1.0, &mut out);
    }
    for (name, (at, _)) in &names {
        said(name, weights.row(*at), LEAST_PARTS, &mut out);
    }
    out
}

/// Weights of features and of pairs; the last row of the pairs is that of the first place.
fn fit(rows: &[Row], seen: &[f64], labels: usize, settings: Settings) -> (Weights, Weights) {
    let mut weights = Weights::new(seen.len(), labels);
    let mut pairs = Weights::new(labels + 1, labels);
    let per_pair = settings.cost / rows.len() as f64;
    for round in 0..settings.rounds {
        for at in order(rows.len(), round) {
            let row = &rows[at];
            if row.gold.is_empty() {
                continue;
            }
            let (places, missed) = slopes(row, &weights, &pairs);
            for (features, slopes) in row.features.iter().zip(places.chunks(labels)) {
                for feature in features {
                    let cost = settings.cost / seen[*feature];
                    weights.step(*feature, slopes, cost, settings.rate);
                }
            }
            for (at, slopes) in missed.chunks(labels).enumerate() {
                pairs.step(at, slopes, per_pair, settings.rate);
            }
        }
    }
    (weights, pairs)
}

/// By how much each label of each place, and each pair, is too likely.
fn slopes(row: &Row, weights: &Weights, pairs: &Weights) -> (Vec<f64>, Vec<f64>) {
    let labels = weights.labels;
    let mut places: Vec<f64> = Vec::with_capacity(row.gold.len() * labels);
    for features in &row.features {
        let mut scores = vec![0.0; labels];
        for feature in features {
            let of = scores.iter_mut().zip(weights.row(*feature));
            of.for_each(|(score, weight)| *score += f64::from(*weight));
        }
        exp(&mut scores);
        places.extend(scores);
    }
    let both: Vec<f64> = pairs
        .of
        .iter()
        .map(|score| f64::from(*score).exp())
        .collect();
    let (table, first) = both.split_at(labels * labels);
    let chain = Chain {
        labels,
        places: &places,
        pairs: table,
        first,
    };
    let marginals = chain.marginals();
    let mut missed = vec![0.0; both.len()];
    let mut slopes: Vec<f64> = Vec::with_capacity(places.len());
    for (at, gold) in row.gold.iter().enumerate() {
        let mut likely = marginals.of(at * labels..(at + 1) * labels);
        if at == 0 {
            missed[labels * labels..].copy_from_slice(&likely);
            missed[labels * labels + gold] -= 1.0;
        } else {
            let here: Vec<f64> = (at * labels..(at + 1) * labels)
                .map(|place| places[place] * marginals.behind[place])
                .collect();
            let before = &marginals.before[(at - 1) * labels..at * labels];
            let mut all: Vec<f64> = Vec::with_capacity(labels * labels);
            for (label, before) in before.iter().enumerate() {
                let row = table[label * labels..(label + 1) * labels]
                    .iter()
                    .zip(&here);
                all.extend(row.map(|(pair, here)| before * pair * here));
            }
            scale(&mut all);
            missed
                .iter_mut()
                .zip(all)
                .for_each(|(sum, part)| *sum += part);
            missed[row.gold[at - 1] * labels + gold] -= 1.0;
        }
        likely[*gold] -= 1.0;
        slopes.extend(likely);
    }
    (slopes, missed)
}

/// What is there at least so often, in order, each with its place and how often it is there.
fn counted<'s>(
    all: impl Iterator<Item = &'s str>,
    least: usize,
) -> BTreeMap<&'s str, (usize, usize)> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in all {
        counts.entry(one).or_default().1 += 1;
    }
    counts.retain(|_, (_, count)| *count >= least);
    for (at, (place, _)) in counts.values_mut().enumerate() {
        *place = at;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Classifier, Key, pack};

    fn sequence(words: &str) -> Vec<Place> {
        // a number behind a stone is what it weighs, another how many there are
        let mut label = "many";
        let each = words.split(' ').map(|word| {
            if word.chars().all(char::is_alphabetic) {
                label = "mass";
                ("stone", "stone")
            } else {
                (std::mem::replace(&mut label, "many"), "number")
            }
        });
        each.map(|(label, kind)| Place {
            features: vec![kind.to_owned()],
            label: label.to_owned(),
        })
        .collect()
    }

    #[test]
    fn a_label_depends_on_the_one_before() {
        let taught = [
            "granite 3 4",
            "3 basalt 5 2 2",
            "4 4 slate 1",
            "mica 2 1 marl 3",
        ];
        let taught: Vec<Vec<Place>> = taught.iter().map(|words| sequence(words)).collect();
        let settings = Settings {
            rounds: 40,
            cost: 0.1,
            least_texts: 1,
            ..Settings::default()
        };
        let classifier = Classifier::packed(pack(&fit_sequences(&taught, settings)));
        let places: Vec<Vec<Key>> = sequence("1 chalk 2 3")
            .iter()
            .map(|place| place.features.iter().map(|name| Key::of(&[name])).collect())
            .collect();
        let labels: Vec<&str> = classifier
            .label(&places)
            .iter()
            .map(|guess| guess.label)
            .collect();
        assert_eq!(labels, ["many", "stone", "mass", "many"]);
        assert!(
            classifier
                .label(&places)
                .iter()
                .all(|guess| guess.likely > 0.5 && guess.likely <= 1.0)
        );
    }
}
