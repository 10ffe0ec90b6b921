//! What a run tells besides its result.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Something the user should know besides the result: what did not go as hoped, or that nothing was
/// written because they said so. The words are for the user; what can be done about it, the
/// application says.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Problem {
    /// The user meant none of the notes that a correction could be about.
    #[error("no note was chosen; nothing was changed")]
    NothingChosen,
    /// The user did not want what was previewed.
    #[error("nothing was changed")]
    NothingChanged,
    /// The user did not want what was read of a new note.
    #[error("the note was taken back")]
    TakenBack,
    /// No note is like the one that a correction names.
    #[error("no note fits this correction; nothing was written")]
    NoSuchNote,
    /// The corrected note says so already.
    #[error("nothing in that note would change; nothing was written")]
    NoChange,
    /// A correction does not fit what the note says.
    #[error("{0}; nothing was written")]
    Unfitting(String),
    /// The day that a note was given is another than its words seem to mean.
    #[error("filed under {filed}, though its words may mean {meant}")]
    AnotherDay {
        /// The day it stands under.
        filed: NaiveDate,
        /// The day of its words.
        meant: NaiveDate,
    },
    /// The words could not be written.
    #[error("the note could not be saved: {0}")]
    Unsaved(String),
    /// The words could not be written, since somebody else was writing all the time.
    #[error("the note could not be saved: {0}")]
    InUse(String),
    /// The words could not be written, since a link stands where they belong.
    #[error("the note could not be saved: {0}")]
    LeadsOut(String),
    /// The words stand in the log, but an agent failed to read them.
    #[error("the note was not understood: {0}")]
    NotUnderstood(String),
    /// The words stand in the log, but what they mean could not be written.
    #[error("the note is safe, but what was understood could not be saved: {0}")]
    ReadingUnsaved(String),
    /// The words stand in the log, but what the user wanted otherwise could not be written.
    #[error("the note is safe, but what you changed could not be saved: {0}")]
    ChangeUnsaved(String),
    /// A note that the user did not want is still in the log.
    #[error("the note could not be taken back: {0}")]
    NotTakenBack(String),
    /// The parser's work was not done by the model that was to do it.
    #[error("read without the model: {0}")]
    WithoutModel(String),
    /// The router failed.
    #[error("the input could not be classified: {0}")]
    Unclassified(String),
    /// The planner failed: what answers the question was not even looked for.
    #[error("the question could not be planned: {0}")]
    Unplanned(String),
    /// What answers the question could not be read or computed.
    #[error("the answer could not be computed: {0}")]
    Uncomputed(String),
    /// What the user is asked cannot be answered later.
    #[error("this session cannot be resumed: {0}")]
    NotResumable(String),
    /// A domain's files are broken in part.
    #[error("{0}")]
    Domain(String),
    /// What the storage noticed while it was read.
    #[error("{0}")]
    Storage(String),
    /// Anything else that failed; also what was saved before problems had kinds.
    #[error("{0}")]
    #[serde(untagged)]
    Other(String),
}

impl Problem {
    /// Whether it went as the user wanted: they saw what would be written and said no.
    pub fn is_wanted(&self) -> bool {
        matches!(
            self,
            Self::NothingChosen | Self::NothingChanged | Self::TakenBack
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_read_back_as_it_was_saved() {
        let day = |text: &str| text.parse().unwrap();
        for problem in [
            Problem::NothingChanged,
            Problem::Unsaved("the disk is full".into()),
            Problem::AnotherDay {
                filed: day("2026-11-20"),
                meant: day("2026-11-19"),
            },
            Problem::Other("something else".into()),
        ] {
            let saved = serde_json::to_string(&problem).unwrap();
            let read: Problem = serde_json::from_str(&saved).unwrap();
            assert_eq!(read, problem, "{saved}");
        }
    }

    #[test]
    fn words_saved_before_problems_had_kinds_are_kept() {
        let read: Problem = serde_json::from_str("\"the disk was slow\"").unwrap();
        assert_eq!(read, Problem::Other("the disk was slow".into()));
    }
}
