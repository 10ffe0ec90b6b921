//! Figures of several items together: how long all took, what all of a meal comes to.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::labelled_spans::LabelledSpan;
use super::domain::Domain;
use super::{FilledSlots, SlotReader};
use crate::notation::{Meaning, dimension_name, number};
use quilto_text::TokenKind;

impl SlotReader<'_> {
    /// Puts figures of several items where one thing takes them: what is not put stays unread.
    pub(super) fn totals(&self, stretches: &[LabelledSpan], filled: &mut FilledSlots) {
        let mut domains: Vec<&Domain> = self.domains.iter().collect();
        domains.sort_by_key(|domain| !domain.has_groups());
        for stretch in stretches {
            let own = |domain: &&&Domain| domain.labels.total.as_ref() == Some(&stretch.role);
            for domain in domains.iter().filter(own) {
                let alone = domain.has_groups().then(|| json!({domain.list(): [{}]}));
                let data = filled.data.get(domain.name()).cloned().or(alone);
                let Some(Value::Object(mut data)) = data else {
                    continue;
                };
                if domain.total(&stretch.tokens, &mut data) {
                    filled
                        .data
                        .insert(domain.name().to_owned(), Value::Object(data));
                    break;
                }
            }
        }
    }
}

impl Domain<'_> {
    /// Puts a figure of several items. Whether it has a place.
    fn total(&self, range: &Range<usize>, data: &mut Map<String, Value>) -> bool {
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
            let mut values = range
                .clone()
                .map(|at| self.tokens.value_in(at, &session.store));
            // "1:10" is hours and minutes where it is too short otherwise.
            let clock = || {
                let figure = self.duration(range, false);
                let values = figure
                    .iter()
                    .flat_map(|figure| [Some(figure.value), figure.or]);
                let units = self.tokens.units();
                let mut values = values
                    .flatten()
                    .filter_map(|value| units.convert(value, "s", &session.store));
                values.find(|value| *value >= session.least)
            };
            let value = values.find_map(|value| value).or_else(clock);
            let Some(value) = value.filter(|value| *value >= session.least) else {
                return false;
            };
            data.entry(session.field.clone())
                .or_insert_with(|| number(value));
            return true;
        }
        let only = data.get_mut(self.list()).and_then(Value::as_array_mut);
        let Some([Value::Object(only)]) = only.map(Vec::as_mut_slice) else {
            return false;
        };
        let role = self.total_role(range, dimension, self.has_groups());
        let Some(figure) = role.and_then(|role| Some((role, self.figure(role, range, false)?)))
        else {
            return false;
        };
        let (role, figure) = figure;
        let mut remarks = super::Remarks::of("");
        let before = only.len();
        self.put(role, &figure, only, "", &mut remarks);
        only.len() > before
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
