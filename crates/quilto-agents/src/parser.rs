//! Parser: a note into structured data.

use chrono::{NaiveDate, NaiveTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use quilto_model::{Entry, EntryId, NotDone, Parsed, Unread};

/// What the parser gets. Schemas and vocabulary stand in the agent context's domains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParserInput {
    /// The note as typed.
    pub raw_input: String,
    /// The day it is filed under unless its own words say otherwise.
    pub date: NaiveDate,
    /// The minute it was typed.
    pub time: NaiveTime,
    /// The last entries, newest last: for "same as last time" and corrections.
    pub recent_entries: Vec<Entry>,
    /// What the observer has learned.
    pub global_context: Option<String>,
    /// What is being corrected, in the user's words; set for a correction only.
    pub correction_target: Option<String>,
}

/// One changed field of a corrected entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CorrectionDelta {
    /// Path of the field (`rocks.pieces[0].cuts[1].depth`).
    pub path: String,
    /// What it was.
    pub before: Value,
    /// What it is now.
    pub after: Value,
}

/// What the parser read. It never invents: what the note does not say is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParserOutput {
    /// The day the note belongs to.
    pub date: NaiveDate,
    /// Short labels that analysis can use.
    pub tags: Vec<String>,
    /// Domain name → data in the shape of the domain's log schema; only domains that found something.
    pub domain_data: Map<String, Value>,
    /// Paths of fields that want a user's confirmation.
    pub uncertain_fields: Vec<String>,
    /// Assumptions and ambiguities, for the user to read.
    pub extraction_notes: Vec<String>,
    /// The entry a correction changes, when exactly one fits.
    pub target_entry_id: Option<EntryId>,
    /// Entries a correction could mean, when several fit.
    pub target_candidates: Vec<EntryId>,
    /// The changed fields of a correction.
    pub correction_delta: Vec<CorrectionDelta>,
    /// How sure the reading is as a whole, 0 to 1.
    pub confidence: f64,
    /// Numbers of the note that tell nothing of what its writer did, as rules know: what is planned,
    /// was skipped, done by others, or is only quoted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub set_aside: Vec<f64>,
    /// What tells of nothing its writer did, and so made no data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub held_back: Vec<NotDone>,
    /// What could matter and went into nothing, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub unread: Vec<Unread>,
    /// Who read it, where that is not the run's usual reader: a model's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub engine: Option<String>,
}

impl ParserOutput {
    /// In the form the store keeps. `engine` is who read it, where it does not say.
    pub fn into_parsed(self, engine: &str) -> Parsed {
        Parsed {
            domain_data: self.domain_data.into(),
            tags: self.tags,
            confidence: self.confidence,
            uncertain_fields: self.uncertain_fields.into(),
            extraction_notes: self.extraction_notes.into(),
            held_back: self.held_back,
            unread: self.unread,
            engine: self.engine.unwrap_or_else(|| engine.to_owned()),
        }
    }
}
