//! Cuts what a note tells of grouped things into single things.
//!
//! A thing is one name with all its words, between the signs, amounts and small words that part it from
//! the next. Where the vocabulary knows all of the name, the thing is what it says; where it knows only
//! the head and says that names which end with it are kinds of it, its figures hold; else the name is
//! kept as typed, and nothing is known of it.

use std::ops::Range;

use super::compiled::{Compiled, Meaning};
use super::endings::{self, Ending};
use super::note::Note;
use super::numeric_expressions::NumericValue;
use super::phrases::Hit;
use super::records::TermMention;
use super::spans::{Placed, around, within};
use crate::domain::{FreeNames, Term, Vocabulary};
use crate::text::{Script, Symbol, TokenKind, Tokens, UnitId, is_josa, lexicon, particle_tail};

/// A name has no more words than this before its known one; more are a sentence.
const MOST_BEFORE: usize = 3;
/// And no more than this behind it.
const MOST_BEHIND: usize = 2;
/// How far before a name stands the word that says that it is told again.
const AMENDED: usize = 3;
/// A name of which nothing is known has no more words than this.
const MOST_WORDS: usize = 4;

/// A thing that a note tells of.
#[derive(Clone, Debug)]
pub(super) struct ItemSpan<'c> {
    /// The tokens of its name.
    pub name: Range<usize>,
    pub is: ItemMatch<'c>,
    /// How much there was, where that was told without a number: "slice lemon cake".
    pub told: Option<WordedAmount>,
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

/// What tells where names begin and end.
pub(super) struct ItemSegmenter<'a, 'c, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a Compiled,
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

    /// Names of the vocabulary, those that make up one name together.
    fn known(&self, free: Option<&FreeNames>) -> Vec<ItemSpan<'c>> {
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

    fn names_thing(&self, term: &Term) -> bool {
        let kinds = &self.domain.notation.item.kinds;
        kinds.iter().any(|kind| **kind == *term.kind)
    }

    fn kind_of(&self, term: &'c Term, free: Option<&FreeNames>) -> ItemMatch<'c> {
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

    /// "eggs", "bananas": several things are no part of another's name.
    fn is_plural(&self, thing: &ItemSpan) -> bool {
        let at = thing.name.end - 1;
        let word = self.note.tokens.norm(at);
        let known = match thing.is {
            ItemMatch::Known(term) | ItemMatch::KindOf(term) => term.name.to_lowercase(),
            ItemMatch::Unknown => String::new(),
        };
        word.ends_with('s') && !word.ends_with("ss") && !known.ends_with('s')
    }

    /// Takes the unknown words beside a known name into it.
    fn widen(&self, at: usize, things: &mut [ItemSpan<'c>], free: &FreeNames) {
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

    /// Whether a word behind a name is one that ends it, rather than goes on with a sentence.
    fn ends_name(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        lexicon::core().stop_words.contains(word)
            || self.joins(at)
            || word.chars().count() < 2
            || self.is_own(at)
    }

    /// "cheese and pickle sandwich": what fills a head stands before it, one bare name beside another.
    fn join_fillings(&self, things: &mut Vec<ItemSpan<'c>>, free: &FreeNames) {
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

    /// Names of which the vocabulary knows nothing, where a thing is to be expected.
    fn unknown(&self, things: &[ItemSpan<'c>], free: &FreeNames) -> Vec<ItemSpan<'c>> {
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
    fn compounds(&self, things: &[ItemSpan<'c>], free: &FreeNames) -> Vec<ItemSpan<'c>> {
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

    /// "a biscuit. ok two biscuits": what is told again with another amount was told too low.
    fn drop_repeats(&self, things: &mut Vec<ItemSpan<'c>>) {
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
    fn drop_parts(&self, things: &mut Vec<ItemSpan<'c>>) {
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

    fn is_noun(&self, at: usize, free: &FreeNames) -> bool {
        let word = self.note.tokens.norm(at);
        let joined = joint_of(word).is_some_and(|joint| endings::is(joint, Ending::With));
        self.is_hangul(at)
            && (at == 0 || self.note.tokens[at].spaced)
            && self.is_word_of_name(at, free)
            && !endings::ends(word, &[Ending::Sentence])
            && !joined
            && !lexicon::core().stop_words.contains(word)
    }

    /// The value that ends right before a name, be it with a word for "of" and an article between.
    fn amount_before(&self, name: usize) -> Option<&NumericValue> {
        let mut end = name;
        while end > 0 && is_small(self.note.tokens, end - 1) {
            end -= 1;
        }
        let from = end.saturating_sub(4);
        let pieces = within(&self.note.pieces, from..end).iter();
        let mut plain = pieces.filter_map(|piece| piece.plain());
        plain.find(|value| value.tokens.end == end && !self.note.used[value.tokens.start])
    }

    /// The measure right before a name that has no number of its own: "slice cake".
    fn measure_before(&self, name: usize, floor: usize) -> Option<UnitId> {
        let mut end = name;
        while end > floor && is_small(self.note.tokens, end - 1) {
            end -= 1;
        }
        let at = end
            .checked_sub(1)
            .filter(|at| *at >= floor && self.note.tokens[*at].is_word())?;
        let unit = self.note.tokens.units().word(self.note.tokens.norm(at))?;
        let inside = within(&self.note.pieces, at.saturating_sub(3)..at + 1);
        let counted = inside.iter().any(|piece| piece.tokens.contains(&at));
        (self.fills_amount(unit) && !counted && !self.note.used[at]).then_some(unit)
    }

    /// The amount that is told in words beside a name: "couple slices of cake", "밥 반만".
    fn told_beside(
        &self,
        name: &Range<usize>,
        floor: usize,
        free: &FreeNames,
    ) -> Option<WordedAmount> {
        let said = |at: usize| {
            let word = self.note.tokens.norm(at);
            let stem = particle_tail(word).map_or(word, |tail| &word[..tail]);
            let short = word
                .char_indices()
                .next_back()
                .filter(|(at, _)| is_josa(&word[*at..]));
            let short = short.map(|(at, _)| &word[..at]);
            [Some(word), Some(stem), short]
                .into_iter()
                .flatten()
                .find_map(|word| free.amounts.get(word).copied())
        };
        let small = |end: usize| {
            (floor..end)
                .rev()
                .take_while(|at| is_small(self.note.tokens, *at))
                .last()
                .unwrap_or(end)
        };
        let mut end = small(name.start);
        let unit = self.measure_before(name.start, floor);
        if unit.is_some() {
            end = small(end - 1);
        }
        let before = end.checked_sub(1).filter(|at| *at >= floor).and_then(said);
        let behind = || {
            let at = Some(name.end).filter(|at| *at < self.note.tokens.len())?;
            // "grilled chicken half, salad"
            let ends = self.note.tokens.get(at + 1).is_none_or(|next| {
                !next.is_word() && next.number().is_none()
                    || endings::is(self.note.tokens.norm(at + 1), Ending::Of)
            });
            let part = || said(at).filter(|amount| ends && *amount < 1.0);
            if self.is_hangul(at) { said(at) } else { part() }
        };
        let amount = before.or_else(behind).or(unit.map(|_| 1.0))?;
        Some(WordedAmount { amount, unit })
    }

    /// Whether a unit can be that of an amount.
    fn fills_amount(&self, unit: UnitId) -> bool {
        let estimates = self.domain.notation.item.estimates.as_ref();
        let amount = estimates.and_then(|estimates| self.domain.slot_named(&estimates.amount));
        let slots = self.domain.slots_of_unit(self.note.tokens.unit(unit));
        amount.is_some_and(|amount| slots.contains(&amount))
            || &*self.note.tokens.unit(unit).name == "piece"
    }

    /// Whether a value can be an amount: by its unit, or as a number that is usual for one.
    fn could_count(&self, value: &NumericValue) -> bool {
        let Some(unit) = value.unit else {
            let estimates = self.domain.notation.item.estimates.as_ref();
            let slot = estimates.and_then(|estimates| self.domain.slot_named(&estimates.amount));
            let usual = slot.and_then(|slot| self.domain.slot(slot).usual);
            let [least, most] = usual.unwrap_or([0.0, f64::MAX]);
            return value
                .one()
                .is_some_and(|one| (least..=most).contains(&one) && (one * 4.0).fract() == 0.0);
        };
        self.fills_amount(unit)
    }

    /// Whether a value has a measure that only this domain's things come in.
    fn has_measure(&self, value: &NumericValue) -> bool {
        value
            .unit
            .is_some_and(|unit| self.domain.is_own_count(self.note.tokens.unit(unit)))
    }

    /// Whether a word joins names.
    fn joins(&self, at: usize) -> bool {
        endings::is(self.note.tokens.norm(at), Ending::And)
            || matches!(
                self.note.tokens[at].kind,
                TokenKind::Symbol(Symbol::And | Symbol::Plus)
            )
    }

    /// Whether a word parts names in this domain.
    fn parts(&self, at: usize, free: &FreeNames) -> bool {
        free.parting
            .iter()
            .any(|word| word == self.note.tokens.norm(at))
    }

    /// Whether a word is of a group of this domain, or opens what it tells.
    fn is_own(&self, at: usize) -> bool {
        let group = self.domain.notation.group.as_ref();
        let term = around(self.terms, at).iter().any(|place| {
            place.tokens.contains(&at) && group.is_some_and(|group| *group.kind == *place.term.kind)
        });
        term || around(self.hits, at)
            .iter()
            .any(|hit| hit.tokens.contains(&at) && hit.meaning == Meaning::Opens)
    }

    fn is_hangul(&self, at: usize) -> bool {
        self.note.tokens[at].kind == TokenKind::Word(Script::Hangul)
    }

    /// Whether a word, or a dash inside one, can be part of a name.
    fn is_part(&self, at: usize, free: &FreeNames) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        if tokens[at].is(Symbol::Dash) || tokens[at].is(Symbol::Quote) {
            return !tokens[at].spaced
                && tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is_word() && !next.spaced);
        }
        let named = || {
            !endings::is(word, Ending::How)
                && !lexicon::core().stop_words.contains(word)
                && !endings::ends(word, &[Ending::Telling])
        };
        tokens[at].kind == TokenKind::Word(Script::Latin)
            && self.is_word_of_name(at, free)
            && (named() || self.is_how(at, free))
    }

    /// Whether nothing else is said by a word.
    fn is_word_of_name(&self, at: usize, free: &FreeNames) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        let cue = around(&self.note.cues, at);
        let hit = around(self.hits, at);
        let term = around(self.terms, at);
        tokens[at].is_word()
            && word.chars().count() > 1
            && !self.note.used[at]
            && !self.note.dead[at]
            && !self.foreign[at]
            && !free.outside.iter().any(|outside| outside == word)
            && !free.parting.iter().any(|parting| parting == word)
            && !self.joins(at)
            && tokens.units().word(word).is_none()
            && !cue.iter().any(|cue| cue.tokens.contains(&at))
            && !hit.iter().any(|hit| hit.tokens.contains(&at))
            && !term.iter().any(|term| term.tokens.contains(&at))
    }

    /// Whether a word only says how a thing was made, or how large it was.
    fn is_how(&self, at: usize, free: &FreeNames) -> bool {
        free.qualifiers
            .iter()
            .any(|word| word == self.note.tokens.norm(at))
    }
}

/// "of", "a", "my" between an amount and a name.
pub(super) fn is_small(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.norm(at);
    endings::is(word, Ending::Of)
        || endings::is(word, Ending::Whose)
        || endings::is(word, Ending::The)
        || lexicon::core().articles.contains(word)
}

/// A name as typed, without what sticks to its end.
pub(super) fn typed_name(tokens: &Tokens, name: &Range<usize>) -> String {
    let typed = tokens.slice(tokens.span_of(name.clone()));
    let last = name.end.saturating_sub(1);
    let hangul = tokens[last].kind == TokenKind::Word(Script::Hangul);
    match joint_of(tokens.norm(last)).filter(|_| hangul) {
        Some(joint) => typed.trim_end_matches(joint).to_owned(),
        None => typed.to_owned(),
    }
}

/// The particle at the end of a word that makes it a subject or joins it to the next.
fn joint_of(word: &str) -> Option<&str> {
    let tail = particle_tail(word).map(|tail| &word[tail..])?;
    let joins = [Ending::Subject, Ending::With]
        .into_iter()
        .any(|ending| endings::is(tail, ending));
    joins.then_some(tail)
}

/// The thing whose name a token is part of.
pub(super) fn thing_at<'a, 'c>(things: &'a [ItemSpan<'c>], at: usize) -> Option<&'a ItemSpan<'c>> {
    let next = things.partition_point(|thing| thing.name.end <= at);
    things.get(next).filter(|thing| thing.name.contains(&at))
}

impl Placed for ItemSpan<'_> {
    fn start(&self) -> usize {
        self.name.start
    }
}
