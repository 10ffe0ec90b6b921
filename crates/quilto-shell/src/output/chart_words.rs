//! What `plot` says around a chart, in the languages people ask for one in: `charts.yaml` of the lexicon.

use quilto::model::{DateRange, GroupBy, Language};
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

use super::words::Numbered;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartWords {
    by_day: String,
    by_week: String,
    by_month: String,
    in_unit: Template,
    days: Template,
    pub best: Template,
    again: Template,
    records: Numbered,
    pub most: Template,
    pub last: Template,
    on_day: Template,
    in_week: Template,
    in_month: Template,
    pub nothing: Template,
    pub nothing_in_days: Template,
    pub too_narrow: String,
    pub written: Template,
}

impl ChartWords {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<ChartWords> = Wordings::new("charts");
        ALL.of(language)
    }

    /// `by week, in kg, 2026-10-05 to 2026-11-16`
    pub fn about(&self, by: GroupBy, unit: Option<&str>, days: Option<&DateRange>) -> String {
        let each = match by {
            GroupBy::Week => &self.by_week,
            GroupBy::Month => &self.by_month,
            _ => &self.by_day,
        };
        let unit = unit.filter(|unit| !unit.is_empty());
        let days = days.map(|days| {
            let (start, end) = (days.start.to_string(), days.end.to_string());
            match days.start == days.end {
                true => start,
                false => self.days.fill(&[("start", &*start), ("end", &*end)]),
            }
        });
        let unit = unit.map(|unit| self.in_unit.fill(&[("unit", unit)]));
        let parts = std::iter::once(each.clone()).chain(unit).chain(days);
        parts.collect::<Vec<_>>().join(", ")
    }

    /// `in the week of 2026-10-05`
    pub fn when(&self, by: GroupBy, days: &DateRange) -> String {
        let day = days.start.to_string();
        match by {
            GroupBy::Week => self.in_week.fill(&[("day", &*day)]),
            GroupBy::Month => self
                .in_month
                .fill(&[("month", &*days.start.format("%Y-%m").to_string())]),
            _ => self.on_day.fill(&[("day", &*day)]),
        }
    }

    /// A record that was reached again.
    pub fn again(&self, what: &str, days: &str) -> String {
        self.again.fill(&[("what", what), ("days", days)])
    }

    /// `2 records on the way`
    pub fn records(&self, count: usize) -> String {
        self.records.of(count)
    }
}
