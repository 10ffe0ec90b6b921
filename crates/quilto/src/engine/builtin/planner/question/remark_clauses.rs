//! Remarks beside a question: "settle it", "my coach asks". Clauses of which nothing was read, and in which
//! nothing stands that could narrow what is asked.

use std::ops::Range;

use crate::text;
use quilto_language::Words;
use quilto_language::questions::words;

/// What ends a clause.
const ENDS: [char; 8] = [',', ';', '(', ')', '–', '—', '、', '，'];

/// The remarks of a text, of which phrases took `taken` and left `left` that may matter.
pub(super) fn of(
    question: &str,
    taken: &[Range<usize>],
    left: &[Range<usize>],
) -> Vec<Range<usize>> {
    let clauses = clauses(question);
    if !clauses.iter().any(|clause| overlap_any(taken, clause)) {
        return Vec::new();
    }
    let remark = |clause: &Range<usize>| {
        let said = question.get(clause.clone()).unwrap_or_default();
        overlap_any(left, clause) && !overlap_any(taken, clause) && is_remark(said)
    };
    clauses.into_iter().filter(remark).collect()
}

/// Whether any of some stretches of a text shares a letter with another.
pub(super) fn overlap_any(stretches: &[Range<usize>], other: &Range<usize>) -> bool {
    stretches.iter().any(|of| overlap(of, other))
}

/// Whether two stretches of a text share a letter.
pub(super) fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Whether words cannot be another thing that is asked about, or what leaves some of it out.
fn is_remark(said: &str) -> bool {
    let line = Words::read(said);
    let cues = words();
    let joined = line
        .iter()
        .next()
        .is_some_and(|word| cues.joins.is(&word.text) || cues.either.is(&word.text));
    let speaks = line.iter().any(|word| text::says_nothing(&word.text));
    let counts = said.chars().any(char::is_numeric);
    line.len() > 1 && speaks && !joined && !counts && !cues.narrows.hold(&line)
}

fn clauses(question: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for (at, sign) in question
        .char_indices()
        .filter(|(_, sign)| ENDS.contains(sign))
    {
        found.push(start..at);
        start = at + sign.len_utf8();
    }
    found.push(start..question.len());
    found
}
