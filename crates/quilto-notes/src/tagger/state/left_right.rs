//! Which of two equal parts is meant.

use serde_json::json;

use super::super::items::Item;
use super::super::labelled_spans::LabelledSpan;
use super::{LabelledState, StateReader};
use crate::notation::put_in;
use quilto_domain::StateLabels;

/// The items, where a side that stands right before a part is of it: "legs fine, left shoulder aches".
pub(super) fn put_to_their_parts(items: &[&Item], labels: &StateLabels) -> Vec<Item> {
    let mut items: Vec<Item> = items.iter().copied().cloned().collect();
    let of = |item: &Item, role: &str| {
        let stretches = item.stretches.iter().filter(|of| of.role == role);
        Vec::from_iter(stretches.cloned())
    };
    for at in 0..items.len() {
        for side in of(&items[at], &labels.side) {
            let before_part = |item: &Item| {
                let mut parts = of(item, &labels.part).into_iter();
                parts.any(|part| part.tokens.start == side.tokens.end)
            };
            if let Some(owner) = items.iter().position(before_part)
                && owner != at
            {
                items[at].stretches.retain(|of| *of != side);
                items[owner].stretches.insert(0, side);
            }
        }
    }
    items
}

impl StateReader<'_> {
    /// Keeps what sides are called, to see whether they went into something. Of what is well no side is kept.
    pub(super) fn account_for_sides(
        &self,
        items: &[Item],
        stretches: &[LabelledSpan],
        told: &mut LabelledState,
    ) {
        let well = self.notation.degrees.as_ref().map(|degrees| &degrees.well);
        let well = well.and_then(|well| told.fields.get(well)?.as_array());
        let is_well = |side: &LabelledSpan| {
            let item = items.iter().find(|item| item.stretches.contains(side));
            item.is_some_and(|item| {
                let parts = self.parts(item);
                let well = |part: &String| {
                    well.is_some_and(|well| well.iter().any(|one| one == part.as_str()))
                };
                !parts.is_empty() && parts.iter().all(well)
            })
        };
        let sides = stretches.iter().filter(|of| of.role == self.labels.side);
        let missed = sides.filter(|side| !is_well(side)).map(|side| {
            let alone = Item {
                stretches: vec![side.clone()],
                ..Item::default()
            };
            (side.clone(), Vec::from_iter(self.side(&alone)))
        });
        let missed = Vec::from_iter(missed);
        told.names.extend(missed);
    }

    /// Puts which of two equal parts is meant, where something is felt in it.
    pub(super) fn put_side(&self, item: &Item, parts: &[String], told: &mut LabelledState) {
        let (Some(side), Some(sides)) = (self.side(item), &self.notation.sides) else {
            return;
        };
        let well = self.notation.degrees.as_ref().map(|degrees| &degrees.well);
        for part in parts {
            let mut lists = told.fields.iter().filter(|(field, _)| Some(*field) != well);
            let felt = lists.any(|(_, list)| {
                list.as_array()
                    .is_some_and(|list| list.iter().any(|one| one == part))
            });
            if felt {
                put_in(&mut told.fields, &sides.field, part, json!(side));
            }
        }
    }

    /// Which of two equal parts: in a word of its own, at the beginning of the part's (`왼쪽무릎`), or in short in
    /// its clause (`L knee`).
    fn side(&self, item: &Item) -> Option<String> {
        let sides = self.notation.sides.as_ref()?;
        let own = self.of(item, &self.labels.side);
        let place = own.or_else(|| self.of(item, &self.labels.part))?;
        let word = self.tokens.norm(place.tokens.start);
        let spelled = own.and(self.labels.sides.get(word));
        let begins = |alias: &str| match own {
            Some(_) => word.starts_with(alias),
            None => !alias.is_ascii() && word.len() > alias.len() && word.starts_with(alias),
        };
        let named = || {
            let terms = self
                .vocabulary
                .terms()
                .filter(|term| *term.kind == *sides.kind);
            let longest = terms.filter_map(|term| {
                let aliases = self.vocabulary.aliases(&term.name).into_iter();
                let length = aliases
                    .chain([&*term.name])
                    .filter(|alias| begins(alias))
                    .map(str::len)
                    .max()?;
                Some((length, term.name.to_string()))
            });
            longest.max().map(|(_, name)| name)
        };
        let short = || {
            let mut clause = self.tokens.clause(place.tokens.start);
            // "feet r dead"
            let other = |at: usize| {
                let mut own = item.stretches.iter();
                own.any(|of| of.role == self.labels.degree && of.tokens.contains(&at))
            };
            clause.find_map(|at| {
                let side = self.labels.sides.get(self.tokens.norm(at));
                side.filter(|_| !other(at))
            })
        };
        let told = spelled.cloned().or_else(named);
        told.or_else(|| short().cloned())
    }
}
