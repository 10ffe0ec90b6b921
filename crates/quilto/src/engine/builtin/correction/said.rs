//! What a correction says: the new value, the old one, what it is about, and the day.

use std::ops::Range;
use std::sync::Arc;

use crate::agents::AgentContext;
use crate::engine::builtin::language::Words;
use crate::engine::builtin::language::cues::is_hangul;
use crate::engine::builtin::language::questions::words;
use crate::model::DateRange;
use crate::text::dates::{self, DateContext};
use crate::text::{Span, Symbol, TokenKind, Tokens, UnitTable, read_with};

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

/// What a correction says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// What it should be.
    pub new: Option<Value>,
    /// What it was.
    pub old: Option<Value>,
    /// What it is about.
    pub subjects: Vec<Subject>,
    /// When that was.
    pub days: Option<DateRange>,
    /// All its words, normalised, for the names of slots.
    pub words: String,
}

/// Reads a correction, and below it, line by line, what the user wanted otherwise: a later line adds
/// to what was said and stands over it.
pub fn read(cx: &AgentContext, units: &Arc<UnitTable>, text: &str) -> Said {
    let mut all = Said::default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let said = read_line(cx, units, line);
        all.old = all.old.or(said.old);
        all.new = said.new.or(all.new);
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

fn read_line(cx: &AgentContext, units: &Arc<UnitTable>, line: &str) -> Said {
    let tokens = read_with(line, units);
    let named = cx.domains.vocabulary().find(&tokens);
    let dates = dates::find(&tokens, &DateContext::note(cx.today));
    let taken: Vec<Span> = named
        .iter()
        .map(|found| found.mention.span)
        .chain(dates.iter().map(|date| date.span))
        .collect();
    let values = values(&tokens, &taken);
    let (new, old) = sides(line, values);
    Said {
        new,
        old,
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
        words: crate::text::normalize(line),
    }
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
fn sides(line: &str, mut values: Vec<(Span, Value)>) -> (Option<Value>, Option<Value>) {
    let first = |values: &[(Span, Value)]| values.first().map(|(_, value)| value.clone());
    let last = |values: &[(Span, Value)]| values.last().map(|(_, value)| value.clone());
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
