//! Fills in what the vocabulary knows of a thing, and writes it.

use serde_json::{Map, Value, json};

use super::super::compiled_notation::{CompiledNotation, dimension_name, in_unit};
use super::super::item_segmentation::ItemMatch;
use super::super::numeric_expressions::{NumericValue, ValueKind};
use super::super::remarks::Remark;
use super::super::slot_values;
use super::super::write::{Remarks, number};
use super::{PortionItem, Portions};
use quilto_domain::{Estimates, Slot, Term};
use quilto_text::{Tokens, UnitId};

impl Portions<'_, '_> {
    pub(super) fn put(
        &self,
        data: &Slot,
        slot: usize,
        value: &NumericValue,
        fields: &mut Map<String, Value>,
    ) {
        let amount = match &value.what {
            ValueKind::One(one) => *one,
            ValueKind::Between { first, second, .. } => (first + second) / 2.0,
            ValueKind::Several { values, .. } => values[0],
            ValueKind::Clock { .. } | ValueKind::Pace { .. } => return,
        };
        let field = data.field_name();
        let stored = slot_values::stored(self.domain, self.note.tokens, slot, amount, value.unit);
        fields.insert(field.to_owned(), number(stored));
        self.put_unit(data, value.unit, fields);
    }

    fn put_unit(&self, data: &Slot, unit: Option<UnitId>, fields: &mut Map<String, Value>) {
        let unit = unit.map(|unit| &*self.note.tokens.unit(unit).name);
        if let (Some(unit_field), Some(unit)) =
            (&data.unit_field, unit.filter(|unit| *unit != "piece"))
        {
            fields.insert(unit_field.clone(), json!(unit));
        }
    }

    /// The amount that was told without a number ("slice cake"), where no other was.
    pub(super) fn implied(&self, thing: &mut PortionItem) {
        let (Some(told), Some(amount)) = (&self.things[thing.at].told, self.amount()) else {
            return;
        };
        let data = self.domain.slot(amount);
        if !thing.fields.contains_key(data.field_name()) {
            thing
                .fields
                .insert(data.field_name().to_owned(), number(told.amount));
            self.put_unit(data, told.unit, &mut thing.fields);
        }
    }

    /// A thing with what the vocabulary knows of it filled in.
    pub(super) fn thing(&self, thing: PortionItem, path: &str, remarks: &mut Remarks) -> Value {
        let mut object = Map::new();
        if let Some(name) = &self.domain.notation.item.name {
            object.insert(name.clone(), json!(thing.name));
            if matches!(self.things[thing.at].is, ItemMatch::Unknown) {
                remarks.doubt(format!("{path}.{name}"), &Remark::UnknownName(&thing.name));
            }
        }
        object.extend(thing.fields);
        let told: Vec<String> = object.keys().cloned().collect();
        self.check(&mut object, path, remarks);
        let left_out = |field: &String| told.contains(field) && !object.contains_key(field);
        let left_out: Vec<String> = told
            .iter()
            .filter(|field| left_out(field))
            .cloned()
            .collect();
        if let ItemMatch::Known(term) | ItemMatch::KindOf(term) = self.things[thing.at].is {
            fill_in(self.domain, self.note.tokens, term, &left_out, &mut object);
        }
        Value::Object(object)
    }

    /// Leaves out values that cannot be, and says so.
    pub(super) fn check(&self, fields: &mut Map<String, Value>, path: &str, remarks: &mut Remarks) {
        for slot in &self.domain.notation.slots {
            let field = slot.field_name();
            let unit = slot.unit_field.as_ref().and_then(|field| fields.get(field));
            let unit = unit.and_then(Value::as_str);
            let in_unit = unit.and_then(|unit| slot.possible_in.get(unit)).copied();
            let (Some(value), Some([least, most])) = (
                fields.get(field).and_then(Value::as_f64),
                in_unit.or(slot.possible),
            ) else {
                continue;
            };
            if value < least || value > most {
                let remark = Remark::HardToBelieve(field, value, unit);
                remarks.doubt(format!("{path}.{field}"), &remark);
                fields.remove(field);
            } else if slot.common.is_some_and(|[_, most]| value > most) {
                let remark = Remark::ALot(field, value, None);
                remarks.doubt(format!("{path}.{field}"), &remark);
            }
        }
    }
}

/// Fills in what the vocabulary knows of a thing.
pub(crate) fn estimate(
    domain: &CompiledNotation,
    tokens: &Tokens,
    term: &Term,
    object: &mut Map<String, Value>,
) {
    fill_in(domain, tokens, term, &[], object);
}

/// The same but for fields that were left out of it.
fn fill_in(
    domain: &CompiledNotation,
    tokens: &Tokens,
    term: &Term,
    left_out: &[String],
    object: &mut Map<String, Value>,
) {
    let Some(estimates) = &domain.notation.item.estimates else {
        return;
    };
    let mut estimated: Vec<String> = Vec::new();
    let mut fields = estimates.fields.iter();
    let stated = fields.any(|field| object.contains_key(field));
    let amount = object.get(&estimates.amount).and_then(Value::as_f64);
    if amount.is_none() && stated {
        return;
    }
    if amount.is_none() {
        object.insert(estimates.amount.clone(), json!(1));
        estimated.push(estimates.amount.clone());
    }
    let unit_field = domain
        .slot_named(&estimates.amount)
        .and_then(|slot| domain.slot(slot).unit_field.clone())
        .unwrap_or_default();
    let unit = object
        .get(&unit_field)
        .and_then(Value::as_str)
        .map(str::to_owned);
    let amount = amount.unwrap_or(1.0);
    let grams = grams(tokens, amount, unit.as_deref(), term, estimates);
    for field in &estimates.fields {
        if object.contains_key(field) || left_out.contains(field) {
            continue;
        }
        if let Some((grams, per)) = grams.zip(term.number(field)) {
            let value = per * grams / estimates.per;
            object.insert(field.clone(), number((value * 10.0).round() / 10.0));
            estimated.push(field.clone());
        }
    }
    if !estimated.is_empty() {
        object.insert(estimates.list.clone(), json!(estimated));
    }
}

/// How much an amount is in the unit that the vocabulary's values are per.
fn grams(
    tokens: &Tokens,
    amount: f64,
    unit: Option<&str>,
    term: &Term,
    estimates: &Estimates,
) -> Option<f64> {
    let portion = term.number(&estimates.portion);
    let Some(unit) = unit else {
        return portion.map(|portion| portion * amount);
    };
    if let Some(measure) = term.number(&format!("{unit}_{}", estimates.unit)) {
        return Some(measure * amount);
    }
    let id = tokens.units().id(unit)?;
    match dimension_name(&tokens.unit(id).dimension) {
        "mass" => Some(in_unit(tokens, amount, unit, &estimates.unit)),
        // Values of drinks are per 100 ml.
        "volume" => Some(in_unit(tokens, amount, unit, "ml")),
        _ => portion.map(|portion| portion * amount),
    }
}
