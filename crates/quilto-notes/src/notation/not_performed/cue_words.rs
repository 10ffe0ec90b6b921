//! What the words for plans, goals, skipped and compared things set aside.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::note::Note;
use super::super::numeric_expressions::ValueKind;
use super::super::phrases::Hit;
use super::super::spans::{around, within};
use super::paragraph_end;
use quilto_text::{Script, Symbol, TokenKind};

/// A cue word in its clause.
pub(super) struct CuePlace<'n, 't> {
    pub note: &'n Note<'t>,
    pub cue: Cue,
    pub words: &'n Range<usize>,
    /// The places of item names.
    mentions: &'n [Range<usize>],
    clause: Range<usize>,
    /// What stands before the words in their clause, and behind them.
    before: Range<usize>,
    after: Range<usize>,
}

impl<'n, 't> CuePlace<'n, 't> {
    pub fn of(note: &'n Note<'t>, mentions: &'n [Range<usize>], hit: &'n Hit<Cue>) -> Self {
        let clause = note.clause_of(hit.tokens.start);
        Self {
            note,
            cue: hit.meaning,
            words: &hit.tokens,
            mentions,
            before: clause.start..hit.tokens.start,
            after: hit.tokens.end..clause.end,
            clause,
        }
    }

    /// What the words set aside; `dead` is what earlier ones did.
    pub fn set_aside(&self, dead: &[Range<usize>]) -> Option<Range<usize>> {
        match self.cue {
            Cue::Plan | Cue::Intended => self.heading().or_else(|| self.planned(dead)),
            Cue::Meant => Some(self.meant()),
            Cue::Skip => self.skipped(),
            Cue::Earlier => self.earlier(),
            Cue::Goal => self.heading().or_else(|| self.goal()),
            Cue::Ahead => self.ahead(),
            Cue::Crossed => Some(self.crossed()),
            Cue::Compare => self.compared(),
            _ => None,
        }
    }

    /// "no granite": the name right behind the words.
    pub fn denied(&self) -> Option<Range<usize>> {
        let end = self.words.end;
        let name = within(self.mentions, end..end + 1).first()?;
        Some(self.words.start..name.end)
    }

    fn has_numbers(&self, range: &Range<usize>) -> bool {
        !self.note.pieces_in(range.clone()).is_empty()
    }

    fn has_names(&self, range: &Range<usize>) -> bool {
        !within(self.mentions, range.clone()).is_empty()
    }

    /// Where the last name before the words begins.
    fn last_name(&self) -> Option<usize> {
        let inside = within(self.mentions, self.before.clone());
        inside.last().map(|name| name.start)
    }

    /// Where what the words say of what stands before them begins: at the last name, or with the clause.
    fn last_name_or_clause(&self) -> usize {
        self.last_name().unwrap_or(self.clause.start)
    }

    /// "next time 150" speaks of what follows, "150 tomorrow" of what precedes.
    fn planned(&self, dead: &[Range<usize>]) -> Option<Range<usize>> {
        let (note, at) = (self.note, self.words.start);
        // "…, going to do basalt tomorrow": what an earlier word set aside.
        if dead.iter().any(|range| range.contains(&at)) {
            return None;
        }
        let (before, after) = (&self.before, &self.after);
        let ahead = self.has_numbers(after)
            || self.has_names(after) && (self.has_names(before) || !self.has_numbers(before));
        if !ahead {
            return Some(behind_done(note, self.last_name_or_clause()..at)..self.clause.end);
        }
        let but = note.first_cue_in(after.clone(), Cue::But);
        let end = but.map_or(self.clause.end, |but| but.tokens.start);
        let meant = note.pieces_in(after.clone()).first();
        Some(at..meant.map_or(end, |meant| outcome(note, meant.tokens.end, end)))
    }

    fn meant(&self) -> Range<usize> {
        let at = self.words.start;
        let from = self.last_name_or_clause();
        let told = self.note.pieces_in(from..at);
        // "10 times, meant five rounds but four": only the last number was meant.
        let number_ahead = self.has_numbers(&self.after) && !self.has_names(&self.after);
        let last = told.last().filter(|_| told.len() > 1 && number_ahead);
        let from = last.map_or(from, |piece| piece.tokens.start);
        behind_done(self.note, from..at)..at
    }

    fn skipped(&self) -> Option<Range<usize>> {
        let (note, at) = (self.note, self.words.start);
        if note.cue_in(note.before(at, 3), Cue::Only) {
            return None;
        }
        let of_before = self.has_names(&self.before)
            || (self.has_numbers(&self.before) && !self.has_names(&self.after));
        if !of_before {
            return Some(at..self.clause.end);
        }
        let from = self.last_name_or_clause();
        // "… 12 times, 3 rounds, the other one skipped": words after the numbers are what was skipped.
        let told = note.pieces_in(from..at).last();
        let told = told.map(|piece| piece.tokens.end);
        let named_after = told.filter(|end| says_another(note, *end..at));
        Some(named_after.unwrap_or(from)..at)
    }

    /// What is told of an earlier time, where anything is told elsewhere.
    fn earlier(&self) -> Option<Range<usize>> {
        let mut pieces = self.note.pieces.iter();
        let elsewhere = pieces.any(|piece| !self.clause.contains(&piece.tokens.start));
        elsewhere.then(|| self.clause.clone())
    }

    /// "3x10, target 3x12", "target was 3x12, did 3x10": not where it was reached.
    fn goal(&self) -> Option<Range<usize>> {
        let (note, at) = (self.note, self.words.start);
        let reached = note
            .before(at, 3)
            .any(|at| endings::is(note.tokens.norm(at), Ending::Reached));
        let meant = note.pieces_in(note.after(self.words.end, 4)).first();
        let meant = meant.filter(|_| !reached)?;
        if note.tokens[at].kind != TokenKind::Word(Script::Hangul) {
            return Some(at..outcome(note, meant.tokens.end, self.clause.end));
        }
        // Korean says the goal before the word, and in the same breath what came of it.
        let Some(told) = note.pieces_in(note.before(at, 2)).last() else {
            return Some(at..meant.tokens.end);
        };
        // What was meant of all and did not hold for the last one holds for the others.
        let of_last = note.cue_in(at..meant.tokens.start, Cue::Last);
        (!of_last).then(|| told.tokens.clone())
    }

    fn ahead(&self) -> Option<Range<usize>> {
        let at = self.words.start;
        let mut begins = self.note.sentence_of(at).take(2);
        self.heading().filter(|_| begins.any(|word| word == at))
    }

    /// "basalt ❌ 3x10" and "❌ basalt 3x10" speak of what follows.
    fn crossed(&self) -> Range<usize> {
        let at = self.words.start;
        if self.has_numbers(&self.before) {
            return self.last_name_or_clause()..at;
        }
        let from = self.last_name();
        let end = self.note.sentence_of(at).end;
        let later = within(self.mentions, at..end);
        let next = later.get(usize::from(from.is_none()));
        from.unwrap_or(at)..next.map_or(end, |next| next.start)
    }

    /// "2.5 kg more than last week", "저번주보다 10키로 올려서": the value nearest by.
    fn compared(&self) -> Option<Range<usize>> {
        let (note, at) = (self.note, self.words.start);
        let piece = note
            .pieces_in(note.after(self.words.end, 3))
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
            return None;
        }
        let nearest = before.or(piece)?;
        nearest.plain().map(|_| nearest.tokens.clone())
    }

    /// What a heading speaks of, where the words stand in one: "Tomorrow: …", "Goal for spring: …". That
    /// is the rest of its sentence or, where the heading has a line of its own, of its paragraph; what was
    /// really done may follow ("but", "I did").
    fn heading(&self) -> Option<Range<usize>> {
        let (note, words) = (self.note, self.words);
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
            && !quilto_text::lexicon::core()
                .stop_words
                .contains(note.tokens.norm(at))
    })
}
