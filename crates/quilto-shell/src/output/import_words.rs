//! What an import asks a person, in the languages people answer in: `imports.yaml` of the lexicon.

use quilto::model::Language;
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

use crate::import::dates;
use crate::import::question::{Choice, Decimal, Doubt, Question};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportWords {
    unknown_table: Template,
    not_used: Template,
    missing: Template,
    missing_beside: Template,
    unknown_unit: Template,
    unused: Template,
    two_days: Template,
    two_numbers: Template,
    impossible: Template,
    within: Template,
    more_impossible: Template,
    gone: Template,
    read_so: String,
    in_column: Template,
    in_unit: Template,
    do_without: String,
    leave_out: String,
    it_is: Template,
    point: String,
    comma: String,
    as_it_stands: String,
    pub nothing_came_in: String,
    pub number: String,
    pub say_a_number: Template,
    pub no_unit: Template,
    pub which_unit: Template,
}

impl ImportWords {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<ImportWords> = Wordings::new("imports");
        ALL.of(language)
    }

    /// What a file leaves open.
    pub fn question(&self, question: &Question) -> String {
        match &question.doubt {
            Doubt::UnknownTable { map, unused } => {
                let mut text = self.unknown_table.fill(&[("map", map)]);
                if !unused.is_empty() {
                    text += &self.not_used.fill(&[("columns", &unused.join(", "))]);
                }
                text
            }
            Doubt::Missing { app, field } => self.missing.fill(&[("app", app), ("field", field)]),
            Doubt::MissingBeside { column } => self.missing_beside.fill(&[("column", column)]),
            Doubt::UnknownUnit { column, unit } => self
                .unknown_unit
                .fill(&[("column", column), ("unit", unit)]),
            Doubt::Unused { column } => self.unused.fill(&[("column", column)]),
            Doubt::TwoDays { cell } => self.two_days.fill(&[("cell", cell)]),
            Doubt::TwoNumbers {
                cell,
                column,
                point,
                comma,
            } => {
                let holes = [
                    ("cell", cell.as_str()),
                    ("column", column),
                    ("larger", &point.max(*comma).to_string()),
                    ("smaller", &point.min(*comma).to_string()),
                ];
                self.two_numbers.fill(&holes)
            }
            Doubt::Impossible { value, time, more } => {
                let value = match time {
                    Some(time) => self.within.fill(&[("value", value), ("time", time)]),
                    None => value.clone(),
                };
                let mut text = self.impossible.fill(&[("value", &value)]);
                if *more > 0 {
                    text += &self.more_impossible.fill(&[("n", &more.to_string())]);
                }
                text
            }
            Doubt::Gone { app, column } => self.gone.fill(&[("app", app), ("column", column)]),
        }
    }

    /// What an answer to a question means.
    pub fn answer(&self, question: &Question, answer: &Choice) -> String {
        let decimal = |mark: &str, value: Option<f64>| match value {
            Some(value) => format!("{mark}: {value}"),
            None => mark.to_owned(),
        };
        let read_as = |by: Decimal| match (&question.doubt, by) {
            (Doubt::TwoNumbers { point, .. }, Decimal::Point) => Some(*point),
            (Doubt::TwoNumbers { comma, .. }, Decimal::Comma) => Some(*comma),
            _ => None,
        };
        match answer {
            Choice::Decimal(by @ Decimal::Point) => decimal(&self.point, read_as(*by)),
            Choice::Decimal(by @ Decimal::Comma) => decimal(&self.comma, read_as(*by)),
            Choice::Days(order) => {
                let day = match &question.doubt {
                    Doubt::TwoDays { cell } => dates::moment_in(cell, Some(*order)).ok(),
                    _ => None,
                };
                let day = day.map(|day| day.date().to_string()).unwrap_or_default();
                self.it_is.fill(&[("what", &day)])
            }
            Choice::Ignore(_) => self.leave_out.clone(),
            Choice::DoWithout(_) => self.do_without.clone(),
            Choice::TakeOdd => self.as_it_stands.clone(),
            Choice::Map(_) => self.read_so.clone(),
            Choice::Unit { unit, .. } => self.in_unit.fill(&[("unit", unit)]),
            Choice::Column { column, .. } => self.in_column.fill(&[("column", column)]),
        }
    }
}
