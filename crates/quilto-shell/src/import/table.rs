//! What the shell knows of tables: who reads them, and what the last one of an app was like.

use super::{Importer, Source};

/// How a table begins.
pub struct TableHead {
    /// Which table of which app it is, where one is known to write it.
    pub kind: Option<String>,
    /// The names of its columns.
    pub header: Vec<String>,
}

/// The reader of tables, and what it must tell before it reads one.
pub struct TableReader {
    /// Reads them.
    pub importer: Importer,
    /// How a table begins; `None` for a file that is no table.
    pub head: fn(&Source) -> Option<TableHead>,
    /// Whether a text says what columns hold (`date=Datum,weight:kg=Gewicht`), else what is wrong.
    pub check: fn(&str) -> Result<(), String>,
}

/// A column that said something.
#[derive(Clone, Debug, PartialEq)]
pub struct TableColumn {
    /// What it holds.
    pub field: String,
    /// Its name.
    pub name: String,
    /// Whether it says how much of something.
    pub is_quantity: bool,
}

/// What a table held, for the next one of its kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableFacts {
    /// The app, or `table` for a table of a person's own.
    pub app: String,
    /// Which of the tables of the app it is: they need not have columns in common.
    pub kind: String,
    /// The columns that said something: what they hold, and their names.
    pub columns: Vec<TableColumn>,
    /// Whether no app is known to write it.
    pub is_own: bool,
    /// The names of all columns.
    pub header: Vec<String>,
    /// What a person said the columns hold; empty where nothing was said.
    pub map: String,
}

/// The short name of a unit as apps write it.
pub fn known_unit(name: &str) -> Option<&'static str> {
    Some(match name.trim().to_lowercase().as_str() {
        "kg" | "kgs" | "kilogram" | "kilograms" => "kg",
        "lb" | "lbs" | "pound" | "pounds" => "lb",
        "m" | "meter" | "meters" | "metre" | "metres" | "metros" | "mètres" => "m",
        "km" | "kms" | "kilometer" | "kilometers" | "kilometres" => "km",
        "mi" | "mile" | "miles" => "mi",
        "yd" | "yds" | "yard" | "yards" => "yd",
        "ft" | "feet" | "foot" => "ft",
        _ => return None,
    })
}
