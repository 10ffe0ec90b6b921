//! What a classifier sees of a question: its words and their letters, and of what kind they are.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use quilto_reader::Terminal;
use serde_json::Value;

use super::remark_clauses::overlap;
use crate::text::normalize;

/// Runs of at most so many words are seen.
const WORDS: usize = 3;
/// Runs of letters of these lengths are seen, in scripts that write syllables and in others.
const SYLLABLES: [usize; 4] = [1, 2, 3, 4];
const LETTERS: [usize; 3] = [3, 4, 5];
/// A question of at most so many words is short.
const SHORT: [usize; 4] = [1, 2, 3, 5];
/// What stands for words that are a day or a name.
const KINDS: [(&str, &str); 4] = [
    ("period", "<day>"),
    ("weekday", "<day>"),
    ("name", "<name>"),
    ("noted", "<name>"),
];

/// So many words on each side of a word are seen.
const AROUND: isize = 3;
/// So many letters at the beginning and the end of a word are seen.
const ENDS: usize = 4;

/// A word, number or sign.
#[derive(Debug)]
struct WordView {
    text: String,
    span: Range<usize>,
}

/// A question as a classifier sees it.
#[derive(Debug)]
pub struct QuestionView<'g> {
    pieces: Vec<WordView>,
    given: Cow<'g, [Terminal]>,
}

impl<'g> QuestionView<'g> {
    /// A question, and what is known of its words.
    pub(super) fn new(question: &str, given: impl Into<Cow<'g, [Terminal]>>) -> Self {
        Self {
            pieces: pieces(question),
            given: given.into(),
        }
    }

    /// Where its words, numbers and signs stand, in bytes.
    pub fn words(&self) -> Vec<Range<usize>> {
        self.pieces.iter().map(|piece| piece.span.clone()).collect()
    }

    /// The features of all of it.
    pub fn whole(&self) -> Vec<String> {
        of(&self.pieces, &self.given).into_iter().collect()
    }

    /// The features of one of its words, behind a word that is for what `before` says.
    pub fn word(&self, at: usize, before: &str) -> Vec<String> {
        of_word(&self.pieces, at, before, &self.given)
    }

    /// The features of a stretch of its words.
    pub fn stretch(&self, span: &Range<usize>) -> Vec<String> {
        of_stretch(&self.pieces, span, &self.given)
            .into_iter()
            .collect()
    }
}

/// The features of a word among its neighbours. They begin otherwise than those of a question.
fn of_word(pieces: &[WordView], at: usize, before: &str, given: &[Terminal]) -> Vec<String> {
    let text = |far: isize| {
        let place = at.checked_add_signed(far);
        let piece = place.and_then(|place| pieces.get(place));
        piece.map_or("$", |piece| &*piece.text)
    };
    let mut features = vec![
        format!("t0 {}", text(0)),
        format!("t p {before}"),
        format!("t p {before} {}", text(0)),
        format!("t- {} {}", text(-1), text(0)),
        format!("t+ {} {}", text(0), text(1)),
        format!("t* {} {} {}", text(-1), text(0), text(1)),
        format!("t++ {} {} {}", text(0), text(1), text(2)),
        format!("t-- {} {} {}", text(-2), text(-1), text(0)),
    ];
    for far in (-AROUND..=AROUND).filter(|far| *far != 0) {
        features.push(format!("t{far} {}", text(far)));
    }
    for far in -1..=1 {
        let letters: Vec<char> = text(far).chars().collect();
        for length in 1..=ENDS.min(letters.len()) {
            let begins: String = letters[..length].iter().collect();
            let ends: String = letters[letters.len() - length..].iter().collect();
            features.push(format!("t{far} {begins}*"));
            features.push(format!("t{far} *{ends}"));
        }
        let place = at.checked_add_signed(far);
        if let Some(piece) = place.and_then(|place| pieces.get(place)) {
            let over = given.iter().filter(|one| overlap(&one.span, &piece.span));
            let kinds: BTreeSet<&str> = over.map(|one| &*one.kind).collect();
            for kind in &kinds {
                features.push(format!("t{far} is {kind}"));
                if far == 0 {
                    features.push(format!("t is {kind} p {before}"));
                }
            }
        }
    }
    features
}

/// The features of a question, each once.
fn of(pieces: &[WordView], given: &[Terminal]) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    let words: Vec<&str> = pieces.iter().map(|piece| &*piece.text).collect();
    runs("w", &words, &mut features);
    runs("m", &masked(pieces, given), &mut features);
    letters(&words, "", &mut features);
    for length in SHORT.iter().filter(|length| words.len() <= **length) {
        features.insert(format!("short {length}"));
    }
    for one in given {
        features.insert(format!("is {}", one.kind));
        let said = match &*one.kind {
            "name" => one.value.get("domain"),
            "measure" | "asked" | "best_of" | "worst_of" | "counted" | "domain" => {
                one.value.get("name")
            }
            "unit" | "any_unit" | "asked_unit" => Some(&one.value),
            _ => None,
        };
        let said = said.and_then(Value::as_str);
        features.extend(said.map(|said| format!("{} {said}", one.kind)));
    }
    features
}

/// The features of a stretch of words: its words, those around it, and of what kind they are. They begin otherwise
/// than those of a question.
fn of_stretch(pieces: &[WordView], span: &Range<usize>, given: &[Terminal]) -> BTreeSet<String> {
    let within = |piece: &&WordView| overlap(&piece.span, span);
    let words: Vec<&str> = pieces
        .iter()
        .filter(within)
        .map(|piece| &*piece.text)
        .collect();
    let mut features = BTreeSet::new();
    runs("x", &words, &mut features);
    letters(&words, "x", &mut features);
    let before = pieces
        .iter()
        .rev()
        .filter(|piece| piece.span.end <= span.start)
        .take(2);
    features.extend(before.map(|piece| format!("x< {}", piece.text)));
    let behind = pieces
        .iter()
        .filter(|piece| piece.span.start >= span.end)
        .take(2);
    features.extend(behind.map(|piece| format!("x> {}", piece.text)));
    for one in given.iter().filter(|one| overlap(&one.span, span)) {
        features.insert(format!("x is {}", one.kind));
        let said = one
            .value
            .get("name")
            .or(Some(&one.value))
            .and_then(Value::as_str);
        features.extend(said.map(|said| format!("x {} {said}", one.kind)));
    }
    features
}

/// The words, numbers and signs of a question.
fn pieces(text: &str) -> Vec<WordView> {
    let kind = |c: char| match c {
        c if c.is_whitespace() => 0,
        c if c.is_alphabetic() => 1,
        c if c.is_numeric() => 2,
        _ => 3,
    };
    let mut pieces: Vec<WordView> = Vec::new();
    let mut before = 0;
    for (at, c) in text.char_indices() {
        let here = kind(c);
        let end = at + c.len_utf8();
        match pieces.last_mut() {
            Some(last) if here == before && here < 3 && here > 0 => last.span.end = end,
            _ if here > 0 => pieces.push(WordView {
                text: String::new(),
                span: at..end,
            }),
            _ => {}
        }
        before = here;
    }
    for piece in &mut pieces {
        let said = &text[piece.span.clone()];
        let number = said.chars().all(char::is_numeric);
        piece.text = if number {
            "#".to_owned()
        } else {
            normalize(said)
        };
    }
    pieces
}

/// The pieces, where names and days are told by their kind alone.
fn masked<'p>(pieces: &'p [WordView], given: &[Terminal]) -> Vec<&'p str> {
    let mut masked = Vec::new();
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let begins = KINDS.iter().flat_map(|(kind, mask)| {
            let of_kind = given.iter().filter(move |one| one.kind == *kind);
            let here = of_kind.filter(|one| one.span.start == piece.span.start);
            here.map(move |one| (one.span.end, *mask))
        });
        match begins.max_by_key(|(end, _)| *end) {
            Some((end, mask)) => {
                masked.push(mask);
                at += pieces[at..]
                    .iter()
                    .take_while(|piece| piece.span.start < end)
                    .count();
            }
            None => {
                masked.push(&*piece.text);
                at += 1;
            }
        }
    }
    masked
}

/// Runs of words, with where the question begins and ends, and pairs around another word.
fn runs(name: &str, words: &[&str], features: &mut BTreeSet<String>) {
    let all: Vec<&str> = ["<"].iter().chain(words).chain(&[">"]).copied().collect();
    for length in 1..=WORDS {
        for run in all.windows(length) {
            features.insert(format!("{name} {}", run.join(" ")));
        }
    }
    for run in all.windows(3) {
        features.insert(format!("{name} {} _ {}", run[0], run[2]));
    }
}

/// Runs of the letters of words, with where each begins and ends.
fn letters(words: &[&str], name: &str, features: &mut BTreeSet<String>) {
    let spelled = |word: &&&str| word.chars().all(char::is_alphabetic);
    for word in words.iter().filter(spelled) {
        let letters: Vec<char> = ['<'].into_iter().chain(word.chars()).chain(['>']).collect();
        let lengths: &[usize] = match word.is_ascii() {
            true => &LETTERS,
            false => &SYLLABLES,
        };
        for run in lengths.iter().flat_map(|length| letters.windows(*length)) {
            features.insert(format!("{name}c {}", run.iter().collect::<String>()));
        }
    }
}
