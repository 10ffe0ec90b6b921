//! Gaps and streaks.

use chrono::{Days, NaiveDate};

use quilto_model::{DateRange, Fact, FactKind, FactValue, GroupBy};

use super::Asked;
use crate::bucket::monday;
use crate::select::Point;
use crate::units::round;

/// The longest time between one day and the next: the difference of their dates, so two days in
/// a row are 1 apart; and the mean of all these times. Nothing where there is only one day.
pub fn longest_gap(asked: &Asked<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let days: Vec<&[Point<'_>]> = by_day(points);
    let mut longest: Option<(i64, usize)> = None;
    for (place, pair) in days.windows(2).enumerate() {
        let gap = (date(pair[1]) - date(pair[0])).num_days();
        if longest.is_none_or(|(known, _)| gap > known) {
            longest = Some((gap, place));
        }
    }
    let Some((gap, place)) = longest else {
        return Vec::new();
    };
    let ends: Vec<Point<'_>> = [days[place].last(), days[place + 1].first()]
        .into_iter()
        .flatten()
        .copied()
        .collect();
    let (from, to) = (date(days[place]), date(days[place + 1]));
    let mut facts = vec![Fact {
        unit: Some("days".into()),
        date: Some(to),
        period: Some(DateRange::new(from, to)),
        detail: Some(format!("{from} → {to}")),
        sample: days.len(),
        ..asked.fact(FactKind::LongestGap, FactValue::Number(gap as f64), &ends)
    }];
    // Of two days alone the mean is the gap itself.
    if let (Some(first), Some(last), true) = (days.first(), days.last(), days.len() > 2) {
        let (from, to) = (date(first), date(last));
        let mean = (to - from).num_days() as f64 / (days.len() - 1) as f64;
        facts.push(Fact {
            unit: Some("days".into()),
            period: Some(DateRange::new(from, to)),
            sample: days.len(),
            ..asked.fact(
                FactKind::AverageGap,
                FactValue::Number(round(mean, 1)),
                &ends,
            )
        });
    }
    facts
}

/// The longest run of days in a row, and the latest one (which may still go on). By week, of weeks
/// in a row that have a day.
pub fn streaks(asked: &Asked<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let weekly = asked.query.by == Some(GroupBy::Week);
    let (unit, step) = if weekly { ("weeks", 7) } else { ("days", 1) };
    let start = |date: NaiveDate| if weekly { monday(date) } else { date };
    let mut runs: Vec<(u32, usize, usize)> = Vec::new();
    let days = by_day(points);
    for (place, day) in days.iter().enumerate() {
        let begins = start(date(day));
        match runs.last_mut() {
            Some((length, _, last)) => {
                let before = start(date(days[*last]));
                if before == begins {
                    *last = place;
                } else if before.checked_add_days(Days::new(step)) == Some(begins) {
                    *length += 1;
                    *last = place;
                } else {
                    runs.push((1, place, place));
                }
            }
            None => runs.push((1, place, place)),
        }
    }
    let mut longest = runs.first().copied();
    for run in &runs {
        if longest.is_none_or(|longest| run.0 > longest.0) {
            longest = Some(*run);
        }
    }
    let named = [
        (FactKind::LongestStreak, longest),
        (FactKind::LatestStreak, runs.last().copied()),
    ];
    named
        .into_iter()
        .filter_map(|(kind, run)| {
            let (length, first, last) = run?;
            let (from, to) = (date(days[first]), date(days[last]));
            let inside: Vec<Point<'_>> = days[first..=last].concat();
            Some(Fact {
                unit: Some(unit.into()),
                date: Some(to),
                period: Some(DateRange::new(from, to)),
                detail: Some(format!("{from} → {to}")),
                ..asked.fact(kind, FactValue::Number(f64::from(length)), &inside)
            })
        })
        .collect()
}

fn by_day<'p, 'a>(points: &'p [Point<'a>]) -> Vec<&'p [Point<'a>]> {
    points
        .chunk_by(|left, right| left.date == right.date)
        .collect()
}

fn date(day: &[Point<'_>]) -> NaiveDate {
    day.first().map_or(NaiveDate::MIN, |point| point.date)
}
