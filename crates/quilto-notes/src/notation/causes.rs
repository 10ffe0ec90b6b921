//! Names that only say what something comes from: "tired from the granite", "화강암 때문에".

use std::ops::Range;

use super::endings::{self, Ending};
use super::loaded_domain::{LoadedDomain, opens};
use super::note::Note;
use super::spans::within;

/// Words between a word for "from" and the name behind it: "from my last granite".
const BETWEEN: usize = 3;

/// The names of things done that are told as the cause of something, and with no figure of their own.
pub(super) fn causes(note: &Note, loaded: &[LoadedDomain], skip: &[bool]) -> Vec<Range<usize>> {
    let names = loaded.iter().flat_map(|domain| {
        let opening = |term: &_| opens(&domain.compiled, term);
        domain.terms.iter().filter(move |place| opening(place.term))
    });
    let told = |name: &Range<usize>| {
        let clause = note.clause_of(name.start);
        let unfigured = note.pieces_in(name.end..clause.end).is_empty();
        let behind = note.tokens.get(name.end).is_some()
            && endings::is(note.tokens.norm(name.end), Ending::Caused);
        behind || unfigured && comes_from(note, name, skip) && feels(note, loaded, name)
    };
    names
        .map(|place| place.tokens.clone())
        .filter(told)
        .collect()
}

/// Whether "from" stands before a name, or "after" with the day it was done on.
fn comes_from(note: &Note, name: &Range<usize>, skip: &[bool]) -> bool {
    let before = name.start.saturating_sub(BETWEEN + 1)..name.start;
    let mut dated = false;
    for at in before.rev() {
        let word = note.tokens.norm(at);
        if endings::is(word, Ending::Cause) {
            return true;
        }
        if endings::is(word, Ending::Afterwards) {
            return dated;
        }
        dated |= skip[at];
        if !note.tokens[at].is_word() && !skip[at] {
            return false;
        }
    }
    false
}

/// Whether the sentence of a name tells how a part of the body feels.
fn feels(note: &Note, loaded: &[LoadedDomain], name: &Range<usize>) -> bool {
    let sentence = note.sentence_of(name.start);
    loaded.iter().any(|domain| {
        let state = domain.compiled.notation.state.as_ref();
        state.is_some_and(|state| {
            let told = within(&domain.terms, sentence.clone()).iter();
            let kinds = [&state.parts, &state.feelings];
            let mut told = told.map(|place| &*place.term.kind);
            told.any(|kind| kinds.iter().any(|of| of.as_deref() == Some(kind)))
        })
    })
}
