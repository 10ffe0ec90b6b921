//! Words that went into nothing, in a note that is doubtful anyway: where one thing was not understood, what else was
//! left is likelier to matter, and its writer looks at the note already.

use std::ops::Range;

use super::NOT;
use super::features::lists;
use super::grammar::{numbers, values};
use super::labelled_spans::unread;
use super::note::{Labelled, LabelledReading, Note};
use super::unread_labels::told;
use crate::notation::Reading;
use quilto_model::Unread;
use quilto_text::dates::{self, DateContext};
use quilto_text::lexicon;

/// Shorter words of letters say little.
const LEAST_LATIN: usize = 3;
/// What may stand before a name of a list that a word only begins or ends with, or goes on with.
const PARTLY: [char; 3] = ['~', '*', '^'];
/// From this probability on of their label words that fill nothing are not missed.
const ASIDE: f64 = 0.6;
/// From this one on words are for nothing.
const NOTHING: f64 = 0.98;

impl Note<'_> {
    /// What names something and went into nothing, beside words that surely tell something else.
    pub fn leftover(
        &self,
        labelled: &Labelled,
        by_labels: &LabelledReading,
        reading: &Reading,
    ) -> Vec<Unread> {
        let labels = self.notations.labels();
        let names = |list: &str| {
            let mut labels = labels.iter();
            self.notations.is_part(list) || labels.any(|labels| labels.names(list))
        };
        let is_read =
            |role: &str| self.notations.are_read(role) || self.notations.are_of_writer(role);
        let aside = |at: usize| {
            let mut own = labelled.stretches.iter();
            match own.find(|of| of.tokens.contains(&at)) {
                Some(of) => !is_read(&of.role) && labelled.likely_of(of) >= ASIDE,
                None => labelled.likely_at(&(at..at + 1)) >= NOTHING,
            }
        };
        let tokens = self.tokens;
        let told = told(reading);
        let lists = self
            .cx
            .domains
            .words
            .as_deref()
            .map(|words| lists(words, tokens));
        let holds = |words: &str| told.iter().any(|text| text.contains(words));
        // What the vocabulary calls it, and what it says, may be told in other words.
        let is_told_by_name = |at: usize| {
            let mut named = self.mentions.iter();
            named.any(|named| {
                named.mention.tokens.contains(&at) && holds(&named.mention.term.to_lowercase())
            }) || by_labels
                .meant
                .iter()
                .any(|(tokens, names)| tokens.contains(&at) && names.iter().any(|name| holds(name)))
        };
        let is_name = |at: usize| {
            let named = self
                .mentions
                .iter()
                .any(|named| named.mention.tokens.contains(&at));
            let own = lists.iter().flat_map(|lists| &lists[at]);
            // What may say when, where and with whom as well names nothing.
            let aside = own
                .clone()
                .any(|list| !is_read(list) && !list.starts_with(PARTLY));
            let mut own = own.map(|list| list.trim_start_matches(PARTLY));
            named || own.any(&names) && !aside
        };
        let missed = |at: &usize| {
            let word = tokens.norm(*at);
            tokens[*at].is_word()
                && (!word.is_ascii() || word.len() >= LEAST_LATIN)
                && !lexicon::core().stop_words.contains(word)
                && tokens.units().word(word).is_none()
                && !aside(*at)
                && is_name(*at)
                && !holds(word)
                && !is_told_by_name(*at)
        };
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in (0..tokens.len()).filter(missed) {
            match runs.last_mut() {
                Some(last) if last.end == at => last.end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs.into_iter().map(|run| unread(tokens, &run)).collect()
    }

    /// What may be labelled as not done, and neither was held back nor read.
    pub fn undone(&self, labelled: &Labelled, reading: &Reading) -> Vec<Unread> {
        let (told, known) = (told(reading), numbers(reading));
        let is_told = |at: usize| {
            let word = self.tokens.norm(at);
            let mut values = values(self.tokens, at).into_iter();
            let long = self.tokens[at].is_word() && word.len() >= LEAST_LATIN;
            long && told.iter().any(|text| text.contains(word))
                || values.any(|value| known.contains(&value))
        };
        let undone = labelled.stretches.iter().filter(|of| of.role == NOT);
        let lost = undone.filter(|of| !of.tokens.clone().any(is_told));
        lost.map(|of| unread(self.tokens, &of.tokens)).collect()
    }

    /// Leaves out of what was not read what stands in longer words that are told, and days that were taken.
    pub fn tell_once(&self, reading: &mut Reading) {
        let days = match reading.date.filter(|_| !reading.unread.is_empty()) {
            Some(_) => dates::find(self.tokens, &DateContext::note(self.cx.today)),
            None => Vec::new(),
        };
        let days = days
            .iter()
            .filter(|found| found.is_day() && reading.date == Some(found.range.start))
            .map(|found| self.tokens.slice(self.tokens.span_of(found.tokens.clone())));
        let days: Vec<&str> = days.collect();
        let all = std::mem::take(&mut reading.unread);
        let longer = |one: &Unread| {
            let mut others = all.iter().filter(|other| other.clause == one.clause);
            others.any(|other| other.text.len() > one.text.len() && other.text.contains(&one.text))
        };
        // A word may lead to it: "on 12/31".
        let is_day = |one: &Unread| {
            let mut before = days.iter().filter_map(|day| one.text.strip_suffix(day));
            before.any(|before| before.split_whitespace().count() <= 1)
        };
        let told = all.iter().filter(|one| !longer(one) && !is_day(one));
        reading.unread = told.cloned().collect();
    }

    /// Doubts what is said of the writer only in words that surely tell something else.
    pub fn doubt_said_aside(
        &self,
        labelled: &Labelled,
        by_labels: &LabelledReading,
        reading: &mut Reading,
    ) {
        let is_aside = |range: &Range<usize>| {
            let mut own = labelled.stretches.iter();
            let own = own.find(|of| of.tokens.contains(&range.start));
            own.is_some_and(|of| {
                !self.notations.are_of_writer(&of.role) && labelled.likely_of(of) >= ASIDE
            })
        };
        for (name, data) in &reading.domain_data {
            let fields = data.as_object().into_iter().flatten();
            for (field, value) in fields.filter(|_| self.notations.is_of_writer(name)) {
                let said = by_labels.meant.iter().filter(|(_, names)| {
                    let holds = |text: &str| names.iter().any(|name| name == text);
                    holds(&field.replace('_', " ")) && value.as_str().is_some_and(holds)
                });
                let mut said = said.map(|(range, _)| range).peekable();
                let place = format!("{name}.{field}");
                if said.peek().is_some()
                    && said.all(is_aside)
                    && !reading.uncertain_fields.contains(&place)
                {
                    reading.uncertain_fields.push(place);
                }
            }
        }
    }
}
