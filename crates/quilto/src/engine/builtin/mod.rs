//! The built-in engine: answers from domain data, rules and statistics, with no model and no network.

pub mod language;
pub mod router;
