//! Weights, and reading clauses with them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::act::Act;
use crate::chain::{Scores, Steps, marginals};
use crate::clause::{Break, Clause, Word};
use crate::cues::CueMatches;
use crate::packed::{Packed, Value, pack};
use crate::{clause_boundaries, features};

/// The line of the weights that says what all scores are multiplied with, and what stands before it.
const SCALE: (&str, &str) = ("!", "scale=");

/// What stands before the name of a list that holds a cue.
pub(crate) const SHARED: char = '=';
/// What a weight of 1 is in the text.
pub(crate) const PARTS: f64 = 100.0;

/// How likely each act is for a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct ActProbabilities {
    likely: Scores,
}

impl ActProbabilities {
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
/// Text of lines `feature<tab>weights`. A weight is the letter of an act, `a` for
/// the first of [`Act::ALL`], with hundredths, and a capital where it is below nothing: `a7E25` is 0.07
/// for what was done and -0.25 for a plan. `=<list>` in
/// place of a weight names a list that holds the cue. Features of gaps between words begin with `cut ` and
/// have a single weight without a letter. Features that lead from one act to the next are named
/// `step <break> <act before>`.
#[derive(Clone, Debug)]
pub struct Model {
    weights: Packed,
    scale: f64,
    /// What leads from one act to the next behind each break, worked out once.
    steps: OnceLock<HashMap<Break, Steps>>,
}

impl Model {
    /// A model of weights. Lines that are none weigh nothing.
    pub fn new(weights: impl AsRef<str>) -> Self {
        Self::packed(pack(weights.as_ref()))
    }

    /// A model of what [`pack`] gave, which is looked up where it lies.
    pub fn packed(weights: impl Into<Cow<'static, [u8]>>) -> Self {
        let mut model = Self {
            weights: Packed::new(weights),
            scale: 1.0,
            steps: OnceLock::new(),
        };
        let (name, before) = SCALE;
        let scale = model.text(name).strip_prefix(before);
        if let Some(Ok(scale)) = scale.map(|scale| scale.trim().parse()) {
            model.scale = scale;
        }
        model
    }

    /// Parts a text into clauses and reads each.
    pub fn read<'w>(&self, words: &'w [Word]) -> Vec<(Clause<'w>, ActProbabilities)> {
        let lists_of = |cue: &str| {
            let lists = self.text(cue).split(' ');
            let lists = lists.filter_map(|list| list.strip_prefix(SHARED));
            lists.map(str::to_owned).collect()
        };
        let cued = CueMatches::new(words, &lists_of);
        let mut begins = vec![false; words.len()];
        for (gap, within) in clause_boundaries::gaps(words) {
            let mut score = 0.0;
            clause_boundaries::each(words, &cued, (gap, within), &mut |feature| {
                score += self.number(feature) / PARTS;
            });
            begins[gap] = clause_boundaries::likely(score) >= clause_boundaries::BEGINS;
        }
        let clauses = clause_boundaries::cut(words, &begins);
        let all = features::around_all(&clauses, &cued);
        let scores: Vec<Scores> = (0..clauses.len())
            .map(|at| {
                let mut scores = [0.0; Act::COUNT];
                features::each(&clauses, &all, at, &mut |feature| {
                    self.add(feature, &mut scores);
                });
                scores
            })
            .collect();
        let into = self.steps.get_or_init(|| {
            let breaks = [Break::Line, Break::Sentence, Break::Comma, Break::Gap];
            let each = breaks.map(|begins| (begins, self.steps(begins)));
            each.into()
        });
        let begins = clauses.iter().skip(1).map(|clause| clause.begins);
        let steps: Vec<Steps> = begins.map(|begins| into[&begins]).collect();
        let found = marginals(&scores, &steps);
        let reads = found
            .of_clause
            .into_iter()
            .map(|likely| ActProbabilities { likely });
        clauses.into_iter().zip(reads).collect()
    }

    fn steps(&self, begins: Break) -> Steps {
        let mut steps = [[0.0; Act::COUNT]; Act::COUNT];
        for (before, scores) in Act::ALL.into_iter().zip(&mut steps) {
            self.add(&step(begins, before), scores);
        }
        steps
    }

    /// What is no weight; empty where there is nothing.
    fn text(&self, name: &str) -> &str {
        match self.weights.value(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// A single weight; nothing where there is none.
    fn number(&self, name: &str) -> f64 {
        match self.weights.value(name) {
            Some(Value::Number(number)) => number.into(),
            Some(Value::Text(text)) => text.parse().unwrap_or_default(),
            None => 0.0,
        }
    }

    fn add(&self, feature: &str, scores: &mut Scores) {
        let Some(weights) = self.weights.weights(feature) else {
            return;
        };
        for (act, weight) in weights.iter() {
            if let Some(score) = scores.get_mut(act) {
                *score += f64::from(weight) / PARTS * self.scale;
            }
        }
    }
}

/// The line of weights, as [`pack`] reads it.
#[cfg(any(feature = "train", test))]
pub(crate) fn line_of(weights: &Scores, least: f64) -> String {
    let mut line = String::new();
    for (act, weight) in Act::ALL.into_iter().zip(weights) {
        let parts = (weight.abs() * PARTS).round();
        if weight.abs() >= least && parts > 0.0 {
            let letter = act.letter();
            line.push(if *weight < 0.0 {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
            line.push_str(&parts.to_string());
        }
    }
    line
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
    use crate::clause::Word;

    #[test]
    fn weights_are_multiplied_with_the_scale() {
        let of = |weights: &str| {
            let mut scores = [0.0; Act::COUNT];
            Model::new(weights).add("b=c d", &mut scores);
            (scores[Act::ALL[3].index()], scores[Act::ALL[4].index()])
        };
        let lines = "a\ta100\nb=c d\td50E100\nz\tp300\n";
        assert_eq!(of(lines), (0.5, -1.0));
        assert_eq!(of(&format!("!\tscale=2\n{lines}")), (1.0, -2.0));
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let mut weights = [0.0; Act::COUNT];
        weights[Act::Done.index()] = 0.07;
        weights[Act::Plan.index()] = -0.25;
        weights[Act::Chat.index()] = 0.02;
        let line = line_of(&weights, 0.05);
        assert_eq!(line, "a7E25");
        let mut read = [0.0; Act::COUNT];
        Model::new(format!("w=wash\t{line}")).add("w=wash", &mut read);
        weights[Act::Chat.index()] = 0.0;
        assert_eq!(read, weights);
    }

    #[test]
    fn the_acts_of_a_clause_add_up_to_one() {
        let model = Model::new("w=wash\te100\nw=washed\ta400\n");
        let words = [Word::new("washed", 0..6)];
        let read = model.read(&words);
        let read = &read[0].1;
        assert_eq!(read.act(), Act::Done);
        let all: f64 = Act::ALL.into_iter().map(|act| read.of(act)).sum();
        assert!((all - 1.0).abs() < 1e-9);
        assert!(read.of_no_data() < 0.5);
    }
}
