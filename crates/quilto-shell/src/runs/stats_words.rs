//! What `stats` tells of a domain, in words.

use quilto::engine::builtin::phrases;
use quilto::facts::format::quantity;
use quilto::model::{FactKind, Language};
use serde::Serialize;

use super::chart_legend::first_record_in_words;
use super::stats::{Section, WeekComparison};
use crate::output::labels::{self, Labels};

/// What is told of one domain.
#[derive(Serialize)]
pub struct DomainStats {
    /// What the domain is called.
    pub title: String,
    /// On how many days something was noted.
    pub days: String,
    pub groups: Vec<StatsGroup>,
}

/// Rows of one kind.
#[derive(Serialize)]
pub struct StatsGroup {
    pub title: String,
    pub rows: Vec<StatsRow>,
}

/// A figure.
#[derive(Serialize)]
pub struct StatsRow {
    pub name: String,
    pub value: String,
    /// What is told beside it, less loudly.
    pub beside: String,
    /// The words that draw it.
    pub of: Option<String>,
    /// Whether the value is compared with what stands beside it.
    pub compared: bool,
}

/// A domain's figures, in the words of a language.
pub fn told(section: &Section, language: Language) -> DomainStats {
    let words = phrases(language);
    let value = |week: &WeekComparison, value| quantity(value, week.unit.as_deref());
    let weeks = section.weeks.iter().map(|week| StatsRow {
        name: called(section, &week.name, language),
        value: value(week, week.now),
        beside: words.say("stats_last_week", &[("what", value(week, week.before))]),
        of: Some(format!("{} {}", section.domain.name, week.name)),
        compared: true,
    });
    let records = section.records.iter().map(|record| StatsRow {
        name: called(section, &record.name, language),
        value: first_record_in_words(&record.fact, language),
        beside: match record.uncertain {
            true => words.say("stats_uncertain", &[]),
            false => String::new(),
        },
        of: Some(drawn_by(section, &record.name)),
        compared: false,
    });
    let streaks = section.streaks.iter().filter_map(|fact| {
        let days = fact.period.as_ref()?;
        let (start, end) = (days.start.to_string(), days.end.to_string());
        let when = match start == end {
            true => start,
            false => words.say("stats_span", &[("start", start), ("end", end)]),
        };
        let key = match fact.kind {
            FactKind::LongestStreak => "longest_streak",
            _ => "latest_streak",
        };
        Some(StatsRow {
            name: words.say(key, &[]),
            value: words.counted(fact.number()?, "weeks"),
            beside: when,
            of: None,
            compared: false,
        })
    });
    let group = |title: &str, rows: Vec<StatsRow>| StatsGroup {
        title: words.say(title, &[]),
        rows,
    };
    let days = [("days", words.counted(section.days, "days"))];
    DomainStats {
        title: labels::title(&section.domain, language),
        days: words.say("stats_days", &days),
        groups: vec![
            group("stats_this_week", weeks.collect()),
            group("stats_records", records.collect()),
            group("stats_in_a_row", streaks.collect()),
        ],
    }
}

/// The words that draw a record.
fn drawn_by(section: &Section, name: &str) -> String {
    let measures = section.domain.measures().ok().flatten();
    match measures.is_some_and(|measures| measures.measure(name).is_some()) {
        true => format!("{} {name}", section.domain.name),
        false => name.to_owned(),
    }
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
