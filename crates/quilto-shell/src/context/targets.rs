//! What days should come to: kept as lines a person can edit, in the home.

use std::collections::BTreeMap;
use std::path::PathBuf;

use chrono::NaiveDate;
use quilto::domain::too_deep;
use quilto::engine::builtin::targets::{self, Span, Target};
use quilto::facts;
use quilto::model::{Entry, Fact, FactOp, FactQuery};
use quilto::storage::LogStore;

use super::Context;
use crate::error::CliError;
use crate::home_dirs;
use crate::output::labels;
use crate::output::note_echo::Style;
use crate::ui::QUIET;

/// The file in the home.
pub const FILE: &str = "targets.yaml";

/// What stands at its head.
const HEAD: &str = "# What a day should come to, or a week or a month where that is said. Change it here or with the target command.\n";

fn path(context: &Context<'_>) -> Result<PathBuf, CliError> {
    Ok(context.home()?.join(FILE))
}

/// The targets of the home; a file that is not there holds none.
pub fn read(context: &Context<'_>) -> Result<Vec<Target>, CliError> {
    let path = path(context)?;
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(CliError::failed(format!("cannot read {FILE}"))
                .cause(error)
                .hint("it must be a file in your home that you may read"));
        }
    };
    let wrong = |said: String| {
        CliError::failed(format!("{FILE} cannot be understood: {said}"))
            .hint("a line of it looks like this: \"pages: 40 a week\"")
    };
    if let Some((line, _)) = too_deep(&text) {
        return Err(wrong(format!("line {line} is nested too deep")));
    }
    let lines: Option<BTreeMap<String, String>> =
        serde_yaml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let all = context.domains().all();
    lines
        .unwrap_or_default()
        .iter()
        .map(|(what, amount)| {
            let words = format!("{what} {amount}");
            targets::read(&words, &all).map_err(|error| wrong(error.to_string()))
        })
        .collect()
}

/// Writes them whole beside the old file first, so that a crash leaves one or the other.
pub fn write(context: &Context<'_>, kept: &[Target]) -> Result<(), CliError> {
    let failed = |error: &dyn std::error::Error| {
        CliError::failed(format!("cannot write {FILE}"))
            .cause(error)
            .hint("the home must be a folder you may write to")
    };
    let path = path(context)?;
    let all = context.domains().all();
    let lines: BTreeMap<String, String> = kept
        .iter()
        .map(|target| {
            let amount = facts::format::quantity(target.value, target.unit.as_deref());
            let span = match target.span {
                Span::Day => String::new(),
                span => format!(" a {}", span.as_str()),
            };
            let name = targets::name_of(target, &all);
            (name, amount.replace(',', "") + &span)
        })
        .collect();
    let body = if lines.is_empty() {
        String::new()
    } else {
        serde_yaml::to_string(&lines).map_err(|error| failed(&error))?
    };
    let text = format!("{HEAD}{body}");
    home_dirs::replace(&path, text.as_bytes()).map_err(|error| failed(&error))
}

/// What the days of a target around a day have come to; nothing where nothing was noted of it.
pub fn so_far(
    context: &Context<'_>,
    target: &Target,
    day: NaiveDate,
) -> Result<Option<Fact>, CliError> {
    let days = target.span.around(day);
    let entries = context.notes()?.entries_by_date_range(&days)?;
    let query = FactQuery {
        period: Some(days),
        ..FactQuery::of(target.domain.clone(), target.measure.clone(), FactOp::Total)
    };
    let units = &context.settings.settings.units;
    let all = context.domains().all();
    let found = facts::compute(&[query], &entries, &all, units, day);
    Ok(found.into_iter().next())
}

/// What the day, the week or the month of an entry has come to against the targets of its domains.
pub fn of_day(context: &Context<'_>, entry: &Entry, style: &Style<'_>) -> Vec<String> {
    let Some(parsed) = &entry.parsed else {
        return Vec::new();
    };
    // a file that cannot be read is told by the commands that need it
    let targets = read(context).unwrap_or_default();
    let touched: Vec<&Target> = targets
        .iter()
        .filter(|target| parsed.domain_data.contains_key(&target.domain))
        .collect();
    if touched.is_empty() {
        return Vec::new();
    }
    let all = context.domains().all();
    let lines = touched.into_iter().filter_map(|target| {
        let total = so_far(context, target, entry.date).ok()??;
        let value = total.number()?;
        let left = target.value - value;
        let unit = target.unit.as_deref();
        let wording = match left > 0.0 {
            true => &style.words().target_left,
            false => &style.words().target_reached,
        };
        let module = all.modules.iter().find(|m| m.name == target.domain)?;
        let measures = module.measures().ok()??;
        let measure = labels::listed(&measures, &target.measure, style.language);
        let said = wording.fill(&[
            ("measure", &*measure),
            ("span", style.words().span(target.span)),
            ("now", &*facts::format::fact_value(&total)),
            ("aim", &*facts::format::quantity(target.value, unit)),
            (
                "left",
                &*facts::format::quantity((left * 10.0).round() / 10.0, unit),
            ),
        ]);
        Some(format!("  {QUIET}{said}{QUIET:#}"))
    });
    lines.collect()
}
