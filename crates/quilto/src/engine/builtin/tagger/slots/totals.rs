//! Figures of several items together: how long all took, what all of a meal comes to.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::items::Stretch;
use super::domain::Domain;
use super::{Filled, SlotReader};
use crate::engine::builtin::notation::{Meaning, dimension_name, number};
use crate::text::TokenKind;

impl SlotReader<'_> {
    /// Puts figures of several items where one thing takes them: what is not put stays unread.
    pub(super) fn totals(&self, stretches: &[Stretch], filled: &mut Filled) {
        for domain in &self.domains {
            let own = stretches
                .iter()
                .filter(|of| domain.labels.total.as_ref() == Some(&of.role));
            let Some(Value::Object(data)) = filled.data.get_mut(domain.name()) else {
                continue;
            };
            for stretch in own {
                domain.total(&stretch.tokens, data);
            }
        }
    }
}

impl Domain<'_> {
    fn total(&self, range: &Range<usize>, data: &mut Map<String, Value>) {
        let dimension = range.clone().find_map(|at| match &self.tokens[at].kind {
            TokenKind::Clock(_) => Some("duration"),
            TokenKind::Quantity(_) => self.tokens.dimension(at).map(dimension_name),
            _ => None,
        });
        let notation = &self.compiled.notation;
        let session = notation
            .session
            .iter()
            .find(|of| Some(&*of.dimension) == dimension);
        if let Some(session) = session {
            let value = range
                .clone()
                .find_map(|at| self.tokens.value_in(at, &session.store));
            if let Some(value) = value.filter(|value| *value >= session.least) {
                data.entry(session.field.clone())
                    .or_insert_with(|| number(value));
            }
            return;
        }
        let only = data.get_mut(self.list()).and_then(Value::as_array_mut);
        let Some([Value::Object(only)]) = only.map(Vec::as_mut_slice) else {
            return;
        };
        let role = self.total_role(range, dimension, notation.group.is_some());
        let Some(figure) = role.and_then(|role| Some((role, self.figure(role, range, false)?)))
        else {
            return;
        };
        let (role, figure) = figure;
        let mut remarks = super::Remarks::of("");
        self.put(role, &figure, only, "", &mut remarks);
    }

    /// The role of a figure that is told of all: by a word for it, by its unit, or the only one that a group has.
    fn total_role(
        &self,
        range: &Range<usize>,
        dimension: Option<&str>,
        grouped: bool,
    ) -> Option<&str> {
        let roles = || {
            self.labels
                .values
                .keys()
                .filter_map(|role| Some((role, self.slot_of(role)?)))
        };
        let said = self.said_in(range).find_map(|said| match said {
            Meaning::Slot(slot) => Some(slot),
            _ => None,
        });
        let measured = || {
            roles().find(|(_, slot)| {
                let slot = self.slot(*slot);
                dimension.is_some()
                    && slot.dimension.as_deref() == dimension
                    && !slot.only_with_words
                    && self.amount_field() != Some(slot.field_name())
            })
        };
        let bare = || {
            let opens = self.compiled.notation.item.opens.first()?;
            roles()
                .find(|(_, slot)| grouped && dimension.is_none() && self.slot(*slot).name == *opens)
        };
        let by_word = said.and_then(|said| roles().find(|(_, slot)| *slot == said));
        let found = by_word.or_else(measured).or_else(bare);
        found.map(|(role, _)| &**role)
    }
}
