//! One day as it lies on disk: its raw file read into sections, each matched with its record.

use chrono::NaiveDate;

use super::naming;
use crate::day_index::{DayIndex, Record};
use crate::markdown::{self, DayFile};
use crate::section::{self, Section};
use crate::versions;
use crate::view;
use quilto_model::{Entry, EntryId, EntryKind, Parsed};

/// A day in memory.
#[derive(Clone, Debug)]
pub(crate) struct Day {
    pub(crate) date: NaiveDate,
    pub(crate) sections: Vec<Section>,
    /// The hashes of the sections that were read, in their order; added ones have none.
    hashes: Vec<String>,
    pub(crate) index: DayIndex,
    /// Whether the parsed file is of a newer version, which must not be replaced.
    pub(crate) frozen: bool,
    /// How many sections do not do what they were written for, since their payload is broken.
    pub(crate) broken: usize,
    /// Sections that hold two versions, as version control left them. No record of their words is
    /// made, so that they are not taken for typed before they are merged.
    unmerged: Vec<EntryId>,
    /// Length of the raw file in bytes.
    pub(crate) length: usize,
    /// Its last bytes, to know how to begin a new section.
    tail: Vec<u8>,
    crlf: bool,
}

impl Day {
    /// A day from the bytes of its raw file. What is not UTF-8 is shown with replacement
    /// characters; the file keeps its bytes.
    pub(crate) fn new(date: NaiveDate, raw: &[u8], index: DayIndex) -> Self {
        let text = String::from_utf8_lossy(raw);
        let file = DayFile::parse(&text);
        let unnamed = EntryId(String::new());
        let mut sections = Vec::with_capacity(file.sections.len() + 1);
        if let Some(note) = file.loose_note() {
            sections.push(Section {
                id: unnamed.clone(),
                time: None,
                kind: EntryKind::Note,
                raw: note,
                payload: None,
            });
        }
        for section in &file.sections {
            let content = section.content();
            sections.push(Section {
                id: unnamed.clone(),
                time: Some(section.time),
                kind: section.kind,
                raw: content.raw,
                payload: content.payload,
            });
        }
        let hashes = naming::name_sections(date, &mut sections, &index);
        let offset = sections.len() - file.sections.len();
        let unmerged = file.sections.iter().enumerate().filter(|(at, section)| {
            let hash = &hashes[at + offset];
            section.body.contains("<<<<<<<")
                && versions::versions(section.body).is_some()
                && !index
                    .records
                    .iter()
                    .any(|(_, known)| known.raw_hash == *hash)
        });
        let unmerged = unmerged.map(|(at, _)| sections[at + offset].id.clone());
        Self {
            date,
            unmerged: unmerged.collect(),
            sections,
            hashes,
            index,
            frozen: false,
            broken: file.sections.iter().filter(|s| s.is_broken()).count(),
            length: raw.len(),
            tail: raw[raw.len().saturating_sub(3)..].to_vec(),
            crlf: file.crlf(),
        }
    }

    /// What was understood of exactly these words. A record of other words (the file was edited
    /// by hand) gives nothing: the entry wants to be read again.
    pub(crate) fn parse_of(&self, section: &Section) -> Option<Parsed> {
        self.index.get(&section.id)?.parse_of(section).cloned()
    }

    /// What was understood of the entry that stands in a section.
    pub(crate) fn parse_at(&self, place: &EntryId) -> Option<Parsed> {
        self.parse_of(self.sections.iter().find(|s| s.id == *place)?)
    }

    /// The entries that stand. Whole parses are large to copy: they are taken out.
    pub(crate) fn entries(mut self) -> Vec<Entry> {
        self.hash_added();
        let hashes: Vec<(EntryId, String)> = self
            .sections
            .iter()
            .map(|section| section.id.clone())
            .zip(self.hashes)
            .collect();
        let standing = view::standing(self.sections);
        let source = section::source(self.date);
        standing
            .into_iter()
            .map(|standing| {
                let named = hashes.iter().find(|(id, _)| *id == standing.place);
                let record = self.index.get_mut(&standing.place);
                let parsed = named
                    .zip(record)
                    .filter(|((_, hash), record)| record.is_of(hash))
                    .and_then(|(_, record)| record.parsed.take());
                standing.entry.entry(self.date, source.clone(), parsed)
            })
            .collect()
    }

    fn hash_added(&mut self) {
        let added = self.sections.iter().skip(self.hashes.len());
        self.hashes.extend(added.map(Section::hash));
    }

    /// Everything written.
    pub(crate) fn everything(self) -> Vec<Entry> {
        let source = section::source(self.date);
        let mut entries = Vec::with_capacity(self.sections.len());
        for section in &self.sections {
            let parsed = self.parse_of(section);
            let section = section.clone();
            entries.push(section.entry(self.date, source.clone(), parsed));
        }
        entries
    }

    /// Adds a section and gives the text that appends it to the file. The sections before it must
    /// be registered: records stand in the order of the file, by which equal notes are told apart.
    pub(crate) fn add(&mut self, section: &Section) -> String {
        let mut text = markdown::separator(&self.tail, self.crlf).to_owned();
        text.push_str(&markdown::render_section(
            section.time.unwrap_or_default(),
            section.kind,
            &section.raw,
            section.payload.as_ref(),
            self.crlf,
        ));
        self.tail = text.as_bytes()[text.len().saturating_sub(3)..].to_vec();
        self.sections.push(section.clone());
        let record = Record::of(section, None);
        self.index.records.push((section.id.clone(), record));
        text
    }

    /// Adds words without a time to an empty day and gives the text of its file; `None` for words
    /// that cannot stand without one.
    pub(crate) fn add_loose(&mut self, section: &Section) -> Option<String> {
        let text = markdown::render_loose(&section.raw)?;
        self.tail = text.as_bytes()[text.len().saturating_sub(3)..].to_vec();
        self.sections.push(section.clone());
        let record = Record::of(section, None);
        self.index.records.push((section.id.clone(), record));
        Some(text)
    }

    /// Gives every section a record of its words as they are, so that it keeps its name when they
    /// are edited.
    pub(crate) fn register(&mut self) {
        let unmerged = &self.unmerged;
        for section in self.sections.iter().filter(|s| !unmerged.contains(&s.id)) {
            match self.index.get_mut(&section.id) {
                Some(record) => record.refresh(section),
                None => self.index.set(&section.id, Record::of(section, None)),
            }
        }
    }

    /// Remembers what was understood of the entry that stands in a section.
    pub(crate) fn set_parse(&mut self, place: &EntryId, parsed: Parsed) {
        if let Some(section) = self.sections.iter().find(|s| s.id == *place)
            && !self.unmerged.contains(place)
        {
            self.index.set(place, Record::of(section, Some(parsed)));
        }
    }
}
