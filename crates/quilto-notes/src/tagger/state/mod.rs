//! How the writer is, once it is known what each word is for: what is felt, where, on which side and how much; how
//! the night was; what was measured and taken.

mod hours;
mod left_right;
mod measures;
mod raw_reading;
mod sayings;
#[cfg(test)]
mod tests;

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::items::Item;
use super::labelled_spans::{LabelledSpan, words};
use crate::notation::{TermMention, grade_of, number, push, put_in};
use quilto_domain::{Classifier, Scale, StateLabels, StateNotation, Term, Vocabulary};
use quilto_model::UnitPreferences;
use quilto_text::{Symbol, TokenKind, Tokens};
pub(super) use raw_reading::add_untold;
use sayings::Meaning;
pub(super) use sayings::{TAKEN, features, guess};

/// The field of a feeling that says that nothing is felt.
const NOTHING: &str = "none";
/// What a degree is out of, unless it says so.
const TEN: f64 = 10.0;

/// Reads how the writer is.
pub(super) struct StateReader<'n> {
    pub tokens: &'n Tokens,
    pub notation: &'n StateNotation,
    pub labels: &'n StateLabels,
    pub vocabulary: &'n Vocabulary,
    /// The names of the domain in the note.
    pub terms: Vec<TermMention<'n>>,
    /// Weights that tell what sayings mean.
    pub sayings: Option<&'n Classifier>,
    pub units: &'n UnitPreferences,
}

/// What was read.
#[derive(Default)]
pub(super) struct LabelledState {
    pub fields: Map<String, Value>,
    /// What went into nothing.
    pub unread: Vec<Range<usize>>,
    /// The places that are guessed, and not surely.
    pub unsure: Vec<String>,
    /// The words that name parts, and what those are called.
    pub names: Vec<(LabelledSpan, Vec<String>)>,
    /// The words that tell degrees, and what those are.
    pub figures: Vec<(LabelledSpan, Vec<f64>)>,
    /// The words that mean something, and what that may be told as.
    pub meant: Vec<(Range<usize>, Vec<String>)>,
    /// The parts that were last told of.
    parts: Vec<String>,
}

impl<'n> StateReader<'n> {
    /// Reads what is told in items, and accounts for all stretches of a note.
    pub fn read(&self, items: &[&Item], stretches: &[LabelledSpan]) -> LabelledState {
        let mut told = LabelledState::default();
        let items = &left_right::put_to_their_parts(items, self.labels);
        let mut left = items.iter().peekable();
        while let Some(item) = left.next() {
            if self.labels.feelings.contains(&item.head) {
                let next = left.next_if(|next| self.goes_on(item, next));
                self.feels(item, next, &mut told);
            } else if item.head.is_empty() && self.of(item, &self.labels.part).is_some() {
                self.feels(item, None, &mut told);
            } else {
                self.measures(item, &mut told);
            }
        }
        self.night(&Vec::from_iter(items), &mut told);
        for item in items {
            self.account(item, &mut told);
        }
        self.account_for_sides(items, stretches, &mut told);
        told.meant = self.terms.iter().map(meant).collect();
        told
    }

    /// Keeps what the parts and degrees of an item are called, to see whether they went into something.
    fn account(&self, item: &Item, told: &mut LabelledState) {
        for stretch in &item.stretches {
            if stretch.role == self.labels.part {
                // What is said of a part may be a name of its own ("heart racing").
                let within = |of: &LabelledSpan, at: &TermMention| {
                    of.tokens.start < at.tokens.end && at.tokens.start < of.tokens.end
                };
                let said = self.terms.iter().filter(|at| {
                    !self.is_part(at.term) && item.stretches.iter().any(|of| within(of, at))
                });
                let said = said.map(|at| at.term.name.to_string());
                let names = self.parts(item).into_iter().chain(said).collect();
                told.names.push((stretch.clone(), names));
            } else if stretch.role == self.labels.value
                && let Some(degree) = self.share(&stretch.tokens)
            {
                told.figures.push((stretch.clone(), vec![degree]));
            }
        }
    }

    /// "mood", "low": whether one only names what is graded and the next, in the same clause, says how it is.
    fn goes_on(&self, item: &Item, next: &Item) -> bool {
        let ([name], Some(said)) = (item.stretches.as_slice(), next.stretches.first()) else {
            return false;
        };
        let names = matches!(self.meaning(&name.tokens, false), Some(Meaning::Scale(_)));
        let clause = self.tokens.clause(name.tokens.start);
        names && self.labels.feelings.contains(&next.head) && clause.contains(&said.tokens.start)
    }

    /// Reads what is felt, and what the next one says of it.
    fn feels(&self, item: &Item, next: Option<&Item>, told: &mut LabelledState) {
        let value = self.of(item, &self.labels.value);
        if let Some(value) = value.filter(|value| self.is_measured(&value.tokens)) {
            // "low 3.7": nobody grades so finely
            let words = item.stretches.iter().filter(|of| **of != *value);
            told.unread.extend(words.map(|of| of.tokens.clone()));
            told.unread.push(value.tokens.clone());
            return;
        }
        let degree = value.and_then(|value| self.degree(&value.tokens));
        if let Some(term) = self.spanning(item) {
            self.says(item, term, Vec::new(), degree, told);
            return;
        }
        let head = self.of(item, &item.head).map(|said| &said.tokens);
        if head.is_some_and(|said| self.counts(said, told)) {
            return;
        }
        let parts = self.parts(item);
        let said = self.of(item, &item.head).map(|said| {
            // "energy high": a value in words says how it is.
            let worded =
                value.filter(|value| degree.is_none() && value.tokens.start >= said.tokens.end);
            let next = next.and_then(|next| next.stretches.last());
            let last = next.or(worded).unwrap_or(said);
            said.tokens.start..last.tokens.end
        });
        let meaning = said
            .as_ref()
            .and_then(|said| self.meaning(said, !parts.is_empty()));
        if parts.is_empty() {
            // "the palm is raw, on the right"
            let before = told.parts.clone();
            self.put_side(item, &before, told);
        }
        let used = match meaning {
            Some(Meaning::Scale(scale)) => self.grades(scale, degree, told),
            Some(Meaning::Guessed(term, _)) if parts.is_empty() && self.hurts_somewhere(term) => {
                false
            }
            Some(Meaning::Guessed(term, likely)) if likely < sayings::SURE => {
                let before = told.fields.clone();
                let says = self.says(item, term, parts, degree, told);
                told.doubt_what_differs(&before);
                says
            }
            Some(Meaning::Term(term) | Meaning::Guessed(term, _)) => {
                self.says(item, term, parts, degree, told)
            }
            None if parts.is_empty() => false,
            // "taped the wrist", "knee pain again, the right knee"
            None if said.is_none() && degree.is_none() => {
                self.put_side(item, &parts, told);
                told.parts = parts;
                true
            }
            None => {
                let degrees = self.notation.degrees.as_ref();
                let field = degrees.map_or(NOTHING, |degrees| &degrees.of_parts);
                let before = told.fields.clone();
                self.felt(item, field, parts, degree, None, told);
                if degree.is_none() && !said.as_ref().is_some_and(|said| self.likely_hurts(said)) {
                    told.doubt_what_differs(&before);
                }
                true
            }
        };
        if !used {
            told.unread.extend(said);
        }
    }

    /// The name that a part and what is said of it are together ("my body weighs a ton").
    fn spanning(&self, item: &Item) -> Option<&'n Term> {
        let part = &self.of(item, &self.labels.part)?.tokens;
        let said = &self.of(item, &item.head)?.tokens;
        let (start, end) = (part.start.min(said.start), part.end.max(said.end));
        let mut terms = self.terms.iter().filter(|place| !self.is_part(place.term));
        let both = terms.find(|place| place.tokens.start <= start && end <= place.tokens.end);
        both.map(|place| place.term)
    }

    fn grades(&self, scale: &Scale, degree: Option<f64>, told: &mut LabelledState) -> bool {
        let Some(degree) = degree else {
            return false;
        };
        let Some(value) = scale.values.get(&grade_of(degree)) else {
            return false;
        };
        told.fields.insert(scale.field.clone(), json!(value));
        self.put_degree(&scale.field, degree, told);
        true
    }

    /// Puts what a term says. Whether it says something.
    fn says(
        &self,
        item: &Item,
        term: &'n Term,
        parts: Vec<String>,
        degree: Option<f64>,
        told: &mut LabelledState,
    ) -> bool {
        let kind = Some(&*term.kind);
        let field = term.text("field");
        if let (Some(field), true) = (field, kind == self.notation.says.as_deref()) {
            let Some(value) = term.text("value") else {
                return false;
            };
            told.fields.insert(field.to_owned(), json!(value));
            if let Some(degree) = degree {
                let of = if self.is_graded(field, degree, value) {
                    field
                } else {
                    &*term.name
                };
                self.put_degree(of, degree, told);
            }
        } else if let (Some(field), true) = (field, self.is_feeling(term)) {
            let own = term.text("part").map(str::to_owned);
            let parts = if parts.is_empty() {
                Vec::from_iter(own)
            } else {
                parts
            };
            let parts = match (parts.is_empty(), told.parts.is_empty()) {
                (false, _) => parts,
                // "no pain at all", "hurts 2/10" are told of what was told of before
                (true, false) if field == NOTHING || degree.is_some() => told.parts.clone(),
                (true, false) => return true,
                (true, true) if field == NOTHING => return true,
                (true, true) => Vec::from_iter(self.labels.whole.clone()),
            };
            self.felt(item, field, parts, degree, term.text("severity"), told);
        } else if let Some(list) = self.notation.lists.get(&*term.kind) {
            push(&mut told.fields, list, json!(&*term.name));
        } else if kind == self.notation.measures.as_deref() {
            self.measured_of(item, term, told);
        } else {
            return false;
        }
        true
    }

    /// Puts what is felt in parts.
    fn felt(
        &self,
        item: &Item,
        field: &str,
        parts: Vec<String>,
        degree: Option<f64>,
        severity: Option<&str>,
        told: &mut LabelledState,
    ) {
        let Some(degrees) = &self.notation.degrees else {
            return;
        };
        // "wrist 4/10, better than yesterday": a degree says that something is felt.
        let field = match degree {
            Some(degree) if degree > 0.0 && field == NOTHING => &*degrees.of_parts,
            Some(0.0) => NOTHING,
            _ => field,
        };
        for part in &parts {
            told.leave(part, self.notation);
            if field == NOTHING {
                push(&mut told.fields, &degrees.well, json!(part));
                continue;
            }
            push(&mut told.fields, field, json!(part));
            if let Some(degree) = degree {
                self.put_degree(part, degree, told);
            } else if let Some(severity) = self.severity(item).or(severity) {
                put_in(&mut told.fields, &degrees.severity, part, json!(severity));
            }
        }
        self.put_side(item, &parts, told);
        told.parts = parts;
    }

    /// The names of the parts of an item; as typed where the vocabulary has none of them.
    fn parts(&self, item: &Item) -> Vec<String> {
        let stretches = || {
            let all = item.stretches.iter();
            all.filter(|of| of.role == self.labels.part)
        };
        let known = self.terms.iter().filter(|place| {
            let inside = |of: &LabelledSpan| {
                of.tokens.start < place.tokens.end && place.tokens.start < of.tokens.end
            };
            self.is_part(place.term) && stretches().any(inside)
        });
        let mut names: Vec<String> = Vec::new();
        for place in known {
            if !names.iter().any(|name| **name == *place.term.name) {
                names.push(place.term.name.to_string());
            }
        }
        if names.is_empty() {
            names.extend(stretches().map(|of| self.words(&of.tokens).to_lowercase()));
        }
        names
    }

    /// How strong words say something is.
    fn severity(&self, item: &Item) -> Option<&'n str> {
        let stretch = self.of(item, &self.labels.degree)?;
        let said = self.words(&stretch.tokens).to_lowercase();
        let severities = self.notation.degrees.as_ref()?.severities.iter();
        let mut named = severities
            .filter(|(_, words)| words.iter().any(|word| said.starts_with(word.as_str())));
        named.next().map(|(name, _)| name.as_str())
    }

    /// A degree out of ten: `4`, `4/10`, `6 out of 10`, `10점 만점에 6`.
    fn degree(&self, range: &Range<usize>) -> Option<f64> {
        let values: Vec<f64> = range
            .clone()
            .filter_map(|at| Some(self.tokens[at].number()?.value))
            .collect();
        let from_to = || {
            range
                .clone()
                .any(|at| self.tokens[at].is(Symbol::Dash) || self.tokens[at].is(Symbol::Tilde))
        };
        let whole = |value: f64| value == 5.0 || value == TEN || value == TEN * TEN;
        let share = match values.as_slice() {
            [value] => *value / TEN,
            [least, most] if from_to() => (least + most) / 2.0 / TEN,
            [value, of] if whole(*of) => *value / *of,
            [of, value] if whole(*of) => *value / *of,
            _ => return None,
        };
        (0.0..=1.0)
            .contains(&share)
            .then(|| (share * TEN * TEN).round() / TEN)
    }

    /// A degree that says what it is out of.
    fn share(&self, range: &Range<usize>) -> Option<f64> {
        let numbers = range
            .clone()
            .filter(|at| self.tokens[*at].number().is_some());
        self.degree(range).filter(|_| numbers.count() > 1)
    }

    /// Whether a value is finer than any degree: a bare number with decimals that are no half.
    fn is_measured(&self, range: &Range<usize>) -> bool {
        let numbers = range.clone().filter_map(|at| match &self.tokens[at].kind {
            TokenKind::Number(number) => Some(number.value),
            TokenKind::Symbol(_) | TokenKind::Word(_) => None,
            _ => Some(0.0),
        });
        let numbers: Vec<f64> = numbers.collect();
        matches!(numbers.as_slice(), [value] if (value * 2.0).fract() != 0.0)
    }

    fn put_degree(&self, of: &str, degree: f64, told: &mut LabelledState) {
        if let Some(degrees) = &self.notation.degrees {
            put_in(&mut told.fields, &degrees.field, of, number(degree));
        }
    }

    /// Whether a degree of a scale is on the side that the words say.
    fn is_graded(&self, field: &str, degree: f64, said: &str) -> bool {
        let mut scales = self.notation.scales.iter();
        let scale = scales.find(|scale| scale.field == field);
        scale.is_some_and(|scale| {
            scale
                .values
                .get(&grade_of(degree))
                .is_some_and(|value| value == said)
        })
    }

    /// The first stretch of a role.
    fn of<'i>(&self, item: &'i Item, role: &str) -> Option<&'i LabelledSpan> {
        item.stretches.iter().find(|of| of.role == role)
    }

    fn words(&self, range: &Range<usize>) -> &'n str {
        words(self.tokens, range)
    }

    fn is_part(&self, term: &Term) -> bool {
        Some(&*term.kind) == self.notation.parts.as_deref()
    }

    fn is_feeling(&self, term: &Term) -> bool {
        let kind = Some(&*term.kind);
        kind == self.notation.feelings.as_deref() || self.wants_part(term)
    }

    /// Whether a term says that something is felt, and not where: that is never guessed.
    fn hurts_somewhere(&self, term: &Term) -> bool {
        self.is_feeling(term) && term.text("part").is_none() && term.text("field") != Some(NOTHING)
    }

    /// Whether what such words mean most often of a part, though not surely, is that it hurts.
    fn likely_hurts(&self, said: &Range<usize>) -> bool {
        let weights = self.sayings.into_iter();
        let mut guesses = weights.filter_map(|weights| guess(weights, self.words(said), true));
        guesses.any(|guess| {
            let term = self.vocabulary.term(guess.label);
            term.is_some_and(|term| self.hurts_somewhere(term))
        })
    }

    fn wants_part(&self, term: &Term) -> bool {
        Some(&*term.kind) == self.notation.felt_in_parts.as_deref()
    }
}

/// The words of a name, and what may be told of them.
fn meant(at: &TermMention) -> (Range<usize>, Vec<String>) {
    let said = ["field", "value", "part"].map(|key| at.term.text(key));
    let said = said
        .into_iter()
        .flatten()
        .map(|text| text.replace('_', " "));
    (
        at.tokens.clone(),
        said.chain([at.term.name.to_lowercase()]).collect(),
    )
}

impl LabelledState {
    /// What is told otherwise than before is not sure.
    fn doubt_what_differs(&mut self, before: &Map<String, Value>) {
        for (field, value) in &self.fields {
            let place = match (value, before.get(field)) {
                (value, Some(before)) if value == before => continue,
                (Value::Object(_), _) => continue,
                (Value::Array(list), _) => format!("{field}[{}]", list.len().saturating_sub(1)),
                _ => field.clone(),
            };
            self.unsure.push(place);
        }
    }

    /// What is told of a part later holds.
    fn leave(&mut self, part: &str, notation: &StateNotation) {
        let Some(degrees) = &notation.degrees else {
            return;
        };
        for name in [&degrees.of_parts, &degrees.well] {
            if let Some(list) = self.fields.get_mut(name).and_then(Value::as_array_mut) {
                list.retain(|told| told != part);
                if list.is_empty() {
                    self.fields.remove(name);
                }
            }
        }
    }
}
