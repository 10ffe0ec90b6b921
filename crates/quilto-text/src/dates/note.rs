//! The day a note is about.

use std::ops::Range;

use super::scan::Scanner;
use super::{DateContext, DateGranularity, DateMention, Direction, Form, find};
use crate::{Span, Symbol, Token, TokenKind, Tokens};

/// The words that say which day a note is about, if it has any.
///
/// The first day named counts. A day that is only compared with or looked back to (`어제보다`,
/// `sore from yesterday`), a day ahead and a period are passed over, so is one in a sentence behind
/// what was told, and where the note also says `today`, that is its day.
pub fn note_day(tokens: &Tokens, today: chrono::NaiveDate) -> Option<DateMention> {
    let cx = DateContext::note(today);
    let scanner = Scanner::new(tokens, &cx);
    let days: Vec<DateMention> = find(tokens, &cx)
        .into_iter()
        .filter(|mention| is_when(&scanner, mention))
        .collect();
    let said_today = days.iter().find(|mention| mention.range.start == today);
    let mut days_told = days.iter().filter(|mention| !is_aside(&scanner, mention));
    said_today.or(days_told.next()).cloned()
}

/// Whether a mention of a day says when something was, and is not only compared with or looked back to.
pub fn says_when(tokens: &Tokens, mention: &DateMention, today: chrono::NaiveDate) -> bool {
    let cx = DateContext::note(today);
    is_when(&Scanner::new(tokens, &cx), mention)
}

fn is_when(scanner: &Scanner<'_>, mention: &DateMention) -> bool {
    if mention.grain != DateGranularity::Day || mention.direction != Direction::Past {
        return false;
    }
    let (first, end) = (mention.tokens.start, mention.tokens.end);
    let before = first.checked_sub(1);
    if before.is_some_and(|before| scanner.is("not_when_before", before)) {
        return false;
    }
    if beside(scanner, mention, "not_when_beside", FAR) || is_of_night(scanner, mention) {
        return false;
    }
    // What sticks to the words, or the particle behind them.
    let last = scanner.tokens.span_of(end - 1..end);
    let stuck = Span {
        start: mention.span.end,
        end: last.end.max(mention.span.end),
    };
    let stuck = crate::normalize(scanner.tokens.slice(stuck));
    let apart = scanner.tokens.get(end).filter(|token| !token.spaced);
    let behind = apart.map_or("", |_| scanner.tokens.norm(end));
    !scanner.words.is("not_when_after", &stuck) && !scanner.words.is("not_when_after", behind)
}

/// How far a word in the clause of a day may stand from it.
const FAR: usize = 6;
/// How far a word for sleep may stand behind the day before.
const NIGHT: usize = 4;

/// Whether what a day stands in ends with a token: a sentence, or what a semicolon parts from it.
fn ends_sentence(token: &Token) -> bool {
    token.ends_clause() && !token.is(Symbol::Comma)
}

/// Whether one of the words of a list stands in the clause of a mention, no further than that.
fn beside(scanner: &Scanner<'_>, mention: &DateMention, list: &str, far: usize) -> bool {
    let tokens = scanner.tokens;
    let says = |at: &usize| scanner.words.begins(list, tokens.norm(*at));
    let inside = |at: &usize| !tokens[*at].ends_clause();
    let (start, end) = (mention.tokens.start, mention.tokens.end);
    let before = (start.saturating_sub(far)..start).rev().take_while(inside);
    let behind = (end..tokens.len().min(end + far)).take_while(inside);
    before.chain(behind).any(|at| says(&at))
}

/// "last night 5 h sleep", "어제 4시간 잤음": the day before with a word for sleep.
fn is_of_night(scanner: &Scanner<'_>, mention: &DateMention) -> bool {
    let before = scanner.cx.today.pred_opt();
    let colon = scanner.tokens.get(mention.tokens.end);
    let heading = colon.is_some_and(|next| next.is(Symbol::Colon));
    before == Some(mention.range.start)
        && mention.form != Form::Weekday
        && !heading
        && beside(scanner, mention, "of_night", NIGHT)
}

/// Whether a day stands in a sentence behind what was told: "5 km in 31:20. going on friday". One in a
/// sentence of its own, or of one that points back ("that was monday"), is the note's.
fn is_aside(scanner: &Scanner<'_>, mention: &DateMention) -> bool {
    let tokens = scanner.tokens;
    let before = (0..mention.tokens.start).rev();
    let before = before.take_while(|at| !ends_sentence(&tokens[*at]));
    let start = before.last().unwrap_or(mention.tokens.start);
    let told = (0..start).any(|at| {
        let token = &tokens[at];
        token.number().is_some() || matches!(token.kind, TokenKind::Clock(_) | TokenKind::Pace(_))
    });
    let alone =
        start == mention.tokens.start && tokens.get(mention.tokens.end).is_none_or(ends_sentence);
    told && !alone && !scanner.is("points_back", start)
}

/// Where a text goes over to another day: the beginning of a clause that a day heads, and the day;
/// `today` where figures are told before the first.
pub fn day_by_day(tokens: &Tokens, today: chrono::NaiveDate) -> Vec<(usize, chrono::NaiveDate)> {
    let cx = DateContext::note(today);
    let scanner = Scanner::new(tokens, &cx);
    // Two bare numbers are as often values.
    let heads = |mention: &DateMention| {
        let before = mention.tokens.start.checked_sub(1);
        let worded = mention.tokens.clone().any(|at| tokens[at].is_word());
        worded && before.is_none_or(|before| tokens[before].ends_clause())
    };
    let found = find(tokens, &cx);
    let mut cuts: Vec<(usize, chrono::NaiveDate)> = found
        .iter()
        .filter(|mention| is_when(&scanner, mention) && heads(mention))
        .map(|mention| (mention.tokens.start, mention.range.start))
        .collect();
    let told = |from: usize, to: usize| {
        let dated = |at: usize| found.iter().any(|mention| mention.tokens.contains(&at));
        let words = (from..to).filter(|at| tokens[*at].is_word() && !dated(*at));
        let words = words.take(2).count();
        let figures = (from..to).any(|at| tokens[at].number().is_some() && !dated(at));
        let headed = tokens[from..to].iter().any(|token| token.is(Symbol::Colon));
        words > 1 || figures || headed && words > 0
    };
    // "on monday, wednesday and friday": days in a row tell of the same.
    let ends: Vec<usize> = cuts
        .iter()
        .skip(1)
        .map(|cut| cut.0)
        .chain([tokens.len()])
        .collect();
    let empty = cuts.iter().zip(&ends).any(|(cut, end)| !told(cut.0, *end));
    let Some(first) = cuts.first().copied().filter(|_| !empty) else {
        return Vec::new();
    };
    if first.0 > 0 {
        match told(0, first.0) {
            true => cuts.insert(0, (0, today)),
            false => cuts[0].0 = 0,
        }
    }
    cuts.dedup_by_key(|cut| cut.1);
    cuts
}

/// A stretch of a note with a day of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteSection {
    /// The day its first line names; `None` for what stands before the first such line.
    pub day: Option<DateMention>,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Its text, the naming words included.
    pub span: Span,
}

/// Cuts a note where a line begins with a day (`2026-01-09`, `- Monday: …`, `## 3월 4일`). A note in
/// which fewer than two lines do is one section.
pub fn sections(tokens: &Tokens, today: chrono::NaiveDate) -> Vec<NoteSection> {
    let cx = DateContext::note(today);
    let scanner = Scanner::new(tokens, &cx);
    let days: Vec<DateMention> = find(tokens, &cx)
        .into_iter()
        .filter(|mention| is_when(&scanner, mention) && scanner.starts_line(mention.tokens.start))
        .collect();
    let whole = |day| NoteSection {
        day,
        tokens: 0..tokens.len(),
        span: Span {
            start: 0,
            end: tokens.text().len(),
        },
    };
    if days.len() < 2 {
        return vec![whole(note_day(tokens, today))];
    }
    let starts: Vec<usize> = days
        .iter()
        .map(|mention| tokens.line(mention.tokens.start).start)
        .collect();
    let mut cuts = Vec::with_capacity(days.len() + 1);
    let has_words = (0..starts[0]).any(|at| tokens[at].kind != TokenKind::Newline);
    if has_words {
        cuts.push((None, 0));
    }
    cuts.extend(days.into_iter().map(Some).zip(starts));
    let ends: Vec<usize> = cuts
        .iter()
        .skip(1)
        .map(|(_, start)| *start)
        .chain([tokens.len()])
        .collect();
    cuts.into_iter()
        .zip(ends)
        .map(|((day, start), end)| NoteSection {
            day,
            tokens: start..end,
            span: tokens.span_of(start..end),
        })
        .collect()
}
