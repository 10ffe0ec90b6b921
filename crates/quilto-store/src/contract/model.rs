//! The log in its simplest form, which backends are compared with: sections as they are, names that
//! stay with them whatever their words become.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed};

use crate::draft::Draft;
use crate::matching::Matcher;
use crate::plan::{self, Days};
use crate::section::{self, Section};
use crate::view::{self, Standing};
use crate::{NewEntry, SearchQuery, StorageError, forget, ids, offset, tidy};

#[derive(Clone, Default)]
pub(super) struct Model {
    days: BTreeMap<NaiveDate, Vec<Section>>,
    /// What was understood of an entry, and the hash of the words it was understood of.
    parses: HashMap<EntryId, (String, Parsed)>,
}

impl Model {
    fn standing(&self, date: NaiveDate) -> Vec<Entry> {
        let sections = self.days.get(&date).cloned().unwrap_or_default();
        let standing = view::standing(sections).into_iter();
        self.entries(date, standing.map(|s| s.entry).collect())
    }

    fn entries(&self, date: NaiveDate, sections: Vec<Section>) -> Vec<Entry> {
        sections
            .into_iter()
            .map(|section| {
                let parsed = self.parse(&section);
                section.entry(date, section::source(date), parsed)
            })
            .collect()
    }

    fn parse(&self, section: &Section) -> Option<Parsed> {
        let (hash, parsed) = self.parses.get(&section.id)?;
        (*hash == section.hash()).then(|| parsed.clone())
    }

    fn set_parse(&mut self, section: &Section, parsed: Parsed) {
        let known = (section.hash(), parsed);
        self.parses.insert(section.id.clone(), known);
    }

    fn add(&mut self, mut draft: Draft) -> Entry {
        let day = self.days.entry(draft.date).or_default();
        offset::only_changes(&mut draft, day);
        let mut section = Section {
            id: EntryId(String::new()),
            time: Some(draft.time),
            kind: draft.kind,
            raw: draft.raw,
            payload: draft.payload,
        };
        section.id = ids::new_id(draft.date, section.time, &section.hash(), |name| {
            day.iter().any(|s| s.id.0 == name)
        });
        day.push(section.clone());
        let own = section.kind != EntryKind::Moved;
        let parsed = draft.parsed.filter(|_| own).map(tidy::without_nulls);
        if let Some(parsed) = &parsed {
            self.set_parse(&section, parsed.clone());
        }
        section.entry(draft.date, section::source(draft.date), parsed)
    }
}

impl Days for Model {
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError> {
        Ok(self.days.get(&date).cloned().unwrap_or_default())
    }

    fn parse_of(
        &mut self,
        _: NaiveDate,
        standing: &Standing,
    ) -> Result<Option<Parsed>, StorageError> {
        Ok(self.parse(&standing.entry))
    }
}

impl Model {
    /// What an editor does to a section: other words.
    pub(super) fn hand_edit(&mut self, id: &EntryId, raw: &str) {
        let date = ids::day_of(id).unwrap();
        let sections = self.days.get_mut(&date).unwrap();
        let section = sections.iter_mut().find(|s| s.id == *id).unwrap();
        section.raw = raw.to_owned();
    }

    /// Everything that stands.
    pub(super) fn all(&self) -> Vec<Entry> {
        let days = self.days.keys();
        days.flat_map(|day| self.standing(*day)).collect()
    }

    pub(super) fn search(&self, query: &SearchQuery) -> Vec<Entry> {
        let matcher = Matcher::new(query).unwrap();
        let mut entries = self.all();
        entries.retain(|entry| matcher.matches_text(&entry.raw));
        entries
    }

    pub(super) fn append(&mut self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError> {
        // All or nothing: a later entry of the call may be refused.
        let mut after = self.clone();
        let mut written = Vec::with_capacity(entries.len());
        for new in entries {
            let drafts = plan::plan(new, &mut after)?;
            written.extend(drafts.into_iter().map(|draft| after.add(draft)).last());
        }
        *self = after;
        Ok(written)
    }

    pub(super) fn save_parse(&mut self, id: &EntryId, parsed: &Parsed) {
        let (_, standing) = plan::locate(id, self).unwrap().unwrap();
        self.set_parse(&standing.entry, tidy::without_nulls(parsed.clone()));
    }

    pub(super) fn forget(&mut self, id: &EntryId) {
        for (date, rewritten) in forget::rewrites(id, self).unwrap() {
            for section in self.days.entry(date).or_default() {
                if let Some(new) = rewritten.iter().find(|new| new.id == section.id) {
                    *section = new.clone();
                }
            }
        }
        self.parses.remove(id);
    }

    pub(super) fn recent(&self, until: NaiveDate, count: usize) -> Vec<Entry> {
        let mut entries = self.all();
        entries.retain(|entry| entry.date <= until);
        entries.split_off(entries.len().saturating_sub(count))
    }

    /// Everything written.
    pub(super) fn sections(&self) -> Vec<Entry> {
        let days = self.days.iter();
        days.flat_map(|(day, sections)| self.entries(*day, sections.clone()))
            .collect()
    }

    pub(super) fn span(&self) -> Option<DateRange> {
        let (first, _) = self.days.first_key_value()?;
        let (last, _) = self.days.last_key_value()?;
        Some(DateRange::new(*first, *last))
    }
}
