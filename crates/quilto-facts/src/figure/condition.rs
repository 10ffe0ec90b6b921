//! Conditions of a figure, made ready for its rows.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};

use super::words::Words;
use super::{Daily, Engine};
use crate::aggregate::{days, together};
use crate::bucket;
use crate::select::{Point, RowTest, Scale};
use crate::statistics::median;
use crate::units::factor;
use quilto_domain::measures::{Aggregate, Measure, Measures};
use quilto_model::{
    Bounds, Condition, DateRange, DaysCondition, ExclusionReason, FactOp, Figure, GroupBy, Part,
    RowCondition, UnitPreferences, Usual,
};

/// How many days before the first one are read where it matters what was usual.
pub const USUAL_DAYS: u64 = 90;

/// What the notes and days of a figure must fulfil.
#[derive(Default)]
pub struct FigureConditions<'a> {
    parts: Vec<&'a Part>,
    words: Vec<Words>,
    marks: Vec<&'a str>,
    values: Vec<&'a Bounds>,
    of_day: Vec<&'a Bounds>,
    of_bucket: Vec<(GroupBy, &'a Bounds)>,
    of_row: Vec<&'a RowCondition>,
    counts_days: bool,
    usual: Vec<Usual>,
    passing_days: Vec<PassingDays<'a>>,
    /// The days that are read, where they are more than those that count.
    pub read: Option<DateRange>,
}

/// The days that fulfil a condition on another measure.
struct PassingDays<'a> {
    of: &'a DaysCondition,
    passing: BTreeSet<NaiveDate>,
    known: BTreeSet<NaiveDate>,
}

impl<'a> FigureConditions<'a> {
    /// The conditions of a figure over some days. `daily` says what another measure comes to day by day.
    pub fn new(
        figure: &'a Figure,
        period: Option<&DateRange>,
        daily: &dyn Fn(&DaysCondition, Option<&DateRange>) -> Daily,
    ) -> Self {
        let usual = |condition: &Condition| matches!(condition, Condition::Usual(_));
        let asks_usual = figure.conditions.iter().any(usual);
        let read = period.filter(|_| asks_usual);
        let read = read.map(|period| earlier(period, USUAL_DAYS, 0));
        let days = read.as_ref().or(period);
        let mut tests = Self {
            counts_days: figure.op == FactOp::CountDays,
            ..Self::default()
        };
        for condition in &figure.conditions {
            match condition {
                Condition::Row(row) => tests.of_row.push(row),
                Condition::DaysOfBucket(_) => {}
                Condition::Bucket(bounds) => {
                    tests.of_bucket.extend(figure.by.map(|by| (by, bounds)));
                }
                Condition::Value(bounds) => tests.values.push(bounds),
                Condition::Day(bounds) => tests.of_day.push(bounds),
                Condition::Usual(usual) => tests.usual.push(*usual),
                Condition::Words(words) => tests.words.push(Words::new(words)),
                Condition::Marked(mark) => tests.marks.push(mark),
                Condition::Part(part) => tests.parts.push(part),
                Condition::Days(of) => tests.passing_days.push(passing_days(of, days, daily)),
            }
        }
        Self { read, ..tests }
    }

    /// The conditions on fields of rows, in the units that the rows are brought to.
    pub fn rows(
        &self,
        measures: &Measures,
        measure: &Measure,
        units: &UnitPreferences,
    ) -> Vec<RowTest<'a>> {
        let of_row = self.of_row.iter();
        of_row
            .filter(|row| !self.is_of_day(row, measure))
            .map(|row| {
                let unit = unit_of(measures, measure, &row.field, units);
                let is = row.is.as_ref();
                RowTest {
                    field: &row.field,
                    is: is.map_or_else(Bounds::default, |is| in_unit(is, unit)),
                    text: row.text.as_deref(),
                }
            })
            .collect()
    }

    fn is_of_day(&self, row: &RowCondition, measure: &Measure) -> bool {
        self.counts_days && bounds_day(&row.field, measure)
    }

    /// Whether days of the week like this one are asked about.
    pub fn wants_day(&self, day: NaiveDate) -> bool {
        self.parts.iter().all(|part| bucket::has_part(day, part))
    }

    /// Keeps the rows whose notes fulfil the conditions.
    pub fn keep_notes(&self, points: &mut Vec<Point<'_>>, engine: &Engine<'_>) {
        for part in &self.parts {
            let named = |point: &Point<'_>| bucket::named(point, part.by);
            points.retain(|point| named(point).as_deref() == Some(part.bucket.as_str()));
        }
        let mut of_note = |holds: &dyn Fn(usize) -> bool| {
            let mut last: Option<(usize, bool)> = None;
            points.retain(|point| {
                let kept = match last {
                    Some((entry, kept)) if entry == point.entry => kept,
                    _ => holds(point.entry),
                };
                last = Some((point.entry, kept));
                kept
            });
        };
        for words in &self.words {
            of_note(&|entry| words.told_by(&engine.entries[entry]));
        }
        for mark in &self.marks {
            of_note(&|entry| {
                let parsed = engine.entries[entry].parsed.as_ref();
                parsed.is_some_and(|parsed| parsed.tags.iter().any(|tag| tag == mark))
            });
        }
        for passing in &self.passing_days {
            passing.keep(points, engine);
        }
        // What was usual is told by days that do not count themselves: they go last.
        if self.read.is_none() {
            points.retain(|point| engine.counts(point.date));
        }
    }

    /// Keeps the rows with the right values, and those of the right days.
    pub fn keep_days(
        &self,
        points: &mut Vec<Point<'_>>,
        scale: &Scale<'_>,
        measure: Option<&Measure>,
        engine: &Engine<'_>,
    ) {
        for bounds in &self.values {
            let bounds = in_unit(bounds, scale.unit);
            points.retain(|point| point.value.is_some_and(|value| bounds.hold(value)));
        }
        for (by, bounds) in &self.of_bucket {
            let bounds = in_unit(bounds, scale.unit);
            keep_buckets(points, *by, scale.aggregate, &bounds);
        }
        let of_row = self.of_row.iter();
        let of_row = of_row.filter(|row| measure.is_some_and(|of| self.is_of_day(row, of)));
        let of_day: Vec<&Bounds> = of_row
            .filter_map(|row| row.is.as_ref())
            .chain(self.of_day.iter().copied())
            .collect();
        if of_day.is_empty() && self.usual.is_empty() {
            return;
        }
        let mut kept: Option<BTreeSet<NaiveDate>> = None;
        let mut keep = |days: BTreeSet<NaiveDate>| {
            kept = Some(match kept.take() {
                Some(kept) => kept.intersection(&days).copied().collect(),
                None => days,
            });
        };
        let all = days(points, scale.aggregate);
        for bounds in of_day {
            let bounds = in_unit(bounds, scale.unit);
            let within = all.iter().filter(|day| bounds.hold(day.value));
            keep(within.map(|day| day.date).collect());
        }
        let values: Vec<(NaiveDate, f64)> = all.iter().map(|day| (day.date, day.value)).collect();
        for usual in &self.usual {
            let (days, unknown) = unusual_days(&values, *usual);
            let asked = |day: &NaiveDate| engine.counts(*day);
            if let Some(ledger) = engine.ledger {
                for day in unknown.into_iter().filter(asked) {
                    ledger
                        .borrow_mut()
                        .leave(ExclusionReason::NothingUsual, scale.name, [day]);
                }
            }
            keep(days);
        }
        if let Some(kept) = kept {
            points.retain(|point| kept.contains(&point.date));
        }
        if self.read.is_some() {
            points.retain(|point| engine.counts(point.date));
        }
    }
}

/// Keeps the points of the weeks, months or years that come to what is within bounds.
fn keep_buckets(points: &mut Vec<Point<'_>>, by: GroupBy, how: Aggregate, bounds: &Bounds) {
    let bucket = |point: &Point<'_>| bucket::named(point, by);
    let parts = points.chunk_by(|left, right| bucket(left) == bucket(right));
    let kept = parts.filter(|part| together(part, how).is_some_and(|sum| bounds.hold(sum)));
    let kept: BTreeSet<String> = kept.filter_map(|part| bucket(part.first()?)).collect();
    points.retain(|point| bucket(point).is_some_and(|name| kept.contains(&name)));
}

impl PassingDays<'_> {
    fn keep(&self, points: &mut Vec<Point<'_>>, engine: &Engine<'_>) {
        if let Some(ledger) = engine.ledger
            && !self.of.without
            && self.of.words.is_none()
        {
            let mut days: Vec<NaiveDate> = points.iter().map(|point| point.date).collect();
            days.dedup();
            let unknown = |day: &NaiveDate| engine.counts(*day) && !self.known.contains(day);
            for day in days.into_iter().filter(unknown) {
                ledger
                    .borrow_mut()
                    .leave(ExclusionReason::NothingBeside, &self.of.measure, [day]);
            }
        }
        points.retain(|point| match self.of.without {
            true => !self.passing.contains(&point.date),
            false => self.passing.contains(&point.date),
        });
    }
}

fn passing_days<'a>(
    of: &'a DaysCondition,
    period: Option<&DateRange>,
    daily: &dyn Fn(&DaysCondition, Option<&DateRange>) -> Daily,
) -> PassingDays<'a> {
    let lag = u64::from(of.lag_days);
    let before = if of.usual.is_some() { USUAL_DAYS } else { 0 };
    let read = period.map(|period| earlier(period, lag + before, lag));
    let daily = daily(of, read.as_ref());
    let values: Vec<(NaiveDate, f64)> = daily.values.iter().map(|(d, v)| (*d, *v)).collect();
    let usual = of.usual.map(|usual| unusual_days(&values, usual));
    let bounds = of.is.as_ref().map(|is| in_unit(is, daily.unit.as_deref()));
    let on = |day: &NaiveDate| day.checked_add_days(Days::new(lag));
    let passes = |(day, value): &&(NaiveDate, f64)| {
        bounds.as_ref().is_none_or(|bounds| bounds.hold(*value))
            && usual.as_ref().is_none_or(|(days, _)| days.contains(day))
    };
    let unknown = |day: &NaiveDate| usual.as_ref().is_some_and(|(_, none)| none.contains(day));
    let known = values.iter().map(|(day, _)| day);
    PassingDays {
        of,
        passing: values
            .iter()
            .filter(passes)
            .filter_map(|(d, _)| on(d))
            .collect(),
        known: known.filter(|day| !unknown(day)).filter_map(on).collect(),
    }
}

/// The days of a period, so many days earlier at its start and at its end.
pub fn earlier(period: &DateRange, start: u64, end: u64) -> DateRange {
    let back = |day: NaiveDate, days| day.checked_sub_days(Days::new(days)).unwrap_or(day);
    DateRange::new(back(period.start, start), back(period.end, end))
}

/// The days that are less or more than usual, and those of which nobody can say: usual is the median of
/// up to five days before, of at least three.
fn unusual_days(values: &[(NaiveDate, f64)], side: Usual) -> (BTreeSet<NaiveDate>, Vec<NaiveDate>) {
    const MOST: usize = 5;
    const LEAST: usize = 3;
    let mut kept = BTreeSet::new();
    let mut unknown = Vec::new();
    for (place, (day, value)) in values.iter().enumerate() {
        let before = &values[place.saturating_sub(MOST)..place];
        let mut before: Vec<f64> = before.iter().map(|(_, value)| *value).collect();
        let usual = if before.len() < LEAST {
            None
        } else {
            median(&mut before)
        };
        match (usual, side) {
            (None, _) => unknown.push(*day),
            (Some(usual), Usual::Less) if *value < usual => drop(kept.insert(*day)),
            (Some(usual), Usual::More) if *value > usual => drop(kept.insert(*day)),
            _ => {}
        }
    }
    (kept, unknown)
}

/// Bounds in the unit of the values; as they are where the units do not convert.
fn in_unit(bounds: &Bounds, unit: Option<&str>) -> Bounds {
    let from = bounds.unit.as_deref();
    match from.zip(unit).and_then(|(from, to)| factor(from, to)) {
        Some(factor) => bounds.map(|number| number * factor),
        None => bounds.map(|number| number),
    }
}

/// Whether a condition on a field bounds the measure itself, and the measure is a sum of several fields: no row
/// has the value that is bounded, so the days are meant that come to it, where days are counted.
pub fn bounds_day(field: &str, measure: &Measure) -> bool {
    measure.aggregate == Aggregate::Sum && measure.name == field && measure.each.fields().len() > 1
}

/// The unit that a field of a measure's rows is brought to.
pub fn unit_of<'u>(
    measures: &'u Measures,
    measure: &'u Measure,
    field: &str,
    units: &'u UnitPreferences,
) -> Option<&'u str> {
    if field == measure.name
        && let Some(unit) = &measure.unit
    {
        return Some(measures.unit(unit, &units.mass, &units.distance));
    }
    let kinds = measure
        .rows
        .iter()
        .filter_map(|name| measures.row_kind(name));
    let mut quantities = kinds.filter_map(|kind| kind.quantities.get(field));
    let quantity = quantities.next()?;
    Some(measures.unit(&quantity.to, &units.mass, &units.distance))
}
