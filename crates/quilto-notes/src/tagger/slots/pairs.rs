//! Two figures with one label that a sign multiplies: one of them counts the other.

use super::super::labelled_spans::{LabelledSpan, least};
use super::domain::Domain;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

impl Domain<'_> {
    /// Gives one of two such figures the role that it must have.
    pub(super) fn part_pairs(&self, stretches: &mut [LabelledSpan]) {
        for at in 1..stretches.len() {
            let (before, after) = (&stretches[at - 1], &stretches[at]);
            let between = before.tokens.end..after.tokens.start;
            let multiplied = between.len() == 1 && self.tokens[between.start].is(Symbol::Times);
            if multiplied
                && before.role == after.role
                && let Some((place, role)) = self.counting(before, after)
            {
                stretches[at - 1 + place].role = role;
            }
        }
    }

    /// Which of the two counts, and its role: of "5x3" sets the less likely is the amount, of "8x50" m the smaller says
    /// how often.
    fn counting(&self, before: &LabelledSpan, after: &LabelledSpan) -> Option<(usize, String)> {
        let slot = self.slot_of(&before.role)?;
        if self.slot(slot).role == SlotRole::Repeat {
            let amount = self.compiled.slot_of_role(SlotRole::Amount)?;
            let mut roles = self.labels.values.iter();
            let (role, _) = roles.find(|(_, of)| **of == self.slot(amount).name)?;
            let likely = |of: &LabelledSpan| least(&self.likely[of.tokens.clone()]);
            return Some((usize::from(likely(after) < likely(before)), role.clone()));
        }
        let times = self.labels.times.as_ref()?;
        let parts = self.compiled.notation.parts.as_ref()?;
        if !parts.slots.contains(&self.slot(slot).name) {
            return None;
        }
        let count = |of: &LabelledSpan| self.tokens[of.tokens.start].number()?.whole();
        let (before, after) = (count(before)?, count(after)?);
        Some((usize::from(after < before), times.clone()))
    }
}
