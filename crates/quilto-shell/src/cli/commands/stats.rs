//! `stats`: records, streaks, and this week against the last, for every domain with notes.
//!
//! What is shown of a domain follows from its measures: what adds up is compared by week, what has
//! words for its best value has records.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Datelike, Days, NaiveDate};
use clap::Args;
use quilto::domain::DomainModule;
use quilto::domain::measures::{Better, Measure, Measures};
use quilto::engine::builtin::phrases;
use quilto::facts;
use quilto::facts::format::quantity;
use quilto::model::{
    DateRange, Entry, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, Language,
};
use quilto::storage::LogStore;
use serde_json::{Value, json};

use super::plot::first_record_in_words;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::json::FactObject;
use crate::output::labels::{self, Labels};
use crate::ui::{HEADING, QUIET, SUBJECT, Ui, padded, width_of, wrapped};

/// Measures compared by week, per domain.
const COMPARED: usize = 4;
/// Subjects whose records are shown, those of the most notes.
const SUBJECTS: usize = 6;
/// Records of a domain as a whole.
const RECORDS: usize = 3;

#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Only this domain
    #[arg(value_name = "DOMAIN")]
    domain: Option<String>,
}

/// What is said of one domain.
struct Section {
    domain: Arc<DomainModule>,
    days: f64,
    streaks: Vec<Fact>,
    weeks: Vec<Compared>,
    records: Vec<(String, Fact)>,
}

/// A measure this week and last week.
struct Compared {
    name: String,
    unit: Option<String>,
    now: f64,
    before: f64,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &StatsArgs) -> Result<Exit, CliError> {
    let only = args
        .domain
        .as_deref()
        .map(|d| context.domain(d))
        .transpose()?;
    let store = context.notes()?;
    let entries = match store.span()? {
        Some(days) => store.entries_by_date_range(&days)?,
        None => Vec::new(),
    };
    context.warn_of_store(ui, &*store);
    // nothing was typed: the language is that of the last note
    let language = entries.last().map(|entry| Language::of(&entry.raw));
    let language = language.unwrap_or_default();
    let wanted = |module: &&Arc<DomainModule>| only.as_ref().is_none_or(|o| o.name == module.name);
    let known = context.domains();
    // what is always loaded comes last: it is about the person, not about what they do
    let (base, others): (Vec<_>, Vec<_>) = known.iter().filter(wanted).partition(|m| m.base);
    let domains = others.into_iter().chain(base);
    let sections: Vec<Section> = domains
        .filter_map(|module| section(context, module, &entries))
        .collect();
    if context.json {
        for section in &sections {
            ui.json(&object(section))?;
        }
    } else if sections.is_empty() {
        ui.remark(&match (&only, entries.is_empty()) {
            (Some(domain), false) => {
                let fill = [("domain", labels::title(domain, language))];
                phrases(language).say("stats_nothing", &fill)
            }
            _ => context.nothing_yet(),
        });
    } else {
        for (number, section) in sections.iter().enumerate() {
            if number > 0 {
                ui.line("")?;
            }
            show(ui, section, language)?;
        }
    }
    Ok(Exit::Done)
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
    let asking = Asking {
        context,
        domain,
        entries: &entries,
    };
    let days = asking.facts("entries", FactOp::CountDays, None, None);
    let days = days.first().and_then(number).unwrap_or(0.0);
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
struct Asking<'a> {
    context: &'a Context<'a>,
    domain: &'a DomainModule,
    entries: &'a [Entry],
}

impl Asking<'_> {
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

fn number(fact: &Fact) -> Option<f64> {
    match fact.value {
        FactValue::Number(value) => Some(value),
        _ => None,
    }
}

/// This week so far against the whole of the last one, for what adds up.
fn weeks(asking: &Asking<'_>, measures: &Measures, today: NaiveDate) -> Vec<Compared> {
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
        Some((number(&own)?, own.unit))
    };
    let sums = measures.measures.iter().filter(|m| m.aggregate.adds_up());
    sums.filter_map(|measure| {
        let (now, before) = (total(measure, &this), total(measure, &last));
        let unit = now.as_ref().or(before.as_ref())?.1.clone();
        Some(Compared {
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
fn records(asking: &Asking<'_>, measures: &Measures) -> Vec<(String, Fact)> {
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
            .filter_map(|fact| Some((fact.subject.clone(), number(fact)?)))
            .collect();
        let count = |fact: &Fact| counts.get(&fact.subject).copied().unwrap_or(0.0);
        let mut found: Vec<Fact> = found.into_iter().filter(|f| number(f).is_some()).collect();
        found.sort_by(|left, right| count(right).total_cmp(&count(left)));
        found.truncate(SUBJECTS);
        return found.into_iter().map(|f| (f.subject.clone(), f)).collect();
    }
    let told = measures.measures.iter().filter(|m| is_record(m));
    told.filter_map(|measure| {
        let best = asking.facts(&measure.name, FactOp::Best, None, None);
        let best = best
            .into_iter()
            .find(|f| f.kind.measure() == Some(&measure.name))?;
        Some((measure.name.clone(), best))
    })
    .take(RECORDS)
    .collect()
}

fn is_record(measure: &Measure) -> bool {
    measure.better != Better::Neutral && measure.by.is_none() && !measure.best.is_empty()
}

/// What a measure or a subject is called.
fn called(section: &Section, name: &str, language: Language) -> String {
    let measures = section.domain.measures().ok().flatten();
    match (language, measures) {
        (Language::English, _) | (_, None) => name.to_owned(),
        (_, Some(measures)) if measures.measure(name).is_some() => {
            labels::measure(&measures, name, language)
        }
        _ => Labels::of(language, Some(&section.domain)).name(name),
    }
}

fn show(ui: &mut Ui, section: &Section, language: Language) -> Result<(), CliError> {
    let words = phrases(language);
    let days = [("days", words.counted(section.days, "days"))];
    ui.line(&format!(
        "{HEADING}{}{HEADING:#}  {QUIET}{}{QUIET:#}",
        labels::title(&section.domain, language),
        words.say("stats_days", &days),
    ))?;
    let mut rows: Vec<(String, Vec<(String, String)>)> = Vec::new();
    let value = |week: &Compared, value| quantity(value, week.unit.as_deref());
    let now_width = section
        .weeks
        .iter()
        .map(|week| width_of(&value(week, week.now)));
    let now_width = now_width.max().unwrap_or(0);
    let weeks = section.weeks.iter().map(|week| {
        let now = padded(&value(week, week.now), now_width);
        let before = [("what", value(week, week.before))];
        let before = words.say("stats_last_week", &before);
        (
            called(section, &week.name, language),
            format!("{now}  {QUIET}{before}{QUIET:#}"),
        )
    });
    rows.push((words.say("stats_this_week", &[]), weeks.collect()));
    let records = section.records.iter();
    let records = records.map(|(name, fact)| {
        let name = called(section, name, language);
        (name, first_record_in_words(fact, language))
    });
    rows.push((words.say("stats_records", &[]), records.collect()));
    let streaks = section.streaks.iter().filter_map(|fact| {
        let weeks = words.counted(number(fact)?, "weeks");
        let days = fact.period.as_ref()?;
        let (start, end) = (days.start.to_string(), days.end.to_string());
        let days = words.say("stats_span", &[("start", start), ("end", end)]);
        let key = match fact.kind {
            FactKind::LongestStreak => "longest_streak",
            _ => "latest_streak",
        };
        let name = words.say(key, &[]);
        Some((name, format!("{weeks}  {QUIET}{days}{QUIET:#}")))
    });
    rows.push((words.say("stats_in_a_row", &[]), streaks.collect()));
    let name_width = rows
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|(name, _)| width_of(name));
    let name_width = name_width.max().unwrap_or(0).min(32);
    let room = ui
        .columns()
        .map(|columns| columns.saturating_sub(name_width + 15));
    for (title, rows) in rows {
        for (number, (name, value)) in rows.into_iter().enumerate() {
            let title = if number == 0 { &title } else { "" };
            let head = format!("  {QUIET}{}{QUIET:#}  ", padded(title, 9));
            let name = format!("{SUBJECT}{}{SUBJECT:#}", padded(&name, name_width));
            let blank = " ".repeat(name_width + 15);
            let value = wrapped(&value, room).replace('\n', &format!("\n{blank}"));
            ui.line(&format!("{head}{name}  {value}"))?;
        }
    }
    Ok(())
}

fn object(section: &Section) -> Value {
    let weeks: Vec<Value> = section
        .weeks
        .iter()
        .map(|week| {
            json!({
                "measure": week.name,
                "unit": week.unit,
                "this_week": week.now,
                "last_week": week.before,
            })
        })
        .collect();
    let records = section
        .records
        .iter()
        .map(|(_, fact)| FactObject::from(fact));
    json!({
        "domain": section.domain.name,
        "days": section.days,
        "weeks": weeks,
        "records": records.collect::<Vec<_>>(),
        "streaks": section.streaks.iter().map(FactObject::from).collect::<Vec<_>>(),
    })
}
