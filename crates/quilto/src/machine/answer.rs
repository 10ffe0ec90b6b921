//! From a draft, or from bare facts, to the answer a user gets.

use std::collections::BTreeSet;

use crate::agents::SynthesizerOutput;
use crate::model::{Answer, Citation, Confidence, Entry, EntryId};

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

/// The answer made of the computed facts alone, as code put them into words when they were computed:
/// what is left when no draft may be shown. Nothing of it that was refused is said again. Without any
/// words it says what is missing.
pub(crate) fn of_facts(question: &Question) -> Answer {
    let facts = question.facts();
    let claims = question
        .feedback
        .iter()
        .filter_map(|f| f.affected_claim.as_ref());
    let refused: Vec<&String> = question.ungrounded.iter().chain(claims).collect();
    let said = question.parts.iter().flat_map(|part| &part.said);
    let mut lines: Vec<String> = Vec::new();
    for line in said.filter(|line| !refused.iter().any(|words| line.contains(*words))) {
        if !lines.contains(line) {
            lines.push(line.clone());
        }
    }
    let mut gaps: Vec<String> = question
        .open_gaps()
        .into_iter()
        .map(|gap| gap.description)
        .collect();
    if lines.is_empty() {
        if gaps.is_empty() {
            gaps.push(question.own_words().nothing_supports.clone());
        }
        lines.clone_from(&gaps);
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
