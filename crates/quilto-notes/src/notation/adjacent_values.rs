//! Times right beside a word that marks the day, and quantities beside a word that says whose they are not.

use std::ops::Range;

use super::claims::Claim;
use super::compiled_notation::{self, Meaning};
use super::loaded_domain::LoadedDomain;
use super::note::Note;
use super::slot_values;
use super::spans::{around, within};

/// Times told right beside what marks the day ("steam 10 min"): they are of nothing else.
pub(super) fn besides(note: &Note, loaded: &[LoadedDomain]) -> Vec<Range<usize>> {
    let states = loaded.iter().filter_map(|domain| {
        let state = domain.compiled.notation.state.as_ref()?;
        Some((domain, state))
    });
    let mut found = Vec::new();
    for (domain, state) in states {
        let marks = domain.terms.iter();
        for place in marks.filter(|place| state.lists.contains_key(&*place.term.kind)) {
            let near = place.tokens.start.saturating_sub(2)..place.tokens.end + 1;
            for piece in note.pieces_in(near) {
                let unit = piece.plain().and_then(|value| value.unit);
                let lasts = unit.is_some_and(|unit| {
                    compiled_notation::dimension_name(&note.tokens.unit(unit).dimension)
                        == "duration"
                });
                let beside = piece.tokens.end == place.tokens.start
                    || piece.tokens.start == place.tokens.end;
                // "rest 90 s": the word names a value of what was done.
                let slots = loaded.iter().any(|other| {
                    around(&other.hits, place.tokens.start).iter().any(|hit| {
                        hit.tokens == place.tokens && matches!(hit.meaning, Meaning::Slot(_))
                    })
                });
                if lasts && beside && !slots {
                    found.push(piece.tokens.clone());
                }
            }
        }
    }
    found
}

/// Quantities of a domain beside a word that says they are none of its own, with the domain that the note
/// tells such a quantity of, if there is one: "polished granite, gave off 50 units of heat".
pub(super) fn strange(
    note: &Note,
    loaded: &[LoadedDomain],
    claims: &[Claim],
    owned: &[Option<usize>],
) -> Vec<(Range<usize>, Option<usize>)> {
    let mut found = Vec::new();
    for (at, domain) in loaded.iter().enumerate() {
        for hit in &domain.hits {
            let Meaning::NeverOf(slot) = hit.meaning else {
                continue;
            };
            let clause = note.clause_of(hit.tokens.start);
            let own = within(claims, clause.clone()).iter();
            let named = own.clone().any(|claim| claim.strong && claim.domain == at);
            let values = note.pieces_in(clause.clone()).iter().filter(|piece| {
                let live = !note.used[piece.tokens.start] && !note.dead[piece.tokens.start];
                let value = piece.plain().filter(|value| value.unit.is_some());
                live && owned[piece.tokens.start] == Some(at)
                    && value.is_some_and(|value| {
                        slot_values::fits(&domain.compiled, note.tokens, slot, value)
                    })
            });
            let away = |piece: &&super::numeric_expressions::NumericExpression| {
                let behind = piece.tokens.start >= hit.tokens.end;
                let (from, to) = match behind {
                    true => (hit.tokens.end, piece.tokens.start),
                    false => (piece.tokens.end, hit.tokens.start),
                };
                (to.saturating_sub(from), !behind)
            };
            let Some(piece) = values.min_by_key(away).filter(|_| !named) else {
                continue;
            };
            let takes = |claim: &&Claim| {
                let other = &loaded[claim.domain].compiled;
                let unit = piece.plain().and_then(|value| value.unit);
                let slots = unit.map(|unit| other.slots_of_unit(note.tokens.unit(unit)));
                claim.domain != at
                    && claim.strong
                    && other.notation.group.is_none()
                    && !note.dead[claim.tokens.start]
                    && slots.is_some_and(|slots| !slots.is_empty())
            };
            let before = claims
                .iter()
                .rev()
                .filter(|claim| claim.tokens.start < clause.end);
            let other = before.chain(claims).find(takes).map(|claim| claim.domain);
            let stretch = match other {
                Some(_) => clause,
                None => piece.tokens.clone(),
            };
            found.push((stretch, other));
        }
    }
    found
}
