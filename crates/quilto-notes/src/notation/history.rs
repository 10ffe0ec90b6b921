//! What earlier entries say of an item: for notes that go on, or repeat what was done.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use chrono::NaiveDate;
use serde_json::Value;

use super::compiled_notation::{self, CompiledNotation};
use super::cues::Cue;
use super::groups::{Group, Item, Level};
use super::note::Note;
use super::numeric_expressions::NumericExpression;
use super::remarks::{ChangeSince, Remark};
use quilto_domain::{Slot, SlotRole};
use quilto_model::Entry;
use quilto_text::{Symbol, Tokens};

/// An item of an earlier entry.
pub(super) struct PreviousItem<'e> {
    pub name: &'e str,
    pub rows: &'e [Value],
    pub entry: &'e Entry,
    /// The compact forms of bare numbers of the entry, newest first: read once, whatever asks.
    pub forms: Rc<OnceCell<Vec<NumericExpression>>>,
}

/// Items of a domain in earlier entries, newest last.
pub(super) fn past<'e>(
    entries: &'e [Entry],
    domain_name: &str,
    domain: &CompiledNotation,
) -> Vec<PreviousItem<'e>> {
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
            let forms = Rc::default();
            items.into_iter().flatten().filter_map(move |item| {
                Some(PreviousItem {
                    name: item.get(name)?.as_str()?,
                    rows: item.get(rows)?.as_array()?,
                    entry,
                    forms: Rc::clone(&forms),
                })
            })
        })
        .filter(|past| !past.rows.is_empty())
        .collect()
}

/// Level, its unit, and the first kind of amount of an earlier row.
pub(super) struct PreviousRow {
    pub level: Option<f64>,
    pub unit: String,
    pub amount: Option<(usize, f64)>,
}

/// What an earlier row says.
pub(super) fn past_row(row: &Value, domain: &CompiledNotation) -> PreviousRow {
    let get = |field: &str| row.get(field).and_then(Value::as_f64);
    let field = |slot: &Slot| get(slot.field_name());
    let level = domain
        .slot_of_role(SlotRole::Level)
        .map(|slot| domain.slot(slot));
    let unit = level
        .and_then(|slot| slot.unit_field.as_ref())
        .and_then(|field| row.get(field))
        .and_then(Value::as_str);
    let mut amounts =
        (0..domain.notation.slots.len()).filter(|slot| domain.slot(*slot).role == SlotRole::Amount);
    PreviousRow {
        level: level.and_then(field),
        unit: unit.unwrap_or_default().to_owned(),
        amount: amounts.find_map(|slot| Some((slot, field(domain.slot(slot))?))),
    }
}

impl PreviousRow {
    fn group(self, tokens: Range<usize>) -> Group {
        Group {
            tokens,
            level: match self.level {
                Some(value) => Level::Of(value, self.unit),
                None => Level::Unsaid,
            },
            amounts: self.amount.iter().map(|(_, amount)| *amount).collect(),
            amount_slot: self.amount.map(|(slot, _)| slot),
            count: Some(1),
            ..Group::default()
        }
    }
}

/// The last earlier row that was told in full, or else the last that has a level or an amount;
/// with the name and day of its item. A failed try, of amount 0, is none to repeat.
pub(super) fn last_row<'e>(
    past: &[&PreviousItem<'e>],
    domain: &CompiledNotation,
) -> Option<(&'e str, NaiveDate, Group)> {
    let rows = |full: bool| {
        past.iter().rev().find_map(|past| {
            let rows = past.rows.iter().rev().map(|row| past_row(row, domain));
            let mut told = rows.filter(|row| match row.amount {
                Some((_, amount)) => amount > 0.0 && (row.level.is_some() || !full),
                None => row.level.is_some() && !full,
            });
            Some((past.name, past.entry.date, told.next()?.group(0..0)))
        })
    };
    rows(true).or_else(|| rows(false))
}

/// The earlier item to repeat: the last with a level where the level is to change, or else the last
/// of which more is known than how many rows it had.
fn to_repeat<'p, 'e>(
    past: &'p [PreviousItem<'e>],
    name: &str,
    domain: &CompiledNotation,
    more: f64,
) -> Option<&'p PreviousItem<'e>> {
    let last = |level: bool| {
        past.iter()
            .rev()
            .filter(|past| past.name == name)
            .find(|past| {
                let mut rows = past.rows.iter().map(|row| past_row(row, domain));
                rows.any(|row| row.level.is_some() || (!level && row.amount.is_some()))
            })
    };
    let leveled = if more == 0.0 { None } else { last(true) };
    leveled.or_else(|| last(false))
}

/// The groups that repeat an earlier item's rows, levels changed as said.
fn repeated(
    past: &PreviousItem,
    domain: &CompiledNotation,
    said: &RepeatPrevious,
    tokens: &Tokens,
) -> Vec<Group> {
    past.rows
        .iter()
        .map(|row| {
            let mut row = past_row(row, domain);
            let more = match &said.unit {
                Some(unit) if *unit != row.unit => {
                    let more = compiled_notation::in_unit(tokens, said.more, unit, &row.unit);
                    (more * 100.0).round() / 100.0
                }
                _ => said.more,
            };
            row.level = row.level.map(|level| level + more);
            row.group(said.tokens.clone())
        })
        .collect()
}

/// Words that say the item is done as before, with the change of level they name (`+2.5kg`).
pub(super) struct RepeatPrevious {
    pub clause: usize,
    pub tokens: Range<usize>,
    pub more: f64,
    /// The unit of the change, where it is typed.
    pub unit: Option<String>,
}

/// Places where a note repeats what was done before: "same as last time", "+2.5 same strokes".
pub(super) fn as_before(note: &Note) -> Vec<RepeatPrevious> {
    note.cues
        .iter()
        .filter(|hit| hit.meaning == Cue::Same && !note.dead[hit.tokens.start])
        .map(|hit| {
            let sentence = note.sentence_of(hit.tokens.start);
            let change = note.pieces_in(sentence).iter().find_map(|piece| {
                let written = piece.plain()?;
                let value = written.one()?;
                let unit = written
                    .unit
                    .map(|unit| note.tokens.unit(unit).name.to_string());
                let before = piece.tokens.start.checked_sub(1)?;
                let sign = &note.tokens[before];
                if sign.is(Symbol::Plus) {
                    Some((value, unit))
                } else if sign.is(Symbol::Dash) {
                    Some((-value, unit))
                } else {
                    None
                }
            });
            let (more, unit) = change.unwrap_or_default();
            RepeatPrevious {
                clause: note.clause[hit.tokens.start],
                tokens: hit.tokens.clone(),
                more,
                unit,
            }
        })
        .collect()
}

/// Fills an item with the rows of the earlier one to repeat, and says so.
pub(super) fn fill<'i>(
    item: &'i mut Item,
    past: &'i [PreviousItem],
    domain: &CompiledNotation,
    said: &RepeatPrevious,
    tokens: &Tokens,
) -> Remark<'i> {
    let Some(past) = to_repeat(past, &item.name, domain, said.more) else {
        return Remark::NothingEarlier(&item.name);
    };
    item.groups = repeated(past, domain, said, tokens);
    item.total = None;
    item.all_amounts = None;
    item.all_levels = None;
    let leveled = item.groups.iter().any(|group| group.level.is_said());
    let change = match said.more {
        0.0 => ChangeSince::Same,
        more if leveled => ChangeSince::By(more),
        more => ChangeSince::NothingToAddTo(more),
    };
    Remark::AsOn(past.name, past.entry.date, change)
}
