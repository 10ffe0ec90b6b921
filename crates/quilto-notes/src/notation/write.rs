//! Rows and fields as JSON.

use serde_json::{Map, Value, json};

use super::compiled_notation::CompiledNotation;
use super::doubt_reason::DoubtReason;
use super::groups::{Item, Level, Row};
use super::remarks::Remark;
use super::slot_values;
use quilto_domain::{DomainModule, MarkEffect, Slot, SlotRole};
use quilto_language::Language;
use quilto_text::Tokens;

/// A number as JSON: whole numbers without a point, others to a ten-thousandth.
pub(crate) fn number(value: f64) -> Value {
    let rounded = (value * 10_000.0).round() / 10_000.0;
    if rounded.fract() == 0.0 && rounded.abs() < 9e15 {
        json!(rounded as i64)
    } else {
        json!(rounded)
    }
}

/// Adds a value to a list of an object, once.
pub(crate) fn push(fields: &mut Map<String, Value>, list: &str, value: Value) {
    let list = fields.entry(list.to_owned()).or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut()
        && !list.contains(&value)
    {
        list.push(value);
    }
}

/// Puts a value into an object of an object.
pub(crate) fn put_in(fields: &mut Map<String, Value>, object: &str, key: &str, value: Value) {
    let object = fields.entry(object.to_owned()).or_insert_with(|| json!({}));
    if let Some(object) = object.as_object_mut() {
        object.insert(key.to_owned(), value);
    }
}

/// Places that want confirmation and what to say of them.
#[derive(Clone, Debug)]
pub(crate) struct Remarks {
    language: Language,
    pub uncertain: Vec<String>,
    pub notes: Vec<String>,
}

impl Remarks {
    /// Those of a note, in its language.
    pub fn of(text: &str) -> Self {
        Self {
            language: Language::of(text),
            uncertain: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A doubtful place and what to say of it.
    pub fn doubt(&mut self, path: String, remark: &Remark<'_>) {
        self.uncertain(path, remark.say(self.language));
    }

    /// A doubtful place of a thing with a name.
    pub fn doubt_of(&mut self, name: &str, path: String, remark: &Remark<'_>) {
        let told = remark.say(self.language);
        self.uncertain(path, format!("{name}: {told}"));
    }

    /// A doubtful value of a thing with a name.
    fn doubt_value(&mut self, name: &str, path: &str, why: &DoubtReason, module: &DomainModule) {
        let language = self.language;
        let label = |slot: &str| label(module, language, slot);
        why.tell(&label, &mut |remark| {
            self.doubt_of(name, path.to_owned(), remark)
        });
    }

    /// What a slot of a domain is called in the language of the note.
    pub fn label(&self, module: &DomainModule, slot: &str) -> String {
        label(module, self.language, slot)
    }

    /// Something to say.
    pub fn tell(&mut self, remark: &Remark<'_>) {
        self.note(remark.say(self.language));
    }

    pub fn uncertain(&mut self, path: String, note: String) {
        if !self.uncertain.contains(&path) {
            self.uncertain.push(path);
        }
        self.note(note);
    }

    pub fn note(&mut self, note: String) {
        if !note.is_empty() && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn label(module: &DomainModule, language: Language, slot: &str) -> String {
    let label = module.label(language.code(), slot);
    label.unwrap_or(slot).to_owned()
}

/// What every writer of rows needs.
pub(super) struct RowWriter<'a> {
    pub domain: &'a CompiledNotation,
    pub module: &'a DomainModule,
    pub tokens: &'a Tokens,
}

impl RowWriter<'_> {
    /// An item with its rows, at its place in the list.
    pub fn item(&self, item: &Item, rows: &[Row], at: usize, remarks: &mut Remarks) -> Value {
        let spec = &self.domain.notation.item;
        let list = self.domain.notation.list.as_deref().unwrap_or("items");
        let rows_field = spec.rows.as_deref().unwrap_or("rows");
        let path = format!("{}.{list}[{at}]", self.module.name);
        let mut object = Map::new();
        if let Some(name) = &spec.name {
            object.insert(name.clone(), json!(item.name));
            if !item.known {
                remarks.doubt(format!("{path}.{name}"), &Remark::UnknownName(&item.name));
            } else if !item.exact {
                let typed = self.tokens.slice(self.tokens.span_of(item.tokens.clone()));
                remarks.tell(&Remark::ReadAs(typed, &item.name));
            }
        }
        let written: Vec<Value> = rows
            .iter()
            .enumerate()
            .map(|(row_at, row)| {
                let place = format!("{path}.{rows_field}[{row_at}]");
                self.row(row, &place, item, remarks)
            })
            .collect();
        object.insert(rows_field.to_owned(), Value::Array(written));
        self.doubt_lone_levels(item, rows, &format!("{path}.{rows_field}"), remarks);
        let mut notes = Vec::new();
        if !item.remarks.is_empty() {
            let told = item.remarks.join(", ");
            let marks = self.domain.notation.marks.iter();
            let kind = marks
                .filter(|mark| mark.effect == MarkEffect::Prepares)
                .find_map(|mark| mark.value.as_ref()?.as_str())
                .unwrap_or_default();
            notes.push(format!("{kind}: {told}"));
        }
        notes.extend(item.said.iter().cloned());
        if !notes.is_empty() {
            object.insert("notes".into(), json!(notes.join(", ")));
        }
        Value::Object(object)
    }

    /// A level without an amount, beside rows that have one, is likely no row: "(wanted 5)", "at 6".
    fn doubt_lone_levels(&self, item: &Item, rows: &[Row], path: &str, remarks: &mut Remarks) {
        let Some(slot) = self.domain.slot_of_role(SlotRole::Level) else {
            return;
        };
        let data = self.domain.slot(slot);
        let field = data.field_name();
        if rows.iter().all(|row| row.amount.is_none()) {
            return;
        }
        for (at, row) in rows.iter().enumerate() {
            // A failed attempt is told so, and has no amount.
            if let (Level::Of(value, unit), None, true) =
                (&row.level, row.amount, row.extras.is_empty())
            {
                let told = format!("{value} {unit}");
                let remark = Remark::LoneLevel(&item.name, &told);
                remarks.doubt(format!("{path}[{at}].{field}"), &remark);
            }
        }
    }

    /// The level of a row, in the unit of its bounds.
    fn level_of(&self, row: &Row) -> Option<f64> {
        let slot = self.domain.slot_of_role(SlotRole::Level)?;
        let Level::Of(value, unit) = &row.level else {
            return None;
        };
        let bounded = slot_values::in_bounds_unit(self.domain, self.tokens, slot, *value, unit);
        Some(bounded)
    }

    fn row(&self, row: &Row, place: &str, item: &Item, remarks: &mut Remarks) -> Value {
        let mut written = WrittenRow {
            object: Map::new(),
            row,
            place,
            item,
            remarks,
        };
        self.put_level(&mut written);
        self.put_amount(&mut written);
        for extra in &row.extras {
            let value = extra.value.clone();
            written.object.insert(extra.field.clone(), value);
        }
        for doubt in &row.doubts {
            let path = if doubt.field.is_empty() {
                place.to_owned()
            } else {
                written.path(&doubt.field)
            };
            let remarks = &mut *written.remarks;
            remarks.doubt_value(&item.name, &path, &doubt.why, self.module);
        }
        Value::Object(written.object)
    }

    fn put_level(&self, written: &mut WrittenRow<'_>) {
        let Some(slot) = self.domain.slot_of_role(SlotRole::Level) else {
            return;
        };
        let (row, item) = (written.row, written.item);
        let data = self.domain.slot(slot);
        let field = data.field_name();
        match &row.level {
            Level::Of(value, unit) => {
                let bounded =
                    slot_values::in_bounds_unit(self.domain, self.tokens, slot, *value, unit);
                let special = slot_values::special(&data.possible_for, &item.traits);
                if within(special.or(data.possible), bounded) {
                    written.put(data, *value, Some(unit));
                } else {
                    written.doubt(field, &Remark::HardToBelieve(field, *value, Some(unit)));
                }
            }
            Level::Unknown => {
                let remark = Remark::LeftOpen(&item.name, field);
                written.remarks.doubt(written.path(field), &remark);
            }
            Level::Empty | Level::Unsaid => {}
        }
    }

    fn put_amount(&self, written: &mut WrittenRow<'_>) {
        let row = written.row;
        let slot = row
            .amount_slot
            .or(self.domain.slot_of_role(SlotRole::Amount));
        let (Some(amount), Some(slot)) = (row.amount, slot) else {
            return;
        };
        let data = self.domain.slot(slot);
        let field = data.field_name();
        let unit = row.amount_unit.as_deref();
        let bounded = match data.unit_field {
            Some(_) => {
                let unit = unit.unwrap_or("");
                slot_values::in_bounds_unit(self.domain, self.tokens, slot, amount, unit)
            }
            None => amount,
        };
        if within(data.possible, bounded) {
            written.put(data, amount, unit);
        } else {
            written.doubt(field, &Remark::HardToBelieve(field, amount, unit));
        }
        let much = data.most_with_level.is_some_and(|[most, from]| {
            amount > most && self.level_of(row).is_some_and(|level| level > from)
        });
        if much {
            written.doubt(field, &Remark::ALot(field, amount, None));
        }
    }
}

/// A row on its way into the data.
struct WrittenRow<'r> {
    object: Map<String, Value>,
    row: &'r Row,
    /// Where it stands in the data.
    place: &'r str,
    /// The item that it is a row of.
    item: &'r Item,
    remarks: &'r mut Remarks,
}

impl WrittenRow<'_> {
    fn path(&self, field: &str) -> String {
        format!("{}.{field}", self.place)
    }

    /// Puts the value of a slot in, with its unit where the slot keeps it.
    fn put(&mut self, slot: &Slot, value: f64, unit: Option<&str>) {
        let field = slot.field_name().to_owned();
        self.object.insert(field, number(value));
        if let (Some(unit_field), Some(unit)) = (&slot.unit_field, unit) {
            self.object.insert(unit_field.clone(), json!(unit));
        }
    }

    fn doubt(&mut self, field: &str, remark: &Remark<'_>) {
        let path = self.path(field);
        self.remarks.doubt_of(&self.item.name, path, remark);
    }
}

fn within(bounds: Option<[f64; 2]>, value: f64) -> bool {
    bounds.is_none_or(|[least, most]| least <= value && value <= most)
}
