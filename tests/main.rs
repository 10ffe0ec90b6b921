//! The real binary in a home of its own, seen from outside: stdout, stderr and exit code.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod common;

mod acts;
mod answers;
mod by_hand;
mod care;
mod clarify;
mod config;
mod context;
mod correct;
mod demo;
mod doctor;
mod domains;
mod echo;
mod errors;
#[cfg(unix)]
mod escapes;
mod events_in_notes;
mod explain;
mod export;
mod follow_ups;
mod history;
mod home_copy;
mod import;
mod import_tables;
mod index;
mod interrupted_runs;
mod json;
#[cfg(unix)]
mod korean;
mod log;
#[cfg(feature = "mcp")]
mod mcp;
mod model_runs;
mod models;
mod own_names;
mod packaging;
#[cfg(unix)]
mod pager;
mod pages;
mod places;
mod plot;
#[cfg(feature = "postgres")]
mod postgres;
mod readme;
mod repl;
mod resume;
mod serve;
mod several;
mod shown;
mod standard;
mod streams;
mod study_journal;
mod targets;
#[cfg(unix)]
mod terminal;
mod truths;
mod typed;
mod undo;
mod units;
mod users;
