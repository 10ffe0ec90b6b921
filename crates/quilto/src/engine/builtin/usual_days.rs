//! What the global context says of the weekdays on which something is usually done.

use std::collections::BTreeSet;

use chrono::{Datelike, Days, NaiveDate, Weekday};

use crate::agents::AgentContext;
use crate::domain::ActiveDomainContext;
use crate::model::{
    DateRange, Entry, Fact, FactKind, FactQuery, FactValue, GroupBy, QueryType, SubQuery,
};
use crate::text::dates;

use super::planner::domain_words::DomainWords;
use quilto_language::Words;
use quilto_language::questions::words;

/// How the observer's lines begin.
const KEY: &str = "usual days of ";

/// How many weeks a habit is looked for in.
pub const WEEKS: u64 = 8;
/// In how many of them a weekday must have notes to be likely usual.
const LIKELY: usize = 6;
/// In how many something is usual, perhaps.
pub const PERHAPS: usize = 4;

/// The key of a domain's line in the context.
pub(super) fn key(domain: &str) -> String {
    format!("{KEY}{}", domain.replace('_', " "))
}

/// The weekdays as the observer writes them, Monday first.
pub(super) fn names(days: impl IntoIterator<Item = Weekday>) -> String {
    let names: Vec<String> = days.into_iter().map(|day| day.to_string()).collect();
    names.join(", ")
}

/// The usual weekdays of each domain that the context speaks of, Monday first.
///
/// Read are lines under the observer's key, and lines in the user's own words that hold a word of
/// habit, weekdays and a word of a domain ("- I usually polish on Saturdays"). A line of the user
/// stands over one of the observer, whichever comes first; a line that names no weekday says that
/// there are none.
pub(super) fn stated(context: &str, domains: &ActiveDomainContext) -> Vec<(String, Vec<Weekday>)> {
    let mut all = lines(context, domains);
    all.retain(|(_, days)| !days.is_empty());
    all
}

/// The same, with those of which is said that they have no usual days.
fn lines(context: &str, domains: &ActiveDomainContext) -> Vec<(String, Vec<Weekday>)> {
    let mut learned: Vec<(String, Vec<Weekday>)> = Vec::new();
    let mut own: Vec<(String, Vec<Weekday>)> = Vec::new();
    for line in context.lines() {
        let said = line.trim().trim_start_matches(['-', '*', ' ']);
        if said.is_empty() || said.starts_with('#') {
            continue;
        }
        let (said, by_observer) = match tail(said) {
            Some(said) => (said, true),
            None => (said, false),
        };
        let lower = said.to_lowercase();
        let keyed = lower
            .strip_prefix(KEY)
            .and_then(|rest| rest.split_once(':'));
        let (domain, days) = if let Some((name, days)) = keyed {
            let is = |module: &&std::sync::Arc<crate::domain::DomainModule>| {
                let name = name.trim();
                name == module.name.replace('_', " ").to_lowercase()
                    || name == module.title().to_lowercase()
            };
            let Some(module) = domains.modules.iter().find(is) else {
                continue;
            };
            (module.name.clone(), weekdays(days, true))
        } else if by_observer {
            continue;
        } else {
            let days = weekdays(said, false);
            let read = Words::read(said);
            if days.is_empty() || !words().states_days.hold(&read) {
                continue;
            }
            let Some((domain, _)) = DomainWords::of(domains).meant(&read, &|_| true) else {
                continue;
            };
            (domain, days)
        };
        let place = if by_observer { &mut learned } else { &mut own };
        place.retain(|(known, _)| *known != domain);
        place.push((domain, days));
    }
    learned.retain(|(domain, _)| own.iter().all(|(known, _)| known != domain));
    own.extend(learned);
    own
}

/// The weekdays on which a domain usually has notes, and whether that is likely or only perhaps so.
pub(super) struct Habit {
    /// The domain.
    pub domain: String,
    /// The weekdays, Monday first.
    pub days: Vec<Weekday>,
    /// Whether it is likely.
    pub likely: bool,
}

/// The days in which habits are looked for, up to today.
pub(super) fn looked_at(today: NaiveDate) -> DateRange {
    let start = today.checked_sub_days(Days::new(WEEKS * 7 - 1));
    DateRange::new(start.unwrap_or(today), today)
}

/// The usual weekdays as the entries of the last weeks have them; nothing of a domain without any.
pub(super) fn counted(
    entries: &[Entry],
    domains: &ActiveDomainContext,
    today: NaiveDate,
) -> Vec<Habit> {
    let period = looked_at(today);
    let habit = |domain: &str| {
        let of_domain = |entry: &&Entry| {
            let parsed = entry.parsed.as_ref();
            period.contains(entry.date)
                && parsed.is_some_and(|parsed| parsed.domain_data.contains_key(domain))
        };
        let dates: BTreeSet<NaiveDate> = entries.iter().filter(of_domain).map(|e| e.date).collect();
        let mut weekdays = [0_usize; 7];
        for date in &dates {
            weekdays[date.weekday().num_days_from_monday() as usize] += 1;
        }
        let usual = |least: usize| {
            let days = (0..7).filter_map(|day| Weekday::try_from(day).ok());
            let usual = days.zip(weekdays).filter(|(_, count)| *count >= least);
            usual.map(|(day, _)| day).collect::<Vec<_>>()
        };
        let likely = usual(LIKELY);
        Habit {
            domain: domain.to_owned(),
            likely: !likely.is_empty(),
            days: if likely.is_empty() {
                usual(PERHAPS)
            } else {
                likely
            },
        }
    };
    let modules = domains.modules.iter().filter(|module| !module.base);
    let habits = modules.map(|module| habit(&module.name));
    habits.filter(|habit| !habit.days.is_empty()).collect()
}

/// The usual weekdays of each domain: as the context has them, else as the entries do.
pub fn known(
    context: &str,
    entries: &[Entry],
    domains: &ActiveDomainContext,
    today: NaiveDate,
) -> Vec<(String, Vec<Weekday>)> {
    let mut known = lines(context, domains);
    for habit in counted(entries, domains, today) {
        if known.iter().all(|(domain, _)| *domain != habit.domain) {
            known.push((habit.domain, habit.days));
        }
    }
    known.retain(|(_, days)| !days.is_empty());
    known
}

/// What stands before the brackets with which a line of the observer ends.
pub(super) fn tail(line: &str) -> Option<&str> {
    let (said, tail) = line.strip_suffix(')')?.rsplit_once(" (")?;
    let day: Result<NaiveDate, _> = tail.rsplit("; ").next()?.parse();
    day.is_ok().then_some(said)
}

/// The weekdays that words name, Monday first. `alone` says that nothing else is meant to stand
/// there, so that what means something else elsewhere ("sun", "월수금") counts, too.
fn weekdays(said: &str, alone: bool) -> Vec<Weekday> {
    let read = Words::read(said);
    let contrast = words().correcting.contrast.find(&read);
    let until = contrast.map_or(read.len(), |hit| hit.words.start);
    let mut found: Vec<Weekday> = Vec::new();
    for at in 0..until {
        for day in dates::weekdays_named(&read.at(at).text, alone) {
            if !found.contains(&day) {
                found.push(day);
            }
        }
    }
    found.sort_by_key(Weekday::num_days_from_monday);
    found
}

/// The domains for which a day is usual.
pub(super) fn usual_on(
    context: &str,
    domains: &ActiveDomainContext,
    day: NaiveDate,
) -> Vec<String> {
    let stated = stated(context, domains).into_iter();
    let usual = stated.filter(|(_, days)| days.contains(&day.weekday()));
    usual.map(|(domain, _)| domain).collect()
}

/// The usual days as facts, for a question that asks what to do next, or on which weekdays: two for
/// each domain that it is about. The next of them is today, unless something of the domain is noted
/// today.
pub(super) fn facts(
    cx: &AgentContext,
    plan: &SubQuery,
    context: &str,
    read: &[Entry],
) -> Vec<Fact> {
    let asked = |query: &FactQuery| {
        let next = plan.query_type == QueryType::Recommendation && query.subjects.is_empty();
        next || query.by == Some(GroupBy::Weekday)
    };
    if context.is_empty() || !plan.queries().any(|(_, query)| asked(query)) {
        return Vec::new();
    }
    let mut found: Vec<Fact> = Vec::new();
    for (domain, days) in stated(context, &cx.domains) {
        let of_domain = |query: &FactQuery| query.domain == domain && asked(query);
        let mut queries = plan.queries();
        let Some((query, _)) = queries.find(|(_, query)| of_domain(query)) else {
            continue;
        };
        let fact = |kind: FactKind, value: FactValue| Fact {
            query,
            ..Fact::new(kind, domain.clone(), domain.clone(), value)
        };
        found.push(fact(FactKind::UsualDays, FactValue::Weekdays(days.clone())));
        let noted = |entry: &Entry| {
            let parsed = entry.parsed.as_ref();
            entry.date == cx.today && parsed.is_some_and(|p| p.domain_data.contains_key(&domain))
        };
        let done = read.iter().any(noted);
        let mut coming = cx.today.iter_days().skip(usize::from(done)).take(7);
        if let Some(next) = coming.find(|day| days.contains(&day.weekday())) {
            found.push(Fact {
                date: Some(next),
                ..fact(FactKind::NextUsualDay, FactValue::Date(next))
            });
        }
    }
    found
}
