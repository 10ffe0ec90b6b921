//! Other people in a note, and what is told of them.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::note::Note;
use super::super::numeric_expressions::NumericExpression;
use super::super::spans::around;
use quilto_text::{Script, TokenKind};

/// What is told of someone else, from the word for them on; `None` where they only stood by.
pub(super) fn others_doing(note: &Note, who: Range<usize>) -> Option<Range<usize>> {
    let at = who.start;
    let beside = note.first_cue_in(at.saturating_sub(2)..at + 1, Cue::Beside);
    if beside.is_some_and(|with| with.tokens.end + 1 >= at) {
        return None;
    }
    let sentence = note.sentence_of(at);
    let me = note
        .first_cue_in(who.end..sentence.end, Cue::Me)
        .map_or(sentence.end, |me| me.tokens.start);
    Some(at..me.min(clause_end_with_number(note, at, sentence.end)))
}

/// The end of the first clause from here on that holds a number; someone else's doing goes no
/// further than the first thing told of them.
fn clause_end_with_number(note: &Note, at: usize, end: usize) -> usize {
    let mut from = at;
    while from < end {
        let clause = note.clause_of(from);
        if !note.pieces_in(from..clause.end).is_empty() {
            return clause.end;
        }
        from = clause.end;
    }
    end
}

/// Where others are named.
pub(super) struct People {
    pub others: Vec<usize>,
    /// Where it could be another, and could be no one.
    pub perhaps: Vec<usize>,
}

/// Where someone is named again whom the note named before: "my friend Kim came. Kim did 5x5"; and
/// where someone could be.
pub(super) fn people(
    note: &Note,
    mentions: &[Range<usize>],
    known: &dyn Fn(usize) -> bool,
) -> People {
    let tokens = note.tokens;
    let is_name = |at: usize| {
        let begins = at == 0 || tokens[at - 1].kind == TokenKind::Newline;
        let Some(token) = tokens.get(at).filter(|token| token.spaced || begins) else {
            return false;
        };
        let typed = tokens.slice(token.span);
        token.kind == TokenKind::Word(Script::Latin)
            && typed.starts_with(char::is_uppercase)
            && typed.chars().skip(1).any(char::is_lowercase)
            && !around(mentions, at).iter().any(|name| name.contains(&at))
            && !note.used[at]
            && !around(&note.cues, at)
                .iter()
                .any(|hit| hit.tokens.contains(&at))
            && !quilto_text::lexicon::core()
                .stop_words
                .contains(tokens.norm(at))
    };
    let (mut others, perhaps) = third_persons(note, mentions, known, &is_name);
    for hit in &note.cues {
        let named = hit.tokens.end;
        if !matches!(hit.meaning, Cue::Other | Cue::Beside) || !is_name(named) {
            continue;
        }
        let name = tokens.norm(named);
        let again = (named + 1..tokens.len()).filter(|at| tokens.norm(*at) == name);
        others.extend(again);
    }
    People { others, perhaps }
}

/// Someone before a verb: "Dad polishes 180", "Kim polished 60", "my aunt polishes 9".
///
/// A name with a capital, or a word behind "my", right before what is done as a verb. The past
/// ("…ed") says it by itself. The present could as well be the plural of what is done ("Heavy
/// polishes 180"), so there nothing but one plain number may be told, and a word that says how is no
/// name. "Kim polishes 180x5" is someone's only where the writer's own follows ("I did 100"); else it
/// is among the second places, where it could be.
fn third_persons(
    note: &Note,
    mentions: &[Range<usize>],
    known: &dyn Fn(usize) -> bool,
    is_name: &dyn Fn(usize) -> bool,
) -> (Vec<usize>, Vec<usize>) {
    let tokens = note.tokens;
    let is_how = |at: usize| endings::is(tokens.norm(at), Ending::How) || known(at);
    let subject = |name: &Range<usize>| {
        let verb = tokens.norm(name.start);
        let lower = tokens
            .slice(tokens[name.start].span)
            .starts_with(char::is_lowercase);
        let at = name.start.checked_sub(1)?;
        let same = note.sentence[at] == note.sentence[name.start];
        if name.len() > 1 || !lower || !same || !tokens[at].is_word() {
            return None;
        }
        let begins = at == 0 || note.sentence[at - 1] != note.sentence[at];
        let mine = !begins && endings::is(tokens.norm(at - 1), Ending::Whose);
        if is_how(at) || !(is_name(at) || mine && !note.used[at]) {
            return None;
        }
        if verb.ends_with("ed") {
            return Some((at, true));
        }
        let clause = note.clause_of(name.start);
        let told = note.pieces_in(name.end..clause.end);
        let plain = |piece: &NumericExpression| piece.plain().is_some();
        let next = told
            .first()
            .filter(|piece| piece.tokens.start == name.end)?;
        let inside = !begins && tokens[at - 1].is_word();
        let alone = told.len() == 1 || inside;
        if !verb.ends_with('s') || plain(next) && !alone {
            return None;
        }
        let rest = note.sentence_of(at);
        let after = note.sentence_of(rest.end);
        let mine = note.first_cue_in(name.end..rest.end, Cue::Me).is_some()
            || note
                .first_cue_in(after.start..(after.start + 2).min(after.end), Cue::Me)
                .is_some();
        Some((at, plain(next) || mine))
    };
    let (sure, perhaps): (Vec<_>, Vec<_>) = mentions
        .iter()
        .filter_map(subject)
        .partition(|(_, sure)| *sure);
    let places = |found: Vec<(usize, bool)>| found.into_iter().map(|(at, _)| at).collect();
    (places(sure), places(perhaps))
}
