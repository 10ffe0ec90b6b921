//! What a file leaves open that only a person can say, and what they said.

use std::path::PathBuf;

use super::dates::DayOrder;

/// The mark between a whole number and its fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimal {
    /// `10.02`, and `1,000` for a thousand.
    Point,
    /// `10,02`, and `1.000` for a thousand.
    Comma,
}

impl Decimal {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// What a person said about a file that leaves something open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// The mark between a whole number and its fraction.
    pub decimal: Option<Decimal>,
    /// Which number of a day in digits is the day.
    pub days: Option<DayOrder>,
    /// Columns that are left out.
    pub ignored: Vec<String>,
    /// Columns that need not be there.
    pub missing: Vec<String>,
    /// Whether values that cannot be are taken as they stand.
    pub odd: bool,
    /// What columns hold, as the reader of tables takes it; where two name a field, the later counts.
    pub maps: Vec<String>,
    /// Whether what a table without a known header holds may be taken as it was guessed.
    pub guessed: bool,
}

impl Choices {
    /// Whether a column is left out.
    pub fn ignores(&self, column: &str) -> bool {
        names(&self.ignored, column)
    }

    /// Whether a column need not be there.
    pub fn does_without(&self, column: &str) -> bool {
        names(&self.missing, column)
    }
}

fn names(names: &[String], column: &str) -> bool {
    let column = column.to_lowercase();
    names
        .iter()
        .any(|name| name.trim().to_lowercase() == column)
}

/// Something a file leaves open. Nothing of the file comes in before it is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The file.
    pub path: PathBuf,
    /// The line that shows it, from 1.
    pub line: usize,
    /// What is open.
    pub doubt: Doubt,
    /// Lines that show what is meant.
    pub samples: Vec<String>,
    /// What can be said.
    pub answers: Vec<Choice>,
}

/// What of a file is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// A table that no app is known to write.
    UnknownTable {
        /// What its columns seem to hold.
        map: String,
        /// Columns that seem to hold nothing of use.
        unused: Vec<String>,
    },
    /// A field that files of an app have, and this one has not.
    Missing {
        /// The app.
        app: String,
        /// The field.
        field: String,
    },
    /// One of several columns of a kind that is not there.
    MissingBeside {
        /// Its name.
        column: String,
    },
    /// A column in a unit that is not known.
    UnknownUnit {
        /// Its name.
        column: String,
        /// The unit as it stands.
        unit: String,
    },
    /// A column of numbers that goes into nothing.
    Unused {
        /// Its name.
        column: String,
    },
    /// A day in digits that may be two.
    TwoDays {
        /// The digits.
        cell: String,
    },
    /// A number whose mark may be that of a fraction or of thousands.
    TwoNumbers {
        /// The number as it stands.
        cell: String,
        /// The name of its column.
        column: String,
        /// What it is where the point is the decimal mark.
        point: f64,
        /// What it is where the comma is.
        comma: f64,
    },
    /// A value that cannot be.
    Impossible {
        /// It, with its unit.
        value: String,
        /// How long it took, where that tells.
        time: Option<String>,
        /// How many more there are.
        more: usize,
    },
    /// A column that the last table of the app had, and this one has not.
    Gone {
        /// The app.
        app: String,
        /// Its name.
        column: String,
    },
}

/// One thing said.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// The decimal mark.
    Decimal(Decimal),
    /// The order of days in digits.
    Days(DayOrder),
    /// A column is left out.
    Ignore(String),
    /// A column need not be there.
    DoWithout(String),
    /// Values that cannot be are taken as they stand.
    TakeOdd,
    /// What columns hold.
    Map(String),
    /// The unit of a column.
    Unit {
        /// The same as a map.
        map: String,
        /// The unit.
        unit: &'static str,
    },
    /// What one column holds.
    Column {
        /// The same as a map of this column alone.
        map: String,
        /// Its name.
        column: String,
    },
}

impl Choice {
    /// The name of what is said, and what is said of it.
    pub fn said(&self) -> (&'static str, &str) {
        match self {
            Self::Decimal(Decimal::Point) => ("decimal", "point"),
            Self::Decimal(Decimal::Comma) => ("decimal", "comma"),
            Self::Days(DayOrder::DayFirst) => ("days", "day-first"),
            Self::Days(DayOrder::MonthFirst) => ("days", "month-first"),
            Self::Ignore(column) => ("ignore-column", column),
            Self::DoWithout(column) => ("accept-missing", column),
            Self::TakeOdd => ("accept-odd", ""),
            Self::Map(map) | Self::Column { map, .. } | Self::Unit { map, .. } => ("map", map),
        }
    }

    /// The flag that says it on the command line.
    pub fn flag(&self) -> String {
        match self.said() {
            (name, "") if *self == Self::TakeOdd => format!("--{name}"),
            (name, value) => format!("--{name} {}", quoted(value)),
        }
    }

    /// What a name and what is said of it say; `None` where that is nothing known.
    pub fn of(name: &str, said: &str) -> Option<Self> {
        Some(match (name, said) {
            ("decimal", "point") => Self::Decimal(Decimal::Point),
            ("decimal", "comma") => Self::Decimal(Decimal::Comma),
            ("days", "day-first") => Self::Days(DayOrder::DayFirst),
            ("days", "month-first") => Self::Days(DayOrder::MonthFirst),
            ("ignore-column", column) => Self::Ignore(column.to_owned()),
            ("accept-missing", column) => Self::DoWithout(column.to_owned()),
            ("accept-odd", "") => Self::TakeOdd,
            ("map", map) => Self::Map(map.to_owned()),
            _ => return None,
        })
    }

    /// Adds it to what was said.
    pub(crate) fn add_to(&self, choices: &mut Choices) {
        match self {
            Self::Decimal(decimal) => choices.decimal = Some(*decimal),
            Self::Days(days) => choices.days = Some(*days),
            Self::Ignore(column) => choices.ignored.push(column.clone()),
            Self::DoWithout(column) => choices.missing.push(column.clone()),
            Self::TakeOdd => choices.odd = true,
            Self::Map(map) | Self::Column { map, .. } | Self::Unit { map, .. } => {
                choices.maps.push(map.clone())
            }
        }
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '=' | ',' | '.' | ':');
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood_again() {
        for choice in [
            Choice::Decimal(Decimal::Comma),
            Choice::Decimal(Decimal::Point),
            Choice::Days(DayOrder::DayFirst),
            Choice::Days(DayOrder::MonthFirst),
            Choice::Ignore("a=b c".into()),
            Choice::DoWithout(String::new()),
            Choice::TakeOdd,
            Choice::Map("date=Datum".into()),
        ] {
            let (name, said) = choice.said();
            assert_eq!(
                Choice::of(name, said),
                Some(choice.clone()),
                "{name} {said}"
            );
        }
        assert_eq!(Choice::of("days", "sideways"), None);
        assert_eq!(Choice::Ignore("a b".into()).flag(), "--ignore-column 'a b'");
        assert_eq!(Choice::TakeOdd.flag(), "--accept-odd");
    }
}
