//! A note while it is read: what every stage adds to and looks at.

use std::ops::Range;

use chrono::NaiveDate;

use super::super::compiled_notation::Meaning;
use super::super::days_and_hours::own_date;
use super::super::loaded_domain::{LoadedDomain, Reading, opens};
use super::super::note::Note;
use super::super::outliers;
use super::super::quotes::quoted_numbers;
use super::super::remarks::Remark;
use super::super::row_exceptions::RowException;
use super::super::spans::around;
use super::super::steps::{Reader, StateContext};
use super::super::write::Remarks;
use super::ReadingOverrides;
use super::prepared_text::PreparedText;
use super::words::{LoadedDomains, NoteTimes};
use quilto_model::{Entry, Unread};
use quilto_text::dates::DateMention;

/// The reading of one note.
pub(super) struct NoteReading<'r> {
    pub reader: Reader<'r>,
    pub note: Note<'r>,
    pub domains: LoadedDomains<'r>,
    pub dates: &'r [DateMention],
    /// Tokens of dates, times of day and labels.
    pub dated: &'r [bool],
    /// Names of what is done, in order.
    pub openers: Vec<Range<usize>>,
    /// Tokens of known names and words.
    pub known: Vec<bool>,
    /// What fell short of what was told, by domain.
    pub fallen_short: Vec<Vec<RowException>>,
    /// How the writer is, as far as other stages have to know.
    pub writer: StateContext,
    pub remarks: Remarks,
    /// What was read so far.
    pub reading: Reading,
}

impl<'r> NoteReading<'r> {
    pub fn begin(
        prepared: &'r PreparedText,
        mut domains: LoadedDomains<'r>,
        times: &'r NoteTimes,
        today: NaiveDate,
        recent: &'r [Entry],
        remarks: Remarks,
    ) -> Self {
        let tokens = &*prepared.tokens;
        let note = Note::new(tokens, &times.dated);
        leave_words_of_names(&mut domains.loaded, &note);
        Self {
            openers: openers(&domains.loaded),
            known: known_words(&domains.loaded, tokens.len()),
            reader: Reader {
                units: &prepared.units,
                today,
                recent,
                tokens,
            },
            note,
            domains,
            dates: &times.dates,
            dated: &times.dated,
            fallen_short: Vec::new(),
            writer: StateContext::default(),
            remarks,
            reading: Reading::default(),
        }
    }

    /// Reads how the writer is.
    pub fn read_writer(&mut self) {
        self.writer = self.reader.states(
            &self.domains.loaded,
            &self.openers,
            &mut self.note,
            &mut self.known,
            &mut self.reading,
            &mut self.remarks,
        );
    }

    /// Takes data that is known otherwise in the place of what was read.
    pub fn take_instead(&mut self, instead: ReadingOverrides, respelled: bool) {
        self.reading.domain_data = instead.data;
        self.remarks.uncertain = instead.uncertain_fields;
        self.remarks.notes = instead.notes;
        // Of a text that was respelled the stretches are others.
        if let (Some(not_done), false) = (instead.not_done, respelled) {
            for (at, token) in self.reader.tokens.iter().enumerate() {
                self.note.dead[at] = not_done.iter().any(|of| of.overlaps(token.span));
            }
        }
    }

    /// The day that the note itself names.
    pub fn name_day(&mut self) {
        self.reading.date = own_date(
            self.dates,
            &self.note,
            self.reader.today,
            &self.writer.nights,
            &self.openers,
        );
        for date in self.dates {
            if Some(date.range.start) == self.reading.date && !date.doubt.is_empty() {
                let remark = Remark::Day(&date.doubt, &date.range);
                self.remarks.tell(&remark);
            }
        }
    }

    /// Doubts what is far from what was usual lately.
    pub fn doubt_outliers(&mut self) {
        for domain in &self.domains.loaded {
            let (name, data) = (&domain.module.name, &self.reading.domain_data);
            let found = outliers::of_domain(data, name, &domain.compiled, self.reader.recent);
            for outlier in found {
                for path in &outlier.paths {
                    self.remarks.doubt(path.clone(), &outlier.remark());
                }
            }
        }
    }

    /// What was read, with what is told of it.
    pub fn finish(mut self, prepared: &PreparedText) -> Reading {
        let too_long = prepared.too_long.iter();
        self.reading.unread.extend(too_long.map(|line| Unread {
            text: line.clone(),
            clause: line.clone(),
        }));
        self.reading.uncertain_fields = self.remarks.uncertain;
        self.reading.notes = self.remarks.notes;
        let dead = self.reader.tokens.iter().zip(&self.note.dead);
        let dead = dead.filter(|(_, dead)| **dead);
        let dead = dead.filter_map(|(token, _)| token.number());
        self.reading.set_aside = dead.map(|number| number.value).collect();
        let quoted = quoted_numbers(&prepared.text);
        self.reading.set_aside.extend(quoted);
        self.reading
    }
}

/// Takes out phrases that are only words of a longer name.
fn leave_words_of_names(loaded: &mut [LoadedDomain], note: &Note) {
    let measured = measured(loaded);
    for domain in loaded {
        // "resting pulse": the name of what is measured of the writer.
        domain.hits.retain(|hit| {
            let mut names = around(&measured, hit.tokens.start).iter();
            !names.any(|name| is_part_of(&hit.tokens, name))
        });
        // A word inside a name of the domain names no slot ("recovery jog").
        let terms = &domain.terms;
        domain.hits.retain(|hit| {
            let mut names = around(terms, hit.tokens.start).iter();
            let inside = names.any(|place| is_part_of(&hit.tokens, &place.tokens));
            // But before its number it does ("tumbler tilt 6").
            let value = note.pieces_in(hit.tokens.end..hit.tokens.end + 1);
            let led = value
                .iter()
                .any(|piece| piece.tokens.start == hit.tokens.end);
            !(inside && !led && matches!(hit.meaning, Meaning::Slot(_)))
        });
    }
}

fn is_part_of(words: &Range<usize>, name: &Range<usize>) -> bool {
    name.start <= words.start && words.end <= name.end && name.len() > words.len()
}

/// Names of what is measured of the writer, in order.
fn measured(loaded: &[LoadedDomain]) -> Vec<Range<usize>> {
    let names = loaded.iter().flat_map(|domain| {
        let state = domain.compiled.notation.state.as_ref();
        let kind = state.and_then(|state| state.measures.as_deref());
        let terms = domain.terms.iter();
        terms.filter(move |place| kind == Some(&*place.term.kind))
    });
    let mut names: Vec<Range<usize>> = names.map(|place| place.tokens.clone()).collect();
    names.sort_by_key(|name| name.start);
    names
}

/// Names that open something of a domain, in order.
fn openers(loaded: &[LoadedDomain]) -> Vec<Range<usize>> {
    let names = loaded.iter().flat_map(|domain| {
        let terms = domain.terms.iter();
        terms.filter(|place| opens(&domain.compiled, place.term))
    });
    let mut names: Vec<Range<usize>> = names.map(|place| place.tokens.clone()).collect();
    names.sort_by_key(|name| name.start);
    names
}

/// Tokens of names and of words that mean something.
fn known_words(loaded: &[LoadedDomain], tokens: usize) -> Vec<bool> {
    let mut known = vec![false; tokens];
    for domain in loaded {
        // What only may say how somebody feels is not known for that.
        let hits = domain.hits.iter();
        let hits = hits.filter(|hit| !matches!(hit.meaning, Meaning::Says(_)));
        let hits = hits.map(|hit| &hit.tokens);
        for range in hits.chain(domain.terms.iter().map(|place| &place.tokens)) {
            known[range.clone()].fill(true);
        }
    }
    known
}
