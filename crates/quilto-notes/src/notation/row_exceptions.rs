//! Rows that were told in full and then how one of them really went: "missed the last cut on set 5",
//! "only got 3 on the last set", "failed the last set".

use std::ops::Range;

use super::compiled_notation::CompiledNotation;
use super::cues::Cue;
use super::endings::{self, Ending};
use super::groups::{ExtraValue, Item, Row};
use super::note::{Note, sign_of};
use super::numeric_expressions::NumericExpression;
use quilto_domain::{MarkEffect, SlotRole};
use quilto_text::{TokenKind, UnitId};

/// How one row really went.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RowException {
    pub tokens: Range<usize>,
    how: RowDeviation,
    /// The row, counted from 1; the last unless said.
    row: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum RowDeviation {
    /// So many less than told.
    Less(f64),
    /// So many.
    Came(f64),
    /// Not as told; how many is not said.
    Failed,
    /// Not at all.
    LeftOut,
}

/// How many tokens may stand between the words for how it went and the row.
const NEAR: usize = 5;

/// The places where a row is said to have gone another way than told.
pub(super) fn places(note: &Note, domain: &CompiledNotation) -> Vec<RowException> {
    if domain.notation.item.rows.is_none() {
        return Vec::new();
    }
    let reader = RowExceptionFinder { note, domain };
    let fails = note.cues.iter().filter(|hit| hit.meaning == Cue::Fail);
    let mut found: Vec<RowException> = fails.filter_map(|hit| reader.missed(&hit.tokens)).collect();
    let skips = note.cues.iter().filter(|hit| hit.meaning == Cue::Skip);
    found.extend(skips.filter_map(|hit| reader.left_out(&hit.tokens)));
    let pieces = note.pieces.iter();
    found.extend(pieces.filter_map(|piece| reader.came(piece)));
    found.extend(crossed_rows(note));
    found
}

/// "3x5 ✅✅❌": a sign for each row, those with a cross failed.
fn crossed_rows(note: &Note) -> Vec<RowException> {
    let signs: Vec<(usize, bool)> = (0..note.tokens.len())
        .filter_map(|at| Some((at, sign_of(note.tokens, at)?)))
        .collect();
    let runs = signs.chunk_by(|(before, _), (at, _)| before + 1 == *at);
    let mixed = runs.filter(|run| run.iter().any(|(_, done)| *done));
    let rows = mixed.flat_map(|run| run.iter().enumerate().filter(|(_, (_, done))| !done));
    rows.map(|(nth, (at, _))| RowException {
        tokens: *at..at + 1,
        how: RowDeviation::Failed,
        row: Some(nth + 1),
    })
    .collect()
}

struct RowExceptionFinder<'a, 't> {
    note: &'a Note<'t>,
    domain: &'a CompiledNotation,
}

impl RowExceptionFinder<'_, '_> {
    fn missed(&self, cue: &Range<usize>) -> Option<RowException> {
        // "6개밖에 못": so many were done.
        if self.note.cue_in(self.note.before(cue.start, 3), Cue::Only) {
            return None;
        }
        self.stopped(cue)
            .or_else(|| self.missed_amount(cue))
            .or_else(|| self.missed_before(cue))
            .or_else(|| self.failed(cue))
    }

    /// "last set failed at 4", "failed the last set at 4"
    fn stopped(&self, cue: &Range<usize>) -> Option<RowException> {
        let note = self.note;
        let behind = self.row(cue.end, 2);
        let (row, start, at) = match behind {
            Some((row, end)) => (row, cue.start, end),
            None => {
                let (row, start) = self.row_before(cue.start).or_else(|| {
                    // "the last one failed at 4"
                    let last = note.first_cue_in(note.before(cue.start, 2), Cue::Last)?;
                    let one = note.tokens.norm(last.tokens.end - 1);
                    let beside = last.tokens.end == cue.start;
                    (beside && endings::is(one, Ending::Pronoun))
                        .then_some((None, last.tokens.start))
                })?;
                (row, start, cue.end)
            }
        };
        if !endings::is(note.tokens.norm(at), Ending::At) {
            return None;
        }
        let piece = note.pieces_in(at + 1..at + 2).first()?;
        let value = piece.plain()?;
        let amount = value
            .unit
            .is_none_or(|unit| self.role(unit) == Some(SlotRole::Amount));
        Some(RowException {
            tokens: start..piece.tokens.end,
            how: RowDeviation::Came(value.one().filter(|_| amount)?),
            row,
        })
    }

    /// "missed the last two cuts on set 5"
    fn missed_amount(&self, cue: &Range<usize>) -> Option<RowException> {
        let note = self.note;
        // "failed cut 5 on the last round"
        if self.word(cue.end) == Some(SlotRole::Amount)
            && let Some(piece) = note.pieces_in(cue.end + 1..cue.end + 2).first()
            && let Some(nth) = piece.plain().filter(|nth| nth.unit.is_none())
        {
            let came = nth.one().filter(|nth| *nth >= 1.0)? - 1.0;
            let end = piece.tokens.end;
            let (row, end) = self.row(end, NEAR).unwrap_or((None, end));
            return Some(RowException {
                tokens: cue.start..end,
                how: RowDeviation::Came(came),
                row,
            });
        }
        let last = note.first_cue_in(note.after(cue.end, 2), Cue::Last)?;
        let at = last.tokens.end;
        let (less, end) = match note.pieces_in(at..at + 1).first() {
            Some(piece) => (self.amount(piece)?, piece.tokens.end),
            None => {
                let is_amount = self.word(at) == Some(SlotRole::Amount);
                (is_amount.then_some(1.0)?, at + 1)
            }
        };
        let (row, end) = self.row(end, NEAR).unwrap_or((None, end));
        Some(RowException {
            tokens: cue.start..end,
            how: RowDeviation::Less(less),
            row,
        })
    }

    /// "마지막 세트 마지막 1개 실패": the words in the other order.
    fn missed_before(&self, cue: &Range<usize>) -> Option<RowException> {
        let note = self.note;
        let near = note.before(cue.start, 3);
        let (less, start) = match note.pieces_in(near.clone()).last() {
            Some(piece) => {
                let end = piece.tokens.end;
                let beside = end == cue.start || end + 1 == cue.start && !note.tail(end).is_empty();
                let number = self.amount(piece).filter(|_| beside)?;
                // "4개에서 실패" tells how far it went, "4개 실패" how many were missing.
                let there = endings::begins(note.tail(end), &[Ending::From]);
                let how = if there {
                    RowDeviation::Came
                } else {
                    RowDeviation::Less
                };
                (how(number), piece.tokens.start)
            }
            None => {
                let at = cue.start.checked_sub(1)?;
                match self.word(at) {
                    Some(SlotRole::Amount) => (RowDeviation::Less(1.0), at),
                    _ => (RowDeviation::Failed, cue.start),
                }
            }
        };
        let last = note.first_cue_in(note.before(start, 1), Cue::Last);
        let from = last.map_or(start, |last| last.tokens.start);
        let named = self.row_before(from);
        if named.is_none() && (last.is_none() || less == RowDeviation::Failed) {
            return None;
        }
        let (row, start) = named.unwrap_or((None, from));
        Some(RowException {
            tokens: start..cue.end,
            how: less,
            row,
        })
    }

    /// "failed the last set", where nothing else is told of it.
    fn failed(&self, cue: &Range<usize>) -> Option<RowException> {
        let note = self.note;
        let skipped = note.cue_in(cue.start..cue.start + 1, Cue::Skip);
        let (row, end) = self.row(cue.end, 2).filter(|_| !skipped)?;
        let rest = end..note.clause_of(cue.start).end;
        note.pieces_in(rest).is_empty().then_some(RowException {
            tokens: cue.start..end,
            how: RowDeviation::Failed,
            row,
        })
    }

    /// "skipped the last set", "마지막 세트 스킵"
    fn left_out(&self, cue: &Range<usize>) -> Option<RowException> {
        let note = self.note;
        let behind = self.row(cue.end, 2).map(|(row, end)| (row, cue.start..end));
        let before = || {
            let (row, start) = self.row_before(cue.start)?;
            Some((row, start..cue.end))
        };
        let (row, tokens) = behind.or_else(before)?;
        let rest = tokens.end..note.clause_of(cue.start).end;
        note.pieces_in(rest).is_empty().then_some(RowException {
            tokens,
            how: RowDeviation::LeftOut,
            row,
        })
    }

    /// "only got 3 on set 5", where nothing else is told of it.
    fn came(&self, piece: &NumericExpression) -> Option<RowException> {
        let note = self.note;
        let near = note.before(piece.tokens.start, 2);
        let managed = near
            .clone()
            .find(|at| endings::is(note.tokens.norm(*at), Ending::Managed));
        let only = note.first_cue_in(near, Cue::Only);
        let start = only.map(|only| only.tokens.start).or(managed)?;
        let value = piece.plain()?;
        let amount = value
            .unit
            .is_none_or(|unit| self.role(unit) == Some(SlotRole::Amount));
        let came = value.one().filter(|_| amount)?;
        let (row, end) = self.row(piece.tokens.end, 4)?;
        let rest = end..note.clause_of(start).end;
        note.pieces_in(rest).is_empty().then_some(RowException {
            tokens: start..end,
            how: RowDeviation::Came(came),
            row,
        })
    }

    /// Which row is named from a place on, `None` for the last, and where that ends.
    fn row(&self, from: usize, near: usize) -> Option<(Option<usize>, usize)> {
        let note = self.note;
        note.after(from, near).find_map(|at| {
            let named = self.word(at + 1) == Some(SlotRole::Repeat);
            if named && note.cue_in(at..at + 1, Cue::Last) {
                return Some((None, at + 2));
            }
            // "on the last one"
            if let Some(last) = note.first_cue_in(at..at + 1, Cue::Last)
                && endings::is(note.tokens.norm(last.tokens.end - 1), Ending::Pronoun)
            {
                return Some((None, last.tokens.end));
            }
            if named && note.cue_in(at..at + 1, Cue::First) {
                return Some((Some(1), at + 2));
            }
            match note.tokens[at].kind {
                TokenKind::Ordinal(nth) if named => Some((Some(nth as usize), at + 2)),
                TokenKind::Word(_) if self.word(at) == Some(SlotRole::Repeat) => {
                    let nth = note.tokens.get(at + 1)?.number()?.value;
                    (nth >= 1.0 && nth.fract() == 0.0).then_some((Some(nth as usize), at + 2))
                }
                _ => None,
            }
        })
    }

    /// Which row is named right before a place, and where that begins.
    fn row_before(&self, end: usize) -> Option<(Option<usize>, usize)> {
        let row = end.checked_sub(1)?;
        let at = row.checked_sub(1)?;
        if self.word(row) != Some(SlotRole::Repeat) {
            return None;
        }
        match self.note.tokens[at].kind {
            TokenKind::Ordinal(nth) => Some((Some(nth as usize), at)),
            _ => self
                .note
                .cue_in(at..at + 1, Cue::Last)
                .then_some((None, at)),
        }
    }

    /// A number of what rows count.
    fn amount(&self, piece: &NumericExpression) -> Option<f64> {
        let value = piece.plain()?;
        let amount = self.role(value.unit?) == Some(SlotRole::Amount);
        value.one().filter(|less| amount && *less >= 1.0)
    }

    /// What a word without a number counts.
    fn word(&self, at: usize) -> Option<SlotRole> {
        let word = self.note.tokens.norm(at);
        let units = self.note.tokens.units();
        let unit = units.word(word).or_else(|| {
            let (unit, len) = units.prefix(word)?;
            quilto_text::is_particles(&word[len..]).then_some(unit)
        })?;
        self.role(unit)
    }

    fn role(&self, unit: UnitId) -> Option<SlotRole> {
        let slots = self.domain.slots_of_unit(self.note.tokens.unit(unit));
        slots.first().map(|slot| self.domain.slot(*slot).role)
    }
}

/// Changes the rows of the items told before.
pub(super) fn change(
    short: &[RowException],
    note: &Note,
    domain: &CompiledNotation,
    built: &mut [(Item, Vec<Row>)],
) {
    let marks = domain.notation.marks.iter();
    let failed = marks
        .filter(|mark| mark.effect == MarkEffect::Failed)
        .find_map(|mark| Some(ExtraValue::new(mark.field.as_deref()?, mark.value.clone()?)));
    for short in short {
        let item = built
            .iter_mut()
            .rev()
            .find(|(item, rows)| item.tokens.start < short.tokens.start && !rows.is_empty());
        let Some((item, rows)) = item else {
            continue;
        };
        // What was told of all rows does not hold for this one.
        note.tell(item.tokens.end..short.tokens.start.max(item.tokens.end));
        let alike = rows.len() > 1 && rows.iter().all(|row| row.amount == rows[0].amount);
        let at = short.row.unwrap_or(rows.len());
        // Rows told one by one were done: another was skipped.
        if short.how == RowDeviation::LeftOut {
            if alike && (1..=rows.len()).contains(&at) {
                rows.remove(at - 1);
            }
            continue;
        }
        let Some(row) = at.checked_sub(1).and_then(|at| rows.get_mut(at)) else {
            continue;
        };
        match (short.how, row.amount) {
            (RowDeviation::Less(less), Some(amount)) if amount >= less => {
                row.amount = Some(amount - less)
            }
            (RowDeviation::Less(_), _) => {}
            (RowDeviation::Came(came), _) => row.amount = Some(came),
            (RowDeviation::LeftOut, _) => {}
            (RowDeviation::Failed, _) => {
                // What was told of all rows did not hold for this one.
                if alike {
                    row.amount = None;
                }
                row.extras.extend(failed.clone());
            }
        }
    }
}
