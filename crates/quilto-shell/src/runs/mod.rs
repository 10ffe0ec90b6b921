//! Words through the machine, and what is shown of what comes back; the same for commands, the
//! conversation and, but for the terminal, the server.
//!
//! - `one_input`, `drive`: words in, and a run driven as far as it goes
//! - `terminal`: the person at it, whom `prompt` asks; `show` and `echo` tell, `spinner` says what takes so
//!   long
//! - `typed_commands`: commands that are typed as words
//! - `units`, `unit_answer`: whose units bare numbers are in
//! - `interruption`, `last_session`, `daily_jobs`: what lasts from one command to the next
//! - `search`, `entry_amendments`, `export_selection`: notes as they are listed, and taken out
//! - `reread`, `aliases`, `outliers`, `amend`, `figure_changes`, `undo`, `move_entry`, `forget`, `entry_names`:
//!   changes to notes that stand
//! - `importing`: what comes in from files
//! - `usual`: what is usually done on a weekday
//! - `named_measure`, `chart_data`, `chart_legend`, `stats`, `stats_words`: the words of `plot`, and what
//!   it and `stats` show

pub mod aliases;
pub mod amend;
pub mod chart_data;
pub mod chart_legend;
pub mod daily_jobs;
pub mod day_edit;
pub mod doubtful_notes;
pub mod drive;
pub mod echo;
pub mod entry_amendments;
pub mod entry_names;
pub mod export_selection;
pub mod figure_changes;
pub mod forget;
pub mod importing;
pub mod interruption;
pub mod last_session;
pub mod move_entry;
pub mod named_measure;
pub mod one_input;
mod outliers;
pub mod own_targets;
pub mod prompt;
pub mod reread;
pub mod search;
pub mod show;
pub mod spinner;
pub mod stats;
pub mod stats_words;
mod terminal;
pub mod typed_commands;
pub mod undo;
pub mod unit_answer;
pub mod units;
pub mod usual;
pub mod waiting_runs;
