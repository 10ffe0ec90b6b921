//! The stretches of a draft: its sentences, its list items, and what quotes a note.

use std::ops::Range;

use chrono::NaiveDate;

use quilto_model::Entry;
use quilto_text::{Span, Symbol, TokenKind, Tokens, normalize};

use super::amount::marks_line;
use super::evidence::EvidenceIndex;

/// The stretches of tokens that end with a sentence's sign or a line. A sign inside brackets or
/// behind a line's number ends none.
pub(super) fn sentences(tokens: &Tokens) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for index in 0..tokens.len() {
        let numbering = index > 0 && marks_line(tokens, index - 1);
        if tokens[index].ends_sentence() && !numbering {
            sentences.push(start..index);
            start = index + 1;
        }
    }
    sentences.push(start..tokens.len());
    sentences.retain(|range| !range.is_empty());
    sentences
}

/// How many list items follow at a place: lines that begin with a bullet, a dash or a number.
pub(super) fn items_after(tokens: &Tokens, end: usize) -> usize {
    let opens = |index: usize| {
        tokens.get(index).is_some_and(|token| {
            token.is(Symbol::Bullet)
                || token.is(Symbol::Dash)
                || token.is(Symbol::Star)
                || marks_line(tokens, index)
        })
    };
    let mut items = 0;
    let mut index = end;
    while index < tokens.len() {
        if tokens[index].kind != TokenKind::Newline {
            index += 1;
            continue;
        }
        let next = index + 1;
        if opens(next) {
            items += 1;
        } else if items > 0
            || tokens
                .get(next)
                .is_some_and(|token| token.kind != TokenKind::Newline)
        {
            break;
        }
        index = next;
    }
    items
}

/// Stretches of the draft in quotation marks that an entry holds literally.
pub(super) fn quotes(tokens: &Tokens, known: &EvidenceIndex<'_>) -> Vec<Span> {
    const LEAST: usize = 6;
    let marks: Vec<usize> = (0..tokens.len())
        .filter(|index| tokens[*index].is(Symbol::Quote))
        .collect();
    let mut quoted = Vec::new();
    if marks.len() < 2 {
        return quoted;
    }
    let notes: Vec<String> = known
        .entries
        .iter()
        .map(|known| plain(&known.entry.raw))
        .collect();
    for (place, open) in marks.iter().enumerate() {
        for close in &marks[place + 1..] {
            let span = Span {
                start: tokens[*open].span.end,
                end: tokens[*close].span.start,
            };
            let words = plain(tokens.slice(span));
            let words = words.trim_end_matches(['…', '.']).trim();
            let held = |words: &str| notes.iter().any(|note| note.contains(words));
            if words.chars().count() >= LEAST && held(words) {
                quoted.push(span);
            }
        }
    }
    quoted
}

/// Stretches of list lines (`- 2026-11-20: words`) that an entry of that day holds literally.
pub(super) fn listed(tokens: &Tokens, known: &EvidenceIndex<'_>) -> Vec<Span> {
    let text = tokens.text();
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((day, words)) = line.split_once(": ") else {
            continue;
        };
        let Ok(date) = day.trim_start_matches(['-', ' ']).parse::<NaiveDate>() else {
            continue;
        };
        let said = plain(words);
        let said = said.trim_end_matches('…').trim();
        let held = |entry: &Entry| {
            entry.date == date && !said.is_empty() && plain(&entry.raw).contains(said)
        };
        if known.entries.iter().any(|known| held(known.entry)) {
            found.push(Span {
                start: start + day.len() + 2,
                end: at,
            });
        }
    }
    found
}

/// Normal form with single spaces: a quote may run over the lines of its note.
fn plain(text: &str) -> String {
    normalize(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
