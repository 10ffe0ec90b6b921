//! Several questions in one input.

use crate::model::DependencyType;
use quilto_language::cues::{is_hangul, joins_clauses};
use quilto_language::questions::words;
use quilto_language::sentences::{self, Sentence};
use quilto_language::{Cues, QuestionKind, Words};

/// How a part hangs on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It stands alone.
    Alone,
    /// It needs what the other finds.
    Needs,
    /// It is another side of the same question.
    Same,
}

/// The questions of a text, in order, as typed.
pub fn split(text: &str) -> Vec<&str> {
    let sentences: Vec<Vec<&str>> = sentences::split(text)
        .iter()
        .map(questions)
        .filter(|parts| !parts.is_empty())
        .collect();
    // A bare remark beside a question ("thanks!") asks nothing.
    if sentences.iter().map(Vec::len).sum::<usize>() > 1 {
        let says_something = |part: &&str| asks(part) || days_alone(part) || wants(part);
        let asking = sentences.iter().filter(|of| of.iter().any(says_something));
        let asking = with_what_is_wanted(text, asking.flatten().copied());
        if !asking.is_empty() {
            return asking;
        }
        return vec![text.trim()];
    }
    sentences.concat()
}

/// The parts of a text, each that says what is wanted as one with the question after it: "I want 80. How much is
/// left?"
fn with_what_is_wanted<'t>(text: &'t str, parts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut joined: Vec<&str> = Vec::new();
    for part in parts {
        let before = joined.last_mut().filter(|_| asks(part));
        match before.and_then(|before| Some((with_wanted(text, before, part)?, before))) {
            Some((both, before)) => *before = both,
            None => joined.push(part),
        }
    }
    joined
}

/// A part of a text that says what is wanted, and a question after it, as one.
pub fn with_wanted<'t>(text: &'t str, told: &str, asked: &str) -> Option<&'t str> {
    let start = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let (from, to) = (start(told), start(asked) + asked.len());
    (wants(told) && from < to).then(|| &text[from..to])
}

/// Whether a part only says what somebody wants to reach.
fn wants(part: &str) -> bool {
    let number = part.chars().any(char::is_numeric);
    number && !asks(part) && words().wants.hold(&Words::read(part))
}

/// The questions of one sentence.
fn questions<'a>(sentence: &Sentence<'a>) -> Vec<&'a str> {
    let mut parts = Vec::new();
    for piece in pieces(sentence) {
        let line = Words::read(piece);
        if line.is_empty() {
            continue;
        }
        match joined_clauses(piece, &line) {
            Some(clauses) => parts.extend(clauses),
            None => parts.push(piece.trim()),
        }
    }
    parts
}

/// Whether a part names days and little else ("in 2021").
fn days_alone(part: &str) -> bool {
    let digits = part.chars().any(char::is_numeric);
    digits && Words::read(part).len() <= 4
}

fn asks(part: &str) -> bool {
    let cues = words();
    let line = Words::read(part).opened_by(&cues.asking.openers);
    part.trim_end().ends_with(['?', '？'])
        || cues.asking.wh.hold(&line)
        || cues.asking.always.hold(&line)
        || cues.asking.requests.hold(&line)
        || cues.asking.phrases.hold(&line)
        || cues.asking.endings.hold(&line)
}

/// Cuts one sentence where a join is followed by the beginning of another question.
fn pieces<'a>(sentence: &Sentence<'a>) -> Vec<&'a str> {
    let cues = words();
    let line = Words::read(sentence.text);
    let mut cuts: Vec<usize> = Vec::new();
    for i in 1..line.len().saturating_sub(1) {
        if !cues.joins.is(&line.at(i).text) || cues.joins.is(&line.at(i - 1).text) {
            continue;
        }
        let mut rest = i + 1;
        while rest + 1 < line.len() && cues.joins.is(&line.at(rest).text) {
            rest += 1;
        }
        let tail = &sentence.text[line.at(rest).span.start..];
        let head = &sentence.text[..line.at(i).span.start];
        if begins_question(tail) && Words::read(head).len() > 1 && says_what(head) {
            cuts.push(line.at(i).span.start);
        }
    }
    let mut found = Vec::new();
    let mut from = 0;
    for cut in cuts {
        found.push(sentence.text[from..cut].trim_end_matches([',', ' ']));
        from = cut;
    }
    found.push(&sentence.text[from..]);
    found
}

/// Two Korean questions that a verb of the past joins ("뭐 했고 얼마나 했어?"). Both must have a
/// question word.
fn joined_clauses<'a>(piece: &'a str, line: &Words) -> Option<[&'a str; 2]> {
    let wh = &words().asking.wh;
    let inner = 1..line.len().saturating_sub(1);
    let at = inner
        .into_iter()
        .find(|&at| joins_clauses(&line.at(at).text))?;
    let (head, tail) = piece.split_at(line.at(at).span.end);
    let tail = tail.trim_matches([',', ' ']);
    let both = wh.hold(&Words::read(head)) && wh.hold(&Words::read(tail));
    both.then(|| [head.trim_start(), tail])
}

/// Whether a piece begins like a question of its own.
fn begins_question(piece: &str) -> bool {
    let asking = &words().asking;
    let line = Words::read(piece);
    let Some(first) = line.first() else {
        return false;
    };
    if asking.always.hold(&line) || asking.requests.hold(&line) {
        return true;
    }
    // "… and how it went" belongs to what stands before it.
    let clause = line
        .iter()
        .nth(line.opened() + 1)
        .is_some_and(|word| asking.clause_starts.is(&word.text));
    starts(&asking.wh, &first.text) && !clause
}

fn starts(cues: &Cues, word: &str) -> bool {
    cues.is(word) || word.chars().any(is_hangul) && cues.begin(word)
}

/// Whether the part before a join is a question by itself and not just "how and (why)".
fn says_what(head: &str) -> bool {
    let cues = words();
    let line = Words::read(head).opened_by(&cues.asking.openers);
    line.iter().any(|w| {
        !cues.asking.wh.is(&w.text) && !cues.asking.openers.is(&w.text) && !cues.joins.is(&w.text)
    })
}

/// How the parts hang together, from their asks and what they name.
pub fn strategy(links: &[Link]) -> DependencyType {
    if links.contains(&Link::Needs) {
        DependencyType::Dependent
    } else if links.contains(&Link::Same) {
        DependencyType::Coupled
    } else {
        DependencyType::Independent
    }
}

/// Whether words point back ("it", "that") instead of naming what they are about.
pub fn points_back(line: &Words) -> bool {
    let points = &words().points_at;
    line.iter().any(|word| {
        let hangul = word.text.chars().any(is_hangul);
        points.is(&word.text) || hangul && points.begin(&word.text)
    })
}

/// Whether words have a cue of an operation.
pub fn seeks(line: &Words, op: QuestionKind) -> bool {
    let cues = words().operations.get(&op);
    cues.is_some_and(|cues| cues.hold(line))
}
