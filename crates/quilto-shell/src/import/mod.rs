//! Bringing in notes and sessions from elsewhere.
//!
//! An importer turns one file into drafts. What is a duplicate, what changed since an earlier
//! import, and what is written, is decided here, the same way for every format: by content, free of
//! the time of the import, so that importing the same thing again changes nothing.

use std::path::{Path, PathBuf};

use crate::hex::hex;
use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime};
use quilto::model::UnitPreferences;
use quilto::model::{DateRange, EntryId, EntryKind, Parsed};
use quilto::storage::{LogStore, NewEntry, StorageError};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use duplicates::Duplicates;
use earlier_imports::EarlierImports;

pub(crate) mod archives;
pub mod dates;
mod duplicates;
mod earlier_imports;
mod encoding;
pub mod files;
pub(crate) mod ledger;
pub mod question;
mod source;
pub mod table;
mod unpack_limits;

pub use archives::Location;
pub use dates::DayOrder;
pub use duplicates::SESSION;
pub use question::{Choice, Choices, Doubt, Question};
pub(crate) use source::NOT_TEXT;
pub use source::{Source, is_standard_input};
pub use table::{TableColumn, TableFacts, TableHead, TableReader, known_unit};
pub use unpack_limits::UnpackLimits;

/// What an importer may know of the world.
#[derive(Clone, Copy)]
pub struct ImportContext<'a> {
    /// Units of numbers that carry none.
    pub units: &'a UnitPreferences,
    /// The day of the import, to read dates in words against.
    pub today: NaiveDate,
    /// The domain's own name for a thing, where the given one is an alias: domain, name.
    pub canonical: &'a dyn Fn(&str, &str) -> Option<String>,
    /// What a domain's data says of the values of one of its fields: domain, field.
    pub values_of: &'a dyn Fn(&str, &str) -> FieldValues,
    /// The local time of a moment of UTC, where a file does not know it.
    pub local: &'a dyn Fn(NaiveDateTime) -> NaiveDateTime,
    /// What was said of what files leave open.
    pub choices: &'a Choices,
}

/// What a domain's data says of the values of a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldValues {
    /// The least and the most that can be.
    pub possible: Option<[f64; 2]>,
    /// Words for none of it.
    pub none: Vec<String>,
}

/// What an application can bring in.
#[derive(Clone, Copy)]
pub struct Imports {
    /// File formats; the first that claims a file reads it.
    pub formats: &'static [Importer],
    /// The one of them that reads tables, where there is one.
    pub tables: Option<&'static TableReader>,
    /// The endings of files that are looked at in a folder.
    pub endings: &'static [&'static str],
    /// Which files and folders, below a folder or in an archive, say nothing of use.
    pub passed_over: SkipTest,
    /// What the sessions it reads are poorer without.
    pub values: ValueFields,
}

/// Values of a kind: what it is called, and the fields that hold them.
pub type ValueFields = &'static [(&'static str, &'static [&'static str])];

/// Whether a file or folder says nothing of use, by where it lies and which other files are there.
pub type SkipTest = fn(&Path, &dyn Fn(&Path) -> bool) -> bool;

/// A way to read one kind of file.
pub struct Importer {
    /// Its name in payloads and messages.
    pub name: &'static str,
    /// Whether a file is of this kind, judged by its first lines and its name.
    pub claims: fn(&Source) -> bool,
    /// Reads the file.
    pub read: fn(&Source, &ImportContext<'_>) -> Result<FileContents, Rejected>,
}

/// What a file held.
#[derive(Debug, Default)]
pub struct FileContents {
    /// Entries to be.
    pub drafts: Vec<Draft>,
    /// Lines that could not be read.
    pub rejected: Vec<Rejected>,
    /// What was assumed, for the user to know.
    pub remarks: Vec<String>,
    /// Units that were taken from the context.
    pub missing_units: MissingUnits,
    /// What the file leaves open: nothing of it comes in before it is answered.
    pub questions: Vec<Question>,
    /// What its columns were, where it is a table.
    pub table: Option<TableFacts>,
}

impl FileContents {
    /// Whether the file is damaged from some place on, so that its last things may not be whole.
    pub fn breaks_off(&self) -> bool {
        let mut places = self.rejected.iter().map(|rejected| rejected.place);
        places.any(|place| matches!(place, Place::Offset(_)))
    }
}

/// Units that a file needs and does not state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MissingUnits {
    /// Kilograms or pounds.
    pub mass: bool,
    /// Kilometres or miles.
    pub distance: bool,
}

impl MissingUnits {
    /// Adds what another file needs and does not state.
    pub fn add(&mut self, other: Self) {
        self.mass |= other.mass;
        self.distance |= other.distance;
    }
}

/// An entry to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The importer it comes from.
    pub importer: &'static str,
    /// The file it comes from, as it was given.
    pub path: PathBuf,
    /// The line of the file it begins on, from 1.
    pub line: usize,
    /// The line its words begin on, which a heading may stand above; 0 where that is not known.
    pub words_line: usize,
    /// Its day.
    pub date: NaiveDate,
    /// Its minute.
    pub time: NaiveTime,
    /// Readable text: what the person wrote, or what the rows say.
    pub raw: String,
    /// A name that stays the same when the other app changes the content: a session's start and
    /// title. `None` where only the content tells entries apart.
    pub session: Option<String>,
    /// Tells its content apart from any other.
    pub identity: String,
    /// What words cannot carry.
    pub payload: Map<String, Value>,
    /// What is understood of it; `None` lets the parser read the text.
    pub parsed: Option<Parsed>,
    /// What the parser is to read, where that is not the text as it stands: marks of a note-taking
    /// app taken out.
    pub plain: Option<String>,
    /// Whether all that the file has of it could be read. What is not whole takes the place of
    /// nothing.
    pub whole: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            importer: "",
            path: PathBuf::new(),
            line: 0,
            words_line: 0,
            date: NaiveDate::default(),
            time: NaiveTime::default(),
            raw: String::new(),
            session: None,
            identity: String::new(),
            payload: Map::new(),
            parsed: None,
            plain: None,
            whole: true,
        }
    }
}

/// The years that a day of a note can be of.
pub(crate) const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// A part of a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The file.
    pub path: PathBuf,
    /// Where in it.
    pub place: Place,
    /// Why.
    pub reason: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1.
    Line(usize),
    /// So many bytes from the start, in files that have no lines.
    Offset(u64),
}

impl Rejected {
    /// Its line; 0 where the file has none.
    pub fn line(&self) -> usize {
        match self.place {
            Place::Line(line) => line,
            Place::Offset(_) => 0,
        }
    }
}

impl std::fmt::Display for Rejected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        match self.place {
            Place::Line(line) => write!(f, "{path}:{line}: {}", self.reason),
            Place::Offset(offset) => write!(f, "{path}, byte {offset}: {}", self.reason),
        }
    }
}

/// A name for content: the first half of the SHA-256 of its parts, in hex.
pub fn identity<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..16])
}

/// What is to be done with drafts, after looking at what the store holds.
#[derive(Debug, Default)]
pub struct Decision {
    /// Drafts the store does not know.
    pub fresh: Vec<Draft>,
    /// Drafts of a session the store knows with other content: the entry they replace.
    pub changed: Vec<(EntryId, Draft)>,
    /// Drafts that say less than the entry of their session, which stays.
    pub kept: Vec<LesserDraft>,
    /// How many are already there.
    pub known: usize,
    /// How many activities are there from another kind of file.
    pub twins: usize,
}

/// A draft that says less than what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LesserDraft {
    /// Its day.
    pub date: NaiveDate,
    /// What it lacks.
    pub missing: MissingPart,
}

/// What a draft lacks of the entry of its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingPart {
    /// Lines of it could not be read.
    Lines,
    /// It ends before the entry does, where its file ends.
    End,
    /// It has none of the values of a kind, as the app calls it.
    Values(&'static str),
}

/// Compares drafts with what was imported before. Opens only the days the drafts fall on. Where the
/// user named the unit, what is there in another one is replaced. An activity that another kind of
/// file told of is left as it stands, and so is a session of which a draft says less: `values` are
/// what it is poorer without.
pub fn decide(
    drafts: Vec<Draft>,
    unit_given: bool,
    values: ValueFields,
    store: &dyn LogStore,
) -> Result<Decision, StorageError> {
    let mut decision = Decision::default();
    let days = drafts.iter().map(|draft| draft.date);
    let (Some(first), Some(last)) = (days.clone().min(), days.max()) else {
        return Ok(decision);
    };
    // the same moment may have been another day in the zone of an earlier import
    let around = DateRange::new(first - Days::new(1), last + Days::new(1));
    let sections = store.sections(&around)?;
    let mut seen = EarlierImports::default();
    let mut twins = Duplicates::new(store);
    for entry in &sections {
        seen.note(entry);
    }
    let mut drafts = drafts.into_iter().peekable();
    while let Some(draft) = drafts.next() {
        let known = seen.identities.get(&draft.identity);
        let same_unit = |unit: &Option<Value>| {
            !unit_given || unit.as_ref() == draft.payload.get("unit") || unit.is_none()
        };
        if known.is_some_and(same_unit) {
            decision.known += 1;
            continue;
        }
        seen.identities
            .insert(draft.identity.clone(), draft.payload.get("unit").cloned());
        let ends = drafts.peek().is_none_or(|next| next.line <= draft.line);
        let replaced = draft.session.as_ref().and_then(|s| seen.take_session(s));
        match replaced {
            Some(entry) => match earlier_imports::missing_part(entry, &draft, ends, values) {
                Some(missing) => decision.kept.push(LesserDraft {
                    date: draft.date,
                    missing,
                }),
                None => decision.changed.push((entry.id.clone(), draft)),
            },
            None if twins.know(&draft)? => decision.twins += 1,
            None => decision.fresh.push(draft),
        }
    }
    Ok(decision)
}

/// The entry a draft becomes.
pub fn entry_of(draft: Draft) -> NewEntry {
    let mut payload = Map::new();
    payload.insert("source".into(), draft.importer.into());
    payload.insert("identity".into(), draft.identity.into());
    if let Some(session) = draft.session {
        payload.insert("session".into(), session.into());
    }
    payload.extend(draft.payload);
    NewEntry {
        date: draft.date,
        time: draft.time,
        kind: EntryKind::Imported,
        raw: draft.raw,
        payload: Some(Value::Object(payload)),
        parsed: draft.parsed,
    }
}

/// The section that takes the earlier import of a changed session back.
pub(crate) fn replacement_of(target: &EntryId, draft: &Draft) -> NewEntry {
    NewEntry {
        date: draft.date,
        time: draft.time,
        kind: EntryKind::Undo,
        raw: "replaced by a newer import".into(),
        payload: Some(serde_json::json!({ "target": target })),
        parsed: None,
    }
}

/// A date written in digits at the start of a text, year first: `2026-11-20`, `20261120`,
/// `2026_11_20`, `2026.11.20`, `2026년 11월 20일`; and where it ends.
pub fn leading_date(text: &str) -> Option<(NaiveDate, usize)> {
    let mut at = text.len() - text.trim_start().len();
    let (year, end) = digits(text, at, 4, 4)?;
    at = separator(text, end, &["년 ", "년", "-", "_", ".", "/", ". "]);
    // without separators a month is always two digits, so that 2026111 is no date
    let least = if at == end { 2 } else { 1 };
    let (month, end) = digits(text, at, least, 2)?;
    at = separator(text, end, &["월 ", "월", "-", "_", ".", "/", ". "]);
    let (day, end) = digits(text, at, least, 2)?;
    if text[end..].starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = separator(text, end, &["일"]);
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    YEARS
        .contains(&i32::try_from(year).ok()?)
        .then_some((date, end))
}

/// A number of `least` to `most` digits at a place, and where it ends.
fn digits(text: &str, at: usize, least: usize, most: usize) -> Option<(u32, usize)> {
    let count = text[at..]
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    (count >= least).then_some(())?;
    Some((text[at..at + count].parse().ok()?, at + count))
}

/// The place behind the longest of the separators that stands at a place.
fn separator(text: &str, at: usize, separators: &[&str]) -> usize {
    let longest = separators
        .iter()
        .filter(|separator| text[at..].starts_with(**separator))
        .map(|separator| separator.len())
        .max();
    at + longest.unwrap_or(0)
}

/// How a path is shown: as it was given.
pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_names_are_read_year_first() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20);
        for text in [
            "2026-11-20",
            "20261120",
            "2026_11_20 legs",
            "2026.11.20",
            "2026/11/20",
            "2026년 11월 20일",
            "2026-11-20T07:30",
        ] {
            assert_eq!(leading_date(text).map(|(date, _)| date), day, "{text}");
        }
        for text in [
            "11-20-2026",
            "notes",
            "2026",
            "2026-13-01",
            "202611201",
            "granite 2026-11-20",
        ] {
            assert_eq!(leading_date(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_ends_where_its_digits_do() {
        assert_eq!(
            leading_date("2026-11-20 5k run").map(|(_, end)| end),
            Some(10)
        );
        assert_eq!(
            leading_date("2026년 11월 20일 5세트").map(|(_, end)| end),
            Some(19)
        );
    }

    #[test]
    fn identity_depends_on_where_parts_end() {
        assert_ne!(identity(["ab", "c"]), identity(["a", "bc"]));
        assert_eq!(identity(["a"]).len(), 32);
    }
}
