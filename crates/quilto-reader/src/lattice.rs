//! The words of a text, with all ways to take them apart.

use std::collections::BTreeSet;
use std::ops::Range;

use quilto_text::{Number, TokenKind, Tokens};
use serde_json::{Value, json};

/// Something that is known of a stretch of the text before any rule is looked at: a name, a date.
#[derive(Clone, Debug, PartialEq)]
pub struct Terminal {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// Its kind, as rules call it (`<name>`).
    pub kind: String,
    /// What it means.
    pub value: Value,
    /// What it costs to take it: 0 for what stands there as it is spelled, more for a guess.
    pub cost: f32,
}

/// A word, or a part of one, or what the tokenizer made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Between which places it stands.
    pub places: Range<usize>,
    /// Its normal form.
    pub word: String,
    /// Its kind and meaning, where it is more than a word.
    pub known: Option<(String, Value)>,
    /// What it costs to take it.
    pub cost: f32,
}

/// A text as places with pieces between them. A place is where something may begin or end: between two
/// tokens, or inside one that can be taken apart.
#[derive(Clone, Debug)]
pub struct Lattice<'t> {
    tokens: &'t Tokens,
    /// What lies between each place and the next, in bytes.
    stretches: Vec<Range<usize>>,
    pieces: Vec<Piece>,
}

/// What a part costs that is cut out of a word.
const CUT: f32 = 0.1;

impl<'t> Lattice<'t> {
    /// The lattice of a text. `tails` are what may hang on a word of a script without spaces between
    /// (particles); they are offered apart from it.
    pub fn new(tokens: &'t Tokens, given: &[Terminal], tails: &[String]) -> Self {
        let mut cuts = BTreeSet::new();
        for at in 0..tokens.len() {
            let span = tokens[at].span;
            cuts.extend([span.start, span.end]);
            cuts.extend(tail_starts(tokens, at, tails));
            cuts.extend(number_ends(tokens, at));
        }
        for given in given {
            let sound = |at: usize| tokens.text().is_char_boundary(at);
            if sound(given.span.start) && sound(given.span.end) {
                cuts.extend([given.span.start, given.span.end]);
            }
        }
        let mut lattice = Self {
            tokens,
            stretches: Vec::new(),
            pieces: Vec::new(),
        };
        for token in tokens.iter() {
            let inner: Vec<usize> = cuts
                .range(token.span.start..=token.span.end)
                .copied()
                .collect();
            let parts = inner.windows(2).map(|pair| pair[0]..pair[1]);
            let filled = parts.filter(|part| !tokens.text()[part.clone()].trim().is_empty());
            lattice.stretches.extend(filled);
        }
        lattice.add_words();
        for given in given {
            if let Some(places) = lattice.places_of(&given.span) {
                let word = tokens.text()[given.span.clone()].to_lowercase();
                let known = Some((given.kind.clone(), given.value.clone()));
                lattice.put(places, word, known, given.cost);
            }
        }
        lattice
    }

    /// How many places there are, the end included.
    pub fn places(&self) -> usize {
        self.stretches.len() + 1
    }

    /// All pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where a stretch between places stands, in bytes.
    pub fn span(&self, places: &Range<usize>) -> Range<usize> {
        let start = self.stretches.get(places.start).map_or(0, |s| s.start);
        let last = places
            .end
            .checked_sub(1)
            .and_then(|at| self.stretches.get(at));
        start..last.map_or(start, |s| s.end)
    }

    /// The words of a stretch between places, as typed.
    pub fn text(&self, places: &Range<usize>) -> &'t str {
        self.tokens.text().get(self.span(places)).unwrap_or("")
    }

    /// The places about a span, where one begins and one ends with it.
    pub fn places_of(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let by_start = self
            .stretches
            .binary_search_by_key(&span.start, |s| s.start);
        let by_end = self.stretches.binary_search_by_key(&span.end, |s| s.end);
        let (start, last) = by_start.ok().zip(by_end.ok())?;
        (start <= last).then_some(start..last + 1)
    }

    /// The tokens as words and as what they are more, and those that can be taken apart also in two.
    fn add_words(&mut self) {
        for at in 0..self.tokens.len() {
            let span = self.tokens[at].span;
            let Some(places) = self.places_of(&(span.start..span.end)) else {
                continue;
            };
            let word = self.tokens.norm(at).to_owned();
            self.add(places.clone(), word, known(self.tokens, at), 0.0);
            let number = self.tokens[at].number().map(number);
            for cut in places.start + 1..places.end {
                for part in [places.start..cut, cut..places.end] {
                    let word = self.text(&part).to_lowercase();
                    let number = number.clone().filter(|_| part.start == places.start);
                    self.add(part, word, number, CUT);
                }
            }
        }
    }

    /// A stretch as what it is more than a word, if anything, and as a word.
    fn add(
        &mut self,
        places: Range<usize>,
        word: String,
        known: Option<(String, Value)>,
        cost: f32,
    ) {
        if known.is_some() {
            self.put(places.clone(), word.clone(), known, cost);
        }
        self.put(places, word, None, cost);
    }

    fn put(
        &mut self,
        places: Range<usize>,
        word: String,
        known: Option<(String, Value)>,
        cost: f32,
    ) {
        self.pieces.push(Piece {
            places,
            word,
            known,
            cost,
        });
    }
}

/// Where the number of a quantity ends and its unit begins: "3 weeks" is also 3 and weeks.
fn number_ends(tokens: &Tokens, at: usize) -> Vec<usize> {
    let TokenKind::Quantity(quantity) = tokens[at].kind else {
        return Vec::new();
    };
    let (number, whole) = (quantity.number.span, tokens[at].span);
    let apart = quantity.parts == 1 && number.start == whole.start && number.end < whole.end;
    let rest = tokens.text().get(number.end..whole.end).filter(|_| apart);
    let rest = rest.map(|rest| rest.len() - rest.trim_start().len());
    rest.map_or_else(Vec::new, |space| vec![number.end, number.end + space])
}

/// Where a tail begins inside a word.
fn tail_starts(tokens: &Tokens, at: usize, tails: &[String]) -> Vec<usize> {
    let span = tokens[at].span;
    let typed = tokens.slice(span);
    if !tokens[at].is_word() || typed.is_ascii() {
        return Vec::new();
    }
    let starts = tails.iter().filter_map(|tail| typed.strip_suffix(&**tail));
    starts
        .filter(|stem| !stem.is_empty())
        .map(|stem| span.start + stem.len())
        .collect()
}

/// What the tokenizer made of a token that is more than a word.
fn known(tokens: &Tokens, at: usize) -> Option<(String, Value)> {
    let unit = |id| tokens.unit(id).name.to_string();
    let (kind, value) = match tokens[at].kind {
        TokenKind::Number(of) => return Some(number(&of)),
        TokenKind::Quantity(quantity) => (
            "quantity",
            json!({"value": whole(quantity.value), "unit": unit(quantity.unit)}),
        ),
        TokenKind::Ordinal(place) => ("ordinal", json!(place)),
        TokenKind::Clock(clock) => ("clock", json!(clock.seconds())),
        TokenKind::Pace(pace) => (
            "pace",
            json!({"seconds": pace.seconds / pace.distance, "per": unit(pace.per)}),
        ),
        TokenKind::Date(date) => ("date", json!(date)),
        _ => return None,
    };
    Some((kind.to_owned(), value))
}

/// A bare number as a node.
fn number(number: &Number) -> (String, Value) {
    ("number".to_owned(), whole(number.value))
}

/// A number, as a whole one where it is one.
fn whole(number: f64) -> Value {
    const EXACT: f64 = 9e15;
    if number.fract() == 0.0 && number.abs() < EXACT {
        json!(number as i64)
    } else {
        json!(number)
    }
}
