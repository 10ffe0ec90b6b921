//! The places in an entry's data that a correction can mean.

use serde_json::{Map, Value as Json, json};

use super::correction_request::{CorrectionRequest, Subject};

/// Values are equal when they differ by less than this part of themselves: a converted unit is
/// rarely round.
const SAME: f64 = 0.002;

/// A number in an entry's data.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumberField {
    pub domain: String,
    pub path: String,
    pub field: String,
    /// None where what was told for it was left out.
    pub value: Option<f64>,
    pub unit: Option<String>,
    /// The path of the field that holds its unit, if one does.
    pub unit_path: Option<String>,
    /// The name of the item it belongs to.
    pub subject: Option<String>,
    /// The path of the object it stands in.
    pub object: String,
}

impl NumberField {
    /// Whether it holds a value, or held one that was left out.
    pub fn holds(&self, value: f64) -> bool {
        self.value.is_none_or(|own| same(value, own))
    }
}

/// Rows of an item.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    pub domain: String,
    pub path: String,
    pub rows: Vec<Json>,
    pub subject: Option<String>,
}

/// Whether an item is what a named thing means: by its name, or, where items have no names, by the
/// domain or by a word in it.
fn is_about(subject: &Subject, domain: &str, name: Option<&str>, data: Option<&Json>) -> bool {
    if subject.domain != domain {
        return false;
    }
    match name {
        Some(name) => name == subject.term,
        None => data.is_some_and(|data| !named(data, &subject.term)),
    }
}

/// Whether an item of that name is somewhere in the data: then nothing beside it is meant.
fn named(data: &Json, name: &str) -> bool {
    match data {
        Json::Object(fields) => {
            fields.get("name").and_then(Json::as_str) == Some(name)
                || fields.values().any(|value| named(value, name))
        }
        Json::Array(items) => items.iter().any(|item| named(item, name)),
        _ => false,
    }
}

/// Everything in an entry's data that can be corrected.
#[derive(Default)]
pub(super) struct CorrectableFields {
    pub places: Vec<NumberField>,
    pub rows: Vec<Rows>,
}

impl CorrectableFields {
    /// What of an entry's data a correction is about.
    pub(super) fn of(
        data: &Map<String, Json>,
        left_out: Vec<NumberField>,
        said: &CorrectionRequest,
    ) -> Self {
        let about = |domain: &str, subject: Option<&str>| {
            said.subjects.is_empty()
                || said
                    .subjects
                    .iter()
                    .any(|s| is_about(s, domain, subject, data.get(domain)))
        };
        let mut all = Self {
            places: left_out,
            ..Self::default()
        };
        for (domain, data) in data {
            all.walk(domain, domain, data, None);
        }
        all.places
            .retain(|place| about(&place.domain, place.subject.as_deref()));
        all.rows
            .retain(|rows| about(&rows.domain, rows.subject.as_deref()));
        all
    }

    pub fn walk(&mut self, domain: &str, path: &str, data: &Json, subject: Option<&str>) {
        let Json::Object(fields) = data else { return };
        let own = fields.get("name").and_then(Json::as_str);
        let subject = own.or(subject);
        for (field, value) in fields {
            let inner = format!("{path}.{field}");
            match value {
                Json::Number(number) => {
                    let unit_field = format!("{field}_unit");
                    let unit = fields.get(&unit_field).and_then(Json::as_str);
                    // `amount` beside a plain `unit`.
                    let plain = fields.get("unit").and_then(Json::as_str);
                    let unit_path = match (unit, plain) {
                        (Some(_), _) => Some(format!("{path}.{unit_field}")),
                        (None, Some(_)) if field == "amount" => Some(format!("{path}.unit")),
                        _ => None,
                    };
                    let said = unit.or(plain.filter(|_| unit_path.is_some()));
                    self.places.push(NumberField {
                        domain: domain.to_owned(),
                        path: inner,
                        field: field.clone(),
                        value: Some(number.as_f64().unwrap_or_default()),
                        unit: said.or(unit_in_name(field)).map(str::to_owned),
                        unit_path,
                        subject: subject.map(str::to_owned),
                        object: path.to_owned(),
                    });
                }
                Json::Object(_) => self.walk(domain, &inner, value, subject),
                Json::Array(items) => {
                    if !items.is_empty() && items.iter().all(Json::is_object) {
                        self.rows.push(Rows {
                            domain: domain.to_owned(),
                            path: inner.clone(),
                            rows: items.clone(),
                            subject: subject.map(str::to_owned),
                        });
                    }
                    for (at, item) in items.iter().enumerate() {
                        self.walk(domain, &format!("{inner}[{at}]"), item, subject);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The unit that a field's name ends in.
pub(super) fn unit_in_name(field: &str) -> Option<&'static str> {
    [("_seconds", "s"), ("_minutes", "min"), ("_hours", "h")]
        .iter()
        .find(|(ending, _)| field.ends_with(ending))
        .map(|(_, unit)| *unit)
}

pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME * a.abs().max(b.abs())
}

pub(super) fn object_at<'d>(
    data: &'d Map<String, Json>,
    path: &str,
) -> Option<&'d Map<String, Json>> {
    let mut at: Option<&Json> = None;
    for part in path.split('.') {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, Some(index.strip_suffix(']')?.parse::<usize>().ok()?)),
            None => (part, None),
        };
        let next = match at {
            None => data.get(name)?,
            Some(value) => value.get(name)?,
        };
        at = Some(match index {
            Some(index) => next.get(index)?,
            None => next,
        });
    }
    at?.as_object()
}

/// A whole number without a point.
pub(super) fn number(value: f64) -> Json {
    let rounded = (value * 1e4).round() / 1e4;
    if rounded.fract() == 0.0 && rounded.abs() < 1e15 {
        json!(rounded as i64)
    } else {
        json!(rounded)
    }
}
