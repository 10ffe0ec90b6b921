//! What a note speaks of without its writer having done it: plans, skipped things, other people's
//! doings, values that only compare.

mod cue_words;
mod people;

use std::ops::Range;

use super::cues::Cue;
use super::note::Note;
use super::spans::within;
use cue_words::CuePlace;
use people::{People, others_doing, people};
use quilto_text::TokenKind;

/// What was set aside, as far as the writer is told of it.
#[derive(Debug, Default)]
pub(super) struct NotPerformed {
    /// Words that talk to a machine.
    pub commands: bool,
    /// What somebody else did, where it has numbers.
    pub of_others: Vec<Range<usize>>,
    /// What somebody else could have done, and is taken for the writer's.
    pub perhaps: Vec<Range<usize>>,
}

/// What is to be set aside of a note.
#[derive(Default)]
struct SetAside {
    dead: Vec<Range<usize>>,
    /// Denied by its name: not told of further on either.
    denied: Vec<Range<usize>>,
    of_others: Vec<Range<usize>>,
    /// Words that talk to a machine.
    commands: Vec<usize>,
}

/// Marks the tokens of a note that say nothing of what was done. `reckoned` are words for what was
/// worked out rather than done, `held` are clauses that tell of nothing done by their acts.
///
/// `mentions` are the places of item names: "no" before one of them means it was not done. `known`
/// says of a token that a domain has a meaning for it, so that it names nobody.
///
/// Words that talk to a machine end what is read of their paragraph, whatever it goes on to say.
pub(super) fn mark_undone(
    note: &mut Note,
    mentions: &[Range<usize>],
    known: &dyn Fn(usize) -> bool,
    reckoned: &[Range<usize>],
    held: impl Iterator<Item = Range<usize>>,
) -> NotPerformed {
    let mut aside = SetAside {
        dead: held.collect(),
        ..SetAside::default()
    };
    let reckoned = reckoned.iter().map(|words| worked_out(note, words));
    aside.dead.extend(reckoned);
    let living = note.cues.iter().filter(|hit| !note.dead[hit.tokens.start]);
    for hit in living {
        aside.add_cue(&CuePlace::of(note, mentions, hit));
    }
    let People { others, perhaps } = people(note, mentions, known);
    for at in others {
        aside.of_others.extend(others_doing(note, at..at + 1));
    }
    aside.dead.extend(aside.of_others.iter().cloned());
    aside.mark(note, mentions);
    NotPerformed {
        commands: !aside.commands.is_empty(),
        of_others: with_numbers(note, aside.of_others),
        perhaps: perhaps
            .into_iter()
            .map(|at| at..note.clause_of(at).end)
            .collect(),
    }
}

impl SetAside {
    fn add_cue(&mut self, place: &CuePlace) {
        match place.cue {
            Cue::Command => self.commands.push(place.words.start),
            Cue::Not => self.denied.extend(place.denied()),
            Cue::Other => {
                let doing = others_doing(place.note, place.words.clone());
                self.of_others.extend(doing);
            }
            _ => {
                let aside = place.set_aside(&self.dead);
                self.dead.extend(aside);
            }
        }
    }

    fn mark(&self, note: &mut Note, mentions: &[Range<usize>]) {
        for range in &self.dead {
            note.dead[range.clone()].fill(true);
        }
        // What was done instead may be told without naming it again: the name stays.
        let kept: Vec<Range<usize>> = self
            .dead
            .iter()
            .filter(|range| goes_on(note, mentions, range))
            .flat_map(|range| within(mentions, range.clone()))
            .cloned()
            .collect();
        for name in kept {
            note.dead[name].fill(false);
        }
        for range in &self.denied {
            note.dead[range.clone()].fill(true);
        }
        for at in &self.commands {
            let start = note.sentence_of(*at).start;
            let end = paragraph_end(note, *at);
            note.dead[start..end].fill(true);
            note.used[start..end].fill(true);
        }
    }
}

/// What a word for what was worked out speaks of: "granite 3x10 est. shine 90": what was done stands before it.
fn worked_out(note: &Note, words: &Range<usize>) -> Range<usize> {
    let clause = note.clause_of(words.start);
    let told = !note.pieces_in(clause.start..words.start).is_empty();
    let from = if told { words.start } else { clause.start };
    from..clause.end
}

/// What others did, where it has numbers, each once.
fn with_numbers(note: &Note, mut doings: Vec<Range<usize>>) -> Vec<Range<usize>> {
    doings.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut told = 0;
    doings.retain(|range| {
        let within = range.start < told;
        told = told.max(range.end);
        !within
    });
    doings.retain(|range| {
        let told = note.pieces_in(range.clone()).iter();
        let mut told = told.filter(|piece| !note.used[piece.tokens.start]);
        told.next().is_some()
    });
    doings
}

/// Whether numbers follow what was set aside that are not, and that nothing is named for: "was to do
/// granite 3x10, got 4", "a friend did …. I did 80": mine, of the same thing.
fn goes_on(note: &Note, mentions: &[Range<usize>], range: &Range<usize>) -> bool {
    let unnamed = |range: Range<usize>| {
        let mut told = note.pieces_in(range.clone()).iter();
        told.any(|piece| !note.dead[piece.tokens.start]) && within(mentions, range).is_empty()
    };
    let sentence = note.sentence_of(range.start);
    let next = note.sentence_of(sentence.end);
    let begins = next.start..(next.start + 2).min(next.end);
    let mine = note.first_cue_in(begins, Cue::Me).is_some();
    unnamed(range.end..sentence.end) || (mine && unnamed(next))
}

/// The blank line after a token, or the end.
fn paragraph_end(note: &Note, at: usize) -> usize {
    let newline = |at: usize| {
        note.tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Newline)
    };
    (at..note.tokens.len())
        .find(|at| newline(*at) && newline(at + 1))
        .unwrap_or(note.tokens.len())
}
