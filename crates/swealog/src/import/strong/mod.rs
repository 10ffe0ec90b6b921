//! The CSV export of the Strong app, in the dialects and languages that are about.
//!
//! One entry per session: a readable text, the rows as they were, and what they mean.

use super::Importer;
use super::lifting::{App, Column};

mod columns;

/// Reads Strong's CSV.
pub const IMPORTER: Importer = Importer {
    name: APP.name,
    claims: |source| APP.claims(source),
    read: |source, context| APP.read(source, context),
};

const APP: App = App {
    name: "strong",
    columns: columns::NAMES,
    known_by: &[Column::Start, Column::Exercise, Column::Set, Column::Reps],
    no_sets: &[
        "rest timer",
        "rest",
        "휴식 타이머",
        "note",
        "ruhe-timer",
        "pausentimer",
        "pausen-timer",
        "minuteur de repos",
        "temporizador de descanso",
    ],
    from_zero: false,
    days_only: false,
};

#[cfg(test)]
mod tests;
