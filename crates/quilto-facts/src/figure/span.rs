//! The days of a figure, worked out.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::words::Words;
use quilto_model::{DateRange, Entry, EventDays, EventSide, Refusal, When, Which};

/// The first and the last day of something. Between two days in a row lies a break that ends before it
/// begins.
pub type Days = (NaiveDate, NaiveDate);

/// The days of a figure.
#[derive(Clone, Debug, Default)]
pub struct Span {
    /// From the first to the last of them; `None` is all days.
    pub period: Option<DateRange>,
    /// The days themselves, where some between the first and the last are left out.
    pub days: Option<BTreeSet<NaiveDate>>,
}

impl Span {
    /// The days that a figure names. `longest_break` finds the break of a domain within a period.
    ///
    /// # Errors
    /// No note tells of the event.
    pub fn of(
        when: Option<&When>,
        entries: &[Entry],
        order: &[usize],
        longest_break: &dyn Fn(&str, Option<&DateRange>) -> Option<Days>,
    ) -> Result<Self, Refusal> {
        let event = match when {
            None => return Ok(Self::default()),
            Some(When::Period(period)) => {
                return Ok(Self {
                    period: Some(period.clone()),
                    days: None,
                });
            }
            Some(When::Event(event)) => event,
        };
        let within = event.within.as_ref();
        let dates = order.iter().map(|place| entries[*place].date);
        let (Some(first), Some(last)) = (dates.clone().next(), dates.clone().next_back()) else {
            return Err(Refusal::NoRows);
        };
        let events: Vec<Days> = match (&event.words, &event.break_of) {
            (Some(words), _) => told(words, event, entries, order),
            (None, Some(domain)) => longest_break(domain, within).into_iter().collect(),
            (None, None) => Vec::new(),
        };
        Self::beside(event, &events, (first, last)).ok_or_else(|| {
            let named = event.words.clone().or_else(|| event.break_of.clone());
            Refusal::NoEvent(named.unwrap_or_default())
        })
    }

    /// The days about those that are meant of some events, of all days that may be told of.
    fn beside(event: &EventDays, events: &[Days], (first, last): Days) -> Option<Self> {
        let within = event.within.as_ref();
        let first = within.map_or(first, |within| within.start);
        let last = within.map_or(last, |within| within.end);
        let chosen = match event.which {
            Which::First => events.get(..1),
            Which::Last => events.len().checked_sub(1).and_then(|at| events.get(at..)),
            Which::Each => Some(events),
        };
        let sides = chosen.unwrap_or_default().iter();
        let sides: Vec<Stretch> = sides
            .filter_map(|at| side(event, *at, first, last))
            .collect();
        Self::over(&sides)
    }

    fn over(sides: &[Stretch]) -> Option<Self> {
        let any = sides.iter().any(|side| !side.is_empty);
        let meant = sides.iter().filter(|side| !(any && side.is_empty));
        let ranges: Vec<&DateRange> = meant.map(|side| &side.range).collect();
        let start = ranges.iter().map(|range| range.start).min()?;
        let end = ranges.iter().map(|range| range.end).max()?;
        let of_all = || {
            let days = ranges.iter().flat_map(|range| {
                let end = range.end;
                range.start.iter_days().take_while(move |day| *day <= end)
            });
            days.collect()
        };
        let days = match any {
            true => (ranges.len() > 1).then(of_all),
            false => Some(BTreeSet::new()),
        };
        Some(Self {
            period: Some(DateRange::new(start, end)),
            days,
        })
    }
}

/// Days on a side of an event.
struct Stretch {
    range: DateRange,
    /// Whether there are none: before what was on the first day that may be told of. Then the range is the day
    /// beside it, for whoever asks where they would be.
    is_empty: bool,
}

/// The days about an event that notes tell of, from the first to the last one: what a question may name as a stretch
/// of days. `entries` are those that may tell of it, in order of their days; `all` is the first and the last day that
/// has any. None where no note tells of it, or it has no words.
pub fn days_about(event: &EventDays, entries: &[Entry], all: &DateRange) -> Option<DateRange> {
    let order: Vec<usize> = (0..entries.len()).collect();
    let events = told(event.words.as_deref()?, event, entries, &order);
    Span::beside(event, &events, (all.start, all.end))?.period
}

/// The events that notes tell of by some words: days that lie near each other are one.
fn told(words: &str, event: &EventDays, entries: &[Entry], order: &[usize]) -> Vec<Days> {
    /// A week without a word of it is the end of it.
    const NEAR: i64 = 7;
    let words = Words::new(words);
    let mut events: Vec<Days> = Vec::new();
    for place in order {
        let entry = &entries[*place];
        let within = event.within.as_ref();
        if within.is_some_and(|within| !within.contains(entry.date)) || !words.told_by(entry) {
            continue;
        }
        match events.last_mut() {
            Some((_, end)) if (entry.date - *end).num_days() <= NEAR => *end = entry.date,
            _ => events.push((entry.date, entry.date)),
        }
    }
    events
}

/// The days on a side of an event, from the first to the last day that may be told of.
fn side(
    event: &EventDays,
    (begins, ends): Days,
    first: NaiveDate,
    last: NaiveDate,
) -> Option<Stretch> {
    let many = event.days.map(u64::from);
    let back = |day: NaiveDate, days: u64| day.checked_sub_days(chrono::Days::new(days));
    let on = |day: NaiveDate, days: u64| day.checked_add_days(chrono::Days::new(days));
    let until = |end: NaiveDate| {
        let start = many.map_or(Some(first), |days| back(end, days.saturating_sub(1)))?;
        Some((start, end, end))
    };
    let since = |start: NaiveDate| {
        let end = many.map_or(Some(last), |days| on(start, days.saturating_sub(1)))?;
        Some((start, end, start))
    };
    let (start, end, nearest) = match event.side {
        EventSide::During => (begins, ends, begins),
        EventSide::Around => {
            let days = many.unwrap_or(0);
            (back(begins, days)?, on(ends, days)?, begins)
        }
        EventSide::Before => until(back(begins, 1)?)?,
        EventSide::Until => until(ends)?,
        EventSide::After => since(on(ends, 1)?)?,
        EventSide::Since => since(begins)?,
    };
    let is_empty = start > end;
    Some(Stretch {
        range: match is_empty {
            true => DateRange::day(nearest),
            false => DateRange::new(start, end),
        },
        is_empty,
    })
}
