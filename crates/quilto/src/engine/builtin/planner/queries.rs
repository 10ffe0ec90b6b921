//! What is computed for a question in one domain.

use chrono::NaiveDate;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::model::{FactOp, FactQuery, GroupBy, Quantity, RowFilter};

use super::intent::Intent;
use super::measure::{self, measures_of, plain_field};

/// Scales of how one is go this far at most.
const TOP_OF_SCALE: f64 = 10.0;

/// A question about one domain.
pub(super) struct DomainQuery<'a> {
    pub(super) intent: &'a Intent,
    pub(super) module: &'a DomainModule,
    pub(super) measure: String,
    pub(super) named: bool,
    pub(super) subjects: Vec<String>,
    pub(super) today: NaiveDate,
}

impl DomainQuery<'_> {
    pub(super) fn query(&self, op: FactOp) -> FactQuery {
        FactQuery {
            subjects: self.subjects.clone(),
            period: self.intent.period.clone(),
            filter: self.intent.filter.clone(),
            only: self.intent.only.clone(),
            after_gap: self.intent.after_break,
            unit: self.intent.unit.as_ref().map(|(unit, _)| unit.clone()),
            ..FactQuery::of(self.module.name.clone(), self.measure.clone(), op)
        }
    }

    /// A query that counts: entries and their days, unless a measure or a value narrows it.
    pub(super) fn counting(&self, op: FactOp) -> FactQuery {
        let mut query = self.query(op);
        if !self.named && self.intent.filter.is_none() {
            query.measure = Quantity::ENTRIES.to_owned();
        }
        // Of a whole note only what has the value of the condition counts, and of the sum of a day
        // the measure that it is of.
        if let Some(filter) = &self.intent.filter
            && let Some(measures) = measures_of(self.module)
        {
            let of_day = |m: &&Measure| m.name == filter.field && measure::of_day(m);
            // What things are told by is counted by the rows that take it over.
            let kinds = measures
                .rows
                .iter()
                .filter(|rows| filter.text.is_some() && rows.inherit.get(&filter.field).is_some());
            let kinds: Vec<&String> = kinds.map(|rows| &rows.name).collect();
            let of_kind = |m: &&Measure| {
                let of_rows = m.rows.iter().any(|rows| kinds.contains(&rows));
                of_rows && m.aggregate == Aggregate::Count
            };
            let whole = !self.named && self.whole_notes();
            let reads = |m: &&Measure| whole && plain_field(m).as_ref() == Some(&filter.field);
            let mut all = measures.measures.iter();
            let plain = all
                .clone()
                .find(of_kind)
                .or_else(|| all.clone().find(of_day));
            let meant = plain.or_else(|| all.find(reads));
            query.measure = meant.map_or(query.measure, |measure| measure.name.clone());
        }
        query
    }

    /// The break itself, which says since when.
    pub(super) fn longest_break(&self) -> Option<FactQuery> {
        let domain = self.module.name.clone();
        let gap = || FactQuery::of(domain, Quantity::ENTRIES, FactOp::LongestGap);
        self.intent.after_break.then(gap)
    }

    pub(super) fn by(&self, op: FactOp, by: GroupBy, limit: Option<u32>) -> FactQuery {
        FactQuery {
            by: Some(by),
            limit,
            ..self.query(op)
        }
    }

    /// What tells one stretch of time from another: its sum where values add up, what is usual in it
    /// where it comes again and again or a state is asked for, else its extreme.
    pub(super) fn of_bucket(&self, extreme: FactOp) -> FactOp {
        match self.intent.by {
            None | Some(GroupBy::Subject | GroupBy::Group) => extreme,
            // There may be more Mondays than Tuesdays: each day counts alike.
            Some(by) if (by.is_part() || by == GroupBy::Weekday) && !self.counts() => {
                FactOp::Average
            }
            Some(_) if self.adds_up() => FactOp::Total,
            Some(by) if by != GroupBy::Day && self.state() => FactOp::Average,
            Some(_) => extreme,
        }
    }

    /// Whether what is measured is how many there were.
    fn counts(&self) -> bool {
        let measures = measures_of(self.module);
        let measure = measures.and_then(|of| Some(of.measure(&self.measure)?.aggregate));
        matches!(measure, Some(Aggregate::Count | Aggregate::Entries))
    }

    /// Whether the named days are few enough to show each.
    pub(super) fn short(&self) -> bool {
        const FEW_DAYS: i64 = 31;
        self.intent
            .period
            .as_ref()
            .is_some_and(|period| period.days() <= FEW_DAYS)
    }

    /// A sum or an extreme per bucket, where the question names buckets.
    pub(super) fn bucketed(&self, op: FactOp) -> FactQuery {
        FactQuery {
            by: self.intent.by,
            limit: self.intent.limit,
            ..self.query(op)
        }
    }

    pub(super) fn counting_by(&self, op: FactOp) -> FactQuery {
        FactQuery {
            by: self.intent.by,
            ..self.counting(op)
        }
    }

    pub(super) fn latest(&self) -> FactQuery {
        FactQuery {
            filter: None,
            ..self.query(FactOp::Last)
        }
    }

    /// First and last time that a value was reached: at least so much, unless said otherwise.
    pub(super) fn reached(&self, op: FactOp) -> FactQuery {
        if self.subjects.is_empty() && !self.named && self.intent.filter.is_none() {
            return self.counting(op);
        }
        let filter = self.intent.filter.clone().map(|filter| match filter {
            RowFilter {
                min: Some(min),
                max: Some(_),
                field,
                text,
            } if self.module_measure_is(&field) && !self.is_of_scale() => RowFilter {
                field,
                min: Some(min),
                max: None,
                text,
            },
            other => other,
        });
        FactQuery {
            filter,
            ..self.query(op)
        }
    }

    /// Whether its values are points of a scale: one of them is not reached by a higher one.
    fn is_of_scale(&self) -> bool {
        let all = measures_of(self.module);
        let measure = all.as_ref().and_then(|all| all.measure(&self.measure));
        let range = measure
            .filter(|of| of.unit.is_none())
            .and_then(|of| of.plausible);
        self.module.base && range.is_some_and(|[_, most]| most <= TOP_OF_SCALE)
    }

    /// Whether a field is what the measure itself reads: then more of it reaches it too.
    fn module_measure_is(&self, field: &str) -> bool {
        measures_of(self.module)
            .and_then(|m| {
                m.measure(&self.measure)
                    .and_then(super::measure::plain_field)
            })
            .is_some_and(|plain| plain == field)
    }
}
