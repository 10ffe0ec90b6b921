//! `stats`: records, streaks, and this week against the last, for every domain with notes.

use clap::Args;
use quilto::engine::builtin::phrases;
use quilto::model::Language;

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::locale;
use crate::output::labels;
use crate::runs::stats::{self, Section, StatsObject};
use crate::runs::stats_words;
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
    let entries = stats::entries(context)?;
    context.warn_of_store(ui, &*context.notes()?);
    // nothing was typed: the language is that of the place, and where that says nothing, of the last note
    let of_notes = || entries.last().map(|entry| Language::of(&entry.raw));
    let language = match locale::language() {
        Language::English => of_notes().unwrap_or_default(),
        named => named,
    };
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

fn show(ui: &mut Ui, section: &Section, language: Language) -> Result<(), CliError> {
    let told = stats_words::told(section, language);
    ui.line(&format!(
        "{HEADING}{}{HEADING:#}  {QUIET}{}{QUIET:#}",
        told.title, told.days,
    ))?;
    let rows = || told.groups.iter().flat_map(|group| &group.rows);
    let values = rows().filter(|row| row.compared).map(|row| &row.value);
    let value_width = values.map(|value| width_of(value)).max().unwrap_or(0);
    let name_width = rows().map(|row| width_of(&row.name)).max();
    let name_width = name_width.unwrap_or(0).min(32);
    let room = ui
        .columns()
        .map(|columns| columns.saturating_sub(name_width + 15));
    for group in &told.groups {
        for (number, row) in group.rows.iter().enumerate() {
            let title = if number == 0 { &*group.title } else { "" };
            let head = format!("  {QUIET}{}{QUIET:#}  ", padded(title, 9));
            let name = format!("{SUBJECT}{}{SUBJECT:#}", padded(&row.name, name_width));
            let value = match row.compared {
                true => padded(&row.value, value_width),
                false => row.value.clone(),
            };
            let value = match row.beside.is_empty() {
                true => value,
                false => format!("{value}  {QUIET}{}{QUIET:#}", row.beside),
            };
            let blank = " ".repeat(name_width + 15);
            let value = wrapped(&value, room).replace('\n', &format!("\n{blank}"));
            ui.line(&format!("{head}{name}  {value}"))?;
        }
    }
    Ok(())
}
