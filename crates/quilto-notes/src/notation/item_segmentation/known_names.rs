//! Names that the vocabulary knows, with the words beside them that are part of the name.

use std::ops::Range;

use super::super::records::TermMention;
use super::words::joint_of;
use super::{ItemMatch, ItemSegmenter, ItemSpan};
use quilto_domain::{FreeNames, Term};

/// A name has no more words than this before its known one; more are a sentence.
const MOST_BEFORE: usize = 3;

/// And no more than this behind it.
const MOST_BEHIND: usize = 2;

impl<'c> ItemSegmenter<'_, 'c, '_> {
    /// Names of the vocabulary, those that make up one name together.
    pub(super) fn known(&self, free: Option<&FreeNames>) -> Vec<ItemSpan<'c>> {
        let mut things: Vec<ItemSpan> = Vec::new();
        for place in self
            .terms
            .iter()
            .filter(|place| self.names_thing(place.term))
        {
            let (start, end) = (place.tokens.start, place.tokens.end);
            let live = !self.note.dead[start] && !self.note.used[start];
            if !live {
                continue;
            }
            match things.last_mut() {
                Some(last) if free.is_some_and(|free| self.goes_on(last, place, free)) => {
                    last.name.end = end;
                    last.is = self.kind_of(place.term, free);
                }
                _ => things.push(ItemSpan {
                    name: start..end,
                    is: ItemMatch::Known(place.term),
                    told: None,
                }),
            }
        }
        things
    }

    pub(super) fn names_thing(&self, term: &Term) -> bool {
        let kinds = &self.domain.notation.item.kinds;
        kinds.iter().any(|kind| **kind == *term.kind)
    }

    pub(super) fn kind_of(&self, term: &'c Term, free: Option<&FreeNames>) -> ItemMatch<'c> {
        let head = free.is_some_and(|free| free.is_head(term));
        if head {
            ItemMatch::KindOf(term)
        } else {
            ItemMatch::Unknown
        }
    }

    /// Whether a name is the rest of the one before it: in the same word, or as the head of it.
    fn goes_on(&self, last: &ItemSpan, next: &TermMention, free: &FreeNames) -> bool {
        if last.name.end > next.tokens.start {
            return true;
        }
        let between = last.name.end..next.tokens.start;
        let beside = between.clone().all(|at| self.is_part(at, free));
        let ended = self.is_hangul(last.name.end - 1)
            && joint_of(self.note.tokens.norm(last.name.end - 1)).is_some();
        let apart = self.is_hangul(next.tokens.start);
        let heads = if apart {
            next.term.text(&free.head) == Some("apart")
        } else {
            free.is_head(next.term)
        };
        heads && beside && !ended && !self.is_plural(last) && self.same_clause(last, next)
    }

    fn same_clause(&self, last: &ItemSpan, next: &TermMention) -> bool {
        self.note.clause[last.name.start] == self.note.clause[next.tokens.start]
    }

    /// Takes the unknown words beside a known name into it.
    pub(super) fn widen(&self, at: usize, things: &mut [ItemSpan<'c>], free: &FreeNames) {
        let (before, rest) = things.split_at_mut(at);
        let Some((thing, next)) = rest.split_first_mut() else {
            return;
        };
        if self.is_hangul(thing.name.start) {
            return;
        }
        let clause = self.note.clause_of(thing.name.start);
        let floor = before
            .last()
            .map_or(clause.start, |last| clause.start.max(last.name.end));
        let ceiling = next
            .first()
            .map_or(clause.end, |next| clause.end.min(next.name.start));
        let start = self.first_before(floor, thing.name.start, free);
        let end = self.last_behind(thing.name.end, ceiling, clause.end, free);
        let only_how = |mut range: Range<usize>| range.all(|at| self.is_how(at, free));
        let known = match thing.is {
            ItemMatch::Known(term) | ItemMatch::KindOf(term) => Some(term),
            ItemMatch::Unknown => None,
        };
        if !only_how(thing.name.end..end) {
            thing.is = ItemMatch::Unknown;
        } else if !only_how(start..thing.name.start)
            && let Some(term) = known
        {
            thing.is = self.kind_of(term, Some(free));
        }
        thing.name = start..end;
    }

    fn first_before(&self, floor: usize, name: usize, free: &FreeNames) -> usize {
        let parts = (floor..name).rev().take_while(|at| self.is_part(*at, free));
        let start = parts.last().unwrap_or(name);
        let words = (start..name).filter(|at| self.note.tokens[*at].is_word());
        if words.count() > MOST_BEFORE {
            name
        } else {
            start
        }
    }

    /// Where a name ends that goes on behind its known part. Words before the next name are that one's.
    fn last_behind(&self, name: usize, ceiling: usize, clause: usize, free: &FreeNames) -> usize {
        let parts = (name..ceiling).take_while(|at| self.is_part(*at, free));
        let end = parts.last().map_or(name, |last| last + 1);
        let next = self.note.tokens.get(end).filter(|_| end < clause);
        let prose = next.is_some_and(|next| next.is_word() && !self.ends_name(end));
        let another = end == ceiling && ceiling < clause;
        if prose || another || end - name > MOST_BEHIND {
            name
        } else {
            end
        }
    }
}
