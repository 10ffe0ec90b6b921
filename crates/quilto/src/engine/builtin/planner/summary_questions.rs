//! Questions about everything at once: what a stretch of days came to, whether it is too much, whether
//! one got better whatever the subject.

use chrono::{Datelike, Days, NaiveDate};

use crate::domain::ActiveDomainContext;
use crate::domain::measures::{Aggregate, Measures, Words as MeasureWords};
use crate::engine::builtin::recent_days::RECENT;
use crate::model::{DateRange, GroupBy};
use quilto_language::questions::words;
use quilto_language::{Cues, Hit, Words};

use super::intent::{MeasureRef, QuestionKind};
use super::measure::measures_of;
use super::operation::{OperationContext, OperationCues};

/// What is asked of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummaryQuestion {
    /// What a stretch of days came to.
    Summary,
    /// Whether it was too much.
    Load,
    /// Whether one got better: by which measure, and whether each subject is told for itself.
    Progress(MeasureRef, bool),
}

/// What is known of the question.
pub struct QuestionContext<'a> {
    /// Its words, and which of them are understood already.
    pub line: &'a Words,
    /// Whether a word is still open.
    pub free: &'a dyn Fn(usize) -> bool,
    /// The cues of operations.
    pub cued: &'a OperationCues,
    /// What else it holds.
    pub with: OperationContext,
    /// The loaded domains.
    pub domains: &'a ActiveDomainContext,
    /// The domain it speaks of: of its subjects, its measure, its own words.
    pub of: Option<&'a str>,
    /// How long the stretch of days is that it names.
    pub days: Option<i64>,
}

/// What is asked of everything, if anything is, and the words that say it.
pub fn asked(seen: &QuestionContext<'_>) -> Option<(SummaryQuestion, Hit)> {
    if seen.with.filter {
        return None;
    }
    load(seen)
        .or_else(|| progress(seen))
        .or_else(|| summary(seen))
}

/// "How was my week?": a stretch of days and nothing else, or words that ask for it in short.
fn summary(seen: &QuestionContext<'_>) -> Option<(SummaryQuestion, Hit)> {
    let cues = words();
    let with = seen.with;
    let plain = with.topics == 0 && (!with.measure || with.counts);
    // Another thing is asked of the days.
    let other = [
        QuestionKind::Best,
        QuestionKind::Worst,
        QuestionKind::Why,
        QuestionKind::Should,
        QuestionKind::Compare,
        QuestionKind::Gap,
        QuestionKind::Streak,
        QuestionKind::Last,
        QuestionKind::Count,
        QuestionKind::Average,
    ];
    if !plain || with.than || with.either || other.iter().any(|ask| seen.cued.has(*ask)) {
        return None;
    }
    let hit = |list: &Cues| list.find_where(seen.line, seen.free);
    if let Some(hit) = hit(&cues.sums_up) {
        return Some((SummaryQuestion::Summary, hit));
    }
    let stretch = match seen.days {
        Some(days) => days > 1,
        None => matches!(
            with.bucket_noun,
            Some(GroupBy::Week | GroupBy::Month | GroupBy::Year)
        ),
    };
    // "How is it going" with a thing asks how that develops.
    let develops = with.domain && seen.cued.has(QuestionKind::Trend);
    let hit = hit(&cues.how_was).filter(|_| stretch && !develops)?;
    Some((SummaryQuestion::Summary, hit))
}

/// "Am I doing too much?", of domains that know how much is much.
fn load(seen: &QuestionContext<'_>) -> Option<(SummaryQuestion, Hit)> {
    let known = loads(seen.domains, seen.of);
    let base = |name: &str| seen.domains.module(name).is_some_and(|m| m.base);
    if known.is_empty() || seen.of.is_some_and(base) {
        return None;
    }
    let own = known.iter().find_map(|(_, measures)| {
        let load = measures.load.as_ref()?;
        held(&load.words, seen)
    });
    let plain = || words().too_much.find_where(seen.line, seen.free);
    Some((SummaryQuestion::Load, own.or_else(plain)?))
}

/// The loaded domains that tell how much was done; of those, the one that is asked about.
pub fn loads(
    domains: &ActiveDomainContext,
    of: Option<&str>,
) -> Vec<(String, std::sync::Arc<Measures>)> {
    let modules = domains.modules.iter();
    modules
        .filter(|module| of.is_none_or(|of| of == module.name))
        .filter_map(|module| Some((module.name.clone(), measures_of(module)?)))
        .filter(|(_, measures)| measures.load.is_some())
        .collect()
}

/// "Were they better in spring?": by what the domain calls better.
fn progress(seen: &QuestionContext<'_>) -> Option<(SummaryQuestion, Hit)> {
    if seen.with.measure && !seen.with.counts || seen.with.by.is_some() {
        return None;
    }
    let modules = seen.domains.modules.iter();
    let mut modules = modules.filter(|module| seen.of.is_none_or(|of| of == module.name));
    modules.find_map(|module| {
        let measures = measures_of(module)?;
        let progress = measures.progress.as_ref()?;
        let hit = held(&progress.words, seen)?;
        let measure = measures.measure(&progress.measure)?;
        let reference = MeasureRef {
            domain: module.name.clone(),
            name: measure.name.clone(),
        };
        // A mean is one of all subjects together.
        let each = measure.aggregate != Aggregate::Avg && seen.with.topics == 0;
        Some((SummaryQuestion::Progress(reference, each), hit))
    })
}

fn held(words: &MeasureWords, seen: &QuestionContext<'_>) -> Option<Hit> {
    Cues::of_domain(words.values().flatten()).find_where(seen.line, seen.free)
}

/// The days to sum up where none are named: of "my week" those up to today, or on its first day those
/// of the week before; without such a word the last four weeks.
pub fn days(bucket: Option<GroupBy>, today: NaiveDate) -> Option<DateRange> {
    let start = match bucket {
        Some(GroupBy::Day) => Some(today),
        Some(GroupBy::Week) => {
            let since = today.weekday().num_days_from_monday();
            today.checked_sub_days(Days::new(u64::from(since)))
        }
        Some(GroupBy::Month) => today.with_day(1),
        Some(GroupBy::Year) => today.with_ordinal(1),
        _ => today.checked_sub_days(Days::new(RECENT - 1)),
    }?;
    let range = DateRange::new(start, today);
    if start < today || bucket == Some(GroupBy::Day) {
        return Some(range);
    }
    let end = today.pred_opt()?;
    let start = match bucket {
        Some(GroupBy::Week) => today.checked_sub_days(Days::new(7))?,
        Some(GroupBy::Month) => end.with_day(1)?,
        _ => end.with_ordinal(1)?,
    };
    Some(DateRange::new(start, end))
}

/// The last seven days.
pub fn last_week(today: NaiveDate) -> Option<DateRange> {
    let start = today.checked_sub_days(Days::new(6))?;
    Some(DateRange::new(start, today))
}

/// What one stretch of days is set against where a question names no other: as many days up to
/// today, four weeks at least; of days that still run, the same stretch before them.
pub fn against(period: &DateRange, today: NaiveDate) -> Option<DateRange> {
    if period.end >= today {
        return period.before();
    }
    let days = period.days().unsigned_abs().max(RECENT);
    let recent = today.checked_sub_days(Days::new(days - 1))?;
    let after = period.end.succ_opt()?;
    Some(DateRange::new(recent.max(after), today))
}
