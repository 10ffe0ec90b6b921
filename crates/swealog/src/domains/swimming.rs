//! What a note of swimming is stored as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The swims of a note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SwimmingLog {
    /// In the order they were swum.
    #[serde(default)]
    pub swims: Vec<Swim>,
}

/// One swim. What the note does not say is left out; nothing is worked out here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Swim {
    /// In `distance_unit`, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `m`, `yd`, `km` or `mi`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// Lengths of the pool, one way. Users say lap, length and 바퀴 for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laps: Option<u32>,
    /// Of the pool, in `pool_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool_length: Option<f64>,
    /// `m` or `yd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool_unit: Option<String>,
    /// In the words of the vocabulary (`freestyle`, `breaststroke`, `individual medley`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stroke: Option<String>,
    /// In seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Whether it was in a lake, river or the sea.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_water: Option<bool>,
    /// In the words of the vocabulary (`pull buoy`, `paddles`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// The sets of a structured session, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<SwimInterval>,
    /// Of single laps, in seconds, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lap_times: Vec<f64>,
    /// Average, in beats per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heart_rate: Option<f64>,
    /// What was said of this swim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// A set: `10x100m free on 1:30`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SwimInterval {
    /// How often; none is once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Of one repeat, in `distance_unit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// `m` or `yd`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance_unit: Option<String>,
    /// In the words of the vocabulary; none is that of the swim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stroke: Option<String>,
    /// Of this set alone, in the words of the vocabulary (`kickboard`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// Swum in, in seconds per repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_seconds: Option<f64>,
    /// Send-off: a repeat starts every so many seconds (`on 1:30`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_seconds: Option<f64>,
    /// Rest between repeats, in seconds (`15 s rest`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_seconds: Option<f64>,
}
