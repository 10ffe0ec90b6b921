//! What a note of running is stored as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The runs of a note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunningLog {
    /// In the order they were run.
    #[serde(default)]
    pub runs: Vec<Run>,
}

/// One run. What the note does not say is left out; nothing is worked out here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// In `distance_unit`, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `km`, `mi`, `m` or `yd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// In seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Seconds per `pace_unit`, when the note states a pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_seconds: Option<f64>,
    /// `km` or `mi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_unit: Option<String>,
    /// What kind of run, in the words of the vocabulary (`easy run`, `tempo run`, `race`).
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// `trail`, `treadmill`, `track`, `road` and others of the vocabulary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<String>,
    /// Rounds of a track or a park.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laps: Option<f64>,
    /// In km/h, as a treadmill or watch showed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_kmh: Option<f64>,
    /// Of a treadmill, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incline_percent: Option<f64>,
    /// Energy as a machine or watch showed it, in kilocalories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kcal: Option<f64>,
    /// Average, in beats per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heart_rate: Option<f64>,
    /// Highest, in beats per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heart_rate_max: Option<f64>,
    /// Steps per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cadence: Option<f64>,
    /// Metres climbed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation_m: Option<f64>,
    /// The repeats of a structured session, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<RunInterval>,
    /// Stretches of the run with a time of their own, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub splits: Vec<Split>,
    /// In the user's words or those of the vocabulary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weather: Option<String>,
    /// What was said of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// A repeat: `6x800m in 3:05, 90 s rest`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RunInterval {
    /// How often; none is once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Of one repeat, in `distance_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `m`, `km`, `mi` or `yd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// Of one repeat, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Between repeats, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_seconds: Option<f64>,
}

/// A part of a run that has a time or pace of its own: `7 miles at 6:27`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// In `distance_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `km`, `mi`, `m` or `yd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// Of the whole stretch, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Seconds per `pace_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_seconds: Option<f64>,
    /// `km` or `mi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_unit: Option<String>,
}
