//! What a note tells of each domain, by the reader for the shape of its data.

use std::cell::{Cell, OnceCell};

use serde_json::Value;

use super::super::item_rows::ItemRows;
use super::super::portions::Portions;
use super::super::records::Records;
use super::note_reading::NoteReading;
use super::ownership::Ownership;

impl NoteReading<'_> {
    /// Reads what belongs to each domain.
    pub fn read_domains(&mut self, owned: &Ownership) {
        for at in 0..self.domains.loaded.len() {
            let notation = &self.domains.loaded[at].compiled.notation;
            let owners = owned.owner.iter();
            let own: Vec<bool> = owners.map(|owner| *owner == Some(at)).collect();
            if notation.list.is_none() || !own.contains(&true) {
                continue;
            }
            let data = if notation.item.rows.is_some() {
                self.rows(at, &own, owned)
            } else if notation.group.is_some() {
                self.portions(at, &own)
            } else {
                self.records(at, &own)
            };
            if let Some(data) = data {
                let name = self.domains.loaded[at].module.name.clone();
                self.reading.domain_data.insert(name, data);
            }
        }
    }

    fn rows(&mut self, at: usize, own: &[bool], owned: &Ownership) -> Option<Value> {
        let unknown = owned.unknown.iter();
        let unknown = unknown.filter(|(owner, _)| *owner == at);
        ItemRows {
            reader: &self.reader,
            domain: &self.domains.loaded[at],
            note: &self.note,
            own,
            known: &self.known,
            mentions: self.domains.mentions_of(at).collect(),
            unknown: unknown.map(|(_, name)| name.clone()).collect(),
            fallen_short: &self.fallen_short[at],
        }
        .read(&mut self.remarks)
    }

    fn portions(&mut self, at: usize, own: &[bool]) -> Option<Value> {
        let domain = &self.domains.loaded[at];
        let group = domain.compiled.notation.group.as_ref()?;
        Portions {
            note: &self.note,
            domain: &domain.compiled,
            domain_name: &domain.module.name,
            terms: &domain.terms,
            things: &domain.things,
            hits: &domain.hits,
            own,
        }
        .read(group, &mut self.remarks)
    }

    fn records(&mut self, at: usize, own: &[bool]) -> Option<Value> {
        let domain = &self.domains.loaded[at];
        Records {
            note: &self.note,
            domain: &domain.compiled,
            domain_name: &domain.module.name,
            units: self.reader.units,
            vocabulary: domain.module.vocabulary(),
            terms: &domain.terms,
            hits: &domain.hits,
            own,
            sentence: Cell::new(None),
            repeats: OnceCell::new(),
            typed: OnceCell::new(),
        }
        .read(&mut self.remarks)
    }
}
