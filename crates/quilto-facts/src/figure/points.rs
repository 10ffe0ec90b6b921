//! The rows of a figure.

use std::collections::HashSet;

use quilto_domain::measures::Measure;
use quilto_model::{Condition, DateRange, Entry, FactOp, Figure, GroupBy, RowsOf};

use super::{Engine, records};
use crate::rows::{self, RowScope, flatten};
use crate::select::{Point, Scale};

/// What a query is about: a label, and the names it stands for (`None`: everything).
pub(super) struct Target {
    pub label: String,
    pub names: Option<Vec<String>>,
    pub pooled: bool,
}

impl<'a> Engine<'a> {
    pub(super) fn targets(&self, query: &Figure) -> Vec<Target> {
        let everything = || Target {
            label: query
                .together
                .as_ref()
                .map_or(self.domain, |together| &together.name)
                .to_owned(),
            names: None,
            pooled: true,
        };
        match query.by {
            Some(GroupBy::Group) => vec![everything()],
            _ if query.subjects.is_empty() => vec![everything()],
            Some(GroupBy::Subject) => {
                let expanded = query.subjects.iter().map(|name| self.groups.expand(name));
                vec![Target {
                    names: Some(expanded.flatten().collect()),
                    ..everything()
                }]
            }
            _ => query
                .subjects
                .iter()
                .map(|name| Target {
                    label: name.clone(),
                    names: Some(self.groups.expand(name)),
                    pooled: self.groups.is_group(name),
                })
                .collect(),
        }
    }

    /// The rows of a figure that fulfil its conditions.
    pub(super) fn points<'s>(
        &'s self,
        query: &Figure,
        measure: Option<&'s Measure>,
        target: &Target,
    ) -> Option<(Scale<'s>, Vec<Point<'s>>)> {
        let Some(measure) = measure else {
            let scale = Scale::entries(self.units);
            let mut points = self.entry_points(query, target);
            self.tests.keep_days(&mut points, &scale, None, self);
            return Some((scale, points));
        };
        let measures = self.measures?;
        let rows = self.tests.rows(measures, measure, self.units);
        let scale = Scale::measure(
            self.domain,
            measures,
            measure,
            &rows,
            self.keep(target),
            self.entries,
            self.order,
            self.units,
        )
        .told_in(self.language, measure);
        let mut points = scale.points(measure, &rows);
        // Where the whole note is the row, a note without the value says nothing of the measure.
        let whole = |name: &String| measures.row_kind(name).is_some_and(|k| k.path.is_empty());
        if measure.rows.iter().all(whole) {
            points.retain(|point| point.value.is_some());
        }
        self.tests.keep_notes(&mut points, self);
        // A value that was only tried, or got ready for, was not reached.
        if !rows.is_empty() && matches!(query.op, FactOp::First | FactOp::Last) {
            points.retain(|point| point.read);
        }
        self.tests
            .keep_days(&mut points, &scale, Some(measure), self);
        Some((scale, points))
    }

    /// The rows that are made at all.
    fn keep<'k>(&'k self, target: &'k Target) -> RowScope<'k> {
        RowScope {
            period: self.tests.read.as_ref().or(self.span.period.as_ref()),
            subjects: target.names.as_deref(),
        }
    }

    /// The measure that stands in where the rows have no value of the one that was asked for.
    pub(super) fn otherwise(
        &self,
        query: &Figure,
        measure: &Measure,
        points: &[Point<'_>],
    ) -> Option<&'a Measure> {
        // What a month comes to is bounded in the unit of its own measure.
        let bounds = |of: &Condition| matches!(of, Condition::Bucket(_));
        if query.conditions.iter().any(bounds) {
            return None;
        }
        let needs_values = !matches!(
            query.op,
            FactOp::CountEntries
                | FactOp::CountDays
                | FactOp::CountRows
                | FactOp::CountSubjects
                | FactOp::CountOff
                | FactOp::LongestGap
                | FactOp::Streak
        );
        let bare = match query.op {
            // The day is what counts: the last one may have no value where an earlier one has.
            FactOp::First => records::edge_day(points, true),
            FactOp::Last => records::edge_day(points, false),
            _ => points,
        }
        .iter()
        .all(|point| point.value.is_none());
        // A sum of the few rows that have the value is no sum of what was done, unless the measure
        // itself was asked for.
        let stands_in = query.op == FactOp::Total && query.measure != measure.name;
        let valued = points.iter().filter(|point| point.value.is_some()).count();
        let lacking = |point: &Point<'_>| point.read && point.value.is_none();
        let partly = measure.of_every_row && points.iter().any(lacking);
        let bare = bare || partly || stands_in && valued * 2 < points.len();
        if !needs_values || !bare {
            return None;
        }
        let name = measure.otherwise.as_deref()?;
        let other = self.measures?.measure(name)?;
        // Where there are no such rows, there may be others.
        (!points.is_empty() || other.rows != measure.rows).then_some(other)
    }

    /// One point per entry of the domain, or per entry and subject where subjects matter.
    fn entry_points(&self, query: &Figure, target: &Target) -> Vec<Point<'a>> {
        let by_subject = matches!(query.by, Some(GroupBy::Subject | GroupBy::Group))
            || query.op == FactOp::CountSubjects;
        let keep = self.keep(target);
        let point = |entry: usize, subject| Point {
            date: self.entries[entry].date,
            time: self.entries[entry].time,
            entry,
            subject,
            row: None,
            read: true,
            value: Some(1.0),
            weight: 1.0,
            estimated: false,
        };
        let mut points: Vec<Point<'a>> = Vec::new();
        if let Some(together) = &query.together {
            let mut holding: Vec<usize> = together
                .of
                .iter()
                .flat_map(|of| self.holding(of, keep.period))
                .collect();
            holding.sort_unstable();
            holding.dedup();
            let kept = self.order.iter().copied();
            let kept = kept.filter(|place| holding.binary_search(place).is_ok());
            points.extend(kept.map(|place| point(place, None)));
        } else if target.names.is_none() && !by_subject {
            let holds = |entry: &Entry| {
                let parsed = entry.parsed.as_ref();
                self.domain.is_empty()
                    || parsed.is_some_and(|parsed| parsed.domain_data.contains_key(self.domain))
            };
            let kept = self.order.iter().copied().filter(|place| {
                let entry = &self.entries[*place];
                let in_period = keep.period.is_none_or(|p| p.contains(entry.date));
                in_period && holds(entry)
            });
            points.extend(kept.map(|place| point(place, None)));
        } else if let Some(measures) = self.measures {
            let mut seen = HashSet::new();
            for kind in &measures.rows {
                let rows = flatten(
                    measures,
                    kind,
                    self.domain,
                    self.entries,
                    self.order,
                    &[],
                    keep,
                    self.units,
                );
                for row in 0..rows.len() {
                    let origin = rows.origin(row);
                    if seen.insert((origin.entry, origin.subject)) {
                        points.push(point(origin.entry, origin.subject));
                    }
                }
            }
            points.sort_by_key(|point| (point.date, point.time, point.entry));
        }
        self.tests.keep_notes(&mut points, self);
        points
    }

    /// The places of the entries of a domain that have rows of some kinds.
    fn holding(&self, of: &RowsOf, period: Option<&DateRange>) -> Vec<usize> {
        let known = self.domains.iter().find(|known| known.name == of.domain);
        let Some(measures) = known.and_then(|known| known.measures) else {
            return Vec::new();
        };
        let keep = RowScope {
            period,
            subjects: None,
        };
        rows::holding(measures, of, self.entries, self.order, keep)
    }
}
