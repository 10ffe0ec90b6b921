//! What an expression rests on, and what it leaves out.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

use crate::select::{Point, Scale};
use quilto_model::{Entry, Exclusion, ExclusionReason, FactOp};

/// What the figures of an expression rest on, and what they leave out.
#[derive(Debug, Default)]
pub struct Ledger {
    days: BTreeSet<NaiveDate>,
    rows: BTreeSet<(usize, Option<(usize, usize)>)>,
    left_out: BTreeMap<(ExclusionReason, String), (usize, BTreeSet<NaiveDate>)>,
}

impl Ledger {
    /// Notes rows that a figure rests on.
    pub fn rest_on(&mut self, points: &[Point<'_>]) {
        for point in points {
            self.days.insert(point.date);
            self.rows.insert((point.entry, point.row));
        }
    }

    /// Notes rows that were selected and have nothing that the operation could count.
    pub fn leave_out(&mut self, op: FactOp, scale: &Scale<'_>, points: &[Point<'_>]) {
        let counts_days = matches!(
            op,
            FactOp::CountEntries
                | FactOp::CountDays
                | FactOp::CountSubjects
                | FactOp::CountOff
                | FactOp::LongestGap
                | FactOp::Streak
        );
        if counts_days {
            return;
        }
        for point in points {
            let implausible = matches!(op, FactOp::Best | FactOp::Worst)
                && scale
                    .plausible
                    .zip(point.value)
                    .is_some_and(|([least, most], value)| !(least..=most).contains(&value));
            let why = match point.value {
                None if !point.read => ExclusionReason::NotRead,
                None => ExclusionReason::NoValue,
                Some(_) if implausible => ExclusionReason::Implausible,
                Some(_) => continue,
            };
            self.leave(why, scale.name, [point.date]);
        }
    }

    /// Notes something left out, with its days.
    pub fn leave(
        &mut self,
        why: ExclusionReason,
        of: &str,
        days: impl IntoIterator<Item = NaiveDate>,
    ) {
        let (count, known) = self.left_out.entry((why, of.to_owned())).or_default();
        *count += 1;
        known.extend(days);
    }

    pub fn days(&self) -> Vec<NaiveDate> {
        self.days.iter().copied().collect()
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The entries, oldest first.
    pub fn entries<'e>(&self, entries: &'e [Entry]) -> Vec<&'e Entry> {
        let places: BTreeSet<usize> = self.rows.iter().map(|(entry, _)| *entry).collect();
        let mut found: Vec<&Entry> = places.into_iter().map(|place| &entries[place]).collect();
        found.sort_by_key(|entry| (entry.date, entry.time));
        found
    }

    pub fn left_out(self) -> Vec<Exclusion> {
        let left_out = self.left_out.into_iter();
        left_out
            .map(|((why, of), (count, days))| Exclusion {
                why,
                of,
                count,
                days: days.into_iter().collect(),
            })
            .collect()
    }
}
