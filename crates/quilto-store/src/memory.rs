//! The store in memory, for tests and for trying things out. Same contract, nothing on disk.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;

use chrono::NaiveDate;

use super::matching::Matcher;
use super::plan::{self, Days, Draft};
use super::section::{self, Section};
use super::view::{self, Standing};
use super::{
    LogStore, NewEntry, SearchQuery, Spooled, StorageError, forget, glob, ids, lock, offset, tidy,
};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed, RunId};

/// A store that forgets everything when it is dropped.
#[derive(Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Clone, Default)]
struct State {
    days: BTreeMap<NaiveDate, Vec<Section>>,
    /// What was understood of an entry, and the hash of the words it was understood of.
    parses: HashMap<EntryId, (String, Parsed)>,
    context: String,
    archive: std::collections::BTreeMap<String, String>,
    spool: BTreeMap<RunId, Spooled>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

#[cfg(test)]
impl MemoryStore {
    /// What an editor does to a section: other words.
    pub(super) fn hand_edit(&self, id: &EntryId, raw: &str) {
        let mut state = lock(&self.state);
        let date = ids::day_of(id).unwrap();
        let sections = state.days.get_mut(&date).unwrap();
        let section = sections.iter_mut().find(|s| s.id == *id).unwrap();
        section.raw = raw.to_owned();
    }
}

impl State {
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

    fn days_in(&self, range: Option<&DateRange>) -> Vec<NaiveDate> {
        let days = self.days.keys().copied();
        days.filter(|day| range.is_none_or(|range| range.contains(*day)))
            .collect()
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

impl Days for State {
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

impl LogStore for MemoryStore {
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        let state = lock(&self.state);
        let days = state.days_in(Some(range)).into_iter();
        Ok(days.flat_map(|day| state.standing(day)).collect())
    }

    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError> {
        let pattern = glob::Pattern::new(pattern)?;
        let state = lock(&self.state);
        let days = state.days_in(None).into_iter();
        Ok(days
            .filter(|day| pattern.matches(&section::raw_name(*day)))
            .flat_map(|day| state.standing(day))
            .collect())
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        let Some(matcher) = Matcher::new(query) else {
            return Ok(Vec::new());
        };
        let state = lock(&self.state);
        let days = state.days_in(query.period.as_ref()).into_iter();
        Ok(days
            .flat_map(|day| state.standing(day))
            .filter(|entry| matcher.matches_text(&entry.raw))
            .collect())
    }

    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError> {
        let mut state = lock(&self.state);
        // All or nothing: a later entry of the call may be refused.
        let mut after = state.clone();
        let mut written = Vec::with_capacity(entries.len());
        for new in entries {
            let drafts = plan::plan(new, &mut after)?;
            written.extend(drafts.into_iter().map(|draft| after.add(draft)).last());
        }
        *state = after;
        Ok(written)
    }

    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError> {
        let mut state = lock(&self.state);
        let missing = || StorageError::NoSuchEntry(id.clone());
        let (_, standing) = plan::locate(id, &mut *state)?.ok_or_else(missing)?;
        state.set_parse(&standing.entry, tidy::without_nulls(parsed.clone()));
        Ok(())
    }

    fn forget(&self, id: &EntryId) -> Result<(), StorageError> {
        let mut state = lock(&self.state);
        for (date, rewritten) in forget::rewrites(id, &mut *state)? {
            for section in state.days.entry(date).or_default() {
                if let Some(new) = rewritten.iter().find(|new| new.id == section.id) {
                    *section = new.clone();
                }
            }
        }
        state.parses.remove(id);
        Ok(())
    }

    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError> {
        let mut state = lock(&self.state);
        let found = plan::locate(id, &mut *state)?;
        Ok(found.and_then(|(date, standing)| state.entries(date, vec![standing.entry]).pop()))
    }

    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError> {
        let state = lock(&self.state);
        let mut newest: Vec<Entry> = Vec::new();
        for day in state.days_in(None).into_iter().rev() {
            if newest.len() >= count {
                break;
            }
            if day <= until {
                newest.extend(state.standing(day).into_iter().rev());
            }
        }
        newest.truncate(count);
        newest.reverse();
        Ok(newest)
    }

    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        let state = lock(&self.state);
        let mut entries = Vec::new();
        for day in state.days_in(Some(range)) {
            let sections = state.days.get(&day).cloned().unwrap_or_default();
            entries.extend(state.entries(day, sections));
        }
        Ok(entries)
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        let state = lock(&self.state);
        let first = state.days.first_key_value();
        let last = state.days.last_key_value();
        Ok(first
            .zip(last)
            .map(|((first, _), (last, _))| DateRange::new(*first, *last)))
    }

    fn global_context(&self) -> Result<String, StorageError> {
        Ok(lock(&self.state).context.clone())
    }

    fn update_global_context(&self, content: &str) -> Result<(), StorageError> {
        lock(&self.state).context = content.to_owned();
        Ok(())
    }

    fn archive_global_context(&self, name: &str, lines: &str) -> Result<(), StorageError> {
        let mut state = lock(&self.state);
        let text = state.archive.entry(name.to_owned()).or_default();
        text.push_str(lines);
        text.push('\n');
        Ok(())
    }

    fn spool(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError> {
        lock(&self.state).spool.insert(run.clone(), text.clone());
        Ok(())
    }

    fn unspool(&self, run: &RunId) -> Result<(), StorageError> {
        lock(&self.state).spool.remove(run);
        Ok(())
    }

    fn spooled(&self) -> Result<Vec<(RunId, Spooled)>, StorageError> {
        let state = lock(&self.state);
        Ok(state
            .spool
            .iter()
            .map(|(r, t)| (r.clone(), t.clone()))
            .collect())
    }

    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
