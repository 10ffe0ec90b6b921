//! What is seen of a clause.

use std::collections::BTreeSet;
use std::ops::Bound;

use crate::clause::{Break, Clause, Word};

/// Endings of this many letters are looked at, in scripts that write syllables and in others.
const ENDINGS: [usize; 3] = [1, 2, 3];
/// What features begin with that a list of cues may hold.
pub(crate) const CUE: &str = "c=";
/// Cues have at most so many words.
const CUE_WORDS: usize = 4;
/// Cues that begin or end words have at most so many letters.
const CUE_LETTERS: usize = 5;
/// Clauses up to this many words are short.
const LENGTHS: [usize; 4] = [1, 2, 4, 8];

/// What is found once for all clauses of a text.
pub(crate) struct Around {
    headings: Vec<Option<usize>>,
    lists: Lists,
}

/// Looks at all clauses of a text. `lists_of` gives the lists that hold a cue.
pub(crate) fn around_all(clauses: &[Clause<'_>], lists_of: &dyn Fn(&str) -> Vec<String>) -> Around {
    Around {
        headings: headings(clauses),
        lists: Lists::new(clauses, lists_of),
    }
}

/// Which lists of cues speak in each clause, and in each sentence so far.
struct Lists {
    of_clause: Vec<BTreeSet<String>>,
    of_sentence: Vec<BTreeSet<String>>,
    of_text: BTreeSet<String>,
}

impl Lists {
    fn new(clauses: &[Clause<'_>], lists_of: &dyn Fn(&str) -> Vec<String>) -> Self {
        let mut lists = Self {
            of_clause: Vec::new(),
            of_sentence: Vec::new(),
            of_text: BTreeSet::new(),
        };
        let mut sentence = BTreeSet::new();
        for clause in clauses {
            if matches!(clause.begins, Break::Line | Break::Sentence) {
                sentence.clear();
            }
            let mut found = BTreeSet::new();
            cues(clause, &mut |cue| found.extend(lists_of(cue)));
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
pub(crate) fn each(clauses: &[Clause<'_>], all: &Around, at: usize, give: &mut dyn FnMut(&str)) {
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
            endings(&word.text, &mut |ending| put(&["e=", ending]));
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
        endings(&last.text, &mut |ending| put(&["laste=", ending]));
    }
    all.lists.give(at, &mut put);
    shape(clauses, at, &mut put);
    let heading = all.headings[at].map_or(&[][..], |heading| clauses[heading].words);
    around(clauses, heading, at, &mut put);
}

/// Runs of words, beginnings and ends of words that a list of cues may hold.
fn cues(clause: &Clause<'_>, give: &mut dyn FnMut(&str)) {
    let mut line = String::with_capacity(48);
    let mut put = |parts: &[&str]| {
        line.clear();
        line.push_str(CUE);
        for part in parts {
            line.push_str(part);
        }
        give(&line);
    };
    let mut run = String::new();
    for (from, first) in clause.words.iter().enumerate() {
        run.clear();
        for word in clause.words[from..].iter().take(CUE_WORDS) {
            if !run.is_empty() {
                run.push(' ');
            }
            run.push_str(&word.text);
            put(&[&run]);
        }
        if !first.plain || first.text.is_ascii() {
            continue;
        }
        let letters = first.text.char_indices().map(|(at, _)| at).skip(1);
        for at in letters.take(CUE_LETTERS) {
            put(&[&first.text[..at], "*"]);
        }
        put(&[&first.text, "*"]);
        let second = clause.words.get(from + 1).filter(|word| word.plain);
        let letters = first.text.char_indices().rev().map(|(at, _)| at);
        for at in letters.take(CUE_LETTERS) {
            let end = &first.text[at..];
            put(&["*", end]);
            let Some(second) = second else {
                continue;
            };
            put(&["*", end, " ", &second.text]);
            let letters = second.text.char_indices().map(|(at, _)| at).skip(1);
            for at in letters.take(CUE_LETTERS) {
                put(&["*", end, " ", &second.text[..at], "*"]);
            }
        }
    }
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

/// What the clauses before and behind begin and end with, and the heading above.
fn around(clauses: &[Clause<'_>], heading: &[Word], at: usize, put: &mut dyn FnMut(&[&str])) {
    let before = at.checked_sub(1).map(|before| &clauses[before]);
    let behind = clauses.get(at + 1);
    for (name, clause) in [("before", before), ("behind", behind)] {
        let Some(clause) = clause else {
            continue;
        };
        put(&[name, " number=", numbered(clause)]);
        for word in clause.words.iter().filter(|word| word.plain) {
            put(&[name, " w=", &word.text]);
        }
        let last = clause.words.iter().rfind(|word| word.plain);
        if let Some(last) = last {
            endings(&last.text, &mut |ending| {
                put(&[name, " laste=", ending]);
            });
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
fn endings(word: &str, give: &mut dyn FnMut(&str)) {
    for length in ENDINGS {
        // Endings of one Latin letter say nothing.
        if length == 1 && word.is_ascii() {
            continue;
        }
        let start = word.char_indices().rev().nth(length - 1);
        if let Some((start, _)) = start.filter(|(start, _)| *start > 0) {
            give(&word[start..]);
        }
    }
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
