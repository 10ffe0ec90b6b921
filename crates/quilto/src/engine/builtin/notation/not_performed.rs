//! What a note speaks of without its writer having done it: plans, skipped things, other people's
//! doings, values that only compare.

use std::ops::Range;

use super::cues::Cue;
use super::endings::{self, Ending};
use super::note::Note;
use super::numeric_expressions::{NumericExpression, ValueKind};
use super::spans::{around, within};
use crate::text::{Script, Symbol, TokenKind};

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
    let mut dead: Vec<Range<usize>> = held.collect();
    for words in reckoned {
        let clause = note.clause_of(words.start);
        let before = clause.start..words.start;
        // "granite 3x10 est. shine 90": what was done stands before it.
        let told = !note.pieces_in(before).is_empty();
        let from = if told { words.start } else { clause.start };
        dead.push(from..clause.end);
    }
    // What is denied by its name is not told of further on.
    let mut denied: Vec<Range<usize>> = Vec::new();
    let mut of_others: Vec<Range<usize>> = Vec::new();
    let mut commands: Vec<usize> = Vec::new();
    for hit in &note.cues {
        let at = hit.tokens.start;
        if note.dead[at] {
            continue;
        }
        let clause = note.clause_of(at);
        let before = clause.start..at;
        let after = hit.tokens.end..clause.end;
        let numbers = |range: &Range<usize>| !note.pieces_in(range.clone()).is_empty();
        let names = |range: &Range<usize>| !within(mentions, range.clone()).is_empty();
        match hit.meaning {
            Cue::Plan | Cue::Intended if heads(note, &hit.tokens).is_some() => {
                dead.extend(heads(note, &hit.tokens));
            }
            Cue::Plan | Cue::Intended => {
                // "next time 150" speaks of what follows, "150 tomorrow" of what precedes.
                let but = note.first_cue_in(after.clone(), Cue::But);
                let end = but.map_or(clause.end, |but| but.tokens.start);
                // "…, going to do basalt tomorrow": what an earlier word set aside.
                if dead.iter().any(|range| range.contains(&at)) {
                    continue;
                }
                if numbers(&after) || names(&after) && (names(&before) || !numbers(&before)) {
                    let meant = note.pieces_in(after.clone()).first();
                    let end = meant.map_or(end, |meant| outcome(note, meant.tokens.end, end));
                    dead.push(at..end);
                } else {
                    let from = last_name_before(mentions, &before).unwrap_or(clause.start);
                    dead.push(behind_done(note, from..at)..clause.end);
                }
            }
            Cue::Meant => {
                let from = last_name_before(mentions, &before).unwrap_or(clause.start);
                let told = note.pieces_in(from..at);
                // "10 times, meant five rounds but four": only the last number was meant.
                let last = told
                    .last()
                    .filter(|_| told.len() > 1 && numbers(&after) && !names(&after));
                let from = last.map_or(from, |piece| piece.tokens.start);
                dead.push(behind_done(note, from..at)..at);
            }
            Cue::Skip => {
                let only = note.cue_in(note.before(at, 3), Cue::Only);
                if only {
                    continue;
                }
                if names(&before) || (numbers(&before) && !names(&after)) {
                    let from = last_name_before(mentions, &before).unwrap_or(clause.start);
                    // "… 12 times, 3 rounds, the other one skipped": words after the numbers are
                    // what was skipped.
                    let told = note
                        .pieces_in(from..at)
                        .last()
                        .map(|piece| piece.tokens.end);
                    let named_after = told.is_some_and(|end| says_another(note, end..at));
                    dead.push(if named_after {
                        told.unwrap_or(from)..at
                    } else {
                        from..at
                    });
                } else {
                    dead.push(at..clause.end);
                }
            }
            Cue::Earlier => {
                let told = |piece: &&NumericExpression| !clause.contains(&piece.tokens.start);
                if note.pieces.iter().any(|piece| told(&piece)) {
                    dead.push(clause.clone());
                }
            }
            Cue::Goal => {
                let heading = heads(note, &hit.tokens);
                // "3x10, target 3x12", "target was 3x12, did 3x10": not where it was reached.
                let reached = note
                    .before(at, 3)
                    .any(|at| endings::is(note.tokens.norm(at), Ending::Reached));
                let meant = note.pieces_in(note.after(hit.tokens.end, 4)).first();
                if heading.is_some() {
                    dead.extend(heading);
                } else if let Some(meant) = meant.filter(|_| !reached) {
                    // Korean says the goal before the word, and in the same breath what came of it.
                    let hangul = note.tokens[at].kind == TokenKind::Word(Script::Hangul);
                    let told = note.pieces_in(note.before(at, 2)).last();
                    let of_last = note.cue_in(at..meant.tokens.start, Cue::Last);
                    match told.filter(|_| hangul) {
                        // What was meant of all and did not hold for the last one holds for the others.
                        Some(_) if of_last => {}
                        Some(told) => dead.push(told.tokens.clone()),
                        None if hangul => dead.push(at..meant.tokens.end),
                        None => dead.push(at..outcome(note, meant.tokens.end, clause.end)),
                    }
                }
            }
            Cue::Ahead => {
                let sentence = note.sentence_of(at);
                if sentence.take(2).any(|word| word == at) {
                    dead.extend(heads(note, &hit.tokens));
                }
            }
            Cue::Crossed => {
                let from = last_name_before(mentions, &before);
                // "basalt ❌ 3x10" and "❌ basalt 3x10" speak of what follows.
                if numbers(&before) {
                    dead.push(from.unwrap_or(clause.start)..at);
                } else {
                    let end = note.sentence_of(at).end;
                    let later = within(mentions, at..end);
                    let next = later.get(usize::from(from.is_none()));
                    dead.push(from.unwrap_or(at)..next.map_or(end, |next| next.start));
                }
            }
            Cue::Command => commands.push(at),
            Cue::Not => {
                if let Some(name) = within(mentions, hit.tokens.end..hit.tokens.end + 1).first() {
                    denied.push(at..name.end);
                }
            }
            Cue::Other => of_others.extend(others_doing(note, hit.tokens.clone())),
            Cue::Compare => {
                // "2.5 kg more than last week", "저번주보다 10키로 올려서": the value nearest by.
                let piece = note
                    .pieces_in(note.after(hit.tokens.end, 3))
                    .first()
                    .or_else(|| note.pieces_in(note.before(at, 3)).last());
                let before = note.pieces_in(note.before(at, 1)).last();
                // "up from 30 to 45" tells where it began and ended.
                let told = piece.and_then(|piece| piece.plain()).is_some_and(|value| {
                    matches!(
                        value.what,
                        ValueKind::Between {
                            doubtful: false,
                            ..
                        }
                    )
                });
                if told && before.is_none() {
                    continue;
                }
                if let Some(piece) = before.or(piece).filter(|piece| piece.plain().is_some()) {
                    dead.push(piece.tokens.clone());
                }
            }
            _ => {}
        }
    }
    let (others, perhaps) = people(note, mentions, known);
    for at in others {
        of_others.extend(others_doing(note, at..at + 1));
    }
    dead.extend(of_others.iter().cloned());
    for range in &dead {
        note.dead[range.clone()].fill(true);
    }
    // What was done instead may be told without naming it again: the name stays.
    let kept: Vec<Range<usize>> = dead
        .iter()
        .filter(|range| goes_on(note, mentions, range))
        .flat_map(|range| within(mentions, range.clone()))
        .cloned()
        .collect();
    for name in kept {
        note.dead[name].fill(false);
    }
    for range in denied {
        note.dead[range].fill(true);
    }
    for at in &commands {
        let start = note.sentence_of(*at).start;
        let end = paragraph_end(note, *at);
        note.dead[start..end].fill(true);
        note.used[start..end].fill(true);
    }
    of_others.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut told = 0;
    of_others.retain(|range| {
        let within = range.start < told;
        told = told.max(range.end);
        !within
    });
    of_others.retain(|range| {
        let told = note.pieces_in(range.clone()).iter();
        let mut told = told.filter(|piece| !note.used[piece.tokens.start]);
        told.next().is_some()
    });
    NotPerformed {
        commands: !commands.is_empty(),
        of_others,
        perhaps: perhaps
            .into_iter()
            .map(|at| at..note.clause_of(at).end)
            .collect(),
    }
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

/// What a heading speaks of, where the words stand in one: "Tomorrow: …", "Goal for spring: …". That
/// is the rest of its sentence or, where the heading has a line of its own, of its paragraph; what was
/// really done may follow ("but", "I did").
fn heads(note: &Note, words: &Range<usize>) -> Option<Range<usize>> {
    let sentence = note.sentence_of(words.start);
    let near = words.end..sentence.end.min(words.end + 4);
    let colon = near
        .clone()
        .find(|at| note.tokens[*at].is(Symbol::Colon))
        .filter(|colon| note.pieces_in(sentence.start..*colon).is_empty())?;
    let first = sentence.clone().take(4).any(|word| word == words.start);
    let alone = note
        .tokens
        .get(colon + 1)
        .is_some_and(|next| next.kind == TokenKind::Newline);
    let end = if alone {
        paragraph_end(note, colon)
    } else {
        sentence.end
    };
    let cues = [Cue::But, Cue::Me].into_iter();
    let done = cues
        .filter_map(|cue| note.first_cue_in(colon..end, cue))
        .map(|hit| hit.tokens.start)
        .min();
    first.then_some(words.start..done.unwrap_or(end))
}

/// Where a plan begins behind what was done: "granite 3x10 done, next week …". The beginning of the
/// range where nothing says that it was done.
fn behind_done(note: &Note, range: Range<usize>) -> usize {
    let done = |at: &usize| endings::is(note.tokens.norm(*at), Ending::Done);
    let last = range.clone().rev().find(done);
    let told = |at: &usize| !note.pieces_in(range.start..*at).is_empty();
    last.filter(told).map_or(range.start, |at| at + 1)
}

/// Where what came of a plan begins: "planned 5, got 4". The end where that is not told.
fn outcome(note: &Note, from: usize, end: usize) -> usize {
    let reached = |at: &usize| endings::is(note.tokens.norm(*at), Ending::Reached);
    let but = note.first_cue_in(from..end, Cue::But);
    let but = but.map_or(end, |but| but.tokens.start);
    (from..but).find(reached).unwrap_or(but)
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

/// What is told of someone else, from the word for them on; `None` where they only stood by.
fn others_doing(note: &Note, who: Range<usize>) -> Option<Range<usize>> {
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

/// Where someone is named again whom the note named before: "my friend Kim came. Kim did 5x5"; and
/// where someone could be.
fn people(
    note: &Note,
    mentions: &[Range<usize>],
    known: &dyn Fn(usize) -> bool,
) -> (Vec<usize>, Vec<usize>) {
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
            && !crate::text::lexicon::core()
                .stop_words
                .contains(tokens.norm(at))
    };
    let (mut found, perhaps) = third_persons(note, mentions, known, &is_name);
    for hit in &note.cues {
        let named = hit.tokens.end;
        if !matches!(hit.meaning, Cue::Other | Cue::Beside) || !is_name(named) {
            continue;
        }
        let name = tokens.norm(named);
        let again = (named + 1..tokens.len()).filter(|at| tokens.norm(*at) == name);
        found.extend(again);
    }
    (found, perhaps)
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

/// Whether the tokens hold a word of their own rather than endings of what stands before.
fn says_another(note: &Note, range: Range<usize>) -> bool {
    range.clone().any(|at| {
        let token = &note.tokens[at];
        token.is_word()
            && token.spaced
            && !around(&note.cues, at)
                .iter()
                .any(|hit| hit.tokens.contains(&at))
            && note.tokens.norm(at).chars().count() > 1
            && !crate::text::lexicon::core()
                .stop_words
                .contains(note.tokens.norm(at))
    })
}

fn last_name_before(mentions: &[Range<usize>], range: &Range<usize>) -> Option<usize> {
    let inside = within(mentions, range.clone());
    inside.last().map(|name| name.start)
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
