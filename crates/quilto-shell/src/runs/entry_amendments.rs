//! What was corrected and confirmed of entries, beside them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::Vacant;

use chrono::NaiveDate;
use quilto::agents::CorrectionDelta;
use quilto::model::{DateRange, Entry, EntryKind};
use quilto::storage::{LogStore, amendments, utc_offset};
use serde_json::Value;

use crate::context::Context;
use crate::error::CliError;
use crate::output::changes;
use crate::output::json::{AmendmentObject, EntryObject};
use crate::output::note_echo::Style;
use crate::ui::{QUIET, excerpt};

/// What was corrected in the days that are shown.
pub struct EntryAmendments {
    days: BTreeMap<NaiveDate, Vec<Entry>>,
    /// The day on which they are looked at.
    today: NaiveDate,
}

impl EntryAmendments {
    /// What was corrected on the days of these entries.
    pub fn of_days(context: &Context<'_>, entries: &[Entry]) -> Result<Self, CliError> {
        let store = context.notes()?;
        let mut days = BTreeMap::new();
        for day in entries.iter().map(|entry| entry.date) {
            if let Vacant(place) = days.entry(day) {
                place.insert(store.sections(&DateRange::day(day))?);
            }
        }
        let today = context.moment.today;
        Ok(Self { days, today })
    }

    fn sections(&self, entry: &Entry) -> &[Entry] {
        self.days.get(&entry.date).map_or(&[], Vec::as_slice)
    }

    /// What was corrected or confirmed of an entry, oldest first.
    pub fn of<'a>(&'a self, entry: &Entry) -> impl Iterator<Item = &'a Entry> {
        amendments(self.sections(entry), &entry.id).into_iter()
    }

    /// The entry as `history` lists it.
    pub fn object<'a>(&'a self, entry: &'a Entry) -> EntryObject<'a> {
        let mut object = EntryObject::of(entry, self.today);
        object.utc_offset = self.utc_offset(entry);
        let corrections = self
            .of(entry)
            .filter(|section| section.kind == EntryKind::Correction);
        object.corrections = corrections.map(AmendmentObject::from).collect();
        object
    }

    fn utc_offset(&self, entry: &Entry) -> Option<String> {
        let offset = utc_offset(self.sections(entry), &entry.id)?;
        Some(offset.to_string())
    }

    /// The words of each correction, and what they changed.
    pub fn lines(&self, entry: &Entry, style: &Style<'_>) -> Vec<String> {
        let data = entry.parsed.clone().unwrap_or_default().domain_data;
        let data = Value::from(data);
        let mut lines = Vec::new();
        for section in self.of(entry) {
            let words = excerpt(&section.raw, 60);
            let id = format!("{QUIET}{}{QUIET:#}", section.id);
            if section.kind == EntryKind::Confirmed {
                lines.push(format!("confirmed: {words}  {id}"));
                continue;
            }
            lines.push(format!("corrected: {words}  {id}"));
            let delta = section.payload.as_ref().and_then(|p| p.get("delta"));
            let delta = delta.and_then(|delta| serde_json::from_value(delta.clone()).ok());
            let delta: Vec<CorrectionDelta> = delta.unwrap_or_default();
            let changes = changes::lines(&data, &delta, style);
            lines.extend(changes.into_iter().map(|change| format!("  {change}")));
        }
        lines
    }
}
