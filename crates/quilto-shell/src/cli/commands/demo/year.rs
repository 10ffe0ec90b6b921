//! A made-up year of notes, from lines and numbers that are data. The same day gives the same year.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, Weekday};
use serde::Deserialize;

/// Days before today.
const DAYS: u64 = 364;

/// What the year is made of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Year {
    bad: BadDays,
    values: BTreeMap<String, Course>,
    notes: Vec<Habit>,
    /// What is asked of it.
    pub questions: Vec<String>,
    /// What could be tried next, without the name of the application.
    pub next: Vec<String>,
}

/// How often a day is a bad one, and how often from some week on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BadDays {
    share: f64,
    since_week: f64,
    share_since: f64,
}

/// How a number goes over the year.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    from: f64,
    to: f64,
    #[serde(default = "all_weeks")]
    weeks: [f64; 2],
    /// How far it strays from its course.
    #[serde(default)]
    spread: f64,
    /// It is a multiple of this.
    round: f64,
    /// How far it is off on a bad day.
    #[serde(default)]
    bad: f64,
    #[serde(default, rename = "as")]
    shown: Delivery,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Delivery {
    #[default]
    Number,
    /// Seconds as minutes and seconds.
    Clock,
}

/// Something that is noted on some days.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Habit {
    at: String,
    /// Weekdays; every day if there are none.
    #[serde(default)]
    on: Vec<Weekday>,
    /// How many of these days have it.
    share: f64,
    lines: Vec<String>,
    /// What is written instead on a bad day.
    #[serde(default)]
    when_bad: Vec<String>,
}

/// A note of the year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub date: NaiveDate,
    /// The minute, as it is written.
    pub at: String,
    pub text: String,
}

fn all_weeks() -> [f64; 2] {
    [0.0, 52.0]
}

impl Year {
    pub fn read(text: &str) -> Result<Self, serde_yaml::Error> {
        serde_yaml::from_str(text)
    }

    /// The notes of the year before a day, oldest first.
    pub fn notes(&self, today: NaiveDate) -> Vec<Note> {
        let mut notes = Vec::new();
        for number in 0..DAYS {
            let Some(date) = today.checked_sub_days(Days::new(DAYS - number)) else {
                continue;
            };
            let mut day = self.day(number, date);
            day.sort_by(|left, right| left.at.cmp(&right.at));
            notes.extend(day);
        }
        notes
    }

    fn day(&self, number: u64, date: NaiveDate) -> Vec<Note> {
        let week = number as f64 / 7.0;
        let share = if week < self.bad.since_week {
            self.bad.share
        } else {
            self.bad.share_since
        };
        let bad = chance(number, 0) < share;
        let on_day = |habit: &&Habit| habit.on.is_empty() || habit.on.contains(&date.weekday());
        let habits = self.notes.iter().filter(on_day);
        let mut notes = Vec::new();
        for (place, habit) in (1..).zip(habits) {
            if chance(number, place * 2) >= habit.share {
                continue;
            }
            let lines = match bad && !habit.when_bad.is_empty() {
                true => &habit.when_bad,
                false => &habit.lines,
            };
            let pick = chance(number, place * 2 + 1) * lines.len() as f64;
            let Some(line) = lines.get(pick as usize) else {
                continue;
            };
            notes.push(Note {
                date,
                at: habit.at.clone(),
                text: self.filled(line, number, bad),
            });
        }
        notes
    }

    /// The line with the day's values in their places.
    fn filled(&self, line: &str, number: u64, bad: bool) -> String {
        let mut text = line.to_owned();
        for (seed, (name, course)) in (1000..).zip(&self.values) {
            let place = format!("{{{name}}}");
            if text.contains(&place) {
                let value = course.at(number, seed, bad);
                text = text.replace(&place, &course.shown(value));
            }
        }
        text
    }
}

impl Course {
    fn at(&self, number: u64, seed: u64, bad: bool) -> f64 {
        let [first, last] = self.weeks;
        let week = number as f64 / 7.0;
        let share = ((week - first) / (last - first).max(1.0)).clamp(0.0, 1.0);
        let stray = (chance(number, seed) * 2.0 - 1.0) * self.spread;
        let off = if bad { self.bad } else { 0.0 };
        let value = self.from + (self.to - self.from) * share + stray + off;
        (value / self.round).round() * self.round
    }

    fn shown(&self, value: f64) -> String {
        match self.shown {
            Delivery::Clock => format!("{}:{:02}", value as u64 / 60, value as u64 % 60),
            // the tenth is as fine as anybody writes
            Delivery::Number => format!("{}", (value * 10.0).round() / 10.0),
        }
    }
}

/// A number from 0 to 1 that is always the same for a day and a purpose (SplitMix64: Steele, Lea
/// and Flood 2014, Fast splittable pseudorandom number generators).
fn chance(day: u64, purpose: u64) -> f64 {
    let mut z = (day << 20 | purpose)
        .wrapping_add(1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: &str = "\
bad: {share: 0, since_week: 26, share_since: 1}
values:
  shine: {from: 10, to: 20, weeks: [0, 26], round: 1, bad: -5}
  time: {from: 90, to: 90, round: 1, as: clock}
notes:
  - {at: '09:00', on: [mon], share: 1, lines: ['granite {shine}'], when_bad: ['dusty {shine}']}
  - {at: '08:00', share: 1, lines: ['hummed {time}']}
questions: []
next: []
";

    #[test]
    fn a_year_follows_its_course_and_is_always_the_same() {
        let year = Year::read(YEAR).unwrap();
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let notes = year.notes(today);
        assert_eq!(notes, year.notes(today));
        assert_eq!(notes.len(), 364 + 52);
        assert!(notes.is_sorted_by_key(|note| (note.date, note.at.clone())));
        assert!(notes.iter().all(|note| note.date < today));
        let said = |start: &str| -> Vec<&str> {
            let of = |note: &&Note| note.text.starts_with(start);
            notes.iter().filter(of).map(|n| n.text.as_str()).collect()
        };
        assert_eq!(said("hummed")[0], "hummed 1:30");
        assert_eq!(said("granite")[0], "granite 10");
        assert_eq!(said("granite").len(), 26);
        assert_eq!(said("dusty").last(), Some(&"dusty 15"));
    }
}
