//! What a note of lifting is stored as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One session, or what a note tells of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthLog {
    /// In the order they were done. Only what was done: plans, skipped exercises and other
    /// people's lifts are not listed.
    #[serde(default)]
    pub exercises: Vec<Exercise>,
    /// What was said of the session as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_notes: Option<String>,
    /// How long the session took, in minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<f64>,
    /// How hard the session was as the user rated it, 1 (nothing) to 10 (everything).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub perceived_difficulty: Option<f64>,
}

/// One exercise with its sets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The canonical name where the vocabulary has one, else the user's own word.
    pub name: String,
    /// One item per set: 5x5 is five. Empty when the note names the exercise only.
    #[serde(default)]
    pub sets: Vec<Set>,
    /// What was said of this exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// One set. What the note does not say is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// In `weight_unit`, as typed; none means the body alone. On a bodyweight exercise it is what
    /// was added, with `assisted` what was taken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// `kg` or `lb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_unit: Option<String>,
    /// Repetitions; 0 is a failed try.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Of a hold, or the time the set took, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Of carries, sleds and rowing, in `distance_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `m`, `km`, `mi`, `yd` or `ft`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// Rating of perceived exertion, 1 to 10 (Zourdos and others, 2016).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<f64>,
    /// Repetitions left in reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rir: Option<f64>,
    /// In beats per minute, on a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heart_rate: Option<f64>,
    /// What the set was for; none is a working set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SetKind>,
    /// Whether `weight` is that of one dumbbell or kettlebell of a pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_hand: Option<bool>,
    /// Whether `weight` is help (machine or band) and not load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assisted: Option<bool>,
    /// What was said of this set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// What a set was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum SetKind {
    Warmup,
    Working,
    Backoff,
    Drop,
    Failure,
    Failed,
}
