//! Changes of single values: which places a correction means, and what it makes of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use super::correctable_fields::{CorrectableFields, NumberField, number, object_at, same};
use super::correction_request::{CorrectionRequest, Row, Value};
use super::{gaps, rows};
use crate::notation;
use quilto_agents::{AgentContext, CorrectionDelta};
use quilto_domain::{Notation, Slot, SlotRole};
use quilto_model::{Entry, Parsed};
use quilto_text::UnitTable;

/// Which slot a value fills.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CorrectionSlot {
    /// The field of that name.
    Field(String),
    /// How many rows there are.
    Rows,
}

/// The changes a correction makes to an entry; empty if nothing in it fits.
pub fn changes(
    cx: &AgentContext,
    notations: &[(&str, &Notation)],
    units: &Arc<UnitTable>,
    entry: &Entry,
    said: &CorrectionRequest,
    new: &Value,
) -> Vec<CorrectionDelta> {
    let Some(parsed) = &entry.parsed else {
        return Vec::new();
    };
    let left_out = gaps::of(notations, &cx.units, parsed);
    let mut all = CorrectableFields::of(&parsed.domain_data, left_out, said);
    if let Some(row) = said.row {
        all.places = of_row(units, all.places, row, said.old.as_ref());
    }
    let slot = meant(notations, &all.places, said, new).or_else(|| {
        // A bare number of a named thing is what a note of it would say; so is one of the only thing
        // that the entry is about.
        let named = !said.subjects.is_empty() || said.row.is_some();
        let bare = new.unit.is_none() && said.old.is_none();
        (bare && (named || of_one_thing(&all.places)))
            .then(|| read_field(cx, &all.places, new).map(CorrectionSlot::Field))?
    });
    if slot == Some(CorrectionSlot::Rows) {
        return rows::count(notations, &all.rows, said, new);
    }
    let mut fitting = fitting(slot.as_ref(), units, all.places, said, new);
    if fitting.iter().any(|p| p.field != fitting[0].field) {
        let wanted = read_field(cx, &fitting, new);
        if let Some(field) = wanted.filter(|f| fitting.iter().any(|p| p.field == *f)) {
            fitting.retain(|place| place.field == field);
        }
        let first = fitting.first().map(|p| (p.domain.clone(), p.field.clone()));
        fitting.retain(|p| Some((p.domain.clone(), p.field.clone())) == first);
    }
    let mut delta = Vec::new();
    for place in &fitting {
        delta.extend(change(cx, units, place, parsed, new));
    }
    delta
}

/// Whether there are several places, and all of them in one item.
fn of_one_thing(places: &[NumberField]) -> bool {
    let [first, rest @ ..] = places else {
        return false;
    };
    let same = |place: &NumberField| place.domain == first.domain && place.subject == first.subject;
    first.subject.is_some() && !rest.is_empty() && rest.iter().all(same)
}

/// The places of one row of each list: the one at a place, or the last one (that holds the old value,
/// if there is one).
fn of_row(
    units: &UnitTable,
    places: Vec<NumberField>,
    row: Row,
    old: Option<&Value>,
) -> Vec<NumberField> {
    // `list[3]` → the list and 3.
    let split = |place: &NumberField| -> Option<(String, usize)> {
        let (list, at) = place.object.strip_suffix(']')?.rsplit_once('[')?;
        Some((list.to_owned(), at.parse().ok()?))
    };
    let holds = |place: &NumberField| old.is_none_or(|old| place.holds(as_in(units, old, place)));
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    for (list, at) in places.iter().filter(|place| holds(place)).filter_map(split) {
        let newest = last.entry(list).or_default();
        *newest = at.max(*newest);
    }
    let wanted = |place: &NumberField| {
        split(place).is_some_and(|(list, at)| match row {
            Row::At(wanted) => at == wanted,
            Row::Last => last.get(&list) == Some(&at),
        })
    };
    places.into_iter().filter(wanted).collect()
}

/// The slot that the value's unit or a word of the correction names; of several, one that the entry
/// has something of.
fn meant(
    notations: &[(&str, &Notation)],
    places: &[NumberField],
    said: &CorrectionRequest,
    new: &Value,
) -> Option<CorrectionSlot> {
    let slots = || notations.iter().flat_map(|(_, notation)| &notation.slots);
    let field = |slot: &Slot| slot.field.clone().unwrap_or_else(|| slot.name.clone());
    let there = |slot: &&Slot| {
        slot.role == SlotRole::Repeat || places.iter().any(|place| place.field == field(slot))
    };
    let by_unit = |slot: &&Slot| {
        let unit = new.unit.as_ref();
        unit.is_some_and(|unit| slot.units.contains(unit))
    };
    let by_word = |slot: &&Slot| {
        let word = |word: &String| holds_word(&said.words, &quilto_text::normalize(word));
        slot.words.iter().any(word)
    };
    let slot: &Slot = slots()
        .filter(by_unit)
        .find(there)
        .or_else(|| slots().filter(by_word).find(there))?;
    Some(match slot.role {
        SlotRole::Repeat => CorrectionSlot::Rows,
        _ => CorrectionSlot::Field(field(slot)),
    })
}

/// Whether a word stands in a text, not as a part of a longer Latin word.
fn holds_word(text: &str, word: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !letter(before) && !letter(after)
    })
}

/// The places that hold the old value; without one, the places of the new value's slot, if they all
/// hold the same.
fn fitting(
    meant: Option<&CorrectionSlot>,
    units: &UnitTable,
    places: Vec<NumberField>,
    said: &CorrectionRequest,
    new: &Value,
) -> Vec<NumberField> {
    let of_slot = |place: &NumberField| match meant {
        Some(CorrectionSlot::Field(field)) => place.field == *field,
        _ => match (&new.unit, &place.unit) {
            (Some(new), Some(unit)) => units.convert(1.0, new, unit).is_some(),
            (Some(_), None) => place.value.is_none(),
            (None, _) => true,
        },
    };
    let mut fitting: Vec<NumberField> = places.into_iter().filter(of_slot).collect();
    if let Some(old) = &said.old {
        fitting.retain(|place| place.holds(as_in(units, old, place)));
        return fitting;
    }
    if meant.is_none() && new.unit.is_none() {
        // A bare number alone says nothing of where it belongs unless there is one place only.
        let one = fitting.len() == 1;
        return if one { fitting } else { Vec::new() };
    }
    // Of several fields of one dimension the first is meant; of several values none is.
    let first = fitting.first().map(|place| place.field.clone());
    fitting.retain(|place| Some(&place.field) == first.as_ref());
    let value = fitting.first().map(|place| place.value);
    if fitting.iter().any(|place| Some(place.value) != value) {
        return Vec::new();
    }
    fitting
}

/// A value in the unit of a place.
fn as_in(units: &UnitTable, value: &Value, place: &NumberField) -> f64 {
    match (&value.unit, &place.unit) {
        (Some(from), Some(to)) => units.convert(value.value, from, to).unwrap_or(value.value),
        _ => value.value,
    }
}

/// The field that a notation would put the new value in, were it said of the item alone.
fn read_field(cx: &AgentContext, places: &[NumberField], new: &Value) -> Option<String> {
    let subject = places.iter().find_map(|place| place.subject.as_deref())?;
    let text = format!("{subject} {}", new.words);
    let reading = notation::read(&cx.domains, &cx.units, &text, cx.today, &[]);
    let mut found = CorrectableFields::default();
    for (domain, data) in &reading.domain_data {
        found.walk(domain, domain, data, None);
    }
    let place = found.places.into_iter().find(|p| p.holds(new.value));
    place.map(|place| place.field)
}

/// The change at one place, with what hangs on it: the unit where another was typed, and figures
/// that were estimated from the value.
pub(super) fn change(
    cx: &AgentContext,
    units: &UnitTable,
    place: &NumberField,
    parsed: &Parsed,
    new: &Value,
) -> Vec<CorrectionDelta> {
    let mut delta = Vec::new();
    let convertible = match (&new.unit, &place.unit) {
        (Some(from), Some(to)) => units.convert(1.0, from, to).is_some(),
        _ => false,
    };
    let renamed = match (&new.unit, &place.unit, &place.unit_path) {
        (Some(typed), Some(unit), Some(path)) if typed != unit && convertible => {
            Some((path, unit, typed))
        }
        _ => None,
    };
    // What was typed is kept as typed where its unit can stand beside it.
    let value = match renamed {
        Some(_) => new.value,
        None => as_in(units, new, place),
    };
    if place.value.is_some_and(|own| same(value, own)) && renamed.is_none() {
        return delta;
    }
    delta.push(CorrectionDelta {
        path: place.path.clone(),
        before: gaps::before(place.value),
        after: number(value),
    });
    if let Some((path, before, after)) = renamed {
        delta.push(CorrectionDelta {
            path: path.clone(),
            before: json!(before),
            after: json!(after),
        });
    }
    // A value that was left out has left its unit out, too.
    let unit = new.unit.as_ref().or(place.unit.as_ref());
    if let (None, Some(path), Some(unit)) = (place.value, &place.unit_path, unit)
        && (place.unit.is_some() || units.convert(1.0, unit, "kg").is_some())
    {
        delta.retain(|change| change.path != *path);
        delta.push(CorrectionDelta {
            path: path.clone(),
            before: Json::Null,
            after: json!(unit),
        });
    }
    delta.extend(estimates(cx, place, parsed, new));
    delta
}

/// Figures that were estimated from the value, estimated again from the new one.
fn estimates(
    cx: &AgentContext,
    place: &NumberField,
    parsed: &Parsed,
    new: &Value,
) -> Vec<CorrectionDelta> {
    let Some(object) = object_at(&parsed.domain_data, &place.object) else {
        return Vec::new();
    };
    let estimated = object.get("estimated").and_then(Json::as_array);
    let (Some(estimated), Some(subject)) = (estimated, &place.subject) else {
        return Vec::new();
    };
    let text = format!("{} {subject}", new.words);
    let reading = notation::read(&cx.domains, &cx.units, &text, cx.today, &[]);
    let again = reading.domain_data.get(&place.domain);
    let Some(again) = again.and_then(|data| item_named(data, subject)) else {
        return Vec::new();
    };
    let fields = estimated.iter().filter_map(Json::as_str);
    fields
        .filter_map(|field| {
            let (before, after) = (object.get(field)?, again.get(field)?);
            (before != after).then(|| CorrectionDelta {
                path: format!("{}.{field}", place.object),
                before: before.clone(),
                after: after.clone(),
            })
        })
        .collect()
}

fn item_named<'d>(data: &'d Json, name: &str) -> Option<&'d Map<String, Json>> {
    match data {
        Json::Object(fields) if fields.get("name").and_then(Json::as_str) == Some(name) => {
            Some(fields)
        }
        Json::Object(fields) => fields.values().find_map(|value| item_named(value, name)),
        Json::Array(items) => items.iter().find_map(|item| item_named(item, name)),
        _ => None,
    }
}
