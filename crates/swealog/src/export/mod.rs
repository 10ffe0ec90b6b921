//! Taking out what was logged, in a form of its own subject.

use quilto_shell::export::Exporter;

mod strong;

/// Sets as the Strong app writes them.
pub const STRONG_CSV: Exporter = Exporter {
    name: "strong-csv",
    write: strong::write,
};
