//! `stats`: records, streaks, and this week against the last, for every domain with notes.

use clap::Args;
use quilto::engine::builtin::phrases;
use quilto::facts::format::quantity;
use quilto::model::{FactKind, Language};
use quilto::storage::LogStore;

use super::plot::first_record_in_words;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::labels::{self, Labels};
use crate::runs::stats::{self, Compared, Section, StatsObject, number};
use crate::ui::{HEADING, QUIET, SUBJECT, Ui, padded, width_of, wrapped};

#[derive(Debug, Args)]
pub struct StatsArgs {
    /// Only this domain
    #[arg(value_name = "DOMAIN")]
    domain: Option<String>,
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
    let sections = stats::sections(context, only.as_deref(), &entries);
    if context.json {
        for section in &sections {
            ui.json(&StatsObject::from(section))?;
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
