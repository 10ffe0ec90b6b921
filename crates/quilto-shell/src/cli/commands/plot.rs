//! `plot SUBJECT [MEASURE]`: values in time, to look at.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use quilto::model::{GroupBy, Language};
use quilto::text::template::Template;

use crate::cli::input::STANDARD;
use crate::cli::{dates, outfile};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::chart;
use crate::output::chart_words::ChartWords;
use crate::runs::chart_data::{self, ChartData, ChartObject, WIDEST};
use crate::runs::chart_legend::legend;
use crate::runs::named_measure::{self, NamedMeasure};
use crate::ui::{HEADING, QUIET, Ui};

/// Rows of a chart that has the screen for itself.
const ROWS: usize = 12;
/// Columns where there is no terminal to ask.
const COLUMNS: usize = 80;

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
    let language = Language::of(&words);
    for measured in named_measure::several(&context.domains(), &words)? {
        let charted = chart_data::chart(context, &measured, period.as_ref(), by)?;
        drawn.push((measured, charted));
    }
    context.warn_of_store(ui, &*context.notes()?);
    if !context.json {
        let (full, empty) = drawn
            .into_iter()
            .partition(|(_, charted)| !charted.chart.points.is_empty());
        drawn = full;
        for (measured, _) in empty {
            nothing(context, ui, &measured, period.is_some(), language)?;
        }
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !drawn.is_empty())
        && !write(context, ui, file, args.force, &drawn, language)?
    {
        return Ok(Exit::Done);
    }
    for (at, (measured, charted)) in drawn.iter().enumerate() {
        if context.json {
            ui.json(&ChartObject::new(measured, charted))?;
        } else if args.svg.is_none() {
            if at > 0 {
                ui.line("")?;
            }
            show(ui, measured, charted, language)?;
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
    drawn: &[(NamedMeasure, ChartData)],
    language: Language,
) -> Result<bool, CliError> {
    let text = chart_data::svg(drawn, language);
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
        let file = file.display().to_string();
        let written = &ChartWords::of(language).written;
        ui.line(&written.fill(&[("file", &file)]))?;
    }
    Ok(true)
}

fn show(
    ui: &mut Ui,
    measured: &NamedMeasure,
    charted: &ChartData,
    language: Language,
) -> Result<(), CliError> {
    let columns = ui.columns().unwrap_or(COLUMNS).min(WIDEST);
    ui.line(&format!(
        "{HEADING}{}{HEADING:#}",
        measured.about_in(language)
    ))?;
    ui.line(&format!("{QUIET}{}{QUIET:#}", charted.about(language)))?;
    ui.line("")?;
    let lines = chart::lines(&charted.chart, columns, ROWS);
    if lines.is_empty() {
        ui.remark(&ChartWords::of(language).too_narrow);
    }
    for line in lines {
        ui.line(&line)?;
    }
    ui.line("")?;
    for line in legend(charted, language) {
        ui.line(&line)?;
    }
    Ok(())
}

fn nothing(
    context: &Context<'_>,
    ui: &mut Ui,
    measured: &NamedMeasure,
    named: bool,
    language: Language,
) -> Result<(), CliError> {
    let logged = context.store()?.span()?.is_some();
    let words = ChartWords::of(language);
    let of = |wording: &Template| wording.fill(&[("what", &measured.named_in(language))]);
    ui.remark(&match (logged, named) {
        (false, _) => context.nothing_yet(),
        (true, true) => of(&words.nothing_in_days),
        (true, false) => of(&words.nothing),
    });
    Ok(())
}
