//! The export of Apple Health: workouts, and one entry a day for body mass, sleep, steps and
//! resting heart rate. Read bit by bit: a file of any size takes little memory, as only sums of
//! days are kept.
//!
//! All times of a file are written with the offset of the phone at the time of the export; days
//! are those that are written.

use super::activity::{Activity, RecordedTime, Sport};
use super::known_unit;
use super::xml::{Element, Node, walk};
use super::{FileContents, ImportContext, Importer, Rejected, Source};

mod days;

use days::Days;

/// Reads Apple Health's export.
pub const IMPORTER: Importer = Importer {
    name: "apple health",
    claims: |source| {
        let start = source.start();
        start.contains("<HealthData") || start.contains("<!DOCTYPE HealthData")
    },
    read,
};

const TYPE: &str = "HKQuantityTypeIdentifier";

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let mut found = FileContents::default();
    let mut days = Days::default();
    let mut workout: Option<Workout> = None;
    let mut unreadable = 0_usize;
    let broken = walk(source, |node| match node {
        Node::Open("Record", element) => unreadable += usize::from(!days.take(element)),
        Node::Open("Workout", element) => workout = Workout::begin(element),
        Node::Open("WorkoutStatistics", element) => {
            if let Some(workout) = &mut workout {
                workout.statistics(element);
            }
        }
        Node::Open("MetadataEntry", element) => {
            if let Some(workout) = &mut workout {
                workout.metadata(element);
            }
        }
        Node::Close("Workout") => match workout.take() {
            Some(workout) => {
                let draft = workout.into_activity().into_draft(IMPORTER.name, context);
                found.drafts.extend(draft);
            }
            None => unreadable += 1,
        },
        _ => {}
    })?;
    if unreadable > 0 {
        found.rejected.push(source.rejected(
            1,
            format!("{unreadable} records without a readable time or value were left out"),
        ));
    }
    found.rejected.extend(broken);
    found.drafts.extend(days.into_drafts(IMPORTER.name));
    Ok(found)
}

/// A workout while its element is open.
struct Workout {
    activity: Activity,
}

impl Workout {
    fn begin(element: &Element<'_>) -> Option<Self> {
        let number = |name| element.get(name)?.parse::<f64>().ok();
        let kind = element.get("workoutActivityType")?;
        let kind = kind.strip_prefix("HKWorkoutActivityType").unwrap_or(&kind);
        let factor = match element.get("durationUnit").as_deref() {
            Some("s" | "sec") => 1.0,
            Some("hr" | "h") => 3600.0,
            _ => 60.0,
        };
        let start = RecordedTime::read(&element.get("startDate")?)?;
        let between = || RecordedTime::read(&element.get("endDate")?)?.since(start);
        let kind = spaced(kind);
        let distance = distance(
            number("totalDistance"),
            element.get("totalDistanceUnit").as_deref(),
            &kind,
        );
        Some(Self {
            activity: Activity {
                start,
                seconds: number("duration")
                    .map(|duration| (duration * factor).round())
                    .or_else(between)
                    .filter(|seconds| *seconds > 0.0),
                distance,
                kcal: number("totalEnergyBurned").filter(|kcal| *kcal > 0.0),
                kind,
                ..Activity::default()
            },
        })
    }

    /// Newer exports keep sums and averages in elements of their own.
    fn statistics(&mut self, element: &Element<'_>) {
        let Some(kind) = element.get("type") else {
            return;
        };
        let number = |name| element.get(name)?.parse::<f64>().ok();
        let activity = &mut self.activity;
        match kind.strip_prefix(TYPE).unwrap_or(&kind) {
            "HeartRate" => {
                activity.heart_rate = number("average").map(f64::round);
                activity.heart_rate_max = number("maximum").map(f64::round);
            }
            "ActiveEnergyBurned" => activity.kcal = number("sum").filter(|kcal| *kcal > 0.0),
            name if name.starts_with("Distance") => {
                let unit = element.get("unit");
                if let Some(found) = distance(number("sum"), unit.as_deref(), &activity.kind) {
                    activity.distance = Some(found);
                }
            }
            _ => {}
        }
    }

    fn metadata(&mut self, element: &Element<'_>) {
        let (Some(key), Some(value)) = (element.get("key"), element.get("value")) else {
            return;
        };
        match key.as_str() {
            "HKIndoorWorkout" => self.activity.indoor = value == "1",
            "HKElevationAscended" => {
                let mut words = value.split_whitespace();
                let number = words.next().and_then(|word| word.parse::<f64>().ok());
                let factor = match words.next() {
                    Some("cm") => 0.01,
                    Some("ft") => 0.3048,
                    _ => 1.0,
                };
                self.activity.elevation_m = number.map(|number| (number * factor).round());
            }
            "HKSwimmingLocationType" if value == "2" => {
                self.activity.kind = "Open Water Swimming".into();
            }
            _ => {}
        }
    }

    fn into_activity(self) -> Activity {
        self.activity
    }
}

fn distance(value: Option<f64>, unit: Option<&str>, kind: &str) -> Option<(f64, &'static str)> {
    let value = value.filter(|value| *value > 0.0)?;
    let unit = known_unit(unit?)?;
    Some(match (unit, Sport::of(kind)) {
        ("km", Some(Sport::Swim)) => ((value * 1000.0).round(), "m"),
        ("m" | "yd", _) => (value.round(), unit),
        _ => ((value * 1000.0).round() / 1000.0, unit),
    })
}

/// `TraditionalStrengthTraining` in words.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(c);
    }
    words
}

#[cfg(test)]
mod tests;
