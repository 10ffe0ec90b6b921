//! Exports that come packed: archives, and files that end in `.gz`.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use insta::assert_snapshot;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::made::{self, POINT};
use super::{STRONG, there};
use crate::common::environment::Environment;

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// An archive of files, the first of them stored as it is, the others packed.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (at, (name, content)) in files.iter().enumerate() {
        let method = match at {
            0 => CompressionMethod::STORE,
            _ => CompressionMethod::DEFLATE,
        };
        let file = archive.new_file(*name).compression_method(method);
        let (mut entry, config) = file.start().unwrap();
        let descriptor = if at == 0 {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).unwrap();
            writer.finish().unwrap().1
        } else {
            let encoder = DeflateEncoder::new(&mut entry, Compression::default());
            let mut writer = config.wrap(encoder);
            writer.write_all(content).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            descriptor
        };
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn write(env: &Environment, name: &str, content: &[u8]) {
    std::fs::write(env.path().join(name), content).unwrap();
}

#[test]
fn the_archive_of_strava_is_read_as_it_is() {
    let env = Environment::new();
    let (text, _) = made::strava();
    let archive = zip(&[
        ("activities/2.tcx.gz", &gzip(made::run().as_bytes())),
        ("activities.csv", text.as_bytes()),
        ("profile.csv", b"Athlete ID,Weight\n1,80.0\n"),
        ("media/clip.mp4", b"\0\0\0"),
        ("__MACOSX/._activities.csv", b"\0\x05\x16\x07"),
    ]);
    write(&env, "export_1.zip", &archive);
    assert_snapshot!(env.run(&["import", "export_1.zip"]), @r"
    Imported 2 entries (2026-04-02 to 2026-04-09), 1 already there, 0 lines rejected.
    1 activity was already there from another file and stays as it is.
    --- stderr
    some files give their times in UTC only: their days are those of this computer's time zone
    --- exit 0
    ");
    assert_eq!(there(&env).metres, 10_022.0 + 21_100.0);
    // unpacked it is the same
    env.file("unpacked/activities.csv", &text);
    env.file("unpacked/activities/2.tcx", &made::run());
    let again = env.run(&["import", "unpacked", "export_1.zip"]);
    assert!(again.starts_with("Imported 0 entries,"), "{again}");
}

#[test]
fn a_packed_file_is_the_file() {
    let text = made::strong(STRONG, ',', POINT, "1h");
    let env = Environment::new();
    write(&env, "strong.csv.gz", &gzip(text.as_bytes()));
    let said = env.run(&["import", "strong.csv.gz"]);
    assert!(said.starts_with("Imported 3 entries"), "{said}");
    assert_eq!(there(&env), made::totals(&made::sets(), made::KM));
    let said = env.run_with_input(&["import", "-"], &gzip(text.as_bytes()));
    assert!(
        said.starts_with("Imported 0 entries, 3 already there"),
        "{said}"
    );
}

#[test]
fn what_is_damaged_in_an_archive_is_told_and_nothing_of_it_comes_in() {
    let text = made::strong(STRONG, ',', POINT, "1h");
    let whole = zip(&[
        ("notes/2026-04-01.md", b"bench 80kg 5x5\n"),
        ("strong.csv", text.as_bytes()),
    ]);
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        bytes
    };
    let env = Environment::new();
    write(&env, "cut.zip", &whole[..whole.len() / 2]);
    let said = env.run(&["import", "cut.zip"]);
    assert!(
        said.contains("cut.zip:1: is a damaged zip archive"),
        "{said}"
    );
    assert!(said.ends_with("exit 1\n"), "{said}");
    // a letter of what is stored, and one of what is packed
    let stored = whole.windows(5).position(|word| word == b"bench").unwrap();
    let packed = whole
        .windows(10)
        .rposition(|name| name == b"strong.csv")
        .unwrap();
    write(&env, "stored.zip", &flipped(stored));
    let said = env.run(&["import", "stored.zip"]);
    assert!(
        said.contains("stored.zip/notes/2026-04-01.md:1: cannot be read"),
        "{said}"
    );
    assert!(said.starts_with("Imported 3 entries"), "{said}");
    let env = Environment::new();
    let data = whole
        .windows(10)
        .position(|name| name == b"strong.csv")
        .unwrap()
        + 60;
    assert!(data < packed);
    write(&env, "packed.zip", &flipped(data));
    let said = env.run(&["import", "packed.zip"]);
    assert!(
        said.contains("packed.zip/strong.csv:1: cannot be read"),
        "{said}"
    );
    assert!(said.starts_with("Imported 1 entry"), "{said}");
    // a packed file that was cut off
    let packed = gzip(text.as_bytes());
    write(&env, "cut.csv.gz", &packed[..packed.len() - 20]);
    let said = env.run(&["import", "cut.csv.gz"]);
    assert!(said.contains("cut.csv.gz:1: cannot be read"), "{said}");
    assert_eq!(there(&env).sets, 5);
}

/// What Google Takeout gives of Google Fit: a row for each day, and beside it the same in quarters of an
/// hour.
fn takeout(days: &str) -> Vec<u8> {
    let folder = "Takeout/Fit/Daily activity metrics";
    let table = format!(
        "Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg),Sleep duration (ms)\n{days}"
    );
    let quarters = "Start time,End time,Calories (kcal),Distance (m),Step count\n\
        08:00:00.000+01:00,08:15:00.000+01:00,30.5,610.25,824\n";
    zip(&[
        ("Takeout/archive_browser.html", b"<html></html>"),
        (
            &format!("{folder}/Daily activity metrics.csv"),
            table.as_bytes(),
        ),
        (&format!("{folder}/2024-03-01.csv"), quarters.as_bytes()),
        ("Takeout/Fit/All Data/raw_steps.json", b"{}"),
    ])
}

#[test]
fn the_days_of_google_fit_come_out_of_its_archive_once() {
    let env = Environment::new();
    let first =
        "2024-03-01,62,2210.5,5012.25,7411,81.400001,27000000\n2024-03-02,8,900,310.5,420,,\n";
    write(&env, "takeout.zip", &takeout(first));
    assert_snapshot!(env.run(&["import", "takeout.zip"]), @r"
    Imported 2 entries (2024-03-01 to 2024-03-02), 0 already there, 0 lines rejected.
    --- exit 0
    ");
    assert!(
        env.run(&["import", "takeout.zip"])
            .starts_with("Imported 0 entries,")
    );
    // the last day was not over, and a later archive knows all of it
    let later = first.replace("8,900,310.5,420", "70,2300,6100.5,9042") + "2024-03-03,1,9,9,12,,\n";
    write(&env, "later.zip", &takeout(&later));
    assert_snapshot!(env.run(&["import", "later.zip"]), @r"
    Imported 1 entry, 1 replaced by newer content (2024-03-02 to 2024-03-03), 1 already there, 0 lines rejected.
    --- exit 0
    ");
    let asked = env.run(&["ask", "most steps"]);
    assert!(asked.contains("9,042"), "{asked}");
}
