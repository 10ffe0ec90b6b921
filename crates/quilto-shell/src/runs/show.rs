//! What a run brings, as a person reads it.

use quilto::machine::{Delivery, Logged, Problem, RunReport};
use quilto::model::{Answer, Entry, Language, Parsed};
use serde_json::Value;

use super::{aliases, chart_data, named_measure, outliers, prompt};
use crate::context::Context;
use crate::context::known_domains::KnownDomains;
use crate::error::CliError;
use crate::error::problems;
use crate::output::changes;
use crate::output::json::with_parse;
use crate::output::pointer;
use crate::output::words::Words;
use crate::ui::Ui;

/// Shows a note's or an answer's part of a run, in the language of what was said; `again` says that
/// something stands above it.
pub fn shown(
    context: &Context<'_>,
    ui: &mut Ui,
    shown: &Delivery,
    language: Language,
    again: bool,
) -> Result<(), CliError> {
    if again {
        ui.line("")?;
    }
    match shown {
        Delivery::Logged(logged) => show_logged(context, ui, logged, language),
        Delivery::Answer { answer, facts } => {
            show_answer(ui, answer)?;
            chart_data::below_answer(context, ui, facts)
        }
    }
}

fn show_logged(
    context: &Context<'_>,
    ui: &mut Ui,
    logged: &Logged,
    language: Language,
) -> Result<(), CliError> {
    let style = context.style(ui, language);
    let words = style.words();
    for problem in &logged.problems {
        tell(context, ui, problem, logged.entry.as_ref(), language);
    }
    if let Some(correction) = &logged.correction {
        let target = words.day(correction.target.date, correction.target.time);
        ui.line(&words.corrected.fill(&[("day", &target)]))?;
        let before = correction.target.parsed.clone().unwrap_or_default();
        let before = Value::from(before.domain_data);
        for change in changes::lines(&before, &correction.delta, &style) {
            ui.line(&format!("  {change}"))?;
        }
        return Ok(());
    }
    let Some(entry) = &logged.entry else {
        return Ok(());
    };
    let entry = with_parse(entry, logged);
    let day = words.day(entry.date, entry.time);
    ui.line(&words.logged.fill(&[("day", &day)]))?;
    for line in context.understood_among(&style, &entry) {
        ui.line(&line)?;
    }
    outliers::ask(context, ui, &entry, &style)
}

/// Asks a person of the unknown names in what a run logged. Notes that hold them are read again, so
/// this comes when the run is over.
pub fn ask_names(
    context: &Context<'_>,
    ui: &mut Ui,
    report: &RunReport,
    language: Language,
) -> Result<(), CliError> {
    let words = Words::of(language);
    for logged in report.logged_before.iter().chain(&report.logged) {
        if let (Some(entry), None) = (&logged.entry, &logged.correction) {
            name_unknown(context, ui, &with_parse(entry, logged), words)?;
        }
    }
    Ok(())
}

/// Asks a person which of the near names an unknown one of their note is; Enter leaves it as typed.
fn name_unknown(
    context: &Context<'_>,
    ui: &mut Ui,
    entry: &Entry,
    words: &Words,
) -> Result<(), CliError> {
    if context.json || !context.may_ask() {
        return Ok(());
    }
    let known = context.domains();
    for unknown in entry.parsed.iter().flat_map(unknown_names) {
        let (near, typed) = (unknown.near(&known), unknown.typed);
        if near.is_empty() {
            continue;
        }
        let choices: Vec<String> = (1..)
            .zip(&near)
            .map(|(number, name)| format!("{number} {name}"))
            .collect();
        ui.ask(&format!("  {typed}: {}", choices.join("  ")));
        let Ok(chosen) = prompt::one_of(context, ui, words, &near) else {
            return Ok(());
        };
        if let Some(name) = chosen {
            aliases::add(context, ui, &typed, name)?;
        }
    }
    Ok(())
}

/// A name in a reading that stands there as typed.
pub struct UnknownName {
    pub typed: String,
    /// The domain that its figures were read for.
    domain: String,
}

impl UnknownName {
    /// Names of its own domain that it may have been meant for.
    pub fn near(&self, known: &KnownDomains) -> Vec<String> {
        let domain = known.get(&self.domain);
        domain.map_or_else(Vec::new, |domain| {
            named_measure::near_in(domain, &self.typed)
        })
    }
}

/// The names in a reading that stand there as typed.
pub fn unknown_names(parsed: &Parsed) -> Vec<UnknownName> {
    let data = Value::from(parsed.domain_data.clone());
    let names = parsed.uncertain_fields.iter().filter_map(|path| {
        let typed = data.pointer(&pointer(path))?.as_str()?.to_owned();
        let domain = path.split('.').next()?.to_owned();
        path.ends_with("].name")
            .then_some(UnknownName { typed, domain })
    });
    names.collect()
}

/// Tells what a run has to say besides its result: what went as the person wanted in plain words,
/// anything else as a warning with what to do next. `entry` is what it wrote.
pub fn tell(
    context: &Context<'_>,
    ui: &mut Ui,
    problem: &Problem,
    entry: Option<&Entry>,
    language: Language,
) {
    let entry = entry.map(|entry| &entry.id);
    let told = problems::told(problem, language, context.app.name, entry);
    if problem.is_wanted() {
        ui.remark(&sentence(&told.what));
    } else {
        ui.warn(&told.what, told.hint.as_deref());
    }
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn show_answer(ui: &mut Ui, answer: &Answer) -> Result<(), CliError> {
    ui.line(answer.text.trim_end())
}
