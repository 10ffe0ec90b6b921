//! Reads the items of a domain whose items have rows.

mod names;

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::collect::{Collector, ItemMention};
use super::compiled_notation;
use super::cues::Cue;
use super::groups::{Item, Row};
use super::history::{self, PreviousItem};
use super::loaded_domain::LoadedDomain;
use super::note::Note;
use super::remarks::Remark;
use super::repeated_rows;
use super::row_builder::build_rows;
use super::row_exceptions::{self, RowException};
use super::steps::Reader;
use super::write::{Remarks, RowWriter, number};
use quilto_domain::DomainMention;

/// What a reader of items with rows looks at.
pub(super) struct ItemRows<'a, 't> {
    pub reader: &'a Reader<'a>,
    pub domain: &'a LoadedDomain<'a>,
    pub note: &'a Note<'t>,
    /// Tokens that are this domain's.
    pub own: &'a [bool],
    /// Tokens of known names and words.
    pub known: &'a [bool],
    /// The domain's names in the note.
    pub mentions: Vec<&'a DomainMention>,
    /// Names that nothing knows.
    pub unknown: Vec<Range<usize>>,
    /// What fell short of what was told.
    pub fallen_short: &'a [RowException],
}

/// An item, and its rows worked out.
type BuiltItem = (Item, Vec<Row>);

impl ItemRows<'_, '_> {
    /// The items in the text that is this domain's, as the domain's data.
    pub fn read(&self, remarks: &mut Remarks) -> Option<Value> {
        let domain = self.domain;
        let names = self.names();
        let past = history::past(self.reader.recent, &domain.module.name, &domain.compiled);
        let mut collector = self.collector(&names, &past);
        collector.run();
        for (name, taken) in std::mem::take(&mut collector.by_habit) {
            let taken = taken.say(&|slot| remarks.label(domain.module, slot));
            remarks.tell(&Remark::ByHabit(&name, &taken));
        }
        let mut items = std::mem::take(&mut collector.items);
        self.repeat_past(&mut items, &past, remarks);
        let built = self.built(items);
        let written = self.written(&built, collector.went_on, remarks);
        if written.is_empty() {
            return None;
        }
        let mut data = Map::new();
        data.insert(
            domain.compiled.notation.list.clone()?,
            Value::Array(written),
        );
        self.add_session(&collector.session, &mut data);
        Some(json!(data))
    }

    /// What goes through the note; it goes on with the last item of before where no name stands in it.
    fn collector<'c>(
        &'c self,
        names: &'c [ItemMention],
        past: &'c [PreviousItem<'c>],
    ) -> Collector<'c, 'c> {
        let mut collector = Collector::new(
            self.note,
            &self.domain.compiled,
            self.reader.units,
            names,
            &self.domain.hits,
            self.own,
            past,
        );
        let unnamed = names.iter().all(|name| self.note.dead[name.tokens.start]);
        if let Some(last) = past.last().filter(|_| unnamed) {
            collector.go_on(self.previous(last));
        }
        collector
    }

    fn built(&self, items: Vec<Item>) -> Vec<BuiltItem> {
        let mut built: Vec<BuiltItem> = items
            .into_iter()
            .map(|mut item| {
                let rows = build_rows(&mut item);
                (item, rows)
            })
            .collect();
        let domain = &self.domain.compiled;
        row_exceptions::change(self.fallen_short, self.note, domain, &mut built);
        built
    }

    /// The data of the items. A name alone counts only where the note holds nothing more.
    fn written(&self, built: &[BuiltItem], went_on: bool, remarks: &mut Remarks) -> Vec<Value> {
        let writer = RowWriter {
            domain: &self.domain.compiled,
            module: self.domain.module,
            tokens: self.reader.tokens,
        };
        let any = built.iter().any(|(_, rows)| !rows.is_empty());
        let mut written: Vec<Value> = Vec::new();
        let mut left: Option<&Range<usize>> = None;
        for (item, rows) in built {
            if rows.is_empty() && (any || !self.done(item)) {
                left = Some(&item.tokens);
                continue;
            }
            if let Some(before) = left.take() {
                self.doubt_name_before(before, item, written.len(), remarks);
            }
            if went_on && item.tokens.is_empty() {
                remarks.tell(&Remark::GoesOn(&item.name));
            }
            written.push(writer.item(item, rows, written.len(), remarks));
        }
        written
    }

    /// "granite basalt 60x5": the name right before an item went into nothing, or is a part of this one.
    fn doubt_name_before(
        &self,
        before: &Range<usize>,
        item: &Item,
        place: usize,
        remarks: &mut Remarks,
    ) {
        let notation = &self.domain.compiled.notation;
        let (Some(field), Some(list)) = (&notation.item.name, &notation.list) else {
            return;
        };
        if before.end == item.tokens.start && !before.is_empty() {
            let tokens = self.reader.tokens;
            let typed = tokens.span_of(before.start..item.tokens.end);
            let remark = Remark::ReadAs(tokens.slice(typed), &item.name);
            let path = format!("{}.{list}[{place}].{field}", self.domain.module.name);
            remarks.doubt(path, &remark);
        }
    }

    /// Adds what is told of all items together: how long they took.
    fn add_session(&self, session: &[(f64, Range<usize>)], data: &mut Map<String, Value>) {
        for field in &self.domain.compiled.notation.session {
            let longest = session
                .iter()
                .map(|(seconds, _)| {
                    compiled_notation::in_unit(self.reader.tokens, *seconds, "s", &field.store)
                })
                .filter(|value| *value >= field.least)
                .fold(None, |most: Option<f64>, value| {
                    Some(most.map_or(value, |most| most.max(value)))
                });
            if let Some(value) = longest {
                data.insert(field.field.clone(), number(value));
            }
        }
    }

    /// Whether a name without numbers tells of something done: nothing in its clause denies it.
    fn done(&self, item: &Item) -> bool {
        let note = self.note;
        if item.tokens.is_empty() || note.dead[item.tokens.start] {
            return false;
        }
        let clause = note.clause_of(item.tokens.start);
        let denied = [
            Cue::Fail,
            Cue::Skip,
            Cue::Not,
            Cue::Plan,
            Cue::Meant,
            Cue::Intended,
        ];
        !denied.iter().any(|cue| note.cue_in(clause.clone(), *cue))
    }

    /// "One more set": rows like the one before. "Same as last time": the item's rows are those of the last entry that has it.
    fn repeat_past(&self, items: &mut [Item], past: &[PreviousItem], remarks: &mut Remarks) {
        let (note, domain) = (self.note, &*self.domain.compiled);
        for more in repeated_rows::places(note, domain) {
            let at = more.tokens.start;
            let Some(item) = told_before(note, items, at, note.clause[at]) else {
                continue;
            };
            let today: Vec<&PreviousItem> = past
                .iter()
                .filter(|past| past.entry.date == self.reader.today && past.name == item.name)
                .collect();
            // The number of rows told before is no longer that of the data.
            note.tell(item.tokens.end..more.tokens.end.max(item.tokens.end));
            if let Some(remark) = repeated_rows::add(item, &more, note, &today, domain) {
                remarks.tell(&remark);
            }
        }
        for said in history::as_before(note) {
            let Some(item) = told_before(note, items, said.tokens.start, said.clause) else {
                continue;
            };
            let told = item
                .groups
                .iter()
                .any(|group| group.count.is_some() || !group.amounts.is_empty());
            if !told {
                remarks.tell(&history::fill(
                    item,
                    past,
                    domain,
                    &said,
                    self.reader.tokens,
                ));
            }
        }
    }
}

/// The last item that is named before a token, or in its clause.
fn told_before<'i>(
    note: &Note,
    items: &'i mut [Item],
    at: usize,
    clause: usize,
) -> Option<&'i mut Item> {
    items.iter_mut().rev().find(|item| {
        item.tokens.is_empty() || item.tokens.start < at || note.clause[item.tokens.start] == clause
    })
}
