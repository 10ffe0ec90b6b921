//! What a column of a table can hold.

use serde::Deserialize;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The day, with or without a clock.
    Date,
    /// The clock of the start, where it stands apart from the day.
    Start,
    /// When it ended.
    End,
    /// The name of the session or activity.
    Title,
    /// How long the session took.
    Duration,
    /// What was noted of the session.
    SessionNotes,
    /// The name of the exercise.
    Exercise,
    /// Its part of the body.
    Category,
    /// The number of the set, or a letter for its kind.
    Set,
    /// How many sets a row stands for.
    Sets,
    /// The kind of the set in a word.
    SetKind,
    /// Whether the set is a warm-up.
    Warmup,
    /// Names exercises that are done in turn.
    Superset,
    /// The weight.
    Weight,
    /// Its unit.
    WeightUnit,
    /// Repetitions.
    Reps,
    /// The distance.
    Distance,
    /// Its unit.
    DistanceUnit,
    /// How long it took, as a clock shows it or in seconds.
    Seconds,
    /// Rating of perceived exertion.
    Rpe,
    /// What was noted of the row.
    Notes,
    /// Body weight.
    Bodyweight,
    /// The kind of an activity.
    Kind,
    /// Kilocalories.
    Calories,
    /// Average heart rate.
    HeartRate,
    /// Highest heart rate.
    HeartRateMax,
    /// Steps or strokes a minute.
    Cadence,
    /// How far it went up.
    Ascent,
    /// What was measured.
    Measurement,
    /// How much it was.
    Value,
    /// In which unit.
    Unit,
    /// The name of the meal.
    Meal,
    /// Grams of protein.
    Protein,
    /// Grams of carbohydrate.
    Carbs,
    /// Grams of fat.
    Fat,
    /// Steps of a day.
    Steps,
    /// Hours of sleep.
    Sleep,
}

/// How the cells of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Words.
    Text,
    /// A day.
    Day,
    /// A number with a fraction.
    Amount,
    /// A whole number.
    Count,
    /// A time as on a clock, or a number of seconds.
    Clock,
}

/// The fields a person may map columns to, by name.
pub const NAMES: &[(Field, &str)] = &[
    (Field::Date, "date"),
    (Field::Start, "start"),
    (Field::Title, "title"),
    (Field::Duration, "duration"),
    (Field::SessionNotes, "session-notes"),
    (Field::Exercise, "exercise"),
    (Field::Set, "set"),
    (Field::Sets, "sets"),
    (Field::Weight, "weight"),
    (Field::WeightUnit, "weight-unit"),
    (Field::Reps, "reps"),
    (Field::Distance, "distance"),
    (Field::DistanceUnit, "distance-unit"),
    (Field::Seconds, "time"),
    (Field::Rpe, "rpe"),
    (Field::Notes, "notes"),
    (Field::Bodyweight, "bodyweight"),
    (Field::Kind, "activity"),
    (Field::Calories, "kcal"),
    (Field::HeartRate, "heart-rate"),
    (Field::HeartRateMax, "max-heart-rate"),
    (Field::Cadence, "cadence"),
    (Field::Ascent, "ascent"),
    (Field::Meal, "meal"),
    (Field::Protein, "protein"),
    (Field::Carbs, "carbs"),
    (Field::Fat, "fat"),
    (Field::Steps, "steps"),
    (Field::Sleep, "sleep"),
    // other words for them
    (Field::Kind, "kind"),
    (Field::Seconds, "seconds"),
    (Field::Calories, "calories"),
];

impl Field {
    /// The field that a person names.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase().replace(['_', ' '], "-");
        let mut names = NAMES.iter();
        names.find(|(_, known)| *known == name).map(|(f, _)| *f)
    }

    /// How a person names it; nothing for those that are of no use in a map.
    pub fn name(self) -> &'static str {
        let mut names = NAMES.iter();
        names.find(|(f, _)| *f == self).map_or("", |(_, name)| name)
    }

    /// How its cells are written.
    pub fn form(self) -> Form {
        match self {
            Self::Date | Self::End => Form::Day,
            Self::Weight
            | Self::Distance
            | Self::Rpe
            | Self::Bodyweight
            | Self::Value
            | Self::Ascent
            | Self::Protein
            | Self::Carbs
            | Self::Fat
            | Self::Sleep => Form::Amount,
            Self::Reps
            | Self::Sets
            | Self::Calories
            | Self::HeartRate
            | Self::HeartRateMax
            | Self::Cadence
            | Self::Steps => Form::Count,
            Self::Seconds => Form::Clock,
            _ => Form::Text,
        }
    }

    /// The units its values are kept in, and those it may well be in; none for what has no unit.
    pub fn units(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Weight | Self::Bodyweight | Self::Value => (&["kg", "lb"], &["kg", "lb"]),
            Self::Distance => (&["km", "mi", "m", "yd", "ft"], &["km", "mi", "m"]),
            Self::Ascent => (&["m"], &["m", "ft"]),
            Self::Seconds => (&["s"], &["s", "min", "h"]),
            Self::Sleep => (&["h"], &["h", "min"]),
            Self::Calories => (&["kcal"], &["kcal", "kj"]),
            Self::Protein | Self::Carbs | Self::Fat => (&["g"], &["g"]),
            _ => (&[], &[]),
        }
    }

    /// The domain whose data says what its values can be, and the field there.
    pub fn in_domain(self) -> Option<(&'static str, &'static str)> {
        Some(match self {
            Self::Weight => ("strength", "weight"),
            Self::Reps => ("strength", "reps"),
            Self::Sets => ("strength", "sets"),
            Self::Rpe => ("strength", "rpe"),
            Self::Bodyweight => ("general_fitness", "bodyweight"),
            Self::Steps => ("general_fitness", "steps"),
            Self::Sleep => ("general_fitness", "sleep_hours"),
            Self::Calories => ("movement", "kcal"),
            Self::Protein => ("nutrition", "protein"),
            Self::Carbs => ("nutrition", "carbs"),
            Self::Fat => ("nutrition", "fat"),
            _ => return None,
        })
    }

    /// Whether it says how much: what is lost without its column.
    pub fn is_quantity(self) -> bool {
        matches!(self.form(), Form::Amount | Form::Count | Form::Clock)
    }
}
