//! One figure against another: how many times one thing is of another, and how long it took from one
//! value to the next.

use std::ops::Range;
use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::Aggregate;
use crate::engine::builtin::topics::Topic;
use crate::model::{Comparison, FactOp, FactQuery, RatioSide, RowFilter};
use quilto_language::Words;
use quilto_language::cues::is_hangul;
use quilto_language::questions::words;

pub use crate::model::RelativeTo;
use crate::text::{TokenKind, Tokens};

use super::intent::{Intent, MeasureRef, QuestionKind};
use super::measure::{MeasureMention, Naming, measures_of, plain_field};
use super::reading_context::ReadingContext;

/// The two sides of a ratio that a question names.
pub fn ratio(line: &Words, topics: &[Topic], named: &[MeasureMention]) -> Option<RelativeTo> {
    let cues = words();
    let hit = cues.operations.get(&QuestionKind::Ratio)?.find(line)?;
    let mut sides: Vec<(Range<usize>, RatioSide, bool)> = Vec::new();
    let measures = named.iter().filter(|named| {
        let figure = named.latest || named.adds_up && !named.counts;
        named.naming == Naming::Plain && !named.weak && figure
    });
    for named in measures {
        let at = &named.hit.words;
        let taken = |(words, ..): &(Range<usize>, RatioSide, bool)| {
            words.start < at.end && at.start < words.end
        };
        if !sides.iter().any(taken) {
            let side = RatioSide::Measure(named.measure.clone());
            sides.push((at.clone(), side, named.latest));
        }
    }
    // A measure that is beside no state belongs to the subjects ("volume of granite").
    if topics.len() > 1 {
        sides.clear();
    } else if topics.len() == 1 {
        sides.retain(|(.., latest)| *latest);
    }
    for topic in topics {
        let at = line.touching(&topic.span);
        let side = RatioSide::Subject {
            domain: topic.domain.clone(),
            name: topic.name.clone(),
        };
        sides.push((at, side, false));
    }
    sides.sort_by_key(|(at, ..)| at.start);
    let [
        (first_at, first, first_state),
        (second_at, second, second_state),
    ] = sides.as_slice()
    else {
        return None;
    };
    let swapped = if first_state == second_state {
        let lead = cues.measured_in.find(line);
        let of = lead.filter(|lead| {
            let korean = line.at(lead.words.start).text.chars().any(is_hangul);
            // In Korean the thing measured in stands before the word for it.
            if korean {
                lead.words.start >= first_at.end && lead.words.end <= second_at.start
            } else {
                lead.words.end <= first_at.start && hit.words.start < first_at.start
            }
        });
        of.is_some()
    } else {
        // A state is what things are measured in.
        *first_state
    };
    Some(if swapped {
        RelativeTo::Ratio(second.clone(), first.clone())
    } else {
        RelativeTo::Ratio(first.clone(), second.clone())
    })
}

/// The values that a question names a way between, of the default measure of its subject.
pub fn took(
    tokens: &Tokens,
    ground: ReadingContext<'_>,
    topics: &[Topic],
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<(RelativeTo, Vec<Range<usize>>)> {
    /// Smaller bare numbers are rather counts.
    const LEAST: f64 = 20.0;
    let [topic] = topics else { return None };
    let measures = measures_of(ground.domains.module(&topic.domain)?)?;
    let measure = measures.default_measure()?;
    let field = plain_field(measure)?;
    let named = measure.unit.as_deref();
    let unit = named.map(|unit| measures.unit(unit, &ground.units.mass, &ground.units.distance));
    let mut values: Vec<(f64, Range<usize>)> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let value = match &token.kind {
            TokenKind::Number(number) if number.value >= LEAST => Some(number.value),
            TokenKind::Quantity(_) => unit.and_then(|unit| tokens.value_in(i, unit)),
            _ => None,
        };
        let at = line.touching(&(token.span.start..token.span.end));
        let open = !at.is_empty() && at.clone().all(free);
        let plausible = |value: &f64| {
            let bounds = measure.plausible;
            bounds.is_none_or(|[low, high]| (low..=high).contains(value))
        };
        if let Some(value) = value.filter(plausible).filter(|_| open) {
            values.push((value, at));
        }
    }
    let reached = |value: f64| RowFilter {
        field: field.clone(),
        min: Some(value - 0.005),
        max: None,
        text: None,
    };
    let words = values.iter().map(|(_, at)| at.clone()).collect();
    let found = match values.as_slice() {
        [(value, _)] => RelativeTo::Took(None, reached(*value)),
        [(one, _), (other, _)] if one != other => {
            RelativeTo::Took(Some(reached(one.min(*other))), reached(one.max(*other)))
        }
        _ => return None,
    };
    Some((found, words))
}

/// What to compute: the one figure, set against the other.
pub fn facts(
    against: &RelativeTo,
    intent: &Intent,
    modules: &[Arc<DomainModule>],
) -> Vec<FactQuery> {
    let of = |domain: &str| modules.iter().find(|module| module.name == domain);
    let sides = match against {
        RelativeTo::Ratio(one, other) => {
            let query = |side: &RatioSide| match side {
                RatioSide::Subject { domain, name } => {
                    of(domain).and_then(|m| best(m, name, intent))
                }
                RatioSide::Measure(measure) => {
                    of(&measure.domain).and_then(|m| state(m, measure, intent))
                }
            };
            query(one).zip(query(other))
        }
        RelativeTo::Took(from, to) => intent.topics.first().and_then(|topic| {
            let best = best(of(&topic.domain)?, &topic.name, intent)?;
            let first = |filter: Option<RowFilter>| FactQuery {
                op: FactOp::First,
                filter,
                ..best.clone()
            };
            Some((first(Some(to.clone())), first(from.clone())))
        }),
    };
    let Some((own, figure)) = sides else {
        return Vec::new();
    };
    let compare = Some(Comparison {
        figure: Some(Box::new(figure)),
        ..Comparison::default()
    });
    vec![FactQuery { compare, ..own }]
}

/// The best of a subject.
fn best(module: &DomainModule, name: &str, intent: &Intent) -> Option<FactQuery> {
    let measure = measures_of(module)?.default.clone();
    Some(FactQuery {
        subjects: vec![name.to_owned()],
        period: intent.period.clone(),
        unit: intent.unit.as_ref().map(|(unit, _)| unit.clone()),
        ..FactQuery::of(module.name.clone(), measure, FactOp::Best)
    })
}

/// What a measure was last, or comes to on average.
fn state(module: &DomainModule, of: &MeasureRef, intent: &Intent) -> Option<FactQuery> {
    let measures = measures_of(module)?;
    let last = measures.measure(&of.name)?.aggregate == Aggregate::Last;
    let op = if last { FactOp::Last } else { FactOp::Average };
    Some(FactQuery {
        period: intent.period.clone().filter(|_| !last),
        unit: intent.unit.as_ref().map(|(unit, _)| unit.clone()),
        ..FactQuery::of(module.name.clone(), of.name.clone(), op)
    })
}
