//! What kind of values a question's measure has.

use crate::domain::measures::{Aggregate, RecordOf};

use super::measure::{measures_of, of_day};
use super::queries::DomainQuery;

impl DomainQuery<'_> {
    pub(super) fn adds_up(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure)
                .is_some_and(|m| m.aggregate.adds_up())
        })
    }

    /// Whether a mean of the measure is one of rows before it is one of days.
    pub(super) fn average_of_rows(&self) -> bool {
        measures_of(self.module)
            .and_then(|m| m.measure(&self.measure)?.average)
            .is_some_and(|of| of == RecordOf::Row)
    }

    /// Whether the measure tells how things are rather than what was reached: a mean, a newest value,
    /// a value of a whole note.
    pub(super) fn state(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure).is_some_and(|measure| {
                matches!(measure.aggregate, Aggregate::Avg | Aggregate::Last)
            })
        }) || self.whole_notes()
    }

    /// Whether the condition is one on the sum of a day.
    pub(super) fn of_day(&self) -> bool {
        let measures = measures_of(self.module);
        let filter = self.intent.filter.as_ref();
        measures.zip(filter).is_some_and(|(measures, filter)| {
            let of = measures.measure(&filter.field);
            of.is_some_and(of_day)
        })
    }

    /// Whether the measure is of whole notes.
    pub(super) fn whole_notes(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            let whole = |name: &String| m.row_kind(name).is_some_and(|k| k.path.is_empty());
            m.measure(&self.measure)
                .is_some_and(|measure| measure.rows.iter().all(whole))
        })
    }

    /// Whether the greatest or least value is what the measure is about.
    pub(super) fn extreme(&self) -> bool {
        if self.state() {
            return false;
        }
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure)
                .is_some_and(|m| matches!(m.aggregate, Aggregate::Max | Aggregate::Min))
        })
    }
}
