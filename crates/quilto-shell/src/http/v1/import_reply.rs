//! What a client says of a file that leaves something open. The names are those of the flags that
//! questions name.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::Context;
use crate::http::events::Client;
use crate::http::problem::Problem;
use crate::http::uploads::Upload;
use crate::import::question::Decimal;
use crate::import::{Choices, DayOrder, UnpackLimits};
use crate::runs::importing::report::Summary;
use crate::runs::importing::{self, GivenUnits, ImportRequest, Part};
use crate::ui::{Color, Ui};

/// What is said.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "Said")]
pub struct ImportReply {
    /// Only say what would come in.
    pub dry_run: bool,
    /// What columns hold: date=Datum,distance:km=Strecke,notes=Bemerkung.
    pub map: Vec<String>,
    /// Read 1,234 with this as the decimal mark.
    pub decimal: Option<Mark>,
    /// Read 5/10/2026 in this order.
    pub days: Option<Days>,
    /// Columns of numbers to leave out.
    pub ignore_column: Vec<String>,
    /// Columns that the file may lack.
    pub accept_missing: Vec<String>,
    /// Take values that cannot be.
    pub accept_odd: bool,
    /// Take what is certain without asking.
    pub yes: bool,
    /// The unit of masses that name none.
    pub mass: Option<Mass>,
    /// The unit of distances that name none.
    pub distance: Option<Distance>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Mark {
    Comma,
    Point,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Days {
    DayFirst,
    MonthFirst,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Mass {
    Kg,
    Lb,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Distance {
    Km,
    Mi,
}

impl ImportReply {
    fn choices(&self) -> Choices {
        Choices {
            decimal: self.decimal.map(|mark| match mark {
                Mark::Comma => Decimal::Comma,
                Mark::Point => Decimal::Point,
            }),
            days: self.days.map(|order| match order {
                Days::DayFirst => DayOrder::DayFirst,
                Days::MonthFirst => DayOrder::MonthFirst,
            }),
            ignored: self.ignore_column.clone(),
            missing: self.accept_missing.clone(),
            odd: self.accept_odd,
            maps: self.map.clone(),
            guessed: self.yes,
        }
    }

    fn units(&self) -> GivenUnits {
        GivenUnits {
            mass: self.mass.map(|unit| match unit {
                Mass::Kg => "kg".to_owned(),
                Mass::Lb => "lb".to_owned(),
            }),
            distance: self.distance.map(|unit| match unit {
                Distance::Km => "km".to_owned(),
                Distance::Mi => "mi".to_owned(),
            }),
        }
    }

    /// Brings a file in, or says what would come in of it.
    pub fn bring_in(
        &self,
        context: &Context<'_>,
        client: &Client,
        upload: &Upload,
    ) -> Result<Summary, Problem> {
        let (choices, units) = (self.choices(), self.units());
        bring_in(context, client, upload, self.dry_run, choices, units)
    }
}

/// Brings a file in by what was said of it, or says what would come in.
pub fn bring_in(
    context: &Context<'_>,
    client: &Client,
    upload: &Upload,
    dry_run: bool,
    choices: Choices,
    units: GivenUnits,
) -> Result<Summary, Problem> {
    let path = upload.path();
    let what = ImportRequest {
        paths: std::slice::from_ref(&path),
        dry_run,
        choices,
        units,
        bounds: UnpackLimits::SENT,
    };
    // nothing is asked and nothing is shown where a server runs
    let mut ui = Ui::new(Color::Never);
    let told = |part: Part| client.tell(&part);
    importing::bring_in(context, &mut ui, what, &told).map_err(|error| {
        let mut problem = Problem::of_asked(&error);
        problem.detail = upload.without_folder(&problem.detail);
        problem
    })
}
