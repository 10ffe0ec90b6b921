//! Cuts what a note tells of grouped things into single things.
//!
//! A thing is one name with all its words, between the signs, amounts and small words that part it from
//! the next. Where the vocabulary knows all of the name, the thing is what it says; where it knows only
//! the head and says that names which end with it are kinds of it, its figures hold; else the name is
//! kept as typed, and nothing is known of it.

mod amounts;
mod known_names;
mod parts_and_repeats;
mod unknown_names;
mod words;

use std::ops::Range;

use super::compiled_notation::{CompiledNotation, Meaning};
use super::note::Note;
use super::phrases::Hit;
use super::records::TermMention;
use super::spans::HasStart;
use quilto_domain::{Term, Vocabulary};
use quilto_text::UnitId;
pub(super) use words::{is_small, typed_name};

/// A thing that a note tells of.
#[derive(Clone, Debug)]
pub(super) struct ItemSpan<'c> {
    /// The tokens of its name.
    pub name: Range<usize>,
    pub is: ItemMatch<'c>,
    /// How much there was, where that was told without a number: "slice lemon cake".
    pub told: Option<WordedAmount>,
}

impl HasStart for ItemSpan<'_> {
    fn start(&self) -> usize {
        self.name.start
    }
}

/// An amount in words.
#[derive(Clone, Debug)]
pub(super) struct WordedAmount {
    pub amount: f64,
    pub unit: Option<UnitId>,
}

/// What is known of a thing.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemMatch<'c> {
    /// All of the name.
    Known(&'c Term),
    /// What it is a kind of, so that the figures of that hold.
    KindOf(&'c Term),
    Unknown,
}

/// What tells where names begin and end.
pub(super) struct ItemSegmenter<'a, 'c, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a CompiledNotation,
    pub terms: &'a [TermMention<'c>],
    pub hits: &'a [Hit<Meaning>],
    /// Tokens of the names of other domains.
    pub foreign: &'a [bool],
    pub vocabulary: &'c Vocabulary,
}

impl<'c> ItemSegmenter<'_, 'c, '_> {
    /// The things of a note, in order; none overlaps another.
    pub fn things(&self) -> Vec<ItemSpan<'c>> {
        let Some(free) = &self.domain.notation.item.free_names else {
            return self.known(None);
        };
        let mut things = self.known(Some(free));
        for at in 0..things.len() {
            self.widen(at, &mut things, free);
        }
        let unknown = self.unknown(&things, free);
        things.extend(unknown);
        let compounds = self.compounds(&things, free);
        things.extend(compounds);
        things.sort_by_key(|thing| thing.name.start);
        self.join_fillings(&mut things, free);
        self.drop_repeats(&mut things);
        self.drop_parts(&mut things);
        for at in 0..things.len() {
            let floor = at
                .checked_sub(1)
                .map_or(0, |before| things[before].name.end);
            things[at].told = self.told_beside(&things[at].name, floor, free);
        }
        things
    }
}

/// The thing whose name a token is part of.
fn thing_at<'a, 'c>(things: &'a [ItemSpan<'c>], at: usize) -> Option<&'a ItemSpan<'c>> {
    let next = things.partition_point(|thing| thing.name.end <= at);
    things.get(next).filter(|thing| thing.name.contains(&at))
}
