//! Records, streaks, and this week against the last, for every domain with notes.
//!
//! What is told of a domain follows from its measures: what adds up is compared by week, what has
//! words for its best value has records.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};
use quilto::domain::DomainModule;
use quilto::domain::measures::{Better, Measure, Measures};
use quilto::facts;
use quilto::model::{DateRange, Entry, Fact, FactOp, FactQuery, GroupBy};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::error::CliError;
use crate::output::json::FactObject;

/// Measures compared by week, per domain.
const COMPARED: usize = 4;
/// Subjects whose records are shown, those of the most notes.
const SUBJECTS: usize = 6;
/// Records of a domain as a whole.
const RECORDS: usize = 3;

/// What is said of one domain.
pub struct Section {
    pub domain: Arc<DomainModule>,
    pub days: f64,
    pub streaks: Vec<Fact>,
    pub weeks: Vec<WeekComparison>,
    pub records: Vec<Record>,
}

/// The best there is of something.
pub struct Record {
    /// The subject, or the measure where it is one of the domain as a whole.
    pub name: String,
    pub fact: Fact,
    /// Whether it rests on a value that wants a word of the person.
    pub uncertain: bool,
}

impl Record {
    fn of(name: String, fact: Fact, entries: &[Entry]) -> Self {
        let mut of_record = entries.iter().filter(|entry| fact.is_made_by(entry));
        let uncertain =
            of_record.any(|entry| entry.has_doubtful_value(&fact.domain, &fact.subject));
        Self {
            name,
            uncertain,
            fact,
        }
    }
}

/// A measure this week and last week.
pub struct WeekComparison {
    pub name: String,
    pub unit: Option<String>,
    pub now: f64,
    pub before: f64,
}

/// The object of one domain: `stats --json`.
#[derive(Serialize, JsonSchema)]
pub struct StatsObject<'a> {
    domain: &'a str,
    /// On how many days something was noted.
    days: f64,
    /// This week so far and the whole of the last one, of what adds up.
    weeks: Vec<WeeksObject<'a>>,
    records: Vec<RecordObject<'a>>,
    streaks: Vec<FactObject<'a>>,
}

/// The best there is of something.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct RecordObject<'a> {
    #[serde(flatten)]
    fact: FactObject<'a>,
    /// Only where it rests on a value that was in doubt when it was noted, and that nobody has confirmed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    uncertain: bool,
}

impl<'a> From<&'a Record> for RecordObject<'a> {
    fn from(record: &'a Record) -> Self {
        Self {
            fact: (&record.fact).into(),
            uncertain: record.uncertain,
        }
    }
}

/// A measure this week and last week.
#[derive(Serialize, JsonSchema)]
pub struct WeeksObject<'a> {
    measure: &'a str,
    unit: Option<&'a str>,
    this_week: f64,
    last_week: f64,
}

impl<'a> From<&'a WeekComparison> for WeeksObject<'a> {
    fn from(week: &'a WeekComparison) -> Self {
        Self {
            measure: &week.name,
            unit: week.unit.as_deref(),
            this_week: week.now,
            last_week: week.before,
        }
    }
}

impl<'a> From<&'a Section> for StatsObject<'a> {
    fn from(section: &'a Section) -> Self {
        Self {
            domain: &section.domain.name,
            days: section.days,
            weeks: section.weeks.iter().map(WeeksObject::from).collect(),
            records: section.records.iter().map(RecordObject::from).collect(),
            streaks: section.streaks.iter().map(FactObject::from).collect(),
        }
    }
}

/// All entries, of which figures are made.
pub fn entries(context: &Context<'_>) -> Result<Vec<Entry>, CliError> {
    let store = context.notes()?;
    Ok(match store.span()? {
        Some(days) => store.entries_by_date_range(&days)?,
        None => Vec::new(),
    })
}

/// What is said of every domain with notes, or of one.
pub fn sections(
    context: &Context<'_>,
    only: Option<&DomainModule>,
    entries: &[Entry],
) -> Vec<Section> {
    let wanted = |module: &&Arc<DomainModule>| only.is_none_or(|o| o.name == module.name);
    let known = context.domains();
    // what is always loaded comes last: it is about the person, not about what they do
    let (base, others): (Vec<_>, Vec<_>) = known.iter().filter(wanted).partition(|m| m.base);
    let domains = others.into_iter().chain(base);
    domains
        .filter_map(|module| section(context, module, entries))
        .collect()
}

fn section(context: &Context<'_>, domain: &Arc<DomainModule>, all: &[Entry]) -> Option<Section> {
    let measures = domain.measures().ok()??;
    let mine = |entry: &&Entry| {
        let parsed = entry.parsed.as_ref();
        parsed.is_some_and(|parsed| parsed.domain_data.contains_key(&domain.name))
    };
    let entries: Vec<Entry> = all.iter().filter(mine).cloned().collect();
    if entries.is_empty() {
        return None;
    }
    let asking = DomainQueries {
        context,
        domain,
        entries: &entries,
    };
    let days = asking.facts("entries", FactOp::CountDays, None, None);
    let days = days.first().and_then(Fact::number).unwrap_or(0.0);
    let mut streaks = asking.facts("entries", FactOp::Streak, None, Some(GroupBy::Week));
    streaks.reverse();
    Some(Section {
        domain: Arc::clone(domain),
        days,
        streaks,
        weeks: weeks(&asking, &measures, context.moment.today),
        records: records(&asking, &measures),
    })
}

/// Queries about one domain.
struct DomainQueries<'a> {
    context: &'a Context<'a>,
    domain: &'a DomainModule,
    entries: &'a [Entry],
}

impl DomainQueries<'_> {
    fn facts(
        &self,
        measure: &str,
        op: FactOp,
        period: Option<DateRange>,
        by: Option<GroupBy>,
    ) -> Vec<Fact> {
        let query = FactQuery {
            period,
            by,
            ..FactQuery::of(self.domain.name.clone(), measure, op)
        };
        let units = self.context.units();
        let today = self.context.moment.today;
        facts::compute(
            &[query],
            self.entries,
            &self.context.domains().all(),
            units,
            today,
        )
    }
}

/// This week so far against the whole of the last one, for what adds up.
fn weeks(asking: &DomainQueries<'_>, measures: &Measures, today: NaiveDate) -> Vec<WeekComparison> {
    let since = u64::from(today.weekday().num_days_from_monday());
    let Some(monday) = today.checked_sub_days(Days::new(since)) else {
        return Vec::new();
    };
    let Some(before) = monday.checked_sub_days(Days::new(7)) else {
        return Vec::new();
    };
    let this = DateRange::new(monday, today);
    let last = DateRange::new(before, monday.pred_opt().unwrap_or(monday));
    let total = |measure: &Measure, period: &DateRange| {
        let facts = asking.facts(&measure.name, FactOp::Total, Some(period.clone()), None);
        // a domain without values of this measure may answer with another one
        let own = facts
            .into_iter()
            .find(|fact| fact.kind.measure() == Some(&measure.name))?;
        Some((own.number()?, own.unit))
    };
    let sums = measures.measures.iter().filter(|m| m.aggregate.adds_up());
    sums.filter_map(|measure| {
        let (now, before) = (total(measure, &this), total(measure, &last));
        let unit = now.as_ref().or(before.as_ref())?.1.clone();
        Some(WeekComparison {
            name: measure.name.clone(),
            unit,
            now: now.map_or(0.0, |(value, _)| value),
            before: before.map_or(0.0, |(value, _)| value),
        })
    })
    .take(COMPARED)
    .collect()
}

/// The records: of the subjects with the most notes where the usual measure is one of single
/// values, else of every measure that people have words for the best of.
fn records(asking: &DomainQueries<'_>, measures: &Measures) -> Vec<Record> {
    let record = |name: String, fact: Fact| Record::of(name, fact, asking.entries);
    let usual = measures.default_measure();
    let by_subject = usual.filter(|m| is_record(m) && !m.aggregate.adds_up());
    if let Some(measure) = by_subject {
        let found = asking.facts(&measure.name, FactOp::Best, None, Some(GroupBy::Subject));
        let counts = asking.facts(
            &measure.name,
            FactOp::CountDays,
            None,
            Some(GroupBy::Subject),
        );
        let counts: BTreeMap<String, f64> = counts
            .iter()
            .filter_map(|fact| Some((fact.subject.clone(), fact.number()?)))
            .collect();
        let count = |fact: &Fact| counts.get(&fact.subject).copied().unwrap_or(0.0);
        let mut found: Vec<Fact> = found.into_iter().filter(|f| f.number().is_some()).collect();
        found.sort_by(|left, right| count(right).total_cmp(&count(left)));
        found.truncate(SUBJECTS);
        let found = found.into_iter();
        return found.map(|f| record(f.subject.clone(), f)).collect();
    }
    let told = measures.measures.iter().filter(|m| is_record(m));
    told.filter_map(|measure| {
        let best = asking.facts(&measure.name, FactOp::Best, None, None);
        let best = best
            .into_iter()
            .find(|f| f.kind.measure() == Some(&measure.name))?;
        Some(record(measure.name.clone(), best))
    })
    .take(RECORDS)
    .collect()
}

fn is_record(measure: &Measure) -> bool {
    measure.better != Better::Neutral && measure.by.is_none() && !measure.best.is_empty()
}
