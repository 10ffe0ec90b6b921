//! A recorded activity: what the exports of watches and sports platforms have in common.

use chrono::NaiveDateTime;
use quilto::facts::format::clock;
use quilto::model::Parsed;
use serde_json::{Map, Value, json};

use super::json_number::json_number;
use super::{Draft, ImportContext, SESSION, identity};

mod sport;

pub use sport::Sport;

/// One recorded activity. What the file does not say is left out.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// The line of the file it begins on, where the file has lines.
    pub line: usize,
    /// When it began.
    pub start: RecordedTime,
    /// What the app calls the kind of it.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// How long it took.
    pub seconds: Option<f64>,
    /// How far it went, and the unit.
    pub distance: Option<(f64, &'static str)>,
    /// Whether that unit is not of the file.
    pub unit_assumed: bool,
    /// Average, in beats per minute.
    pub heart_rate: Option<f64>,
    /// Highest, in beats per minute.
    pub heart_rate_max: Option<f64>,
    /// Steps or strokes per minute.
    pub cadence: Option<f64>,
    /// Metres climbed.
    pub elevation_m: Option<f64>,
    /// Kilocalories.
    pub kcal: Option<f64>,
    /// Length of the pool, and the unit.
    pub pool: Option<(f64, &'static str)>,
    /// Lengths of the pool.
    pub laps: Option<u32>,
    /// Whether it was indoors, where the file says so.
    pub indoor: bool,
    /// Whether the file broke off in the middle of it.
    pub partial: bool,
}

/// A moment as a file gives it: in local time, in UTC, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedTime {
    /// As the clock on the wall said.
    pub local: Option<NaiveDateTime>,
    /// The moment itself.
    pub utc: Option<NaiveDateTime>,
}

impl RecordedTime {
    /// Reads `2024-03-28T08:29:00Z`, `…+09:00`, `2024-03-28 17:29:00 +0900`, or a local time.
    pub fn read(text: &str) -> Option<Self> {
        let local = super::dates::moment(text)?;
        let clock = &text[text.find([' ', 'T'])? + 1..];
        let Some(at) = clock.find(['Z', 'z', '+', '-']) else {
            return Some(Self {
                local: Some(local),
                utc: None,
            });
        };
        if clock[at..].starts_with(['Z', 'z']) {
            return Some(Self {
                local: None,
                utc: Some(local),
            });
        }
        let digits: String = clock[at + 1..]
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        let hours: i64 = digits.get(..2)?.parse().ok()?;
        let minutes: i64 = digits.get(2..4).map_or(Ok(0), str::parse).ok()?;
        let east = chrono::TimeDelta::minutes(hours * 60 + minutes);
        let utc = if clock[at..].starts_with('-') {
            local + east
        } else {
            local - east
        };
        Some(Self {
            local: Some(local),
            utc: Some(utc),
        })
    }

    /// Seconds since another moment of the same file.
    pub fn since(self, earlier: Self) -> Option<f64> {
        let (later, earlier) = match (self.utc, earlier.utc) {
            (Some(later), Some(earlier)) => (later, earlier),
            _ => (self.local?, earlier.local?),
        };
        #[allow(clippy::cast_precision_loss, reason = "seconds of one activity")]
        let seconds = (later - earlier).num_seconds() as f64;
        (seconds >= 0.0).then_some(seconds)
    }
}

/// What is said where a file does not know the local time.
pub const IN_YOUR_ZONE: &str =
    "some files give their times in UTC only: their days are those of this computer's time zone";

impl Activity {
    /// The entry it becomes. The same recording in another kind of file gives the same identity.
    pub fn into_draft(self, importer: &'static str, context: &ImportContext<'_>) -> Option<Draft> {
        let local = self
            .start
            .local
            .or_else(|| self.start.utc.map(|utc| (context.local)(utc)))?;
        let stamp = match self.start.utc {
            Some(utc) => utc.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
            None => local.format("%Y-%m-%dT%H:%M:%S").to_string(),
        };
        let sport = Sport::of(&self.kind);
        let mut parts = vec!["activity".to_owned(), stamp.clone()];
        if self.start.utc.is_none() || self.partial {
            let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
            parts.push(self.kind.clone());
            parts.push(number(self.seconds));
            parts.push(number(self.distance.map(|(value, _)| value)));
        }
        if self.partial {
            parts.push("partial".into());
        }
        let mut payload = Map::new();
        payload.insert("start".into(), stamp.clone().into());
        payload.insert("type".into(), self.kind.clone().into());
        if let (true, Some((_, unit))) = (self.unit_assumed, self.distance) {
            payload.insert("unit".into(), unit.into());
        }
        if let Some(kcal) = self.kcal {
            payload.insert("kcal".into(), json_number(kcal.round()));
        }
        Some(Draft {
            importer,
            line: self.line,
            date: local.date(),
            time: local.time(),
            raw: self.text(sport),
            session: Some(format!("{SESSION}{stamp}")),
            identity: identity(parts.iter().map(String::as_str)),
            payload,
            parsed: Some(self.parsed(sport)),
            ..Draft::default()
        })
    }

    /// The activity as a person would have written it.
    fn text(&self, sport: Option<Sport>) -> String {
        let name = match sport {
            Some(sport) => sport.name(),
            None if self.kind.is_empty() => "Activity",
            None => &self.kind,
        };
        let number = |value: f64| json_number(value).to_string();
        let mut parts = Vec::new();
        if let Some((distance, unit)) = self.distance {
            parts.push(format!("{} {unit}", number(distance)));
        }
        if let Some(seconds) = self.seconds {
            let clock = clock(seconds);
            match parts.last_mut() {
                Some(distance) => distance.push_str(&format!(" in {clock}")),
                None => parts.push(clock),
            }
        }
        if let (Some(laps), Some((length, unit))) = (self.laps, self.pool) {
            parts.push(format!("{laps} × {} {unit}", number(length)));
        }
        if let Some(heart_rate) = self.heart_rate {
            parts.push(format!("heart rate {}", number(heart_rate)));
        }
        if let Some(elevation) = self.elevation_m.filter(|metres| *metres >= 1.0) {
            parts.push(format!("{} m up", number(elevation)));
        }
        let line = if parts.is_empty() {
            name.to_owned()
        } else {
            format!("{name}: {}", parts.join(", "))
        };
        if self.title.is_empty() || self.title.eq_ignore_ascii_case(name) {
            line
        } else {
            format!("{}\n{line}", self.title)
        }
    }

    /// What it means, in the shape of the domains' schemas.
    fn parsed(&self, sport: Option<Sport>) -> Parsed {
        let mut data = Map::new();
        let mut insert = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                data.insert(name.into(), value);
            }
        };
        let seconds = self
            .seconds
            .map(|seconds| json_number(without_noise(seconds)));
        let (domain, value) = match sport {
            Some(Sport::Lift) => {
                insert(
                    "duration_minutes",
                    self.seconds
                        .map(|seconds| json_number((seconds / 60.0).round())),
                );
                data.insert("exercises".into(), json!([]));
                ("strength", Value::Object(data))
            }
            Some(Sport::Run) => {
                self.insert_distance(&mut insert);
                insert("duration_seconds", seconds);
                insert("heart_rate", self.heart_rate.map(json_number));
                insert("heart_rate_max", self.heart_rate_max.map(json_number));
                insert("cadence", self.cadence.map(json_number));
                insert("elevation_m", self.elevation_m.map(json_number));
                insert("terrain", self.terrain().map(Value::from));
                ("running", json!({ "runs": [data] }))
            }
            Some(Sport::Swim) => {
                self.insert_distance(&mut insert);
                insert("laps", self.laps.map(Value::from));
                insert(
                    "pool_length",
                    self.pool.map(|(length, _)| json_number(length)),
                );
                insert("pool_unit", self.pool.map(|(_, unit)| unit.into()));
                insert("duration_seconds", seconds);
                insert("heart_rate", self.heart_rate.map(json_number));
                insert("open_water", self.open_water().then_some(true.into()));
                ("swimming", json!({ "swims": [data] }))
            }
            Some(Sport::Other(_)) | None => {
                let name = sport.map_or(self.kind.as_str(), |sport| sport.name());
                let name = if name.is_empty() { "Activity" } else { name };
                insert("name", Some(name.into()));
                insert("duration_seconds", seconds);
                self.insert_distance(&mut insert);
                ("movement", json!({ "activities": [data] }))
            }
        };
        Parsed {
            domain_data: [(domain.to_owned(), value)].into_iter().collect(),
            confidence: 1.0,
            engine: "import".into(),
            ..Parsed::default()
        }
    }

    fn insert_distance(&self, insert: &mut impl FnMut(&str, Option<Value>)) {
        insert(
            "distance",
            self.distance.map(|(value, _)| json_number(value)),
        );
        insert("distance_unit", self.distance.map(|(_, unit)| unit.into()));
    }

    fn terrain(&self) -> Option<&'static str> {
        let kind = self.kind.to_lowercase();
        if self.indoor || kind.contains("treadmill") || kind.contains("laufband") {
            Some("treadmill")
        } else if kind.contains("trail") {
            Some("trail")
        } else if kind.contains("track") {
            Some("track")
        } else {
            None
        }
    }

    fn open_water(&self) -> bool {
        let kind = self.kind.to_lowercase();
        ["open", "freiwasser", "eau libre", "aguas abiertas", "오픈"]
            .iter()
            .any(|word| kind.contains(word))
    }
}

/// Metres as they are best kept: swims in metres, everything else in kilometres.
pub fn from_metres(metres: f64, kind: &str) -> Option<(f64, &'static str)> {
    if !metres.is_finite() || metres < 1.0 {
        return None;
    }
    Some(match Sport::of(kind) {
        Some(Sport::Swim) => (metres.round(), "m"),
        _ => (metres.round() / 1000.0, "km"),
    })
}

/// Without what adding up has left behind the thousandths.
fn without_noise(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_keep_what_the_file_knows() {
        let shown = |text| {
            let when = RecordedTime::read(text).unwrap();
            (
                when.local.map(|t| t.to_string()),
                when.utc.map(|t| t.to_string()),
            )
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            shown("2024-03-28T08:29:00.000Z"),
            (None, text("2024-03-28 08:29:00"))
        );
        assert_eq!(
            shown("2024-03-28 17:29:00 +0900"),
            (text("2024-03-28 17:29:00"), text("2024-03-28 08:29:00"))
        );
        assert_eq!(
            shown("2024-03-28T20:29:00-07:00"),
            (text("2024-03-28 20:29:00"), text("2024-03-29 03:29:00"))
        );
        assert_eq!(
            shown("2024-03-28 17:29:00"),
            (text("2024-03-28 17:29:00"), None)
        );
    }
}
