//! Garmin's training centre files: activities as sums of their laps.

use super::activity::{Activity, IN_YOUR_ZONE, RecordedTime, from_metres};
use super::xml::{Node, Path, walk};
use super::{FileContents, ImportContext, Importer, Rejected, Source};

/// Reads TCX.
pub const IMPORTER: Importer = Importer {
    name: "tcx",
    claims: |source| source.start().contains("<TrainingCenterDatabase"),
    read,
};

/// Sums over the laps of an activity.
#[derive(Default)]
struct Laps {
    activity: Activity,
    start: Option<RecordedTime>,
    seconds: f64,
    metres: f64,
    kcal: f64,
    /// Beats, as heart rate times seconds, and the seconds they were counted in.
    beats: (f64, f64),
    lap_seconds: f64,
    lap_beats: Option<f64>,
    highest: Option<f64>,
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let mut found = FileContents::default();
    let mut path = Path::default();
    let mut laps: Option<Laps> = None;
    let mut done: Vec<Laps> = Vec::new();
    let broken = walk(source, |node| match node {
        Node::Open(name, element) => {
            path.open(name);
            if name == "Activity" {
                let mut begun = Laps::default();
                begun.activity.kind = element.get("Sport").unwrap_or_default();
                laps = Some(begun);
            }
        }
        Node::Text(text) => path.text(text),
        Node::Close(name) => {
            let text = path.close();
            if let Some(laps) = &mut laps
                && !path.is_in("Track")
            {
                laps.take(name, path.parent(), &text);
            }
            if name == "Activity" {
                done.extend(laps.take());
            }
        }
    })?;
    if broken.is_some()
        && let Some(mut laps) = laps
    {
        laps.activity.partial = true;
        done.push(laps);
    }
    let nothing = done.is_empty() && broken.is_none();
    found.rejected.extend(broken);
    if nothing {
        found.rejected.push(source.rejected(1, "holds no activity"));
    }
    for laps in done {
        let Some(activity) = laps.into_activity() else {
            let rejected = source.rejected(1, "has an activity without a start");
            found.rejected.push(rejected);
            continue;
        };
        if activity.start.local.is_none() {
            found.remarks.push(IN_YOUR_ZONE.into());
        }
        found
            .drafts
            .extend(activity.into_draft(IMPORTER.name, context));
    }
    Ok(found)
}

impl Laps {
    fn take(&mut self, name: &str, parent: &str, text: &str) {
        let number = text.parse::<f64>().ok();
        match (name, parent, number) {
            ("Id", "Activity", _) => self.start = RecordedTime::read(text),
            ("Notes", "Activity", _) => self.activity.title = text.to_owned(),
            ("TotalTimeSeconds", "Lap", Some(seconds)) => {
                self.seconds += seconds;
                self.lap_seconds = seconds;
            }
            ("DistanceMeters", "Lap", Some(metres)) => self.metres += metres,
            ("Calories", "Lap", Some(kcal)) => self.kcal += kcal,
            ("Value", "AverageHeartRateBpm", Some(beats)) => self.lap_beats = Some(beats),
            ("Value", "MaximumHeartRateBpm", Some(beats)) => {
                self.highest = Some(self.highest.map_or(beats, |highest| highest.max(beats)));
            }
            ("Lap", _, _) => {
                if let Some(beats) = self.lap_beats.take() {
                    self.beats.0 += beats * self.lap_seconds;
                    self.beats.1 += self.lap_seconds;
                }
                self.lap_seconds = 0.0;
            }
            _ => {}
        }
    }

    fn into_activity(self) -> Option<Activity> {
        let (beats, seconds) = self.beats;
        Some(Activity {
            start: self.start?,
            seconds: (self.seconds > 0.0).then_some(self.seconds),
            distance: from_metres(self.metres, &self.activity.kind),
            heart_rate: (seconds > 0.0).then(|| (beats / seconds).round()),
            heart_rate_max: self.highest,
            kcal: (self.kcal > 0.0).then_some(self.kcal),
            ..self.activity
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, read};
    use super::*;
    use serde_json::json;

    const RIDE: &str = r#"<?xml version="1.0"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
 <Activities><Activity Sport="Running"><Id>2024-03-02T07:00:00.000Z</Id>
  <Lap StartTime="2024-03-02T07:00:00.000Z"><TotalTimeSeconds>300.5</TotalTimeSeconds>
   <DistanceMeters>1000.0</DistanceMeters><Calories>70</Calories>
   <AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm>
   <MaximumHeartRateBpm><Value>155</Value></MaximumHeartRateBpm>
   <Track><Trackpoint><Time>2024-03-02T07:00:01Z</Time><DistanceMeters>999</DistanceMeters>
    <HeartRateBpm><Value>200</Value></HeartRateBpm></Trackpoint></Track>
  </Lap>
  <Lap StartTime="2024-03-02T07:05:00.000Z"><TotalTimeSeconds>299.5</TotalTimeSeconds>
   <DistanceMeters>1020.0</DistanceMeters><Calories>72</Calories>
   <AverageHeartRateBpm><Value>150</Value></AverageHeartRateBpm></Lap>
 </Activity></Activities>
</TrainingCenterDatabase>"#;

    #[test]
    fn laps_add_up() {
        let found = read(&IMPORTER, "run.tcx", RIDE);
        assert_eq!(found.rejected, []);
        let draft = &found.drafts[0];
        assert_eq!(
            (draft.date.to_string(), draft.time.to_string()),
            ("2024-03-02".into(), "16:00:00".into())
        );
        assert_eq!(
            data(draft),
            json!({"running": {"runs": [{
                "distance": 2.02, "distance_unit": "km", "duration_seconds": 600,
                "heart_rate": 145, "heart_rate_max": 155
            }]}})
        );
        assert_eq!(draft.payload["kcal"], 142);
    }

    #[test]
    fn a_file_that_breaks_off_gives_its_whole_laps() {
        let text = &RIDE[..RIDE.find("1020.0").unwrap()];
        let found = read(&IMPORTER, "run.tcx", text);
        assert_eq!(data(&found.drafts[0])["running"]["runs"][0]["distance"], 1);
        assert!(found.rejected[0].to_string().contains("ends in the middle"));
    }
}
