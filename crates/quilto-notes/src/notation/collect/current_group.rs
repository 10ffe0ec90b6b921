//! The group of rows that is spoken of, and how a new one begins.

use std::ops::Range;

use serde_json::Value;

use super::super::doubt_reason::DoubtReason;
use super::super::groups::{Doubt, ExtraValue, Group, Position};
use super::Collector;
use quilto_domain::{Mark, MarkEffect};

impl Collector<'_, '_> {
    /// The group that values of this place would join.
    pub(super) fn open_group(&self, at: usize) -> Option<&Group> {
        let item = &self.items[self.current?];
        let group = item.groups.last()?;
        (group.clause == self.note.clause[at] && self.position == Position::Next
            || group.position == self.position
                && group.sentence == self.note.sentence[at]
                && self.position != Position::Next)
            .then_some(group)
    }

    pub(super) fn current_group(&mut self) -> Option<&mut Group> {
        let at = self.current?;
        self.items[at].groups.last_mut()
    }

    /// The last group, if it was told in the clause of this token.
    pub(super) fn group_in_clause(&mut self, at: usize) -> Option<&mut Group> {
        let clause = self.note.clause[at];
        self.current_group().filter(|group| group.clause == clause)
    }

    pub(super) fn new_group(&mut self, tokens: &Range<usize>) -> Group {
        let mut group = Group {
            tokens: tokens.clone(),
            sentence: self.note.sentence[tokens.start],
            clause: self.note.clause[tokens.start],
            position: self.position,
            more: std::mem::take(&mut self.more),
            failed: std::mem::take(&mut self.fail_next),
            ..Group::default()
        };
        for mark in std::mem::take(&mut self.marks) {
            let notation = &self.domain.notation.marks[mark];
            put_mark(&mut group, notation);
            group.prepares |= notation.effect == MarkEffect::Prepares;
            if notation.effect == MarkEffect::Single {
                group.single = single_of(notation);
            }
        }
        group
    }

    /// Puts the marks that wait for a group on the one spoken of.
    pub(super) fn mark_current_group(&mut self) {
        for mark in std::mem::take(&mut self.marks) {
            let notation = &self.domain.notation.marks[mark];
            if let Some(group) = self.current_group() {
                put_mark(group, notation);
                group.prepares |= notation.effect == MarkEffect::Prepares;
            }
        }
    }

    pub(super) fn push(&mut self, group: Group) {
        if let Some(at) = self.current {
            self.items[at].groups.push(group);
        }
    }

    pub(super) fn doubt(&mut self, field: &str, why: DoubtReason) {
        let doubt = Doubt {
            field: field.to_owned(),
            why,
        };
        if let Some(group) = self.current_group() {
            group.doubts.push(doubt);
        }
    }
}

pub(super) fn put_mark(group: &mut Group, notation: &Mark) {
    if let Some(field) = &notation.field {
        let value = notation.value.clone().unwrap_or(Value::Bool(true));
        group.extras.retain(|extra| extra.field != *field);
        group.extras.push(ExtraValue::new(field, value));
    }
}

/// The amount that a word such as "single" or "double" says.
pub(super) fn single_of(notation: &Mark) -> Option<f64> {
    let stated = notation.value.as_ref().and_then(Value::as_f64);
    Some(stated.unwrap_or(1.0))
}
