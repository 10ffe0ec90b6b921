//! Items without rows: one record each, with what was repeated inside it as its parts.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::items::Item;
use super::super::labelled_spans::LabelledSpan;
use super::VerbatimWords;
use super::domain::Domain;
use super::figures::Figure;
use super::names::Name;
use crate::notation::{
    Meaning, Remarks, Saying, dimension_name, length_of_each, number, unit_instead_of,
};
use quilto_domain::{Parts, SlotRole};
use quilto_text::{Symbol, TokenKind};

/// How many tokens may stand between a count and what it counts.
const BESIDE: usize = 2;
/// What stands so far away is told of something else.
const FAR: usize = usize::MAX;
const HOUR: f64 = 3600.0;
/// Nothing without a distance that was told in two parts lasts this many hours.
const MOST_HOURS: f64 = 6.0;
/// Up to so many are no doubt.
const SURE_HOURS: f64 = 3.0;

/// What is read of a record so far.
struct RecordDraft<'p> {
    fields: Map<String, Value>,
    parts: Vec<Map<String, Value>>,
    splits: Vec<Value>,
    /// Whether what follows is told of the last part.
    open: bool,
    /// What words say of the next part.
    next: Map<String, Value>,
    of_parts: Option<&'p Parts>,
    path: String,
}

impl Domain<'_> {
    /// An item as a record.
    pub(super) fn record(
        &self,
        item: &Item,
        name: Option<&Name>,
        path: &str,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) -> Map<String, Value> {
        let of_parts = self.compiled.notation.parts.as_ref();
        let mut told = RecordDraft {
            fields: Map::new(),
            parts: Vec::new(),
            splits: Vec::new(),
            open: false,
            next: Map::new(),
            of_parts: of_parts.filter(|_| self.labels.times.is_some()),
            path: path.to_owned(),
        };
        if let (Some(field), Some(name)) = (&self.compiled.notation.item.name, name) {
            told.fields.insert(field.clone(), json!(name.text()));
        }
        for (at, stretch) in item.stretches.iter().enumerate() {
            self.tell(item, at, stretch, &mut told, kept, remarks);
        }
        if let Some(head) = item.name() {
            self.say(&head.tokens, false, &mut told);
        }
        told.end();
        self.settle_time(item, &mut told, remarks);
        self.settle_first(&mut told);
        length_of_each::settle(
            &self.compiled.notation,
            self.tokens.units(),
            &mut told.fields,
        );
        let mut fields = told.fields;
        if let Some(parts) = of_parts {
            if !told.parts.is_empty() {
                fields.insert(parts.field.clone(), json!(told.parts));
            }
            if let (Some(field), false) = (&parts.splits, told.splits.is_empty()) {
                fields.insert(field.clone(), json!(told.splits));
            }
        }
        fields
    }

    /// Puts what a stretch tells where it belongs.
    fn tell(
        &self,
        item: &Item,
        at: usize,
        stretch: &LabelledSpan,
        told: &mut RecordDraft,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) {
        let role = &stretch.role;
        if told.of_parts.is_some() && self.labels.times.as_ref() == Some(role) {
            self.begin_part(item, at, told, remarks);
        } else if self.labels.split.as_ref() == Some(role) {
            told.splits.extend(self.split(&stretch.tokens));
        } else if self.labels.says.contains(role) {
            // Of the next part is told what stands before a figure that this one has already.
            let follows = item.stretches.get(at + 1).is_some_and(|next| {
                let slot = self.slot_of(&next.role).map(|slot| self.slot(slot));
                next.tokens.start == stretch.tokens.end
                    && slot.is_some_and(|slot| told.last_has(slot.field_name()))
            });
            if !self.say(&stretch.tokens, follows, told) {
                kept.item.push(self.words(&stretch.tokens).to_owned());
            }
        } else if let Some(slot) = self.slot_of(role) {
            let field = self.slot(slot).field_name().to_owned();
            let of_part = told
                .of_parts
                .is_some_and(|parts| parts.slots.contains(&self.slot(slot).name));
            let in_part = told.open && of_part;
            let repeated = !told.parts.is_empty();
            let Some(figure) = self.figure(role, &stretch.tokens, repeated) else {
                return;
            };
            if in_part && told.last_has(&field) {
                // "then 2 km easy"
                told.begin(Map::new());
            }
            let path = told.path.clone();
            if in_part {
                let figure = self.of_part(role, figure, &stretch.tokens, told.of_parts);
                if let Some(part) = told.parts.last_mut() {
                    self.put(role, &figure, part, &path, remarks);
                }
            } else {
                self.put(role, &figure, &mut told.fields, &path, remarks);
            }
        }
    }

    /// "6 x 400 m", "400 m 6 times": a count begins a part, of what follows or of what stood right before.
    fn begin_part(&self, item: &Item, at: usize, told: &mut RecordDraft, remarks: &mut Remarks) {
        let Some(parts) = told.of_parts else { return };
        let range = &item.stretches[at].tokens;
        let count = range
            .clone()
            .find_map(|at| self.tokens[at].number()?.whole());
        let Some(count) = count else { return };
        let far = |one: &Range<usize>, next: &Range<usize>| {
            let mut between = one.end..next.start;
            let away = between.len();
            let counted = between.any(|at| self.tokens[at].number().is_some());
            if counted || away > BESIDE { FAR } else { away }
        };
        let measured = |of: &LabelledSpan| {
            let slot = self.slot_of(&of.role)?;
            parts.slots.contains(&self.slot(slot).name).then_some(slot)
        };
        let next = item
            .stretches
            .get(at + 1)
            .filter(|of| measured(of).is_some());
        let next = next.map_or(FAR, |next| far(range, &next.tokens));
        let before = at.checked_sub(1).map(|before| &item.stretches[before]);
        // "400 m 6 times @ 1:32": a count with a unit of its own stands behind what it counts.
        let named = range
            .clone()
            .any(|at| matches!(self.tokens[at].kind, TokenKind::Quantity(_)));
        let times = |from: usize, to: usize| (from..to).any(|at| self.tokens[at].is(Symbol::Times));
        let leads = item
            .stretches
            .get(at + 1)
            .is_some_and(|next| times(range.end, next.tokens.start));
        let before = before.filter(|of| {
            let away = far(&of.tokens, range);
            // "400 m x 6 in 1:32" is as "6 x 400 m".
            let joined = times(of.tokens.end, range.start) && !leads;
            joined || away < next || away == next && named && away < FAR
        });
        let mut part = Map::from_iter([(parts.count.clone(), json!(count))]);
        let before = before.and_then(|of| Some((of, measured(of)?)));
        if let Some((of, slot)) = before {
            let last = told.parts.last_mut().filter(|_| told.open);
            if let Some(last) = last.filter(|last| last.contains_key(self.slot(slot).field_name()))
            {
                last.insert(parts.count.clone(), json!(count));
                return;
            }
            let data = self.slot(slot);
            if let Some(figure) = self.figure(&of.role, &of.tokens, true) {
                let field = data.field_name();
                let figure = self.of_part(&of.role, figure, &of.tokens, told.of_parts);
                // What was told of the whole before stays there.
                let range = &of.tokens;
                let whole = self.figure(&of.role, range, false).map(|whole| whole.value);
                if told.fields.get(field).and_then(Value::as_f64) == whole {
                    let unit = data.unit_field.as_ref();
                    for field in [Some(&field.to_owned()), unit].into_iter().flatten() {
                        told.fields.remove(field);
                    }
                }
                self.put(&of.role, &figure, &mut part, &told.path, remarks);
            }
        }
        told.begin(part);
    }

    /// A figure of a part: "12x400" is so many metres.
    fn of_part(
        &self,
        role: &str,
        figure: Figure,
        range: &Range<usize>,
        parts: Option<&Parts>,
    ) -> Figure {
        let bare = range.clone().find_map(|at| match &self.tokens[at].kind {
            TokenKind::Number(number) => Some(number.value),
            _ => None,
        });
        let unit = parts.and_then(|parts| {
            let value = bare.filter(|value| parts.takes_bare(*value))?;
            let unit = parts.bare_unit.clone()?;
            Some((value, unit_instead_of(self.tokens, &unit).unwrap_or(unit)))
        });
        let slot = self.slot_of(role).map(|slot| self.slot(slot));
        let far = slot.is_some_and(|slot| slot.dimension.as_deref() == Some("distance"));
        match unit.filter(|_| far) {
            Some((value, unit)) => Figure {
                unit: Some(unit),
                ..Figure::from(value)
            },
            None => figure,
        }
    }

    /// A stretch of the record with a value of its own.
    fn split(&self, range: &Range<usize>) -> Option<Value> {
        let mut fields = Map::new();
        let mut remarks = Remarks::of("");
        for role in self.labels.values.keys() {
            let Some(slot) = self.slot_of(role).map(|slot| self.slot(slot)) else {
                continue;
            };
            let own = match slot.dimension.as_deref() {
                Some("distance") => slot.unit_field.is_some() && !slot.only_with_words,
                Some("duration") => slot.role != SlotRole::Pause,
                _ => false,
            };
            let typed = range.clone().any(|at| match &self.tokens[at].kind {
                TokenKind::Clock(_) => slot.dimension.as_deref() == Some("duration"),
                TokenKind::Quantity(_) => self
                    .tokens
                    .dimension(at)
                    .is_some_and(|of| slot.dimension.as_deref() == Some(dimension_name(of))),
                _ => false,
            });
            if own
                && typed
                && let Some(figure) = self.figure(role, range, true)
            {
                self.put(role, &figure, &mut fields, "", &mut remarks);
            }
        }
        (!fields.is_empty()).then(|| Value::Object(fields))
    }

    /// Puts what terms and marks in some words say. Whether they say something.
    fn say(&self, range: &Range<usize>, follows: bool, told: &mut RecordDraft) -> bool {
        let mut said = false;
        let of = Saying {
            domain: self.compiled,
            tokens: self.tokens,
            units: self.units,
        };
        let fields = &self.compiled.notation.terms;
        for at in self.named_in(range) {
            let Some(field) = fields.iter().find(|field| *field.kind == *at.term.kind) else {
                continue;
            };
            let target = told.target(follows, |parts| parts.terms.contains(&field.kind));
            of.put(at.term, field, true, target);
            said = true;
        }
        for meaning in self.said_in(range) {
            let Meaning::Mark(mark) = meaning else {
                continue;
            };
            let mark = &self.compiled.notation.marks[mark];
            if let (Some(field), Some(value)) = (&mark.field, &mark.value) {
                let target = told.target(follows, |parts| parts.terms.contains(field));
                target.insert(field.clone(), value.clone());
                said = true;
            }
            for (field, value) in &mark.also {
                let target = &mut told.fields;
                target.entry(field.clone()).or_insert_with(|| value.clone());
                said = true;
            }
        }
        said
    }

    /// "400 easy, 8 x 50, 200 easy": what is shorter than its parts is the first of them.
    fn settle_first(&self, told: &mut RecordDraft) {
        let slots = &self.compiled.notation.slots;
        let far = slots
            .iter()
            .find(|slot| slot.dimension.as_deref() == Some("distance"));
        let (Some(parts), Some(far)) = (told.of_parts, far) else {
            return;
        };
        let field = far.field_name();
        let distance = |fields: &Map<String, Value>| {
            let unit = fields.get(far.unit_field.as_ref()?)?.as_str()?;
            let value = fields.get(field)?.as_f64()?;
            let count = fields.get(&parts.count).and_then(Value::as_f64);
            let units = self.tokens.units();
            units.convert(value * count.unwrap_or(1.0), unit, "m")
        };
        let all: f64 = told.parts.iter().filter_map(distance).sum();
        if distance(&told.fields).is_none_or(|whole| whole >= all) {
            return;
        }
        let mut first = Map::new();
        for slot in slots.iter().filter(|slot| parts.slots.contains(&slot.name)) {
            for field in [Some(slot.field_name()), slot.unit_field.as_deref()]
                .into_iter()
                .flatten()
            {
                if let Some(value) = told.fields.remove(field) {
                    first.insert(field.to_owned(), value);
                }
            }
        }
        told.parts.insert(0, first);
    }

    /// "1:45" is hours, "58.4" seconds, where it would be too fast or slow otherwise; where no distance says so, what is
    /// told in two parts is hours where it is not long.
    fn settle_time(&self, item: &Item, told: &mut RecordDraft, remarks: &mut Remarks) {
        let slots = &self.compiled.notation.slots;
        let of = |dimension: &str| {
            slots
                .iter()
                .find(|slot| slot.dimension.as_deref() == Some(dimension))
        };
        let (Some(time), Some(distance)) = (of("duration"), of("distance")) else {
            return;
        };
        let field = time.field_name();
        let seconds = told.fields.get(field).and_then(Value::as_f64);
        let figures = item.stretches.iter().filter(|stretch| {
            self.slot_of(&stretch.role)
                .is_some_and(|slot| self.slot(slot).name == time.name)
        });
        let mut figures = figures.filter_map(|of| self.figure(&of.role, &of.tokens, false));
        let other = figures.find(|figure| Some(figure.value) == seconds);
        let Some((seconds, other)) = seconds.zip(other.and_then(|figure| figure.or)) else {
            return;
        };
        let km = told
            .fields
            .get(distance.field_name())
            .and_then(Value::as_f64);
        let unit = distance
            .unit_field
            .as_ref()
            .and_then(|field| told.fields.get(field)?.as_str());
        let km = km
            .zip(unit)
            .and_then(|(value, unit)| self.tokens.units().convert(value, unit, "km"));
        let is_other = match (km, self.compiled.notation.item.speed) {
            (Some(km), Some([least, most])) => {
                let likely = |seconds: f64| (least..=most).contains(&(km * HOUR / seconds));
                likely(other) && !likely(seconds)
            }
            _ => other > seconds && other < MOST_HOURS * HOUR && told.parts.is_empty(),
        };
        if is_other {
            if km.is_none() && other > SURE_HOURS * HOUR {
                remarks.uncertain(format!("{}.{field}", told.path), String::new());
            }
            told.fields.insert(field.to_owned(), number(other));
        }
    }
}

impl RecordDraft<'_> {
    /// A part begins.
    fn begin(&mut self, mut part: Map<String, Value>) {
        part.append(&mut self.next);
        self.parts.push(part);
        self.open = true;
    }

    /// What was to be said of a part that did not follow is said of the last.
    fn end(&mut self) {
        let next = std::mem::take(&mut self.next);
        if let Some(last) = self.parts.last_mut() {
            for (field, value) in next {
                last.entry(field).or_insert(value);
            }
        }
    }

    /// Where what words say is put: into the part at hand where it can be told of one, or into the one that follows
    /// them.
    fn target(
        &mut self,
        follows: bool,
        of_part: impl Fn(&Parts) -> bool,
    ) -> &mut Map<String, Value> {
        let open = self.open && self.of_parts.is_some_and(of_part);
        if open && follows && self.parts.last().is_some_and(|part| part.len() > 1) {
            return &mut self.next;
        }
        match self.parts.last_mut().filter(|_| open) {
            Some(part) => part,
            None => &mut self.fields,
        }
    }

    fn last_has(&self, field: &str) -> bool {
        self.parts
            .last()
            .is_some_and(|part| part.contains_key(field))
    }
}
