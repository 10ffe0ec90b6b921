//! How fast something was: what no word names is told apart by its speed.

use std::ops::Range;

use super::compiled_notation::{CompiledNotation, Meaning, dimension_name, in_unit};
use super::note::Note;
use super::numeric_expressions::{NumericValue, ValueKind};
use super::phrases::Hit;
use super::spans::within;

const SPEED: &str = "speed";

/// The speed, in km/h, that the sentence of a token tells: outright, or by its one distance and the
/// time nearest to it.
pub(super) fn told(
    note: &Note,
    domain: &CompiledNotation,
    hits: &[Hit<Meaning>],
    own_unit: &str,
    at: usize,
) -> Option<f64> {
    let sentence = note.sentence_of(at);
    let values: Vec<&NumericValue> = note
        .pieces_in(sentence.clone())
        .iter()
        .filter(|piece| !note.used[piece.tokens.start] && !note.dead[piece.tokens.start])
        .filter_map(|piece| piece.plain())
        .collect();
    let outright = values
        .iter()
        .find_map(|value| outright(note, domain, hits, own_unit, value));
    // "1500 ft of height" is no way.
    let values: Vec<&NumericValue> = values
        .into_iter()
        .filter(|value| {
            let near = value.tokens.start.saturating_sub(2)..value.tokens.end + 2;
            !within(hits, near).iter().any(|hit| {
                let beside = hit.tokens.start.abs_diff(value.tokens.end) < 2
                    || hit.tokens.end == value.tokens.start;
                beside
                    && matches!(hit.meaning, Meaning::Slot(slot)
                        if domain.slot(slot).only_with_words
                            && domain.slot(slot).dimension.as_deref() == Some("distance"))
            })
        })
        .collect();
    outright.or_else(|| by_distance(note, domain, &values))
}

/// "8 km/h", "speed 6": a number with its unit, or behind its word in the person's own.
fn outright(
    note: &Note,
    domain: &CompiledNotation,
    hits: &[Hit<Meaning>],
    own_unit: &str,
    value: &NumericValue,
) -> Option<f64> {
    let tokens = note.tokens;
    let number = value.one()?;
    if let Some(unit) = value.unit {
        let unit = tokens.unit(unit);
        let speed = dimension_name(&unit.dimension) == SPEED;
        return speed.then(|| in_unit(tokens, number, &unit.name, "km/h"));
    }
    let start = value.tokens.start;
    let named = within(hits, start.saturating_sub(2)..start).iter();
    let named = named.filter(|hit| hit.tokens.end <= start).any(|hit| {
        matches!(hit.meaning, Meaning::Slot(slot)
            if domain.slot(slot).dimension.as_deref() == Some(SPEED))
    });
    named.then(|| in_unit(tokens, number, own_unit, "km"))
}

fn by_distance(note: &Note, domain: &CompiledNotation, values: &[&NumericValue]) -> Option<f64> {
    let tokens = note.tokens;
    let mut distances = values.iter().filter_map(|value| {
        let unit = tokens.unit(domain.unit_in(tokens, value)?);
        let far = dimension_name(&unit.dimension) == "distance";
        far.then(|| Some((value, in_unit(tokens, value.one()?, &unit.name, "km"))))?
    });
    let (Some((place, km)), None) = (distances.next(), distances.next()) else {
        return None;
    };
    // Rounds of it were gone, nobody knows how long one is.
    let rounds = values.iter().any(|value| {
        let unit = domain.unit_in(tokens, value).map(|unit| tokens.unit(unit));
        unit.is_some_and(|unit| {
            dimension_name(&unit.dimension) == "count" && !domain.slots_of_unit(unit).is_empty()
        })
    });
    if rounds {
        return None;
    }
    let away = |range: &Range<usize>| range.start.abs_diff(place.tokens.start);
    let times = values.iter().filter_map(|value| {
        let seconds = match (&value.what, value.unit) {
            (ValueKind::Clock { seconds, as_hours }, _) => {
                // Where paces are told, a clock that is too short is one.
                let paced = domain.slots_of("pace").next().is_some();
                let most = domain
                    .notation
                    .item
                    .speed
                    .map_or(f64::MAX, |[_, most]| most);
                if !paced && km * 3600.0 / seconds > most {
                    *as_hours
                } else {
                    *seconds
                }
            }
            (ValueKind::One(one), Some(unit)) => {
                let unit = tokens.unit(unit);
                (dimension_name(&unit.dimension) == "duration")
                    .then(|| in_unit(tokens, *one, &unit.name, "s"))?
            }
            _ => return None,
        };
        Some((away(&value.tokens), seconds))
    });
    let (_, seconds) = times.min_by_key(|(away, _)| *away)?;
    let speed = km * 3600.0 / seconds;
    // What nobody does is a pace, or of a part.
    let most = domain
        .notation
        .item
        .speed
        .map_or(f64::MAX, |[_, most]| most);
    (seconds > 0.0 && speed <= most).then_some(speed)
}
