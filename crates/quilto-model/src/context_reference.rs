//! How a question leans on what was said before it, as it was read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a question says of the one before it, or leaves out because that said it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ContextReference {
    /// Whether it opens as one that goes on ("and …", "what about …").
    pub goes_on: bool,
    /// Whether it points back instead of naming ("it", "that").
    pub points_back: bool,
    /// Whether it has few words: what it does not name was said before.
    pub short: bool,
    /// Whether it has no more words than a sentence that leans on another mostly has.
    #[serde(default)]
    pub brief: bool,
    /// Whether it names days and does not say what is asked of them.
    pub days_only: bool,
    /// The days it names beside those of the question before.
    pub step: Option<Step>,
    /// The day it names beside the one that the answer before tells of: the day itself is 0, the day
    /// before it -1.
    pub day: Option<i64>,
}

/// Days named from the days of the question before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Those right before them ("the month before").
    Before,
    /// The time before the one that was told ("the one before").
    TimeBefore,
    /// The same days a year earlier ("the year before").
    YearBefore,
    /// All days after the one that was told ("since then").
    Since,
}
