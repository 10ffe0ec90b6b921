//! What of a note went into nothing, and was not set aside on purpose.
//!
//! It is counted by double entry: the data is held against the note, whoever read it. A figure of the
//! note is accounted for where some value of the data is that figure in one of its units, or follows
//! from such values: how many rows there are, what they sum up to, by how much they differ.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::{Map, Value};

use super::cues::Cue;
use super::endings::{self, Ending};
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::spans::around;
use quilto_model::Unread;
use quilto_text::{NumberStyle, Script, Symbol, Token, TokenKind, Tokens, UnitId, lexicon};

/// The name of an unknown thing may have this many words.
const MOST_WORDS: usize = 3;

/// What the data holds, by value.
#[derive(Default)]
pub(super) struct Ledger {
    /// How many places of the data have this value.
    held: HashMap<i64, usize>,
    /// What follows from the data, and numbers within its texts.
    follows: HashSet<i64>,
    /// Sums over single things, where a note says that it sums up.
    sums: HashSet<i64>,
    /// What a domain calls its lists of estimated fields, and of rows.
    fields: FieldNames,
}

/// The names of fields that are counted otherwise.
#[derive(Default)]
pub(super) struct FieldNames {
    /// Lists of the fields beside them that are nobody's words.
    pub estimated: HashSet<String>,
    /// Rows: one figure may be told again of several.
    pub rows: HashSet<String>,
    /// Lists of things, each with figures of its own: how many there are says nothing.
    pub things: HashSet<String>,
}

impl Ledger {
    /// The data of a note.
    pub fn of(data: &Map<String, Value>, fields: FieldNames) -> Self {
        let mut ledger = Self {
            fields,
            ..Self::default()
        };
        ledger.object(data, false);
        ledger
    }

    fn object(&mut self, fields: &Map<String, Value>, in_rows: bool) {
        let estimated = |name: &String| self.fields.estimated.contains(name);
        let lists = fields.iter().filter(|(name, _)| estimated(name));
        let guessed: HashSet<&str> = lists
            .flat_map(|(_, list)| list.as_array().into_iter().flatten())
            .filter_map(Value::as_str)
            .collect();
        for (name, value) in fields {
            if !guessed.contains(name.as_str()) && !self.fields.estimated.contains(name) {
                let rows = in_rows || self.fields.rows.contains(name);
                let things = self.fields.things.contains(name);
                match value {
                    Value::Array(list) if things => {
                        let before = std::mem::take(&mut self.follows);
                        self.sums(list);
                        let sums = std::mem::replace(&mut self.follows, before);
                        self.sums.extend(sums);
                        list.iter().for_each(|thing| self.enter(thing, rows));
                    }
                    _ => self.enter(value, rows),
                }
            }
        }
    }

    fn enter(&mut self, value: &Value, in_rows: bool) {
        match value {
            Value::Number(number) => {
                let key = key(number.as_f64().unwrap_or_default());
                *self.held.entry(key).or_default() += 1;
                if in_rows {
                    self.follows.insert(key);
                }
            }
            Value::String(text) => self.words(text),
            Value::Array(list) => {
                self.list(list);
                for value in list {
                    self.enter(value, in_rows);
                }
            }
            Value::Object(fields) => self.object(fields, in_rows),
            _ => {}
        }
    }

    /// Numbers in words that are kept, or that tell of a doubt.
    pub fn words(&mut self, text: &str) {
        for digits in text.split(|c: char| !(c.is_ascii_digit() || c == '.')) {
            if let Ok(number) = digits.trim_matches('.').parse::<f64>() {
                self.follows.insert(key(number));
            }
        }
    }

    /// How many there are, and are alike, and what they come to.
    fn list(&mut self, list: &[Value]) {
        self.follows.insert(key(list.len() as f64));
        for alike in list.chunk_by(|a, b| a == b) {
            self.follows.insert(key(alike.len() as f64));
        }
        self.sums(list);
    }

    /// The sums of a field, and its steps.
    fn sums(&mut self, list: &[Value]) {
        let mut sums: HashMap<&String, (f64, Option<f64>)> = HashMap::new();
        let rows = list.iter().filter_map(Value::as_object).flatten();
        for (field, value) in rows {
            let Some(value) = value.as_f64() else {
                continue;
            };
            let (sum, last) = sums.entry(field).or_default();
            *sum += value;
            self.follows.insert(key(*sum));
            if let Some(last) = last.replace(value) {
                self.follows.insert(key((value - last).abs()));
            }
        }
    }

    /// Whether one of the readings of a figure is in the data; the place is then taken. A figure of a
    /// single thing is no sum of others.
    fn take(&mut self, readings: &[f64], single: bool) -> bool {
        // What is almost nothing in a unit is not told in it.
        let told = |value: &&f64| **value == 0.0 || **value >= 0.05;
        let keys = || readings.iter().filter(told).map(|value| key(*value));
        // Large values may have been rounded.
        let near = |key: i64| {
            let off = i64::from(key >= 100);
            [key, key.saturating_sub(off), key.saturating_add(off)]
        };
        for key in keys().flat_map(near) {
            if let Some(left) = self.held.get_mut(&key).filter(|left| **left > 0) {
                *left -= 1;
                return true;
            }
        }
        keys().any(|key| self.follows.contains(&key) || !single && self.sums.contains(&key))
    }
}

/// A value as it is compared: to a hundredth.
fn key(value: f64) -> i64 {
    (value * 100.0).round() as i64
}

/// What a stretch of a note tells of, as far as its words matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpanContent {
    /// Things, one beside the other: an unknown word among them is one more.
    Things,
    /// A record that no name opened: an unknown word before its figures may be the name.
    Unnamed,
    Otherwise,
}

/// Finds what a reading left.
pub(super) struct Leftovers<'a, 't> {
    pub note: &'a Note<'t>,
    /// Tokens of dates and times of day.
    pub dated: &'a [bool],
    /// Tokens of known names and words.
    pub known: &'a [bool],
    /// What each token tells of.
    pub told_by: &'a [SpanContent],
    /// What was said of the writer in unknown words.
    pub doubted: &'a [Range<usize>],
    /// Known names and days that went into nothing.
    pub lost: &'a [Range<usize>],
}

/// The last hour on the face of a clock, and its minutes.
const LAST_HOUR: f64 = 12.6;

impl Leftovers<'_, '_> {
    /// What was not read, in the order of the text, neighbours together.
    pub fn find(&self, ledger: &mut Ledger) -> Vec<Unread> {
        let mut figures: Vec<(Range<usize>, Vec<f64>)> = Vec::new();
        let mut covered = vec![false; self.note.tokens.len()];
        for piece in &self.note.pieces {
            covered[piece.tokens.clone()].fill(true);
            for value in piece.operands.iter().chain(&piece.at) {
                figures.extend(self.of_value(value));
            }
        }
        for (at, token) in self.note.tokens.iter().enumerate() {
            if !covered[at] {
                let readings = readings_of(self.note.tokens, token);
                figures.extend(readings.map(|readings| (at..at + 1, readings)));
            }
        }
        figures.retain(|(tokens, _)| !self.dated[tokens.start]);
        // What was taken as how the writer is, is accounted for first.
        let (used, open): (Vec<_>, Vec<_>) = figures
            .into_iter()
            .partition(|(tokens, _)| self.note.used[tokens.start]);
        for (_, readings) in used {
            ledger.take(&readings, false);
        }
        let mut left: Vec<Range<usize>> = open
            .into_iter()
            .filter(|(tokens, _)| !self.is_set_aside(tokens))
            .filter(|(tokens, readings)| !ledger.take(readings, !self.sums_up(tokens.start)))
            .map(|(tokens, _)| self.with_words(tokens))
            .collect();
        left.extend(self.unknown_words());
        left.extend(self.doubted.iter().chain(self.lost).cloned());
        left.sort_by_key(|range| range.start);
        self.told(left)
    }

    /// Whether the clause of a number says that it sums up.
    fn sums_up(&self, at: usize) -> bool {
        let clause = self.note.clause_of(at);
        let equals = clause
            .clone()
            .any(|at| self.note.tokens[at].is(Symbol::Equals));
        equals || self.note.first_cue_in(clause, Cue::Total).is_some()
    }

    /// How many words of the sentence of a figure nothing knows.
    pub fn unknown_beside(&self, piece: &NumericExpression) -> usize {
        let sentence = self.note.sentence_of(piece.tokens.start);
        sentence.filter(|at| self.is_unknown(*at)).count()
    }

    /// Words that nothing knows, where a name was to be expected.
    fn unknown_words(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.note.tokens.len() {
            let clause = self.note.clause_of(at);
            match self.told_by[at] {
                SpanContent::Unnamed => found.extend(self.before_figures(&clause)),
                SpanContent::Things => found.extend(self.among_things(&clause)),
                SpanContent::Otherwise => {}
            }
            at = clause.end.max(at + 1);
        }
        found
    }

    /// "Kayaked about 9 km": the unknown words that a clause begins with.
    fn before_figures(&self, clause: &Range<usize>) -> Option<Range<usize>> {
        let first = self.note.pieces_in(clause.clone()).first()?.tokens.start;
        if self.note.dead[first] || self.note.used[first] {
            return None;
        }
        let start = (clause.start..first).find(|at| self.could_name(*at))?;
        let end = (start..first)
            .find(|at| !self.could_name(*at))
            .unwrap_or(first);
        let known = (clause.start..first).any(|at| self.known[at]);
        (!known).then_some(start..end)
    }

    /// "rice, glurb and eggs": unknown words that stand alone between commas, signs and words that
    /// join.
    fn among_things(&self, clause: &Range<usize>) -> Vec<Range<usize>> {
        let tokens = self.note.tokens;
        let joins = |at: usize| {
            let beside = around(&self.note.cues, at).iter().any(|cue| {
                cue.tokens.contains(&at) && matches!(cue.meaning, Cue::At | Cue::Beside)
            });
            !tokens[at].is_word() || beside || endings::is(tokens.norm(at), Ending::And)
        };
        let runs = clause.clone().collect::<Vec<_>>();
        let runs = runs.split(|at| joins(*at));
        let goes_on = |end: usize| {
            tokens.get(end).is_some_and(|next| {
                next.number().is_some() || next.is(Symbol::Colon) || next.is(Symbol::Dash)
            })
        };
        let alone = runs.filter(|run| {
            let things = run.iter().all(|at| {
                self.could_name(*at) && !endings::ends(tokens.norm(*at), &[Ending::Telling])
            });
            (1..=MOST_WORDS).contains(&run.len()) && things && !goes_on(run[run.len() - 1] + 1)
        });
        alone.map(|run| run[0]..run[run.len() - 1] + 1).collect()
    }

    /// Whether an unknown word could be the name of something: Korean ones are as often verbs.
    fn could_name(&self, at: usize) -> bool {
        let latin = self.note.tokens[at].kind == TokenKind::Word(Script::Latin);
        latin && self.is_unknown(at) && self.note.tokens.norm(at).len() > 2
    }

    fn told(&self, left: Vec<Range<usize>>) -> Vec<Unread> {
        let tokens = self.note.tokens;
        let mut joined: Vec<Range<usize>> = Vec::new();
        for range in left {
            match joined.last_mut() {
                Some(last) if self.belongs(last, &range) => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        let said = |range: Range<usize>| {
            let said = tokens.slice(tokens.span_of(range)).trim();
            said.trim_matches([',', ';', '.', '(', ')'])
                .trim()
                .to_owned()
        };
        let unread = joined.into_iter().map(|range| Unread {
            clause: said(self.note.clause_of(range.start)),
            text: said(range),
        });
        unread.filter(|unread| !unread.text.is_empty()).collect()
    }

    /// Whether two stretches of a clause touch, or only signs stand between them ("3/10").
    fn belongs(&self, before: &Range<usize>, next: &Range<usize>) -> bool {
        let mut between = before.end..next.start.max(before.end);
        between.len() < 3
            && self.note.clause[before.start] == self.note.clause[next.start]
            && between.all(|at| {
                let symbol = matches!(self.note.tokens[at].kind, TokenKind::Symbol(_));
                symbol && !self.note.tokens[at].is(Symbol::Comma)
            })
    }

    /// The readings of each number of a value.
    fn of_value(&self, value: &NumericValue) -> Vec<(Range<usize>, Vec<f64>)> {
        let tokens = self.note.tokens;
        let readings = |number: f64| in_units(tokens, number, value.unit);
        match &value.what {
            ValueKind::One(number) => vec![(value.tokens.clone(), readings(*number))],
            ValueKind::Several { values, .. } => values
                .iter()
                .map(|number| (value.tokens.clone(), readings(*number)))
                .collect(),
            ValueKind::Between { first, second, .. } => {
                let middle = (first + second) / 2.0;
                let any = [*first, *second, middle].into_iter().flat_map(readings);
                vec![(value.tokens.clone(), any.collect())]
            }
            ValueKind::Clock { .. } | ValueKind::Pace { .. } => {
                let token = &tokens[value.tokens.start];
                let readings = readings_of(tokens, token).unwrap_or_default();
                vec![(value.tokens.clone(), readings)]
            }
        }
    }

    /// Whether a number was left out on purpose, belongs to a name, or only looks like one.
    fn is_set_aside(&self, tokens: &Range<usize>) -> bool {
        let at = tokens.start;
        let in_cue = around(&self.note.cues, at)
            .iter()
            .any(|cue| cue.tokens.contains(&at));
        // "one of those", "the heavy one"
        let pronoun = matches!(self.note.tokens[at].kind,
            TokenKind::Number(number) if number.style == NumberStyle::Words && number.value == 1.0);
        // "breakfast 8:15": among things a clock says when.
        let hour = self.told_by[at] == SpanContent::Things
            && matches!(self.note.tokens[at].kind, TokenKind::Clock(_));
        let price = at > 0 && self.note.tokens[at - 1].is(Symbol::Currency);
        self.note.dead[at]
            || self.note.is_told(at)
            || self.known[at]
            || in_cue
            || pronoun
            || price
            || hour
            || self.is_hour(at)
    }

    /// "home, at my desk till 8": until when, by the clock.
    fn is_hour(&self, at: usize) -> bool {
        let before = at.checked_sub(1);
        let word = before.map(|at| self.note.tokens.norm(at));
        let until = word.is_some_and(|word| {
            endings::is(word, Ending::Clock) && endings::is(word, Ending::Until)
        });
        let TokenKind::Number(hour) = self.note.tokens[at].kind else {
            return false;
        };
        until && hour.value <= LAST_HOUR
    }

    /// A number with the unknown words right beside it.
    pub fn with_words(&self, number: Range<usize>) -> Range<usize> {
        let clause = self.note.clause_of(number.start);
        let start = (clause.start..number.start)
            .rev()
            .take_while(|at| self.is_unknown(*at))
            .last();
        let end = (number.end..clause.end)
            .take_while(|at| self.is_unknown(*at))
            .last();
        start.unwrap_or(number.start)..end.map_or(number.end, |at| at + 1)
    }

    /// Whether a word says something that nothing here knows.
    fn is_unknown(&self, at: usize) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        tokens[at].is_word()
            && tokens[at].spaced
            && !self.known[at]
            && !self.dated[at]
            && !self.note.dead[at]
            && !lexicon::core().stop_words.contains(word)
            && !endings::is(word, Ending::How)
            && tokens.units().word(word).is_none()
            && !around(&self.note.cues, at)
                .iter()
                .any(|cue| cue.tokens.contains(&at))
    }
}

/// What a token can say as a number; `None` where it is none.
fn readings_of(tokens: &Tokens, token: &Token) -> Option<Vec<f64>> {
    let times = |seconds: f64| [seconds, seconds / 60.0, seconds / 3600.0];
    match &token.kind {
        TokenKind::Number(number) => Some(in_units(tokens, number.value, None)),
        TokenKind::Quantity(quantity) => {
            let mut readings = in_units(tokens, quantity.value, Some(quantity.unit));
            readings.push(quantity.number.value);
            Some(readings)
        }
        TokenKind::Clock(clock) => {
            let ways = [clock.seconds(), clock.seconds_as_hours()];
            Some(ways.into_iter().flat_map(times).collect())
        }
        TokenKind::Pace(pace) => Some(vec![pace.seconds, pace.seconds / pace.distance]),
        _ => None,
    }
}

/// A number in all units that measure the same; a bare one also as a time.
fn in_units(tokens: &Tokens, number: f64, unit: Option<UnitId>) -> Vec<f64> {
    let Some(unit) = unit.map(|unit| tokens.unit(unit)) else {
        return vec![number, number * 60.0, number * 3600.0];
    };
    let units = tokens.units();
    let others = units.alike(unit);
    let converted = others.filter_map(|other| units.convert(number, &unit.name, &other.name));
    std::iter::once(number).chain(converted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_things_accounts_for_none_of_a_single_one() {
        let data = serde_json::json!({"items": [{"amount": 2}, {"amount": 1}]});
        let things = HashSet::from(["items".to_owned()]);
        let fields = || FieldNames {
            things: things.clone(),
            ..FieldNames::default()
        };
        let ledger = || Ledger::of(data.as_object().unwrap(), fields());
        assert!(ledger().take(&[3.0], false));
        assert!(!ledger().take(&[3.0], true));
        assert!(ledger().take(&[2.0], true));
    }
}
