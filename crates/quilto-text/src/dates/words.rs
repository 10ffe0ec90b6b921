//! The words for dates, merged over the languages.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::super::{lexicon, normalize};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which third of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeriodThird {
    /// The first ten days of a month, the first third of a year.
    Early,
    /// Days 11 to 20, the second third.
    Mid,
    /// Day 21 to the end, the last third.
    Late,
}

/// A stretch of the calendar that can be counted from today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CalendarUnit {
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Year,
}

/// `dates.yaml` of one language. Phrases are compared without spaces. Every part may be absent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DateWords {
    day: HashMap<String, i32>,
    week: HashMap<String, i32>,
    weekend: HashMap<String, i32>,
    month: HashMap<String, i32>,
    quarter: HashMap<String, i32>,
    year: HashMap<String, i32>,
    /// Spans that end today, in days; 0 is a vague one, which names no period.
    rolling: HashMap<String, i64>,
    months: HashMap<String, u32>,
    short_months: HashMap<String, u32>,
    /// What follows a number to make it a month.
    month_words: Vec<String>,
    month_before: Vec<String>,
    /// Short names of months that are words, too.
    month_is_word: Vec<String>,
    /// Before `to` and `now` ("up to now").
    up: Vec<String>,
    /// Today, as the end of a span.
    now: Vec<String>,
    /// Between a word that announces a day and its number (`on the 19th`).
    the: Vec<String>,
    weekdays: HashMap<String, u32>,
    short_weekdays: HashMap<String, u32>,
    weekday_before: Vec<String>,
    last: Vec<String>,
    this: Vec<String>,
    next: Vec<String>,
    rolling_before: Vec<String>,
    ago: Vec<String>,
    since: Vec<String>,
    after: Vec<String>,
    until: Vec<String>,
    before: Vec<String>,
    since_after: Vec<String>,
    until_after: Vec<String>,
    before_after: Vec<String>,
    /// What the first end of a range may carry, where the second carries `until_after`.
    range_after: Vec<String>,
    from: Vec<String>,
    /// What opens a span behind its first end, after `from`.
    from_after: Vec<String>,
    between: Vec<String>,
    to: Vec<String>,
    and: Vec<String>,
    of: Vec<String>,
    on: Vec<String>,
    articles: Vec<String>,
    /// Before a day that is only compared with, or that something came from.
    not_when_before: Vec<String>,
    /// Behind such a day.
    not_when_after: Vec<String>,
    /// In the clause of a day that is ahead, or stands for any such day.
    not_when_beside: Vec<String>,
    /// A sentence that begins so speaks of all before it.
    points_back: Vec<String>,
    /// Beside the day before: what is told is of the night that ended today.
    of_night: Vec<String>,
    units: HashMap<String, CalendarUnit>,
    /// Words that count days by themselves.
    counts: HashMap<String, i64>,
    parts: HashMap<String, PeriodThird>,
    parts_after: HashMap<String, PeriodThird>,
    /// Season → its first month.
    seasons: HashMap<String, u32>,
    season_before: Vec<String>,
    /// Between two seasons: each gives the other away.
    season_or: Vec<String>,
    quarters: HashMap<String, u32>,
    quarter_words: Vec<String>,
    half_words: Vec<String>,
    halves: HashMap<String, u32>,
    week_words: Vec<String>,
    last_words: Vec<String>,
    /// Weeks of a month in one phrase; 0 is the last.
    ordinal_weeks: HashMap<String, u32>,
    /// What follows a day of the month that stands without its month.
    day_suffixes: Vec<String>,
    /// Days that come back each year, for questions; notes call other things by their names.
    holidays: HashMap<String, Holiday>,
}

/// A day that comes back each year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Holiday {
    /// Month and day.
    Fixed(u32, u32),
    /// Month, weekday (1 is Monday), and which of them in the month.
    Nth(u32, u32, u32),
}

/// What a phrase means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// So many stretches from the current one.
    From(CalendarUnit, i32),
    /// The days up to today.
    Rolling(i64),
    /// A month by its full name.
    Month(u32),
    /// A month by a word that needs company.
    ShortMonth(u32),
    Weekday(u32),
    ShortWeekday(u32),
    Season(u32),
    Quarter(u32),
    Half(u32),
    Holiday(Holiday),
}

#[derive(Debug, Default)]
pub(super) struct Words {
    pub phrases: FxHashMap<String, Meaning>,
    pub longest: usize,
    pub parts: FxHashMap<String, PeriodThird>,
    pub parts_after: FxHashMap<String, PeriodThird>,
    pub ordinal_weeks: FxHashMap<String, u32>,
    pub counts: FxHashMap<String, i64>,
    pub units: FxHashMap<String, CalendarUnit>,
    pub sets: FxHashMap<&'static str, FxHashSet<String>>,
    /// The names of the lists that hold a word.
    lists: FxHashMap<String, Vec<&'static str>>,
}

impl Words {
    /// Whether a word is in one of the named lists.
    pub fn is(&self, list: &str, word: &str) -> bool {
        self.lists(word).contains(&list)
    }

    /// The lists that a word is in.
    pub fn lists(&self, word: &str) -> &[&'static str] {
        self.lists.get(word).map_or(&[], Vec::as_slice)
    }

    /// Whether a word begins with one of a list: Korean endings follow.
    pub fn begins(&self, list: &str, word: &str) -> bool {
        let words = self.sets.get(list).into_iter().flatten();
        let mut stems = words.filter(|stem| !stem.is_ascii());
        self.is(list, word) || stems.any(|stem| word.starts_with(stem.as_str()))
    }

    fn add(&mut self, file: DateWords) {
        let stretches = [
            (CalendarUnit::Day, file.day),
            (CalendarUnit::Week, file.week),
            (CalendarUnit::Weekend, file.weekend),
            (CalendarUnit::Month, file.month),
            (CalendarUnit::Quarter, file.quarter),
            (CalendarUnit::Year, file.year),
        ];
        for (stretch, phrases) in stretches {
            self.mean(phrases, |count| Meaning::From(stretch, count));
        }
        self.mean(file.rolling, Meaning::Rolling);
        self.mean(file.months, Meaning::Month);
        self.mean(file.short_months, Meaning::ShortMonth);
        self.mean(file.weekdays, Meaning::Weekday);
        self.mean(file.short_weekdays, Meaning::ShortWeekday);
        self.mean(file.seasons, Meaning::Season);
        self.mean(file.quarters, Meaning::Quarter);
        self.mean(file.halves, Meaning::Half);
        self.mean(file.holidays, Meaning::Holiday);
        self.parts.extend(squashed(file.parts));
        self.parts_after.extend(squashed(file.parts_after));
        self.ordinal_weeks.extend(squashed(file.ordinal_weeks));
        self.counts.extend(squashed(file.counts));
        self.units.extend(squashed(file.units));
        let lists = [
            ("month_words", file.month_words),
            ("month_is_word", file.month_is_word),
            ("up", file.up),
            ("now", file.now),
            ("month_before", file.month_before),
            ("the", file.the),
            ("weekday_before", file.weekday_before),
            ("last", file.last),
            ("this", file.this),
            ("next", file.next),
            ("rolling_before", file.rolling_before),
            ("ago", file.ago),
            ("since", file.since),
            ("after", file.after),
            ("until", file.until),
            ("before", file.before),
            ("since_after", file.since_after),
            ("until_after", file.until_after),
            ("before_after", file.before_after),
            ("range_after", file.range_after),
            ("from", file.from),
            ("from_after", file.from_after),
            ("between", file.between),
            ("to", file.to),
            ("and", file.and),
            ("of", file.of),
            ("on", file.on),
            ("articles", file.articles),
            ("not_when_before", file.not_when_before),
            ("not_when_after", file.not_when_after),
            ("not_when_beside", file.not_when_beside),
            ("of_night", file.of_night),
            ("points_back", file.points_back),
            ("season_before", file.season_before),
            ("season_or", file.season_or),
            ("quarter_words", file.quarter_words),
            ("half_words", file.half_words),
            ("week_words", file.week_words),
            ("last_words", file.last_words),
            ("day_suffixes", file.day_suffixes),
        ];
        for (name, words) in lists {
            let set = self.sets.entry(name).or_default();
            for word in words.iter().map(|word| normalize(word)) {
                if set.insert(word.clone()) {
                    self.lists.entry(word).or_default().push(name);
                }
            }
        }
    }

    fn mean<V>(&mut self, words: HashMap<String, V>, meaning: impl Fn(V) -> Meaning) {
        for (phrase, value) in squashed(words) {
            self.longest = self.longest.max(phrase.len());
            self.phrases.insert(phrase, meaning(value));
        }
    }
}

fn squashed<V>(words: HashMap<String, V>) -> impl Iterator<Item = (String, V)> {
    words
        .into_iter()
        .map(|(phrase, value)| (normalize(&phrase).replace(' ', ""), value))
}

pub(super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut words = Words::default();
        for (_, file) in lexicon::read::<DateWords>("dates").unwrap_or_default() {
            words.add(file);
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_files_have_their_form() {
        let files = lexicon::read::<DateWords>("dates").unwrap();
        assert_eq!(files.len(), lexicon::languages().len());
    }
}
