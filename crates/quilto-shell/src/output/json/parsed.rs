//! What was understood of a text.

use chrono::{NaiveDate, NaiveDateTime};
use quilto::machine::Logged;
use quilto::model::{Entry, EntryId, InputType, NotDone, Parsed, Unread};
use quilto::text;
use quilto::text::inspect::{self, NormalizedMention, Warning};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What was understood of a note: the object of `parse --json`, and `logged` of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ParsedObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_id: Option<EntryId>,
    pub input_type: InputType,
    pub date: NaiveDate,
    pub timestamp: NaiveDateTime,
    /// Whether the day is still to come: a plan, which counts once the day is here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub planned: bool,
    pub tags: Vec<String>,
    pub domain_data: Map<String, Value>,
    pub confidence: f64,
    pub uncertain_fields: Vec<String>,
    pub extraction_notes: Vec<String>,
    /// Words that could matter and went into nothing, each with the clause it stands in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// What tells of nothing its writer did: `{text, act}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held_back: Vec<NotDone>,
    /// The entries that a text with several dated sessions becomes; the fields above are those of
    /// the first, and `domain_data` lists what all of them hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<ParsedObject>,
    /// The numbers, dates and oddities of the text itself; only where a text was read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundObject>,
}

/// What stands in a text, whatever its subject.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundObject {
    numbers: Vec<NormalizedMention>,
    dates: Vec<NormalizedMention>,
    warnings: Vec<Warning>,
}

impl FoundObject {
    pub fn new(text: &str, today: NaiveDate) -> Self {
        let tokens = text::read(text);
        Self {
            numbers: inspect::numbers(&tokens, today),
            dates: inspect::dates(&tokens, today),
            warnings: inspect::warnings(text),
        }
    }
}

/// Adds one day's data of a domain to another's: lists are joined, single values stay the first's.
fn join(entry: serde_json::map::Entry<'_>, data: &Value) {
    let Value::Object(all) = entry.or_insert_with(|| Value::Object(Map::new())) else {
        return;
    };
    for (field, value) in data.as_object().into_iter().flatten() {
        match (all.get_mut(field), value) {
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
            (Some(_), _) => {}
            (None, _) => {
                all.insert(field.clone(), value.clone());
            }
        }
    }
}

impl ParsedObject {
    pub fn of_entry(entry: &Entry) -> Self {
        let time = entry.time.unwrap_or_default();
        let parsed = entry.parsed.clone().unwrap_or_default();
        Self::new(InputType::Log, entry.date.and_time(time), parsed).named(entry.id.clone())
    }

    pub fn new(input_type: InputType, timestamp: NaiveDateTime, parsed: Parsed) -> Self {
        Self {
            entry_id: None,
            input_type,
            date: timestamp.date(),
            timestamp,
            planned: false,
            tags: parsed.tags,
            domain_data: parsed.domain_data.into_map(),
            confidence: parsed.confidence,
            uncertain_fields: parsed.uncertain_fields.into_vec(),
            extraction_notes: parsed.extraction_notes.into_vec(),
            unread: parsed.unread,
            held_back: parsed.held_back,
            days: Vec::new(),
            found: None,
        }
    }

    /// Several days in one: the first day's object, with what the days hold joined domain by
    /// domain, and each day's object under `days`.
    pub fn of_days(days: Vec<Self>) -> Self {
        let mut days = days.into_iter();
        let Some(first) = days.next() else {
            return Self::new(InputType::Log, NaiveDateTime::default(), Parsed::default());
        };
        let mut all = Self {
            entry_id: None,
            input_type: first.input_type,
            date: first.date,
            timestamp: first.timestamp,
            planned: first.planned,
            tags: first.tags.clone(),
            domain_data: first.domain_data.clone(),
            confidence: first.confidence,
            uncertain_fields: Vec::new(),
            extraction_notes: Vec::new(),
            unread: Vec::new(),
            held_back: Vec::new(),
            days: vec![first],
            found: None,
        };
        all.days.extend(days);
        for day in &all.days[1..] {
            all.confidence = all.confidence.min(day.confidence);
            for (domain, data) in &day.domain_data {
                join(all.domain_data.entry(domain.clone()), data);
            }
        }
        for day in &all.days {
            all.extraction_notes
                .extend(day.extraction_notes.iter().cloned());
            all.unread.extend(day.unread.iter().cloned());
            all.held_back.extend(day.held_back.iter().cloned());
        }
        all
    }

    /// As it is on a day.
    #[must_use]
    pub fn seen_on(mut self, today: NaiveDate) -> Self {
        self.planned = self.date > today;
        self
    }

    /// With what stands in the text it was read from.
    pub fn with_found(mut self, text: &str, today: NaiveDate) -> Self {
        self.found = Some(FoundObject::new(text, today));
        self
    }

    fn named(mut self, id: EntryId) -> Self {
        self.entry_id = Some(id);
        self
    }
}

/// The entry with what was understood of it, whichever of the two carries it.
pub fn with_parse(entry: &Entry, logged: &Logged) -> Entry {
    let mut entry = entry.clone();
    if logged.parsed.is_some() {
        entry.parsed.clone_from(&logged.parsed);
    }
    entry
}
