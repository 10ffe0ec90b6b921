//! One note of the log, as typed and as understood.

use chrono::{NaiveDate, NaiveTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Act, DomainData, EntryId, Texts};

/// What a section of the raw file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Words a person typed.
    #[default]
    Note,
    /// A change to an earlier entry; carries the target and the changed fields.
    Correction,
    /// Takes an earlier entry (or an earlier section such as a correction) back.
    Undo,
    /// Says that an earlier entry belongs to another day.
    Moved,
    /// Confirms fields that were doubtful.
    Confirmed,
    /// Came from another app's export; carries its rows.
    Imported,
}

/// The key of a payload that holds how far local time was ahead of UTC, as `+09:00`.
pub const UTC: &str = "utc";

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// Its name.
    pub id: EntryId,
    /// The day it belongs to (local).
    pub date: NaiveDate,
    /// The minute in its heading (local); absent for text that stands before the first heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<NaiveTime>,
    /// What kind of section it is.
    #[serde(default)]
    pub kind: EntryKind,
    /// The words as typed, byte for byte.
    pub raw: String,
    /// The JSON of the section's comment line, for sections that carry what words cannot
    /// (`target`, `delta`, imported `rows`, `identity`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
    /// What was understood of it; absent where nothing has read it yet or reading failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parsed: Option<Parsed>,
    /// The raw file it stands in, relative to the store's home, with `/`.
    pub source: String,
}

impl Entry {
    /// Whether a value of the thing of this name wants a word of the user's, as [`Parsed::has_doubtful_value`] tells;
    /// never where nothing was read.
    pub fn has_doubtful_value(&self, domain: &str, name: &str) -> bool {
        let parsed = self.parsed.as_ref();
        parsed.is_some_and(|parsed| parsed.has_doubtful_value(domain, name))
    }
}

/// Words that tell of nothing their writer did: a plan, a wish, what somebody else did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HeldBack")]
pub struct NotDone {
    /// The words as typed.
    pub text: String,
    /// What they do instead.
    #[schemars(with = "String")]
    pub act: Act,
}

/// What was understood of an entry.
///
/// `domain_data` holds one object per domain that found something, in the shape of that domain's
/// log schema. In the store equal rows carry a `count`; here they are always itemised.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parsed {
    /// Domain name → data in the shape of the domain's log schema.
    #[serde(default)]
    #[schemars(with = "Map<String, Value>")]
    pub domain_data: DomainData,
    /// Short labels ("sleep:bad", "pain:shoulder") that analysis can use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// How sure the reading is as a whole, 0 to 1.
    pub confidence: f64,
    /// Paths of fields that want a user's confirmation (`rocks.pieces[0].cuts[1].depth`).
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schemars(with = "Vec<String>")]
    pub uncertain_fields: Texts,
    /// Assumptions and ambiguities, for the user to read.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schemars(with = "Vec<String>")]
    pub extraction_notes: Texts,
    /// What tells of nothing its writer did, and so made no data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_back: Vec<NotDone>,
    /// What could matter and went into nothing, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// Who read it: `builtin`, a model's name, `import`.
    pub engine: String,
}

fn is_empty(texts: &Texts) -> bool {
    texts.is_empty()
}

impl Parsed {
    /// What was read of one domain, and nothing said of how.
    pub fn of(domain: impl Into<String>, data: Value) -> Self {
        Self {
            domain_data: [(domain.into(), data)].into_iter().collect(),
            ..Self::default()
        }
    }

    /// Whether a value of the thing of this name, or of one without a name, wants a word of the user's.
    /// Its name is no value.
    pub fn has_doubtful_value(&self, domain: &str, name: &str) -> bool {
        let Some(data) = self.domain_data.get(domain) else {
            return false;
        };
        let paths = self.uncertain_fields.iter();
        let mut own = paths.filter_map(|path| path.strip_prefix(domain)?.strip_prefix('.'));
        own.any(|path| {
            let pointer: String = path
                .split(['.', '['])
                .map(|part| format!("/{}", part.trim_end_matches(']')))
                .collect();
            let is_of = |place: &str| data.pointer(place)?.get("name")?.as_str();
            let around = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
            let mut names = around.filter_map(is_of).peekable();
            let nameless = names.peek().is_none();
            !path.ends_with(".name") && (nameless || names.any(|of| of == name))
        })
    }
}

/// Words of a note that went into nothing and could matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// The words as typed.
    pub text: String,
    /// The clause they stand in.
    pub clause: String,
}
