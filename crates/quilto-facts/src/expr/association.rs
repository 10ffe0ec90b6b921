//! Whether two series rise and fall together.
//!
//! The statistic is Spearman's rank correlation (Spearman 1904, American Journal of Psychology 15,
//! 72–101): the correlation of the ranks, equal values sharing the mean of theirs; from -1 to 1. It asks
//! for no straight line and one odd day does not move it. Its p-value is two-sided by the normal
//! approximation of its distribution under permutation, whose variance is 1 / (n - 1) with ties, too
//! (Kendall and Gibbons 1990, Rank Correlation Methods, 5th edition). It is refused for fewer than ten
//! days that have both, and where one of both never differs. It is an association, never a cause.

use chrono::Days;

use super::value::Value;
use super::{Evaluation, Scope};
use crate::statistics::normal_tails;
use crate::units::round;
use quilto_model::{
    Association, DateRange, ExclusionReason, Expr, Fact, FactKind, FactValue, Figure, Pair,
    Quantity, Refusal,
};

/// Fewest days that say anything.
const LEAST: usize = 10;

impl Evaluation<'_> {
    pub(super) fn association(&self, of: &Association, with: &Expr, scope: Scope<'_>) -> Value {
        self.correlated(of, with, scope)
            .unwrap_or_else(Value::refused)
    }

    fn correlated(
        &self,
        association: &Association,
        with: &Expr,
        scope: Scope<'_>,
    ) -> Result<Value, Refusal> {
        let (of, figure) = self.series(&association.of, scope)?;
        let (with, _) = self.series(with, scope)?;
        let lag = Days::new(u64::from(association.lag_days));
        let mut pairs: Vec<(f64, f64)> = Vec::new();
        let mut covered: Option<DateRange> = None;
        for (day, value) in &of.values {
            let before = day.checked_sub_days(lag);
            match before.and_then(|before| with.values.get(&before)) {
                Some(other) => {
                    pairs.push((*value, *other));
                    let start = covered.map_or(*day, |covered| covered.start);
                    covered = Some(DateRange::new(start, *day));
                }
                None => {
                    if let Some(ledger) = self.ledger {
                        let mut ledger = ledger.borrow_mut();
                        ledger.leave(ExclusionReason::NothingBeside, &with.name, [*day]);
                    }
                }
            }
        }
        if pairs.len() < LEAST {
            return Err(Refusal::TooFewDays {
                have: pairs.len(),
                need: LEAST,
            });
        }
        let rho = spearman(&pairs).ok_or(Refusal::NoSpread)?;
        let z = rho.abs() * ((pairs.len() - 1) as f64).sqrt();
        let pair = || {
            Box::new(Pair {
                of: Quantity::of_measure(&of.name),
                with: Quantity::of_measure(&with.name),
                lag_days: association.lag_days,
            })
        };
        let fact = |kind: FactKind, value: f64| Fact {
            period: covered.clone(),
            sample: pairs.len(),
            query: self.sheet.number,
            ..Fact::new(
                kind,
                figure.domain.clone(),
                about(&figure),
                FactValue::Number(round(value, 3)),
            )
        };
        Ok(Value {
            own: vec![
                fact(FactKind::RankCorrelation(pair()), rho),
                fact(FactKind::RankSignificance(pair()), normal_tails(z)),
            ],
            under: crate::slice::under_conditions(&figure),
            ..Value::default()
        })
    }
}

/// What a figure is about: its one subject, or its domain.
pub fn about(figure: &Figure) -> String {
    match figure.subjects.as_slice() {
        [subject] => subject.clone(),
        _ => figure.domain.clone(),
    }
}

/// Spearman's rank correlation; `None` where one side never differs.
fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let left = ranks(pairs.iter().map(|pair| pair.0).collect());
    let right = ranks(pairs.iter().map(|pair| pair.1).collect());
    // Ranks have the same mean on both sides.
    let mean = (pairs.len() as f64 + 1.0) / 2.0;
    let (mut both, mut of_left, mut of_right) = (0.0, 0.0, 0.0);
    for (left, right) in left.iter().zip(&right) {
        both += (left - mean) * (right - mean);
        of_left += (left - mean).powi(2);
        of_right += (right - mean).powi(2);
    }
    (of_left > 0.0 && of_right > 0.0).then(|| both / (of_left * of_right).sqrt())
}

/// The ranks of values, from 1; equal ones share the mean of theirs.
fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|left, right| values[*left].total_cmp(&values[*right]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|left, right| values[*left] == values[*right]) {
        let rank = before as f64 + (tied.len() as f64 + 1.0) / 2.0;
        tied.iter().for_each(|place| ranks[*place] = rank);
        before += tied.len();
    }
    ranks
}
