//! What a note of food and drink is stored as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The meals of a note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NutritionLog {
    /// In the order they are told.
    #[serde(default)]
    pub meals: Vec<Meal>,
}

/// One meal. Its own numbers are only those the user gave for the meal as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meal {
    /// In the words of the vocabulary (`breakfast`, `snack`); none when the note does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meal: Option<String>,
    /// What was eaten and drunk.
    #[serde(default)]
    pub items: Vec<Food>,
    /// Energy stated for the whole meal, in kilocalories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kcal: Option<f64>,
    /// Protein stated for the whole meal, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protein: Option<f64>,
    /// Carbohydrate stated for the whole meal, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carbs: Option<f64>,
    /// Fat stated for the whole meal, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat: Option<f64>,
    /// What was said of this meal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

/// One food or drink. Its numbers are for the whole amount, not per unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Food {
    /// The canonical name where the vocabulary has one, else the user's own words.
    pub name: String,
    /// In `unit`; none is one usual portion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f64>,
    /// `g`, `ml`, or what was counted (`egg`, `slice`, `cup`, `scoop`, `bowl`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Energy, in kilocalories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kcal: Option<f64>,
    /// Protein, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protein: Option<f64>,
    /// Carbohydrate, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carbs: Option<f64>,
    /// Fat, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat: Option<f64>,
    /// Which of the fields above come from the food table; the others were stated by the user.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub estimated: Vec<String>,
}
