//! Words through the machine, and what is shown of what comes back; the same for commands, the
//! conversation and, but for the terminal, the server.
//!
//! - `one_input`, `drive`: words in, and a run driven as far as it goes
//! - `terminal`: the person at it, whom `prompt` asks; `show` and `echo` tell, `work` says what takes so
//!   long
//! - `typed`: commands that are typed as words
//! - `units`, `unit_answer`: whose units bare numbers are in
//! - `interruption`, `last_session`, `daily_jobs`: what lasts from one command to the next
//! - `search`, `amended`, `taking_out`: notes as they are listed, and taken out
//! - `rereading`, `own_names`, `outliers`, `amending`, `figure_changes`, `undo`, `moving`, `forgetting`, `entry_names`: changes to notes that stand
//! - `importing`: what comes in from files
//! - `usual`: what is usually done on a weekday
//! - `named_measure`, `chart_data`, `chart_legend`, `stats`, `stats_words`: the words of `plot`, and what
//!   it and `stats` show

pub mod amended;
pub mod amending;
pub mod chart_data;
pub mod chart_legend;
pub mod daily_jobs;
pub mod day_edit;
pub mod doubtful;
pub mod drive;
pub mod echo;
pub mod entry_names;
pub mod figure_changes;
pub mod forgetting;
pub mod importing;
pub mod interruption;
pub mod last_session;
pub mod moving;
pub mod named_measure;
pub mod one_input;
mod outliers;
pub mod own_names;
pub mod own_targets;
pub mod prompt;
pub mod rereading;
pub mod search;
pub mod show;
pub mod stats;
pub mod stats_words;
pub mod taking_out;
mod terminal;
pub mod typed;
pub mod undo;
pub mod unit_answer;
pub mod units;
pub mod usual;
pub mod waiting_runs;
pub mod work;
