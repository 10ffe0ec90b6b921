//! Dates.
