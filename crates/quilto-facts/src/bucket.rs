//! Buckets: points by week, month, weekday, time of day, subject or group.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, NaiveTime, Timelike};

use quilto_model::{DateRange, Entry, GroupBy, Part};

use super::select::{Groups, Point, about};

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Bucket<'a> {
    /// Its name: `2026-11-20`, `2026-W47`, `2026-11`, `2026`, `Monday`, `morning`, `weekend`, a
    /// subject, a group.
    pub name: String,
    /// The days it stands for, for buckets of time.
    pub period: Option<DateRange>,
    /// Its points, oldest first.
    pub points: Vec<Point<'a>>,
}

/// Sorts points into buckets. Buckets of time come in order; subjects and groups by name. Points
/// without a time of day, a subject or a group are in no such bucket; a point of two groups is in
/// both. For groups, `wanted` are the groups to make; empty is all.
pub fn buckets<'a>(
    points: &[Point<'a>],
    by: GroupBy,
    groups: &Groups,
    wanted: &[String],
) -> Vec<Bucket<'a>> {
    if by == GroupBy::Group {
        let named: Vec<&str> = wanted
            .iter()
            .map(String::as_str)
            .filter(|name| groups.is_group(name))
            .collect();
        let names: Vec<&str> = if named.is_empty() {
            groups.names().collect()
        } else {
            named
        };
        return names
            .into_iter()
            .map(|name| Bucket {
                name: name.to_owned(),
                period: None,
                points: about(points, &groups.expand(name)),
            })
            .filter(|bucket| !bucket.points.is_empty())
            .collect();
    }
    let mut sorted: BTreeMap<(i64, &str), Vec<Point<'a>>> = BTreeMap::new();
    for point in points {
        if let Some(key) = key(point, by) {
            sorted.entry(key).or_default().push(*point);
        }
    }
    sorted
        .into_iter()
        .map(|((number, subject), points)| {
            let (name, period) = name(by, number, subject);
            Bucket {
                name,
                period,
                points,
            }
        })
        .collect()
}

/// The name of the bucket that a point is in.
pub fn named(point: &Point<'_>, by: GroupBy) -> Option<String> {
    let (number, subject) = key(point, by)?;
    Some(name(by, number, subject).0)
}

/// Whether a note was written in a part of the day or the week.
pub fn is_in_part(entry: &Entry, part: &Part) -> bool {
    is_part(of_time(entry.date, entry.time, part.by), part)
}

/// Whether a day is in a part of the week. One part of the day is in every day.
pub fn has_part(day: NaiveDate, part: &Part) -> bool {
    part.by == GroupBy::TimeOfDay || is_part(of_time(day, None, part.by), part)
}

fn is_part(number: Option<i64>, part: &Part) -> bool {
    number.is_some_and(|number| name(part.by, number, "").0 == part.bucket)
}

/// The sorting key of a bucket: a number for time, the name for subjects.
fn key<'a>(point: &Point<'a>, by: GroupBy) -> Option<(i64, &'a str)> {
    match by {
        GroupBy::Subject => Some((0, point.subject?)),
        GroupBy::Entry => Some((i64::try_from(point.entry).ok()?, "")),
        _ => Some((of_time(point.date, point.time, by)?, "")),
    }
}

/// The number of a bucket of time.
fn of_time(date: NaiveDate, time: Option<NaiveTime>, by: GroupBy) -> Option<i64> {
    Some(match by {
        GroupBy::Day => i64::from(date.num_days_from_ce()),
        GroupBy::Week => i64::from(monday(date).num_days_from_ce()),
        GroupBy::Month => i64::from(date.year()) * 12 + i64::from(date.month0()),
        GroupBy::Year => i64::from(date.year()),
        GroupBy::Weekday => i64::from(date.weekday().num_days_from_monday()),
        GroupBy::TimeOfDay => match time?.hour() {
            5..=11 => 0,
            12..=16 => 1,
            17..=21 => 2,
            _ => 3,
        },
        GroupBy::PartOfWeek => i64::from(date.weekday().num_days_from_monday() > 4),
        GroupBy::Subject | GroupBy::Entry | GroupBy::Group | GroupBy::Row => return None,
    })
}

fn name(by: GroupBy, number: i64, subject: &str) -> (String, Option<DateRange>) {
    let day = || {
        i32::try_from(number)
            .ok()
            .and_then(NaiveDate::from_num_days_from_ce_opt)
    };
    match by {
        GroupBy::Day => day().map_or_else(Default::default, |day| {
            (day.to_string(), Some(DateRange::day(day)))
        }),
        GroupBy::Week => day().map_or_else(Default::default, |monday| {
            let week = monday.iso_week();
            let name = format!("{}-W{:02}", week.year(), week.week());
            let sunday = monday.checked_add_days(Days::new(6)).unwrap_or(monday);
            (name, Some(DateRange::new(monday, sunday)))
        }),
        GroupBy::Month => {
            let (year, month0) = (number.div_euclid(12), number.rem_euclid(12));
            let first = first_of_month(year, month0);
            let next = first_of_month((number + 1).div_euclid(12), (number + 1).rem_euclid(12));
            (format!("{year:04}-{:02}", month0 + 1), span(first, next))
        }
        GroupBy::Year => {
            let period = span(first_of_month(number, 0), first_of_month(number + 1, 0));
            (format!("{number:04}"), period)
        }
        GroupBy::Weekday | GroupBy::TimeOfDay | GroupBy::PartOfWeek => {
            let names = part_names(by);
            let place = number.rem_euclid(names.len() as i64) as usize;
            (names[place].to_owned(), None)
        }
        GroupBy::Subject | GroupBy::Group | GroupBy::Entry | GroupBy::Row => {
            (subject.to_owned(), None)
        }
    }
}

/// The names of buckets that come again and again, in their order; of others there are as many as one likes.
pub fn part_names(by: GroupBy) -> &'static [&'static str] {
    match by {
        GroupBy::Weekday => &[
            "Monday",
            "Tuesday",
            "Wednesday",
            "Thursday",
            "Friday",
            "Saturday",
            "Sunday",
        ],
        GroupBy::TimeOfDay => &["morning", "afternoon", "evening", "night"],
        GroupBy::PartOfWeek => &["weekday", "weekend"],
        _ => &[],
    }
}

/// The Monday of a day's week.
pub fn monday(date: NaiveDate) -> NaiveDate {
    let since = u64::from(date.weekday().num_days_from_monday());
    date.checked_sub_days(Days::new(since)).unwrap_or(date)
}

fn first_of_month(year: i64, month0: i64) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(
        i32::try_from(year).ok()?,
        u32::try_from(month0).ok()? + 1,
        1,
    )
}

fn span(first: Option<NaiveDate>, next: Option<NaiveDate>) -> Option<DateRange> {
    Some(DateRange::new(first?, next?.pred_opt()?))
}
