//! What is to be computed, as an expression: figures of rows, and what figures are to each other.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CombinedDomains, Condition, FactOp, FactQuery, GroupBy, When};

/// Something to compute from parsed data.
///
/// As JSON, an expression is an object with one key, its kind. Where another expression belongs, it
/// may stand itself or as `{"step": 1}`, an earlier expression of the same list by its number: so a
/// list of flat expressions says all that nested ones say, and a model's grammar can hold it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expr {
    /// A figure of rows, flat: its one condition and what it is compared with stand in it.
    Fact(Box<FactQuery>),
    /// A figure of rows.
    Figure(Box<Figure>),
    /// A number that was said.
    Number(Number),
    /// An earlier expression of the list, from 1.
    Step(u32),
    /// All of them added up.
    Sum(Sum),
    /// What `of` has more than `minus`; of tables, bucket by bucket.
    Difference(Difference),
    /// How many times `to` goes into `of`, and in hundredths.
    Ratio(Ratio),
    /// The days from one to the other: of two figures that happened on a day.
    Between(Between),
    /// What `of` has more in the days `to` than in the days `from`.
    Change(Change),
    /// The subjects for which `by` comes to most.
    BestOf(BestOf),
    /// Whether the days of two series rise and fall together; without `with`, what differs most between
    /// better and worse days.
    Association(Association),
    /// Where a series goes if it goes on as it did.
    Forecast(Forecast),
}

/// A figure of rows: which rows, which measure, what to do with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The domain whose rows are read.
    pub domain: String,
    /// A measure of that domain, or `entries` for the entries themselves.
    #[serde(default = "entries")]
    pub measure: String,
    /// What to do with the rows; `series` where an association or a forecast reads them day by day.
    pub op: FactOp,
    /// Canonical terms or groups; empty is every subject.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    /// What rows and days must fulfil, all of it.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// Rows of these days only; without it, of all days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
    /// One fact per bucket instead of one in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<GroupBy>,
    /// How many facts at most, for lists and records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Masses and distances are told in this unit instead of the user's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Entries of several domains as one, where entries are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub together: Option<CombinedDomains>,
}

fn entries() -> String {
    "entries".to_owned()
}

impl Figure {
    /// A figure of all rows of a measure.
    pub fn of(domain: impl Into<String>, measure: impl Into<String>, op: FactOp) -> Self {
        Self {
            domain: domain.into(),
            measure: measure.into(),
            op,
            subjects: Vec::new(),
            conditions: Vec::new(),
            when: None,
            by: None,
            limit: None,
            unit: None,
            together: None,
        }
    }
}

impl From<FactQuery> for Expr {
    fn from(query: FactQuery) -> Self {
        Self::Fact(Box::new(query))
    }
}

impl From<Figure> for Expr {
    fn from(figure: Figure) -> Self {
        Self::Figure(Box::new(figure))
    }
}

/// A number that was said, such as a goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// The number.
    pub value: f64,
    /// Its unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// See [`Expr::Sum`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// What is added up.
    #[schemars(with = "Vec<Earlier>")]
    pub of: Vec<Expr>,
}

/// See [`Expr::Difference`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// What is looked at.
    #[schemars(with = "Earlier")]
    pub of: Box<Expr>,
    /// What it is set against.
    #[schemars(with = "Earlier")]
    pub minus: Box<Expr>,
}

/// See [`Expr::Ratio`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ratio {
    /// What is divided.
    #[schemars(with = "Earlier")]
    pub of: Box<Expr>,
    /// What it is divided by.
    #[schemars(with = "Earlier")]
    pub to: Box<Expr>,
}

/// See [`Expr::Between`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The one.
    #[schemars(with = "Earlier")]
    pub from: Box<Expr>,
    /// The other.
    #[schemars(with = "Earlier")]
    pub to: Box<Expr>,
}

/// See [`Expr::Change`]. The days stand for those of every figure in `of` that names none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What changes.
    #[schemars(with = "Earlier")]
    pub of: Box<Expr>,
    /// The days it is measured against; without it, all days.
    pub from: Option<When>,
    /// The days looked at; without it, all days.
    pub to: Option<When>,
}

/// See [`Expr::BestOf`]. A subject stands for those of every figure in `by` that names none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BestOf {
    /// The subjects; empty is every subject that the rows name.
    #[serde(default)]
    pub among: Vec<String>,
    /// What decides.
    #[schemars(with = "Earlier")]
    pub by: Box<Expr>,
    /// Whether the least comes first instead of the greatest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub least: bool,
    /// How many are told; one where nothing is said.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// See [`Expr::Association`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Association {
    /// A series.
    #[schemars(with = "Earlier")]
    pub of: Box<Expr>,
    /// Another series.
    #[serde(default)]
    #[schemars(with = "Option<Earlier>")]
    pub with: Option<Box<Expr>>,
    /// How many days before a day of `of` the day of `with` lies.
    #[serde(default, skip_serializing_if = "super::condition::is_zero")]
    pub lag_days: u32,
}

/// See [`Expr::Forecast`]. One of `reach` and `on` is set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forecast {
    /// A series.
    #[schemars(with = "Earlier")]
    pub of: Box<Expr>,
    /// The value whose day is asked for.
    #[serde(default)]
    pub reach: Option<Number>,
    /// The day whose value is asked for.
    #[serde(default)]
    pub on: Option<NaiveDate>,
}

/// An earlier expression of the list: all that a model's grammar can hold of an expression in another.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "it is there for its schema")]
struct Earlier {
    /// The number of an earlier expression, from 1.
    step: u32,
}

impl Expr {
    /// The flat query that it is, if it is one.
    pub fn as_fact(&self) -> Option<&FactQuery> {
        match self {
            Self::Fact(query) => Some(query),
            _ => None,
        }
    }

    /// Whether no flat query says it: it is of several figures, or of days that something else tells.
    pub fn is_composed(&self) -> bool {
        let told = |of: &Condition| matches!(of, Condition::Days(_));
        match self {
            Self::Fact(_) => false,
            Self::Figure(figure) => figure.conditions.iter().any(told),
            _ => true,
        }
    }

    /// The expressions in it, one level down.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::Fact(_) | Self::Figure(_) | Self::Number(_) | Self::Step(_) => Vec::new(),
            Self::Sum(sum) => sum.of.iter().collect(),
            Self::Difference(difference) => vec![&difference.of, &difference.minus],
            Self::Ratio(ratio) => vec![&ratio.of, &ratio.to],
            Self::Between(between) => vec![&between.from, &between.to],
            Self::Change(change) => vec![&change.of],
            Self::BestOf(best) => vec![&best.by],
            Self::Association(association) => std::iter::once(&association.of)
                .chain(&association.with)
                .map(|part| &**part)
                .collect(),
            Self::Forecast(forecast) => vec![&forecast.of],
        }
    }

    /// The same, to change them.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Self::Fact(_) | Self::Figure(_) | Self::Number(_) | Self::Step(_) => Vec::new(),
            Self::Sum(sum) => sum.of.iter_mut().collect(),
            Self::Difference(difference) => vec![&mut difference.of, &mut difference.minus],
            Self::Ratio(ratio) => vec![&mut ratio.of, &mut ratio.to],
            Self::Between(between) => vec![&mut between.from, &mut between.to],
            Self::Change(change) => vec![&mut change.of],
            Self::BestOf(best) => vec![&mut best.by],
            Self::Association(association) => std::iter::once(&mut association.of)
                .chain(&mut association.with)
                .map(|part| &mut **part)
                .collect(),
            Self::Forecast(forecast) => vec![&mut forecast.of],
        }
    }

    /// Every figure in it, at any depth; not those of earlier steps.
    pub fn figures(&self) -> Vec<&Figure> {
        match self {
            Self::Figure(figure) => vec![figure],
            other => other.parts().into_iter().flat_map(Self::figures).collect(),
        }
    }

    /// The same, to change them.
    pub fn figures_mut(&mut self) -> Vec<&mut Figure> {
        match self {
            Self::Figure(figure) => vec![figure],
            other => other
                .parts_mut()
                .into_iter()
                .flat_map(Self::figures_mut)
                .collect(),
        }
    }
}
