//! The best of several subjects by an expression.

use std::collections::BTreeMap;

use super::value::{Value, converted};
use super::{Evaluation, Scope};
use crate::figure::Engine;
use quilto_model::{
    BestOf, ExclusionReason, Expr, Fact, FactOp, FactValue, Figure, GroupBy, Refusal,
};

/// Of more subjects than these, those with the most entries are compared.
const MOST: usize = 100;

impl Evaluation<'_> {
    pub(super) fn best_of(&self, best: &BestOf, scope: Scope<'_>) -> Value {
        let subjects = match best.among.as_slice() {
            [] => self.subjects(&best.by, scope),
            named => Ok(named.to_vec()),
        };
        let subjects = match subjects {
            Ok(subjects) => subjects,
            Err(refusal) => return Value::refused(refusal),
        };
        let mut ranked: Vec<(f64, String, Value)> = Vec::new();
        let mut refused = Refusal::NoRows;
        for subject in subjects {
            let about = Scope {
                subject: Some(&subject),
                beside: true,
                ..scope
            };
            let value = self.of(&best.by, about);
            let first = ranked.first().and_then(|(_, _, first)| first.number().ok());
            let number = value.number().and_then(|(number, fact)| match first {
                Some((_, first)) => converted(number, fact, first),
                None => Ok(number),
            });
            match number {
                Ok(number) => ranked.push((number, subject, value)),
                Err(refusal) => {
                    if let Some(ledger) = self.ledger {
                        ledger
                            .borrow_mut()
                            .leave(ExclusionReason::NotComparable, &subject, []);
                    }
                    refused = refusal;
                }
            }
        }
        ranked.sort_by(|(left, one, _), (right, other, _)| {
            let order = match best.least {
                true => left.total_cmp(right),
                false => right.total_cmp(left),
            };
            order.then_with(|| one.cmp(other))
        });
        let limit = best.limit.unwrap_or(1).max(1) as usize;
        ranked.truncate(limit);
        if ranked.is_empty() {
            return Value::refused(refused);
        }
        let mut whole = Value::default();
        for (_, subject, value) in ranked {
            let own = value.own.first().cloned();
            whole.parts.extend(value.parts);
            whole.own.extend(own.map(|fact| Fact {
                subject,
                figure: value.under,
                ..fact
            }));
        }
        whole
    }

    /// The subjects that the rows of an expression name, those with the most entries first.
    fn subjects(&self, by: &Expr, scope: Scope<'_>) -> Result<Vec<String>, Refusal> {
        let figures = by.figures();
        let figure = figures.first().ok_or(Refusal::NoRows)?;
        let by_subject = Figure {
            op: FactOp::CountEntries,
            by: Some(GroupBy::Subject),
            limit: None,
            ..scope.apply(figure)
        };
        let answer = |engine: &Engine<'_>| engine.answer(&by_subject);
        let facts = self.with_engine(&by_subject, true, None, &answer)?;
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for fact in facts {
            if let FactValue::Number(count) = fact.value {
                *counts.entry(fact.subject).or_default() += count;
            }
        }
        let mut subjects: Vec<(String, f64)> = counts.into_iter().collect();
        subjects.sort_by(|(_, left), (_, right)| right.total_cmp(left));
        subjects.truncate(MOST);
        Ok(subjects.into_iter().map(|(subject, _)| subject).collect())
    }
}
