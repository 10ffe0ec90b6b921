//! What a day's records add up to.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use quilto::model::Parsed;
use serde_json::{Map, Value, json};

use super::super::activity::RecordedTime;
use super::super::json_number::json_number;
use super::super::xml::Element;
use super::super::{Draft, identity, known_unit};

/// The days of a file, and the names of what recorded them.
#[derive(Default)]
pub(super) struct Days {
    days: BTreeMap<NaiveDate, Day>,
    sources: Vec<String>,
}

/// One day. Phone and watch count the same steps: what each source counted is kept apart, and the
/// highest is taken.
#[derive(Default)]
struct Day {
    mass: Option<(f64, &'static str)>,
    resting: Option<f64>,
    steps: BTreeMap<u16, f64>,
    metres: BTreeMap<u16, f64>,
    asleep: BTreeMap<u16, f64>,
}

/// Sleep that ends after this hour is the beginning of the next night.
const EVENING: u32 = 18;

impl Days {
    /// Takes a record in. `false` if it should have been of use and cannot be read.
    pub(super) fn take(&mut self, element: &Element<'_>) -> bool {
        let Some(kind) = element.get("type") else {
            return false;
        };
        let kind = match kind.as_str() {
            "HKQuantityTypeIdentifierStepCount" => Kind::Steps,
            "HKQuantityTypeIdentifierDistanceWalkingRunning" => Kind::OnFoot,
            "HKQuantityTypeIdentifierBodyMass" => Kind::Mass,
            "HKQuantityTypeIdentifierRestingHeartRate" => Kind::Resting,
            "HKCategoryTypeIdentifierSleepAnalysis" => Kind::Sleep,
            _ => return true,
        };
        self.read(kind, element).is_some()
    }

    fn read(&mut self, kind: Kind, element: &Element<'_>) -> Option<()> {
        let start = RecordedTime::read(&element.get("startDate")?)?;
        let day = start.local?.date();
        let value = element.get("value").unwrap_or_default();
        if kind == Kind::Sleep {
            if !value.contains("Asleep") {
                return Some(());
            }
            let end = RecordedTime::read(&element.get("endDate")?)?;
            let hours = end.since(start)? / 3600.0;
            let night = (end.local? + TimeDelta::hours(i64::from(24 - EVENING))).date();
            let source = self.source(element);
            *self.day(night).asleep.entry(source).or_default() += hours;
            return Some(());
        }
        let number: f64 = value.parse().ok()?;
        if !number.is_finite() {
            return None;
        }
        match kind {
            Kind::Steps => {
                let source = self.source(element);
                *self.day(day).steps.entry(source).or_default() += number;
            }
            Kind::OnFoot => {
                let factor = match known_unit(&element.get("unit")?)? {
                    "km" => 1000.0,
                    "mi" => 1609.344,
                    "m" => 1.0,
                    _ => return None,
                };
                let source = self.source(element);
                *self.day(day).metres.entry(source).or_default() += number * factor;
            }
            Kind::Mass => {
                let (number, unit) = match element.get("unit")?.as_str() {
                    "g" => (number / 1000.0, "kg"),
                    unit => (number, known_unit(unit)?),
                };
                // the first of the day: most people weigh themselves in the morning
                let mass = ((number * 100.0).round() / 100.0, unit);
                self.day(day).mass.get_or_insert(mass);
            }
            Kind::Resting => self.day(day).resting = Some(number.round()),
            Kind::Sleep => {}
        }
        Some(())
    }

    fn day(&mut self, date: NaiveDate) -> &mut Day {
        self.days.entry(date).or_default()
    }

    fn source(&mut self, element: &Element<'_>) -> u16 {
        let name = element.get("sourceName").unwrap_or_default();
        let at = match self.sources.iter().position(|known| *known == name) {
            Some(at) => at,
            None => {
                self.sources.push(name);
                self.sources.len() - 1
            }
        };
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// An entry for each day.
    pub(super) fn into_drafts(self, importer: &'static str) -> impl Iterator<Item = Draft> {
        self.days
            .into_iter()
            .filter_map(move |(date, day)| day.into_draft(date, importer))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Steps,
    OnFoot,
    Mass,
    Resting,
    Sleep,
}

impl Day {
    fn into_draft(self, date: NaiveDate, importer: &'static str) -> Option<Draft> {
        let most = |sums: &BTreeMap<u16, f64>| sums.values().copied().fold(0.0, f64::max);
        let mut state = Map::new();
        let mut lines = Vec::new();
        let hours = (most(&self.asleep) * 10.0).round() / 10.0;
        if hours > 0.0 {
            state.insert("sleep_hours".into(), json_number(hours));
            lines.push(format!("slept {hours} hours"));
        }
        if let Some((mass, unit)) = self.mass {
            state.insert("bodyweight".into(), json_number(mass));
            state.insert("bodyweight_unit".into(), unit.into());
            lines.push(format!("weight {mass} {unit}"));
        }
        if let Some(beats) = self.resting {
            state.insert("resting_heart_rate".into(), json_number(beats));
            lines.push(format!("resting heart rate {beats}"));
        }
        let steps = most(&self.steps).round();
        if steps > 0.0 {
            state.insert("steps".into(), json_number(steps));
            lines.push(format!("{steps} steps"));
        }
        let mut payload = Map::new();
        let metres = most(&self.metres).round();
        if metres > 0.0 {
            payload.insert("metres_on_foot".into(), json_number(metres));
        }
        if state.is_empty() {
            return None;
        }
        let raw = lines.join("\n");
        Some(Draft {
            importer,
            line: 1,
            date,
            time: NaiveTime::MIN + TimeDelta::hours(12),
            identity: identity([
                "apple health day",
                &date.to_string(),
                &raw,
                &metres.to_string(),
            ]),
            raw,
            // a later export knows more of its last day: that replaces what was known
            session: Some(format!("apple health day {date}")),
            payload,
            parsed: Some(Parsed {
                domain_data: [("general_fitness".to_owned(), json!(Value::Object(state)))]
                    .into_iter()
                    .collect(),
                confidence: 1.0,
                engine: "import".into(),
                ..Parsed::default()
            }),
            ..Draft::default()
        })
    }
}
