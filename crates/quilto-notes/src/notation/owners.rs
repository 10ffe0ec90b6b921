//! Whose each stretch of a note is, where several domains are loaded.
//!
//! A clause belongs to the domain whose names stand in it. Where none does, the domain whose words,
//! units and usual quantities fit best has it; a clause that only goes on belongs to the one before.

use std::ops::Range;

use super::claims::{Claim, goes_on_with, lends_to_amount, only_says_where};
use super::domain_candidate::DomainCandidate;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue};
use super::open_clauses::{OpenClause, goes_on_in_parts};
use super::spans::within;
use quilto_text::TokenKind;

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
            let open = OpenClause::of(note, &clause, contenders, claims, previous);
            let best = open.owner();
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
