//! Tracks as GPX: one activity per track. How far it went is the sum of the ways between its
//! points on a sphere (haversine, mean Earth radius 6,371,008.8 m, IUGG).

use super::activity::{Activity, IN_YOUR_ZONE, RecordedTime, from_metres};
use super::xml::{Node, Path, walk};
use super::{FileContents, ImportContext, Importer, Rejected, Source};

/// Reads GPX.
pub const IMPORTER: Importer = Importer {
    name: "gpx",
    claims: |source| source.start().contains("<gpx"),
    read,
};

#[derive(Default)]
struct Track {
    activity: Activity,
    metres: f64,
    point: Option<(f64, f64)>,
    first: Option<RecordedTime>,
    last: Option<RecordedTime>,
    beats: (f64, u32),
    highest: f64,
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let mut found = FileContents::default();
    let mut path = Path::default();
    let mut track: Option<Track> = None;
    let mut done: Vec<Track> = Vec::new();
    let broken = walk(source, |node| match node {
        Node::Open(name, element) => {
            path.open(name);
            match (name, &mut track) {
                ("trk", _) => track = Some(Track::default()),
                ("trkseg", Some(track)) => track.point = None,
                ("trkpt", Some(track)) => {
                    let number = |name| element.get(name)?.parse::<f64>().ok();
                    if let (Some(lat), Some(lon)) = (number("lat"), number("lon")) {
                        if let Some(last) = track.point {
                            track.metres += metres_between(last, (lat, lon));
                        }
                        track.point = Some((lat, lon));
                    }
                }
                _ => {}
            }
        }
        Node::Text(text) => path.text(text),
        Node::Close(name) => {
            let text = path.close();
            if let Some(track) = &mut track {
                track.take(name, path.parent(), &text);
            }
            if name == "trk" {
                done.extend(track.take());
            }
        }
    })?;
    if broken.is_some()
        && let Some(mut track) = track
    {
        track.activity.partial = true;
        done.push(track);
    }
    let nothing = done.is_empty() && broken.is_none();
    found.rejected.extend(broken);
    if nothing {
        let rejected = source.rejected(1, "holds no track");
        found.rejected.push(rejected);
    }
    for track in done {
        match track.into_activity() {
            Some(activity) => {
                if activity.start.local.is_none() {
                    found.remarks.push(IN_YOUR_ZONE.into());
                }
                found
                    .drafts
                    .extend(activity.into_draft(IMPORTER.name, context));
            }
            None => found
                .rejected
                .push(source.rejected(1, "has a track without times")),
        }
    }
    Ok(found)
}

impl Track {
    fn take(&mut self, name: &str, parent: &str, text: &str) {
        match (name, parent) {
            ("name", "trk") => self.activity.title = text.to_owned(),
            ("type", "trk") => self.activity.kind = text.to_owned(),
            ("time", "trkpt") => {
                if let Some(when) = RecordedTime::read(text) {
                    self.first.get_or_insert(when);
                    self.last = Some(when);
                }
            }
            ("hr" | "heartrate", _) => {
                if let Ok(beats) = text.parse::<f64>() {
                    self.beats = (self.beats.0 + beats, self.beats.1 + 1);
                    self.highest = self.highest.max(beats);
                }
            }
            _ => {}
        }
    }

    fn into_activity(self) -> Option<Activity> {
        let (first, last) = (self.first?, self.last?);
        let (sum, count) = self.beats;
        Some(Activity {
            start: first,
            seconds: last.since(first).filter(|seconds| *seconds > 0.0),
            distance: from_metres(self.metres, &self.activity.kind),
            heart_rate: (count > 0).then(|| (sum / f64::from(count)).round()),
            heart_rate_max: (count > 0).then_some(self.highest),
            ..self.activity
        })
    }
}

fn metres_between((lat1, lon1): (f64, f64), (lat2, lon2): (f64, f64)) -> f64 {
    const RADIUS: f64 = 6_371_008.8;
    let (lat1, lat2) = (lat1.to_radians(), lat2.to_radians());
    let half = |a: f64| (a / 2.0).sin().powi(2);
    let h = half(lat2 - lat1) + lat1.cos() * lat2.cos() * half((lon2 - lon1).to_radians());
    2.0 * RADIUS * h.sqrt().min(1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, read, try_read};
    use super::*;
    use serde_json::json;

    // one minute of latitude is 1,853.25 m on that sphere
    const RUN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ns3="urn:x">
 <metadata><time>2024-03-02T16:00:00Z</time></metadata>
 <trk><name>Up &amp; down</name><type>running</type>
  <trkseg>
   <trkpt lat="37.0" lon="127.0"><time>2024-03-02T16:10:00Z</time><extensions><ns3:hr>140</ns3:hr></extensions></trkpt>
   <trkpt lat="37.0166666667" lon="127.0"><time>2024-03-02T16:19:00Z</time><extensions><ns3:hr>150</ns3:hr></extensions></trkpt>
  </trkseg>
  <trkseg>
   <trkpt lat="38.0" lon="127.0"><time>2024-03-02T16:20:00Z</time></trkpt>
   <trkpt lat="38.0166666667" lon="127.0"><time>2024-03-02T16:30:00Z</time></trkpt>
  </trkseg>
 </trk>
</gpx>"#;

    #[test]
    fn a_track_is_a_run_on_the_local_day() {
        let found = read(&IMPORTER, "run.gpx", RUN);
        assert_eq!(found.rejected, []);
        let draft = &found.drafts[0];
        assert_eq!(
            draft.date.to_string(),
            "2024-03-03",
            "it is past midnight there"
        );
        assert_eq!(draft.time.to_string(), "01:10:00");
        assert_eq!(
            draft.raw,
            "Up & down\nRun: 3.707 km in 20:00, heart rate 145"
        );
        assert_eq!(
            data(draft),
            json!({"running": {"runs": [{
                "distance": 3.707, "distance_unit": "km", "duration_seconds": 1200,
                "heart_rate": 145, "heart_rate_max": 150
            }]}})
        );
        assert_eq!(found.remarks, [IN_YOUR_ZONE]);
    }

    #[test]
    fn the_identity_is_the_same_in_every_zone() {
        let here = read(&IMPORTER, "run.gpx", RUN);
        let there = try_read(&IMPORTER, "run.gpx", RUN, -8).unwrap();
        assert_eq!(here.drafts[0].identity, there.drafts[0].identity);
        assert_ne!(here.drafts[0].date, there.drafts[0].date);
    }

    #[test]
    fn a_file_that_breaks_off_gives_what_it_has() {
        let text = &RUN[..RUN.find("<trkpt lat=\"38.0\"").unwrap() + 30];
        let found = read(&IMPORTER, "run.gpx", text);
        assert_eq!(
            found.drafts[0].raw,
            "Up & down\nRun: 1.853 km in 9:00, heart rate 145"
        );
        assert_eq!(found.rejected.len(), 1);
        assert!(found.rejected[0].to_string().starts_with("run.gpx, byte "));
        let whole = read(&IMPORTER, "run.gpx", RUN);
        assert_ne!(whole.drafts[0].identity, found.drafts[0].identity);
        assert_eq!(
            whole.drafts[0].session, found.drafts[0].session,
            "mended, it is replaced"
        );
    }

    #[test]
    fn tracks_without_times_are_named() {
        let text = RUN.replace("<time>", "<was>").replace("</time>", "</was>");
        let found = read(&IMPORTER, "run.gpx", &text);
        assert_eq!(found.drafts, []);
        assert_eq!(
            found.rejected[0].to_string(),
            "run.gpx:1: has a track without times"
        );
    }
}
