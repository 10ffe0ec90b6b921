//! The periods of a question, and the ones they are held against.

use std::ops::Range;

use chrono::{Days, NaiveDate};

use crate::model::DateRange;
use crate::text::{self, Dimension, TokenKind};
use quilto_language::Words;

use super::day_parts;
use super::intent::QuestionKind;
use super::operation::OperationCues;
use super::reading_context::WordCoverage;

/// The periods a question names; their words are taken.
pub(super) fn periods(
    tokens: &text::Tokens,
    today: NaiveDate,
    marks: &mut WordCoverage,
) -> Vec<DateRange> {
    let found = text::dates::find(tokens, &text::dates::DateContext::question(today));
    // "On weekends" is no stretch of days where others are named, or where the usual is asked.
    let several = found.len() > 1 || habitual(&marks.line);
    let part = |mention: &text::dates::DateMention| {
        let span = mention.span.start..mention.span.end;
        several && day_parts::of_week(tokens.text().get(span).unwrap_or_default())
    };
    let mut periods: Vec<DateRange> = found
        .into_iter()
        .filter(|mention| !part(mention))
        .map(|mention| {
            let first = first_of(tokens, &mention);
            let (range, span) = match first {
                Some((range, span)) => (range, span),
                None => (mention.range, mention.span.start..mention.span.end),
            };
            marks.take(marks.line.touching(&span));
            let named = tokens.text().get(span).unwrap_or_default().trim();
            range.named(named)
        })
        .collect();
    share_year(&mut periods);
    periods
}

/// Days with the words for them: the first of others as those, whole months in the year that is said beside
/// them.
pub(super) fn dated(
    tokens: &text::Tokens,
    found: &[text::dates::DateMention],
) -> Vec<(Range<usize>, DateRange)> {
    let dated = found.iter().map(|mention| {
        let whole = || {
            let span = mention.span.start..mention.span.end;
            (mention.range.clone(), span)
        };
        let (range, span) = first_of(tokens, mention).unwrap_or_else(whole);
        let named = tokens.text().get(span.clone()).unwrap_or_default().trim();
        (span, range.named(named))
    });
    let (spans, mut ranges): (Vec<_>, Vec<_>) = dated.unzip();
    share_year(&mut ranges);
    spans.into_iter().zip(ranges).collect()
}

/// "The first two weeks of May": the days at the beginning of those that are named, and where the
/// words for them stand.
fn first_of(
    tokens: &text::Tokens,
    mention: &text::dates::DateMention,
) -> Option<(DateRange, Range<usize>)> {
    /// Seconds of a day.
    const DAY: f64 = 86_400.0;
    let days = |at: usize| {
        let TokenKind::Quantity(quantity) = tokens.get(at)?.kind else {
            return None;
        };
        let unit = tokens.unit(quantity.unit);
        let stretch = unit.dimension == Dimension::Duration && unit.factor >= DAY;
        stretch.then(|| (quantity.value * unit.factor / DAY).round() as u64)
    };
    let first = |at: usize| matches!(tokens.get(at), Some(t) if t.kind == TokenKind::Ordinal(1));
    // In Korean it stands behind them ("3월 첫 2주").
    let (place, number) = match ahead(tokens, mention, &days) {
        Some((place, number)) => (place, number),
        None => (mention.tokens.end, days(mention.tokens.end + 1)?),
    };
    if !first(place) || number == 0 {
        return None;
    }
    let start = mention.range.start;
    let end = start.checked_add_days(Days::new(number - 1))?;
    let span = if place < mention.tokens.start {
        tokens.get(place)?.span.start..mention.span.end
    } else {
        mention.span.start..tokens.get(place + 1)?.span.end
    };
    Some((DateRange::new(start, end.min(mention.range.end)), span))
}

/// The place and the length of what stands before named days ("first two weeks of").
fn ahead(
    tokens: &text::Tokens,
    mention: &text::dates::DateMention,
    days: &dyn Fn(usize) -> Option<u64>,
) -> Option<(usize, u64)> {
    let between = &quilto_language::questions::words().part_of;
    let mut before = mention.tokens.start.checked_sub(1)?;
    while between.is(tokens.norm_of(before..before + 1)) {
        before = before.checked_sub(1)?;
    }
    Some((before.checked_sub(1)?, days(before)?))
}

/// Whether a question asks how something is or compares, rather than what there was.
fn habitual(line: &Words) -> bool {
    let cued = OperationCues::find(line, &|_| true);
    let asks = [
        QuestionKind::Compare,
        QuestionKind::Average,
        QuestionKind::Often,
    ];
    asks.iter().any(|ask| cued.has(*ask))
}

/// "march and april 2021", "2021년 5월이랑 6월": whole months take the year that the one beside them
/// says.
fn share_year(periods: &mut [DateRange]) {
    use chrono::{Datelike, Months};
    let words = |period: &DateRange| period.description.clone().unwrap_or_default();
    let says_year = |period: &DateRange| words(period).contains(&period.start.year().to_string());
    let whole = |period: &DateRange| {
        period.start.day() == 1 && period.end.succ_opt().is_none_or(|next| next.day() == 1)
    };
    for i in 0..periods.len() {
        let said = words(&periods[i]);
        let beside = [i.checked_add(1), i.checked_sub(1)];
        let year = beside.into_iter().flatten().find_map(|other| {
            let other = periods.get(other)?;
            says_year(other).then(|| other.start.year())
        });
        let relative = quilto_language::questions::words()
            .relative
            .hold(&Words::read(&said));
        let Some(year) =
            year.filter(|_| !says_year(&periods[i]) && whole(&periods[i]) && !relative)
        else {
            continue;
        };
        let (start, end) = (periods[i].start, periods[i].end);
        let months = (end.year() - start.year()) * 12 + end.month() as i32 - start.month() as i32;
        let begins = start.with_year(year);
        let ends = begins
            .and_then(|start| start.checked_add_months(Months::new(months.unsigned_abs() + 1)))
            .and_then(|next| next.pred_opt());
        if let (Some(start), Some(end)) = (begins, ends) {
            periods[i] = DateRange::new(start, end).named(said);
        }
    }
}

/// The period of the question and the one it is set against. Two named periods are the two sides
/// of a comparison, else bounds of one; one period and "the one before" is set against as many
/// days right before it.
pub(super) fn sides(
    periods: &[DateRange],
    ask: QuestionKind,
    previous: bool,
) -> (Option<DateRange>, Option<DateRange>) {
    match (periods, ask) {
        ([], _) => (None, None),
        ([one], QuestionKind::Compare) if previous || periods.len() == 1 => {
            (Some(one.clone()), one.before().filter(|_| previous))
        }
        ([one], _) => (Some(one.clone()), None),
        ([one, other, ..], QuestionKind::Compare) => (Some(one.clone()), Some(other.clone())),
        ([one, others @ ..], _) => {
            let start = others
                .iter()
                .map(|p| p.start)
                .fold(one.start, std::cmp::min);
            let end = others.iter().map(|p| p.end).fold(one.end, std::cmp::max);
            let names: Vec<&str> = periods
                .iter()
                .filter_map(|p| p.description.as_deref())
                .collect();
            (
                Some(DateRange::new(start, end).named(names.join(" – "))),
                None,
            )
        }
    }
}

/// Today's week, month or year up to today, and the same part of the one it is measured against.
/// Days that are no whole week, month or year are set against as many days up to today.
pub(in crate::engine::builtin) fn same_part(
    then: &DateRange,
    today: NaiveDate,
) -> Option<(DateRange, DateRange)> {
    use chrono::Datelike;
    let days = then.days();
    let first_of_month = then.start.day() == 1;
    let start = if first_of_month && then.start.month() == 1 && days >= 365 {
        today.with_ordinal(1)?
    } else if first_of_month && (28..=31).contains(&days) {
        today.with_day(1)?
    } else if days == 7 {
        let since = today.weekday().days_since(then.start.weekday());
        today.checked_sub_days(Days::new(u64::from(since)))?
    } else {
        today.checked_sub_days(Days::new(days.unsigned_abs().checked_sub(1)?))?
    };
    let now = DateRange::new(start, today);
    let past = (today - start).num_days().unsigned_abs();
    let end = then.start.checked_add_days(Days::new(past))?;
    Some((now, DateRange::new(then.start, end.min(then.end))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_named_days() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        for (text, end) in [
            ("in the first two weeks of march 2026", "2026-03-14"),
            ("first 10 days of march 2026", "2026-03-10"),
            ("2026년 3월 첫 2주 동안", "2026-03-14"),
            ("2026년 3월 첫 10일", "2026-03-10"),
            ("in march 2026", "2026-03-31"),
        ] {
            let tokens = text::read(text);
            let line = Words::read(text);
            let mut marks = WordCoverage {
                taken: vec![false; line.len()],
                line,
            };
            let found = periods(&tokens, today, &mut marks);
            let ends: Vec<String> = found.iter().map(|p| p.end.to_string()).collect();
            let kinds: Vec<_> = tokens.iter().map(|token| token.kind).collect();
            assert_eq!(ends, [end], "{text} {found:?} {kinds:?}");
        }
    }
}
