//! Whole runs with scripted agents.

mod both;
mod correction;
mod docs;
mod exhaustive;
mod expansion;
mod honesty;
mod log;
mod order;
mod query;
mod scenarios;
