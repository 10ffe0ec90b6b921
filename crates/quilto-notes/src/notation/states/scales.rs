//! What is graded: a word for it with a grade or a degree behind it.

use std::ops::Range;

use serde_json::json;

use super::super::compiled_notation::Meaning;
use super::super::spans::within;
use super::super::write::number;
use super::{StateReading, States, put_in};
use quilto_domain::Grade;
use quilto_text::lexicon;

/// From this degree on something is no longer low.
const OK: f64 = 5.0;
/// From this degree on it is high.
const HIGH: f64 = 6.7;

/// What a degree out of ten is called.
pub(crate) fn grade_of(degree: f64) -> Grade {
    match degree {
        degree if degree < OK => Grade::Low,
        degree if degree < HIGH => Grade::Ok,
        _ => Grade::High,
    }
}

impl States<'_, '_> {
    /// `spirits 7/10`, `spirits: low`: a scale with a grade or degree. Gives the tokens read.
    pub(super) fn graded(&self, read: &mut StateReading) -> Vec<Range<usize>> {
        let mut told = Vec::new();
        for hit in self.hits {
            let Meaning::Scale(scale) = hit.meaning else {
                continue;
            };
            if self.note.dead[hit.tokens.start] {
                continue;
            }
            let scale = &self.notation.scales[scale];
            let word = self.grade_after(hit.tokens.end);
            let degree = self.degree_of(&hit.tokens, read);
            let by_word = word.map(|(grade, _)| grade);
            let Some(grade) = degree.map(grade_of).or(by_word) else {
                if self.is_open_scale(&hit.tokens) {
                    read.doubted.push(self.note.clause_of(hit.tokens.start));
                }
                continue;
            };
            let Some(value) = scale.values.get(&grade) else {
                continue;
            };
            read.fields.insert(scale.field.clone(), json!(value));
            let tag = scale.tag.as_ref().unwrap_or(&scale.field);
            read.tags.push(format!("{tag}:{value}"));
            if let (Some(degree), Some(degrees)) = (degree, &self.notation.degrees) {
                put_in(
                    &mut read.fields,
                    &degrees.field,
                    &scale.field,
                    number(degree),
                );
            }
            let end = word.map_or(hit.tokens.end, |(_, end)| end);
            read.used.push(hit.tokens.start..end);
            told.push(hit.tokens.start..end);
        }
        told
    }

    /// The grade that follows within three words, and where it ends.
    fn grade_after(&self, from: usize) -> Option<(Grade, usize)> {
        let clause = self.note.clause.get(from.checked_sub(1)?)?;
        let near = (from..from + 3).take_while(|at| self.note.clause.get(*at) == Some(clause));
        for at in near {
            let here = || self.hits.iter().filter(|hit| hit.tokens.start == at);
            let word = here().find_map(|hit| match hit.meaning {
                Meaning::Graded(grade) => Some((grade, hit.tokens.end)),
                _ => None,
            });
            let other = here().any(|hit| matches!(hit.meaning, Meaning::Scale(_)));
            if word.is_some() || other {
                return word;
            }
        }
        None
    }

    /// Whether a clause says of a scale what nothing here knows: "mood thru the ceiling".
    fn is_open_scale(&self, scale: &Range<usize>) -> bool {
        let clause = self.note.clause_of(scale.start);
        let known = |at: usize| self.terms.iter().any(|place| place.tokens.contains(&at));
        let busy = !within(self.others, clause.clone()).is_empty()
            || !self.note.pieces_in(clause.clone()).is_empty();
        let said = known(scale.start) || clause.clone().any(|at| known(at) && !scale.contains(&at));
        let behind = scale.end..clause.end;
        let mut words = behind.filter(|at| {
            let token = &self.note.tokens[*at];
            let small = lexicon::core()
                .stop_words
                .contains(self.note.tokens.norm(*at));
            token.is_word() && token.spaced && !small
        });
        !said && !busy && words.next().is_some()
    }
}
