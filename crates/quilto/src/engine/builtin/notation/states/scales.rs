//! What is graded: a word for it with a grade or a share of a whole behind it.

use std::ops::Range;

use serde_json::json;

use super::super::compiled::Meaning;
use super::{StateRead, States};
use crate::domain::Grade;
use crate::text::Symbol;

impl States<'_, '_> {
    /// `spirits 7/10`, `spirits: low`: a scale with a grade behind it. Gives the tokens read.
    pub(super) fn graded(&self, read: &mut StateRead) -> Vec<Range<usize>> {
        let mut told = Vec::new();
        for hit in self.hits {
            let Meaning::Scale(scale) = hit.meaning else {
                continue;
            };
            let start = hit.tokens.start;
            if self.note.dead[start] {
                continue;
            }
            let Some((grade, end)) = self.grade_after(hit.tokens.end) else {
                continue;
            };
            let scale = &self.notation.scales[scale];
            let Some(value) = scale.values.get(&grade) else {
                continue;
            };
            read.fields.insert(scale.field.clone(), json!(value));
            let tag = scale.tag.as_ref().unwrap_or(&scale.field);
            read.tags.push(format!("{tag}:{value}"));
            read.used.push(start..end);
            told.push(start..end);
        }
        told
    }

    /// The grade that follows within two words, and where it ends.
    fn grade_after(&self, from: usize) -> Option<(Grade, usize)> {
        let tokens = self.note.tokens;
        let clause = self.note.clause.get(from.checked_sub(1)?)?;
        let near = (from..from + 3).take_while(|at| self.note.clause.get(*at) == Some(clause));
        for at in near {
            let word = self.hits.iter().find_map(|hit| match hit.meaning {
                Meaning::Graded(grade) if hit.tokens.start == at => Some((grade, hit.tokens.end)),
                Meaning::Scale(_) if hit.tokens.start == at => None,
                _ => None,
            });
            if word.is_some() {
                return word;
            }
            let share = tokens[at].number().zip(
                tokens
                    .get(at + 1)
                    .filter(|sign| sign.is(Symbol::Slash))
                    .and(tokens.get(at + 2))
                    .and_then(|whole| whole.number()),
            );
            if let Some((part, whole)) = share {
                let share = part.value / whole.value;
                let grade = match share {
                    share if !(0.0..=1.0).contains(&share) => return None,
                    share if share < 0.5 => Grade::Low,
                    share if share < 0.67 => Grade::Ok,
                    _ => Grade::High,
                };
                return Some((grade, at + 3));
            }
        }
        None
    }
}
