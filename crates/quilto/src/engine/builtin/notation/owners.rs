//! Whose each stretch of a note is, where several domains are loaded.
//!
//! A clause belongs to the domain whose names stand in it. Where none does, the domain whose words,
//! units and usual quantities fit best has it; a clause that only goes on belongs to the one before.

use std::ops::Range;

use super::claims::{Claim, goes_on_with, named, only_says_where};
use super::compiled::{Compiled, Meaning, dimension_name};
use super::domain_candidate::DomainCandidate;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::slot_values;
use super::spans::within;
use crate::domain::SlotRole;
use crate::text::TokenKind;

/// A line of more words tells something else than a part.
const LINE_WORDS: usize = 3;

/// The domain of every token.
pub(super) fn owners(
    note: &Note,
    contenders: &[DomainCandidate],
    claims: &[Claim],
) -> Vec<Option<usize>> {
    let mut owners = vec![None; note.tokens.len()];
    let mut previous: Option<(usize, usize)> = None;
    let mut at = 0;
    while at < note.tokens.len() {
        let clause = note.clause_of(at);
        let strong: Vec<&Claim> = within(claims, clause.clone())
            .iter()
            .filter(|claim| {
                (claim.strong || lends_to_amount(note, claim))
                    && !note.dead[claim.tokens.start]
                    && !only_says_where(note, contenders, claims, claim)
                    && !goes_on_with(note, contenders, claims, claim, previous)
            })
            .collect();
        if let Some(first) = strong.first() {
            if strong.iter().all(|claim| claim.domain == first.domain) {
                owners[clause.clone()].fill(Some(first.domain));
            } else {
                share(note, contenders, &clause, &strong, &mut owners);
            }
            previous = strong.last().map(|claim| (claim.domain, note.sentence[at]));
        } else {
            let best = best(note, &clause, contenders, claims, previous);
            owners[clause.clone()].fill(best);
            if let Some(domain) = best {
                previous = Some((domain, note.sentence[at]));
            }
        }
        at = clause.end.max(at + 1);
    }
    lead_in(note, contenders, &mut owners);
    owners
}

/// Whether a thing lends its name to an amount right behind it: "wheel 20 min, granite 80x5".
fn lends_to_amount(note: &Note, claim: &Claim) -> bool {
    let end = claim.tokens.end;
    let mut behind = note.pieces_in(end..end + 1).iter();
    claim.names && behind.any(|piece| piece.plain().is_some_and(|value| value.unit.is_some()))
}

/// Numbers told before the first name of their sentence belong to that name's domain; so do those of a
/// short line above it that can be parts of what the name is about.
fn lead_in(note: &Note, contenders: &[DomainCandidate], owners: &mut [Option<usize>]) {
    for at in (0..owners.len().saturating_sub(1)).rev() {
        let Some(next) = owners[at + 1].filter(|_| owners[at].is_none()) else {
            continue;
        };
        let same = note.sentence[at] == note.sentence[at + 1];
        let line = || {
            let line = note.sentence_of(at);
            let words = line.clone().filter(|at| note.tokens[*at].is_word());
            let ends = [line.start, at.saturating_sub(1)];
            let number = ends.iter().any(|end| note.tokens[*end].number().is_some());
            note.tokens[at].kind == TokenKind::Newline
                && words.count() <= LINE_WORDS
                && number
                && goes_on_in_parts(note, contenders[next].domain, &line)
        };
        if same || line() {
            owners[at] = Some(next);
        }
    }
}

/// The domain that the rest of the sentence tells repeated parts of, where a clause can hold another of
/// them: only this domain has words there.
fn parts_ahead(
    note: &Note,
    clause: &Range<usize>,
    contenders: &[DomainCandidate],
    claims: &[Claim],
) -> Option<usize> {
    let end = note.sentence_of(clause.start).end;
    // A line goes on with the next one.
    let line = note.tokens[end - 1].kind == TokenKind::Newline;
    let end = if line { note.sentence_of(end).end } else { end };
    let repeated = note
        .pieces_in(clause.end..end)
        .iter()
        .find(|piece| piece.operands.len() > 1)?;
    let words = within(claims, note.clause_of(repeated.tokens.start));
    let domain = words.first()?.domain;
    let alone = words.iter().all(|claim| claim.domain == domain);
    let fits = goes_on_in_parts(note, contenders[domain].domain, clause);
    (alone && fits).then_some(domain)
}

/// Shares a clause among the names of several domains: a stretch belongs to the name before it, a
/// number right before a name to that name.
fn share(
    note: &Note,
    contenders: &[DomainCandidate],
    clause: &Range<usize>,
    claims: &[&Claim],
    owners: &mut [Option<usize>],
) {
    let leads = !note
        .pieces_in(clause.start..claims[0].tokens.start)
        .is_empty();
    let trails = claims
        .last()
        .is_some_and(|last| !note.pieces_in(last.tokens.end..clause.end).is_empty());
    for at in clause.clone() {
        let before = claims.iter().rev().find(|claim| claim.tokens.start <= at);
        let after = claims.iter().find(|claim| claim.tokens.end > at);
        // "run, 20 nuggets": how many things there are stands right before them.
        let counts = note.tokens[at].number().is_some()
            && after.is_some_and(|after| {
                let things = contenders[after.domain].domain.notation.group.is_some();
                things && after.tokens.start == at + 1
            });
        let claim = if leads && !trails || counts {
            after.or(before)
        } else {
            before.or(after)
        };
        owners[at] = claim.map(|claim| claim.domain);
    }
    // "resin 6.4 after 30 min tumbling": what only the name right behind it can take is told of that.
    for (before, next) in claims.iter().zip(claims.iter().skip(1)) {
        let takes = |claim: &Claim, value: &NumericValue| {
            let domain = contenders[claim.domain].domain;
            let unit = domain.unit_in(note.tokens, value);
            unit.is_some_and(|unit| !domain.slots_of_unit(note.tokens.unit(unit)).is_empty())
        };
        let last = note.pieces_in(before.tokens.end..next.tokens.start).last();
        let Some(value) = last.and_then(NumericExpression::plain) else {
            continue;
        };
        let between = value.tokens.end..next.tokens.start;
        let close = between.len() < 2 && note.pieces_in(between).is_empty();
        if close && takes(next, value) && !takes(before, value) {
            owners[value.tokens.start..next.tokens.start].fill(Some(next.domain));
        }
    }
}

fn best(
    note: &Note,
    clause: &Range<usize>,
    contenders: &[DomainCandidate],
    claims: &[Claim],
    previous: Option<(usize, usize)>,
) -> Option<usize> {
    let values: Vec<&NumericValue> = note
        .pieces_in(clause.clone())
        .iter()
        .filter(|piece| !note.used[piece.tokens.start])
        .flat_map(|piece| piece.operands.iter().chain(&piece.at))
        .collect();
    let chain = note
        .pieces_in(clause.clone())
        .iter()
        .any(|piece| piece.operands.len() > 1 || piece.at.is_some());
    let ahead = parts_ahead(note, clause, contenders, claims);
    let mut best: Option<(f64, usize)> = None;
    for (at, contender) in contenders.iter().enumerate() {
        let domain = contender.domain;
        if domain.notation.list.is_none() {
            continue;
        }
        let pace = contender.keeps_pace(note, clause.start);
        let told = named(note, claims, at);
        // Records that keep a name need one, or a speed that tells.
        let item = &domain.notation.item;
        let nameless = item.name.is_some() && item.opens_at.is_some();
        if !told && (pace == Some(false) || nameless && pace.is_none()) {
            continue;
        }
        let mut score = if pace == Some(true) { 1.0 } else { 0.0 };
        let weak = within(claims, clause.clone())
            .iter()
            .filter(|claim| claim.domain == at && !claim.strong);
        // Bare numbers go on with what the sentence tells rather than follow a word that only supports.
        let bare = !values.is_empty()
            && values
                .iter()
                .all(|value| value.unit.is_none() && matches!(value.what, ValueKind::One(_)))
            && previous.is_some_and(|(owner, sentence)| {
                owner != at && sentence == note.sentence[clause.start]
            });
        // "… 4x100 easy" goes on with the parts told before, whoever else has the word for how; so does
        // "200 easy, 4x100 …" with those told behind it.
        let parts = previous.is_some_and(|(owner, _)| {
            owner != at
                && goes_on_in_parts(note, contenders[owner].domain, clause)
                && !claims
                    .iter()
                    .any(|claim| claim.domain == at && claim.strong)
        }) || ahead.is_some_and(|ahead| ahead != at);
        score += match (parts, bare) {
            (true, _) => 1.0,
            (_, true) => 2.0,
            _ => 3.0,
        } * weak.clone().count() as f64;
        // What was done is said by its thing rather than by its place ("wheel in the yard 20 km").
        let things = weak.filter(|claim| {
            lends_to_amount(note, claim) && !goes_on_with(note, contenders, claims, claim, previous)
        });
        score += 2.0 * things.count() as f64;
        score += note
            .pieces_in(clause.clone())
            .iter()
            .map(|piece| repeated(domain, piece))
            .fold(0.0, f64::max);
        score += values
            .iter()
            .map(|value| fit(note, domain, value))
            .fold(0.0, f64::max);
        let said = within(contender.hits, clause.clone());
        let words = said.iter().filter(|hit| match hit.meaning {
            Meaning::Slot(slot) => values
                .iter()
                .any(|value| slot_values::fits(domain, note.tokens, slot, value)),
            Meaning::Mark(mark) => {
                domain.notation.marks[mark].field.is_none()
                    && !domain.notation.marks[mark].also.is_empty()
            }
            Meaning::Opens => true,
            _ => false,
        });
        // A word for the value says more than that another domain goes on ("…, shine 80").
        score += 3.0 * words.count() as f64;
        // Told before the name of its sentence ("60 by 12, 70 by 10 granite").
        let rest = clause.end..note.sentence_of(clause.start).end;
        let next = within(claims, rest).iter().find(|claim| claim.strong);
        let led = ahead == Some(at) || next.is_some_and(|claim| claim.domain == at);
        if led && takes(note, domain, &values, chain) {
            score += 1.5;
        }
        if let Some((owner, sentence)) = previous
            && owner == at
            && takes(note, domain, &values, chain)
        {
            score += if sentence == note.sentence[clause.start] {
                2.5
            } else {
                1.5
            };
        }
        // "500 m 1:52, 500 m 1:50, …": what the clause before told of the same kinds goes on.
        if let Some((owner, sentence)) = previous
            && owner == at
            && sentence == note.sentence[clause.start]
            && same_kinds(note, clause, &values)
        {
            score += 3.5;
        }
        if score > best.map_or(0.0, |(score, _)| score) {
            best = Some((score, at));
        }
    }
    match best {
        Some((_, at)) => Some(at),
        None => previous.map(|(owner, _)| owner),
    }
}

/// Whether the values of a clause have the units of those in the clause before, one by one.
fn same_kinds(note: &Note, clause: &Range<usize>, values: &[&NumericValue]) -> bool {
    let Some(end) = clause.start.checked_sub(1) else {
        return false;
    };
    let kind = |value: &NumericValue| (std::mem::discriminant(&value.what), value.unit);
    let before = note.pieces_in(note.clause_of(end)).iter();
    let before = before.flat_map(|piece| piece.operands.iter().chain(&piece.at));
    let measured = values
        .iter()
        .any(|value| value.unit.is_some() || matches!(value.what, ValueKind::Clock { .. }));
    measured && before.map(kind).eq(values.iter().map(|value| kind(value)))
}

/// Whether every value of a clause can be that of a part of the domain, bare or in its unit.
pub(super) fn goes_on_in_parts(note: &Note, domain: &Compiled, clause: &Range<usize>) -> bool {
    let Some(parts) = &domain.notation.parts else {
        return false;
    };
    let mut values = note
        .pieces_in(clause.clone())
        .iter()
        .filter(|piece| !note.used[piece.tokens.start])
        .filter_map(|piece| piece.operands.last())
        .peekable();
    values.peek().is_some()
        && values.all(|value| {
            let unit = value.unit.map(|unit| &*note.tokens.unit(unit).name);
            let own = unit.is_none() || unit == parts.bare_unit.as_deref();
            own && value.one().is_some_and(|value| parts.takes_bare(value))
        })
}

/// How well a bare pair fits as a count and a part's quantity (`12x400`).
fn repeated(domain: &Compiled, piece: &NumericExpression) -> f64 {
    let Some(parts) = &domain.notation.parts else {
        return 0.0;
    };
    match piece.operands.as_slice() {
        [count, part]
            if count.unit.is_none()
                && part.unit.is_none()
                && count.one().is_some_and(|count| count.fract() == 0.0)
                && part.one().is_some_and(|part| parts.takes_bare(part)) =>
        {
            1.0
        }
        _ => 0.0,
    }
}

/// How well a value fits a domain by itself: a unit of its own, or a quantity that opens records.
fn fit(note: &Note, domain: &Compiled, value: &NumericValue) -> f64 {
    let opens = |slot: usize| domain.notation.item.opens.contains(&domain.slot(slot).name);
    let Some(unit) = domain.unit_in(note.tokens, value) else {
        return match value.what {
            ValueKind::Pace { .. } if domain.slots_of("pace").any(opens) => 2.0,
            ValueKind::Clock { .. } if domain.slots_of("pace").any(opens) => 0.5,
            _ => 0.0,
        };
    };
    let unit_id = unit;
    let unit = note.tokens.unit(unit);
    let named =
        domain.notation.slots.iter().any(|slot| {
            slot.units.iter().any(|name| **name == *unit.name) && slot.dimension.is_none()
        });
    if named && dimension_name(&unit.dimension) != "count" {
        return 2.0;
    }
    let own = domain
        .notation
        .units
        .iter()
        .any(|own| *own.name == *unit.name);
    let by_itself = domain.notation.slots.iter().any(|slot| {
        slot.units.iter().any(|name| **name == *unit.name)
            && slot.dimension.is_none()
            && !slot.only_with_words
    });
    if by_itself && own {
        return 2.0;
    }
    let opening = domain.slots_of_unit(unit).into_iter().any(|slot| {
        let within = domain.slot(slot).usual.or(domain.slot(slot).possible);
        let amount = value.one().unwrap_or(0.0);
        let bounded = slot_values::in_bounds_unit(domain, note.tokens, slot, amount, &unit.name);
        opens(slot) && within.is_none_or(|[least, most]| least <= bounded && bounded <= most)
    });
    // A word that means another unit elsewhere opens nothing by itself while another goes on.
    let weight = if Some(unit_id) == value.unit {
        1.0
    } else {
        0.7
    };
    if opening { weight } else { 0.0 }
}

/// Whether the clause can go on with a domain: its values are bare, or of its units.
fn takes(note: &Note, domain: &Compiled, values: &[&NumericValue], chain: bool) -> bool {
    if values.is_empty() {
        return true;
    }
    values
        .iter()
        .any(|value| match domain.unit_in(note.tokens, value) {
            None => {
                !matches!(value.what, ValueKind::Clock { .. } | ValueKind::Pace { .. })
                    && domain.notation.item.rows.is_some()
                    || domain.notation.item.rows.is_none()
            }
            Some(unit) => {
                let unit = note.tokens.unit(unit);
                domain.slots_of_unit(unit).into_iter().any(|slot| {
                    let slot = domain.slot(slot);
                    let by_unit = slot.units.iter().any(|name| **name == *unit.name);
                    by_unit
                        || slot.role == SlotRole::Level
                        || domain.notation.item.rows.is_none()
                        || (chain && slot.role == SlotRole::Amount)
                })
            }
        })
}
