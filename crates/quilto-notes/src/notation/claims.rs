//! Names that claim text for a domain, and those that only say where or how much.

use std::ops::Range;

use super::compiled_notation::Meaning;
use super::domain_candidate::DomainCandidate;
use super::loaded_domain::{LoadedDomain, supports};
use super::note::Note;
use super::numeric_expressions::NumericExpression;
use super::slot_values;
use super::spans::{HasStart, around, within};

/// A name that claims text for a domain.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub domain: usize,
    pub tokens: Range<usize>,
    /// Opens an item, record or group, rather than only supporting one.
    pub strong: bool,
    /// Says what was done: a place or a tool that opens a record does not.
    pub names: bool,
}

impl HasStart for Claim {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// The claims of a note, in the order of the text.
pub(super) fn claims(
    note: &Note,
    loaded: &[LoadedDomain],
    unknown: &[(usize, Range<usize>)],
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (at, domain) in loaded.iter().enumerate() {
        let notation = &domain.compiled.notation;
        if notation.list.is_none() {
            continue;
        }
        let things = domain.things.iter();
        let told = things.filter(|thing| !note.denies(thing.name.start));
        claims.extend(told.map(|thing| Claim {
            domain: at,
            tokens: thing.name.clone(),
            strong: true,
            names: true,
        }));
        for place in domain
            .terms
            .iter()
            .filter(|place| !note.denies(place.tokens.start))
        {
            let mut kinds = notation.item.kinds.iter();
            let opens = kinds.any(|kind| **kind == *place.term.kind);
            // Its things claim their words themselves.
            if opens && notation.group.is_some() {
                continue;
            }
            let strong = opens || domain.compiled.opens(place.term);
            let names = opens || domain.compiled.lends_name(place.term);
            let weak = supports(&domain.compiled, place.term);
            if strong || weak {
                claims.push(Claim {
                    domain: at,
                    tokens: place.tokens.clone(),
                    strong,
                    names,
                });
            }
        }
    }
    claims.extend(unknown.iter().map(|(domain, tokens)| Claim {
        domain: *domain,
        tokens: tokens.clone(),
        strong: true,
        names: true,
    }));
    claims.sort_by_key(|claim| claim.tokens.start);
    claims
}

/// Whether a place or tool opens nothing: the clause names something of a domain that has the same word
/// for a field ("bench polish"), or what was done there was too slow or too fast.
pub(super) fn only_says_where(
    note: &Note,
    contenders: &[DomainCandidate],
    claims: &[Claim],
    claim: &Claim,
) -> bool {
    if claim.names {
        return false;
    }
    let at = claim.tokens.start;
    let own = &contenders[claim.domain];
    if !named(note, claims, claim.domain) && own.keeps_pace(note, at) == Some(false) {
        return true;
    }
    let has_word = |domain: usize| {
        around(contenders[domain].hits, at).iter().any(|hit| {
            hit.tokens.start >= at
                && hit.tokens.end <= claim.tokens.end
                && matches!(hit.meaning, Meaning::Mark(_))
        })
    };
    within(claims, note.clause_of(at)).iter().any(|other| {
        other.names
            && other.domain != claim.domain
            && !note.dead[other.tokens.start]
            && has_word(other.domain)
    })
}

/// Whether the note names something of a domain.
pub(super) fn named(note: &Note, claims: &[Claim], domain: usize) -> bool {
    let mut own = claims.iter().filter(|claim| claim.domain == domain);
    own.any(|claim| claim.names && !note.dead[claim.tokens.start])
}

/// Whether another domain's name is a word of the domain that the sentence goes on with, for a field
/// of its parts or for a value.
pub(super) fn goes_on_with(
    note: &Note,
    contenders: &[DomainCandidate],
    claims: &[Claim],
    claim: &Claim,
    previous: Option<(usize, usize)>,
) -> bool {
    let sentence = note.sentence[claim.tokens.start];
    let clause = note.clause_of(claim.tokens.start);
    let earlier = within(claims, clause.start..claim.tokens.start);
    let named = earlier
        .iter()
        .rev()
        .find(|before| before.strong && before.tokens.end <= claim.tokens.start);
    let before = previous.filter(|(_, before)| *before == sentence);
    let owner = named
        .map(|named| named.domain)
        .or(before.map(|(owner, _)| owner));
    let Some(owner) = owner.filter(|owner| *owner != claim.domain) else {
        return false;
    };
    let domain = contenders[owner].domain;
    let at = claim.tokens.start;
    let values = || {
        let pieces = note.pieces_in(clause.clone()).iter();
        pieces.flat_map(|piece| piece.operands.iter().chain(&piece.at))
    };
    // "…, 1200 ft of height", "… tilt 6": its word for a value that stands there.
    let fits = |piece: &NumericExpression, slot: usize| {
        let mut value = piece.plain().into_iter();
        value.any(|value| slot_values::fits(domain, note.tokens, slot, value))
    };
    let names_value = |slot: usize| {
        let behind = match note.pieces_in(claim.tokens.end..clause.end) {
            [only] => only.tokens.start == claim.tokens.end && fits(only, slot),
            _ => false,
        };
        let before = note.pieces_in(clause.start..claim.tokens.start).last();
        let before = before.filter(|piece| piece.tokens.end + 2 >= claim.tokens.start);
        let typed =
            |piece: &&NumericExpression| piece.plain().is_some_and(|value| value.unit.is_some());
        behind || before.filter(typed).is_some_and(|piece| fits(piece, slot))
    };
    let part_field = |mark: usize| {
        let parts = domain.notation.parts.as_ref();
        let field = domain.notation.marks[mark].field.as_ref();
        field.is_some_and(|field| parts.is_some_and(|parts| parts.terms.contains(field)))
    };
    let hits = around(contenders[owner].hits, at).iter();
    let mut hits = hits.filter(|hit| hit.tokens.start <= at && claim.tokens.end <= hit.tokens.end);
    let own = hits.any(|hit| match hit.meaning {
        Meaning::Mark(mark) => hit.tokens == claim.tokens && part_field(mark),
        Meaning::Slot(slot) => names_value(slot),
        _ => false,
    });
    let foreign = values().any(|value| {
        domain
            .unit_in(note.tokens, value)
            .is_some_and(|unit| domain.slots_of_unit(note.tokens.unit(unit)).is_empty())
    });
    own && !foreign
}

/// Whether a thing lends its name to an amount right behind it: "wheel 20 min, granite 80x5".
pub(super) fn lends_to_amount(note: &Note, claim: &Claim) -> bool {
    let end = claim.tokens.end;
    let mut behind = note.pieces_in(end..end + 1).iter();
    claim.names && behind.any(|piece| piece.plain().is_some_and(|value| value.unit.is_some()))
}
