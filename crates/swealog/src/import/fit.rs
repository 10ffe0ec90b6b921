//! FIT, the files that watches and bike computers record.
//!
//! Times are UTC; the file's own local time is used where it has one.

use chrono::{Local, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};
use fitparser::de::{FitObject, FitStreamProcessor};
use fitparser::profile::MesgNum;
use fitparser::{ErrorKind, FitDataRecord, Value};

use super::activity::{Activity, IN_YOUR_ZONE, Sport, When, from_metres};
use super::{Found, ImportContext, Importer, Rejected, Source};

/// Reads FIT.
pub const IMPORTER: Importer = Importer {
    name: "fit",
    claims: |source| source.head().get(8..12) == Some(b".FIT"),
    read,
};

/// What of a file's messages matters.
#[derive(Default)]
struct Messages {
    sessions: Vec<Activity>,
    /// How far local time was ahead of UTC, as the file says.
    ahead: Option<chrono::TimeDelta>,
    first: Option<NaiveDateTime>,
    last: Option<NaiveDateTime>,
    metres: f64,
    sport: Option<String>,
    seen: usize,
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<Found, Rejected> {
    let mut found = Found::default();
    let bytes = source.bytes()?;
    let mut processor = FitStreamProcessor::new();
    let mut messages = Messages::default();
    let mut rest: &[u8] = &bytes;
    let mut broken = false;
    while !rest.is_empty() {
        let offset = (bytes.len() - rest.len()) as u64;
        match processor.deserialize_next(rest) {
            Ok((after, object)) => {
                rest = after;
                match object {
                    FitObject::Crc(_) => processor.reset(),
                    FitObject::DataMessage(message) => match processor.decode_message(message) {
                        Ok(record) => messages.take(&record),
                        Err(error) => found.rejected.push(
                            source
                                .rejected_at(offset, format!("a message cannot be read: {error}")),
                        ),
                    },
                    _ => {}
                }
            }
            Err(error) => {
                // a wrong checksum at the end leaves all messages read
                let checksum = matches!(*error, ErrorKind::InvalidCrc(_));
                broken = !checksum;
                let reason = match *error {
                    ErrorKind::InvalidCrc(_) => "the checksum is wrong: the file may be damaged",
                    ErrorKind::UnexpectedEof(_) => "the file is damaged: it ends in the middle",
                    _ => "the file is damaged from here on",
                };
                found.rejected.push(source.rejected_at(offset, reason));
                break;
            }
        }
    }
    let (seen, zone) = (messages.seen, messages.ahead);
    let activities = messages.finish(broken);
    if activities.is_empty() && found.rejected.is_empty() {
        let reason = if seen == 0 {
            "holds no messages"
        } else {
            "holds no activity"
        };
        found.rejected.push(source.rejected_at(0, reason));
    }
    if zone.is_none() && !activities.is_empty() {
        found.remarks.push(IN_YOUR_ZONE.into());
    }
    let drafts = activities.into_iter();
    found.drafts = drafts
        .filter_map(|activity| activity.into_draft(IMPORTER.name, context))
        .collect();
    Ok(found)
}

impl Messages {
    fn take(&mut self, record: &FitDataRecord) {
        self.seen += 1;
        match record.kind() {
            MesgNum::Session => self.sessions.push(session(record)),
            MesgNum::Activity => {
                if let (Some(utc), Some(local)) = (
                    moment(record, "timestamp"),
                    wall_clock(record, "local_timestamp"),
                ) {
                    let ahead = local - utc;
                    // watches that know no zone write the same, or rubbish
                    if ahead.num_hours().abs() <= 15 && !ahead.is_zero() {
                        let quarters = (f64::from(i32::try_from(ahead.num_seconds()).unwrap_or(0))
                            / 900.0)
                            .round();
                        #[allow(clippy::cast_possible_truncation, reason = "at most 60")]
                        let quarters = quarters as i64;
                        self.ahead = Some(chrono::TimeDelta::minutes(15 * quarters));
                    }
                }
            }
            MesgNum::Sport => self.sport = text(record, "sport"),
            MesgNum::Record => {
                if let Some(at) = moment(record, "timestamp") {
                    self.first.get_or_insert(at);
                    self.last = Some(at);
                }
                self.metres = number(record, "distance").unwrap_or(self.metres);
            }
            _ => {}
        }
    }

    /// The activities; where the file broke off before its summary, what its records say.
    fn finish(mut self, broken: bool) -> Vec<Activity> {
        if self.sessions.is_empty()
            && let (Some(first), Some(last)) = (self.first, self.last)
        {
            let kind = self.sport.take().unwrap_or_default();
            #[allow(clippy::cast_precision_loss, reason = "seconds of one activity")]
            let seconds = (last - first).num_seconds() as f64;
            self.sessions.push(Activity {
                start: When {
                    local: None,
                    utc: Some(first),
                },
                seconds: (seconds > 0.0).then_some(seconds),
                distance: from_metres(self.metres, &kind),
                kind,
                partial: broken,
                ..Activity::default()
            });
        }
        for activity in &mut self.sessions {
            if let (Some(ahead), Some(utc)) = (self.ahead, activity.start.utc) {
                activity.start.local = Some(utc + ahead);
            }
        }
        self.sessions
    }
}

fn session(record: &FitDataRecord) -> Activity {
    let sport = text(record, "sport").unwrap_or_default();
    let kind = match text(record, "sub_sport") {
        // the finer word, where it says the same in more detail
        Some(sub) if sub != "generic" && (Sport::of(&sub).is_some() || sport == "generic") => sub,
        _ => sport,
    };
    let is_run = Sport::of(&kind) == Some(Sport::Run);
    let number = |name| number(record, name);
    let lengths = number("num_active_lengths").or_else(|| number("num_lengths"));
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count, not negative"
    )]
    let laps = lengths
        .map(|count| count.max(0.0) as u32)
        .filter(|count| *count > 0);
    Activity {
        start: When {
            local: None,
            utc: moment(record, "start_time").or_else(|| moment(record, "timestamp")),
        },
        seconds: number("total_timer_time").or_else(|| number("total_elapsed_time")),
        distance: number("total_distance").and_then(|metres| from_metres(metres, &kind)),
        heart_rate: number("avg_heart_rate"),
        heart_rate_max: number("max_heart_rate"),
        // FIT counts the steps of one leg
        cadence: number("avg_running_cadence")
            .or_else(|| number("avg_cadence"))
            .filter(|cadence| is_run && *cadence > 0.0)
            .map(|cadence| cadence * 2.0),
        elevation_m: number("total_ascent"),
        kcal: number("total_calories"),
        pool: number("pool_length")
            .filter(|_| laps.is_some())
            .map(|metres| match text(record, "pool_length_unit").as_deref() {
                Some("statute") => ((metres / 0.9144).round(), "yd"),
                _ => ((metres * 100.0).round() / 100.0, "m"),
            }),
        laps,
        indoor: kind == "treadmill" || kind == "indoor_running",
        kind,
        ..Activity::default()
    }
}

fn field<'a>(record: &'a FitDataRecord, name: &str) -> Option<&'a Value> {
    record
        .fields()
        .iter()
        .find(|field| field.name() == name)
        .map(fitparser::FitDataField::value)
}

fn number(record: &FitDataRecord, name: &str) -> Option<f64> {
    let value = field(record, name)?;
    let number: f64 = match value {
        Value::Timestamp(_) | Value::String(_) | Value::Array(_) | Value::Invalid => return None,
        value => value.to_string().parse().ok()?,
    };
    number.is_finite().then_some(number)
}

fn text(record: &FitDataRecord, name: &str) -> Option<String> {
    field(record, name).map(ToString::to_string)
}

fn moment(record: &FitDataRecord, name: &str) -> Option<NaiveDateTime> {
    match field(record, name)? {
        Value::Timestamp(at) => Some(at.naive_utc()),
        _ => None,
    }
}

/// A time on the clock on the wall. The reader counts it from the beginning of FIT's time as that
/// was in the zone of this computer; here that is taken out again.
fn wall_clock(record: &FitDataRecord, name: &str) -> Option<NaiveDateTime> {
    let Value::Timestamp(at) = field(record, name)? else {
        return None;
    };
    let beginning = NaiveDate::from_ymd_opt(1989, 12, 31)?.and_time(NaiveTime::MIN);
    let counted_from = Local.from_local_datetime(&beginning).earliest()?;
    Some(beginning + (*at - counted_from))
}

#[cfg(test)]
mod tests;
