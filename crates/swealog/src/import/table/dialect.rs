//! The tables of other apps as data, and which of their columns a table has.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::field::Field;
use crate::import::known_unit;

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rows {
    /// A set of an exercise.
    Sets,
    /// A run, a swim, a ride.
    Activities,
    /// Something measured of the body.
    Measurements,
    /// A meal.
    Meals,
}

impl Rows {
    fn name(self) -> &'static str {
        match self {
            Self::Sets => "sets",
            Self::Activities => "activities",
            Self::Measurements => "measurements",
            Self::Meals => "meals",
        }
    }

    /// Whether a row of this kind has a use for a field.
    pub fn takes(self, field: Field) -> bool {
        use Field::{
            Ascent, Bodyweight, Cadence, Calories, Carbs, Date, Distance, DistanceUnit, Fat,
            HeartRate, HeartRateMax, Kind, Meal, Notes, Protein, Seconds, Sleep, Start, Steps,
            Title, WeightUnit,
        };
        match self {
            Self::Sets => !matches!(
                field,
                Kind | Calories
                    | HeartRate
                    | HeartRateMax
                    | Cadence
                    | Ascent
                    | Meal
                    | Protein
                    | Carbs
                    | Fat
                    | Steps
                    | Sleep
            ),
            Self::Activities => matches!(
                field,
                Date | Start
                    | Title
                    | Kind
                    | Distance
                    | DistanceUnit
                    | Seconds
                    | Calories
                    | HeartRate
                    | HeartRateMax
                    | Cadence
                    | Ascent
            ),
            Self::Meals => matches!(
                field,
                Date | Meal | Calories | Protein | Carbs | Fat | Notes
            ),
            Self::Measurements => matches!(
                field,
                Date | Start | Bodyweight | WeightUnit | HeartRate | Steps | Sleep | Notes
            ),
        }
    }
}

/// The table of an app.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    pub app: String,
    pub rows: Rows,
    pub(super) known_by: Vec<Field>,
    #[serde(default)]
    pub expects: Vec<Field>,
    columns: BTreeMap<Field, Vec<String>>,
    #[serde(default)]
    pub(super) unused: Vec<String>,
    #[serde(default)]
    pub(super) positions: Vec<Option<Field>>,
    #[serde(default)]
    pub only: bool,
    #[serde(default)]
    pub open: bool,
    #[serde(default)]
    pub(super) blocks: Option<Field>,
    #[serde(default)]
    pub spills: Vec<Field>,
    /// What stands for the number of a set on lines that are no set.
    #[serde(default)]
    pub rest: Vec<String>,
    /// Whether sets are numbered from 0.
    #[serde(default)]
    pub from_zero: bool,
    /// Whether it keeps days and no clock: all of a day is one session at noon.
    #[serde(default)]
    pub days_only: bool,
    /// Whether days in digits have the month first where they show nothing else.
    #[serde(default)]
    pub month_first: bool,
    /// Whether its times are those of UTC.
    #[serde(default)]
    pub utc: bool,
    /// Whether swims are in the short unit of where others are in the long one.
    #[serde(default)]
    pub pool: bool,
}

pub(super) static DIALECTS: LazyLock<Vec<Dialect>> =
    LazyLock::new(|| serde_yaml::from_str(include_str!("dialects.yaml")).unwrap_or_default());

/// The name of tables that are a person's own.
pub const OWN: &str = "table";

impl Dialect {
    /// Which table of the app it is.
    pub fn kind(&self) -> String {
        format!("{} {}", self.app, self.rows.name())
    }

    /// The names of all apps whose tables are known.
    #[cfg(test)]
    pub fn apps() -> Vec<&'static str> {
        let mut apps: Vec<_> = DIALECTS
            .iter()
            .map(|dialect| dialect.app.as_str())
            .collect();
        apps.dedup();
        apps
    }

    /// The field of a column, the rank of its name, its unit, and the number in its name.
    pub(super) fn column(
        &self,
        name: &str,
        repeated: usize,
    ) -> Option<(Field, usize, Option<&'static str>, u32)> {
        let find = |wanted: &str| {
            self.columns.iter().find_map(|(field, names)| {
                names.iter().enumerate().find_map(|(rank, known)| {
                    let (known, unit) = known.split_once('=').unwrap_or((known, ""));
                    (known == wanted).then(|| (*field, rank, known_unit(unit)))
                })
            })
        };
        if repeated > 1
            && let Some((field, rank, unit)) = find(&format!("{name}@{repeated}"))
        {
            return Some((field, rank, unit, 0));
        }
        if repeated > 1 && self.blocks.is_none() {
            return None;
        }
        if let Some((field, rank, unit)) = find(name) {
            return Some((field, rank, unit, 0));
        }
        let (pattern, number) = numbered(name)?;
        let (field, rank, unit) = find(&pattern)?;
        Some((field, rank, unit, number))
    }
}

/// What a name of a column means in the tables of any app, and the unit it says.
pub fn meaning_of(name: &str, rows: Option<Rows>) -> Option<(Field, Option<&'static str>)> {
    let name = normal(name);
    let bare = name.split(['(', '[']).next().unwrap_or_default().trim();
    let unit = unit_of(&name);
    let of = |name: &str| {
        let dialects = DIALECTS.iter().rev();
        let mut dialects =
            dialects.filter(|d| rows.is_none_or(|rows| d.rows == rows || d.app == OWN));
        dialects.find_map(|dialect| dialect.column(name, 1).map(|(field, ..)| field))
    };
    of(&name).or_else(|| of(bare)).map(|field| (field, unit))
}

/// A name as the dialects write it.
pub(super) fn normal(name: &str) -> String {
    name.trim().to_lowercase().replace('\u{2019}', "'")
}

/// A name with the number in it left out, and that number.
fn numbered(name: &str) -> Option<(String, u32)> {
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let digits = name[start..].bytes().take_while(u8::is_ascii_digit).count();
    let number = name[start..start + digits].parse().ok()?;
    Some((
        format!("{}#{}", &name[..start], &name[start + digits..]),
        number,
    ))
}

/// The unit in the name of a column: in brackets, behind an underscore, or all of it.
pub(super) fn unit_of(name: &str) -> Option<&'static str> {
    let unit = match (name.split_once(['(', '[']), name.rsplit_once('_')) {
        (Some((_, unit)), _) => unit.trim_end_matches([')', ']']),
        (None, Some((_, unit))) => unit,
        (None, None) => name.rsplit(' ').next().unwrap_or(name),
    };
    known_unit(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialects_are_read() {
        let apps = Dialect::apps();
        assert!(apps.contains(&"strong") && apps.contains(&OWN), "{apps:?}");
        for app in apps.iter().filter(|app| **app != OWN) {
            assert!(
                super::super::IMPORTER.name.contains(app),
                "{app} is not told"
            );
        }
        for dialect in DIALECTS.iter() {
            for name in dialect.columns.values().flatten().chain(&dialect.unused) {
                assert_eq!(*name, name.to_lowercase(), "{}", dialect.app);
            }
        }
    }

    #[test]
    fn units_stand_in_names() {
        for (name, unit) in [
            ("weight (lbs)", Some("lb")),
            ("weight(kg)", Some("kg")),
            ("distance_miles", Some("mi")),
            ("lb", Some("lb")),
            ("mi", Some("mi")),
            ("weight", None),
            ("duration (hours)", None),
        ] {
            assert_eq!(unit_of(name), unit, "{name}");
        }
    }
}
