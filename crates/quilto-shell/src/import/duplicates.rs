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

/// How the names of sessions that are an activity begin.
pub const SESSION: &str = "activity ";

/// How far apart two kinds of file may begin the same activity.
const APART: TimeDelta = TimeDelta::minutes(2);

/// How far their distances, or their times, may differ.
const SHARE: f64 = 0.02;

/// The activities of the days that were asked for, those of this import with them.
pub struct Duplicates<'s> {
    store: &'s dyn LogStore,
    days: HashMap<NaiveDate, Vec<KnownActivity>>,
}

/// An activity that is there.
struct KnownActivity {
    /// The importers that told of it: none tells of one activity twice.
    importers: Vec<String>,
    told: ActivityTraits,
}

/// What tells activities apart.
struct ActivityTraits {
    kind: String,
    start: NaiveDateTime,
    metres: Option<f64>,
    seconds: Option<f64>,
}

impl<'s> Duplicates<'s> {
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
                ActivityTraits::of(draft.date.and_time(draft.time), parsed)
            }
            _ => None,
        };
        let Some(told) = told else {
            return Ok(false);
        };
        let mut nearest: Option<(TimeDelta, &mut KnownActivity)> = None;
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
        of_day.push(KnownActivity { importers, told });
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
fn known(entry: &Entry) -> Option<KnownActivity> {
    let payload = entry.payload.as_ref()?;
    let text = |key: &str| payload.get(key).and_then(Value::as_str);
    if entry.kind != EntryKind::Imported || !is_activity(text("session")) {
        return None;
    }
    let start = entry.date.and_time(entry.time?);
    Some(KnownActivity {
        importers: vec![text("source")?.to_owned()],
        told: ActivityTraits::of(start, entry.parsed.as_ref()?)?,
    })
}

fn is_activity(session: Option<&str>) -> bool {
    session.is_some_and(|session| session.starts_with(SESSION))
}

impl ActivityTraits {
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
