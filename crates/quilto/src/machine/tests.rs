//! Whole runs with scripted agents.

mod both;
mod correction;
mod expansion;
mod honesty;
mod log;
mod query;
