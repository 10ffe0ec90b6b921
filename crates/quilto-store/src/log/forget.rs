//! Rewriting the days that hold the words of an entry.

use std::borrow::Cow;
use std::io;

use quilto_model::EntryId;

use super::read::{self, OneByOne};
use super::write::{newer, parsed_edit};
use crate::backend::{Backend, Edit};
use crate::day_index::Record;
use crate::markdown::{self, DayFile};
use crate::section::{self, Section};
use crate::{StorageError, forget};

pub(super) fn forget(backend: &impl Backend, id: &EntryId) -> Result<(), StorageError> {
    let kept = backend.transaction()?;
    let mut edits = Vec::new();
    for (date, rewritten) in forget::rewrites(id, &mut OneByOne::of(&*kept))? {
        let Some(raw) = read::raw(&*kept, date)? else {
            continue;
        };
        let mut day = read::day_of_bytes(&*kept, date, &raw)?;
        if day.frozen {
            return Err(newer(&*kept, date));
        }
        let Cow::Borrowed(text) = String::from_utf8_lossy(&raw) else {
            // Writing it anew would change bytes of other notes.
            return Err(StorageError::Io {
                action: "rewrite",
                path: kept.place(&section::source(date)),
                source: io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"),
            });
        };
        let text = rewrite(text, &day.sections, &rewritten).into_bytes();
        day.register();
        for section in &rewritten {
            day.index.set(&section.id, Record::of(section, None));
        }
        edits.push(Edit::Rewrite { day: date, text });
        edits.push(parsed_edit(&*kept, &day)?);
    }
    kept.commit(edits)
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
