//! `import PATH…`: notes and exports of other apps.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::import::question::Decimal;
use crate::import::{self, Choices, DayOrder, UnpackLimits};
use crate::runs::importing::{self, GivenUnits, ImportRequest, report};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Files, or folders and zip archives of notes and exports; - reads standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Say what would be imported, and import nothing
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    choices: ChoiceArgs,
}

#[derive(Debug, Default, Args)]
struct ChoiceArgs {
    /// What columns hold: date=Datum,distance:km=Strecke,notes=Bemerkung
    #[arg(long, value_name = "FIELD=COLUMN,…")]
    map: Option<String>,

    /// Read 1,234 with this as the decimal mark, where the file does not show which it is
    #[arg(long, value_name = "MARK")]
    decimal: Option<MarkArg>,

    /// Read 5/10/2026 in this order, where the file does not show which it is
    #[arg(long, value_name = "ORDER")]
    days: Option<DaysArg>,

    /// Leave this column of numbers out
    #[arg(long, value_name = "COLUMN")]
    ignore_column: Vec<String>,

    /// Take a file that lacks this column
    #[arg(long, value_name = "COLUMN")]
    accept_missing: Vec<String>,

    /// Take values that cannot be, as 2.5 m in 50 minutes
    #[arg(long)]
    accept_odd: bool,
}

// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, ValueEnum)]
enum MarkArg {
    Comma,
    Point,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DaysArg {
    DayFirst,
    MonthFirst,
}

impl ChoiceArgs {
    /// What they say. `guessed` tells whether what is certain may be taken unasked.
    fn choices(&self, guessed: bool) -> Choices {
        Choices {
            decimal: self.decimal.map(|mark| match mark {
                MarkArg::Comma => Decimal::Comma,
                MarkArg::Point => Decimal::Point,
            }),
            days: self.days.map(|order| match order {
                DaysArg::DayFirst => DayOrder::DayFirst,
                DaysArg::MonthFirst => DayOrder::MonthFirst,
            }),
            ignored: self.ignore_column.clone(),
            missing: self.accept_missing.clone(),
            odd: self.accept_odd,
            maps: self.map.iter().cloned().collect(),
            guessed,
        }
    }
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ImportArgs) -> Result<Exit, CliError> {
    for path in &args.paths {
        if !path.exists() && !import::is_standard_input(path) {
            return Err(
                CliError::usage(format!("there is no file or folder {}", path.display())).hint(
                    format!(
                        "to log words that begin with \"import\": {} -- import …",
                        context.app.name
                    ),
                ),
            );
        }
    }
    bring_in_as(context, ui, args)
}

/// Brings in files and folders that are known to be there.
pub fn bring_in(context: &Context<'_>, ui: &mut Ui, paths: &[PathBuf]) -> Result<Exit, CliError> {
    let args = ImportArgs {
        paths: paths.to_vec(),
        dry_run: false,
        choices: ChoiceArgs::default(),
    };
    bring_in_as(context, ui, &args)
}

fn bring_in_as(context: &Context<'_>, ui: &mut Ui, args: &ImportArgs) -> Result<Exit, CliError> {
    let what = ImportRequest {
        paths: &args.paths,
        dry_run: args.dry_run,
        choices: args.choices.choices(context.yes),
        units: GivenUnits::default(),
        bounds: UnpackLimits::OWN,
    };
    let summary = importing::bring_in(context, ui, what, &|_| {})?;
    report::tell(context, ui, args.dry_run, &summary)
}
