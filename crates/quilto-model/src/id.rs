//! Names of entries and runs.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The name of one entry, unique in a store and stable over edits of the day's file.
///
/// The store makes it when the raw text is appended. It begins with the day and the minute
/// (`20261121-1030`), then a short tail that tells entries of one minute apart, so it sorts by
/// time and can be typed by a person.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct EntryId(pub String);

/// The name of one run of the machine (a session). The caller makes it.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct RunId(pub String);

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
