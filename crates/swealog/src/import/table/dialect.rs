//! The tables of other apps as data, and which of their columns a table has.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::content::fits;
use super::field::Field;
use super::grid::Grid;
use super::layout::{Column, Layout};
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
    known_by: Vec<Field>,
    #[serde(default)]
    pub expects: Vec<Field>,
    columns: BTreeMap<Field, Vec<String>>,
    #[serde(default)]
    unused: Vec<String>,
    #[serde(default)]
    positions: Vec<Option<Field>>,
    #[serde(default)]
    pub only: bool,
    #[serde(default)]
    pub open: bool,
    #[serde(default)]
    blocks: Option<Field>,
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

    pub(super) fn layout(&'static self, grid: &Grid) -> Option<Layout> {
        let mut layout = Layout {
            dialect: self,
            rows: self.rows,
            columns: Vec::new(),
            unknown: Vec::new(),
        };
        let mut block = 0;
        let mut names: Vec<String> = Vec::new();
        for (place, shown) in grid.header.iter().enumerate() {
            let name = normal(shown);
            names.push(name.clone());
            let repeated = names.iter().filter(|known| **known == name).count();
            match self.column(&name, repeated) {
                Some((field, rank, unit, number)) => {
                    if self.blocks == Some(field) {
                        block += 1;
                    }
                    layout.columns.push(Column {
                        field,
                        place,
                        name: shown.clone(),
                        unit: unit.or_else(|| unit_of(&name)),
                        block,
                        number: if self.blocks == Some(field) {
                            0
                        } else {
                            number
                        },
                        rank,
                    });
                }
                None if repeated > 1 || self.unused.contains(&name) || name.is_empty() => {}
                None => layout.unknown.push((place, shown.clone())),
            }
        }
        self.place_unknown(grid, &mut layout);
        layout.columns.sort_by_key(|column| column.rank);
        let known = self.known_by.iter().all(|field| layout.has(*field));
        let no_more = !self.only || layout.unknown.is_empty();
        (known && no_more).then_some(layout)
    }

    /// The field of a column, the rank of its name, its unit, and the number in its name.
    fn column(
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

    /// Takes columns whose names are not known for what stands at their place, where what they hold
    /// fits.
    fn place_unknown(&self, grid: &Grid, layout: &mut Layout) {
        let cells = |place: usize| grid.cells(place).map(|(_, cell)| cell);
        let is_flag = |cell: &str| matches!(cell.to_lowercase().as_str(), "true" | "false");
        // the third column says whether an activity is a favourite, and a clock shows how long it took
        let looks_like_it = || {
            let clock = self
                .positions
                .iter()
                .position(|f| *f == Some(Field::Seconds));
            cells(2).next().is_some()
                && cells(2).all(is_flag)
                && clock.is_some_and(|place| cells(place).any(|cell| cell.contains(':')))
        };
        let by_name = self.known_by.iter().all(|field| layout.has(*field));
        if self.positions.is_empty() || !(by_name || looks_like_it()) {
            return;
        }
        for (place, field) in self.positions.iter().enumerate() {
            let Some(field) = *field else {
                layout.unknown.retain(|(known, _)| *known != place);
                continue;
            };
            if layout.has(field) || !fits(grid, place, field) {
                continue;
            }
            let Some(at) = layout.unknown.iter().position(|(p, _)| *p == place) else {
                continue;
            };
            let (place, name) = layout.unknown.remove(at);
            layout.columns.push(Column {
                field,
                place,
                name,
                unit: None,
                block: 0,
                number: 0,
                rank: 0,
            });
        }
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
