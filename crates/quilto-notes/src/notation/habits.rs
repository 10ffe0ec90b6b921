//! What was usual of an item lately: it decides between readings that could both stand.

use serde_json::Value;

use super::compiled_notation::CompiledNotation;
use super::history::{PreviousItem, past_row};
use super::numeric_expressions::{NumericExpression, NumericValue, pieces};
use super::slot_values;
use quilto_domain::SlotRole;
use quilto_text::{Tokens, read_with};

/// Of so many of the item's last entries.
const LAST: usize = 8;

/// A number is near to what was usual within this share of it, or so many.
const SHARE: f64 = 0.25;
const STEPS: f64 = 2.0;

/// The values an item lately had, and the words they were read from.
pub(super) struct Habits<'p> {
    past: Vec<&'p PreviousItem<'p>>,
    /// Of all rows, in the unit of the slot's bounds.
    levels: Option<[f64; 2]>,
    amounts: Option<[f64; 2]>,
    /// The most rows of an entry.
    most_rows: usize,
}

impl<'p> Habits<'p> {
    /// The habits of an item; `None` where nothing of it was logged lately.
    pub fn of(
        past: &'p [PreviousItem<'p>],
        name: &str,
        domain: &CompiledNotation,
        tokens: &Tokens,
    ) -> Option<Self> {
        let past: Vec<&PreviousItem> = past
            .iter()
            .rev()
            .filter(|past| past.name == name)
            .take(LAST)
            .collect();
        let level = domain.slot_of_role(SlotRole::Level);
        let (mut levels, mut amounts) = (None, None);
        for row in past.iter().flat_map(|past| past.rows) {
            let row = past_row(row, domain);
            if let (Some(value), Some(slot)) = (row.level, level) {
                let value = slot_values::in_bounds_unit(domain, tokens, slot, value, &row.unit);
                widen(&mut levels, value);
            }
            if let Some((_, amount)) = row.amount.filter(|(_, amount)| *amount > 0.0) {
                widen(&mut amounts, amount);
            }
        }
        let most_rows = past.iter().map(|past| past.rows.len()).max()?;
        Some(Self {
            past,
            levels,
            amounts,
            most_rows,
        })
    }

    /// Whether a number in a slot is near to what was usual there.
    pub fn near(&self, domain: &CompiledNotation, slot: usize, number: f64) -> bool {
        match domain.slot(slot).role {
            SlotRole::Level => close(self.levels, number, 0.0),
            SlotRole::Amount => close(self.amounts, number, STEPS),
            SlotRole::Repeat => number <= self.most_rows as f64 + STEPS,
            SlotRole::Value | SlotRole::Pause => true,
        }
    }

    /// Earlier uses of a form of the same shape, newest first, with the rows as they now stand.
    pub fn precedents<'h>(
        &'h self,
        tokens: &'h Tokens,
        shape: &'h NumericExpression,
    ) -> impl Iterator<Item = (&'p NumericExpression, &'p [Value])> + 'h {
        let told = self.past.iter().flat_map(|past| {
            let forms = past.forms.get_or_init(|| {
                let earlier = read_with(&past.entry.raw, tokens.units());
                let skip = vec![false; earlier.len()];
                let told = pieces(&earlier, &skip).into_iter().rev();
                told.filter(is_bare).collect()
            });
            forms.iter().map(|piece| (piece, past.rows))
        });
        told.filter(|(piece, _)| {
            piece.operands.len() == shape.operands.len()
                && piece.at.is_some() == shape.at.is_some()
                && piece.led == shape.led
        })
    }
}

/// Whether a piece is a compact form of numbers without units.
fn is_bare(piece: &NumericExpression) -> bool {
    let mut values = piece.operands.iter().chain(&piece.at);
    piece.plain().is_none() && values.all(|value| value.unit.is_none() && value.one().is_some())
}

/// Whether rows bear a reading of a form out: some have its level and amount, and there are as many
/// as it says.
pub(super) fn borne_out(
    domain: &CompiledNotation,
    rows: &[Value],
    slots: &[usize],
    values: &[&NumericValue],
) -> bool {
    let number = |role: SlotRole| {
        let at = slots
            .iter()
            .position(|slot| domain.slot(*slot).role == role)?;
        values.get(at)?.one()
    };
    let (level, amount) = (number(SlotRole::Level), number(SlotRole::Amount));
    let same = |told: Option<f64>, stands: Option<f64>| {
        told.is_none_or(|told| stands.is_some_and(|stands| (told - stands).abs() < 0.01))
    };
    let alike = rows.iter().filter(|row| {
        let row = past_row(row, domain);
        same(level, row.level) && same(amount, row.amount.map(|(_, amount)| amount))
    });
    let count = number(SlotRole::Repeat).map_or(1, |count| count as usize);
    alike.count() >= count.max(1)
}

fn widen(range: &mut Option<[f64; 2]>, value: f64) {
    let [least, most] = range.unwrap_or([value, value]);
    *range = Some([least.min(value), most.max(value)]);
}

fn close(range: Option<[f64; 2]>, number: f64, steps: f64) -> bool {
    range.is_some_and(|[least, most]| {
        let below = (least * SHARE).max(steps);
        let above = (most * SHARE).max(steps);
        least - below <= number && number <= most + above
    })
}
