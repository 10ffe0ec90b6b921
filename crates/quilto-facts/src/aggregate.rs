//! Values into one value.

use chrono::NaiveDate;

use quilto_domain::measures::Aggregate;

use super::select::Point;

/// The value of some points together; `None` where none of them has a value. Points come oldest
/// first.
pub fn together(points: &[Point<'_>], how: Aggregate) -> Option<f64> {
    let valued = points
        .iter()
        .filter_map(|point| point.value.map(|value| (value, point.weight, point.entry)));
    let mut count = 0usize;
    let mut weights = 0.0;
    let mut result = 0.0;
    let mut entry = None;
    for (value, weight, of) in valued {
        result = match how {
            Aggregate::Max if count > 0 => f64::max(result, value),
            Aggregate::Min if count > 0 => f64::min(result, value),
            Aggregate::Max | Aggregate::Min | Aggregate::Last => value,
            Aggregate::Sum => result + value,
            Aggregate::Avg => result + value * weight,
            Aggregate::Count => result + 1.0,
            Aggregate::Entries if entry == Some(of) => result,
            Aggregate::Entries => result + 1.0,
        };
        entry = Some(of);
        weights += weight;
        count += 1;
    }
    match how {
        _ if count == 0 => None,
        Aggregate::Avg => Some(result / weights),
        _ => Some(result),
    }
}

/// A day's points and their value together.
#[derive(Clone, Debug)]
pub struct Day<'p, 'a> {
    /// The day.
    pub date: NaiveDate,
    /// Its value.
    pub value: f64,
    /// Its points.
    pub points: &'p [Point<'a>],
}

/// The days that have a value, oldest first.
pub fn days<'p, 'a>(points: &'p [Point<'a>], how: Aggregate) -> Vec<Day<'p, 'a>> {
    points
        .chunk_by(|left, right| left.date == right.date)
        .filter_map(|points| {
            Some(Day {
                date: points.first()?.date,
                value: together(points, how)?,
                points,
            })
        })
        .collect()
}

/// How many values there are.
pub fn valued(points: &[Point<'_>]) -> usize {
    points.iter().filter(|point| point.value.is_some()).count()
}
