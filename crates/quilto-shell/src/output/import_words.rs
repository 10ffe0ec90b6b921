//! What an import asks a person, in the languages people answer in.

use quilto::model::Language;

use super::words::fill;
use crate::import::dates;
use crate::import::question::{Choice, Decimal, Doubt, Question};

/// A `{hole}` is filled where it stands.
pub struct ImportWords {
    unknown_table: &'static str,
    not_used: &'static str,
    missing: &'static str,
    missing_beside: &'static str,
    unused: &'static str,
    two_days: &'static str,
    two_numbers: &'static str,
    impossible: &'static str,
    within: &'static str,
    more_impossible: &'static str,
    gone: &'static str,
    read_so: &'static str,
    in_column: &'static str,
    do_without: &'static str,
    leave_out: &'static str,
    it_is: &'static str,
    point: &'static str,
    comma: &'static str,
    as_it_stands: &'static str,
    pub nothing_came_in: &'static str,
    pub number: &'static str,
    pub say_a_number: &'static str,
    pub no_unit: &'static str,
    pub which_unit: &'static str,
}

const ENGLISH: ImportWords = ImportWords {
    unknown_table: "no app is known to write this table; it can be read as {map}",
    not_used: "; not used: {columns}",
    missing: "{app} files have a {field}, and this one has none",
    missing_beside: "a column “{column}” is missing beside those like it",
    unused: "the column “{column}” holds numbers and is not used",
    two_days: "“{cell}” may be two days",
    two_numbers: "“{cell}” in the column “{column}” may be {larger} or {smaller}",
    impossible: "{value} cannot be",
    within: "{value} in {time}",
    more_impossible: " (and {n} more like it)",
    gone: "the column “{column}” was in the last import of {app} and is not in this one",
    read_so: "read it so",
    in_column: "it is in “{column}”",
    do_without: "do without it",
    leave_out: "leave it out",
    it_is: "it is {what}",
    point: "the point is the decimal mark",
    comma: "the comma is the decimal mark",
    as_it_stands: "take it as it stands",
    nothing_came_in: "  nothing of this file came in",
    number: "Number (Enter leaves the file out): ",
    say_a_number: "Say a number from 1 to {n}; Enter leaves the file out, Ctrl-C stops.",
    no_unit: "{file} does not name its unit.",
    which_unit: "{one} or {other}? {usual} ",
};

const KOREAN: ImportWords = ImportWords {
    unknown_table: "어느 앱의 표인지 몰라요. 이렇게 읽을 수 있어요: {map}",
    not_used: " (쓰지 않는 열: {columns})",
    missing: "{app} 파일에는 {field} 열이 있는데, 이 파일에는 없어요",
    missing_beside: "같은 종류의 열 옆에 “{column}” 열이 빠져 있어요",
    unused: "“{column}” 열에 숫자가 있는데 쓰이지 않아요",
    two_days: "“{cell}”: 두 가지 날짜로 읽을 수 있어요",
    two_numbers: "“{column}” 열의 “{cell}”: {larger} 또는 {smaller}로 읽을 수 있어요",
    impossible: "{value}: 있을 수 없는 값이에요",
    within: "{time}에 {value}",
    more_impossible: " (이런 값이 {n}개 더 있어요)",
    gone: "지난번 {app} 파일에 있던 “{column}” 열이 이 파일에는 없어요",
    read_so: "그렇게 읽기",
    in_column: "“{column}” 열에 있어요",
    do_without: "없이 가져오기",
    leave_out: "그 열을 빼기",
    it_is: "{what}",
    point: "점이 소수점이에요",
    comma: "쉼표가 소수점이에요",
    as_it_stands: "적힌 대로 받기",
    nothing_came_in: "  이 파일에서는 아무것도 가져오지 않았어요",
    number: "번호 (이 파일을 빼려면 Enter): ",
    say_a_number: "1부터 {n}까지의 번호를 적어 주세요. Enter는 이 파일 빼기, Ctrl-C는 그만두기.",
    no_unit: "{file}: 단위가 적혀 있지 않아요.",
    which_unit: "{one}와 {other} 중 어느 것인가요? {usual} ",
};

impl ImportWords {
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Korean => &KOREAN,
        }
    }

    /// What a file leaves open.
    pub fn question(&self, question: &Question) -> String {
        match &question.doubt {
            Doubt::UnknownTable { map, unused } => {
                let mut text = fill(self.unknown_table, &[("map", map)]);
                if !unused.is_empty() {
                    text += &fill(self.not_used, &[("columns", &unused.join(", "))]);
                }
                text
            }
            Doubt::Missing { app, field } => fill(self.missing, &[("app", app), ("field", field)]),
            Doubt::MissingBeside { column } => fill(self.missing_beside, &[("column", column)]),
            Doubt::Unused { column } => fill(self.unused, &[("column", column)]),
            Doubt::TwoDays { cell } => fill(self.two_days, &[("cell", cell)]),
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
                fill(self.two_numbers, &holes)
            }
            Doubt::Impossible { value, time, more } => {
                let value = match time {
                    Some(time) => fill(self.within, &[("value", value), ("time", time)]),
                    None => value.clone(),
                };
                let mut text = fill(self.impossible, &[("value", &value)]);
                if *more > 0 {
                    text += &fill(self.more_impossible, &[("n", &more.to_string())]);
                }
                text
            }
            Doubt::Gone { app, column } => fill(self.gone, &[("app", app), ("column", column)]),
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
            Choice::Decimal(by @ Decimal::Point) => decimal(self.point, read_as(*by)),
            Choice::Decimal(by @ Decimal::Comma) => decimal(self.comma, read_as(*by)),
            Choice::Days(order) => {
                let day = match &question.doubt {
                    Doubt::TwoDays { cell } => dates::moment_in(cell, Some(*order)).ok(),
                    _ => None,
                };
                let day = day.map(|day| day.date().to_string()).unwrap_or_default();
                fill(self.it_is, &[("what", &day)])
            }
            Choice::Ignore(_) => self.leave_out.to_owned(),
            Choice::DoWithout(_) => self.do_without.to_owned(),
            Choice::TakeOdd => self.as_it_stands.to_owned(),
            Choice::Map(_) => self.read_so.to_owned(),
            Choice::Column { column, .. } => fill(self.in_column, &[("column", column)]),
        }
    }
}
