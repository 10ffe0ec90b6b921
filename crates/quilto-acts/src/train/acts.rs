//! Fitting the chain of acts.

use std::collections::{BTreeMap, HashMap};

use super::{Settings, Text, gold, names, step};
use crate::act::Act;
use crate::chain::{Scores, Steps, marginals};
use crate::clause::{Break, Clause};
use crate::cues::CueMatches;
use crate::{features, model};

/// Features that weigh less for every act, in a first fit that keeps weights low, are left out.
const LEAST_WORTH: f64 = 0.2;

struct Example {
    features: Vec<Vec<usize>>,
    begins: Vec<Break>,
    gold: Vec<Act>,
    /// Whether of these it is known only if they tell data.
    only_sides: bool,
}

impl Example {
    /// A part of its features: others each time, the same for the same `time`.
    fn in_part(&self, unseen: f64, time: [usize; 2]) -> Vec<Vec<usize>> {
        let seen = |feature: &usize| chance([time[0], time[1], *feature]) >= unseen;
        let of_clause = |features: &Vec<usize>| features.iter().copied().filter(seen).collect();
        self.features.iter().map(of_clause).collect()
    }
}

/// A number from 0 to 1 that looks like chance (`SplitMix64`), the same for the same places.
#[allow(
    clippy::cast_precision_loss,
    reason = "a float holds the 53 bits that are left"
)]
fn chance(places: [usize; 3]) -> f64 {
    let mixed = places.into_iter().fold(0_u64, |mixed, place| {
        let mixed = mixed.wrapping_add(place as u64);
        let mut mixed = mixed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    });
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

/// What the acts of a clause should be: the labelled one, in part shared with those that tell data as it
/// does or none as it does, as far as each is likely.
fn wanted(gold: Act, likely: &Scores, alike: f64) -> Scores {
    let same = |act: &Act| act.holds_no_data() == gold.holds_no_data();
    let sum: f64 = Act::ALL
        .iter()
        .filter(|act| same(act))
        .map(|act| likely[act.index()])
        .sum();
    let mut wanted = [0.0; Act::COUNT];
    for act in Act::ALL.into_iter().filter(same) {
        wanted[act.index()] = alike * likely[act.index()] / sum.max(f64::MIN_POSITIVE);
    }
    wanted[gold.index()] += 1.0 - alike;
    wanted
}

/// Fits weights to the clauses of texts: their lines.
pub(super) fn fit(
    texts: &[Text],
    cued: &[CueMatches],
    clauses: &[Vec<Clause<'_>>],
    settings: Settings,
) -> Vec<String> {
    let of_text = |at: usize, give: &mut dyn FnMut(&str)| {
        let all = features::around_all(&clauses[at], &cued[at]);
        for clause in 0..clauses[at].len() {
            features::each(&clauses[at], &all, clause, give);
        }
    };
    let names = names(texts.len(), of_text, settings.least_texts);
    let examples = texts.iter().enumerate();
    let examples = examples.map(|(at, text)| example(&clauses[at], &cued[at], text, &names));
    let mut examples: Vec<Example> = examples.collect();
    let strict = Settings {
        rounds: settings.rounds / 2,
        sparse: 3.0 * settings.sparse,
        ..settings
    };
    let chosen = Fitting::of(&examples, names.len(), strict).weights;
    let heavy = |feature: &usize| {
        let weights = chosen[*feature].iter();
        weights
            .map(|weight| weight.abs())
            .any(|weight| weight >= LEAST_WORTH)
    };
    for example in &mut examples {
        for features in &mut example.features {
            features.retain(heavy);
        }
    }
    Fitting::of(&examples, names.len(), settings).lines(&names)
}

fn example(
    clauses: &[Clause<'_>],
    cued: &CueMatches,
    text: &Text,
    names: &BTreeMap<String, usize>,
) -> Example {
    let all = features::around_all(clauses, cued);
    let features = (0..clauses.len())
        .map(|at| {
            let mut found = Vec::new();
            features::each(clauses, &all, at, &mut |feature| {
                found.extend(names.get(feature));
            });
            // What stands in a clause twice speaks once.
            found.sort_unstable();
            found.dedup();
            found
        })
        .collect();
    Example {
        features,
        begins: clauses.iter().map(|clause| clause.begins).collect(),
        gold: gold(clauses, &text.parts),
        only_sides: text.only_sides,
    }
}

struct Fitting {
    settings: Settings,
    weights: Vec<Scores>,
    squares: Vec<Scores>,
    steps: HashMap<Break, (Steps, Steps)>,
}

impl Fitting {
    fn new(features: usize, settings: Settings) -> Self {
        Self {
            settings,
            weights: vec![[0.0; Act::COUNT]; features],
            squares: vec![[0.0; Act::COUNT]; features],
            steps: HashMap::new(),
        }
    }

    /// Goes through all examples in their order.
    fn of(examples: &[Example], features: usize, settings: Settings) -> Self {
        let mut fitting = Self::new(features, settings);
        for round in 0..settings.rounds {
            for (at, example) in examples.iter().enumerate() {
                fitting.learn(example, &example.in_part(settings.unseen, [round, at]));
            }
        }
        fitting
    }

    fn steps_into(&self, begins: Break) -> Steps {
        self.steps
            .get(&begins)
            .map_or([[0.0; Act::COUNT]; Act::COUNT], |(steps, _)| *steps)
    }

    /// Learns from the features that are seen of an example.
    fn learn(&mut self, example: &Example, seen: &[Vec<usize>]) {
        let scores: Vec<Scores> = seen
            .iter()
            .map(|features| {
                let mut scores = [0.0; Act::COUNT];
                for feature in features {
                    for (score, weight) in scores.iter_mut().zip(&self.weights[*feature]) {
                        *score += weight;
                    }
                }
                scores
            })
            .collect();
        let begins = || example.begins.iter().skip(1);
        let steps: Vec<Steps> = begins().map(|begins| self.steps_into(*begins)).collect();
        let found = marginals(&scores, &steps);
        let settings = self.settings;
        let alike = if example.only_sides {
            1.0
        } else {
            settings.alike
        };
        let step = |weight: &mut f64, square: &mut f64, wanted: f64, likely: f64| {
            step(settings, weight, square, wanted, likely);
        };
        for (at, features) in seen.iter().enumerate() {
            let wanted = wanted(example.gold[at], &found.of_clause[at], alike);
            for feature in features {
                let weights = self.weights[*feature].iter_mut();
                for (act, (weight, square)) in weights.zip(&mut self.squares[*feature]).enumerate()
                {
                    step(weight, square, wanted[act], found.of_clause[at][act]);
                }
            }
        }
        // What goes on with what is told by acts alone.
        let steps_known = begins().filter(|_| !example.only_sides);
        for (at, begins) in steps_known.enumerate() {
            let empty = || {
                (
                    [[0.0; Act::COUNT]; Act::COUNT],
                    [[0.0; Act::COUNT]; Act::COUNT],
                )
            };
            let (steps, squares) = self.steps.entry(*begins).or_insert_with(empty);
            let gold = (example.gold[at].index(), example.gold[at + 1].index());
            for before in 0..Act::COUNT {
                for act in 0..Act::COUNT {
                    let wanted = f64::from(u8::from(gold == (before, act)));
                    let likely = found.of_step[at][before][act];
                    step(
                        &mut steps[before][act],
                        &mut squares[before][act],
                        wanted,
                        likely,
                    );
                }
            }
        }
    }

    /// The lines of the weights.
    fn lines(&self, names: &BTreeMap<String, usize>) -> Vec<String> {
        let weights = names
            .iter()
            .map(|(name, at)| (name.clone(), self.weights[*at]));
        let mut named: Vec<(String, Scores)> = weights.collect();
        for (begins, (steps, _)) in &self.steps {
            for (before, weights) in Act::ALL.into_iter().zip(steps) {
                named.push((model::step(*begins, before), *weights));
            }
        }
        let lines = named.into_iter().filter_map(|(name, weights)| {
            let line = model::line_of(&weights, self.settings.least_weight);
            (!line.is_empty()).then(|| format!("{name}\t{line}"))
        });
        lines.collect()
    }
}
