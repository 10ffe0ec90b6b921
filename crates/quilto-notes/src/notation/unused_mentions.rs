//! Names and days that went into nothing: a thing that a note names stands in its data, and what it
//! tells of another day stands there, or it is told that it was not read.

use std::ops::Range;

use chrono::NaiveDate;

use super::endings::{self, Ending};
use super::item_segmentation::ItemMatch;
use super::loaded_domain::LoadedDomain;
use super::note::Note;
use super::spans::within;
use quilto_text::dates::{self, DateMention, Direction};
use quilto_text::{Symbol, TokenKind};

/// So many words before an hour may say what it is the hour of.
const HOUR_WORDS: usize = 3;

/// Known things of a domain in text that is another's, or nobody's.
pub(super) fn things(
    note: &Note,
    loaded: &[LoadedDomain],
    owned: &[Option<usize>],
) -> Vec<Range<usize>> {
    let free = |at: usize| !note.dead[at] && !note.used[at] && !note.is_told(at);
    let mut lost = Vec::new();
    for (at, domain) in loaded.iter().enumerate() {
        let known = domain.things.iter();
        let known = known.filter(|thing| !matches!(thing.is, ItemMatch::Unknown));
        let names = known.map(|thing| &thing.name);
        let foreign = |name: &Range<usize>| name.clone().any(|word| owned[word] != Some(at));
        let names = names.filter(|name| foreign(name) && !note.denies(name.start));
        lost.extend(names.filter(|name| (*name).clone().all(free)).cloned());
    }
    lost
}

/// The only hour of a note, of going to bed, where nothing is told of the night that it could belong to.
pub(super) fn bedtime(note: &Note, dated: &[bool], nights: &[usize]) -> Option<Range<usize>> {
    let tokens = note.tokens;
    let hour = |at: &usize| {
        let number = tokens[*at].number().is_some();
        dated[*at]
            && (number || matches!(tokens[*at].kind, TokenKind::Time(_) | TokenKind::Clock(_)))
    };
    let of_bed = |at: &usize| {
        let before = tokens[at.saturating_sub(HOUR_WORDS)..*at].iter().rev();
        let words = before.take_while(|token| token.is_word()).count();
        let mut words = at - words..*at;
        words.any(|at| endings::is(tokens.norm(at), Ending::Bed))
    };
    let mut hours = (0..tokens.len()).filter(hour);
    let only = hours
        .next()
        .filter(|at| hours.next().is_none() && of_bed(at))?;
    let free = nights.is_empty() && !note.dead[only] && !note.is_told(only);
    free.then_some(only..only + 1)
}

/// The days that something is told of, and that are not the day of the note.
pub(super) struct UnusedDays<'a, 't> {
    pub note: &'a Note<'t>,
    pub today: NaiveDate,
    /// The day that the note is filed under.
    pub day: NaiveDate,
    /// Where something is told of the night before.
    pub nights: &'a [usize],
    /// Names of what is done.
    pub names: &'a [Range<usize>],
}

impl UnusedDays<'_, '_> {
    pub fn lost(&self, found: &[DateMention]) -> Vec<Range<usize>> {
        let others = found.iter().filter(|date| self.is_other(date));
        others.map(|date| date.tokens.clone()).collect()
    }

    fn is_other(&self, date: &DateMention) -> bool {
        let note = self.note;
        let sentence = note.sentence_of(date.tokens.start);
        let live = |at: usize| !note.dead[at];
        let numbers = note.pieces_in(sentence.clone()).iter();
        let named = within(self.names, sentence).iter();
        let told = numbers.map(|piece| piece.tokens.start);
        let mut told = told.chain(named.map(|name| name.start));
        date.is_day()
            && date.direction == Direction::Past
            && date.range.start != self.day
            && live(date.tokens.start)
            && told.any(live)
            && dates::says_when(note.tokens, date, self.today)
            && !tells_of_night(date, note, self.today, self.nights, self.names)
    }
}

/// "last night 4.5 hrs": the day before, in a clause that tells of the night and of nothing else. What
/// is noted in the morning tells of the night before. As a heading it is a day like any other.
pub(super) fn tells_of_night(
    date: &DateMention,
    note: &Note,
    today: NaiveDate,
    nights: &[usize],
    names: &[Range<usize>],
) -> bool {
    let clause = note.clause_of(date.tokens.start);
    let heading = note.tokens.get(date.tokens.end).is_none_or(|next| {
        next.is(Symbol::Colon) || next.is(Symbol::Dash) || next.kind == TokenKind::Newline
    });
    let other = names.iter().any(|name| clause.contains(&name.start));
    let headed = heading && date.tokens.start == clause.start;
    today.pred_opt() == Some(date.range.start)
        && nights.iter().any(|night| clause.contains(night))
        && !headed
        && !other
}
