//! What the person usually does on the weekday of a day: as their memory says, else as their notes of the
//! last weeks do.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use quilto::engine::builtin::usual_days;
use quilto::facts;
use quilto::model::{DateRange, Entry, FactOp, FactQuery, GroupBy, Language, Part};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::error::CliError;
use crate::output::Item;
use crate::output::labels::{self, Labels};
use crate::output::note_echo;
use crate::style::plain;

/// Things that are told of one domain, those of the most days.
const THINGS: usize = 5;

/// A domain for which the weekday is usual.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsualDomain {
    pub domain: String,
    /// What people call it.
    pub title: String,
    /// All weekdays on which it is usual, Monday first.
    pub weekdays: Vec<String>,
    /// On how many of the last eight such weekdays something of it was noted.
    pub days: usize,
    /// When something of it was noted last, on whichever weekday.
    pub last: Option<LastTime>,
    /// What is usual then, most often first.
    pub things: Vec<UsualThing>,
}

/// Something that is usually noted on the weekday.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsualThing {
    pub name: String,
    /// What people call it.
    pub title: String,
    /// On how many of the last eight such weekdays it was noted.
    pub days: usize,
    /// When it was noted last, on whichever weekday.
    pub last: Option<LastTime>,
}

/// The last time of something, in the weeks that are looked at.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LastTime {
    pub date: NaiveDate,
    pub what: String,
}

/// What is usual on the weekday of a day, from what was noted before it.
pub fn on(
    context: &Context<'_>,
    day: NaiveDate,
    language: Language,
) -> Result<Vec<UsualDomain>, CliError> {
    let store = context.notes()?;
    let weeks = Days::new(usual_days::WEEKS * 7);
    let (Some(start), Some(end)) = (day.checked_sub_days(weeks), day.pred_opt()) else {
        return Ok(Vec::new());
    };
    let entries = store.entries_by_date_range(&DateRange::new(start, day))?;
    let all = context.domains().all();
    let known = usual_days::known(&store.global_context()?, &entries, &all, day);
    let usual = known
        .into_iter()
        .filter(|(_, days)| days.contains(&day.weekday()));
    let looking = Looking {
        context,
        entries: entries
            .iter()
            .filter(|entry| entry.date < day)
            .cloned()
            .collect(),
        weekday: day.weekday(),
        period: DateRange::new(start, end),
        language,
    };
    Ok(usual
        .filter_map(|(domain, days)| looking.domain(domain, &days))
        .collect())
}

/// The weeks that are looked at.
struct Looking<'a> {
    context: &'a Context<'a>,
    /// Oldest first.
    entries: Vec<Entry>,
    weekday: Weekday,
    period: DateRange,
    language: Language,
}

impl Looking<'_> {
    fn domain(&self, name: String, days: &[Weekday]) -> Option<UsualDomain> {
        let known = self.context.domains();
        let module = known.iter().find(|module| module.name == name)?;
        let labels = Labels::of(self.language, Some(module));
        let counts = self.counted(&name, Some(GroupBy::Subject)).into_iter();
        let often = counts.filter(|(_, days)| *days >= usual_days::PERHAPS);
        let mut things: Vec<UsualThing> = often
            .map(|(thing, days)| UsualThing {
                title: labels.name(&thing),
                last: self.last(&|item| item.domain == name && item.name == thing),
                name: thing,
                days,
            })
            .collect();
        things.sort_by_key(|thing| std::cmp::Reverse(thing.days));
        things.truncate(THINGS);
        let all = self.counted(&name, None).into_iter();
        Some(UsualDomain {
            title: labels::title(module, self.language),
            weekdays: days.iter().map(|day| long_name(*day).to_owned()).collect(),
            days: all.map(|(_, days)| days).next().unwrap_or_default(),
            last: self.last(&|item| item.domain == name),
            domain: name,
            things,
        })
    }

    /// On how many of these weekdays something of a domain was noted, and what it is about.
    fn counted(&self, domain: &str, by: Option<GroupBy>) -> Vec<(String, usize)> {
        let query = FactQuery {
            period: Some(self.period.clone()),
            by,
            only: Some(Part {
                by: GroupBy::Weekday,
                bucket: long_name(self.weekday).to_owned(),
            }),
            ..FactQuery::of(domain, "entries", FactOp::CountDays)
        };
        let all = self.context.domains().all();
        let (units, until) = (self.context.units(), self.period.end);
        let counts = facts::compute(&[query], &self.entries, &all, units, until);
        let counts = counts.into_iter();
        counts
            .filter_map(|fact| Some((fact.subject.clone(), fact.number()? as usize)))
            .collect()
    }

    /// The last time of what is shown in some items.
    fn last(&self, is_meant: &dyn Fn(&Item) -> bool) -> Option<LastTime> {
        let style = self.context.style_within(None, self.language);
        self.entries.iter().rev().find_map(|entry| {
            let items = note_echo::items(entry.parsed.as_ref()?, &style).into_iter();
            let details = items.filter(is_meant).map(|item| plain(&item.detail));
            let details: Vec<String> = details.filter(|detail| !detail.is_empty()).collect();
            (!details.is_empty()).then(|| LastTime {
                date: entry.date,
                what: details.join(", "),
            })
        })
    }
}

/// The name that figures have of a weekday.
fn long_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}
