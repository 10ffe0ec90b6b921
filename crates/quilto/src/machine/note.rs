//! What the note's lane knows.

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};

use crate::agents::{CorrectionDelta, ParserOutput};
use crate::model::{Entry, EntryId, Parsed};

use super::{Choice, Preview, Problem, Refinement};

/// What became of a note or a correction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Logged {
    /// The section that was written. Absent when nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// What was understood and saved: of the new note, or of the corrected one as it stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parsed: Option<Parsed>,
    /// What was corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// What the user should know besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// A correction that was applied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Correction {
    /// The entry as it was.
    pub target: Entry,
    /// The changed fields.
    pub delta: Vec<CorrectionDelta>,
}

/// The data of PARSE, STORE, and of waiting for the user's word on a write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Note {
    /// The part of the input that is the note, as typed.
    pub text: String,
    /// The day it is filed under.
    pub day: NaiveDate,
    /// The minute of its heading.
    pub time: NaiveTime,
    /// Whether it changes an earlier note, and in which words that one is meant.
    pub correction_of: Option<String>,
    /// The domains loaded for it.
    pub domains: Vec<String>,
    /// The section in the log; `None` until it is appended.
    pub entry: Option<Entry>,
    /// The newest entries before it.
    pub recent: Option<Vec<Entry>>,
    /// What the parser read.
    pub parse: Option<ParserOutput>,
    /// The correction's target, once it is certain.
    pub target: Option<Entry>,
    /// What the target will say once the correction is applied.
    pub corrected: Option<Parsed>,
    /// The user's choice of a target.
    pub chosen: Option<EntryId>,
    /// What the user is asked just now.
    pub choice: Option<Choice>,
    /// What the user is shown just now.
    pub preview: Option<Preview>,
    /// How many previews were made.
    pub previews: u32,
    /// What the user wanted otherwise.
    pub refinements: Vec<Refinement>,
    /// Whether the write may happen without asking again.
    pub approved: bool,
    /// Whether the text still lies in the spool.
    pub spooled: bool,
    /// Whether saving the words was tried and failed.
    pub unsaved: bool,
    /// Whether what was understood is saved.
    pub saved: bool,
    /// Whether the user took it back.
    pub rejected: bool,
    /// What the user should know besides.
    pub problems: Vec<Problem>,
    /// Whether it is an answer to a question of ours: its day may be one that the question named.
    #[serde(default)]
    pub told: bool,
    /// What was read before the user wanted it otherwise.
    #[serde(default)]
    pub unrefined: Option<Parsed>,
    /// The section that says how a new note was refined, once it is appended.
    #[serde(default)]
    pub amended: Option<Entry>,
    /// Whether what the user wanted otherwise is being read as a change of what was read.
    #[serde(default)]
    pub refining: bool,
    /// Whether entries further back were looked through for the one to correct.
    #[serde(default)]
    pub looked_back: bool,
}

/// An answer of the user that is a note of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct AnswerNote {
    /// Its words.
    pub text: String,
    /// Its day.
    pub day: NaiveDate,
    /// The domains it touches.
    pub domains: Vec<String>,
}

impl Note {
    /// The note that an answer is.
    pub(crate) fn of_answer(told: AnswerNote, time: NaiveTime) -> Self {
        Self {
            text: told.text,
            domains: told.domains,
            told: true,
            ..Self::new(told.day, time)
        }
    }

    pub(crate) fn new(day: NaiveDate, time: NaiveTime) -> Self {
        Self {
            text: String::new(),
            day,
            time,
            correction_of: None,
            domains: Vec::new(),
            entry: None,
            recent: None,
            parse: None,
            target: None,
            corrected: None,
            chosen: None,
            choice: None,
            preview: None,
            previews: 0,
            refinements: Vec::new(),
            approved: false,
            spooled: false,
            unsaved: false,
            saved: false,
            rejected: false,
            problems: Vec::new(),
            told: false,
            unrefined: None,
            amended: None,
            refining: false,
            looked_back: false,
        }
    }

    /// What the parser read, in the form the store keeps.
    pub(crate) fn parsed(&self, engine: &str) -> Option<Parsed> {
        let parse = self.parse.clone()?;
        Some(parse.into_parsed(engine))
    }

    /// What became of it, for the user.
    pub(crate) fn logged(&self, engine: &str) -> Logged {
        let applied = self.saved && self.correction_of.is_some();
        let correction = match (&self.target, &self.parse, applied) {
            (Some(target), Some(parse), true) => Some(Correction {
                target: target.clone(),
                delta: parse.correction_delta.clone(),
            }),
            _ => None,
        };
        let understood = if self.correction_of.is_some() {
            self.corrected.clone()
        } else {
            self.parsed(engine)
        };
        Logged {
            entry: self.entry.clone().filter(|_| !self.rejected),
            parsed: understood.filter(|_| self.saved),
            correction,
            problems: self.problems.clone(),
        }
    }
}
