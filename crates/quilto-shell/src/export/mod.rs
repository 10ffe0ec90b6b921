//! Taking out what was logged, in forms that other programs read.

use std::io::{self, Write};

use quilto::model::{Entry, UnitPreferences};

mod json;
mod markdown;
mod table;

pub(crate) use json::{ExportContents, claims, read};

/// What is taken out.
pub struct ExportData<'a> {
    /// The name of the application.
    pub app: &'a str,
    /// Everything that was ever written, corrections and undone notes included.
    pub sections: &'a [Entry],
    /// The entries that stand.
    pub entries: &'a [Entry],
    /// What was learned over time.
    pub global_context: &'a str,
    /// Units of tables that have one unit a column.
    pub units: &'a UnitPreferences,
}

/// A table that could not be written, as the error of the file or the pipe it goes to.
pub fn of_table(error: csv::Error) -> io::Error {
    if !error.is_io_error() {
        return io::Error::other(error);
    }
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A form to take entries out in.
pub struct Exporter {
    /// Its name on the command line.
    pub name: &'static str,
    /// Writes it.
    pub write: fn(&ExportData<'_>, &mut dyn Write) -> io::Result<()>,
}

/// All there is, so that nothing is lost on the way out and in again.
pub const JSON: Exporter = Exporter {
    name: "json",
    write: json::write,
};

/// Notes to read and to print.
pub const MARKDOWN: Exporter = Exporter {
    name: "md",
    write: markdown::write,
};

/// A flat table of everything understood, for a spreadsheet.
pub const CSV: Exporter = Exporter {
    name: "csv",
    write: table::write,
};
