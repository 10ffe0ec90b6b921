//! Which part of an input is the note and which the question; both as typed.

use crate::engine::builtin::language::Language;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::sentences::Sentence;
use crate::engine::builtin::language::words::Words;
use crate::model::InputType;

use super::kind::{self, Kind, Reading, Signals};
use super::of_kind;

/// An input cut into what is logged and what is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What it is as a whole.
    pub kind: InputType,
    /// The note, for `both`.
    pub log: Option<String>,
    /// The question, for `both`.
    pub query: Option<String>,
}

impl Parts {
    fn whole(kind: InputType) -> Self {
        Self {
            kind,
            log: None,
            query: None,
        }
    }

    fn both(log: &str, query: &str) -> Self {
        Self {
            kind: InputType::Both,
            log: Some(log.trim().to_owned()),
            query: Some(query.trim().to_owned()),
        }
    }
}

/// Cuts an input by the readings of its sentences, and a single sentence where a note and a
/// question share it.
pub fn cut(
    text: &str,
    sentences: &[Sentence<'_>],
    readings: &[Reading],
    signals: &dyn Fn(&str) -> Signals,
) -> Parts {
    if readings
        .first()
        .is_some_and(|first| first.kind == Kind::Correction)
    {
        return Parts::whole(InputType::Correction);
    }
    let asks = readings
        .iter()
        .any(|reading| reading.kind == Kind::Question);
    let tells = sentences.iter().zip(readings).any(|(sentence, reading)| {
        reading.kind != Kind::Question && worth_logging(sentence.text, readings.len(), signals)
    });
    match (tells, asks) {
        (true, true) => {
            let log = span(text, of_notes(sentences, readings));
            let query = span(text, of_kind(sentences, readings, Kind::Question));
            Parts::both(log, query)
        }
        (false, true) | (true, false) => shared(sentences, signals).unwrap_or_else(|| {
            Parts::whole(if asks {
                InputType::Query
            } else {
                InputType::Log
            })
        }),
        (false, false) => Parts::whole(InputType::Log),
    }
}

fn of_notes<'a>(
    sentences: &'a [Sentence<'a>],
    readings: &'a [Reading],
) -> impl DoubleEndedIterator<Item = &'a Sentence<'a>> {
    sentences
        .iter()
        .zip(readings)
        .filter(|(_, reading)| reading.kind != Kind::Question)
        .map(|(sentence, _)| sentence)
}

/// The stretch from the first to the last of some sentences.
fn span<'t, 'a>(
    text: &'t str,
    mut sentences: impl DoubleEndedIterator<Item = &'a Sentence<'a>>,
) -> &'t str {
    let first = sentences.next();
    let last = sentences.next_back().or(first);
    match (first, last) {
        (Some(first), Some(last)) => &text[first.span.start..last.span.end],
        _ => "",
    }
}

/// A remark beside a question ("thanks", "just curious") is no note; anything with a subject, a
/// quantity or a few words is.
fn worth_logging(sentence: &str, of: usize, signals: &dyn Fn(&str) -> Signals) -> bool {
    if of == 1 {
        return true;
    }
    let found = signals(sentence);
    found.quantity || found.subject || Words::read(sentence).len() > 2
}

/// A note and a question in one sentence: "slept 4 hours, why am i so tired?".
fn shared(sentences: &[Sentence<'_>], signals: &dyn Fn(&str) -> Signals) -> Option<Parts> {
    let [sentence] = sentences else {
        return None;
    };
    let text = sentence.text;
    for at in seams(text) {
        let (head, tail) = text.split_at(at);
        let tail = tail.trim_start_matches([',', '-', '–', '—', ' ']);
        let head = head.trim_end_matches([',', ' ', '-', '–', '—']);
        let head = without_join(head);
        if head.is_empty() || tail.is_empty() {
            continue;
        }
        let asked = Sentence {
            text: tail,
            span: 0..tail.len(),
            asked: sentence.asked,
        };
        let told = Sentence {
            text: head,
            span: 0..head.len(),
            asked: false,
        };
        let (of_head, of_tail) = (signals(head), signals(tail));
        let question = kind::read(&asked, of_tail);
        let strong = question.kind == Kind::Question && question.sure >= 0.9;
        let note = kind::read(&told, of_head);
        let told_much = of_head.quantity || of_head.subject && of_head.number;
        if strong && told_much && note.kind == Kind::Note && !of_tail.quantity {
            return Some(Parts::both(head, tail));
        }
    }
    None
}

/// A stretch without the join that ended it ("and").
fn without_join(head: &str) -> &str {
    let line = Words::read(head);
    match line.last() {
        Some(last) if words().joins.is(&last.text) => {
            head[..last.span.start].trim_end_matches([',', ' '])
        }
        _ => head,
    }
}

/// Places where a question may begin inside a sentence: after a comma or a dash, after a join,
/// before a Korean question word that follows a clause.
fn seams(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = text
        .char_indices()
        .filter(|(at, c)| {
            matches!(c, ',' | '，' | '—' | '–') || *c == '-' && text[..*at].ends_with(' ')
        })
        .map(|(at, _)| at)
        .collect();
    let cues = words();
    let line = Words::read(text);
    for (i, word) in line.iter().enumerate().skip(1) {
        let join = cues.joins.is(&word.text);
        let before = &line.at(i - 1).text;
        let korean = Language::of(&word.text) == Language::Korean
            && cues.asking.wh.begin(&word.text)
            && word.spaced
            && cues.asking.clause_endings.end_of(before);
        if join && i + 1 < line.len() {
            found.push(line.at(i + 1).span.start);
        } else if korean {
            found.push(word.span.start);
        }
    }
    found.sort_unstable();
    found
}
