//! Rewriting the files that hold the words of an entry.

use std::borrow::Cow;
use std::io;

use super::FileStore;
use super::disk;
use super::index::{Record, VERSION};
use super::journal::{self, Change};
use super::read::OneByOne;
use super::write::index_text;
use crate::markdown::{self, DayFile};
use crate::section::Section;
use crate::{StorageError, forget, ids};
use quilto_model::EntryId;

impl FileStore {
    pub(super) fn forget_entry(&self, id: &EntryId) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        let mut days = OneByOne {
            store: self,
            last: None,
        };
        let mut changes = Vec::new();
        for (date, rewritten) in forget::rewrites(id, &mut days)? {
            let path = self.layout.raw(date);
            let Some(raw) = disk::read(&path)? else {
                continue;
            };
            let mut day = self.day_of_bytes(date, &raw)?;
            let parsed_path = self.layout.parsed(date);
            if day.frozen {
                return Err(StorageError::NewerForm {
                    path: parsed_path,
                    known: VERSION,
                });
            }
            let Cow::Borrowed(text) = String::from_utf8_lossy(&raw) else {
                // Writing it anew would change bytes of other notes.
                let error = io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8");
                return Err(disk::failed("rewrite", &path, error));
            };
            let new = rewrite(text, &day.sections, &rewritten);
            day.register();
            for section in &rewritten {
                day.index.set(&section.id, Record::of(section, None));
            }
            let parsed_before = disk::read(&parsed_path)?;
            changes.push(Change::Replace {
                path: self.layout.relative(&path),
                before: Some(ids::bytes_hash(&raw)),
                text: new,
            });
            changes.push(Change::Replace {
                path: self.layout.relative(&parsed_path),
                before: parsed_before.map(|bytes| ids::bytes_hash(&bytes)),
                text: index_text(&day.index, &parsed_path)?,
            });
        }
        journal::commit(&self.disk, &self.layout, &changes)?
    }
}

/// A day's file with some sections in another form, and every other byte as it was.
fn rewrite(text: &str, sections: &[Section], rewritten: &[Section]) -> String {
    let file = DayFile::parse(text);
    let new = |section: &Section| rewritten.iter().find(|r| r.id == section.id);
    let mut named = sections.iter();
    let mut out = String::with_capacity(text.len());
    let loose = file.loose_note().and_then(|_| named.next());
    match loose.and_then(new) {
        Some(_) => {
            out.push_str(file.front_matter());
            out.push_str(forget::MARKER);
            out.push_str("\n\n");
        }
        None => out.push_str(file.preamble),
    }
    for (old, section) in file.sections.iter().zip(named) {
        match new(section) {
            Some(new) => out.push_str(&markdown::render_section(
                old.time,
                old.kind,
                &new.raw,
                new.payload.as_ref(),
                old.heading.ends_with("\r\n"),
            )),
            None => {
                out.push_str(old.heading);
                out.push_str(old.body);
            }
        }
    }
    out
}
