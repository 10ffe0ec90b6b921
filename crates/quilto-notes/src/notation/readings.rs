//! Which number of a compact form is what: the one rule for pairs and triples.
//!
//! A form lists its readings in order of preference. A reading is out where a number's own unit
//! contradicts its slot. Of the rest the first is taken whose bare numbers are all usual for their
//! slots; if there is none, the first whose numbers are all possible. What the writer lately logged
//! of the item decides otherwise where only another reading is near to it, and what they put right
//! before that. It is marked uncertain, with the other reading, where another could hold as well and
//! neither the numbers nor earlier entries speak against it.

use super::compiled_notation::CompiledNotation;
use super::doubt_reason::{DoubtReason, SlotFigures};
use super::habits::{self, Habits};
use super::numeric_expressions::{NumericExpression, NumericValue};
use super::slot_values::{fits, in_bounds_unit, numbers, possible, unit_of, usual};
use quilto_domain::{Order, Reading, SlotRole};
use quilto_model::UnitPreferences;
use quilto_text::Tokens;
use serde_json::Value;

/// A compact form in its place.
pub(super) struct CompactForm<'a, 'p> {
    pub domain: &'a CompiledNotation,
    pub tokens: &'a Tokens,
    pub units: &'a UnitPreferences,
    pub piece: &'a NumericExpression,
    pub light: bool,
    /// Flags and groups of the item.
    pub traits: &'a [String],
    /// The level was said just before.
    pub after_level: bool,
    /// A `+` stands before it: the first number is a level.
    pub signed: bool,
    /// What was usual of the item lately.
    pub habits: Option<&'a Habits<'p>>,
}

/// What a compact form says.
pub(super) struct CompactFormReading {
    pub slots: Vec<(usize, NumericValue)>,
    /// The other reading, where it could hold as well.
    pub other: Option<DoubtReason>,
    /// The reading in words, where earlier entries decided for it.
    pub by_habit: Option<SlotFigures>,
}

/// Reads a compact form; `None` where no form or reading fits.
pub(super) fn read(chain: &CompactForm) -> Option<CompactFormReading> {
    let piece = chain.piece;
    let operands: Vec<&NumericValue> = piece.operands.iter().chain(&piece.at).collect();
    let shape = shape_of(piece);
    let forms = chain.domain.notation.forms.iter().filter(|form| {
        form.shape == shape
            && form.light.is_none_or(|light| light == chain.light)
            && form
                .after_level
                .is_none_or(|after| after == chain.after_level)
    });
    let mut candidates: Vec<Candidate> = Vec::new();
    for form in forms {
        for reading in &form.readings {
            let Some(slots) = slots_of(chain, reading, &operands) else {
                continue;
            };
            let level = chain.domain.slot(slots[0]).role == SlotRole::Level;
            if chain.signed && !level {
                continue;
            }
            let typed = operands.iter().any(|value| value.unit.is_some());
            candidates.push(Candidate {
                usual: all(chain, &slots, &operands, usual),
                slots,
                rival_only: reading.when == Some(Order::Typed) && !typed,
            });
        }
        if !candidates.is_empty() {
            break;
        }
    }
    let chosen = candidates
        .iter()
        .position(|reading| reading.usual && !reading.rival_only)
        .or_else(|| {
            candidates.iter().position(|reading| {
                !reading.rival_only && all(chain, &reading.slots, &operands, possible)
            })
        })
        .or_else(|| candidates.iter().position(|reading| !reading.rival_only))?;
    let other = rival(chain, &candidates, chosen, &operands);
    let decided = by_habit(chain, &candidates, chosen, &operands);
    let by_habit = decided
        .filter(|decided| *decided != chosen)
        .map(|decided| figures(chain, &candidates[decided].slots, &operands));
    let other = other.filter(|_| decided.is_none());
    let slots = candidates.swap_remove(decided.unwrap_or(chosen)).slots;
    Some(CompactFormReading {
        by_habit,
        slots: slots
            .into_iter()
            .zip(operands.into_iter().cloned())
            .collect(),
        other,
    })
}

/// A reading that the units of the numbers allow.
struct Candidate {
    slots: Vec<usize>,
    /// All bare numbers are usual for their slots.
    usual: bool,
    /// Too rare to be taken, but worth asking about.
    rival_only: bool,
}

fn shape_of(piece: &NumericExpression) -> String {
    let letters = ["a", "b", "c", "d", "e", "f"];
    let count = piece.operands.len();
    let mut shape = letters[..count.min(5)].join(" x ");
    if piece.led && count > 0 {
        shape.insert_str(0, "x ");
    }
    if piece.at.is_some() {
        if count > 0 {
            shape.push(' ');
        }
        shape.push_str("@ ");
        shape.push_str(letters[count.min(5)]);
    }
    shape
}

fn slots_of(
    chain: &CompactForm,
    reading: &Reading,
    operands: &[&NumericValue],
) -> Option<Vec<usize>> {
    if reading.slots.len() != operands.len() {
        return None;
    }
    let slots = reading
        .slots
        .iter()
        .map(|name| chain.domain.slot_named(name))
        .collect::<Option<Vec<_>>>()?;
    let fitting = slots
        .iter()
        .zip(operands)
        .all(|(slot, value)| fits(chain.domain, chain.tokens, *slot, value));
    let ordered = match (reading.when, operands) {
        (Some(order), [first, second, ..]) => match (first.one(), second.one()) {
            (Some(first), Some(second)) => match order {
                Order::Falling => first >= second,
                Order::Rising => first < second,
                Order::Typed => true,
            },
            _ => true,
        },
        _ => true,
    };
    (fitting && ordered).then_some(slots)
}

type Bounds =
    fn(&CompiledNotation, &Tokens, &UnitPreferences, &[String], usize, &NumericValue) -> bool;

fn all(chain: &CompactForm, slots: &[usize], operands: &[&NumericValue], bounds: Bounds) -> bool {
    slots.iter().zip(operands).all(|(slot, value)| {
        bounds(
            chain.domain,
            chain.tokens,
            chain.units,
            chain.traits,
            *slot,
            value,
        )
    })
}

/// The other reading that could hold as well. It counts only where the chosen one is off
/// the common path: an amount beyond what is common, or two numbers in the order of the other.
fn rival(
    chain: &CompactForm,
    candidates: &[Candidate],
    chosen: usize,
    operands: &[&NumericValue],
) -> Option<DoubtReason> {
    let slots = &candidates[chosen].slots;
    let odd = slots.iter().zip(operands).any(|(slot, value)| {
        let slot = chain.domain.slot(*slot);
        let beyond = |common: [f64; 2]| {
            numbers(value).any(|number| number < common[0] || number > common[1])
        };
        slot.common.is_some_and(beyond)
    });
    let swapped = |other: &[usize]| {
        // After a level, rows and amounts may stand in either order.
        chain.after_level
            && operands.len() == 2
            && chain.piece.at.is_none()
            && operands[0].one() > operands[1].one()
            && slots[0] == other[1]
            && slots[1] == other[0]
    };
    let bare = operands.iter().any(|value| value.unit.is_none());
    let rival = candidates.iter().enumerate().find(|(at, candidate)| {
        let (other, usual_too) = (&candidate.slots, candidate.usual);
        let level = other.iter().zip(operands).all(|(slot, value)| {
            !matches!(
                chain.domain.slot(*slot).role,
                SlotRole::Level | SlotRole::Repeat
            ) || usual(
                chain.domain,
                chain.tokens,
                chain.units,
                chain.traits,
                *slot,
                value,
            )
        });
        let can = all(chain, other, operands, possible);
        *at != chosen
            && bare
            && can
            && level
            && ((odd && chain.piece.at.is_none()) || (usual_too && swapped(other)))
    })?;
    let told = |slots: &[usize]| figures(chain, slots, operands);
    Some(DoubtReason::Otherwise {
        taken: told(slots),
        other: told(&rival.1.slots),
    })
}

fn figures(chain: &CompactForm, slots: &[usize], operands: &[&NumericValue]) -> SlotFigures {
    let parts = slots.iter().zip(operands).map(|(slot, value)| {
        let shown: Vec<String> = numbers(value).map(|number| number.to_string()).collect();
        (chain.domain.slot(*slot).name.clone(), shown.join("/"))
    });
    SlotFigures(parts.collect())
}

/// The reading that the item's earlier entries decide for, if they do: one that the writer once put
/// in the place of the preferred one for a form of this shape, or else the first that is near to
/// what was usual. Where the preferred one is as near as another, nothing is decided.
fn by_habit(
    chain: &CompactForm,
    candidates: &[Candidate],
    chosen: usize,
    operands: &[&NumericValue],
) -> Option<usize> {
    let habits = chain.habits?;
    let bare = operands
        .iter()
        .all(|value| value.unit.is_none() && value.one().is_some());
    let stands = |candidate: &Candidate| all(chain, &candidate.slots, operands, possible);
    let standing: Vec<usize> = (0..candidates.len())
        .filter(|at| stands(&candidates[*at]))
        .collect();
    if !bare || standing.iter().all(|at| *at == chosen) {
        return None;
    }
    if let Some(slots) = put_right(chain, habits, candidates)
        && let Some(at) = standing.iter().find(|at| candidates[**at].slots == slots)
    {
        return Some(*at);
    }
    let near = |at: usize| {
        candidates[at]
            .slots
            .iter()
            .zip(operands)
            .all(|(slot, value)| {
                let data = chain.domain.slot(*slot);
                let unit = unit_of(chain.domain, chain.tokens, chain.units, *slot, None);
                let level = data.role == SlotRole::Level;
                numbers(value).all(|number| {
                    let number = if level {
                        in_bounds_unit(chain.domain, chain.tokens, *slot, number, &unit)
                    } else {
                        number
                    };
                    habits.near(chain.domain, *slot, number)
                })
            })
    };
    let mut close = standing.into_iter().filter(|at| near(*at));
    let first = close.next()?;
    match (near(chosen), close.next()) {
        (true, None) => Some(chosen),
        (true, Some(_)) => None,
        (false, _) => Some(first),
    }
}

/// The slots of the reading that the writer put in the place of the preferred one, the last time a
/// form of this shape was used: its rows now bear out another reading, and only that.
fn put_right(chain: &CompactForm, habits: &Habits, candidates: &[Candidate]) -> Option<Vec<usize>> {
    for (piece, rows) in habits.precedents(chain.tokens, chain.piece) {
        let rows: &[Value] = rows;
        let values: Vec<&NumericValue> = piece.operands.iter().chain(&piece.at).collect();
        let preferred = read(&CompactForm {
            piece,
            habits: None,
            signed: false,
            ..*chain
        })?;
        let preferred: Vec<usize> = preferred.slots.iter().map(|(slot, _)| *slot).collect();
        if habits::borne_out(chain.domain, rows, &preferred, &values) {
            return None;
        }
        let mut others = candidates
            .iter()
            .filter(|other| habits::borne_out(chain.domain, rows, &other.slots, &values));
        if let (Some(other), None) = (others.next(), others.next()) {
            return Some(other.slots.clone());
        }
    }
    None
}
