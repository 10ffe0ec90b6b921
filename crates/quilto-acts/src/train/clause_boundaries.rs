//! Fitting where something else begins: a logistic regression over gaps.

use std::collections::BTreeMap;

use super::{Settings, Text, names, step, typing_noise};
use crate::clause_boundaries::{BEGINS, each, gaps, likely};
use crate::cues::CueMatches;
use crate::model::PARTS;

/// Texts are parted into this many, and each part is cut by what the others teach: what the chain of
/// acts is fitted to is cut wrongly as often as a new text.
const FOLDS: usize = 5;
/// So many neighbouring texts, mostly by one writer, are cut by the same weights.
const TOGETHER: usize = 40;
/// How often all gaps are gone through.
const ROUNDS: usize = 4;
/// How strongly weights are kept at nothing while it is found which of them say much.
const SPARSE: f64 = 1e-2;
/// What weighs less is left out, and the rest is fitted anew.
const LEAST_WEIGHT: f64 = 0.2;

/// What was fitted.
pub(super) struct ClauseBoundaries {
    /// The lines of the weights.
    pub lines: Vec<String>,
    /// Whether a clause begins at each word of each text.
    pub begins: Vec<Vec<bool>>,
}

struct Gap {
    word: usize,
    features: Vec<usize>,
    /// Whether something else begins; none where one part ends and another of the same act begins.
    begins: Option<bool>,
}

impl Gap {
    fn score(&self, weights: &[f64]) -> f64 {
        self.features.iter().map(|feature| weights[*feature]).sum()
    }
}

/// Fits cuts to where the acts of parts change. `lists_of` gives the lists that hold a cue.
pub(super) fn fit(
    texts: &[Text],
    lists_of: &dyn Fn(&str) -> Vec<String>,
    settings: Settings,
) -> ClauseBoundaries {
    let many = texts.len();
    let texts = typing_noise::with_hasty(texts);
    let cued = texts
        .iter()
        .map(|text| CueMatches::new(&text.words, lists_of));
    let cued: Vec<CueMatches> = cued.collect();
    let of_text = |at: usize, give: &mut dyn FnMut(&str)| {
        for gap in gaps(&texts[at].words) {
            each(&texts[at].words, &cued[at], gap, give);
        }
    };
    let mut names = names(texts.len(), of_text, settings.least_texts);
    let features = names.len();
    let gaps = texts.iter().zip(&cued);
    let gaps = gaps.map(|(text, cued)| gaps_of(text, cued, &names));
    let mut gaps: Vec<Vec<Gap>> = gaps.collect();
    let chosen = Settings {
        sparse: SPARSE,
        ..settings
    };
    let chosen = weights(gaps.iter(), features, chosen);
    let weighty = |feature: &usize| chosen[*feature].abs() >= LEAST_WEIGHT;
    names.retain(|_, feature| weighty(feature));
    for gap in gaps.iter_mut().flatten() {
        gap.features.retain(weighty);
    }
    let fitted = weights(gaps.iter(), features, settings);
    let lines = names.iter().filter_map(|(name, at)| {
        let weight = (fitted[*at] * PARTS).round();
        (weight != 0.0).then(|| format!("{name}\t{weight}"))
    });
    ClauseBoundaries {
        lines: lines.collect(),
        begins: cross_cut(&texts[..many], &gaps, features, settings),
    }
}

/// Cuts each part of the texts by what the others teach.
fn cross_cut(
    texts: &[Text],
    gaps: &[Vec<Gap>],
    features: usize,
    settings: Settings,
) -> Vec<Vec<bool>> {
    let mut begins: Vec<Vec<bool>> = texts
        .iter()
        .map(|text| vec![false; text.words.len()])
        .collect();
    for fold in 0..FOLDS {
        let is_of = |at: usize| at / TOGETHER % FOLDS == fold;
        let others = gaps.iter().enumerate().filter(|(at, _)| !is_of(*at));
        let weights = weights(others.map(|(_, gaps)| gaps), features, settings);
        for (at, begins) in begins.iter_mut().enumerate().filter(|(at, _)| is_of(*at)) {
            for gap in &gaps[at] {
                begins[gap.word] = likely(gap.score(&weights)) >= BEGINS;
            }
        }
    }
    begins
}

fn gaps_of(text: &Text, cued: &CueMatches, names: &BTreeMap<String, usize>) -> Vec<Gap> {
    let part = |word: usize| {
        let start = text.words[word].span.start;
        text.parts
            .iter()
            .rev()
            .find(|(part, _)| part.start <= start)
    };
    let of_gap = |(word, within)| {
        let mut features = Vec::new();
        each(&text.words, cued, (word, within), &mut |feature| {
            features.extend(names.get(feature));
        });
        features.sort_unstable();
        features.dedup();
        let (before, here) = (part(word - 1), part(word));
        let differ = before.map(|(_, act)| act) != here.map(|(_, act)| act);
        Gap {
            word,
            features,
            begins: (differ || before == here).then_some(differ),
        }
    };
    gaps(&text.words).into_iter().map(of_gap).collect()
}

fn weights<'g>(
    texts: impl Iterator<Item = &'g Vec<Gap>> + Clone,
    features: usize,
    settings: Settings,
) -> Vec<f64> {
    let mut weights = vec![0.0; features];
    let mut squares = vec![0.0; features];
    for _ in 0..ROUNDS {
        for gap in texts.clone().flatten() {
            let Some(begins) = gap.begins else {
                continue;
            };
            let likely = likely(gap.score(&weights));
            let wanted = f64::from(u8::from(begins));
            for at in &gap.features {
                let (weight, square) = (&mut weights[*at], &mut squares[*at]);
                step(settings, weight, square, wanted, likely);
            }
        }
    }
    weights
}
