//! What an expression came to as facts alone: its own, what they rest on, what was left out, or the reason
//! why there are none.

use chrono::NaiveDate;

use super::association::about;
use quilto_model::{DateRange, Expr, ExprOutcome, Fact, FactKind, FactValue, Refusal};

/// Days are named one by one up to so many.
const NAMED: usize = 14;

/// The facts of an expression and what is to be known of them. `number` is put into them as the query
/// that they answer.
pub fn facts_of(computed: ExprOutcome, expr: &Expr, number: usize) -> Vec<Fact> {
    if expr.as_fact().is_some() {
        // Its facts say themselves what was asked; one without any says nothing.
        return computed.facts;
    }
    let subject = expr.figures().first().map(|figure| about(figure));
    let subject = subject.unwrap_or_default();
    let domain = expr.figures().first().map(|figure| figure.domain.clone());
    let fact = |kind: FactKind, value: FactValue| Fact {
        query: number,
        ..Fact::new(
            kind,
            domain.clone().unwrap_or_default(),
            subject.clone(),
            value,
        )
    };
    let refused = computed.refused.as_ref().map(|refusal: &Refusal| Fact {
        detail: Some(refusal.to_string()),
        ..fact(
            FactKind::NoValue,
            FactValue::Text(refusal.code().to_owned()),
        )
    });
    let rests = computed.days.first().zip(computed.days.last());
    let rests = rests.map(|(first, last)| Fact {
        unit: Some("days".to_owned()),
        period: Some(DateRange::new(*first, *last)),
        detail: named(&computed.days),
        entries: computed
            .entries
            .iter()
            .rev()
            .take(3)
            .rev()
            .cloned()
            .collect(),
        sample: computed.rows,
        ..fact(
            FactKind::RestsOn,
            FactValue::Number(computed.days.len() as f64),
        )
    });
    let left_out = computed.left_out.iter().map(|left| Fact {
        detail: named(&left.days),
        ..fact(
            FactKind::LeftOut {
                of: left.of.clone(),
                why: left.why,
            },
            FactValue::Number(left.count as f64),
        )
    });
    let beside: Vec<Fact> = refused.into_iter().chain(rests).chain(left_out).collect();
    computed.facts.into_iter().chain(beside).collect()
}

fn named(days: &[NaiveDate]) -> Option<String> {
    let named: Vec<String> = days.iter().map(ToString::to_string).collect();
    (!days.is_empty() && days.len() <= NAMED).then(|| named.join(", "))
}
