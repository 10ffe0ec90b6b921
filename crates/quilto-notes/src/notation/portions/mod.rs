//! Reads records that are named things with amounts, gathered under groups.

mod estimates;
mod owner;

use std::ops::Range;

use serde_json::{Map, Value, json};

pub(crate) use estimates::estimate;

use super::compiled_notation::{CompiledNotation, Meaning};
use super::item_segmentation::{ItemMatch, ItemSpan, typed_name};
use super::note::Note;
use super::numeric_expressions::NumericExpression;
use super::phrases::Hit;
use super::records::TermMention;
use super::spans::{around, within};
use super::write::Remarks;
use quilto_domain::Group;
use quilto_text::Symbol;

/// What a reader of grouped things looks at.
pub(super) struct Portions<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a CompiledNotation,
    pub domain_name: &'a str,
    pub terms: &'a [TermMention<'a>],
    /// In order; none overlaps another.
    pub things: &'a [ItemSpan<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub own: &'a [bool],
}

#[derive(Clone, Debug, Default)]
struct PortionItem {
    name: String,
    /// Its place among the things of the note.
    at: usize,
    fields: Map<String, Value>,
}

#[derive(Clone, Debug, Default)]
struct PortionGroup {
    name: Option<String>,
    fields: Map<String, Value>,
    things: Vec<PortionItem>,
}

impl Portions<'_, '_> {
    /// The groups in the text that is this domain's, as the list of the domain's data.
    pub fn read(&self, group: &Group, remarks: &mut Remarks) -> Option<Value> {
        let list = self.domain.notation.list.as_deref()?;
        let mut all: Vec<PortionGroup> = vec![PortionGroup::default()];
        let mut clause = usize::MAX;
        for at in 0..self.note.tokens.len() {
            if !self.own[at] || self.note.clause[at] == clause {
                continue;
            }
            clause = self.note.clause[at];
            self.clause(self.note.clause_of(at), group, &mut all);
        }
        let mut written = Vec::new();
        let kept = all
            .into_iter()
            .filter(|group| !group.things.is_empty() || !group.fields.is_empty());
        for (at, gathered) in kept.enumerate() {
            let path = format!("{}.{list}[{at}]", self.domain_name);
            let mut object = Map::new();
            if let Some(name) = gathered.name {
                object.insert(group.field.clone(), json!(name));
            }
            let mut fields = gathered.fields;
            self.check(&mut fields, &path, remarks);
            let things: Vec<Value> = gathered
                .things
                .into_iter()
                .enumerate()
                .map(|(at, thing)| {
                    let place = format!("{path}.{}[{at}]", group.list);
                    self.thing(thing, &place, remarks)
                })
                .collect();
            if !things.is_empty() {
                object.insert(group.list.clone(), Value::Array(things));
            }
            object.extend(fields);
            written.push(Value::Object(object));
        }
        (!written.is_empty()).then(|| json!({ list: written }))
    }

    fn clause(&self, range: Range<usize>, group: &Group, all: &mut Vec<PortionGroup>) {
        let live = |at: usize| self.own[at] && !self.note.dead[at];
        let places = within(self.terms, range.clone())
            .iter()
            .filter(|place| *place.term.kind == *group.kind && live(place.tokens.start));
        let initial = self.initial(&range, group);
        let heads = initial.as_ref().map(|(at, _)| *at);
        let first = self
            .things
            .partition_point(|thing| thing.name.start < range.start);
        let until = self
            .things
            .partition_point(|thing| thing.name.start < range.end);
        let things: Vec<usize> = (first..until)
            .filter(|at| {
                let name = &self.things[*at].name;
                name.clone().all(live) && heads.is_none_or(|head| !name.contains(&head))
            })
            .collect();
        let pieces: Vec<&NumericExpression> = self
            .note
            .pieces_in(range.clone())
            .iter()
            .filter(|piece| live(piece.tokens.start) && !self.note.used[piece.tokens.start])
            .filter(|piece| {
                let terms = around(self.terms, piece.tokens.start);
                !terms.iter().any(|place| {
                    place.tokens.contains(&piece.tokens.start) && place.tokens.len() > 1
                })
            })
            .collect();
        let mut first_thing = None;
        let mut opened_here = initial.is_some();
        if let Some((_, name)) = initial {
            all.push(PortionGroup {
                name: Some(name),
                ..PortionGroup::default()
            });
        }
        let mut told_here = false;
        let mut left = things.iter().copied().peekable();
        for place in places {
            while let Some(at) = left.next_if(|at| self.things[*at].name.start < place.tokens.start)
            {
                self.add(at, &mut first_thing, all);
            }
            let name = place.term.name.to_string();
            let trails = first_thing.is_some() && left.peek().is_none();
            if trails && !told_here {
                first_thing = Some(name_what_was_told(all, name, first_thing.unwrap_or(0)));
            } else {
                open_group(all, name);
            }
            told_here = true;
            opened_here = true;
        }
        for at in left {
            self.add(at, &mut first_thing, all);
        }
        for piece in pieces {
            let values = piece.operands.iter().chain(&piece.at);
            for value in values {
                self.value(piece, value, &things, opened_here, all);
            }
        }
        for at in things {
            if let Some((group, thing)) = place_of(all, at) {
                self.implied(&mut all[group].things[thing]);
            }
        }
    }

    /// Adds a thing to the group at hand.
    fn add(&self, at: usize, first_thing: &mut Option<usize>, all: &mut [PortionGroup]) {
        if let Some(current) = all.last_mut() {
            first_thing.get_or_insert(current.things.len());
            current.things.push(PortionItem {
                name: self.name_of(at),
                at,
                fields: Map::new(),
            });
        }
    }

    /// A group named by its first letter and a colon at the beginning of a clause.
    fn initial(&self, range: &Range<usize>, group: &Group) -> Option<(usize, String)> {
        let tokens = self.note.tokens;
        let at = range.clone().find(|at| tokens[*at].is_word())?;
        let next = tokens.get(at + 1)?;
        // "B - 2 slabs" at the beginning of a line.
        let dash = next.is(Symbol::Dash)
            && next.spaced
            && tokens.get(at + 2)?.spaced
            && tokens[tokens.line(at).start..at]
                .iter()
                .all(|token| !token.is_word());
        let heads = (next.is(Symbol::Colon) || dash) && self.own[at];
        let name = group.initials.get(tokens.norm(at)).filter(|_| heads)?;
        Some((at, name.clone()))
    }

    /// The slot that says how much there was.
    fn amount(&self) -> Option<usize> {
        let estimates = self.domain.notation.item.estimates.as_ref()?;
        self.domain.slot_named(&estimates.amount)
    }

    /// What a thing is called: by the vocabulary, or as typed.
    fn name_of(&self, at: usize) -> String {
        match self.things[at].is {
            ItemMatch::Known(term) => term.name.to_string(),
            ItemMatch::KindOf(_) | ItemMatch::Unknown => {
                typed_name(self.note.tokens, &self.things[at].name)
            }
        }
    }
}

/// The group that a thing was put in, and its place there.
fn place_of(all: &[PortionGroup], at: usize) -> Option<(usize, usize)> {
    let mut groups = all.iter().enumerate().rev();
    groups.find_map(|(group, gathered)| {
        let thing = gathered.things.iter().rposition(|thing| thing.at == at)?;
        Some((group, thing))
    })
}

/// A group begins, or goes on where its name is told again.
fn open_group(all: &mut Vec<PortionGroup>, name: String) {
    match all.last_mut() {
        Some(current)
            if current.name.is_none() && current.things.is_empty() && current.fields.is_empty() =>
        {
            current.name = Some(name);
        }
        Some(current) if current.name.as_ref() == Some(&name) => {}
        _ => all.push(PortionGroup {
            name: Some(name),
            ..PortionGroup::default()
        }),
    }
}

/// "… for the evening": the group is named after its things. The things told since `first` get it;
/// those before them in a group that is named already stay there. Gives where they begin now.
fn name_what_was_told(all: &mut Vec<PortionGroup>, name: String, first: usize) -> usize {
    let Some(current) = all.last_mut() else {
        return first;
    };
    match &current.name {
        None => {
            current.name = Some(name);
            first
        }
        Some(known) if *known == name => first,
        Some(_) => {
            let things = current.things.split_off(first);
            all.push(PortionGroup {
                name: Some(name),
                things,
                ..PortionGroup::default()
            });
            0
        }
    }
}
