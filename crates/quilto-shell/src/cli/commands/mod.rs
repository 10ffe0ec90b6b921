//! One file per command.

pub mod alias;
pub mod ask;
pub mod completions;
pub mod config;
pub mod context;
pub mod demo;
#[allow(
    clippy::too_many_lines,
    reason = "one arm for each thing that wants care"
)]
pub mod doctor;
pub mod domains;
pub mod edit;
pub mod explain;
pub mod export;
pub mod forget;
pub mod history;
pub mod home;
pub mod import;
pub mod log;
pub mod man;
pub mod mcp;
pub mod move_entry;
pub mod name;
pub mod parse;
pub mod plot;
pub mod reparse;
pub mod resume;
pub mod search;
pub mod serve;
pub mod sessions;
pub mod stats;
pub mod target;
pub mod undo;
pub mod users;
