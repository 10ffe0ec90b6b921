//! What a run begins with, fixed for its whole life.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use serde::{Deserialize, Serialize};

use crate::agents::ResponseStyle;
use crate::model::UnitPreferences;
use crate::model::{Conversation, Entry, InputType};

use super::Limits;

/// What the user typed, and what the caller knows about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInput {
    /// The text as typed.
    pub text: String,
    /// What the caller says it is; `None` lets the router decide. Domains are chosen either way.
    pub assume: Option<InputType>,
    /// The day a note is filed under, if the caller was told one; else the note's own words say, and
    /// else it is today.
    pub day: Option<NaiveDate>,
    /// The minute for the note's heading; `None` is the minute the run began.
    pub time: Option<NaiveTime>,
    /// The entry that a correction is about, as it stands, if the caller was told one; else the words
    /// of the correction say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Entry>,
    /// What was said just before, in a conversation. A run that was saved in an older form has none.
    #[serde(default)]
    pub conversation: Conversation,
    /// The names of all domains that could be loaded.
    pub available: Vec<String>,
}

impl RunInput {
    /// Text that the router classifies, filed under today.
    pub fn new(text: impl Into<String>, available: Vec<String>) -> Self {
        Self {
            text: text.into(),
            assume: None,
            day: None,
            time: None,
            about: None,
            conversation: Conversation::default(),
            available,
        }
    }
}

/// When the user sees what is about to be written.
///
/// What was typed is saved before anything else whatever the policy says; this is about what was
/// understood of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalPolicy {
    /// Never: for scripts, and for a user who said yes beforehand.
    Never,
    /// Before an earlier note is changed.
    #[default]
    Corrections,
    /// Also when some field is doubtful.
    Uncertain,
    /// Always.
    Always,
}

/// The world as it was when the run began, and how the run behaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSettings {
    /// Local time when the run began.
    pub now: NaiveDateTime,
    /// How many minutes local time is ahead of UTC, where that is known.
    #[serde(default)]
    pub utc_offset: Option<i32>,
    /// The day the run belongs to; with days that end late it may be the day before `now`.
    pub today: NaiveDate,
    /// Units for bare numbers and answers.
    pub units: UnitPreferences,
    /// How long answers should be.
    pub response_style: ResponseStyle,
    /// The budgets.
    pub limits: Limits,
    /// When to ask before writing.
    pub approval: ApprovalPolicy,
    /// Whether text is kept in the spool while it is not yet known to be a note. Worth its write
    /// when routing can take seconds or fail; an engine that answers at once does not need it.
    pub spool: bool,
    /// Whether the run ends with the observer.
    pub observe: bool,
    /// Who reads notes, as it is written beside what was understood (`builtin`, a model's name).
    pub engine: String,
}

impl RunSettings {
    /// Default settings at a moment; today is that moment's day.
    pub fn at(now: NaiveDateTime) -> Self {
        Self {
            now,
            utc_offset: None,
            today: now.date(),
            units: UnitPreferences::default(),
            response_style: ResponseStyle::default(),
            limits: Limits::default(),
            approval: ApprovalPolicy::default(),
            spool: true,
            observe: true,
            engine: "builtin".into(),
        }
    }
}
