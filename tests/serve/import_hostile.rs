//! Files that are made to fill a memory, to reach other files, or to act.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use serde_json::Value;

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

const TABLE: &str = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-11-18 18:00:00,\"Push\",1h,\"Bench Press (Barbell)\",1,80.0,5.0,0,0,\"\",\"\",
";

/// A zip archive of files, packed.
pub fn zip<'a>(files: impl IntoIterator<Item = (String, &'a [u8])>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (name, content) in files {
        let file = archive.new_file(&name);
        let (mut entry, config) = file
            .compression_method(CompressionMethod::DEFLATE)
            .start()
            .unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        writer.write_all(content).unwrap();
        let (packer, descriptor) = writer.finish().unwrap();
        packer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    bytes
}

fn send(server: &Server, name: &str, body: &[u8]) -> Response {
    let path = format!("/v1/import?name={name}&mass=kg");
    let headers = ["Content-Type: application/octet-stream"];
    server.send_bytes("POST", &path, &headers, body)
}

/// Why a file was refused, of which nothing may come in.
fn refused(server: &Server, name: &str, body: &[u8]) -> String {
    let response = send(server, name, body);
    assert_eq!(response.status, 200, "{name}: {response:?}");
    let came: Value = response.json();
    assert_eq!(came["imported"], 0, "{name}: {came}");
    let reason = came["rejected"][0]["reason"].as_str();
    let reason = reason.unwrap_or_else(|| panic!("{name}: {came:#}"));
    reason.to_owned()
}

/// As many bytes, which pack well.
fn blank(mib: usize) -> Vec<u8> {
    vec![b' '; mib << 20]
}

#[test]
fn what_packs_too_well_is_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    let bomb = zip([(
        "bomb.csv".to_owned(),
        &*[TABLE.as_bytes(), &blank(16)].concat(),
    )]);
    assert!(bomb.len() < 1 << 18, "{}", bomb.len());
    let reason = refused(&server, "bomb.zip", &bomb);
    assert!(reason.contains("more than 200 times its size"), "{reason}");

    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(TABLE.as_bytes()).unwrap();
    gzip.write_all(&blank(16)).unwrap();
    let reason = refused(&server, "bomb.csv.gz", &gzip.finish().unwrap());
    assert!(reason.contains("more than 200 times its size"), "{reason}");
    assert_eq!(server.object("/v1/entries")["count"], 0);
}

#[test]
fn an_archive_of_too_much_is_refused_as_a_whole() {
    let env = Environment::new();
    let server = Server::start(&env);
    let many = (0..10_001).map(|n| (format!("{n}.md"), &b"slept 7 hours"[..]));
    let reason = refused(&server, "many.zip", &zip(many));
    assert_eq!(reason, "is a zip archive of more than 10000 files");
    // sizes that an archive tells of itself are believed where they are too large
    let mut large = zip([("a.csv".to_owned(), TABLE.as_bytes())]);
    let directory = large.windows(4).rposition(|bytes| bytes == b"PK\x01\x02");
    let told = directory.unwrap() + 24;
    large[told..told + 4].copy_from_slice(&(3_u32 << 30).to_le_bytes());
    let reason = refused(&server, "large.zip", &large);
    assert_eq!(reason, "is a zip archive of more than 1 GB");
}

#[test]
fn names_in_an_archive_lead_nowhere() {
    let env = Environment::new();
    let folder = env.path().join("temporary/a/b");
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::start_with(&env, &[], |command| {
        command.env("TMPDIR", &folder);
    });
    let notes = [
        "../../../evil/2026-11-17.md",
        "/evil/2026-11-18.md",
        "C:\\evil\\2026-11-19.md",
    ];
    let files = notes.map(|name| (name.to_owned(), &b"slept 7 hours\n"[..]));
    let came = send(&server, "notes.zip", &zip(files)).json();
    assert_eq!(came["imported"], 3, "{came:#}");
    // nothing was unpacked, and nothing is left of what was sent
    let mut left = std::fs::read_dir(&folder).unwrap();
    assert!(left.next().is_none());
    assert!(!env.path().join("temporary/evil").exists());
    assert!(!env.path().join("evil").exists());
}

#[test]
fn damaged_archives_and_archives_in_archives_are_told() {
    let env = Environment::new();
    let server = Server::start(&env);
    let whole = zip([("strong.csv".to_owned(), TABLE.as_bytes())]);
    let reason = refused(&server, "half.zip", &whole[..whole.len() / 2]);
    assert!(reason.contains("damaged zip archive"), "{reason}");
    let mut bent = whole.clone();
    bent[45..60].fill(0xff);
    let reason = refused(&server, "bent.zip", &bent);
    assert!(reason.contains("cannot be read"), "{reason}");
    let nested = zip([("inner.csv".to_owned(), &*whole)]);
    let reason = refused(&server, "nested.zip", &nested);
    assert!(reason.contains("zip archive in another"), "{reason}");
}

#[test]
fn what_xml_calls_into_being_stays_unsaid() {
    let env = Environment::new();
    let server = Server::start(&env);
    env.file("secret", "granite-and-marble");
    let path = env.path().join("secret");
    let track = |prologue: &str, name: &str| {
        format!(
            "<?xml version=\"1.0\"?>{prologue}<gpx version=\"1.1\" creator=\"t\"><trk><name>{name}</name>\
             <type>running</type><trkseg>\
             <trkpt lat=\"37.5\" lon=\"127.0\"><time>2026-11-18T07:00:00Z</time></trkpt>\
             <trkpt lat=\"37.51\" lon=\"127.0\"><time>2026-11-18T07:06:00Z</time></trkpt>\
             </trkseg></trk></gpx>"
        )
    };
    let mut laughs = String::from("<!DOCTYPE gpx [<!ENTITY a0 \"laugh\">");
    for n in 1..30 {
        laughs += &format!("<!ENTITY a{n} \"{}\">", format!("&a{};", n - 1).repeat(10));
    }
    laughs += "]>";
    let outside = format!(
        "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file://{}\">]>",
        path.display()
    );
    for (name, text) in [
        ("laughs.gpx", track(&laughs, "&a29;")),
        ("outside.gpx", track(&outside, "&a;")),
        ("deep.gpx", format!("<gpx>{}", "<a>".repeat(200_000))),
    ] {
        let response = send(&server, name, text.as_bytes());
        assert_eq!(response.status, 200, "{name}: {response:?}");
        assert!(
            response.body.len() < 4_000,
            "{name}: {}",
            response.body.len()
        );
    }
    let logged = server.object("/v1/entries").to_string();
    assert!(!logged.contains("granite-and-marble"), "{logged}");
    assert!(!logged.contains("laughlaugh"), "{logged}");
}
