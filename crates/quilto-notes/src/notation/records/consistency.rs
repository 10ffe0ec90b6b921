//! What follows from a record as a whole, and whether it can be true.

use serde_json::{Map, Value, json};

use super::super::compiled_notation::in_unit;
use super::super::numeric_expressions::NumericValue;
use super::super::remarks::Remark;
use super::super::slot_values;
use super::super::write::{Remarks, number};
use super::{Record, RecordDoubt, Records};

impl Records<'_, '_> {
    /// What a session of a single part was done with is told of the session.
    pub(super) fn lift_lists(&self, record: &mut Record) {
        let [part] = record.parts.as_mut_slice() else {
            return;
        };
        for term in self.domain.notation.terms.iter().filter(|term| term.list) {
            let Some(list) = term
                .field
                .as_ref()
                .and_then(|field| part.remove_entry(field))
            else {
                continue;
            };
            record.fields.entry(list.0).or_insert(list.1);
        }
    }

    /// A record that only its speed opened is called by the usual name, and marked.
    pub(super) fn name_alone(&self, record: &mut Record) {
        let item = &self.domain.notation.item;
        let (Some(field), Some(name)) = (&item.name, &item.unnamed) else {
            return;
        };
        let measured = self.domain.slots_of("speed").any(|slot| {
            record
                .fields
                .contains_key(self.domain.slot(slot).field_name())
        });
        let [main, _] = self.main_and_duration(record);
        if record.fields.contains_key(field) {
            return;
        }
        if main.is_none() && !measured {
            // Without a name and a way to tell, nothing is known of it.
            *record = Record::default();
        } else {
            record.fields.insert(field.clone(), json!(name));
            record.doubts.push((field.clone(), RecordDoubt::BySpeed));
        }
    }

    /// A distance and a time that nobody brings together are kept and marked; of the two readings of a
    /// clock ("32 km in 1:15") the one that can be counts.
    pub(super) fn check_speed(&self, record: &mut Record) {
        let Some(duration) = self.domain.slots_of("duration").next() else {
            return;
        };
        let field = self.domain.slot(duration).field_name().to_owned();
        let seconds = record.fields.get(&field).and_then(Value::as_f64);
        let Some((speed, distance)) = seconds.and_then(|seconds| self.speed(record, seconds))
        else {
            return;
        };
        let Some([least, most]) = self.speeds(record) else {
            return;
        };
        let as_hours = record.as_hours.filter(|seconds| {
            let other = self.speed(record, *seconds).map(|(speed, _)| speed);
            speed > most && other.is_some_and(|other| (least..=most).contains(&other))
        });
        if let Some(seconds) = as_hours {
            record.fields.insert(field, number(seconds));
        } else if speed < least || speed > most {
            record
                .doubts
                .push((field, RecordDoubt::Speed(distance, speed)));
        }
    }

    /// What speed is possible: that of its name, and for its distance.
    fn speeds(&self, record: &Record) -> Option<[f64; 2]> {
        let item = &self.domain.notation.item;
        let [least, most] = item.speed?;
        let name = item.name.as_ref().and_then(|name| record.fields.get(name));
        let name = name.and_then(Value::as_str);
        let term = name.and_then(|name| self.vocabulary.term(name));
        let own = term.zip(item.speed_of_name.as_ref());
        let own = own.and_then(
            |(term, key)| match term.values.get(key)?.as_array()?.as_slice() {
                [least, most] => Some([least.as_f64()?, most.as_f64()?]),
                _ => None,
            },
        );
        let [least, most] = own.unwrap_or([least, most]);
        // At one km an hour: the distance.
        let km = self.speed(record, 3600.0).map_or(0.0, |(km, _)| km);
        let fastest = item.fastest.iter().rev().find(|[from, _]| *from <= km);
        Some([
            least,
            fastest.map_or(most, |[_, fastest]| most.min(*fastest)),
        ])
    }

    /// The slot of the time, where a bare number with a decimal sign can be nothing else: the record
    /// has a distance and no time, and in so many seconds one can bring it behind oneself.
    pub(super) fn bare_time(&self, value: &NumericValue, record: &Record) -> Option<usize> {
        let [least, most] = self.domain.notation.item.speed?;
        let slot = self.domain.slots_of("duration").next()?;
        let typed = self.note.tokens.get(value.tokens.start)?.number()?;
        let bare = value.unit.is_none() && typed.decimals > 0;
        let untimed = !record
            .fields
            .contains_key(self.domain.slot(slot).field_name());
        let (speed, _) = self.speed(record, value.one().filter(|_| bare && untimed)?)?;
        (least..=most).contains(&speed).then_some(slot)
    }

    /// How fast the record's distance would be in so many seconds, in km/h, and the distance as told.
    fn speed(&self, record: &Record, seconds: f64) -> Option<(f64, String)> {
        let main = self.domain.notation.slots.first()?;
        let distance = record.fields.get(main.field_name())?.as_f64()?;
        let unit = record.fields.get(main.unit_field.as_ref()?)?.as_str()?;
        let hours = seconds / 3600.0;
        let speed = in_unit(self.note.tokens, distance, unit, "km") / hours;
        (hours > 0.0).then(|| (speed, format!("{distance} {unit}")))
    }

    /// A time that cannot be that of the whole is a pace.
    pub(super) fn settle(&self, record: &mut Record) {
        let (Some(duration), Some(pace), Some(main)) = (
            self.domain.slots_of("duration").next(),
            self.domain.slots_of("pace").next(),
            self.domain.notation.slots.first(),
        ) else {
            return;
        };
        let (duration, pace) = (self.domain.slot(duration), self.domain.slot(pace));
        let get = |field: &str| record.fields.get(field).and_then(Value::as_f64);
        let (Some(seconds), Some(distance), None) = (
            get(duration.field_name()),
            get(main.field_name()),
            get(pace.field_name()),
        ) else {
            return;
        };
        let unit = main
            .unit_field
            .as_ref()
            .and_then(|field| record.fields.get(field))
            .and_then(Value::as_str)
            .unwrap_or(&self.units.distance)
            .to_owned();
        let per_km = seconds / in_unit(self.note.tokens, distance, &unit, "km");
        let bounds = pace.possible.unwrap_or([0.0, f64::MAX]);
        if per_km < bounds[0] && bounds[0] <= seconds && seconds <= bounds[1] && distance > 1.0 {
            record.fields.remove(duration.field_name());
            record
                .fields
                .insert(pace.field_name().to_owned(), number(seconds));
            if let Some(unit_field) = &pace.unit_field {
                record.fields.insert(unit_field.clone(), json!(unit));
            }
            let field = pace.field_name().to_owned();
            record.doubts.push((field, RecordDoubt::Pace));
        }
    }

    /// Leaves out values that cannot be, and says so.
    pub(super) fn check(&self, fields: &mut Map<String, Value>, path: &str, remarks: &mut Remarks) {
        for (at, slot) in self.domain.notation.slots.iter().enumerate() {
            let field = slot.field_name();
            let (Some(value), Some([least, most])) =
                (fields.get(field).and_then(Value::as_f64), slot.possible)
            else {
                continue;
            };
            let unit = slot
                .unit_field
                .as_ref()
                .and_then(|field| fields.get(field))
                .and_then(Value::as_str);
            let bounded = match (unit, slot.dimension.as_deref()) {
                (Some(unit), Some("pace")) => {
                    let km = in_unit(self.note.tokens, 1.0, unit, "km");
                    value / km
                }
                (Some(unit), _) => {
                    slot_values::in_bounds_unit(self.domain, self.note.tokens, at, value, unit)
                }
                _ => value,
            };
            if bounded < least || bounded > most {
                let remark = Remark::HardToBelieve(field, value, unit);
                remarks.doubt(format!("{path}.{field}"), &remark);
                fields.remove(field);
                if let Some(unit_field) = &slot.unit_field {
                    fields.remove(unit_field);
                }
            }
        }
    }
}
