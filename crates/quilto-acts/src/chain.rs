//! Sums over all ways to give each clause of a chain its act.

use crate::act::Act;

/// One number an act.
pub(crate) type Scores = [f64; Act::COUNT];
/// Scores of each act after each: `[before][after]`.
pub(crate) type Steps = [Scores; Act::COUNT];

/// How likely each act is at each clause.
pub(crate) struct Marginals {
    /// The probability of each act at each clause.
    pub of_clause: Vec<Scores>,
    /// The probability of each pair of acts at each clause but the first.
    #[cfg(any(feature = "train", test))]
    pub of_step: Vec<Steps>,
}

/// Forward and backward sums in logarithms. `steps` gives the scores that lead into a clause.
pub(crate) fn marginals(scores: &[Scores], steps: &[Steps]) -> Marginals {
    let length = scores.len();
    if length == 0 {
        return Marginals {
            of_clause: Vec::new(),
            #[cfg(any(feature = "train", test))]
            of_step: Vec::new(),
        };
    }
    let mut forward: Vec<Scores> = Vec::with_capacity(length);
    forward.push(scores[0]);
    for at in 1..length {
        let mut here = [0.0; Act::COUNT];
        for (act, value) in here.iter_mut().enumerate() {
            let into = |before: usize| forward[at - 1][before] + steps[at - 1][before][act];
            *value = scores[at][act] + log_sum(into);
        }
        forward.push(here);
    }
    let mut backward = vec![[0.0; Act::COUNT]; length];
    for at in (0..length - 1).rev() {
        for act in 0..Act::COUNT {
            let out = |after: usize| {
                backward[at + 1][after] + scores[at + 1][after] + steps[at][act][after]
            };
            backward[at][act] = log_sum(out);
        }
    }
    let total = log_sum(|act| forward[length - 1][act]);
    let of_clause = (0..length)
        .map(|at| {
            let mut here = [0.0; Act::COUNT];
            for (act, value) in here.iter_mut().enumerate() {
                *value = (forward[at][act] + backward[at][act] - total).exp();
            }
            here
        })
        .collect();
    #[cfg(any(feature = "train", test))]
    let of_step = (1..length)
        .map(|at| {
            let mut here = [[0.0; Act::COUNT]; Act::COUNT];
            for (before, row) in here.iter_mut().enumerate() {
                for (act, value) in row.iter_mut().enumerate() {
                    let way = forward[at - 1][before]
                        + steps[at - 1][before][act]
                        + scores[at][act]
                        + backward[at][act];
                    *value = (way - total).exp();
                }
            }
            here
        })
        .collect();
    Marginals {
        of_clause,
        #[cfg(any(feature = "train", test))]
        of_step,
    }
}

fn log_sum(value: impl Fn(usize) -> f64) -> f64 {
    let most = (0..Act::COUNT).map(&value).fold(f64::MIN, f64::max);
    let sum: f64 = (0..Act::COUNT).map(|act| (value(act) - most).exp()).sum();
    most + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_pulls_the_clause_after_it() {
        let mut scores = vec![[0.0; Act::COUNT]; 2];
        scores[0][Act::Plan.index()] = 3.0;
        let mut steps = [[0.0; Act::COUNT]; Act::COUNT];
        steps[Act::Plan.index()][Act::Plan.index()] = 2.0;
        let found = marginals(&scores, &[steps]);
        let second = found.of_clause[1];
        assert!(second[Act::Plan.index()] > second[Act::Done.index()]);
        for clause in &found.of_clause {
            assert!((clause.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        let pairs: f64 = found.of_step[0].iter().flatten().sum();
        assert!((pairs - 1.0).abs() < 1e-9);
    }
}
