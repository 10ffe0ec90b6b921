//! FIT, the files that watches and bike computers record.
//!
//! Times are UTC; the file's own local time is used where it has one.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

use super::activity::{Activity, IN_YOUR_ZONE, RecordedTime, Sport, from_metres};
use super::{FileContents, ImportContext, Importer, Rejected, Source};

use container::{Broken, Message, Messages};
use profile::{Field, TIMESTAMP, session};

mod container;
mod profile;

/// Reads FIT.
pub const IMPORTER: Importer = Importer {
    name: "fit",
    claims: |source| source.head().get(8..12) == Some(b".FIT"),
    read,
};

/// What of a file's messages matters.
#[derive(Default)]
struct Recording {
    sessions: Vec<Activity>,
    /// How far local time was ahead of UTC, as the file says.
    ahead: Option<TimeDelta>,
    first: Option<NaiveDateTime>,
    last: Option<NaiveDateTime>,
    metres: f64,
    sport: Option<String>,
    seen: usize,
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let mut found = FileContents::default();
    let bytes = source.bytes()?;
    let mut messages = Messages::of(&bytes);
    let mut recording = Recording::default();
    let mut broken = false;
    while let Some(message) = messages.next() {
        match message {
            Ok(message) => recording.take(&message),
            Err(reason) => {
                // a wrong checksum at the end leaves all messages read
                broken = reason != Broken::Checksum;
                let reason = match reason {
                    Broken::Checksum => "the checksum is wrong: the file may be damaged",
                    Broken::Ends => "the file is damaged: it ends in the middle",
                    Broken::Damaged => "the file is damaged from here on",
                };
                found
                    .rejected
                    .push(source.rejected_at(messages.offset(), reason));
            }
        }
    }
    let (seen, zone) = (recording.seen, recording.ahead);
    let activities = recording.finish(broken);
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

impl Recording {
    fn take(&mut self, message: &Message) {
        self.seen += 1;
        match message.kind {
            profile::SESSION => self.sessions.push(activity(message)),
            profile::ACTIVITY => {
                let utc = moment(message, TIMESTAMP);
                if let (Some(utc), Some(local)) = (utc, moment(message, profile::LOCAL_TIMESTAMP)) {
                    let ahead = local - utc;
                    // watches that know no zone write the same, or rubbish
                    if ahead.num_hours().abs() <= 15 && !ahead.is_zero() {
                        let quarters = (f64::from(i32::try_from(ahead.num_seconds()).unwrap_or(0))
                            / 900.0)
                            .round();
                        #[allow(clippy::cast_possible_truncation, reason = "at most 60")]
                        let quarters = quarters as i64;
                        self.ahead = Some(TimeDelta::minutes(15 * quarters));
                    }
                }
            }
            profile::SPORT => {
                self.sport = number(message, profile::SPORT_SPORT).map(profile::sport);
            }
            profile::RECORD => {
                if let Some(at) = moment(message, TIMESTAMP) {
                    self.first.get_or_insert(at);
                    self.last = Some(at);
                }
                self.metres = number(message, profile::DISTANCE).unwrap_or(self.metres);
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
                start: RecordedTime {
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

fn activity(message: &Message) -> Activity {
    let number = |field| number(message, field);
    let sport = number(session::SPORT)
        .map(profile::sport)
        .unwrap_or_default();
    let kind = match number(session::SUB_SPORT).map(profile::sub_sport) {
        // the finer word, where it says the same in more detail
        Some(sub) if sub != "generic" && (Sport::of(&sub).is_some() || sport == "generic") => sub,
        _ => sport,
    };
    let is_run = Sport::of(&kind) == Some(Sport::Run);
    let lengths = number(session::NUM_ACTIVE_LENGTHS).or_else(|| number(session::NUM_LENGTHS));
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count, not negative"
    )]
    let laps = lengths
        .map(|count| count.max(0.0) as u32)
        .filter(|count| *count > 0);
    Activity {
        start: RecordedTime {
            local: None,
            utc: moment(message, session::START_TIME).or_else(|| moment(message, TIMESTAMP)),
        },
        seconds: number(session::TOTAL_TIMER_TIME).or_else(|| number(session::TOTAL_ELAPSED_TIME)),
        distance: number(session::TOTAL_DISTANCE).and_then(|metres| from_metres(metres, &kind)),
        heart_rate: number(session::AVG_HEART_RATE),
        heart_rate_max: number(session::MAX_HEART_RATE),
        // FIT counts the steps of one leg
        cadence: number(session::AVG_CADENCE)
            .filter(|cadence| is_run && *cadence > 0.0)
            .map(|cadence| cadence * 2.0),
        elevation_m: number(session::TOTAL_ASCENT),
        kcal: number(session::TOTAL_CALORIES),
        pool: number(session::POOL_LENGTH)
            .filter(|_| laps.is_some())
            .map(|metres| match number(session::POOL_LENGTH_UNIT) {
                Some(profile::STATUTE) => ((metres / 0.9144).round(), "yd"),
                _ => ((metres * 100.0).round() / 100.0, "m"),
            }),
        laps,
        indoor: kind == "treadmill" || kind == "indoor_running",
        kind,
        ..Activity::default()
    }
}

fn number(message: &Message, Field(number, scale): Field) -> Option<f64> {
    message.field(number).map(|value| value / scale)
}

/// A time, in UTC or on the clock on the wall: seconds since FIT's time began.
fn moment(message: &Message, field: Field) -> Option<NaiveDateTime> {
    let beginning = NaiveDate::from_ymd_opt(1989, 12, 31)?.and_time(NaiveTime::MIN);
    #[allow(clippy::cast_possible_truncation, reason = "whole seconds")]
    let seconds = TimeDelta::try_seconds(number(message, field)? as i64)?;
    beginning.checked_add_signed(seconds)
}

#[cfg(test)]
mod tests;
