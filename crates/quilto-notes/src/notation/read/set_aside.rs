//! What a note tells that is not done by its writer, or is no value: it is set aside before anything is read.

use std::ops::Range;

use super::super::causes::causes;
use super::super::compiled_notation::Meaning;
use super::super::days_and_hours::earlier_times;
use super::super::loaded_domain::LoadedDomain;
use super::super::not_performed::{NotPerformed, mark_undone};
use super::super::note::Note;
use super::super::remarks::Remark;
use super::super::repeated_rows;
use super::super::row_exceptions::{self, RowException};
use super::super::set_aside_report::held_back;
use super::super::write::Remarks;
use super::note_reading::NoteReading;
use crate::acts::{self, ClauseAct};
use quilto_domain::MarkEffect;
use quilto_text::Tokens;

impl NoteReading<'_> {
    /// Sets aside what was not done, what only compares or says where something comes from, and numbers that count
    /// what was told before.
    pub fn set_aside(&mut self, acts: &[ClauseAct]) {
        earlier_times(self.dates, &mut self.note);
        let loaded = &self.domains.loaded;
        self.fallen_short = fallen_short(&mut self.note, loaded);
        let undone = mark_undone(
            &mut self.note,
            &self.openers,
            &|at| self.known[at],
            &reckoned(loaded),
            acts::held(acts),
        );
        if undone.commands {
            self.remarks.tell(&Remark::Orders);
        }
        for name in causes(&self.note, loaded, self.dated) {
            self.note.tell(name.clone());
            self.note.dead[name].fill(true);
        }
        perhaps_others(self.reader.tokens, &undone, &mut self.remarks);
        self.reading.held_back = held_back(&self.note, acts, &undone, &self.domains.mentions);
        use_counts_of_more(&mut self.note, loaded);
    }
}

/// What fell short of what was told, by domain; its words say nothing else.
fn fallen_short(note: &mut Note, loaded: &[LoadedDomain]) -> Vec<Vec<RowException>> {
    let domains = loaded.iter();
    let found: Vec<Vec<RowException>> = domains
        .map(|domain| row_exceptions::places(note, &domain.compiled))
        .collect();
    for short in found.iter().flatten() {
        note.dead[short.tokens.clone()].fill(true);
    }
    found
}

/// The words of all domains for what was worked out, not done.
fn reckoned(loaded: &[LoadedDomain]) -> Vec<Range<usize>> {
    let words = loaded.iter().flat_map(|domain| {
        domain.hits.iter().filter(|hit| {
            matches!(hit.meaning, Meaning::Mark(mark)
                if domain.compiled.effect(mark) == MarkEffect::Reckoned)
        })
    });
    words.map(|hit| hit.tokens.clone()).collect()
}

/// Says in the note's own words what somebody else could have done.
fn perhaps_others(tokens: &Tokens, undone: &NotPerformed, remarks: &mut Remarks) {
    let said = |range: &Range<usize>| {
        let said = tokens.slice(tokens.span_of(range.clone())).trim();
        said.trim_end_matches(['.', ',', ';', '!']).to_owned()
    };
    for range in &undone.perhaps {
        let said = said(range);
        remarks.tell(&Remark::PerhapsOthers(&said));
    }
}

/// The number of "one more set" is no value of anything.
fn use_counts_of_more(note: &mut Note, loaded: &[LoadedDomain]) {
    let more = loaded
        .iter()
        .flat_map(|domain| repeated_rows::places(note, &domain.compiled))
        .filter_map(|more| more.bare);
    for number in more.collect::<Vec<_>>() {
        note.used[number].fill(true);
    }
}
