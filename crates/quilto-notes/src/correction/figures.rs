//! The figures of an entry one by one, each to be changed to another without a word beside it.

use crate::notation;
use quilto_agents::{AgentContext, CorrectionDelta};
use quilto_model::Parsed;
use quilto_text::{TokenKind, read_with};

use super::correctable_fields::{CorrectableFields, NumberField};
use super::correction_request::Value;
use super::values;

/// A number that was understood, wherever rows of one thing hold the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of the thing, where it has one.
    pub subject: Option<String>,
    /// The field it stands in.
    pub field: String,
    /// The number, in `unit`.
    pub value: f64,
    /// Its unit, if it has one.
    pub unit: Option<String>,
    /// Where it stands: the first names the figure.
    pub paths: Vec<String>,
}

/// What cannot be put in place of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureError {
    /// The entry has no figure there.
    NotThere,
    /// It is no single value, or one of another kind.
    NotOne,
}

/// The figures of an entry, in their order. What was estimated from others is none.
pub fn figures(parsed: &Parsed) -> Vec<Figure> {
    let mut found: Vec<(String, Figure)> = Vec::new();
    for place in places(parsed) {
        let Some(value) = place.value else { continue };
        let list = list_of(&place.object).to_owned();
        let same = |(other, figure): &&mut (String, Figure)| {
            *other == list
                && figure.field == place.field
                && figure.value == value
                && figure.unit == place.unit
                && figure.subject == place.subject
        };
        match found.iter_mut().find(same) {
            Some((_, figure)) => figure.paths.push(place.path),
            None => {
                let figure = Figure {
                    subject: place.subject,
                    field: place.field,
                    value,
                    unit: place.unit,
                    paths: vec![place.path],
                };
                found.push((list, figure));
            }
        }
    }
    found.into_iter().map(|(_, figure)| figure).collect()
}

/// What another value changes of the figure that is named by its first place: `85`, `185 lb`, `26:10`.
/// Nothing where it says the same.
///
/// # Errors
/// Where there is no such figure, or the words are no one value of its kind.
pub fn changed(
    cx: &AgentContext,
    parsed: &Parsed,
    named: &str,
    typed: &str,
) -> Result<Vec<CorrectionDelta>, FigureError> {
    let mut all = figures(parsed).into_iter();
    let figure = all.find(|figure| figure.paths[0] == named);
    let figure = figure.ok_or(FigureError::NotThere)?;
    let units = notation::units_of(&cx.domains.modules);
    let tokens = read_with(typed, &units);
    let [token] = &*tokens.iter().collect::<Vec<_>>() else {
        return Err(FigureError::NotOne);
    };
    let (value, unit) = match &token.kind {
        TokenKind::Number(number) => (number.value, None),
        TokenKind::Quantity(quantity) => {
            let unit = tokens.unit(quantity.unit).name.to_string();
            (quantity.value, Some(unit))
        }
        TokenKind::Clock(clock) => (clock.seconds(), Some("s".to_owned())),
        _ => return Err(FigureError::NotOne),
    };
    let fits = match (&unit, &figure.unit) {
        (None, _) => true,
        (Some(typed), Some(own)) => typed == own || units.convert(1.0, typed, own).is_some(),
        (Some(_), None) => false,
    };
    if !fits || !value.is_finite() {
        return Err(FigureError::NotOne);
    }
    let new = Value {
        value,
        unit,
        words: typed.trim().to_owned(),
    };
    let meant = places(parsed).into_iter();
    let meant = meant.filter(|place| figure.paths.contains(&place.path));
    let delta = meant.flat_map(|place| values::change(cx, &units, &place, parsed, &new));
    Ok(delta.collect())
}

/// Everything in an entry's data that can be changed by itself.
fn places(parsed: &Parsed) -> Vec<NumberField> {
    let mut all = CorrectableFields::default();
    for (domain, data) in &*parsed.domain_data {
        all.walk(domain, domain, data, None);
    }
    all.places.retain(|place| !is_estimated(parsed, place));
    all.places
}

fn is_estimated(parsed: &Parsed, place: &NumberField) -> bool {
    let object = super::correctable_fields::object_at(&parsed.domain_data, &place.object);
    let estimated = object.and_then(|fields| fields.get("estimated")?.as_array());
    estimated.is_some_and(|fields| fields.iter().any(|field| field == &*place.field))
}

/// The list that an object stands in, or the object itself.
fn list_of(object: &str) -> &str {
    let list = object
        .strip_suffix(']')
        .and_then(|row| row.rsplit_once('['));
    list.map_or(object, |(list, _)| list)
}
