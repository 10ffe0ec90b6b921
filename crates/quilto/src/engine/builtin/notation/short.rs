//! Rows that were told in full and then by how much they fell short: "missed the last rep on set 5".

use std::ops::Range;

use super::compiled::Compiled;
use super::cues::Cue;
use super::groups::{Item, Row};
use super::note::Note;
use crate::domain::SlotRole;
use crate::text::TokenKind;

/// So many less of one row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Short {
    pub tokens: Range<usize>,
    less: f64,
    /// The row, counted from 1; the last unless said.
    row: Option<usize>,
}

/// How many tokens may stand between the amount and the row it was missed in.
const NEAR: usize = 5;

/// The places where a row is said to have fallen short.
pub(super) fn places(note: &Note, domain: &Compiled) -> Vec<Short> {
    if domain.notation.item.rows.is_none() {
        return Vec::new();
    }
    let fails = note.cues.iter().filter(|hit| hit.meaning == Cue::Fail);
    fails
        .filter_map(|hit| place(note, domain, &hit.tokens))
        .collect()
}

fn place(note: &Note, domain: &Compiled, cue: &Range<usize>) -> Option<Short> {
    let last = note.first_cue_in(note.after(cue.end, 2), Cue::Last)?;
    let mut at = last.tokens.end;
    let told = note.pieces_in(at..at + 1).first();
    let less = match told.and_then(|piece| piece.plain()) {
        // "the last two reps"
        Some(value) => {
            at = value.tokens.end;
            let amount = role(domain, note, value.unit?) == Some(SlotRole::Amount);
            value.one().filter(|less| amount && *less >= 1.0)?
        }
        None => {
            let unit = note.tokens.units().word(note.tokens.norm(at))?;
            (role(domain, note, unit)? == SlotRole::Amount).then_some(1.0)?
        }
    };
    at += usize::from(told.is_none());
    let (row, end) = match row(note, domain, at) {
        Some((row, end)) => (row, end),
        None => (None, at),
    };
    Some(Short {
        tokens: cue.start..end,
        less,
        row,
    })
}

/// Which row is named behind a place, `None` for the last, and where that ends.
fn row(note: &Note, domain: &Compiled, from: usize) -> Option<(Option<usize>, usize)> {
    let is_row = |at: usize| {
        let unit = note.tokens.units().word(note.tokens.norm(at));
        unit.and_then(|unit| role(domain, note, unit)) == Some(SlotRole::Repeat)
    };
    note.after(from, NEAR).find_map(|at| {
        if note.cue_in(at..at + 1, Cue::Last) && is_row(at + 1) {
            return Some((None, at + 2));
        }
        if note.cue_in(at..at + 1, Cue::First) && is_row(at + 1) {
            return Some((Some(1), at + 2));
        }
        match note.tokens[at].kind {
            TokenKind::Ordinal(nth) if is_row(at + 1) => Some((Some(nth as usize), at + 2)),
            TokenKind::Word(_) if is_row(at) => {
                let nth = note.tokens.get(at + 1)?.number()?.value;
                (nth >= 1.0 && nth.fract() == 0.0).then_some((Some(nth as usize), at + 2))
            }
            _ => None,
        }
    })
}

fn role(domain: &Compiled, note: &Note, unit: crate::text::UnitId) -> Option<SlotRole> {
    let slots = domain.slots_of_unit(note.tokens.unit(unit));
    slots.first().map(|slot| domain.slot(*slot).role)
}

/// Takes what was missed off the rows of the items before it.
pub(super) fn take_off(short: &[Short], solved: &mut [(Item, Vec<Row>)]) {
    for short in short {
        let before = |item: &Item| item.tokens.start < short.tokens.start;
        let item = solved
            .iter_mut()
            .rev()
            .find(|(item, rows)| before(item) && !rows.is_empty());
        let Some((_, rows)) = item else {
            continue;
        };
        let at = short.row.unwrap_or(rows.len());
        let row = at.checked_sub(1).and_then(|at| rows.get_mut(at));
        if let Some(row) = row
            && let Some(amount) = row.amount.filter(|amount| *amount >= short.less)
        {
            row.amount = Some(amount - short.less);
        }
    }
}
