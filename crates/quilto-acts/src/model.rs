//! Weights, and reading clauses with them.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::act::Act;
use crate::chain::{Scores, Steps, marginals};
use crate::clause::{Break, Clause};
use crate::features;
use crate::packed::{Packed, Value, pack};

/// The line of the weights that says what all scores are multiplied with, and what stands before it.
const SCALE: (&str, &str) = ("!", "scale=");

/// What stands before the name of a list that holds a cue.
pub(crate) const SHARED: char = '=';
/// What a weight of 1 is in the text.
pub(crate) const PARTS: f64 = 100.0;

/// How likely each act is for a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    likely: Scores,
}

impl Read {
    /// The likeliest act.
    pub fn act(&self) -> Act {
        let mut acts = Act::ALL.into_iter();
        let first = acts.next().unwrap_or(Act::Done);
        acts.fold(first, |best, act| {
            if self.of(act) > self.of(best) {
                act
            } else {
                best
            }
        })
    }

    /// The probability of an act, 0 to 1.
    pub fn of(&self, act: Act) -> f64 {
        self.likely[act.index()]
    }

    /// The probability that the clause tells no data of its writer's, 0 to 1.
    pub fn of_no_data(&self) -> f64 {
        let acts = Act::ALL.into_iter().filter(|act| act.holds_no_data());
        acts.map(|act| self.of(act)).sum()
    }

    /// The likeliest of the acts that tell no data.
    pub fn act_without_data(&self) -> Act {
        let acts = Act::ALL.into_iter().filter(|act| act.holds_no_data());
        acts.fold(Act::Chat, |best, act| {
            if self.of(act) > self.of(best) {
                act
            } else {
                best
            }
        })
    }
}

/// Weights of features.
///
/// Text of lines `feature<tab>weight weight…`. A weight is the letter of an act,
/// `a` for the first of [`Act::ALL`], with hundredths: `e-25` is -0.25 for a plan. `=<list>` in
/// place of a weight names a list that holds the cue. Features that lead from one act to the next are named
/// `step <break> <act before>`.
#[derive(Clone, Debug)]
pub struct Model {
    weights: Packed,
    scale: f64,
}

impl Model {
    /// A model of weights. Lines that are none weigh nothing.
    pub fn new(weights: impl AsRef<str>) -> Self {
        Self::packed(pack(weights.as_ref()))
    }

    /// A model of what [`pack`] gave, which is looked up where it lies.
    pub fn packed(weights: impl Into<Cow<'static, [u8]>>) -> Self {
        let weights = Packed::new(weights);
        let scale = match weights.find(SCALE.0) {
            Some(Value::Text(scale)) => scale.strip_prefix(SCALE.1),
            _ => None,
        };
        let scale = scale.and_then(|scale| scale.trim().parse().ok());
        Self {
            scale: scale.unwrap_or(1.0),
            weights,
        }
    }

    /// Reads the clauses of one text.
    pub fn read(&self, clauses: &[Clause<'_>]) -> Vec<Read> {
        let lists_of = |cue: &str| {
            let lists = match self.weights.find(cue) {
                Some(Value::Text(lists)) => lists,
                _ => "",
            };
            let lists = lists
                .split(' ')
                .filter_map(|list| list.strip_prefix(SHARED));
            lists.map(str::to_owned).collect()
        };
        let all = features::around_all(clauses, &lists_of);
        let scores: Vec<Scores> = (0..clauses.len())
            .map(|at| {
                let mut scores = [0.0; Act::COUNT];
                features::each(clauses, &all, at, &mut |feature| {
                    self.add(feature, &mut scores);
                });
                scores
            })
            .collect();
        let mut into: HashMap<Break, Steps> = HashMap::new();
        let steps: Vec<Steps> = clauses
            .iter()
            .skip(1)
            .map(|clause| clause.begins)
            .map(|begins| *into.entry(begins).or_insert_with(|| self.steps(begins)))
            .collect();
        let found = marginals(&scores, &steps);
        let likely = found.of_clause.into_iter();
        likely.map(|likely| Read { likely }).collect()
    }

    fn steps(&self, begins: Break) -> Steps {
        let mut steps = [[0.0; Act::COUNT]; Act::COUNT];
        for (before, scores) in Act::ALL.into_iter().zip(&mut steps) {
            self.add(&step(begins, before), scores);
        }
        steps
    }

    fn add(&self, feature: &str, scores: &mut Scores) {
        let Some(Value::Weights(weights)) = self.weights.find(feature) else {
            return;
        };
        for (act, weight) in weights.iter() {
            if let Some(score) = scores.get_mut(act) {
                *score += f64::from(weight) * self.scale / PARTS;
            }
        }
    }
}

/// The feature of the step from an act to the next clause.
pub(crate) fn step(begins: Break, before: Act) -> String {
    format!("step {} {}", begins.name(), before.name())
}

#[cfg(feature = "train")]
pub(crate) fn scale_line(scale: f64) -> String {
    let (name, before) = SCALE;
    format!("{name}\t{before}{scale:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::{Word, cut};

    #[test]
    fn weights_are_multiplied_with_the_scale() {
        let of = |weights: &str| {
            let mut scores = [0.0; Act::COUNT];
            Model::new(weights).add("b=c d", &mut scores);
            (scores[Act::ALL[3].index()], scores[Act::ALL[4].index()])
        };
        let lines = "a\ta100\nb=c d\td50 e-100\nz\tp300\n";
        assert_eq!(of(lines), (0.5, -1.0));
        assert_eq!(of(&format!("!\tscale=2\n{lines}")), (1.0, -2.0));
    }

    #[test]
    fn the_acts_of_a_clause_add_up_to_one() {
        let model = Model::new("w=wash\te100\nw=washed\ta400\n");
        let words = [Word::new("washed", 0..6)];
        let read = model.read(&cut(&words));
        assert_eq!(read[0].act(), Act::Done);
        let all: f64 = Act::ALL.into_iter().map(|act| read[0].of(act)).sum();
        assert!((all - 1.0).abs() < 1e-9);
        assert!(read[0].of_no_data() < 0.5);
    }
}
