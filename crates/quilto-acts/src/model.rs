//! Weights, and reading clauses with them.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::act::Act;
use crate::chain::{Scores, Steps, marginals};
use crate::clause::{Break, Clause, Word};
use crate::cues::Cued;
use crate::{cuts, features};

/// The line of the weights that says what all scores are multiplied with.
const SCALE: &str = "!\tscale=";

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
/// Text of lines `feature<tab>weights`, sorted by their bytes. A weight is the letter of an act, `a` for
/// the first of [`Act::ALL`], with hundredths, and a capital where it is below nothing: `a7E25` is 0.07
/// for what was done and -0.25 for a plan. `=<list>` in
/// place of a weight names a list that holds the cue. Features of gaps between words begin with `cut ` and
/// have a single weight without a letter. Features that lead from one act to the next are named
/// `step <break> <act before>`.
#[derive(Clone, Debug)]
pub struct Model {
    weights: Cow<'static, str>,
    scale: f64,
}

impl Model {
    /// A model of weights, which are looked up where they lie. Lines that are none weigh nothing.
    pub fn new(weights: impl Into<Cow<'static, str>>) -> Self {
        let weights = weights.into();
        let scale = weights.lines().find_map(|line| line.strip_prefix(SCALE));
        let scale = scale.and_then(|scale| scale.trim().parse().ok());
        Self {
            scale: scale.unwrap_or(1.0),
            weights,
        }
    }

    /// Parts a text into clauses and reads each.
    pub fn read<'w>(&self, words: &'w [Word]) -> Vec<(Clause<'w>, Read)> {
        let lists_of = |cue: &str| {
            let line = self.line_of(cue).unwrap_or_default();
            let lists = line.split(' ').filter_map(|list| list.strip_prefix(SHARED));
            lists.map(str::to_owned).collect()
        };
        let cued = Cued::new(words, &lists_of);
        let mut begins = vec![false; words.len()];
        for (gap, within) in cuts::gaps(words) {
            let mut score = 0.0;
            cuts::each(words, &cued, (gap, within), &mut |feature| {
                let weight = self.line_of(feature).unwrap_or_default().parse::<f64>();
                score += weight.unwrap_or_default() / PARTS;
            });
            begins[gap] = cuts::likely(score) >= cuts::BEGINS;
        }
        let clauses = cuts::cut(words, &begins);
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
        let mut into: HashMap<Break, Steps> = HashMap::new();
        let steps: Vec<Steps> = clauses
            .iter()
            .skip(1)
            .map(|clause| clause.begins)
            .map(|begins| *into.entry(begins).or_insert_with(|| self.steps(begins)))
            .collect();
        let found = marginals(&scores, &steps);
        let reads = found.of_clause.into_iter().map(|likely| Read { likely });
        clauses.into_iter().zip(reads).collect()
    }

    fn steps(&self, begins: Break) -> Steps {
        let mut steps = [[0.0; Act::COUNT]; Act::COUNT];
        for (before, scores) in Act::ALL.into_iter().zip(&mut steps) {
            self.add(&step(begins, before), scores);
        }
        steps
    }

    fn add(&self, feature: &str, scores: &mut Scores) {
        for (act, weight) in weights_of(self.line_of(feature).unwrap_or_default()) {
            scores[act.index()] += weight * self.scale;
        }
    }

    /// The weights of a feature: a binary search over the bytes of the text.
    fn line_of(&self, feature: &str) -> Option<&str> {
        let text = &*self.weights;
        let bytes = text.as_bytes();
        let (mut low, mut high) = (0, bytes.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let start = bytes[low..middle].iter().rposition(|byte| *byte == b'\n');
            let start = start.map_or(low, |at| low + at + 1);
            let end = bytes[middle..high].iter().position(|byte| *byte == b'\n');
            let end = end.map_or(high, |at| middle + at);
            let line = &text[start..end];
            let (name, weights) = line.split_once('\t').unwrap_or((line, ""));
            match name.cmp(feature) {
                std::cmp::Ordering::Equal => return Some(weights),
                std::cmp::Ordering::Less => low = end + 1,
                std::cmp::Ordering::Greater => high = start,
            }
        }
        None
    }
}

/// The weights of a line, each with its act.
fn weights_of(line: &str) -> impl Iterator<Item = (Act, f64)> {
    let bytes = line.as_bytes();
    let letters = bytes.iter().enumerate();
    letters.filter_map(move |(at, letter)| {
        let act = Act::of_letter(letter.to_ascii_lowercase())?;
        let digits = bytes[at + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let parts = digits.fold(0.0, |parts, digit| parts * 10.0 + f64::from(digit - b'0'));
        let sign = if letter.is_ascii_uppercase() {
            -1.0
        } else {
            1.0
        };
        Some((act, sign * parts / PARTS))
    })
}

/// The line of weights, as [`weights_of`] reads it.
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
    format!("{SCALE}{scale:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Word;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let model = Model::new("!\tscale=2\na\ta100\nb=c d\td50E100\nz\tp300\n");
        assert_eq!(model.line_of("a"), Some("a100"));
        assert_eq!(model.line_of("b=c d"), Some("d50E100"));
        assert_eq!(model.line_of("z"), Some("p300"));
        for none in ["", "b", "zz", "0"] {
            assert_eq!(model.line_of(none), None);
        }
        assert_eq!(Model::new("").line_of("a"), None);
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let mut weights = [0.0; Act::COUNT];
        weights[Act::Done.index()] = 0.07;
        weights[Act::Plan.index()] = -0.25;
        weights[Act::Chat.index()] = 0.02;
        let line = line_of(&weights, 0.05);
        assert_eq!(line, "a7E25");
        let read: Vec<_> = weights_of(&line).collect();
        assert_eq!(read, [(Act::Done, 0.07), (Act::Plan, -0.25)]);
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
