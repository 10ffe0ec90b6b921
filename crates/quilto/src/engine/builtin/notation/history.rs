//! What earlier entries say of an item: for notes that go on, or repeat what was done.

use std::ops::Range;

use serde_json::Value;

use super::compiled::Compiled;
use super::cues::Cue;
use super::groups::{Group, Item, Level};
use super::note::Note;
use crate::domain::SlotRole;
use crate::model::Entry;
use crate::text::Symbol;

/// An item of an earlier entry.
pub(super) struct Past<'e> {
    pub name: &'e str,
    pub rows: &'e [Value],
    pub entry: &'e Entry,
}

/// Items of a domain in earlier entries, newest last.
pub(super) fn past<'e>(
    entries: &'e [Entry],
    domain_name: &str,
    domain: &Compiled,
) -> Vec<Past<'e>> {
    let item = &domain.notation.item;
    let (Some(list), Some(name), Some(rows)) = (&domain.notation.list, &item.name, &item.rows)
    else {
        return Vec::new();
    };
    entries
        .iter()
        .filter_map(|entry| Some((entry, entry.parsed.as_ref()?.domain_data.get(domain_name)?)))
        .flat_map(|(entry, data)| {
            let items = data.get(list).and_then(Value::as_array);
            items.into_iter().flatten().filter_map(move |item| {
                Some(Past {
                    name: item.get(name)?.as_str()?,
                    rows: item.get(rows)?.as_array()?,
                    entry,
                })
            })
        })
        .filter(|past| !past.rows.is_empty())
        .collect()
}

/// The groups that repeat an earlier item's rows, level changed by `more`.
pub(super) fn repeated(
    past: &Past,
    domain: &Compiled,
    more: f64,
    tokens: Range<usize>,
) -> Vec<Group> {
    let level = domain
        .slot_of_role(SlotRole::Level)
        .map(|slot| domain.slot(slot));
    let amounts: Vec<usize> = (0..domain.notation.slots.len())
        .filter(|slot| domain.slot(*slot).role == SlotRole::Amount)
        .collect();
    past.rows
        .iter()
        .map(|row| {
            let get = |field: &str| row.get(field).and_then(Value::as_f64);
            let unit = level
                .and_then(|slot| slot.unit_field.as_ref())
                .and_then(|field| row.get(field))
                .and_then(Value::as_str)
                .unwrap_or_default();
            let value = level.and_then(|slot| get(slot.field.as_deref().unwrap_or(&slot.name)));
            let amount = amounts.iter().find_map(|slot| {
                let data = domain.slot(*slot);
                get(data.field.as_deref().unwrap_or(&data.name)).map(|amount| (*slot, amount))
            });
            Group {
                tokens: tokens.clone(),
                level: match value {
                    Some(value) => Level::Of(value + more, unit.to_owned()),
                    None => Level::Unsaid,
                },
                amounts: amount.map(|(_, amount)| amount).into_iter().collect(),
                amount_slot: amount.map(|(slot, _)| slot),
                count: Some(1),
                ..Group::default()
            }
        })
        .collect()
}

/// Words that say the item is done as before, with the change of level they name (`+2.5kg`).
pub(super) struct AsBefore {
    pub clause: usize,
    pub tokens: Range<usize>,
    pub more: f64,
}

/// Places where a note repeats what was done before: "same as last time", "+2.5 same strokes".
pub(super) fn as_before(note: &Note) -> Vec<AsBefore> {
    note.cues
        .iter()
        .filter(|hit| hit.meaning == Cue::Same && !note.dead[hit.tokens.start])
        .map(|hit| {
            let sentence = note.sentence_of(hit.tokens.start);
            let change = note.pieces_in(sentence).iter().find_map(|piece| {
                let value = piece.plain()?.one()?;
                let before = piece.tokens.start.checked_sub(1)?;
                let sign = &note.tokens[before];
                if sign.is(Symbol::Plus) {
                    Some(value)
                } else if sign.is(Symbol::Dash) {
                    Some(-value)
                } else {
                    None
                }
            });
            AsBefore {
                clause: note.clause[hit.tokens.start],
                tokens: hit.tokens.clone(),
                more: change.unwrap_or(0.0),
            }
        })
        .collect()
}

/// Fills an item with the rows of an earlier one and says so.
pub(super) fn fill(item: &mut Item, past: &Past, domain: &Compiled, said: &AsBefore) -> String {
    item.groups = repeated(past, domain, said.more, said.tokens.clone());
    item.total = None;
    item.all_amounts = None;
    item.all_levels = None;
    let change = if said.more == 0.0 {
        String::new()
    } else {
        format!(", {:+}", said.more)
    };
    format!("{}: as on {}{change}", past.name, past.entry.date)
}
