//! Parts of the day and the week: one of them alone is meant ("on weekends"), or they are told side
//! by side ("more on weekends than on weekdays").

use std::ops::Range;

use chrono::{Datelike, Days, NaiveDate, Weekday};

use crate::model::{DateRange, GroupBy, Part};
use crate::text::{self, dates};
use quilto_language::Words;
use quilto_language::cues::bare;
use quilto_language::questions::{PartWord, words};

use super::intent::QuestionKind;
use super::operation::OperationCues;

/// What a question says of the parts of the day or the week.
#[derive(Clone, Debug, PartialEq)]
pub enum DayPartScope {
    /// Rows of this part alone.
    Only(Part),
    /// All parts, side by side.
    Sides(GroupBy),
}

/// What of a question narrows it to the part it names, rather than asking which part.
pub struct DayPartContext<'a> {
    /// The cues of its operations.
    pub cued: &'a OperationCues,
    /// Whether it names a measure, or asks for its best.
    pub measured: bool,
    /// Whether that measure is of the night before its note: no time of day tells it apart.
    pub of_night: bool,
    /// Whether it asks when.
    pub when: bool,
}

/// The parts a question names on words for which `free` holds, and those words.
pub fn meant(
    line: &Words,
    free: &dyn Fn(usize) -> bool,
    around: &DayPartContext<'_>,
) -> Option<(DayPartScope, Vec<Range<usize>>)> {
    let cues = words();
    let found: Vec<(PartWord, Range<usize>)> = cues
        .parts
        .iter()
        .filter_map(|(part, list)| Some((*part, list.find_where(line, free)?.words)))
        .collect();
    let against = around.cued.has(QuestionKind::Compare) || cues.faster.hold(line);
    let (of_week, others): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(part, _)| by(*part) == GroupBy::PartOfWeek);
    let (weekdays, of_day): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|(part, _)| by(*part) == GroupBy::Weekday);
    if let Some((part, _)) = weekdays.first() {
        let meant = match weekdays.len() {
            1 => DayPartScope::Only(one(*part)),
            _ => DayPartScope::Sides(GroupBy::Weekday),
        };
        return Some((meant, weekdays.into_iter().map(|(_, at)| at).collect()));
    }
    if let Some((part, _)) = of_week.first() {
        let meant = if against || of_week.len() > 1 {
            DayPartScope::Sides(GroupBy::PartOfWeek)
        } else {
            DayPartScope::Only(one(*part))
        };
        return Some((meant, of_week.into_iter().map(|(_, words)| words).collect()));
    }
    // Which of them, or several: they are told side by side.
    let [(part, at)] = of_day.as_slice() else {
        return None;
    };
    const NARROW: [QuestionKind; 11] = [
        QuestionKind::Count,
        QuestionKind::Total,
        QuestionKind::Amount,
        QuestionKind::Average,
        QuestionKind::Best,
        QuestionKind::Worst,
        QuestionKind::First,
        QuestionKind::Last,
        QuestionKind::Ever,
        QuestionKind::Streak,
        QuestionKind::Gap,
    ];
    let narrows = around.measured || NARROW.iter().any(|ask| around.cued.has(*ask));
    let meant = narrows && !against && !around.when && !around.of_night;
    meant.then(|| (DayPartScope::Only(one(*part)), vec![at.clone()]))
}

/// The parts that a question names, and where.
pub fn named(line: &Words) -> Vec<(Part, Range<usize>)> {
    let hits = words().parts.iter();
    let hits = hits.filter_map(|(part, list)| Some((one(*part), list.find(line)?.words)));
    hits.collect()
}

/// All days of a weekday, or all weekends, where one word alone names it.
pub fn weekday(named: &str) -> Option<Part> {
    let line = Words::read(named);
    let mut said = line.iter().filter(|word| !text::says_nothing(&word.text));
    let (word, None) = (said.next()?, said.next()) else {
        return None;
    };
    let days = dates::weekdays_named(&word.text, true);
    Some(one(match days.as_slice() {
        [Weekday::Mon] => PartWord::Monday,
        [Weekday::Tue] => PartWord::Tuesday,
        [Weekday::Wed] => PartWord::Wednesday,
        [Weekday::Thu] => PartWord::Thursday,
        [Weekday::Fri] => PartWord::Friday,
        [Weekday::Sat] => PartWord::Saturday,
        [Weekday::Sun] => PartWord::Sunday,
        [Weekday::Sat, Weekday::Sun] => PartWord::Weekend,
        _ => return None,
    }))
}

/// The parts that a question names, by their buckets.
pub fn all(line: &Words) -> Vec<String> {
    let named = words().parts.iter().filter(|(_, list)| list.hold(line));
    named.map(|(part, _)| one(*part).bucket).collect()
}

/// Whether all words of a name are only such a part ("아침", also a meal).
pub fn is_part(name: &str) -> bool {
    let line = Words::read(name);
    let part = |text: &str| {
        let text = text.strip_suffix("'s").unwrap_or(text);
        words().parts.values().any(|list| list.is(bare(text)))
    };
    !line.is_empty() && line.iter().all(|word| part(&word.text))
}

/// Whether words that may name days ("주말", the last one) are such a part.
pub fn of_week(named: &str) -> bool {
    let weekend = words().parts.get(&PartWord::Weekend);
    weekend.is_some_and(|list| list.is(bare(named.trim())))
}

fn by(part: PartWord) -> GroupBy {
    match part {
        PartWord::Weekday | PartWord::Weekend => GroupBy::PartOfWeek,
        PartWord::Morning | PartWord::Afternoon | PartWord::Evening | PartWord::Night => {
            GroupBy::TimeOfDay
        }
        _ => GroupBy::Weekday,
    }
}

/// The last of a weekday, up to today.
pub fn last_of(part: &Part, today: NaiveDate) -> Option<DateRange> {
    let weekday: Weekday = part
        .bucket
        .parse()
        .ok()
        .filter(|_| part.by == GroupBy::Weekday)?;
    let back = today.weekday().days_since(weekday);
    today
        .checked_sub_days(Days::new(u64::from(back)))
        .map(DateRange::day)
}

fn one(part: PartWord) -> Part {
    let bucket = match part {
        PartWord::Weekday => "weekday",
        PartWord::Weekend => "weekend",
        PartWord::Morning => "morning",
        PartWord::Afternoon => "afternoon",
        PartWord::Evening => "evening",
        PartWord::Night => "night",
        PartWord::Monday => "Monday",
        PartWord::Tuesday => "Tuesday",
        PartWord::Wednesday => "Wednesday",
        PartWord::Thursday => "Thursday",
        PartWord::Friday => "Friday",
        PartWord::Saturday => "Saturday",
        PartWord::Sunday => "Sunday",
    };
    Part {
        by: by(part),
        bucket: bucket.to_owned(),
    }
}
