//! What is seen of a clause.

use std::collections::BTreeSet;
use std::ops::Bound;

use crate::clause::{Break, Clause, Word};
use crate::cues::CueMatches;

/// Endings of this many letters are looked at, in scripts that write syllables and in others.
const ENDINGS: [usize; 3] = [1, 2, 3];
/// Clauses up to this many words are short.
const LENGTHS: [usize; 4] = [1, 2, 4, 8];
/// The words of this many clauses before a clause and behind it are seen.
const NEAR: usize = 2;

/// What is found once for all clauses of a text.
pub(crate) struct TextFeatures {
    headings: Vec<Option<usize>>,
    lists: Lists,
}

/// Looks at all clauses of a text.
pub(crate) fn around_all(clauses: &[Clause<'_>], cued: &CueMatches) -> TextFeatures {
    TextFeatures {
        headings: headings(clauses),
        lists: Lists::new(clauses, cued),
    }
}

/// Which lists of cues speak in each clause, and in each sentence so far.
struct Lists {
    of_clause: Vec<BTreeSet<String>>,
    of_sentence: Vec<BTreeSet<String>>,
    of_text: BTreeSet<String>,
}

impl Lists {
    fn new(clauses: &[Clause<'_>], cued: &CueMatches) -> Self {
        let mut lists = Self {
            of_clause: Vec::new(),
            of_sentence: Vec::new(),
            of_text: BTreeSet::new(),
        };
        let mut sentence = BTreeSet::new();
        let mut from = 0;
        for clause in clauses {
            if matches!(clause.begins, Break::Line | Break::Sentence) {
                sentence.clear();
            }
            let words = from..from + clause.words.len();
            from = words.end;
            let found = cued.within(words).map(|(_, list)| list.to_owned());
            let found: BTreeSet<String> = found.collect();
            lists.of_sentence.push(sentence.clone());
            sentence.extend(found.iter().cloned());
            lists.of_text.extend(found.iter().cloned());
            lists.of_clause.push(found);
        }
        lists
    }

    fn give(&self, at: usize, put: &mut dyn FnMut(&[&str])) {
        let here = &self.of_clause[at];
        for list in here {
            put(&["l=", list]);
            for other in here.range::<str, _>((Bound::Excluded(&**list), Bound::Unbounded)) {
                put(&["l=", list, " ", other]);
            }
            for before in &self.of_sentence[at] {
                put(&["l=", list, " after ", before]);
            }
        }
        for before in &self.of_sentence[at] {
            put(&["sentence l=", before]);
        }
        for list in &self.of_text {
            put(&["text l=", list]);
        }
    }
}

/// Gives every feature of a clause among its neighbours.
pub(crate) fn each(
    clauses: &[Clause<'_>],
    all: &TextFeatures,
    at: usize,
    give: &mut dyn FnMut(&str),
) {
    let clause = &clauses[at];
    let mut line = String::with_capacity(48);
    let mut put = |parts: &[&str]| {
        line.clear();
        for part in parts {
            line.push_str(part);
        }
        give(&line);
    };
    put(&["bias"]);
    let words = clause.words;
    let text = |i: usize| words.get(i).map_or("", |word| &*word.text);
    for (i, word) in words.iter().enumerate() {
        put(&["w=", &word.text]);
        let next = if i + 1 < words.len() {
            text(i + 1)
        } else {
            "$"
        };
        put(&["b=", &word.text, " ", next]);
        if word.plain {
            endings(&word.text).for_each(|ending| put(&["e=", ending]));
            neighbours(&word.text, &mut |letters| put(&["g=", letters]));
        }
    }
    for known in known(clause) {
        put(&["k=", known]);
    }
    let plain = || words.iter().filter(|word| word.plain);
    if let Some(first) = plain().next() {
        put(&["first=", &first.text]);
        if let Some(second) = plain().nth(1) {
            put(&["first2=", &first.text, " ", &second.text]);
        }
    }
    if let Some(last) = plain().next_back() {
        put(&["last=", &last.text]);
        endings(&last.text).for_each(|ending| put(&["laste=", ending]));
    }
    all.lists.give(at, &mut put);
    shape(clauses, at, &mut put);
    near(clauses, at, &mut put);
    let heading = all.headings[at].map_or(&[][..], |heading| clauses[heading].words);
    around(clauses, heading, at, &mut put);
}

/// Lengths, numbers, and where in the text the clause stands.
fn shape(clauses: &[Clause<'_>], at: usize, put: &mut dyn FnMut(&[&str])) {
    let clause = &clauses[at];
    let long = clause.words.iter().filter(|word| word.plain).count();
    let length = LENGTHS.iter().position(|most| long <= *most);
    let length = ["1", "2", "4", "8"]
        .get(length.unwrap_or(4))
        .map_or("more", |name| *name);
    put(&["length=", length]);
    let numbered = numbered(clause);
    put(&["number=", numbered]);
    put(&["number=", numbered, " length=", length]);
    let place = match (at == 0, at + 1 == clauses.len()) {
        (true, true) => "whole",
        (true, false) => "first",
        (false, true) => "last",
        (false, false) => "inside",
    };
    put(&["place=", place, " number=", numbered]);
    put(&["begins=", clause.begins.name()]);
}

/// The words of the clauses nearby, in the same sentence or another: who did it, and whether it was
/// done, may be said there.
fn near(clauses: &[Clause<'_>], at: usize, put: &mut dyn FnMut(&[&str])) {
    let end = clauses.len().min(at + NEAR + 1);
    for other in (at.saturating_sub(NEAR)..end).filter(|other| *other != at) {
        let mut between = clauses[other.min(at) + 1..=other.max(at)].iter();
        let parted = between.any(|clause| matches!(clause.begins, Break::Line | Break::Sentence));
        let name = if parted { "near w=" } else { "sentence w=" };
        for word in clauses[other].words {
            put(&[name, &word.text]);
        }
    }
}

/// What the clauses before and behind begin and end with, and the heading above.
fn around(clauses: &[Clause<'_>], heading: &[Word], at: usize, put: &mut dyn FnMut(&[&str])) {
    let before = at.checked_sub(1).map(|before| &clauses[before]);
    let behind = clauses.get(at + 1);
    for (name, clause) in [("before", before), ("behind", behind)] {
        let Some(clause) = clause else {
            continue;
        };
        put(&[name, " number=", numbered(clause)]);
        let last = clause.words.iter().rfind(|word| word.plain);
        if let Some(last) = last {
            for ending in endings(&last.text) {
                put(&[name, " laste=", ending]);
            }
        }
        for known in known(clause) {
            put(&[name, " k=", known]);
        }
    }
    // What the first line says may hold for all below it.
    if let Some(top) = clauses.first().filter(|_| at > 0) {
        for known in known(top) {
            put(&["top k=", known]);
        }
    }
    for word in heading.iter().filter(|word| word.plain) {
        put(&["heading=", &word.text]);
        for known in &word.known {
            put(&["heading k=", known]);
        }
    }
}

/// For each clause the last one above its line that ended a line in a colon.
fn headings(clauses: &[Clause<'_>]) -> Vec<Option<usize>> {
    let mut heading = None;
    let of_clause = clauses.iter().enumerate().map(|(at, clause)| {
        let above = at.checked_sub(1).filter(|_| clause.begins == Break::Line);
        let colon = |above: &usize| {
            clauses[*above]
                .words
                .last()
                .is_some_and(|sign| sign.text == ":")
        };
        heading = above.filter(colon).or(heading);
        heading
    });
    of_clause.collect()
}

/// What is known of the words of a clause, each thing once.
fn known<'w>(clause: &Clause<'w>) -> BTreeSet<&'w str> {
    let known = clause.words.iter().flat_map(|word| &word.known);
    known.map(String::as_str).collect()
}

fn numbered(clause: &Clause<'_>) -> &'static str {
    let numbers = clause
        .words
        .iter()
        .filter(|word| word.text.starts_with('#'));
    match numbers.count() {
        0 => "none",
        1 => "one",
        2 | 3 => "few",
        _ => "many",
    }
}

/// The endings of a word that are shorter than it.
pub(crate) fn endings(word: &str) -> impl Iterator<Item = &str> {
    // Endings of one Latin letter say nothing.
    let lengths = ENDINGS
        .into_iter()
        .filter(|length| *length > 1 || !word.is_ascii());
    let starts = lengths.filter_map(|length| word.char_indices().rev().nth(length - 1));
    starts
        .filter(|(start, _)| *start > 0)
        .map(|(start, _)| &word[start..])
}

/// Neighbouring letters of a word: three, or two in a script that writes syllables.
fn neighbours(word: &str, give: &mut dyn FnMut(&str)) {
    let letters = if word.is_ascii() { 3 } else { 2 };
    let starts = word.char_indices().map(|(at, _)| at);
    let starts: Vec<usize> = starts.chain([word.len()]).collect();
    for window in starts.windows(letters + 1) {
        give(&word[window[0]..window[letters]]);
    }
}
