//! What any note may say about the person, whatever they trained.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of the person. What the note does not say is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Of the night before, in hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep_hours: Option<f64>,
    /// In the words of the vocabulary (`good`, `bad`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep_quality: Option<String>,
    /// In the words of the vocabulary (`good`, `low`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<String>,
    /// In the words of the vocabulary (`high`, `tired`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub energy: Option<String>,
    /// In the words of the vocabulary (`high`, `low`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stress: Option<String>,
    /// Body parts that are tired from training.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub soreness: Vec<String>,
    /// Body parts that hurt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pain: Vec<String>,
    /// Body parts that are swollen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub swelling: Vec<String>,
    /// Which one, where a part of `soreness` or `pain` comes in pairs: `left`, `right`, `both`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sides: BTreeMap<String, String>,
    /// Body parts that are told not to hurt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pain_free: Vec<String>,
    /// How much, out of ten: of a part of `soreness` or `pain`, of `mood`, `energy` or `stress`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub degrees: BTreeMap<String, f64>,
    /// How much in words, where no figure is told: `slight`, `strong`, `less` than before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub severity: BTreeMap<String, String>,
    /// What else is not well: `heartburn`, `dizziness`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symptoms: Vec<String>,
    /// What else was measured: body fat, blood pressure, a nap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measurement>,
    /// What was taken: tablets, vitamins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub medicine: Vec<Measurement>,
    /// In `bodyweight_unit`, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodyweight: Option<f64>,
    /// `kg` or `lb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodyweight_unit: Option<String>,
    /// In beats per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resting_heart_rate: Option<f64>,
    /// Of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Where it was: `home`, `gym`, `outdoors`, `hotel`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What else marked the day: `sick`, `travel`, `rest day`, `alcohol`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What else was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// Something with a value, by its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Measured")]
pub struct Measurement {
    /// In the words of the vocabulary.
    pub name: String,
    /// The value, or how many; left out where it was not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The second value of a pair (`128/82`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<f64>,
    /// What it is counted in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}
