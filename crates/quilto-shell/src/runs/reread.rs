//! Reading notes again: the words anew, then what was corrected and confirmed since.

use std::collections::BTreeMap;

use quilto::agents::CorrectionDelta;
use quilto::engine::builtin::{outliers, settle};
use quilto::machine::apply_delta;
use quilto::model::{Entry, Parsed};
use quilto::storage::{LogStore, amendments};
use serde_json::Value;

use super::spinner;
use crate::context::Context;
use crate::context::amendments::{same, still_there};
use crate::context::engine::{RECENT, Reader, ToRead};
use crate::error::CliError;

/// What came of reading an entry again.
pub enum Rereading {
    Read(Box<Parsed>),
    /// A correction does not fit the new reading: the old one stays.
    Corrected,
}

/// Reads the words of an entry again. `recent` are notes before it, `sections` everything that was
/// written on its day.
pub fn again(
    reader: &Reader<'_>,
    entry: &Entry,
    recent: &[Entry],
    sections: &[Entry],
) -> Result<Rereading, CliError> {
    let to_read = ToRead {
        text: &entry.raw,
        written: entry.date,
        time: entry.time.unwrap_or_default(),
        recent: recent.to_vec(),
    };
    let mut parsed = reader.read(to_read)?.parsed;
    let doubted = outliers(&reader.domains().all(), &parsed.domain_data, recent);
    for section in amendments(sections, &entry.id) {
        let delta = section.payload.as_ref().and_then(|p| p.get("delta"));
        let Some(delta) = delta else { continue };
        let delta = serde_json::from_value::<Vec<CorrectionDelta>>(delta.clone()).ok();
        let fits = delta.filter(|delta| still_there(&parsed, delta));
        match fits.and_then(|delta| apply_delta(&parsed, &delta).ok()) {
            Some(corrected) => parsed = corrected,
            None => return Ok(Rereading::Corrected),
        }
    }
    settle(&mut parsed, &doubted);
    Ok(Rereading::Read(Box::new(parsed)))
}

/// A note that would read differently.
pub struct Change {
    pub entry: Entry,
    pub parsed: Parsed,
}

/// What reading again came to.
#[derive(Default)]
pub struct Differences {
    pub read: usize,
    pub changes: Vec<Change>,
    /// Notes whose corrections do not fit what would be read now.
    pub kept: Vec<Entry>,
    /// Notes that carry their data, or that a model read.
    pub others: usize,
}

impl Differences {
    /// How many notes read differently.
    pub fn changed(&self) -> usize {
        self.changes.len()
    }

    /// Keeps the new readings.
    pub fn save(&self, store: &dyn LogStore) -> Result<(), CliError> {
        for change in &self.changes {
            store.save_parse(&change.entry.id, &change.parsed)?;
        }
        Ok(())
    }
}

/// Reads again the notes that are wanted, and finds those that read differently now; `shown` says
/// whether a bar tells how far it is.
pub fn find(
    context: &Context<'_>,
    shown: bool,
    wanted: &dyn Fn(&Entry) -> bool,
) -> Result<Differences, CliError> {
    let mut found = Differences::default();
    let store = context.store()?;
    let Some(all) = store.span()? else {
        return Ok(found);
    };
    let entries = store.entries_by_date_range(&all)?;
    let mut sections = BTreeMap::new();
    for section in store.sections(&all)? {
        sections
            .entry(section.date)
            .or_insert_with(Vec::new)
            .push(section);
    }
    let reader = Reader::new(context)?;
    let bar = spinner::counted(shown, entries.len());
    for (place, entry) in entries.iter().enumerate() {
        bar.set_position(place as u64);
        bar.set_message(spinner::said("reading again", reader.tokens()));
        if !wanted(entry) {
            continue;
        }
        let by_rule = |parsed: &Parsed| parsed.engine == "builtin";
        if !entry.parsed.as_ref().is_none_or(by_rule) {
            found.others += 1;
            continue;
        }
        found.read += 1;
        let recent = &entries[place.saturating_sub(RECENT)..place];
        let of_day = sections.get(&entry.date).map_or(&[][..], Vec::as_slice);
        match again(&reader, entry, recent, of_day)? {
            Rereading::Corrected => found.kept.push(entry.clone()),
            Rereading::Read(parsed) => {
                if differs(entry.parsed.as_ref(), &parsed) {
                    found.changes.push(Change {
                        entry: entry.clone(),
                        parsed: *parsed,
                    });
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(found)
}

fn differs(old: Option<&Parsed>, new: &Parsed) -> bool {
    let Some(old) = old else { return true };
    let data = |parsed: &Parsed| Value::from(parsed.domain_data.clone());
    !same(&data(old), &data(new)) || old.tags != new.tags
}
