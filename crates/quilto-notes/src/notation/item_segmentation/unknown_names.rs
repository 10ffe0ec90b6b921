//! Names of which the vocabulary knows nothing, or only how they end, where a thing is to be expected.

use std::ops::Range;

use super::super::spans::within;
use super::words::joint_of;
use super::{ItemMatch, ItemSegmenter, ItemSpan, thing_at};
use quilto_domain::{FreeNames, Term};
use quilto_text::{Symbol, particle_tail};

/// A name of which nothing is known has no more words than this.
const MOST_WORDS: usize = 4;

/// Where words of the domain and of others stand, in order.
struct WordPositions {
    /// What names a group or opens what is told.
    own: Vec<usize>,
    foreign: Vec<usize>,
}

fn any_in(places: &[usize], range: &Range<usize>) -> bool {
    let from = places.partition_point(|at| *at < range.start);
    places.get(from).is_some_and(|at| *at < range.end)
}

impl<'c> ItemSegmenter<'_, 'c, '_> {
    /// Names of which the vocabulary knows nothing, where a thing is to be expected.
    pub(super) fn unknown(&self, things: &[ItemSpan<'c>], free: &FreeNames) -> Vec<ItemSpan<'c>> {
        let all = 0..self.note.tokens.len();
        let places = WordPositions {
            own: all
                .clone()
                .filter(|at| self.is_own(*at) && !self.note.dead[*at])
                .collect(),
            foreign: all.filter(|at| self.foreign[*at]).collect(),
        };
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.note.tokens.len() {
            let clause = self.note.clause_of(at);
            if let Some(thing) = thing_at(things, at) {
                at = thing.name.end.max(at + 1);
                continue;
            }
            if !self.is_part(at, free) {
                at += 1;
                continue;
            }
            let next = things.get(things.partition_point(|thing| thing.name.start <= at));
            let ceiling = next.map_or(clause.end, |next| clause.end.min(next.name.start));
            let end = (at..ceiling)
                .find(|at| !self.is_part(*at, free))
                .unwrap_or(ceiling);
            let name = at..end.max(at + 1);
            if self.is_told(&name, &clause, things, &places, free) {
                found.push(name.clone());
            }
            at = name.end;
        }
        found.extend(self.counted_hangul(things, &places, free));
        let thing = |name| ItemSpan {
            name,
            is: ItemMatch::Unknown,
            told: None,
        };
        found.into_iter().map(thing).collect()
    }

    /// Whether unknown words stand where a thing is told.
    fn is_told(
        &self,
        name: &Range<usize>,
        clause: &Range<usize>,
        things: &[ItemSpan],
        places: &WordPositions,
        free: &FreeNames,
    ) -> bool {
        let words = name
            .clone()
            .filter(|at| self.note.tokens[*at].is_word())
            .count();
        let plain = name.clone().all(|at| self.is_how(at, free));
        if words > MOST_WORDS || plain || self.note.tokens.norm(name.start).len() < 3 {
            return false;
        }
        let sentence = self.note.sentence_of(name.start);
        let told = |range: Range<usize>| {
            !within(things, range.clone()).is_empty() || any_in(&places.own, &range)
        };
        let strange = any_in(&places.foreign, clause);
        let next = self
            .note
            .tokens
            .get(name.end)
            .filter(|_| name.end < clause.end);
        let ends = next.is_none_or(|next| !next.is_word() || self.ends_name(name.end));
        let opens = next.is_some_and(|next| next.is(Symbol::Colon) || next.is(Symbol::Dash));
        if strange || !ends || opens {
            return false;
        }
        let fed = told(sentence.start..name.start) || told(name.end..sentence.end);
        match self.amount_before(name.start) {
            Some(value) if self.has_measure(value) => true,
            Some(value) => fed && self.could_count(value),
            None if self.measure_before(name.start, clause.start).is_some() => true,
            None => {
                let before = name
                    .start
                    .checked_sub(1)
                    .filter(|_| name.start > clause.start);
                let alone = before.is_none_or(|before| {
                    !self.note.tokens[before].is_word()
                        && self.note.tokens[before].number().is_none()
                        || self.joins(before)
                        || self.is_own(before)
                        || self.parts(before, free)
                });
                // "with Tom"
                let typed = self.note.tokens.slice(self.note.tokens[name.start].span);
                let someone = name.start > clause.start && typed.starts_with(char::is_uppercase);
                alone && !someone && told(sentence.start..name.start)
            }
        }
    }

    /// "동그랑땡 4개": an unknown word right before an amount.
    fn counted_hangul(
        &self,
        things: &[ItemSpan],
        places: &WordPositions,
        free: &FreeNames,
    ) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for piece in &self.note.pieces {
            let Some(value) = piece.plain().filter(|value| value.one().is_some()) else {
                continue;
            };
            let at = piece.tokens.start;
            let clause = self.note.clause_of(at);
            let Some(word) = at.checked_sub(1).filter(|word| clause.contains(word)) else {
                continue;
            };
            let taken = thing_at(things, word).is_some();
            let strange = any_in(&places.foreign, &clause);
            let sentence = self.note.sentence_of(at);
            let fed = any_in(&places.own, &sentence) || !within(things, sentence).is_empty();
            let amount = self.could_count(value);
            if taken
                || strange
                || !amount
                || !(fed || self.has_measure(value))
                || !self.is_noun(word, free)
            {
                continue;
            }
            let led = word.checked_sub(1).filter(|led| {
                clause.contains(led)
                    && self.is_noun(*led, free)
                    && joint_of(self.note.tokens.norm(*led)).is_none()
                    && thing_at(things, *led).is_none()
            });
            found.push(led.unwrap_or(word)..word + 1);
        }
        found
    }

    /// "우리집김치", "초계국수": a word that ends with a known name, where things are told.
    pub(super) fn compounds(&self, things: &[ItemSpan<'c>], free: &FreeNames) -> Vec<ItemSpan<'c>> {
        let all = 0..self.note.tokens.len();
        let fits = |at: &usize| {
            let sentence = self.note.sentence_of(*at);
            let told = || {
                let own = (sentence.clone()).any(|at| self.is_own(at) && !self.note.dead[at]);
                own || !within(things, sentence.clone()).is_empty()
            };
            thing_at(things, *at).is_none()
                && !self.foreign[*at]
                && !self.note.dead[*at]
                && !self.note.used[*at]
                && self.is_noun(*at, free)
                && told()
        };
        let found = all.filter(fits).filter_map(|at| {
            let term = self.ends_with_name(self.note.tokens.norm(at))?;
            Some(ItemSpan {
                name: at..at + 1,
                is: self.kind_of(term, Some(free)),
                told: None,
            })
        });
        found.collect()
    }

    /// The longest known name that a word ends with, a particle left out.
    fn ends_with_name(&self, word: &str) -> Option<&'c Term> {
        let stem = particle_tail(word).map_or(word, |tail| &word[..tail]);
        let mut ends = stem.char_indices().map(|(at, _)| &stem[at..]).skip(1);
        ends.find_map(|end| {
            let long = end.chars().count() > 1;
            let term = self.vocabulary.canonical(end).filter(|_| long)?;
            self.names_thing(term).then_some(term)
        })
    }
}
