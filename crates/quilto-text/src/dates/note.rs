//! The day a note is about.

use std::ops::Range;

use super::scan::Scanner;
use super::{DateContext, DateMention, Direction, Grain, find};
use crate::{Span, TokenKind, Tokens};

/// The words that say which day a note is about, if it has any.
///
/// The first day named counts. A day that is only compared with or looked back to (`어제보다`,
/// `sore from yesterday`), a day ahead and a period are passed over, and where the note also says
/// `today`, that is its day.
pub fn note_day(tokens: &Tokens, today: chrono::NaiveDate) -> Option<DateMention> {
    let cx = DateContext::note(today);
    let scanner = Scanner::new(tokens, &cx);
    let days: Vec<DateMention> = find(tokens, &cx)
        .into_iter()
        .filter(|mention| is_when(&scanner, mention))
        .collect();
    let said_today = days.iter().find(|mention| mention.range.start == today);
    said_today.or(days.first()).cloned()
}

/// Whether a mention of a day says when something was, and is not only compared with or looked back to.
pub fn says_when(tokens: &Tokens, mention: &DateMention, today: chrono::NaiveDate) -> bool {
    let cx = DateContext::note(today);
    is_when(&Scanner::new(tokens, &cx), mention)
}

fn is_when(scanner: &Scanner<'_>, mention: &DateMention) -> bool {
    if mention.grain != Grain::Day || mention.direction != Direction::Past {
        return false;
    }
    let (first, end) = (mention.tokens.start, mention.tokens.end);
    let before = first.checked_sub(1);
    if before.is_some_and(|before| scanner.is("not_when_before", before)) {
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
