//! What may be said on the command line of what files leave open.

use clap::{Args, ValueEnum};

use crate::import::question::Decimal;
use crate::import::{Choices, DayOrder};

#[derive(Debug, Default, Args)]
pub struct ChoiceArgs {
    /// What columns hold: date=Datum,exercise=Übung,weight:kg=Gewicht
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
    pub fn choices(&self, guessed: bool) -> Choices {
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
