//! Numbers of a note that are days and hours, and the day that it is of.

use std::ops::Range;

use chrono::NaiveDate;

use super::endings::{self, Ending};
use super::note::Note;
use super::numeric_expressions;
use super::unused_mentions::tells_of_night;
use quilto_text::dates::{self, DateMention, Direction};
use quilto_text::{Symbol, TokenKind, Tokens};

/// No hour of the day is so late.
pub(super) const LAST_HOUR: f64 = 25.0;
/// So many words before an hour may say what was over by it.
const DUE_WORDS: usize = 5;

/// "home by 7", "back at my desk by 1.40": whether a number is the hour that something was over by.
pub(super) fn is_due(tokens: &Tokens, at: usize) -> bool {
    let words = tokens[at.saturating_sub(DUE_WORDS)..at].iter().rev();
    let words = words.take_while(|token| token.is_word()).count();
    let mut before = at - words..at;
    let due = before.next_back();
    due.is_some_and(|due| endings::is(tokens.norm(due), Ending::Due))
        && before.any(|at| endings::is(tokens.norm(at), Ending::Ended))
}

/// "bed 10.30", "bed at half 12": whether a number behind a word that an hour follows is one.
pub(super) fn is_bedtime(tokens: &Tokens, at: usize) -> bool {
    let is = |at: usize, ending| endings::is(tokens.norm(at), ending);
    let words = tokens[at.saturating_sub(DUE_WORDS)..at].iter().rev();
    let mut words = at - words.take_while(|token| token.is_word()).count()..at;
    let counted = tokens
        .get(at + 1)
        .is_some_and(|next| next.is(Symbol::Times));
    let apart = tokens[at]
        .number()
        .is_some_and(|number| number.value.fract() > 0.0);
    let right_before = at > 0 && is(at - 1, Ending::Hour);
    let by = words.clone().any(|at| is(at, Ending::Clock)) && words.any(|at| is(at, Ending::Hour));
    !counted && (by || apart && right_before)
}

/// "woke up 6:30", "alarm: 6:30": whether the words before a clock make it a time of day.
pub(super) fn is_hour(tokens: &Tokens, at: usize) -> bool {
    let says = |at: Option<usize>| at.is_some_and(|at| endings::is(tokens.norm(at), Ending::Hour));
    let between = at
        .checked_sub(1)
        .filter(|at| tokens[*at].number().is_none());
    says(at.checked_sub(1)) || between.is_some() && says(at.checked_sub(2))
}

/// What a clause tells of an earlier week, month or year, behind what the note itself tells, only
/// compares.
pub(super) fn earlier_times(found: &[DateMention], note: &mut Note) {
    for date in found {
        let clause = note.clause_of(date.tokens.start);
        let told_before = note
            .pieces_in(0..clause.start)
            .iter()
            .any(|piece| !note.used[piece.tokens.start]);
        let numbers = !note.pieces_in(clause.clone()).is_empty();
        if !date.is_day() && date.direction == Direction::Past && told_before && numbers {
            note.dead[clause].fill(true);
        }
    }
}

/// Numbers that the date reader took and that are rather values: a bare `5/3` or `3.5` in the
/// middle of a clause with no year, month name or other word for a day; at the beginning of a line, a
/// fraction of something that comes in portions. "On 12/31" announces a day.
pub(super) fn looks_like_values(
    tokens: &Tokens,
    date: &DateMention,
    portion: &dyn Fn(usize) -> bool,
) -> bool {
    let (start, end) = (date.tokens.start, date.tokens.end);
    if numeric_expressions::fraction(tokens, start).is_some() && portion(end) {
        return true;
    }
    let before = start
        .checked_sub(1)
        .map_or("", |before| tokens.norm(before));
    let behind = tokens.get(end).filter(|next| !next.spaced);
    let tail = behind.map_or("", |_| tokens.norm(end));
    if endings::is(before, Ending::Dated) || endings::begins(tail, &[Ending::Dated]) {
        return false;
    }
    let words = tokens[date.tokens.clone()]
        .iter()
        .any(|token| token.is_word() || matches!(token.kind, TokenKind::Date(_)));
    let line = tokens.line(date.tokens.start);
    let digits = tokens[date.tokens.clone()]
        .iter()
        .all(|token| token.number().is_some() || matches!(token.kind, TokenKind::Symbol(_)));
    let ends = tokens
        .get(end)
        .is_none_or(|next| next.kind == TokenKind::Newline);
    // "granite 80x5 20/11": behind a compact form no list of amounts follows.
    let start = date.tokens.start;
    let chain = ends && start >= 2 && tokens[start - 2].is(Symbol::Times);
    digits && !words && line.start != start && !chain
}

/// The day the note's own words name: the first past day outside what was not done. A note that
/// also says "today" is of today.
pub(super) fn own_date(
    found: &[DateMention],
    note: &Note,
    today: NaiveDate,
    nights: &[usize],
    names: &[Range<usize>],
) -> Option<NaiveDate> {
    let days: Vec<&DateMention> = found
        .iter()
        .filter(|date| {
            date.is_day() && date.direction == Direction::Past && !note.dead[date.tokens.start]
        })
        .filter(|date| dates::says_when(note.tokens, date, today))
        .filter(|date| !tells_of_night(date, note, today, nights, names))
        .collect();
    if days.iter().any(|day| day.range.start == today) {
        return None;
    }
    let first = days.first()?;
    // A day in the middle of a telling belongs to what is told beside it, not to the note.
    let told = note.pieces.iter().all(|piece| {
        piece.tokens.start >= first.tokens.start
            || note.sentence[piece.tokens.start] == note.sentence[first.tokens.start]
    });
    told.then_some(first.range.start)
}
