//! The notes as answers are made of them: one that nobody has read yet, since it was written or
//! changed by hand, is read when it is come across.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{NaiveDate, NaiveDateTime};
use quilto::agents::{AgentContext, ParserInput, RouterInput, RouterOutput};
use quilto::checkpoint::Checkpoints;
use quilto::engine::builtin::{parse, route};
use quilto::machine::Verb;
use quilto::model::{Conversation, DateRange, Entry, EntryId, InputType, Parsed, UnitPreferences};
use quilto::storage::{LogStore, NewEntry, SearchQuery, StorageError, Store};

use super::known_domains::KnownDomains;
use super::{amendments, in_flight};
use crate::home_dirs::HomeDirs;

/// More of them at once are not read in passing: that takes seconds, and wants to be seen.
const MOST: usize = 300;

/// A store that gives readings to notes which have none.
pub struct Notes {
    store: Arc<dyn Store>,
    places: HomeDirs,
    domains: Arc<KnownDomains>,
    units: UnitPreferences,
    /// How many notes were too many to be read in passing; told once.
    left: Mutex<usize>,
}

impl Notes {
    pub fn new(
        store: Arc<dyn Store>,
        places: HomeDirs,
        domains: Arc<KnownDomains>,
        units: UnitPreferences,
    ) -> Self {
        Self {
            store,
            places,
            domains,
            units,
            left: Mutex::new(0),
        }
    }

    /// The entries, with a reading for each that had none.
    fn read(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        if entries.iter().all(|entry| entry.parsed.is_some()) {
            return entries;
        }
        let waiting = waiting(Checkpoints::new(&*self.store));
        // another process is about to read these
        let begun = in_flight::texts(&self.places.underway());
        let unread = |entry: &&mut Entry| {
            let words = entry.raw.trim();
            entry.parsed.is_none()
                && !waiting.contains(&entry.id)
                && !begun.iter().any(|text| text.contains(words))
        };
        let count = entries.iter_mut().filter(unread).count();
        if count > MOST {
            *self.left.lock().unwrap_or_else(PoisonError::into_inner) = count;
            return entries;
        }
        let learned = self.store.global_context().ok();
        for entry in entries.iter_mut().filter(unread) {
            let day = DateRange::day(entry.date);
            let Ok(sections) = self.store.sections(&day) else {
                continue;
            };
            let read = self.words(entry, learned.clone());
            let parsed = amendments::amended(read, &sections, &entry.id);
            // what cannot be kept is read again next time
            self.store.save_parse(&entry.id, &parsed).ok();
            entry.parsed = Some(parsed);
        }
        entries
    }

    /// What the words of an entry mean by the rules.
    fn words(&self, entry: &Entry, learned: Option<String>) -> Parsed {
        let rules = Rules {
            domains: &self.domains,
            units: self.units.clone(),
            learned,
        };
        rules.read(entry, &rules.domains_of(entry))
    }
}

/// What the rules read notes with.
pub struct Rules<'d> {
    pub domains: &'d KnownDomains,
    pub units: UnitPreferences,
    pub learned: Option<String>,
}

impl Rules<'_> {
    /// The domains that an entry is of.
    pub fn domains_of(&self, entry: &Entry) -> Vec<String> {
        let moment = entry.date.and_time(entry.time.unwrap_or_default());
        self.routed(&entry.raw, moment).selected_domains
    }

    /// Whether a text is a note, a question or both.
    pub fn kind_of(&self, text: &str, moment: NaiveDateTime) -> InputType {
        self.routed(text, moment).input_type
    }

    fn routed(&self, text: &str, moment: NaiveDateTime) -> RouterOutput {
        let input = RouterInput {
            raw_input: text.to_owned(),
            conversation: Conversation::default(),
            global_context: self.learned.clone(),
        };
        let world = self.world(moment, &[]);
        route(&world, self.domains.set(), &input, &|| None)
    }

    /// What its words mean in these domains.
    pub fn read(&self, entry: &Entry, domains: &[String]) -> Parsed {
        let input = ParserInput {
            raw_input: entry.raw.clone(),
            date: entry.date,
            time: entry.time.unwrap_or_default(),
            recent_entries: Vec::new(),
            global_context: self.learned.clone(),
            correction_target: None,
        };
        let moment = entry.date.and_time(entry.time.unwrap_or_default());
        parse(&self.world(moment, domains), &input).into_parsed("builtin")
    }

    fn world(&self, moment: NaiveDateTime, domains: &[String]) -> AgentContext {
        AgentContext {
            domains: Arc::new(self.domains.select(domains)),
            now: moment,
            today: moment.date(),
            units: self.units.clone(),
            response_style: Default::default(),
            meter: Default::default(),
        }
    }
}

/// Notes whose reading waits for a person's word. One that is to be corrected was read before, and
/// is read again if that was lost.
pub fn waiting(checkpoints: Checkpoints<'_>) -> BTreeSet<EntryId> {
    let runs = checkpoints.list().unwrap_or_default();
    let runs = runs.into_iter().filter_map(|waiting| waiting.run.ok());
    runs.filter_map(|run| {
        let (_, ask) = run.ask()?;
        let preview = ask.preview.as_ref()?;
        (preview.verb == Verb::Save).then(|| preview.entry.id.clone())
    })
    .collect()
}

impl LogStore for Notes {
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        Ok(self.read(self.store.entries_by_date_range(range)?))
    }

    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError> {
        Ok(self.read(self.store.entries_by_pattern(pattern)?))
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        Ok(self.read(self.store.search(query)?))
    }

    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError> {
        self.store.append(entries)
    }

    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError> {
        self.store.save_parse(id, parsed)
    }

    fn forget(&self, id: &EntryId) -> Result<(), StorageError> {
        self.store.forget(id)
    }

    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError> {
        let found = self.store.entry(id)?;
        Ok(self.read(found.into_iter().collect()).pop())
    }

    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError> {
        Ok(self.read(self.store.recent(until, count)?))
    }

    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        self.store.sections(range)
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        self.store.span()
    }

    fn global_context(&self) -> Result<String, StorageError> {
        self.store.global_context()
    }

    fn update_global_context(&self, content: &str) -> Result<(), StorageError> {
        self.store.update_global_context(content)
    }

    fn archive_global_context(&self, name: &str, lines: &str) -> Result<(), StorageError> {
        self.store.archive_global_context(name, lines)
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = self.store.warnings();
        let left = std::mem::take(&mut *self.left.lock().unwrap_or_else(PoisonError::into_inner));
        if left > 0 {
            warnings.push(format!(
                "{left} notes are not read yet and do not count; `doctor --fix` reads them"
            ));
        }
        warnings
    }
}
