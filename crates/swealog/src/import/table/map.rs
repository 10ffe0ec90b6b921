//! What the columns of a table hold, as a person says or as it is guessed.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use super::content::{fits, fits_in_part, looks_like_a_quantity};
use super::dialect::{Rows, meaning_of};
use super::field::{Field, NAMES};
use super::grid::Grid;
use super::number::Number;
use super::unit::Measure;

/// What columns hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnMap(Vec<Mapping>);

/// What one column holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    /// What it holds.
    pub field: Field,
    /// In which unit, where that was said.
    pub unit: Option<String>,
    /// Its name.
    pub column: String,
}

impl ColumnMap {
    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each column that something was said of.
    pub fn iter(&self) -> impl Iterator<Item = &Mapping> {
        self.0.iter()
    }

    /// Whether a column of a field is named.
    fn has(&self, field: Field) -> bool {
        self.0.iter().any(|mapping| mapping.field == field)
    }

    /// What several texts say together; where two name a field, the later counts.
    pub fn of_all(texts: &[String]) -> Result<Self, String> {
        let mut all = Self::default();
        for text in texts {
            all.extend(&text.parse()?);
        }
        Ok(all)
    }

    /// Takes in another map, which counts where both name a field.
    pub fn extend(&mut self, other: &Self) {
        self.0.retain(|mapping| !other.has(mapping.field));
        self.0.extend(other.0.iter().cloned());
    }

    /// One column.
    pub fn of(field: Field, column: &str) -> Self {
        Self(vec![Mapping {
            field,
            unit: None,
            column: column.to_owned(),
        }])
    }

    /// The same with the unit of one column.
    pub fn with_unit(&self, field: Field, column: &str, unit: &str) -> Self {
        let mut map = self.clone();
        map.extend(&Self(vec![Mapping {
            field,
            unit: Some(unit.to_owned()),
            column: column.to_owned(),
        }]));
        map
    }

    /// What a row of such a table is.
    pub fn rows(&self) -> Rows {
        let distance = [Field::Kind, Field::Distance, Field::Seconds];
        if self.has(Field::Exercise) {
            Rows::Sets
        } else if distance.iter().any(|field| self.has(*field)) {
            Rows::Activities
        } else if self.has(Field::Meal) || self.has(Field::Calories) || self.has(Field::Protein) {
            Rows::Meals
        } else {
            Rows::Measurements
        }
    }

    /// What the columns of a table seem to hold, and whether that is certain; `None` where they do
    /// not seem to hold anything of use.
    pub fn guess(grid: &Grid) -> Option<(Self, bool)> {
        if grid.rows.is_empty() {
            return None;
        }
        let date = (0..grid.header.len()).find(|place| fits(grid, *place, Field::Date))?;
        let named = |place: usize, rows| meaning_of(&grid.header[place], rows);
        let places = || (0..grid.header.len()).filter(|place| *place != date);
        let has = |field| places().any(|place| named(place, None).is_some_and(|(f, _)| f == field));
        let rows = if has(Field::Exercise) {
            Rows::Sets
        } else if has(Field::Kind) || has(Field::Distance) {
            Rows::Activities
        } else if has(Field::Meal) || has(Field::Protein) || has(Field::Calories) {
            Rows::Meals
        } else {
            Rows::Measurements
        };
        let mut map = Self::of(Field::Date, &grid.header[date]);
        let mut certain = true;
        for place in places() {
            let meaning = named(place, Some(rows)).or_else(|| named(place, None));
            let field = meaning.map(|(field, _)| match (field, rows) {
                // without exercises a weight is that of the body
                (Field::Weight, Rows::Measurements | Rows::Meals) => Field::Bodyweight,
                (field, _) => field,
            });
            let field = field.map(|field| match field {
                Field::Set | Field::Sets => counted_or_numbered(grid, date, place),
                field => field,
            });
            match field {
                Some(field)
                    if !field.name().is_empty()
                        && rows.takes(field)
                        && !map.has(field)
                        && (fits(grid, place, field) || fits_in_part(grid, place, field)) =>
                {
                    // a cell that is no number is for the person to look at
                    certain &= fits(grid, place, field);
                    map.extend(&Self::of(field, &grid.header[place]));
                }
                _ => certain &= !looks_like_a_quantity(grid, place),
            }
        }
        let needs: &[Field] = match rows {
            Rows::Sets => &[Field::Reps, Field::Weight, Field::Seconds, Field::Distance],
            Rows::Activities => &[Field::Distance, Field::Seconds],
            Rows::Meals => &[Field::Calories, Field::Protein],
            Rows::Measurements => &[Field::Bodyweight, Field::Steps, Field::Sleep],
        };
        // a row for every second is a recording, and no list of what was done
        let days: HashSet<&str> = grid.cells(date).map(|(_, cell)| day_of(cell)).collect();
        let is_recording = matches!(rows, Rows::Activities | Rows::Measurements)
            && grid.rows.len() > 8 * days.len();
        let says_something = !is_recording && needs.iter().any(|field| map.has(*field));
        // what is there without what gives it its meaning
        let lacks = match rows {
            Rows::Sets => map.has(Field::Weight) && !map.has(Field::Reps),
            Rows::Activities => !map.has(Field::Kind),
            Rows::Meals | Rows::Measurements => false,
        };
        says_something.then_some((map, certain && !lacks))
    }
}

/// Whether a column of sets numbers them or says how many there are: numbers begin with the first
/// wherever another exercise begins.
fn counted_or_numbered(grid: &Grid, date: usize, place: usize) -> Field {
    let exercise = (0..grid.header.len()).find(|place| {
        meaning_of(&grid.header[*place], Some(Rows::Sets))
            .is_some_and(|(field, _)| field == Field::Exercise)
    });
    let mut before = None;
    let begins_anew = |(_, record): &(usize, csv::StringRecord)| {
        let thing = exercise.and_then(|place| record.get(place));
        let here = (
            record.get(date).map(str::to_owned),
            thing.map(str::to_owned),
        );
        let anew = before.as_ref() != Some(&here);
        let first = record.get(place).and_then(Number::read);
        let first = first.and_then(|number| number.own_value());
        before = Some(here);
        anew && first.is_some_and(|first| first > 1.0)
    };
    match grid.rows.iter().any(begins_anew) {
        true => Field::Sets,
        false => Field::Set,
    }
}

/// The part of a moment that says the day.
fn day_of(cell: &str) -> &str {
    let clock = cell.find(':').unwrap_or(cell.len());
    let end = cell[..clock].rfind([' ', 'T']).unwrap_or(clock);
    &cell[..end]
}

impl fmt::Display for ColumnMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mapping) in self.0.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{}", mapping.field.name())?;
            if let Some(unit) = &mapping.unit {
                write!(f, ":{unit}")?;
            }
            write!(f, "={}", mapping.column)?;
        }
        Ok(())
    }
}

impl FromStr for ColumnMap {
    type Err = String;

    /// Reads `date=Datum,exercise=Übung,weight:kg=Gewicht`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut map = Self::default();
        for part in text.split(',') {
            let begins = part.split_once('=').map(|(key, column)| {
                let (field, unit) = key.split_once(':').unwrap_or((key, ""));
                (key, Field::named(field), unit, column)
            });
            match (begins, map.0.last_mut()) {
                (Some((key, Some(field), unit, column)), _) => {
                    if !unit.is_empty() && Measure::of(field, unit).is_none() {
                        return Err(format!("“{unit}” in “{key}” is not a unit"));
                    }
                    map.0.push(Mapping {
                        field,
                        unit: Some(unit.to_owned()).filter(|unit| !unit.is_empty()),
                        column: column.trim().to_owned(),
                    });
                }
                // a comma may be part of the name of a column
                (None, Some(last)) => {
                    last.column.push(',');
                    last.column.push_str(part);
                }
                (Some((key, None, ..)), _) => return Err(unknown(key)),
                (None, None) => return Err(unknown(part)),
            }
        }
        if map.0.iter().any(|mapping| mapping.column.is_empty()) {
            return Err("write each as FIELD=COLUMN".into());
        }
        Ok(map)
    }
}

fn unknown(key: &str) -> String {
    let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
    format!(
        "“{key}” is not a field; write FIELD=COLUMN with one of {}",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_as_it_is_written() {
        let text = "date=Datum,exercise=Übung, kurz,weight:kg=Gewicht";
        let map: ColumnMap = text.parse().unwrap();
        assert_eq!(map.to_string(), text);
        assert_eq!(map.rows(), Rows::Sets);
        for wrong in ["", "date", "when=Datum", "weight:furlong=Gewicht", "date="] {
            assert!(wrong.parse::<ColumnMap>().is_err(), "{wrong}");
        }
    }
}
