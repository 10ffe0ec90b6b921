//! What a name of the vocabulary means in a question: a subject, the whole domain, a measure, or a
//! value of a field.

use crate::domain::{DomainModule, Term};
use crate::engine::builtin::topics::Topic;
use crate::model::RowFilter;
use crate::text::UnitTable;

use super::measure::{measures_of, plain_field};
use super::reading_context::ReadingContext;

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// What rows are about.
    Subject,
    /// Everything of the domain: the term is named like its kind ("polish", a polish), or its values
    /// say so (`whole: true`, a place where nothing else is done).
    Whole,
    /// Nothing: a word of the base that tells where or when, of no rows of its own.
    Nothing,
    /// A group, by the term's `group`: a name for a day of its things.
    Group(String),
    /// A measure, by the field that the term's values name.
    Measure(String),
    /// A value of a field, by the term's values (`height_cm: 12`).
    Value(RowFilter),
}

/// How far a value may lie from a named one: a named length is met a little more or less.
const SLACK: f64 = 0.02;

/// What a topic means in its domain, where that is at hand.
pub fn sense(topic: &Topic, ground: ReadingContext<'_>) -> Option<Meaning> {
    let module = ground.domains.module(&topic.domain)?;
    let units = ground.units;
    Some(of(topic, module, &units.mass, &units.distance))
}

/// What a topic means in its domain, under the user's preferred units.
pub fn of(topic: &Topic, module: &DomainModule, mass: &str, distance: &str) -> Meaning {
    if topic.group {
        // A group that is called like a measure is asked for its values.
        let measures = measures_of(module);
        let named = measures.and_then(|m| m.measure(&topic.name).map(|m| m.name.clone()));
        return named.map_or(Meaning::Subject, Meaning::Measure);
    }
    let Some(term) = module.vocabulary().term(&topic.name) else {
        return Meaning::Subject;
    };
    let whole = term.flag("whole");
    if whole && module.base {
        return Meaning::Nothing;
    }
    if whole || term.name == term.kind {
        return Meaning::Whole;
    }
    let group = |name: &str| Meaning::Group(name.to_owned());
    term.text("group")
        .map(group)
        .or_else(|| measure(term, module))
        .or_else(|| value(term, module, mass, distance))
        .or_else(|| other(term, module).map(group))
        .unwrap_or(Meaning::Subject)
}

/// The field that rows take over from what they are part of, where a name is a value of it: "lunch" of what was
/// eaten then.
pub fn kind_of_rows(topic: &Topic, module: &DomainModule) -> Option<RowFilter> {
    let term = module.vocabulary().term(&topic.name)?;
    let measures = measures_of(module)?;
    let mut rows = measures.rows.iter();
    let inherited = rows.any(|rows| rows.inherit.get(&term.kind).is_some());
    inherited.then(|| RowFilter {
        field: term.kind.to_string(),
        min: None,
        max: None,
        text: Some(term.name.to_string()),
    })
}

/// The amount that a name stands for, with its unit: a number among its values whose key says both.
pub fn amount<'m>(topic: &Topic, module: &'m DomainModule) -> Option<(f64, &'m str)> {
    let measures = measures_of(module)?;
    let term = module.vocabulary().term(&topic.name)?;
    term.values.iter().find_map(|(key, value)| {
        let (field, unit) = key.rsplit_once('_')?;
        let mut fields = measures.measures.iter().filter_map(plain_field);
        fields.any(|of| of == field).then_some(())?;
        Some((value.as_f64()?, unit))
    })
}

/// The subject that a thing is used for, by the one term that its values name.
fn other<'t>(term: &'t Term, module: &DomainModule) -> Option<&'t str> {
    let texts = term.values.iter().filter_map(|(_, value)| value.as_str());
    let known = |name: &&str| {
        let named = module.vocabulary().term(name);
        named.is_some_and(|named| *named.name == **name && named.kind != term.kind)
    };
    let mut known = texts.filter(known);
    known.next().filter(|_| known.next().is_none())
}

fn measure(term: &Term, module: &DomainModule) -> Option<Meaning> {
    let field = term.text("field")?;
    let measures = measures_of(module)?;
    let found = measures
        .measures
        .iter()
        .find(|m| plain_field(m).as_deref() == Some(field))?;
    Some(Meaning::Measure(found.name.clone()))
}

/// A number among the term's values whose key is a field and a unit.
fn value(term: &Term, module: &DomainModule, mass: &str, distance: &str) -> Option<Meaning> {
    let measures = measures_of(module)?;
    term.values.iter().find_map(|(key, value)| {
        let (field, unit) = key.rsplit_once('_')?;
        let measure = measures
            .measures
            .iter()
            .find(|m| plain_field(m).as_deref() == Some(field))?;
        let to = measures.unit(measure.unit.as_deref()?, mass, distance);
        let value = UnitTable::core().convert(value.as_f64()?, unit, to)?;
        Some(Meaning::Value(RowFilter {
            field: field.to_owned(),
            min: Some(value * (1.0 - SLACK)),
            max: Some(value * (1.0 + SLACK)),
            text: None,
        }))
    })
}
