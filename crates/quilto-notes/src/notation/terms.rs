//! What a term of the vocabulary says, put into the fields of its kind.

use serde_json::{Map, Value, json};

use super::compiled_notation::{CompiledNotation, in_unit};
use super::slot_values;
use super::write::{number, push};
use quilto_domain::{Term, TermField};
use quilto_model::UnitPreferences;
use quilto_text::Tokens;

/// What terms are put into fields by.
pub(crate) struct Saying<'s> {
    pub domain: &'s CompiledNotation,
    pub tokens: &'s Tokens,
    pub units: &'s UnitPreferences,
}

impl Saying<'_> {
    /// Puts a term into the fields of its kind. `measured` says whether it tells a quantity, too ("half marathon").
    pub fn put(
        &self,
        term: &Term,
        field: &TermField,
        measured: bool,
        target: &mut Map<String, Value>,
    ) {
        if let Some(name) = &field.field {
            let value = json!(&*term.name);
            if field.list {
                push(target, name, value);
            } else {
                target.entry(name.clone()).or_insert(value);
            }
        }
        for (name, key) in &field.copy {
            let Some(value) = term.values.get(key) else {
                continue;
            };
            if target.contains_key(name) || (!measured && field.unit.is_some()) {
                continue;
            }
            let mut slots = self.domain.notation.slots.iter();
            let slot = slots.position(|slot| slot.field_name() == name);
            match (slot, &field.unit, value.as_f64()) {
                (Some(slot), Some(from), Some(amount)) => {
                    let unit =
                        slot_values::unit_of(self.domain, self.tokens, self.units, slot, None);
                    let value = in_unit(self.tokens, amount, from, &unit);
                    target.insert(name.clone(), number(value));
                    if let Some(unit_field) = &self.domain.slot(slot).unit_field {
                        target.insert(unit_field.clone(), json!(unit));
                    }
                }
                _ => {
                    target.insert(name.clone(), value.clone());
                }
            }
        }
    }
}
