//! Names that are one thing together, or the same thing again: fillings, repeats, and what holds other things.

use super::super::endings::{self, Ending};
use super::words::joint_of;
use super::{ItemMatch, ItemSegmenter, ItemSpan};
use quilto_domain::FreeNames;
use quilto_text::Symbol;

/// How far before a name stands the word that says that it is told again.
const AMENDED: usize = 3;

impl<'c> ItemSegmenter<'_, 'c, '_> {
    /// "cheese and pickle sandwich": what fills a head stands before it, one bare name beside another.
    pub(super) fn join_fillings(&self, things: &mut Vec<ItemSpan<'c>>, free: &FreeNames) {
        let mut at = things.len();
        while at > 1 {
            at -= 1;
            let (first, second) = (&things[at - 1], &things[at]);
            let joined = first.name.end..second.name.start;
            let apart = match first.is {
                ItemMatch::Known(term) | ItemMatch::KindOf(term) => {
                    term.groups
                        .iter()
                        .any(|group| free.apart.iter().any(|apart| **apart == **group))
                        || free.is_head(term)
                }
                ItemMatch::Unknown => first.name.len() > 1,
            };
            let filled = matches!(second.is, ItemMatch::KindOf(_)) && second.name.len() > 1;
            let and = joined.len() == 1 && self.joins(joined.start);
            let beside = joined.is_empty() && !self.is_hangul(second.name.start);
            if filled && (and || beside) && !apart && !self.is_plural(first) && first.name.len() < 3
            {
                let start = first.name.start;
                things[at].name.start = start;
                things.remove(at - 1);
            }
        }
    }

    /// "a biscuit. ok two biscuits": what is told again with another amount was told too low.
    pub(super) fn drop_repeats(&self, things: &mut Vec<ItemSpan<'c>>) {
        let tokens = self.note.tokens;
        let same = |first: &ItemSpan, second: &ItemSpan| match (first.is, second.is) {
            (ItemMatch::Known(one), ItemMatch::Known(other)) => one.name == other.name,
            _ => false,
        };
        let mut at = things.len();
        while at > 1 {
            at -= 1;
            let (first, second) = (&things[at - 1], &things[at]);
            let near = second
                .name
                .start
                .saturating_sub(AMENDED)
                .max(first.name.end);
            let near = near..second.name.start;
            let amended = near.clone().any(|at| {
                let begins = !tokens[at - 1].is_word() && tokens[at - 1].number().is_none();
                begins && endings::is(tokens.norm(at), Ending::Amends)
            });
            let counted = near.clone().any(|at| tokens[at].number().is_some());
            if amended && counted && same(first, second) {
                if let Some(value) = self.amount_before(first.name.start) {
                    self.note.tell(value.tokens.clone());
                }
                things.remove(at - 1);
            }
        }
    }

    /// "smoothie (milk, banana)", "lunch box: rice 150 g, egg": what is made of the things told behind it
    /// counts without them, and what only holds them does not count.
    pub(super) fn drop_parts(&self, things: &mut Vec<ItemSpan<'c>>) {
        let tokens = self.note.tokens;
        let mut at = things.len();
        while at > 0 {
            at -= 1;
            let name = things[at].name.clone();
            let opens = tokens
                .get(name.end)
                .is_some_and(|next| next.is(Symbol::Open));
            let heads = tokens
                .get(name.end)
                .is_some_and(|next| next.is(Symbol::Colon))
                || self.told_of_behind(&things[at]);
            let end = match (opens, heads) {
                (true, _) => (name.end..tokens.len()).find(|at| tokens[*at].is(Symbol::Close)),
                (_, true) => Some(tokens.line(name.start).end),
                _ => None,
            };
            let Some(end) = end else {
                continue;
            };
            let parts = at + 1..things.partition_point(|thing| thing.name.start < end);
            let measured = (name.end..end).any(|at| tokens[at].number().is_some());
            match things[at].is {
                ItemMatch::Known(term) | ItemMatch::KindOf(term)
                    if term.flag("holds") && !parts.is_empty() =>
                {
                    things.remove(at);
                }
                _ if opens && !measured && parts.len() > 1 => {
                    things.drain(parts);
                }
                _ => {}
            }
        }
    }

    /// "full breakfast. 2 eggs, beans", "도시락은 김밥이랑 오이": what holds others is a sentence by itself, or
    /// the topic of its own.
    fn told_of_behind(&self, thing: &ItemSpan) -> bool {
        let (ItemMatch::Known(term) | ItemMatch::KindOf(term)) = thing.is else {
            return false;
        };
        let last = thing.name.end - 1;
        let stops = thing.name.end < self.note.tokens.len()
            && self.note.sentence[thing.name.end] != self.note.sentence[last];
        let topic = self.is_hangul(last)
            && joint_of(self.note.tokens.norm(last))
                .is_some_and(|joint| endings::is(joint, Ending::Is));
        term.flag("holds") && (stops || topic)
    }
}
