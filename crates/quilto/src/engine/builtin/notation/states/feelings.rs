//! What is felt in a part, and on which side.

use std::ops::Range;

use serde_json::json;

use super::super::records::TermAt;
use super::{NEAR, StateRead, States, push};

impl States<'_, '_> {
    pub(super) fn feels(&self, place: &TermAt, read: &mut StateRead) {
        let Some(field) = place.term.text("field") else {
            return;
        };
        if field == "none" {
            return;
        }
        let clause = self.note.clause[place.tokens.start];
        let parts = self.terms.iter().filter(|part| {
            Some(&*part.term.kind) == self.notation.parts.as_deref()
                && self.note.clause[part.tokens.start] == clause
        });
        let gap = |part: &TermAt| {
            if part.tokens.start >= place.tokens.end {
                part.tokens.start - place.tokens.end
            } else {
                place.tokens.start.saturating_sub(part.tokens.end)
            }
        };
        // A part belongs to the feeling it stands nearest to.
        let mine = parts.filter(|part| {
            gap(part) <= NEAR
                && !self.terms.iter().any(|other| {
                    Some(&*other.term.kind) == self.notation.feelings.as_deref()
                        && other.tokens != place.tokens
                        && self.note.clause[other.tokens.start] == clause
                        && distance(&other.tokens, &part.tokens) < gap(part)
                })
        });
        let mine: Vec<&TermAt> = mine.collect();
        let names: Vec<_> = mine.iter().map(|part| part.term.name.to_string()).collect();
        for part in mine {
            self.side(part, read);
        }
        for name in &names {
            push(&mut read.fields, field, json!(name));
            read.tags.push(format!("{field}:{name}"));
        }
        if names.is_empty() {
            read.tags.push(field.to_owned());
        }
    }

    /// The side that stands right before a part.
    fn side(&self, part: &TermAt, read: &mut StateRead) {
        let Some(sides) = &self.notation.sides else {
            return;
        };
        let beside = self.terms.iter().find(|side| {
            *side.term.kind == *sides.kind
                && side.tokens.end <= part.tokens.start
                && part.tokens.start - side.tokens.end <= 1
        });
        if let Some(side) = beside {
            let by_part = read
                .fields
                .entry(sides.field.clone())
                .or_insert_with(|| json!({}));
            if let Some(by_part) = by_part.as_object_mut() {
                by_part.insert(part.term.name.to_string(), json!(&*side.term.name));
            }
        }
    }
}

fn distance(a: &Range<usize>, b: &Range<usize>) -> usize {
    if b.start >= a.end {
        b.start - a.end
    } else {
        a.start.saturating_sub(b.end)
    }
}
