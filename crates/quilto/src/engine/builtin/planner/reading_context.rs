//! What a question is read with, and which of its words are understood already.

use std::ops::Range;

use chrono::NaiveDate;

use crate::agents::AgentContext;
use crate::domain::ActiveDomainContext;
use crate::model::{Topic, UnitPreferences};
use quilto_language::Words;

/// What a question is read with.
#[derive(Clone, Copy, Debug)]
pub struct ReadingContext<'a> {
    /// The domains whose words count.
    pub domains: &'a ActiveDomainContext,
    /// The day "yesterday" is counted from.
    pub today: NaiveDate,
    /// What a bare number means.
    pub units: &'a UnitPreferences,
    /// Words of the question that only the notes know, as they stand in it.
    pub mentioned: &'a [NoteTerm],
    /// Names in the question that no vocabulary has, but the notes.
    pub own_names: &'a [Topic],
}

/// A word of a question that nothing knows but notes.
#[derive(Clone, Debug)]
pub struct NoteTerm {
    /// The word with its endings, as typed.
    pub typed: String,
    /// What of it stands in the notes.
    pub word: String,
}

impl<'a> ReadingContext<'a> {
    /// What a run reads its questions with.
    pub fn of(cx: &'a AgentContext) -> Self {
        Self {
            domains: &cx.domains,
            today: cx.today,
            units: &cx.units,
            mentioned: &[],
            own_names: &[],
        }
    }

    /// Whether a domain tells how one is, rather than what one did.
    pub(super) fn is_base(&self, domain: &str) -> bool {
        let module = self.domains.module(domain);
        module.is_some_and(|module| module.base)
    }
}

/// The words of a question and which of them are already understood.
pub(super) struct WordCoverage {
    pub(super) line: Words,
    pub(super) taken: Vec<bool>,
}

impl WordCoverage {
    pub(super) fn take(&mut self, words: Range<usize>) {
        for i in words {
            if let Some(mark) = self.taken.get_mut(i) {
                *mark = true;
            }
        }
    }

    pub(super) fn free(&self) -> impl Fn(usize) -> bool + '_ {
        |i| !self.taken[i]
    }
}
