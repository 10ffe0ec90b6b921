//! The same activity told of by two kinds of file.

use quilto::storage::{LogStore, MemoryStore};

use quilto_shell::import::{decide, entry_of};

use super::testing::read;
use super::{Draft, Importer, table, tcx};

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
    let decision = decide(later, false, super::IMPORTS.values, &store).unwrap();
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
