//! Whose a clause is that no name opens: the domain to whom most speaks.

use std::ops::Range;

use super::claims::{Claim, goes_on_with, lends_to_amount, named};
use super::compiled_notation::{CompiledNotation, Meaning, dimension_name};
use super::domain_candidate::DomainCandidate;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::slot_values;
use super::spans::within;
use quilto_domain::SlotRole;
use quilto_text::TokenKind;

/// A clause that no name opens.
pub(super) struct OpenClause<'a, 't> {
    note: &'a Note<'t>,
    clause: &'a Range<usize>,
    contenders: &'a [DomainCandidate<'a>],
    claims: &'a [Claim],
    /// The owner of what was told before, and its sentence.
    previous: Option<(usize, usize)>,
    values: Vec<&'a NumericValue>,
    /// It holds a compact form.
    chain: bool,
    /// The domain of the parts that follow, where it can hold one more.
    parts_ahead: Option<usize>,
}

/// What speaks for a domain, and how much; in sum the domain with most has the clause.
const SCORES: &[fn(&OpenClause, usize) -> f64] = &[
    by_pace,
    by_weak_names,
    by_things,
    by_repeated_parts,
    by_units,
    by_words,
    by_name_ahead,
    by_going_on,
    by_same_kinds,
];

impl<'a, 't> OpenClause<'a, 't> {
    pub fn of(
        note: &'a Note<'t>,
        clause: &'a Range<usize>,
        contenders: &'a [DomainCandidate<'a>],
        claims: &'a [Claim],
        previous: Option<(usize, usize)>,
    ) -> Self {
        let pieces = note.pieces_in(clause.clone()).iter();
        let open = pieces
            .clone()
            .filter(|piece| !note.used[piece.tokens.start]);
        Self {
            values: open
                .flat_map(|piece| piece.operands.iter().chain(&piece.at))
                .collect(),
            chain: pieces
                .into_iter()
                .any(|piece| piece.operands.len() > 1 || piece.at.is_some()),
            parts_ahead: parts_ahead(note, clause, contenders, claims),
            note,
            clause,
            contenders,
            claims,
            previous,
        }
    }

    /// The domain that has the clause; that of the clause before where nothing speaks for any.
    pub fn owner(&self) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for at in (0..self.contenders.len()).filter(|at| self.can_have(*at)) {
            let score = SCORES.iter().fold(0.0, |sum, score| sum + score(self, at));
            if score > best.map_or(0.0, |(score, _)| score) {
                best = Some((score, at));
            }
        }
        match best {
            Some((_, at)) => Some(at),
            None => self.previous.map(|(owner, _)| owner),
        }
    }

    fn domain(&self, at: usize) -> &'a CompiledNotation {
        self.contenders[at].domain
    }

    /// Whether a domain can have it: records that keep a name need one, or a speed that tells.
    fn can_have(&self, at: usize) -> bool {
        let domain = self.domain(at);
        if domain.notation.list.is_none() {
            return false;
        }
        let pace = self.pace_of(at);
        let told = named(self.note, self.claims, at);
        let item = &domain.notation.item;
        let nameless = item.name.is_some() && item.opens_at.is_some();
        told || !(pace == Some(false) || nameless && pace.is_none())
    }

    fn pace_of(&self, at: usize) -> Option<bool> {
        self.contenders[at].keeps_pace(self.note, self.clause.start)
    }

    /// The names of a domain in it; all of them only support.
    fn weak_names(&self, at: usize) -> impl Iterator<Item = &Claim> {
        within(self.claims, self.clause.clone())
            .iter()
            .filter(move |claim| claim.domain == at && !claim.strong)
    }

    /// Whether what was told before in the sentence is another domain's, and only bare numbers go on.
    fn goes_on_bare(&self, at: usize) -> bool {
        let bare =
            |value: &&NumericValue| value.unit.is_none() && matches!(value.what, ValueKind::One(_));
        !self.values.is_empty()
            && self.values.iter().all(bare)
            && self.previous.is_some_and(|(owner, sentence)| {
                owner != at && sentence == self.note.sentence[self.clause.start]
            })
    }

    /// "… 4x100 easy" goes on with the parts told before, whoever else has the word for how; so does
    /// "200 easy, 4x100 …" with those told behind it.
    fn is_part_of_another(&self, at: usize) -> bool {
        let mut claims = self.claims.iter();
        let before = self.previous.is_some_and(|(owner, _)| {
            owner != at
                && goes_on_in_parts(self.note, self.domain(owner), self.clause)
                && !claims.any(|claim| claim.domain == at && claim.strong)
        });
        before || self.parts_ahead.is_some_and(|ahead| ahead != at)
    }

    fn is_taken_by(&self, at: usize) -> bool {
        takes(self.note, self.domain(at), &self.values, self.chain)
    }
}

fn by_pace(open: &OpenClause, at: usize) -> f64 {
    if open.pace_of(at) == Some(true) {
        1.0
    } else {
        0.0
    }
}

/// Bare numbers go on with what the sentence tells rather than follow a word that only supports.
fn by_weak_names(open: &OpenClause, at: usize) -> f64 {
    let each = if open.is_part_of_another(at) {
        1.0
    } else if open.goes_on_bare(at) {
        2.0
    } else {
        3.0
    };
    each * open.weak_names(at).count() as f64
}

/// What was done is said by its thing rather than by its place ("wheel in the yard 20 km").
fn by_things(open: &OpenClause, at: usize) -> f64 {
    let OpenClause {
        note,
        contenders,
        claims,
        previous,
        ..
    } = *open;
    let things = open.weak_names(at).filter(|claim| {
        lends_to_amount(note, claim) && !goes_on_with(note, contenders, claims, claim, previous)
    });
    2.0 * things.count() as f64
}

fn by_repeated_parts(open: &OpenClause, at: usize) -> f64 {
    let pieces = open.note.pieces_in(open.clause.clone()).iter();
    pieces
        .map(|piece| repeated(open.domain(at), piece))
        .fold(0.0, f64::max)
}

fn by_units(open: &OpenClause, at: usize) -> f64 {
    let values = open.values.iter();
    values
        .map(|value| fit(open.note, open.domain(at), value))
        .fold(0.0, f64::max)
}

/// A word for the value says more than that another domain goes on ("…, shine 80").
fn by_words(open: &OpenClause, at: usize) -> f64 {
    let (note, domain) = (open.note, open.domain(at));
    let said = within(open.contenders[at].hits, open.clause.clone());
    let words = said.iter().filter(|hit| match hit.meaning {
        Meaning::Slot(slot) => open
            .values
            .iter()
            .any(|value| slot_values::fits(domain, note.tokens, slot, value)),
        Meaning::Mark(mark) => {
            let mark = &domain.notation.marks[mark];
            mark.field.is_none() && !mark.also.is_empty()
        }
        Meaning::Opens => true,
        _ => false,
    });
    3.0 * words.count() as f64
}

/// Told before the name of its sentence ("60 by 12, 70 by 10 granite").
fn by_name_ahead(open: &OpenClause, at: usize) -> f64 {
    let rest = open.clause.end..open.note.sentence_of(open.clause.start).end;
    let mut ahead = within(open.claims, rest).iter();
    let next = ahead.find(|claim| claim.strong);
    let led = open.parts_ahead == Some(at) || next.is_some_and(|claim| claim.domain == at);
    if led && open.is_taken_by(at) {
        1.5
    } else {
        0.0
    }
}

fn by_going_on(open: &OpenClause, at: usize) -> f64 {
    match open.previous {
        Some((owner, sentence)) if owner == at && open.is_taken_by(at) => {
            let same = sentence == open.note.sentence[open.clause.start];
            if same { 2.5 } else { 1.5 }
        }
        _ => 0.0,
    }
}

/// "500 m 1:52, 500 m 1:50, …": what the clause before told of the same kinds goes on.
fn by_same_kinds(open: &OpenClause, at: usize) -> f64 {
    let here = (at, open.note.sentence[open.clause.start]);
    if open.previous == Some(here) && same_kinds(open.note, open.clause, &open.values) {
        3.5
    } else {
        0.0
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
pub(super) fn goes_on_in_parts(
    note: &Note,
    domain: &CompiledNotation,
    clause: &Range<usize>,
) -> bool {
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
fn repeated(domain: &CompiledNotation, piece: &NumericExpression) -> f64 {
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
fn fit(note: &Note, domain: &CompiledNotation, value: &NumericValue) -> f64 {
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
fn takes(note: &Note, domain: &CompiledNotation, values: &[&NumericValue], chain: bool) -> bool {
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
