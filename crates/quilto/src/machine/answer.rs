//! From a draft, or from bare facts, to the answer a user gets.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::agents::SynthesizerOutput;
use crate::model::{Answer, Citation, Confidence, Entry, EntryId, Fact, FactValue};

use super::question::Question;

/// How long a quote may be, in characters.
const QUOTE: usize = 120;

/// The answer made of a draft that may be shown.
pub(crate) fn of_draft(question: &Question, draft: &SynthesizerOutput) -> Answer {
    let mut gaps = draft.gaps_disclosed.clone();
    if question.partial {
        for gap in question.open_gaps() {
            if !gaps.contains(&gap.description) {
                gaps.push(gap.description);
            }
        }
    }
    Answer {
        text: draft.response.clone(),
        confidence: draft.confidence,
        citations: citations(question, &draft.evidence_cited),
        gaps,
        is_partial: question.partial,
    }
}

/// The answer made of the computed facts alone, with no words that could be wrong: what is left when
/// no draft may be shown. Without facts it says what is missing.
pub(crate) fn of_facts(question: &Question) -> Answer {
    let facts = question.facts();
    let mut lines: Vec<String> = facts.iter().map(line).collect();
    let gaps: Vec<String> = question
        .open_gaps()
        .into_iter()
        .map(|gap| gap.description)
        .collect();
    if lines.is_empty() {
        lines.clone_from(&gaps);
    }
    if lines.is_empty() {
        lines.push("I could not answer this from your notes.".into());
    }
    let entries: Vec<EntryId> = facts.iter().flat_map(|f| f.entries.clone()).collect();
    Answer {
        text: lines.join("\n"),
        confidence: Confidence::Low,
        citations: citations(question, &entries),
        gaps,
        is_partial: question.partial || facts.is_empty(),
    }
}

/// One fact as a line: `Granite, best shine: 9 (2026-11-20)`.
fn line(fact: &Fact) -> String {
    let mut line = format!("{}, {}", fact.subject, fact.name);
    if let Some(bucket) = &fact.bucket {
        let _ = write!(line, " [{bucket}]");
    }
    let _ = match &fact.value {
        FactValue::Number(n) => write!(line, ": {}", number(*n)),
        FactValue::Date(d) => write!(line, ": {d}"),
        FactValue::Text(t) => write!(line, ": {t}"),
    };
    if let Some(unit) = &fact.unit {
        let _ = write!(line, " {unit}");
    }
    if let Some(detail) = &fact.detail {
        let _ = write!(line, ", {detail}");
    }
    match (&fact.date, &fact.period) {
        (Some(date), _) => {
            let _ = write!(line, " ({date})");
        }
        (None, Some(p)) => {
            let _ = write!(line, " ({} to {})", p.start, p.end);
        }
        (None, None) => {}
    }
    line
}

/// At most two decimals, and none that are zero.
fn number(n: f64) -> String {
    let text = format!("{n:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// The entries with these ids that were read for the question, once each.
fn citations(question: &Question, ids: &[EntryId]) -> Vec<Citation> {
    let mut seen = BTreeSet::new();
    let entries = || question.parts.iter().flat_map(|p| &p.entries);
    ids.iter()
        .filter(|id| seen.insert((*id).clone()))
        .filter_map(|id| entries().find(|e| e.id == *id))
        .map(|entry| Citation {
            entry_id: entry.id.clone(),
            date: entry.date,
            quote: quote(entry),
        })
        .collect()
}

/// The entry's words on one line, cut at a word's end where they are long.
fn quote(entry: &Entry) -> String {
    let words = entry.raw.split_whitespace();
    let mut quote = String::new();
    for word in words {
        let room = QUOTE.saturating_sub(quote.chars().count());
        if quote.is_empty() {
            quote.extend(word.chars().take(room));
        } else if word.chars().count() < room.saturating_sub(1) {
            quote.push(' ');
            quote.push_str(word);
        } else {
            quote.push('…');
            break;
        }
    }
    quote
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact() {
        assert_eq!(number(80.0), "80");
        assert_eq!(number(82.25), "82.25");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(0.1 + 0.2), "0.3");
    }

    #[test]
    fn a_quote_is_one_line_of_at_most_120_characters() {
        let mut entry = super::super::testing::entry("20261101-0900", "a\r\n b");
        assert_eq!(quote(&entry), "a b");
        entry.raw = "반짝 ".repeat(100);
        let long = quote(&entry);
        assert!(
            long.chars().count() <= QUOTE && long.ends_with("반짝…"),
            "{long}"
        );
        entry.raw = "x".repeat(300);
        assert_eq!(quote(&entry).chars().count(), QUOTE);
    }
}
