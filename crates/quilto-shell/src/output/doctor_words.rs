//! What `doctor` tells, in the languages people read it in: `doctor.yaml` of the lexicon.

use quilto::model::Language;
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

use super::words::Numbered;

/// What wants care.
pub enum IssueCause {
    /// A file with the marks of a merge in it.
    HalfMerged,
    /// A second version of a day.
    SecondVersion,
    /// A second version of what was learned.
    SecondContext,
    DamagedReading(String),
    NewerForm,
    Unreadable(String),
    Broken(usize),
    NotText,
    Unread(usize),
    InterruptedWrite,
    Leftover,
    /// Text that was cut off before it was read, and what goes on with it.
    CutOff(String),
    /// What an error says of itself.
    Error(String),
    Other,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoctorWords {
    pub home: String,
    pub notes: String,
    pub notes_are: Template,
    pub readings: String,
    pub waiting: String,
    pub waiting_are: Template,
    pub mended: String,
    pub aside: String,
    pub set_aside: Template,
    pub care: String,
    pub more: Template,
    pub well: String,
    pub hint: String,
    pub merged: Template,
    pub read_again: Template,
    pub learned: String,
    counts: Counts,
    half_merged: String,
    second_version: String,
    second_context: String,
    damaged_reading: Template,
    newer_form: String,
    unreadable: Template,
    broken: Numbered,
    not_text: String,
    unread: Numbered,
    interrupted_write: String,
    leftover: String,
    cut_off: Template,
    other: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    section: Numbered,
    day: Numbered,
    run: Numbered,
    note: Numbered,
    line: Numbered,
}

/// What is counted.
#[derive(Clone, Copy)]
pub enum CountedItem {
    Section,
    Day,
    Run,
    Note,
    Line,
}

impl DoctorWords {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<DoctorWords> = Wordings::new("doctor");
        ALL.of(language)
    }

    /// `3 notes`
    pub fn count(&self, what: CountedItem, count: usize) -> String {
        let counts = &self.counts;
        let wording = match what {
            CountedItem::Section => &counts.section,
            CountedItem::Day => &counts.day,
            CountedItem::Run => &counts.run,
            CountedItem::Note => &counts.note,
            CountedItem::Line => &counts.line,
        };
        wording.of(count)
    }

    /// What is the matter.
    pub fn says(&self, cause: &IssueCause) -> String {
        match cause {
            IssueCause::HalfMerged => self.half_merged.clone(),
            IssueCause::SecondVersion => self.second_version.clone(),
            IssueCause::SecondContext => self.second_context.clone(),
            IssueCause::DamagedReading(why) => self.damaged_reading.fill(&[("why", why)]),
            IssueCause::NewerForm => self.newer_form.clone(),
            IssueCause::Unreadable(why) => self.unreadable.fill(&[("why", why)]),
            IssueCause::Broken(count) => self.broken.of(*count),
            IssueCause::NotText => self.not_text.clone(),
            IssueCause::Unread(count) => self.unread.of(*count),
            IssueCause::InterruptedWrite => self.interrupted_write.clone(),
            IssueCause::Leftover => self.leftover.clone(),
            IssueCause::CutOff(how) => self.cut_off.fill(&[("how", how)]),
            IssueCause::Error(error) => error.clone(),
            IssueCause::Other => self.other.clone(),
        }
    }
}
