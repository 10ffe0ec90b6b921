//! Values in words: `82.5 kg`, `5:30 /km`, `1 h 02 min`, `12,400 kg`.

use quilto_model::{Fact, FactBucket, FactValue};

use super::slice;
use super::units::round;

/// A value with its unit, at the precision a person would say it with.
///
/// - Durations (`s`, `min`) become `45 s`, `25:30` or `25 min` below an hour, `1 h 02 min` above;
///   parts of a second are kept.
/// - Rates of time per distance (`min/km`, `s/km`) become `5:30 /km`.
/// - Everything else keeps at most two digits after the point (one from 1,000 on), without needless
///   zeros, and is grouped by thousands.
pub fn quantity(value: f64, unit: Option<&str>) -> String {
    match unit {
        Some("s") => duration(value),
        // Whole minutes are said as such: nobody timed the seconds.
        Some("min") if value.abs() < 60.0 && value.fract() == 0.0 => {
            format!("{} min", number(value))
        }
        Some("min") => duration(value * 60.0),
        Some("%") => format!("{}%", number(round(value, 1))),
        Some(unit) if !unit.is_empty() => match time_of(unit) {
            Some((seconds, Some(per))) => {
                format!("{} /{per}", clock(round(value * seconds, 0)))
            }
            _ => format!("{} {unit}", number(value)),
        },
        _ => number(value),
    }
}

/// How many seconds one of a unit of time is, and what it is per, where it is a rate: `min`, `s/km`.
pub fn time_of(unit: &str) -> Option<(f64, Option<&str>)> {
    let (time, per) = match unit.split_once('/') {
        Some((time, per)) => (time, Some(per)),
        None => (unit, None),
    };
    match time {
        "s" => Some((1.0, per)),
        "min" => Some((60.0, per)),
        _ => None,
    }
}

/// A number: grouped by thousands, at most two digits after the point, and one from 1,000 on.
pub fn number(value: f64) -> String {
    let decimals = if value.abs() >= 1000.0 { 1 } else { 2 };
    let shown = round(value, decimals);
    let digits = format!("{}", shown.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut grouped = String::with_capacity(whole.len() + whole.len() / 3);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if shown < 0.0 { "-" } else { "" };
    if fraction.is_empty() {
        format!("{sign}{grouped}")
    } else {
        format!("{sign}{grouped}.{fraction}")
    }
}

/// Below so many seconds a time is of one outing, and told to the second; longer ones are sums.
const OUTING: f64 = 36_000.0;

/// A length of time in seconds, as it is said: `1 h 05 min`, with its seconds `1:05:12`. As a watch shows it is
/// [`stopwatch`].
pub fn duration(seconds: f64) -> String {
    let sign = if seconds < 0.0 { "-" } else { "" };
    let seconds = round(seconds.abs(), 2);
    if seconds < 60.0 {
        return format!("{sign}{} s", number(seconds));
    }
    if seconds < 3600.0 {
        return format!("{sign}{}", clock(seconds));
    }
    let whole_minutes = seconds % 60.0 == 0.0;
    if seconds.fract() != 0.0 || seconds < OUTING && !whole_minutes {
        return format!("{sign}{}", clock(seconds));
    }
    let minutes = round(seconds / 60.0, 0);
    let (hours, rest) = ((minutes / 60.0).floor(), minutes % 60.0);
    if rest == 0.0 {
        format!("{sign}{} h", number(hours))
    } else {
        format!("{sign}{} h {rest:02} min", number(hours))
    }
}

/// Minutes and seconds: `5:30`, `5:30.4`; above an hour `1:02:10`.
pub fn clock(seconds: f64) -> String {
    let sign = if seconds < 0.0 { "-" } else { "" };
    let exact = round(seconds.abs(), 2);
    let minutes = (exact / 60.0).floor();
    let rest = round(exact - minutes * 60.0, 2);
    let zero = if rest < 10.0 { "0" } else { "" };
    if minutes >= 60.0 {
        let hours = (minutes / 60.0).floor();
        return format!("{sign}{hours}:{:02}:{zero}{rest}", minutes % 60.0);
    }
    format!("{sign}{minutes}:{zero}{rest}")
}

/// A length of time in seconds, as a watch shows it: `45 s`, `25:30`, `1:05:00`.
pub fn stopwatch(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{} s", number(seconds))
    } else {
        clock(seconds)
    }
}

/// The value of a fact in words, without its name: `82.5 kg`, `2026-11-20`.
pub fn fact_value(fact: &Fact) -> String {
    match &fact.value {
        FactValue::Number(value) => quantity(*value, fact.unit_in_full().as_deref()),
        FactValue::Date(date) => date.to_string(),
        FactValue::Text(text) => text.clone(),
        FactValue::Trend(verdict) => verdict.to_string(),
        FactValue::Weekdays(days) => {
            let names: Vec<String> = days.iter().map(ToString::to_string).collect();
            names.join(", ")
        }
    }
}

/// What a fact is one of: its bucket, and the conditions that it was computed under, in short.
pub fn part_of(fact: &Fact) -> Option<String> {
    let bucket = fact.bucket.as_ref().map(FactBucket::in_full);
    let conditions = fact.figure.as_deref().and_then(slice::of);
    let parts: Vec<String> = bucket.into_iter().chain(conditions).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_a_person_would_say_them() {
        for (value, unit, words) in [
            (82.25, Some("kg"), "82.25 kg"),
            (100.0, Some("kg"), "100 kg"),
            (12_400.0, Some("kg"), "12,400 kg"),
            (1_234_567.85, Some("kg"), "1,234,567.9 kg"),
            (102.058_283_25, Some("kg"), "102.06 kg"),
            (5.5, Some("min/km"), "5:30 /km"),
            (5.5167, Some("min/km"), "5:31 /km"),
            (3725.0, Some("s"), "1:02:05"),
            (3720.0, Some("s"), "1 h 02 min"),
            (36_065.0, Some("s"), "10 h 01 min"),
            (3600.0, Some("s"), "1 h"),
            (1530.0, Some("s"), "25:30"),
            (45.0, Some("s"), "45 s"),
            (58.4, Some("s"), "58.4 s"),
            (28.91, Some("s"), "28.91 s"),
            (62.35, Some("s"), "1:02.35"),
            (1185.3, Some("s"), "19:45.3"),
            (3725.5, Some("s"), "1:02:05.5"),
            (119.999, Some("s"), "2:00"),
            (62.0, Some("min"), "1 h 02 min"),
            (50.0, Some("min"), "50 min"),
            (12.5, Some("min"), "12:30"),
            (-7.25, Some("%"), "-7.3%"),
            (12.0, None, "12"),
            (-0.001, Some("kg"), "0 kg"),
        ] {
            assert_eq!(quantity(value, unit), words);
        }
        assert_eq!(stopwatch(45.0), "45 s");
        assert_eq!(stopwatch(1530.0), "25:30");
        assert_eq!(stopwatch(3900.0), "1:05:00");
        assert_eq!(clock(3730.0), "1:02:10");
        assert_eq!(clock(59.9), "0:59.9");
        assert_eq!(clock(59.999), "1:00");
    }
}
