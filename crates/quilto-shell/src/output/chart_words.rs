//! What `plot` says around a chart, in the languages people ask for one in.

use quilto::model::{DateRange, GroupBy, Language};

use super::words::{fill, numbered};

/// A `{hole}` is filled where it stands; of two wordings the first is for one of a thing.
pub struct ChartWords {
    by_day: &'static str,
    by_week: &'static str,
    by_month: &'static str,
    in_unit: &'static str,
    days: &'static str,
    pub best: &'static str,
    again: &'static str,
    records: [&'static str; 2],
    pub most: &'static str,
    pub last: &'static str,
    on_day: &'static str,
    in_week: &'static str,
    in_month: &'static str,
    pub nothing: &'static str,
    pub nothing_in_days: &'static str,
    pub too_narrow: &'static str,
    pub written: &'static str,
}

const ENGLISH: ChartWords = ChartWords {
    by_day: "by day",
    by_week: "by week",
    by_month: "by month",
    in_unit: "in {unit}",
    days: "{start} to {end}",
    best: "best {what}",
    again: "{what}, again on {days}",
    records: ["1 record on the way", "{n} records on the way"],
    most: "most {what}, {when}",
    last: "last {what}, {when}",
    on_day: "on {day}",
    in_week: "in the week of {day}",
    in_month: "in {month}",
    nothing: "There is nothing of {what} in your notes.",
    nothing_in_days: "There is nothing of {what} in these days.",
    too_narrow: "The window is too narrow for a chart.",
    written: "The chart is in {file}",
};

const KOREAN: ChartWords = ChartWords {
    by_day: "날마다",
    by_week: "주마다",
    by_month: "달마다",
    in_unit: "{unit}",
    days: "{start}부터 {end}까지",
    best: "최고 {what}",
    again: "{what}, {days}에도 같은 기록",
    records: ["그동안 기록 1번", "그동안 기록 {n}번"],
    most: "가장 많음 {what}, {when}",
    last: "마지막 {what}, {when}",
    on_day: "{day}",
    in_week: "{day}에 시작한 주",
    in_month: "{month}",
    nothing: "{what}: 메모에 없어요.",
    nothing_in_days: "{what}: 이 기간에는 없어요.",
    too_narrow: "창이 좁아서 차트를 그릴 수 없어요.",
    written: "차트를 {file}에 적었어요",
};

impl ChartWords {
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Korean => &KOREAN,
        }
    }

    /// `by week, in kg, 2026-10-05 to 2026-11-16`
    pub fn about(&self, by: GroupBy, unit: Option<&str>, days: Option<&DateRange>) -> String {
        let each = match by {
            GroupBy::Week => self.by_week,
            GroupBy::Month => self.by_month,
            _ => self.by_day,
        };
        let unit = unit.filter(|unit| !unit.is_empty());
        let days = days.map(|days| {
            let (start, end) = (days.start.to_string(), days.end.to_string());
            match days.start == days.end {
                true => start,
                false => fill(self.days, &[("start", &*start), ("end", &*end)]),
            }
        });
        let unit = unit.map(|unit| fill(self.in_unit, &[("unit", unit)]));
        let parts = std::iter::once(each.to_owned()).chain(unit).chain(days);
        parts.collect::<Vec<_>>().join(", ")
    }

    /// `in the week of 2026-10-05`
    pub fn when(&self, by: GroupBy, days: &DateRange) -> String {
        let day = days.start.to_string();
        match by {
            GroupBy::Week => fill(self.in_week, &[("day", &*day)]),
            GroupBy::Month => fill(
                self.in_month,
                &[("month", &*days.start.format("%Y-%m").to_string())],
            ),
            _ => fill(self.on_day, &[("day", &*day)]),
        }
    }

    /// A record that was reached again.
    pub fn again(&self, what: &str, days: &str) -> String {
        fill(self.again, &[("what", what), ("days", days)])
    }

    /// `2 records on the way`
    pub fn records(&self, count: usize) -> String {
        numbered(self.records, count)
    }
}
