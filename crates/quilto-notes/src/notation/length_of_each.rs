//! "40 turns 25 m": a length beside a count, too short to be that of all, is the length of each.

use serde_json::{Map, Value, json};

use quilto_domain::Notation;
use quilto_text::UnitTable;

/// Moves a first value that is the length of each of what is counted beside it to the slot for that.
pub fn settle(notation: &Notation, units: &UnitTable, fields: &mut Map<String, Value>) {
    let slots = &notation.slots;
    let each = slots.iter().find(|slot| slot.each_of.is_some());
    let (Some(whole), Some(each)) = (slots.first(), each) else {
        return;
    };
    let counted = slots
        .iter()
        .find(|slot| each.each_of.as_ref() == Some(&slot.name));
    let (Some(counted), Some([least, most]), Some(of_whole), Some(of_each)) =
        (counted, each.possible, &whole.unit_field, &each.unit_field)
    else {
        return;
    };
    let number = |field: &str| fields.get(field).and_then(Value::as_f64);
    let (Some(count), Some(value), None) = (
        number(counted.field_name()),
        number(whole.field_name()),
        number(each.field_name()),
    ) else {
        return;
    };
    let Some(unit) = fields
        .get(of_whole)
        .and_then(Value::as_str)
        .map(str::to_owned)
    else {
        return;
    };
    let Some(length) = units.convert(value, &unit, "km") else {
        return;
    };
    if (least..=most).contains(&length) && length < count * least {
        fields.remove(of_whole);
        if let Some(value) = fields.remove(whole.field_name()) {
            fields.insert(each.field_name().to_owned(), value);
        }
        fields.insert(of_each.clone(), json!(unit));
    }
}
