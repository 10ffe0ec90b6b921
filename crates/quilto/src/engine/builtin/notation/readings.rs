//! Which number of a compact form is what: the one rule for pairs and triples.
//!
//! A form lists its readings in order of preference. A reading is out where a number's own unit
//! contradicts its slot. Of the rest the first is taken whose bare numbers are all usual for their
//! slots; if there is none, the first whose numbers are all possible. What the writer lately logged
//! of the item decides otherwise where only another reading is near to it, and what they put right
//! before that. It is marked uncertain, with the other reading, where another could hold as well and
//! neither the numbers nor earlier entries speak against it.

use super::compiled::{Compiled, dimension_name, in_unit};
use super::habits::{self, Habits};
use super::pieces::{Piece, What, Written};
use crate::domain::{Order, Reading, SlotRole};
use crate::model::UnitPreferences;
use crate::text::{Tokens, UnitId};
use serde_json::Value;

/// A compact form in its place.
pub(super) struct Chain<'a, 'p> {
    pub domain: &'a Compiled,
    pub tokens: &'a Tokens,
    pub units: &'a UnitPreferences,
    pub piece: &'a Piece,
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
pub(super) struct Read {
    pub slots: Vec<(usize, Written)>,
    /// The other reading, where it could hold as well.
    pub other: Option<String>,
    /// The reading in words, where earlier entries decided for it.
    pub by_habit: Option<String>,
}

/// Reads a compact form; `None` where no form or reading fits.
pub(super) fn read(chain: &Chain) -> Option<Read> {
    let piece = chain.piece;
    let operands: Vec<&Written> = piece.operands.iter().chain(&piece.at).collect();
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
        .map(|decided| in_words(chain, &candidates[decided].slots, &operands));
    let other = other.filter(|_| decided.is_none());
    let slots = candidates.swap_remove(decided.unwrap_or(chosen)).slots;
    Some(Read {
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

fn shape_of(piece: &Piece) -> String {
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

fn slots_of(chain: &Chain, reading: &Reading, operands: &[&Written]) -> Option<Vec<usize>> {
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

type Bounds = fn(&Compiled, &Tokens, &UnitPreferences, &[String], usize, &Written) -> bool;

fn all(chain: &Chain, slots: &[usize], operands: &[&Written], bounds: Bounds) -> bool {
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

/// The other reading that could hold as well, in words. It counts only where the chosen one is off
/// the common path: an amount beyond what is common, or two numbers in the order of the other.
fn rival(
    chain: &Chain,
    candidates: &[Candidate],
    chosen: usize,
    operands: &[&Written],
) -> Option<String> {
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
    let told = |slots: &[usize]| in_words(chain, slots, operands);
    Some(format!("{}; or {}", told(slots), told(&rival.1.slots)))
}

fn in_words(chain: &Chain, slots: &[usize], operands: &[&Written]) -> String {
    let parts = slots.iter().zip(operands).map(|(slot, value)| {
        let shown: Vec<String> = numbers(value).map(|number| number.to_string()).collect();
        format!("{} {}", chain.domain.slot(*slot).name, shown.join("/"))
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The reading that the item's earlier entries decide for, if they do: one that the writer once put
/// in the place of the preferred one for a form of this shape, or else the first that is near to
/// what was usual. Where the preferred one is as near as another, nothing is decided.
fn by_habit(
    chain: &Chain,
    candidates: &[Candidate],
    chosen: usize,
    operands: &[&Written],
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
fn put_right(chain: &Chain, habits: &Habits, candidates: &[Candidate]) -> Option<Vec<usize>> {
    for (piece, rows) in habits.precedents(chain.tokens, chain.piece) {
        let rows: &[Value] = rows;
        let values: Vec<&Written> = piece.operands.iter().chain(&piece.at).collect();
        let preferred = read(&Chain {
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

/// The numbers of a value.
pub(super) fn numbers(value: &Written) -> impl Iterator<Item = f64> {
    let numbers = match &value.what {
        What::One(number) => vec![*number],
        What::Several { values, .. } => values.clone(),
        What::Between { first, second, .. } => vec![*first, *second],
        What::Clock { seconds, .. } | What::Pace { seconds, .. } => vec![*seconds],
    };
    numbers.into_iter()
}

/// Whether a value can stand in a slot by its own unit. A bare number fits everywhere but where
/// only a unit makes sense (durations and distances need one).
pub(super) fn fits(domain: &Compiled, tokens: &Tokens, slot: usize, value: &Written) -> bool {
    let data = domain.slot(slot);
    let measures = data.dimension.as_deref();
    match (&value.what, value.unit) {
        (What::Clock { .. }, _) => matches!(measures, Some("duration" | "pace")),
        (What::Pace { .. }, _) => measures == Some("pace"),
        // What is only passed over is told by its size ("pattern 3110").
        (_, None) if data.role == SlotRole::Pause && measures.is_none() => {
            let [least, most] = data.possible.unwrap_or([f64::MIN, f64::MAX]);
            // "3-1-1 pattern": digit by digit.
            let digits = matches!(&value.what, What::Several { values, .. } if values.len() <= 4);
            numbers(value)
                .all(|number| digits && number < 10.0 || least <= number && number <= most)
        }
        (_, None) => {
            !matches!(measures, Some("duration" | "distance" | "pace" | "energy"))
                || data.bare.is_some()
                || data.only_with_words
        }
        (_, Some(unit)) => {
            let unit = tokens.unit(unit);
            data.units.iter().any(|name| **name == *unit.name)
                || (measures.is_some_and(|measures| measures == dimension_name(&unit.dimension))
                    && domain
                        .slots_of_unit(unit)
                        .iter()
                        .all(|other| domain.slot(*other).dimension.as_deref() == measures))
                || (measures == Some("pace") && dimension_name(&unit.dimension) == "duration")
        }
    }
}

/// Whether all bare numbers of the value are usual for the slot. A number with a unit always is.
pub(super) fn usual(
    domain: &Compiled,
    tokens: &Tokens,
    units: &UnitPreferences,
    traits: &[String],
    slot: usize,
    value: &Written,
) -> bool {
    let data = domain.slot(slot);
    if value.unit.is_some() && data.role != SlotRole::Repeat {
        return true;
    }
    if data.whole && numbers(value).any(|number| number.fract() != 0.0) {
        return false;
    }
    let special = data
        .usual_for
        .iter()
        .find(|(name, _)| traits.contains(name))
        .map(|(_, bounds)| *bounds);
    within(domain, tokens, units, slot, value, special.or(data.usual))
}

/// Whether all numbers of the value are possible for the slot.
pub(super) fn possible(
    domain: &Compiled,
    tokens: &Tokens,
    units: &UnitPreferences,
    _traits: &[String],
    slot: usize,
    value: &Written,
) -> bool {
    let data = domain.slot(slot);
    if data.whole && numbers(value).any(|number| number.fract() != 0.0) {
        return false;
    }
    within(domain, tokens, units, slot, value, data.possible)
}

fn within(
    domain: &Compiled,
    tokens: &Tokens,
    units: &UnitPreferences,
    slot: usize,
    value: &Written,
    bounds: Option<[f64; 2]>,
) -> bool {
    let Some([least, most]) = bounds else {
        return true;
    };
    let unit = unit_of(domain, tokens, units, slot, value.unit);
    numbers(value).all(|number| {
        let number = in_bounds_unit(domain, tokens, slot, number, &unit);
        least <= number && number <= most
    })
}

/// A number in the unit that the slot's bounds are given in.
pub(super) fn in_bounds_unit(
    domain: &Compiled,
    tokens: &Tokens,
    slot: usize,
    number: f64,
    unit: &str,
) -> f64 {
    let data = domain.slot(slot);
    let bounds_unit = data
        .store
        .as_deref()
        .unwrap_or(match data.dimension.as_deref() {
            Some("mass") => "kg",
            Some("distance") => "km",
            _ => unit,
        });
    in_unit(tokens, number, unit, bounds_unit)
}

/// The unit of a value: as typed, or the one a bare number has.
pub(super) fn unit_of(
    domain: &Compiled,
    tokens: &Tokens,
    units: &UnitPreferences,
    slot: usize,
    unit: Option<UnitId>,
) -> String {
    if let Some(unit) = unit {
        return tokens.unit(unit).name.to_string();
    }
    let data = domain.slot(slot);
    match (&data.bare, data.dimension.as_deref()) {
        (Some(bare), _) => bare.clone(),
        (None, _) if data.store.is_some() => data.store.clone().unwrap_or_default(),
        (None, Some("mass")) => units.mass.clone(),
        (None, Some("distance")) => units.distance.clone(),
        _ => String::new(),
    }
}

/// A number in the unit that the slot stores.
pub(super) fn stored(
    domain: &Compiled,
    tokens: &Tokens,
    slot: usize,
    number: f64,
    unit: Option<UnitId>,
) -> f64 {
    match (&domain.slot(slot).store, unit) {
        (Some(store), Some(unit)) => in_unit(tokens, number, &tokens.unit(unit).name, store),
        _ => number,
    }
}
