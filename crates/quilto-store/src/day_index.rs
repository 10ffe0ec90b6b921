//! A day's parsed file: what was understood of each entry, and of which words.

use std::fmt;

use chrono::{NaiveTime, Timelike};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::section::Section;
use crate::tidy;
use quilto_model::{EntryId, EntryKind, Parsed};

/// The version of the form this program writes. A file of a higher one is neither read nor
/// replaced.
pub(crate) const VERSION: u32 = 1;

/// A parsed file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DayIndex {
    pub(crate) records: Vec<(EntryId, Record)>,
}

/// What is kept of one section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The minute of its heading, `HH:MM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<String>,
    #[serde(default, skip_serializing_if = "is_note")]
    pub(crate) kind: EntryKind,
    /// Hash of its words, as they were when the file was last written.
    pub(crate) raw_hash: String,
    /// Hash of the words that `parsed` was read from, where they have been edited since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) parsed_hash: Option<String>,
    /// What was understood of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) parsed: Option<Parsed>,
}

fn is_note(kind: &EntryKind) -> bool {
    *kind == EntryKind::Note
}

/// Why a parsed file cannot be used.
#[derive(Debug)]
pub(crate) enum Unreadable {
    Damaged(String),
    Newer(u32),
}

impl Record {
    pub(crate) fn of(section: &Section, parsed: Option<Parsed>) -> Self {
        Self {
            time: section.time.map(minute_text),
            kind: section.kind,
            raw_hash: section.hash(),
            parsed_hash: None,
            parsed,
        }
    }

    /// What was understood of exactly these words; nothing if it was of others.
    pub(crate) fn parse_of(&self, section: &Section) -> Option<&Parsed> {
        let parsed = self.parsed.as_ref()?;
        self.is_of(&section.hash()).then_some(parsed)
    }

    /// Whether what was understood was read from words of this hash.
    pub(crate) fn is_of(&self, hash: &str) -> bool {
        self.parsed_hash.as_ref().unwrap_or(&self.raw_hash) == hash
    }

    /// Takes note of words that were edited, so that the next edit is told apart from this one.
    /// The old parse stays, in case the edit is taken back.
    pub(crate) fn refresh(&mut self, section: &Section) {
        let now = Self::of(section, self.parsed.take());
        let read_from = self
            .parsed_hash
            .take()
            .unwrap_or_else(|| self.raw_hash.clone());
        let stale = now.parsed.is_some() && read_from != now.raw_hash;
        *self = Self {
            parsed_hash: stale.then_some(read_from),
            ..now
        };
    }
}

pub(crate) fn minute_text(time: NaiveTime) -> String {
    // Every section of every day that is read has one: formats in words cost several times as much.
    format!("{:02}:{:02}", time.hour(), time.minute())
}

impl DayIndex {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let damaged = |e: serde_json::Error| Unreadable::Damaged(e.to_string());
        // A file of a later version may differ in everything but its version.
        let file: File = match serde_json::from_slice(bytes) {
            Ok(file) => file,
            Err(error) => {
                return Err(match serde_json::from_slice::<Version>(bytes) {
                    Ok(Version { version }) if version > VERSION => Unreadable::Newer(version),
                    _ => damaged(error),
                });
            }
        };
        if file.version > VERSION {
            return Err(Unreadable::Newer(file.version));
        }
        let mut records = file.entries.0;
        for (_, record) in &mut records {
            if let Some(parsed) = &mut record.parsed {
                tidy::itemise(parsed);
            }
        }
        Ok(Self { records })
    }

    /// One line an entry: small, and readable in a diff.
    pub(crate) fn write(&self) -> Result<String, serde_json::Error> {
        let mut out = format!("{{\"version\":{VERSION},\"entries\":{{");
        for (at, (id, record)) in self.records.iter().enumerate() {
            out.push_str(if at == 0 { "\n" } else { ",\n" });
            out.push_str(&serde_json::to_string(id)?);
            out.push(':');
            let collapsed;
            let record = match &record.parsed {
                Some(parsed) => {
                    let mut parsed = parsed.clone();
                    tidy::collapse(&mut parsed);
                    collapsed = Record {
                        parsed: Some(parsed),
                        ..record.clone()
                    };
                    &collapsed
                }
                None => record,
            };
            out.push_str(&serde_json::to_string(record)?);
        }
        out.push_str("\n}}\n");
        Ok(out)
    }

    pub(crate) fn get(&self, id: &EntryId) -> Option<&Record> {
        self.records.iter().find(|(i, _)| i == id).map(|(_, r)| r)
    }

    pub(crate) fn get_mut(&mut self, id: &EntryId) -> Option<&mut Record> {
        let mut records = self.records.iter_mut();
        records.find(|(i, _)| i == id).map(|(_, r)| r)
    }

    pub(crate) fn set(&mut self, id: &EntryId, record: Record) {
        match self.get_mut(id) {
            Some(old) => *old = record,
            None => self.records.push((id.clone(), record)),
        }
    }
}

#[derive(Deserialize)]
struct File {
    version: u32,
    #[serde(default)]
    entries: Records,
}

#[derive(Deserialize)]
struct Version {
    version: u32,
}

/// Entries in the order of the file.
#[derive(Default)]
struct Records(Vec<(EntryId, Record)>);

impl<'de> Deserialize<'de> for Records {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Records;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("entries by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Records, A::Error> {
                let mut records = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    records.push(pair);
                }
                Ok(Records(records))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
