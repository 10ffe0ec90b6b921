//! What a correction says: the new value, the old one, what it is about, and the day.

use std::ops::Range;
use std::sync::Arc;

use quilto_agents::AgentContext;
use quilto_language::Words;
use quilto_language::hangul::is_hangul;
use quilto_language::questions::words;
use quilto_model::DateRange;
use quilto_text::dates::{self, DateContext};
use quilto_text::{Span, Symbol, TokenKind, Tokens, UnitTable, read_with};

/// A value as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The number, in `unit`.
    pub value: f64,
    /// The name of its unit, if it has one.
    pub unit: Option<String>,
    /// The words it was typed in.
    pub words: String,
}

/// A thing of a domain that the correction names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The domain.
    pub domain: String,
    /// The domain's own name for it.
    pub term: String,
}

/// Which row of an item is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The one at this place, from 0.
    At(usize),
    /// The last one that fits.
    Last,
}

/// What a correction says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CorrectionRequest {
    /// What it should be.
    pub new: Option<Value>,
    /// What the rows should be, where numbers multiply: the words as typed.
    pub rows: Option<String>,
    /// Which row is meant, if one is named.
    pub row: Option<Row>,
    /// What it was.
    pub old: Option<Value>,
    /// What it is about.
    pub subjects: Vec<Subject>,
    /// When that was.
    pub days: Option<DateRange>,
    /// All its words, normalised, for the names of slots.
    pub words: String,
}

impl CorrectionRequest {
    /// Whether it is a number and nothing else.
    pub fn is_bare(&self) -> bool {
        self.new.as_ref().is_some_and(|new| new.unit.is_none())
            && self.old.is_none()
            && self.row.is_none()
            && self.days.is_none()
            && self.subjects.is_empty()
    }
}

/// Reads a correction, and below it, line by line, what the user wanted otherwise: a later line adds
/// to what was said and stands over it.
///
/// `row_units` are the units that count rows.
pub fn read(
    cx: &AgentContext,
    units: &Arc<UnitTable>,
    row_units: &[String],
    text: &str,
) -> CorrectionRequest {
    let mut all = CorrectionRequest::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let said = read_line(cx, units, row_units, line);
        all.old = all.old.or(said.old);
        if said.new.is_some() || said.rows.is_some() {
            (all.new, all.rows) = (said.new, said.rows);
        }
        all.row = said.row.or(all.row);
        all.days = said.days.or(all.days);
        if !said.subjects.is_empty() {
            all.subjects = said.subjects;
        }
        all.words.push_str(&said.words);
        all.words.push('\n');
    }
    let unit_of = |value: &Option<Value>| value.as_ref().and_then(|v| v.unit.clone());
    let (old, new) = (unit_of(&all.old), unit_of(&all.new));
    if let (Some(value), None) = (&mut all.old, old.clone()) {
        value.unit.clone_from(&new);
    }
    if let (Some(value), None) = (&mut all.new, new) {
        value.unit = old;
    }
    all
}

fn read_line(
    cx: &AgentContext,
    units: &Arc<UnitTable>,
    row_units: &[String],
    line: &str,
) -> CorrectionRequest {
    let tokens = read_with(line, units);
    let named = cx.domains.vocabulary().find(&tokens);
    let dates = dates::find(&tokens, &DateContext::note(cx.today));
    let row = row(units, row_units, line);
    let taken: Vec<Span> = named
        .iter()
        .map(|found| found.mention.span)
        .chain(dates.iter().map(|date| date.span))
        .chain(row.as_ref().map(|(_, span)| *span))
        .collect();
    let (new, old) = sides(line, values(&tokens, &taken));
    let (rows, _) = sides(line, products(&tokens, &taken));
    CorrectionRequest {
        new: new.filter(|_| rows.is_none()),
        old: old.filter(|_| rows.is_none()),
        rows,
        row: row.map(|(row, _)| row),
        subjects: named
            .iter()
            .filter(|found| found.mention.exact)
            .filter_map(|found| {
                let module = cx.domains.modules.get(found.domain)?;
                Some(Subject {
                    domain: module.name.clone(),
                    term: found.mention.term.to_string(),
                })
            })
            .collect(),
        days: dates.first().map(|date| date.range.clone()),
        words: quilto_text::normalize(line),
    }
}

/// Which row the line names, and where: "the last" and the like right before the word for a row.
pub(super) fn row(units: &UnitTable, row_units: &[String], line: &str) -> Option<(Row, Span)> {
    let read = Words::read(line);
    let correcting = &words().correcting;
    let nth = correcting.row_nth.iter();
    let nth = nth.filter_map(|(nth, cues)| Some((Row::At(nth.checked_sub(1)?), cues)));
    let mut named = std::iter::once((Row::Last, &correcting.row_last)).chain(nth);
    named.find_map(|(row, cues)| {
        let hit = cues.find(&read)?;
        let word = read.iter().nth(hit.words.end)?;
        let unit = units.word(&word.text);
        let unit = unit.or_else(|| Some(units.prefix(&word.text)?.0))?;
        let counts = row_units.contains(&units.unit(unit).name.to_string());
        let start = read.at(hit.words.start).span.start;
        let end = read.at(hit.words.end.checked_sub(1)?).span.end;
        counts.then_some((row, Span { start, end }))
    })
}

/// The stretches of a line in which numbers multiply, with what stands right beside them ("85kg
/// 3x4").
fn products(tokens: &Tokens, taken: &[Span]) -> Vec<(Span, String)> {
    let part = |at: usize| {
        let Some(token) = tokens.get(at) else {
            return false;
        };
        let number = matches!(token.kind, TokenKind::Number(_) | TokenKind::Quantity(_));
        let free = !taken.iter().any(|span| span.overlaps(token.span));
        free && (number || token.is(Symbol::Times) || token.is(Symbol::At))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !part(at) {
            at += 1;
            continue;
        }
        let start = at;
        while part(at) {
            at += 1;
        }
        let multiplies = (start..at).any(|i| tokens.get(i).is_some_and(|t| t.is(Symbol::Times)));
        if multiplies {
            let span = tokens.span_of(start..at);
            found.push((span, tokens.slice(span).to_owned()));
        }
    }
    found
}

/// The values of a line with their places; numbers that are multiplied are no single value.
fn values(tokens: &Tokens, taken: &[Span]) -> Vec<(Span, Value)> {
    let multiplied = |at: usize| tokens.get(at).is_some_and(|t| t.is(Symbol::Times));
    let mut values = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if taken.iter().any(|span| span.overlaps(token.span)) {
            continue;
        }
        if multiplied(at + 1) || at > 0 && multiplied(at - 1) {
            continue;
        }
        let (value, unit) = match &token.kind {
            TokenKind::Number(number) => (number.value, None),
            TokenKind::Quantity(quantity) => {
                let unit = tokens.unit(quantity.unit).name.to_string();
                (quantity.value, Some(unit))
            }
            TokenKind::Clock(clock) => (clock.seconds(), Some("s".to_owned())),
            _ => continue,
        };
        let words = tokens.slice(token.span).to_owned();
        values.push((token.span, Value { value, unit, words }));
    }
    values
}

/// The new and the old value.
///
/// English puts the new one before "not" and the old one behind it, and both behind it in "not 9 but
/// 8"; Korean puts the old one before its "not". Without such a word, the first of two is the old
/// one ("change 9 to 8"), and a single one is new.
fn sides<T: Clone>(line: &str, mut values: Vec<(Span, T)>) -> (Option<T>, Option<T>) {
    let first = |values: &[(Span, T)]| values.first().map(|(_, value)| value.clone());
    let last = |values: &[(Span, T)]| values.last().map(|(_, value)| value.clone());
    let Some(contrast) = contrast(line) else {
        // More than two would be a guess.
        return match values.as_slice() {
            [(_, new)] => (Some(new.clone()), None),
            [(_, old), (_, new)] => (Some(new.clone()), Some(old.clone())),
            _ => (None, None),
        };
    };
    let at = values.partition_point(|(span, _)| span.start < contrast.start);
    let after = values.split_off(at);
    let before = values;
    if line[contrast.clone()].chars().any(is_hangul) {
        return match (last(&before), first(&after)) {
            // "아니 85였어": it only says no to what was said before.
            (None, new) => (new, None),
            (old, new) => (new, old),
        };
    }
    match (last(&before), after.as_slice()) {
        (Some(new), after) => (Some(new), first(after)),
        (None, [(_, old), (_, new)]) => (Some(new.clone()), Some(old.clone())),
        _ => (None, None),
    }
}

/// Where the word stands that sets one value against the other.
fn contrast(line: &str) -> Option<Range<usize>> {
    let read = Words::read(line);
    let hit = words().correcting.contrast.find(&read)?;
    let start = read.at(hit.words.start).span.start;
    let end = read.at(hit.words.end.checked_sub(1)?).span.end;
    Some(start..end)
}
