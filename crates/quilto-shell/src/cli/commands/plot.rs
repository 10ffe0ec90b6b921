//! `plot SUBJECT [MEASURE]`: values in time, to look at.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use quilto::engine::builtin::phrases;
use quilto::facts::format::{fact_value, quantity};
use quilto::model::{DateRange, Fact, FactKind, GroupBy, Language, Quantity};
use serde_json::{Value, json};

use crate::cli::charted::{self, Charted};
use crate::cli::input::STANDARD;
use crate::cli::measured::{self, Measured};
use crate::cli::{Context, dates, outfile};
use crate::error::{CliError, Exit};
use crate::output::chart::{self, Chart, Shape};
use crate::output::json::FactObject;
use crate::ui::{HEADING, QUIET, Ui};

/// Rows of a chart that has the screen for itself.
const ROWS: usize = 12;
/// Rows of a chart below an answer.
const SMALL: usize = 5;
/// Columns where there is no terminal to ask.
const COLUMNS: usize = 80;
/// A line is not easier to read for being wider than this.
const WIDEST: usize = 160;
/// Fewer values say more in words.
const FEW: usize = 4;

#[derive(Debug, Args)]
pub struct PlotArgs {
    /// What to look at, then which of its measures; without one, its most usual one. Several things
    /// are drawn one below the other
    #[arg(value_name = "SUBJECT")]
    words: Vec<String>,

    /// Take a day, a week or a month for each point; without it, what fits the days
    #[arg(long, value_name = "SPAN")]
    by: Option<Span>,

    #[command(flatten)]
    days: dates::DaysArgs,

    /// Write the chart to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Replace a file that is there, without being asked
    #[arg(long, requires = "svg")]
    force: bool,
}

/// What a point stands for.
// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Span {
    Day,
    Week,
    Month,
}

impl From<Span> for GroupBy {
    fn from(span: Span) -> Self {
        match span {
            Span::Day => Self::Day,
            Span::Week => Self::Week,
            Span::Month => Self::Month,
        }
    }
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &PlotArgs) -> Result<Exit, CliError> {
    let period = args.days.range(context.moment.today)?;
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        return Err(CliError::usage("name what to look at")
            .hint("`stats` shows what there is; `plot --help` has examples"));
    }
    let by = args.by.map(GroupBy::from);
    let mut drawn = Vec::new();
    for measured in measured::several(&context.domains(), &words)? {
        let charted = charted::chart(context, &measured, period.as_ref(), by)?;
        drawn.push((measured, charted));
    }
    context.warn_of_store(ui, &*context.notes()?);
    if !context.json {
        let (full, empty) = drawn
            .into_iter()
            .partition(|(_, charted)| !charted.chart.points.is_empty());
        drawn = full;
        for (measured, _) in empty {
            nothing(context, ui, &measured, period.is_some())?;
        }
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !drawn.is_empty())
        && !write(context, ui, file, args.force, &drawn)?
    {
        return Ok(Exit::Done);
    }
    for (at, (measured, charted)) in drawn.iter().enumerate() {
        if context.json {
            ui.json(&object(measured, charted))?;
        } else if args.svg.is_none() {
            if at > 0 {
                ui.line("")?;
            }
            show(ui, measured, charted)?;
        }
    }
    Ok(Exit::Done)
}

/// Writes the charts as SVG; whether they were.
fn write(
    context: &Context<'_>,
    ui: &mut Ui,
    file: &Path,
    force: bool,
    drawn: &[(Measured, Charted)],
) -> Result<bool, CliError> {
    let charts: Vec<(&Chart, String, String)> = drawn
        .iter()
        .map(|(measured, charted)| (&charted.chart, measured.about(), plain_about(charted)))
        .collect();
    let text = chart::svg(&charts);
    if file == Path::new(STANDARD) {
        ui.data(|out| out.write_all(text.as_bytes()))?;
        return Ok(true);
    }
    if !outfile::may_be_written(context, ui, file, force)? {
        return Ok(false);
    }
    std::fs::write(file, text).map_err(|error| {
        CliError::failed(format!("cannot write {}", file.display()))
            .cause(error)
            .hint("name a file in a folder that is there and that you may write to")
    })?;
    if !context.json {
        ui.line(&format!("The chart is in {}", file.display()))?;
    }
    Ok(true)
}

/// A small chart for what was just told in words, where there are values enough.
pub fn below_answer(context: &Context<'_>, ui: &mut Ui, facts: &[Fact]) -> Result<(), CliError> {
    let (Some(columns), false) = (ui.columns(), context.json) else {
        return Ok(());
    };
    let told = facts.iter().find_map(|fact| {
        let FactKind::Trend(Quantity::Measure(name)) = &fact.kind else {
            return None;
        };
        let domains = context.domains();
        let domain = domains.iter().find(|domain| domain.name == fact.domain)?;
        let subject = (fact.subject != domain.name).then_some(fact.subject.as_str());
        let measured = Measured::of(domain, subject, name)?;
        Some((measured, fact.period.clone()))
    });
    let Some((measured, period)) = told else {
        return Ok(());
    };
    let charted = charted::chart(context, &measured, period.as_ref(), None)?;
    if charted.chart.points.len() < FEW {
        return Ok(());
    }
    ui.line("")?;
    for line in chart::lines(&charted.chart, columns.min(WIDEST / 2), SMALL) {
        ui.line(&line)?;
    }
    Ok(())
}

fn show(ui: &mut Ui, measured: &Measured, charted: &Charted) -> Result<(), CliError> {
    let columns = ui.columns().unwrap_or(COLUMNS).min(WIDEST);
    ui.line(&format!("{HEADING}{}{HEADING:#}", measured.about()))?;
    ui.line(&format!("{QUIET}{}{QUIET:#}", plain_about(charted)))?;
    ui.line("")?;
    let lines = chart::lines(&charted.chart, columns, ROWS);
    if lines.is_empty() {
        ui.remark("The window is too narrow for a chart.");
    }
    for line in lines {
        ui.line(&line)?;
    }
    ui.line("")?;
    for line in legend(charted) {
        ui.line(&line)?;
    }
    Ok(())
}

/// What one value stands for, and the days they go over.
fn plain_about(charted: &Charted) -> String {
    let each = match charted.by {
        GroupBy::Week => "by week",
        GroupBy::Month => "by month",
        _ => "by day",
    };
    let unit = match charted.chart.unit.as_deref() {
        Some(unit) if !unit.is_empty() => format!(", in {unit}"),
        _ => String::new(),
    };
    let days = charted.chart.period();
    let days = days.map(|days| match days.start == days.end {
        true => format!(", {}", days.start),
        false => format!(", {} to {}", days.start, days.end),
    });
    format!("{each}{unit}{}", days.unwrap_or_default())
}

/// What stands out, in words.
fn legend(charted: &Charted) -> Vec<String> {
    let chart = &charted.chart;
    let unit = chart.unit.as_deref();
    let mut lines = Vec::new();
    let records = chart.points.iter().filter(|point| point.record).count();
    let greatest = chart.points.iter().rfind(|point| point.record);
    match (chart.shape, &charted.best) {
        (Shape::Line, Some(best)) => {
            let value = record_in_words(best);
            let sign = if records == 0 { "" } else { "★ " };
            lines.push(format!("{sign}best {value}"));
            match records.saturating_sub(1) {
                0 => {}
                1 => lines.push("● 1 record on the way".into()),
                count => lines.push(format!("● {count} records on the way")),
            }
        }
        (Shape::Bars, _) => {
            if let Some(point) = greatest {
                let value = quantity(point.value, unit);
                lines.push(format!("most {value}, {}", when(charted.by, &point.days)));
            }
        }
        _ => {}
    }
    if let Some(last) = chart.points.last() {
        let value = quantity(last.value, unit);
        lines.push(format!("last {value}, {}", when(charted.by, &last.days)));
    }
    lines
}

/// `85 kg × 5 on 2026-07-13`
pub fn first_record_in_words(best: &Fact, language: Language) -> String {
    let value = match best.detail.as_deref() {
        None | Some("") => fact_value(best),
        Some(row) => row.to_owned(),
    };
    match best.date {
        Some(day) => {
            let fill = [("what", value), ("date", day.to_string())];
            phrases(language).say("record_on", &fill)
        }
        None => value,
    }
}

/// `85 kg × 5 on 2026-07-13, again on 2026-07-20`
pub fn record_in_words(best: &Fact) -> String {
    let mut words = first_record_in_words(best, Language::English);
    if !best.again.is_empty() {
        words.push_str(&format!(", again on {}", best.again_in_words()));
    }
    words
}

fn when(by: GroupBy, days: &DateRange) -> String {
    match by {
        GroupBy::Week => format!("in the week of {}", days.start),
        GroupBy::Month => format!("in {}", days.start.format("%Y-%m")),
        _ => format!("on {}", days.start),
    }
}

fn nothing(
    context: &Context<'_>,
    ui: &mut Ui,
    measured: &Measured,
    named: bool,
) -> Result<(), CliError> {
    let logged = context.store()?.span()?.is_some();
    ui.remark(&match (logged, named) {
        (false, _) => context.nothing_yet(),
        (true, true) => format!("There is nothing of {} in these days.", measured.named()),
        (true, false) => format!("There is nothing of {} in your notes.", measured.named()),
    });
    Ok(())
}

fn object(measured: &Measured, charted: &Charted) -> Value {
    let by = match charted.by {
        GroupBy::Week => "week",
        GroupBy::Month => "month",
        _ => "day",
    };
    let points: Vec<Value> = charted
        .chart
        .points
        .iter()
        .map(|point| {
            json!({
                "from": point.days.start,
                "to": point.days.end,
                "value": point.value,
                "record": point.record,
            })
        })
        .collect();
    json!({
        "domain": measured.domain.name,
        "subject": measured.subject,
        "measure": measured.name,
        "unit": charted.chart.unit,
        "by": by,
        "best": charted.best.as_ref().map(FactObject::from),
        "points": points,
    })
}
