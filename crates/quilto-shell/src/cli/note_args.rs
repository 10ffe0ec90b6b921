//! The words of a note or question as arguments.

use clap::Args;

use super::input::is_standard;

/// A note or question given as words.
#[derive(Debug, Args)]
pub struct NoteArgs {
    /// The words of a note; without words, or for -, they are read from standard input
    #[arg(value_name = "TEXT", allow_negative_numbers = true)]
    pub words: Vec<String>,

    /// File the note under this day: 2026-11-20, yesterday, monday
    #[arg(long, value_name = "DAY")]
    pub date: Option<String>,
}

impl NoteArgs {
    /// Whether the words come from a pipe, and so perhaps from a program.
    pub fn are_piped(&self) -> bool {
        self.words.is_empty() || is_standard(&self.words)
    }

    /// With a day that was given before the command's name.
    pub fn dated(mut self, day: Option<String>) -> Self {
        self.date = self.date.or(day);
        self
    }
}
