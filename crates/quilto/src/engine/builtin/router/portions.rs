//! Which part of an input is the note and which the question; both as typed.

use crate::engine::builtin::planner::split;
use crate::model::InputType;
use quilto_language::Language;
use quilto_language::questions::words;
use quilto_language::sentence_kind::{self, SentenceKind, SentenceReading, SentenceSignals};
use quilto_language::sentences::Sentence;
use quilto_language::words::Words;

use super::of_kind;

/// An input cut into what is logged and what is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitInput {
    /// What it is as a whole.
    pub kind: InputType,
    /// The note, for `both`.
    pub log: Option<String>,
    /// The question, for `both`.
    pub query: Option<String>,
}

impl SplitInput {
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
    readings: &[SentenceReading],
    signals: &dyn Fn(&str) -> SentenceSignals,
) -> SplitInput {
    if readings
        .first()
        .is_some_and(|first| first.kind == SentenceKind::Correction)
    {
        return SplitInput::whole(InputType::Correction);
    }
    let asks = readings
        .iter()
        .any(|reading| reading.kind == SentenceKind::Question);
    let tells = sentences.iter().zip(readings).any(|(sentence, reading)| {
        reading.kind != SentenceKind::Question
            && worth_logging(sentence.text, readings.len(), signals)
    });
    match (tells, asks) {
        (true, true) => {
            let log = span(text, of_notes(sentences, readings));
            let query = span(text, of_kind(sentences, readings, SentenceKind::Question));
            SplitInput::both(log, with_what_is_wanted(text, log, query))
        }
        (false, true) | (true, false) => shared(sentences, signals).unwrap_or_else(|| {
            SplitInput::whole(if asks {
                InputType::Query
            } else {
                InputType::Log
            })
        }),
        (false, false) => SplitInput::whole(InputType::Log),
    }
}

fn of_notes<'a>(
    sentences: &'a [Sentence<'a>],
    readings: &'a [SentenceReading],
) -> impl DoubleEndedIterator<Item = &'a Sentence<'a>> {
    sentences
        .iter()
        .zip(readings)
        .filter(|(_, reading)| reading.kind != SentenceKind::Question)
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
fn worth_logging(sentence: &str, of: usize, signals: &dyn Fn(&str) -> SentenceSignals) -> bool {
    if of == 1 {
        return true;
    }
    let found = signals(sentence);
    found.quantity || found.subject || Words::read(sentence).len() > 2
}

/// The most bytes of a question that shares a sentence with a note, and the most places in a
/// sentence that are looked at closely: a sentence with more is a list, and may be very long.
const LONGEST_ASKED: usize = 400;
const MOST_PLACES: usize = 8;

/// A note and a question in one sentence: "slept 4 hours, why am i so tired?".
///
/// The first place wins at which what follows asks and tells no quantity. It is looked for from the
/// end: once a quantity follows, one follows every place before it too.
fn shared(
    sentences: &[Sentence<'_>],
    signals: &dyn Fn(&str) -> SentenceSignals,
) -> Option<SplitInput> {
    let [sentence] = sentences else {
        return None;
    };
    let text = sentence.text;
    let mut first = None;
    let mut places = 0;
    for at in seams(text).into_iter().rev() {
        let (head, tail) = text.split_at(at);
        let tail = tail.trim_start_matches([',', '-', '–', '—', ' ']);
        let head = head.trim_end_matches([',', ' ', '-', '–', '—']);
        if tail.len() > LONGEST_ASKED || places == MOST_PLACES {
            break;
        }
        let asked = Sentence {
            text: tail,
            span: 0..tail.len(),
            asked: sentence.asked,
        };
        // By its words alone first: what else a stretch holds takes a reading of it.
        if head.is_empty() || tail.is_empty() || !strong(&asked, SentenceSignals::default()) {
            continue;
        }
        let of_tail = signals(tail);
        if of_tail.quantity {
            break;
        }
        let head = without_join(head);
        let told = Sentence {
            text: head,
            span: 0..head.len(),
            asked: false,
        };
        places += 1;
        let of_head = signals(head);
        let told_much = of_head.quantity || of_head.subject && of_head.number;
        let note = sentence_kind::read(&told, of_head).kind == SentenceKind::Note;
        if !head.is_empty() && told_much && note && strong(&asked, of_tail) {
            first = Some(SplitInput::both(
                head,
                with_what_is_wanted(text, head, tail),
            ));
        }
    }
    first
}

/// "I want 80 kg, how much is left?": such a question is not understood without what is wanted.
fn with_what_is_wanted<'t>(text: &'t str, told: &'t str, asked: &'t str) -> &'t str {
    split::with_wanted(text, told, asked).unwrap_or(asked)
}

/// Whether a sentence is surely a question.
fn strong(sentence: &Sentence<'_>, signals: SentenceSignals) -> bool {
    let read = sentence_kind::read(sentence, signals);
    read.kind == SentenceKind::Question && read.sure >= 0.9
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
