//! Where something else begins though no sign says so.
//!
//! A logistic regression over what stands on both sides of each gap between two words.

use std::ops::Range;

use crate::clause::{Break, Clause, Word};
use crate::cues::CueMatches;
use crate::features::endings;

/// What features of gaps begin with.
const CUT: &str = "cut ";
/// So many first letters of a word are looked at.
const FIRST: usize = 3;
/// Cues speak for a gap from this many words away.
const NEAR: usize = 4;
/// From this probability on a clause begins. One too many costs little, since the chain of acts
/// has weights for going on behind such a gap.
pub(crate) const BEGINS: f64 = 0.15;

/// The gaps that no sign parts, each with the words between the signs around it.
pub(crate) fn gaps(words: &[Word]) -> Vec<(usize, Range<usize>)> {
    let mut gaps = Vec::new();
    let mut from = 0;
    for at in 1..=words.len() {
        let begins = words.get(at).is_none_or(|word| word.begins.is_some());
        if begins {
            gaps.extend((from + 1..at).map(|gap| (gap, from..at)));
            from = at;
        }
    }
    gaps
}

/// What is looked at: the words of a text, the gap, named by the word behind it, and the words
/// between the signs around it.
struct GapContext<'w> {
    words: &'w [Word],
    gap: usize,
    within: Range<usize>,
}

impl<'w> GapContext<'w> {
    fn word(&self, at: usize) -> Option<&'w Word> {
        let words = self.words;
        words.get(at).filter(|_| self.within.contains(&at))
    }

    /// The word so far behind the gap, from 0, or before it, from -1.
    fn text(&self, far: isize) -> &'w str {
        let word = self.gap.checked_add_signed(far);
        let word = word.and_then(|at| self.word(at));
        word.map_or("$", |word| &word.text)
    }

    /// The same, where all words of letters look alike.
    fn kind(&self, far: isize) -> &'w str {
        let word = self.gap.checked_add_signed(far);
        let word = word.and_then(|at| self.word(at));
        word.map_or("$", |word| if word.plain { "w" } else { &word.text })
    }
}

/// Gives every feature of a gap, which is named by the word behind it.
pub(crate) fn each(
    words: &[Word],
    cued: &CueMatches,
    (gap, within): (usize, Range<usize>),
    give: &mut dyn FnMut(&str),
) {
    let mut line = String::with_capacity(48);
    let mut put = |parts: &[&str]| {
        line.clear();
        line.push_str(CUT);
        for part in parts {
            line.push_str(part);
        }
        give(&line);
    };
    let at = GapContext { words, gap, within };
    put(&["bias"]);
    texts(&at, &mut put);
    letters(&at, &mut put);
    lists(&at, cued, &mut put);
    sides(&at, &mut put);
    known(&at, &mut put);
}

fn texts(at: &GapContext<'_>, put: &mut dyn FnMut(&[&str])) {
    let (left, right) = (at.text(-1), at.text(0));
    let (left2, right2) = (at.text(-2), at.text(1));
    put(&["l=", left]);
    put(&["r=", right]);
    put(&["l2=", left2]);
    put(&["r2=", right2]);
    put(&["l=", left, " r=", right]);
    put(&["l=", left2, " ", left]);
    put(&["r=", right, " ", right2]);
    put(&["l=", left, " k=", at.kind(0)]);
    put(&["r=", right, " k=", at.kind(-1)]);
    if at.words[at.gap - 1].span.end == at.words[at.gap].span.start {
        put(&["glued"]);
    }
}

/// What the words beside the gap end and begin with.
fn letters(at: &GapContext<'_>, put: &mut dyn FnMut(&[&str])) {
    let (left, right) = (&at.words[at.gap - 1], &at.words[at.gap]);
    let ends = left.plain.then(|| endings(&left.text));
    let ends: Vec<&str> = ends.into_iter().flatten().collect();
    for end in &ends {
        put(&["le=", end]);
        put(&["le=", end, "|", at.kind(0)]);
        put(&["le=", end, " r=", &right.text]);
    }
    if !right.plain {
        return;
    }
    endings(&right.text).for_each(|ending| put(&["re=", ending]));
    let letters = right.text.char_indices().map(|(at, _)| at).skip(1);
    for first in letters.take(FIRST).map(|at| &right.text[..at]) {
        put(&["rb=", first]);
        put(&["rb=", first, "|", at.kind(-1)]);
        for end in &ends {
            put(&["le=", end, " rb=", first]);
        }
    }
}

/// What is known of the words beside the gap, and what only of one of them.
fn known(at: &GapContext<'_>, put: &mut dyn FnMut(&[&str])) {
    let (left, right) = (&at.words[at.gap - 1], &at.words[at.gap]);
    for known in &left.known {
        put(&["lk=", known]);
        if !right.known.contains(known) {
            put(&["ends=", known]);
        }
    }
    for known in &right.known {
        put(&["rk=", known]);
        if !left.known.contains(known) {
            put(&["begins=", known]);
            put(&["begins=", known, "|", at.kind(-1)]);
        }
    }
}

/// The lists that speak on both sides and over the gap.
fn lists(at: &GapContext<'_>, cued: &CueMatches, put: &mut dyn FnMut(&[&str])) {
    let GapContext { gap, within, .. } = at;
    let gap = *gap;
    let near = gap.saturating_sub(NEAR).max(within.start)..gap;
    let behind = gap..(gap + NEAR).min(within.end);
    let mut left: Vec<(bool, &str)> = Vec::new();
    for (at, list) in cued.within(near.clone()) {
        left.push((at.end == gap, list));
    }
    let mut right: Vec<(bool, &str)> = Vec::new();
    for (at, list) in cued.within(behind.clone()) {
        right.push((at.start == gap, list));
    }
    for (lists, touches, name) in [(&left, "at l c=", "l c="), (&right, "at r c=", "r c=")] {
        for (touching, list) in lists {
            put(&[name, list]);
            if *touching {
                put(&[touches, list]);
            }
        }
    }
    for (ends, one) in &left {
        for (begins, other) in &right {
            let name = match (ends, begins) {
                (true, true) => "c!=",
                (_, true) => "c>=",
                (true, _) => "c<=",
                _ => "c=",
            };
            put(&[name, one, "|", other]);
        }
    }
    for (at, list) in cued.within(near.start..behind.end) {
        if at.start < gap && at.end > gap {
            put(&["over c=", list]);
        }
    }
}

/// How much stands on both sides, and whether there are numbers.
fn sides(at: &GapContext<'_>, put: &mut dyn FnMut(&[&str])) {
    let name = |stretch: Range<usize>| {
        let words = &at.words[stretch];
        let long = match words.len() {
            1 => "1",
            2 => "2",
            3 | 4 => "4",
            5..=8 => "8",
            _ => "more",
        };
        let numbers = words.iter().any(|word| word.text.starts_with('#'));
        let plain = words.iter().any(|word| word.plain);
        let holds = match (numbers, plain) {
            (true, true) => "both",
            (true, false) => "numbers",
            (false, true) => "words",
            (false, false) => "signs",
        };
        (long, holds)
    };
    let ((long, holds), (long2, holds2)) =
        (name(at.within.start..at.gap), name(at.gap..at.within.end));
    put(&["long=", long, "|"]);
    put(&["long=|", long2]);
    put(&["holds=", holds, "|", holds2]);
    put(&["long=", long, " ", holds, "|"]);
    put(&["long=|", long2, " ", holds2]);
}

/// Parts words into clauses: where signs stand, and where `begins` says that something begins.
pub(crate) fn cut<'w>(words: &'w [Word], begins: &[bool]) -> Vec<Clause<'w>> {
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    let mut from = 0;
    let mut kind = Break::Line;
    for at in 1..=words.len() {
        let next = words.get(at).map(|word| match word.begins {
            None if begins[at] => Some(Break::Gap),
            sign => sign,
        });
        if let Some(None) = next {
            continue;
        }
        let stretch = &words[from..at];
        if !stretch.is_empty() {
            let bare = !stretch.iter().any(|word| word.plain);
            let joins = bare && matches!(kind, Break::Sentence | Break::Comma);
            let end = stretch[stretch.len() - 1].span.end;
            match clauses.last_mut().filter(|_| joins) {
                Some(last) => {
                    let start = from - last.words.len();
                    last.words = &words[start..at];
                    last.span.end = end;
                }
                None => clauses.push(Clause {
                    words: stretch,
                    begins: kind,
                    span: stretch[0].span.start..end,
                }),
            }
        }
        if let Some(Some(next)) = next {
            kind = next;
            from = at;
        }
    }
    clauses
}

/// The probability of a score.
pub(crate) fn likely(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[(&str, Option<Break>)]) -> Vec<Word> {
        let words = texts.iter().enumerate().map(|(at, (text, begins))| Word {
            begins: *begins,
            plain: *text != "#",
            ..Word::new(*text, at..at + 1)
        });
        words.collect()
    }

    #[test]
    fn gaps_are_where_no_sign_stands() {
        let words = words(&[
            ("granite", Some(Break::Line)),
            ("#", None),
            ("slate", Some(Break::Comma)),
            ("#", None),
            ("basalt", None),
        ]);
        assert_eq!(gaps(&words), [(1, 0..2), (3, 2..5), (4, 2..5)]);
        assert!(gaps(&[]).is_empty());
    }

    #[test]
    fn numbers_behind_a_comma_go_on_with_the_clause_before() {
        let words = words(&[
            ("granite", Some(Break::Line)),
            ("#", None),
            ("#", Some(Break::Comma)),
            ("then", None),
            ("slate", None),
            ("#", Some(Break::Line)),
        ]);
        let begins = [false, false, false, true, false, false];
        let clauses = cut(&words, &begins);
        let spans: Vec<_> = clauses.iter().map(|clause| clause.span.clone()).collect();
        assert_eq!(spans, [0..3, 3..5, 5..6]);
        assert_eq!(clauses[1].begins, Break::Gap);
        assert!(cut(&[], &[]).is_empty());
    }
}
