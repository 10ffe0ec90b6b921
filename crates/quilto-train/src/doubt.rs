//! Fits the weights that say how likely a question was read as it was meant, to questions whose answers
//! were right or wrong, and tells what they would let through on writers they were not fitted to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use quilto::engine::builtin::{DOUBT_LEAST, doubt_features};

use crate::files::read;

/// What was made of the questions: a line `writer<tab>right or wrong<tab>features` for each, by `asks.py --read`.
const READINGS: &str = "corpora/asks/readings.tsv";
/// Features that fewer writers have teach nothing.
const WRITERS: usize = 3;
const ROUNDS: usize = 400;
const STEP: f64 = 0.3;
/// What a weight costs by its square.
const COST: f64 = 3.0;
/// The writers are parted into this many; each part is tried with what the others teach.
const PARTS: usize = 10;

/// A question with what is told of its reading.
struct Reading {
    writer: String,
    right: bool,
    features: Vec<String>,
}

/// The weights of all readings, in lines.
pub(crate) fn weights(root: &Path) -> Result<String, String> {
    let readings = readings(root)?;
    let fitted = fit(&readings.iter().collect::<Vec<_>>());
    let lines = fitted
        .iter()
        .map(|(name, weight)| (name, (weight * 100.0).round()));
    let lines = lines.filter(|(_, parts)| parts.abs() >= 1.0);
    Ok(lines
        .map(|(name, parts)| format!("{name}\t{parts}\n"))
        .collect())
}

/// What the weights let through on writers that did not teach them.
pub(crate) fn figures(root: &Path) -> Result<String, String> {
    let readings = readings(root)?;
    let writers: BTreeSet<&str> = readings.iter().map(|of| &*of.writer).collect();
    let part = |writer: &str| {
        writers
            .iter()
            .position(|of| *of == writer)
            .map(|at| at % PARTS)
    };
    let mut tried: Vec<(f64, bool)> = Vec::new();
    for at in 0..PARTS {
        let (own, others): (Vec<_>, Vec<_>) = readings
            .iter()
            .partition(|reading| part(&reading.writer) == Some(at));
        let weights = fit(&others);
        tried.extend(
            own.iter()
                .map(|of| (likely(&weights, &of.features), of.right)),
        );
    }
    let mut out = String::new();
    let share = |count: usize| 100.0 * count as f64 / tried.len() as f64;
    for limit in [0.0, 0.2, 0.3, 0.35, DOUBT_LEAST, 0.45, 0.5, 0.6, 0.7] {
        let given = tried.iter().filter(|(likely, _)| *likely >= limit);
        let right = given.clone().filter(|(_, right)| *right).count();
        let wrong = given.count() - right;
        let _ = writeln!(
            out,
            "from {limit}: right {:.1} %, wrong {:.1} %",
            share(right),
            share(wrong)
        );
    }
    let _ = writeln!(
        out,
        "expected error of the probability: {:.3}",
        error(&tried)
    );
    Ok(out)
}

/// How far probabilities are from what came of them, by tenths, as a mean of the readings.
fn error(tried: &[(f64, bool)]) -> f64 {
    let mut tenths: BTreeMap<i64, (f64, f64)> = BTreeMap::new();
    for (likely, right) in tried {
        let of = tenths.entry((likely * 10.0) as i64).or_default();
        of.0 += likely;
        of.1 += f64::from(u8::from(*right));
    }
    let off: f64 = tenths.values().map(|(said, was)| (said - was).abs()).sum();
    off / tried.len() as f64
}

fn readings(root: &Path) -> Result<Vec<Reading>, String> {
    let content = read(&root.join(READINGS))?;
    let mut readings = Vec::new();
    for (at, line) in content.lines().enumerate() {
        let [writer, verdict, features] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("{READINGS}:{}: three fields wanted", at + 1));
        };
        readings.push(Reading {
            writer: writer.to_owned(),
            right: verdict == "right",
            features: doubt_features(features.split(' ')),
        });
    }
    Ok(readings)
}

/// A logistic regression by gradients of all readings, each feature with steps of its own (Duchi, Hazan and
/// Singer, 2011).
fn fit(readings: &[&Reading]) -> BTreeMap<String, f64> {
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for reading in readings {
        for feature in &reading.features {
            seen.entry(feature).or_default().insert(&reading.writer);
        }
    }
    seen.retain(|_, writers| writers.len() >= WRITERS);
    let places: BTreeMap<&str, usize> = seen.keys().copied().zip(0..).collect();
    let place = |feature: &String| places.get(&**feature).copied();
    let rows: Vec<(Vec<usize>, f64)> = readings
        .iter()
        .map(|reading| {
            let features = reading.features.iter().filter_map(place).collect();
            (features, f64::from(u8::from(reading.right)))
        })
        .collect();
    let mut weights = vec![0.0; places.len()];
    let mut squares = vec![1e-6; places.len()];
    for _ in 0..ROUNDS {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| -COST * weight).collect();
        for (features, wanted) in &rows {
            let score: f64 = features.iter().map(|at| weights[*at]).sum();
            let missed = wanted - chance(score);
            features.iter().for_each(|at| gradient[*at] += missed);
        }
        for ((weight, square), slope) in weights.iter_mut().zip(&mut squares).zip(gradient) {
            *square += slope * slope;
            *weight += STEP * slope / square.sqrt();
        }
    }
    let names = places.into_keys().map(str::to_owned);
    names.zip(weights).collect()
}

fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

fn likely(weights: &BTreeMap<String, f64>, features: &[String]) -> f64 {
    chance(features.iter().filter_map(|name| weights.get(name)).sum())
}
