//! Items that are gathered under groups (what was eaten at a meal).

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::items::Item;
use super::super::labelled_spans::LabelledSpan;
use super::domain::Domain;
use super::figures::Figure;
use super::names::Name;
use crate::notation::{self, Remarks};
use quilto_domain::{Group, Term};
use quilto_text::{TokenKind, amount_apart, read_with};

/// From so many on portions may be too many.
const MANY: f64 = 16.0;
/// Of no thing somebody has more at once, in the unit of portions.
const MOST: f64 = 700.0;

/// A group and its items.
pub(super) struct ItemGroup<'i> {
    /// What names it.
    pub name: Option<String>,
    pub items: Vec<&'i Item>,
}

impl Domain<'_> {
    /// The items gathered under the groups that the note names them by.
    pub(super) fn gathered<'i>(
        &self,
        items: &[&'i Item],
        stretches: &[LabelledSpan],
    ) -> Vec<ItemGroup<'i>> {
        let mut all: Vec<ItemGroup> = Vec::new();
        for item in items {
            let name = self.group_of(item, items, stretches);
            match all.last_mut() {
                Some(last) if last.name == name => last.items.push(item),
                _ => all.push(ItemGroup {
                    name,
                    items: vec![item],
                }),
            }
        }
        all
    }

    /// The items, where figures of what a thing has nothing of are told of the one before it in its sentence ("sand with
    /// water, 48 kcal").
    pub(super) fn handed_back(&self, items: &[&Item]) -> Vec<Item> {
        let mut all: Vec<Item> = Vec::new();
        for item in items {
            let mut item = (*item).clone();
            let start = item.stretches.first().map_or(0, |of| of.tokens.start);
            let before = all.last_mut().filter(|last| {
                let mut own = last.stretches.iter();
                own.any(|of| self.tokens.sentence(start).contains(&of.tokens.start))
            });
            if let Some(before) = before {
                let told = |role: &str| before.stretches.iter().any(|of| of.role == role);
                let (back, own) = item
                    .stretches
                    .iter()
                    .cloned()
                    .partition(|of: &LabelledSpan| self.has_none(&item, of) && !told(&of.role));
                item.stretches = own;
                before.stretches.extend::<Vec<_>>(back);
            }
            all.push(item);
        }
        all
    }

    /// Whether the vocabulary knows that a thing has nothing of what a figure tells.
    fn has_none(&self, item: &Item, figure: &LabelledSpan) -> bool {
        let fields = self.compiled.notation.item.estimates.as_ref();
        let slot = self.slot_of(&figure.role).map(|slot| self.slot(slot));
        let field = slot.map(|slot| slot.field_name());
        let field =
            field.filter(|field| fields.is_some_and(|of| of.fields.iter().any(|own| own == field)));
        let known = field
            .zip(item.name())
            .and_then(|(field, head)| self.name_of(&head.tokens).term()?.number(field));
        let told = || self.figure(&figure.role, &figure.tokens, false);
        known == Some(0.0) && told().is_some_and(|told| told.value > 0.0)
    }

    /// The name of the group of an item: told behind it in its clause ("eggs for lunch"), else last told before it.
    fn group_of(&self, item: &Item, items: &[&Item], stretches: &[LabelledSpan]) -> Option<String> {
        let role = self.labels.group.as_ref()?;
        let last = item.stretches.last()?.tokens.end;
        let first = item.stretches.first()?.tokens.start;
        let named = || stretches.iter().filter(|of| of.role == *role);
        // "yoghurt, a banana and eggs for breakfast"
        let sentence = self.tokens.sentence(first);
        let is_alone = named()
            .filter(|of| sentence.contains(&of.tokens.start))
            .count()
            == 1;
        let clause = match is_alone {
            true => sentence,
            false => self.tokens.clause(first),
        };
        let apart = |from: usize, to: usize| {
            let mut between = items.iter().flat_map(|item| &item.stretches);
            between.any(|of| from <= of.tokens.start && of.tokens.start < to)
        };
        let behind = named().find(|of| {
            let start = of.tokens.start;
            let trails = last <= start
                && clause.contains(&start)
                && start > clause.start
                && !apart(of.tokens.end, clause.end);
            trails && self.tokens[start - 1].is_word()
        });
        let before = named()
            .rev()
            .find(|of| of.tokens.end <= first)
            .filter(|of| {
                let mut parts = stretches
                    .iter()
                    .filter(|of| self.labels.parts_groups.contains(&of.role));
                !parts.any(|part| {
                    of.tokens.end < part.tokens.start
                        && part.tokens.end <= first
                        && self.tokens.sentence(part.tokens.start).start > of.tokens.start
                })
            });
        // A name behind other items is theirs.
        let before = before.filter(|of| {
            let start = of.tokens.start;
            let own = self.tokens.clause(start);
            let trails = start > own.start
                && self.tokens[start - 1].is_word()
                && apart(own.start, start)
                && !apart(of.tokens.end, own.end);
            !trails
        });
        self.group_name(behind.or(before)?)
    }

    /// What words that name a group call it.
    fn group_name(&self, stretch: &LabelledSpan) -> Option<String> {
        let group = self.compiled.notation.group.as_ref();
        let kind = group.map(|group| &*group.kind);
        let known = self
            .named_in(&stretch.tokens)
            .find(|at| Some(&*at.term.kind) == kind);
        let words = self.words(&stretch.tokens).to_lowercase();
        let initial = || group?.initials.get(&words).cloned();
        known.map(|at| at.term.name.to_string()).or_else(initial)
    }

    /// A thing with its figures, and what the vocabulary knows of it.
    pub(super) fn thing(
        &self,
        item: &Item,
        path: &str,
        remarks: &mut Remarks,
    ) -> Map<String, Value> {
        let mut fields = Map::new();
        let Some(head) = item.name() else {
            return fields;
        };
        let mut name = self.name_of(&head.tokens);
        // "고구마한개": what the vocabulary knows only the beginning of may be a name and an amount.
        let own = match &name {
            Name::Own(own) => Some(&**own),
            _ => Some(self.words(&head.tokens)).filter(|_| self.whole(&head.tokens).is_none()),
        };
        if let (Some(own), Some(role)) = (own, self.amount_role())
            && let Some((whole, figure)) = self.with_amount(own, name.term().is_none())
        {
            name = whole;
            self.put(role, &figure, &mut fields, path, remarks);
        }
        if let Some(field) = &self.compiled.notation.item.name {
            fields.insert(field.clone(), json!(name.text()));
        }
        self.doubt_name(&name, &head.tokens, path, remarks);
        for stretch in &item.stretches {
            if let Some(mut figure) = self.figure(&stretch.role, &stretch.tokens, false) {
                self.measured_as(&stretch.role, name.term(), &stretch.tokens, &mut figure);
                self.put(&stretch.role, &figure, &mut fields, path, remarks);
            }
        }
        if let Some(term) = name.term() {
            notation::estimate(self.compiled, self.tokens, term, &mut fields);
        }
        fields
    }

    /// A large bare number has the unit of what the thing is one of.
    fn measured_as(
        &self,
        role: &str,
        term: Option<&Term>,
        range: &Range<usize>,
        figure: &mut Figure,
    ) {
        let Some(large) = self.labels.large.get(role) else {
            return;
        };
        let bare = !range
            .clone()
            .any(|at| matches!(self.tokens[at].kind, TokenKind::Quantity(_)));
        if bare && figure.unit.is_none() && self.is_more_than_portions(term, figure.value) {
            figure.unit = Some(large.unit.clone());
        }
        let groups = term.into_iter().flat_map(|term| &term.groups);
        let mut units = groups.filter_map(|group| large.of_groups.get(&**group));
        if let Some(unit) = units
            .next()
            .filter(|_| bare && figure.unit.as_ref() == Some(&large.unit))
        {
            figure.unit = Some(unit.clone());
        }
    }

    /// Whether nobody has so many portions of a thing ("granola 20").
    fn is_more_than_portions(&self, term: Option<&Term>, count: f64) -> bool {
        let estimates = self.compiled.notation.item.estimates.as_ref();
        let portion = estimates.and_then(|of| term?.number(&of.portion));
        count >= MANY && portion.is_some_and(|portion| count * portion > MOST)
    }

    /// "사과반쪽", "두유하나": a name and how much of it there was, in one word.
    /// `of_any` takes names that no vocabulary knows, too.
    pub(super) fn with_amount(&self, word: &str, of_any: bool) -> Option<(Name<'_>, Figure)> {
        let vocabulary = self.module.vocabulary();
        let item = |word: &str| vocabulary.canonical(word).filter(|term| self.is_item(term));
        let any = |own: &str| of_any && own != word && own.chars().count() > 1;
        let known = |own: &str| item(own).is_some() || any(own);
        let units = self.tokens.units();
        let apart = amount_apart(word, units, &known)?;
        let tokens = read_with(&apart, units);
        let at = (1..tokens.len()).find(|at| tokens[*at].spaced)?;
        let name = tokens.slice(tokens.span_of(0..at));
        let figure = self.figure_in(self.amount_role()?, &tokens, at..tokens.len())?;
        let own = || of_any.then(|| Name::Own(name.to_owned()));
        let name = item(name)
            .map(|term| Name::Known(term, true))
            .or_else(own)?;
        Some((name, figure))
    }

    /// A group as it is written.
    pub(super) fn group(
        &self,
        group: &Group,
        gathered: &ItemGroup,
        path: &str,
        remarks: &mut Remarks,
    ) -> Value {
        let mut object = Map::new();
        if let Some(name) = &gathered.name {
            object.insert(group.field.clone(), json!(name));
        }
        let things: Vec<Value> = gathered
            .items
            .iter()
            .enumerate()
            .map(|(at, item)| {
                let place = format!("{path}.{}[{at}]", group.list);
                Value::Object(self.thing(item, &place, remarks))
            })
            .collect();
        object.insert(group.list.clone(), Value::Array(things));
        Value::Object(object)
    }
}
