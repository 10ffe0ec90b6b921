//! The same activity out of another kind of file: a list of an app and the recordings of its watch
//! tell of it in their own ways.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use chrono::{NaiveDate, NaiveDateTime, TimeDelta, Timelike};
use quilto::model::{DateRange, Entry, EntryKind, Parsed};
use quilto::storage::{LogStore, StorageError};
use quilto::text::units::convert;
use serde_json::{Map, Value};

use super::Draft;
use super::activity::SESSION;

/// How far apart two kinds of file may begin the same activity.
const APART: TimeDelta = TimeDelta::minutes(2);

/// How far their distances, or their times, may differ.
const SHARE: f64 = 0.02;

/// The activities of the days that were asked for, those of this import with them.
pub struct Twins<'s> {
    store: &'s dyn LogStore,
    days: HashMap<NaiveDate, Vec<Known>>,
}

/// An activity that is there.
struct Known {
    /// The importers that told of it: none tells of one activity twice.
    importers: Vec<String>,
    told: Told,
}

/// What tells activities apart.
struct Told {
    kind: String,
    start: NaiveDateTime,
    metres: Option<f64>,
    seconds: Option<f64>,
}

impl<'s> Twins<'s> {
    pub fn new(store: &'s dyn LogStore) -> Self {
        Self {
            store,
            days: HashMap::new(),
        }
    }

    /// Whether the activity of a draft is there from another kind of file. If it is not, it is there
    /// from now on.
    pub fn know(&mut self, draft: &Draft) -> Result<bool, StorageError> {
        let told = match &draft.parsed {
            Some(parsed) if is_activity(draft.session.as_deref()) => {
                Told::of(draft.date.and_time(draft.time), parsed)
            }
            _ => None,
        };
        let Some(told) = told else {
            return Ok(false);
        };
        let mut nearest: Option<(TimeDelta, &mut Known)> = None;
        let (first, last) = ((told.start - APART).date(), (told.start + APART).date());
        for day in [first, last] {
            self.load(day)?;
        }
        for (day, known) in &mut self.days {
            if *day != first && *day != last {
                continue;
            }
            for known in known {
                let new = known.importers.iter().all(|name| name != draft.importer);
                let apart = (known.told.start - told.start).abs();
                if new
                    && known.told.same(&told)
                    && nearest.as_ref().is_none_or(|(least, _)| apart < *least)
                {
                    nearest = Some((apart, known));
                }
            }
        }
        if let Some((_, known)) = nearest {
            known.importers.push(draft.importer.to_owned());
            return Ok(true);
        }
        let importers = vec![draft.importer.to_owned()];
        let of_day = self.days.entry(told.start.date()).or_default();
        of_day.push(Known { importers, told });
        Ok(false)
    }

    fn load(&mut self, day: NaiveDate) -> Result<(), StorageError> {
        if let Slot::Vacant(place) = self.days.entry(day) {
            let entries = self.store.entries_by_date_range(&DateRange::day(day))?;
            place.insert(entries.iter().filter_map(known).collect());
        }
        Ok(())
    }
}

/// The activity of an entry, if it is an imported one.
fn known(entry: &Entry) -> Option<Known> {
    let payload = entry.payload.as_ref()?;
    let text = |key: &str| payload.get(key).and_then(Value::as_str);
    if entry.kind != EntryKind::Imported || !is_activity(text("session")) {
        return None;
    }
    let start = entry.date.and_time(entry.time?);
    Some(Known {
        importers: vec![text("source")?.to_owned()],
        told: Told::of(start, entry.parsed.as_ref()?)?,
    })
}

fn is_activity(session: Option<&str>) -> bool {
    session.is_some_and(|session| session.starts_with(SESSION))
}

impl Told {
    fn of(start: NaiveDateTime, parsed: &Parsed) -> Option<Self> {
        let (domain, data) = parsed.domain_data.iter().next()?;
        let data = data.as_object()?;
        let listed = data
            .values()
            .find_map(|list| list.as_array()?.first()?.as_object());
        let fields: &Map<String, Value> = listed.unwrap_or(data);
        let number = |name: &str| fields.get(name).and_then(Value::as_f64);
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        let metres = |value| convert(value, text("distance_unit")?, "m");
        let minutes = number("duration_minutes").map(|minutes| minutes * 60.0);
        Some(Self {
            kind: format!("{domain} {}", text("name").unwrap_or_default()),
            // an entry keeps the minute only
            start: start.with_second(0).unwrap_or(start),
            metres: number("distance").and_then(metres),
            seconds: number("duration_seconds").or(minutes),
        })
    }

    fn same(&self, other: &Self) -> bool {
        let apart = (self.start - other.start).abs();
        let close = |one: Option<f64>, other: Option<f64>| {
            let both = one.zip(other);
            both.is_some_and(|(one, other)| (one - other).abs() <= SHARE * one.max(other))
        };
        // one that was over before the other began is another one
        let earlier = if self.start < other.start {
            self
        } else {
            other
        };
        #[allow(clippy::cast_precision_loss, reason = "at most a few minutes")]
        let over = |seconds: f64| seconds < apart.num_seconds() as f64;
        self.kind == other.kind
            && apart <= APART
            && !earlier.seconds.is_some_and(over)
            && (close(self.metres, other.metres) || close(self.seconds, other.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read;
    use super::super::{Importer, decide, entry_of, table, tcx};
    use super::*;
    use quilto::storage::MemoryStore;

    /// Runs of Garmin's list: start, kilometres, time.
    fn list(runs: &[(&str, &str, &str)]) -> Vec<Draft> {
        let mut text = String::from("Activity Type,Date,Title,Distance,Time\n");
        for (start, distance, time) in runs {
            text.push_str(&format!("Running,{start},Run,{distance},{time}\n"));
        }
        drafts(&table::IMPORTER, "Activities.csv", &text)
    }

    /// A recording, nine hours east of the time it gives.
    fn recording(sport: &str, start: &str, metres: u32, seconds: u32) -> Vec<Draft> {
        let text = format!(
            "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities><Activity Sport=\"{sport}\">\
             <Id>{start}</Id><Lap StartTime=\"{start}\"><TotalTimeSeconds>{seconds}</TotalTimeSeconds>\
             <DistanceMeters>{metres}</DistanceMeters></Lap></Activity></Activities>\
             </TrainingCenterDatabase>"
        );
        drafts(&tcx::IMPORTER, "run.tcx", &text)
    }

    fn drafts(importer: &Importer, path: &str, text: &str) -> Vec<Draft> {
        let found = read(importer, path, text);
        assert_eq!(found.rejected, []);
        found.drafts
    }

    /// How many of the later drafts come in, and how many are there from another kind of file.
    fn after(stored: Vec<Draft>, later: Vec<Draft>) -> (usize, usize) {
        let store = MemoryStore::new();
        store
            .append(stored.into_iter().map(entry_of).collect())
            .unwrap();
        let decision = decide(later, false, &store).unwrap();
        (decision.fresh.len(), decision.twins)
    }

    #[test]
    fn the_list_and_the_recording_of_a_run_are_one() {
        let run = || list(&[("2024-03-02 18:00:10", "10.02", "00:52:11")]);
        let recorded = |start, metres, seconds| recording("Running", start, metres, seconds);
        for (later, why) in [
            (recorded("2024-03-02T09:00:10Z", 10_020, 3131), "the same"),
            (
                recorded("2024-03-02T09:01:50Z", 10_020, 3131),
                "begun later",
            ),
            (recorded("2024-03-02T09:00:10Z", 10_150, 3400), "distance"),
            (recorded("2024-03-02T09:00:10Z", 11_000, 3150), "time"),
        ] {
            assert_eq!(after(run(), later), (0, 1), "{why}");
        }
        for (later, why) in [
            (recorded("2024-03-02T09:03:00Z", 10_020, 3131), "later"),
            (recorded("2024-03-02T09:00:10Z", 11_000, 3400), "another"),
            (
                recording("Biking", "2024-03-02T09:00:10Z", 10_020, 3131),
                "kind",
            ),
        ] {
            assert_eq!(after(run(), later), (1, 0), "{why}");
        }
    }

    #[test]
    fn files_of_one_import_know_each_other() {
        let mut both = recording("Running", "2024-03-02T09:00:00Z", 10_000, 3000);
        both.extend(list(&[("2024-03-02 18:00:00", "10.00", "00:50:00")]));
        assert_eq!(after(Vec::new(), both), (1, 1));
    }

    #[test]
    fn midnight_lies_between_two_starts() {
        let run = list(&[("2024-03-02 23:59:30", "10.00", "00:50:00")]);
        let later = recording("Running", "2024-03-02T15:00:20Z", 10_000, 3000);
        assert_eq!(after(run, later), (0, 1));
    }

    #[test]
    fn short_ones_right_after_each_other_are_several() {
        let listed = list(&[
            ("2024-03-02 18:00:00", "0.40", "00:01:30"),
            ("2024-03-02 18:02:00", "0.40", "00:01:31"),
        ]);
        assert_eq!(listed.len(), 2);
        let one = || recording("Running", "2024-03-02T09:02:00Z", 400, 91);
        assert_eq!(after(listed.clone(), one()), (0, 1));
        assert_eq!(after(listed[..1].to_vec(), one()), (1, 0));
        assert_eq!(after(Vec::new(), listed), (2, 0));
    }
}
