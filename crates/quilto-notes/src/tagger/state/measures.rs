//! What was measured of the writer and what was taken, and how long they slept.

use std::ops::Range;

use serde_json::{Value, json};

use super::{LabelledState, StateReader, number, push};
use crate::notation::TermMention;
use crate::tagger::items::Item;
use crate::tagger::labelled_spans::LabelledSpan;
use quilto_domain::Term;
use quilto_text::{Dimension, Symbol, TokenKind};

/// The unit that a value is kept in as typed.
const KEPT: &str = "kg";
/// A unit of bodies is not smaller than so much of that.
const LEAST_OF_BODIES: f64 = 0.4;
/// Of these there are so many in one of those: who is told by both is told by the smaller.
const STONES: (&str, &str, f64) = ("st", "lb", 14.0);
/// What so many are called in short, and how many they are.
const IN_THOUSANDS: &str = "k";
const THOUSAND: f64 = 1000.0;

impl<'n> StateReader<'n> {
    /// Reads a thing that is measured or taken, with its value.
    pub(super) fn measures(&self, item: &Item, told: &mut LabelledState) {
        let labels = self.labels;
        let is_degree = |of: &LabelledSpan| {
            item.head == labels.taken
                && labels.is_value(&of.role)
                && self.share(&of.tokens).is_some()
        };
        let (degrees, own): (Vec<_>, Vec<_>) = item.stretches.iter().cloned().partition(is_degree);
        for degree in degrees {
            self.graded(&degree.tokens, told);
        }
        let item = &Item {
            head: item.head.clone(),
            stretches: own,
        };
        let term = self.measure_in(item);
        if item.head == labels.measure {
            match term {
                Some(term) => self.measured_of(item, term, told),
                None => self.unknown(item, &labels.measured, told),
            }
        } else if item.head == labels.taken {
            match term.filter(|term| term.flag("kept")) {
                Some(term) => self.measured_of(item, term, told),
                None => self.unknown(item, &labels.medicine, told),
            }
        } else if item.head == labels.nap {
            let hours = self
                .of(item, &item.head)
                .and_then(|of| self.hours(&of.tokens));
            if let (Some(hours), Some(term)) = (hours, self.vocabulary.term(&labels.nap)) {
                self.put(term, number(hours), None, told);
            }
        } else if item.head.is_empty() {
            let values = item.stretches.iter().filter(|of| of.role == labels.value);
            values.for_each(|value| self.alone(&value.tokens, told));
        }
    }

    /// A bare number that nothing is told with: by what it counts, one over another, or as most that are told so.
    fn alone(&self, tokens: &Range<usize>, told: &mut LabelledState) {
        if let (Some(term), Some((value, _))) = (self.counted(tokens), self.value(tokens))
            && self.can_be(term, value, None)
            && self.put(term, number(value), None, told)
        {
            return;
        }
        let mut pairs = self.vocabulary.terms().filter(|term| term.flag("pair"));
        if pairs.any(|term| self.pair(term, tokens, told)) {
            return;
        }
        let term = self.vocabulary.term(&self.labels.alone);
        let field = term.and_then(|term| term.text("field"));
        let lone = field.and_then(|field| self.notation.lone.get(field));
        let value = self.value(tokens);
        match (term, lone, value) {
            (Some(term), Some(lone), Some((value, unit)))
                if lone.range[0] <= value && self.can_be(term, value, unit.as_deref()) =>
            {
                if !self.put(term, number(value), unit, told) {
                    told.unread.push(tokens.clone());
                }
            }
            _ => told.unread.push(tokens.clone()),
        }
    }

    /// Puts a measure that a saying names and counts ("woke twice"). Whether it does.
    pub(super) fn counts(&self, said: &Range<usize>, told: &mut LabelledState) -> bool {
        let measure = self.notation.measures.as_deref();
        let inside = |place: &&TermMention| {
            let kind = Some(&*place.term.kind);
            said.start <= place.tokens.start && place.tokens.end <= said.end && kind == measure
        };
        self.terms.iter().filter(inside).any(|place| {
            let value = self.times(said, place.term);
            value.is_some_and(|value| self.put(place.term, number(value), None, told))
        })
    }

    /// How often some words say that a measure was, which is counted in times.
    fn times(&self, said: &Range<usize>, term: &Term) -> Option<f64> {
        said.clone().find_map(|at| match &self.tokens[at].kind {
            TokenKind::Quantity(_) => {
                let number = self.tokens[at].number()?;
                (term.text("unit") == self.unit_at(at)).then_some(number.value)
            }
            _ => self.labels.times.get(self.tokens.norm(at)).copied(),
        })
    }

    /// The measure that is counted in the unit of some words ("9,876 steps").
    fn counted(&self, tokens: &Range<usize>) -> Option<&'n Term> {
        let unit = tokens.clone().find_map(|at| self.unit_at(at))?;
        let mut terms = self.vocabulary.terms();
        terms.find(|term| term.text("counted") == Some(unit))
    }

    /// The unit of a quantity.
    fn unit_at(&self, at: usize) -> Option<&'n str> {
        match &self.tokens[at].kind {
            TokenKind::Quantity(quantity) => Some(&*self.tokens.unit(quantity.unit).name),
            _ => None,
        }
    }

    /// The measure that an item is named by.
    fn measure_in(&self, item: &Item) -> Option<&'n Term> {
        let head = self.of(item, &item.head)?;
        let inside = self.terms.iter().filter(|place| {
            head.tokens.start < place.tokens.end
                && place.tokens.start < head.tokens.end
                && Some(&*place.term.kind) == self.notation.measures.as_deref()
        });
        inside
            .max_by_key(|place| place.tokens.len())
            .map(|place| place.term)
    }

    /// Puts the values told of a measure.
    pub(super) fn measured_of(&self, item: &Item, term: &Term, told: &mut LabelledState) {
        if let Some(tags) = term.text("tag") {
            push(&mut told.fields, tags, json!(&*term.name));
        }
        let mut any = false;
        for stretch in self.values(item) {
            any = true;
            let value = self.value(&stretch.tokens);
            // "14k"
            let value = match value {
                Some((value, _)) if self.in_thousands(term, &stretch.tokens) => {
                    Some((value * THOUSAND, None))
                }
                value => self.lapse(term, &stretch.tokens).or(value),
            };
            let unit = value.as_ref().and_then(|(_, unit)| unit.as_deref());
            let weighs = unit.is_some_and(|unit| self.weighs(unit));
            let put = match (term.flag("pair"), value) {
                (true, _) => self.pair(term, &stretch.tokens, told),
                (false, Some((value, unit))) if self.can_be(term, value, unit.as_deref()) => {
                    self.put(term, number(value), unit, told)
                }
                (false, _) => false,
            };
            match put {
                true => {}
                false if weighs => self.alone(&stretch.tokens, told),
                false => told.unread.push(stretch.tokens.clone()),
            }
        }
        if let (false, true, Some(list)) = (any, term.flag("kept"), term.text("list")) {
            push(&mut told.fields, list, json!({"name": &*term.name}));
        }
    }

    /// The values of an item; its name may hold one ("steps8000").
    fn values<'i>(&self, item: &'i Item) -> impl Iterator<Item = &'i LabelledSpan> {
        let value = |of: &&LabelledSpan| self.labels.is_value(&of.role);
        let told = item.stretches.iter().any(|of| value(&of));
        let number = |at: usize| self.tokens[at].number().is_some();
        let name = item
            .name()
            .filter(|name| !told && name.tokens.clone().any(number));
        let values = item
            .stretches
            .iter()
            .filter(move |of| self.labels.is_value(&of.role));
        values.chain(name)
    }

    /// Whether a value of what has no unit is told in thousands.
    fn in_thousands(&self, term: &Term, tokens: &Range<usize>) -> bool {
        let word = |at: usize| self.tokens.norm(at);
        let mut words = tokens.clone().map(word);
        term.text("unit").is_none()
            && words
                .any(|word| word.trim_start_matches(|c: char| !c.is_alphabetic()) == IN_THOUSANDS)
    }

    /// Puts a value of a measure into its field or list. Not where the field has one.
    fn put(
        &self,
        term: &Term,
        value: Value,
        unit: Option<String>,
        told: &mut LabelledState,
    ) -> bool {
        let kept = term.text("unit") == Some(KEPT);
        if let Some(field) = term.text("field") {
            if told.fields.contains_key(field) {
                return false;
            }
            told.fields.insert(field.to_owned(), value);
            if kept {
                let unit = unit.unwrap_or_else(|| self.units.mass.clone());
                told.fields.insert(format!("{field}_unit"), json!(unit));
            }
        } else if let Some(list) = term.text("list") {
            let mut measured = json!({"name": &*term.name, "value": value});
            let unit = unit.or_else(|| term.text("unit").map(str::to_owned));
            if let (Some(unit), Some(measured)) = (unit, measured.as_object_mut()) {
                measured.insert("unit".to_owned(), json!(unit));
            }
            push(&mut told.fields, list, measured);
        } else {
            return false;
        }
        true
    }

    /// How long a measure was that is told in hours or minutes and in two parts ("1h20").
    fn lapse(&self, term: &Term, tokens: &Range<usize>) -> Option<(f64, Option<String>)> {
        let unit = term.text("unit")?;
        let told = |at: &usize| {
            let clock = matches!(self.tokens[*at].kind, TokenKind::Clock(_));
            clock || self.tokens.dimension(*at) == Some(&Dimension::Duration)
        };
        let first = tokens.clone().find(told)?;
        let in_two = match &self.tokens[first].kind {
            TokenKind::Quantity(quantity) => quantity.value != quantity.number.value,
            kind => matches!(kind, TokenKind::Clock(_)),
        };
        let more = |at: usize| self.tokens[at].number().is_some() || self.is_half(at);
        if !in_two && !(first + 1..tokens.end).any(more) {
            return None;
        }
        let value = self
            .tokens
            .units()
            .convert(self.hours(tokens)?, "h", unit)?;
        Some((value, Some(unit.to_owned())))
    }

    /// One value over another.
    fn pair(&self, term: &Term, tokens: &Range<usize>, told: &mut LabelledState) -> bool {
        let numbers = tokens
            .clone()
            .filter_map(|at| Some(self.tokens[at].number()?.value));
        let numbers: Vec<f64> = numbers.collect();
        let ([value, over], Some(list)) = (numbers.as_slice(), term.text("list")) else {
            return false;
        };
        if over >= value || !self.can_be(term, *value, None) {
            return false;
        }
        let measured = json!({"name": &*term.name, "value": number(*value), "over": number(*over)});
        push(&mut told.fields, list, measured);
        true
    }

    /// Keeps what no vocabulary knows by its name, as typed.
    fn unknown(&self, item: &Item, list: &str, told: &mut LabelledState) {
        let Some(head) = self.of(item, &item.head) else {
            return;
        };
        let mut kept = json!({"name": self.words(&head.tokens).to_lowercase()});
        let mut values = self.values(item);
        let value = values.find_map(|of| self.value(&of.tokens));
        if let (Some((value, unit)), Some(kept)) = (value, kept.as_object_mut()) {
            kept.insert("value".to_owned(), number(value));
            if let Some(unit) = unit {
                kept.insert("unit".to_owned(), json!(unit));
            }
        } else if item.head == self.labels.measure {
            told.unread.push(head.tokens.clone());
            return;
        }
        push(&mut told.fields, list, kept);
    }

    /// A degree behind something else that was told is of the parts that were told of before
    /// ("migraine, took 50 mg, 7/10").
    fn graded(&self, tokens: &Range<usize>, told: &mut LabelledState) {
        let graded = |of: &String| {
            let degrees = self.notation.degrees.as_ref();
            let known = degrees.and_then(|degrees| told.fields.get(&degrees.field));
            known.is_some_and(|known| known.get(of).is_some())
        };
        let Some(degree) = self.share(tokens) else {
            return;
        };
        if told.parts.is_empty() || told.parts.iter().any(graded) {
            told.unread.push(tokens.clone());
            return;
        }
        for part in told.parts.clone() {
            self.put_degree(&part, degree, told);
        }
    }

    /// The first number of some words, with its unit.
    fn value(&self, tokens: &Range<usize>) -> Option<(f64, Option<String>)> {
        let figure = |at: usize| match &self.tokens[at].kind {
            // "10 st" may be taken for an ordinal.
            TokenKind::Ordinal(ordinal) => Some((at, f64::from(*ordinal))),
            _ => Some((at, self.tokens[at].number()?.value)),
        };
        let mut numbers = tokens.clone().filter_map(figure);
        let (at, value) = numbers.next()?;
        let value = self.with_comma(tokens, at).unwrap_or(value);
        let unit = match &self.tokens[at].kind {
            TokenKind::Quantity(quantity) => Some(self.tokens.unit(quantity.unit)),
            _ => None,
        };
        let counted = unit.filter(|unit| unit.dimension != Dimension::Count);
        let (of, into, times) = STONES;
        let stones = tokens.clone().any(|at| {
            let word = self
                .tokens
                .norm(at)
                .trim_start_matches(|c: char| !c.is_alphabetic());
            word == of
        });
        if stones || counted.is_some_and(|unit| &*unit.name == of) {
            let rest = numbers.next().map_or(0.0, |(_, rest)| rest);
            return Some((value * times + rest, Some(into.to_owned())));
        }
        Some((value, counted.map(|unit| unit.name.to_string())))
    }

    /// "61,8": a number whose decimals stand behind a comma.
    fn with_comma(&self, tokens: &Range<usize>, at: usize) -> Option<f64> {
        let [whole, comma, rest] = [at, at + 1, at + 2].map(|at| self.tokens.get(at));
        let (whole, comma, rest) = (whole?, comma?, rest?);
        let joined = comma.is(Symbol::Comma) && !comma.spaced && !rest.spaced;
        let (whole, rest) = (whole.number()?, rest.number()?);
        let one = rest.whole().filter(|rest| *rest < 10)?;
        (joined && at + 2 < tokens.end && whole.decimals == 0)
            .then(|| whole.value + f64::from(one) / 10.0)
    }

    /// Whether a unit is one that bodies are weighed in: nothing else of them is told in it.
    fn weighs(&self, unit: &str) -> bool {
        let units = self.tokens.units();
        units
            .convert(1.0, unit, KEPT)
            .is_some_and(|one| one >= LEAST_OF_BODIES)
    }

    /// Whether a value is possible for a term.
    fn can_be(&self, term: &Term, value: f64, unit: Option<&str>) -> bool {
        let name = term.text("field").unwrap_or(&term.name);
        if term.text("unit") != Some(KEPT) && unit.is_some_and(|unit| self.weighs(unit)) {
            return false;
        }
        let kept = unit.zip(term.text("unit"));
        let value = kept
            .and_then(|(unit, to)| self.tokens.units().convert(value, unit, to))
            .unwrap_or(value);
        let bounds = self.notation.possible.get(name);
        bounds.is_none_or(|[least, most]| *least <= value && value <= *most)
    }

    /// How long the night was: told in hours, or by when it began and ended.
    pub(super) fn night(&self, items: &[&Item], told: &mut LabelledState) {
        let labels = self.labels;
        let all = |role: &str| {
            let stretches = items.iter().flat_map(|item| &item.stretches);
            let of_role = stretches.filter(|of| of.role == role);
            of_role.map(|of| of.tokens.clone()).collect::<Vec<_>>()
        };
        let (slept, bed, up) = (all(&labels.slept), all(&labels.bed), all(&labels.up));
        // Who tells how long it was and when tells the same twice; nights in pieces are told alike.
        let (lasting, spans): (Vec<_>, Vec<_>) = slept.iter().partition(|of| self.lasts(of));
        let pieces = if lasting.is_empty() { spans } else { lasting };
        let hours: Option<f64> = match pieces.is_empty() {
            true => bed
                .last()
                .zip(up.first())
                .and_then(|(bed, up)| self.hours_between(bed, up)),
            false => pieces.into_iter().map(|of| self.hours(of)).sum(),
        };
        match hours {
            Some(hours) => {
                told.fields.insert(labels.hours.clone(), number(hours));
            }
            None => told.unread.extend(slept.into_iter().chain(bed).chain(up)),
        }
    }
}
