//! The walls of the house: which room may look into which, and what quilto must not know.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each crate of the framework and the crates of this house it may depend on. An app depends on
/// `quilto`, and none of these on an app.
const MAY_DEPEND: &[(&str, &[&str])] = &[
    ("quilto-acts", &[]),
    ("quilto-classify", &[]),
    ("quilto-pack", &[]),
    ("quilto-model", &["quilto-acts", "quilto-pack"]),
    ("quilto-vocabulary", &[]),
    ("quilto-text", &["quilto-model", "quilto-vocabulary"]),
    (
        "quilto-domain",
        &[
            "quilto-classify",
            "quilto-model",
            "quilto-text",
            "quilto-vocabulary",
        ],
    ),
    (
        "quilto-facts",
        &["quilto-domain", "quilto-model", "quilto-text"],
    ),
    ("quilto-llm", &["quilto-model"]),
    ("quilto-reader", &["quilto-text"]),
    ("quilto-store", &["quilto-model", "quilto-pack"]),
    ("quilto-postgres", &["quilto-model", "quilto-store"]),
    (
        "quilto",
        &[
            "quilto-acts",
            "quilto-domain",
            "quilto-facts",
            "quilto-llm",
            "quilto-model",
            "quilto-reader",
            "quilto-store",
            "quilto-text",
        ],
    ),
    ("quilto-shell", &["quilto", "quilto-postgres"]),
];

/// Each room of quilto and the rooms it may look into, crates that it passes on included. The machine
/// is pure (reading words is pure, so it may look into `text`); ports know only the model and what is
/// below them.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("agents", &["model", "domain", "storage"]),
    ("machine", &["model", "text", "domain", "agents"]),
    (
        "engine",
        &[
            "model", "text", "domain", "storage", "facts", "agents", "llm",
        ],
    ),
    ("checkpoint", &["model", "machine", "storage"]),
    (
        "runner",
        &[
            "model",
            "domain",
            "storage",
            "agents",
            "machine",
            "checkpoint",
        ],
    ),
];

/// Crates for those who work on the framework; nothing depends on them.
const TOOLS: &[&str] = &["quilto-oracle", "quilto-train"];

/// What may touch files, the environment and the clock.
const PORTS: &[&str] = &[
    "quilto-store/",
    "quilto-postgres/",
    "quilto-domain/",
    "quilto-shell/",
];

/// Words that belong to a domain folder or to swealog.
const FITNESS_WORDS: &[&str] = &[
    "bench press",
    "squat",
    "deadlift",
    "barbell",
    "dumbbell",
    "workout",
    "fitness",
    "swim",
    "protein",
    "calorie",
    "treadmill",
    "jogging",
    "freestyle",
    "breaststroke",
    "muscle",
    "one-rep",
    "1rm",
    "push-up",
    "pull-up",
    "벤치",
    "스쿼트",
    "데드리프트",
    "운동",
    "수영",
    "달리기",
    "단백질",
    "헬스",
];

/// Crates quilto must never reach: they belong to a shell around it.
const FORBIDDEN_CRATES: &[&str] = &[
    "clap",
    "axum",
    "reedline",
    "rustyline",
    "anyhow",
    "indicatif",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn source() -> PathBuf {
    crates().join("quilto/src")
}

/// The source files of the framework, each with how it is called: its crate, then its path.
fn framework() -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for (name, _) in MAY_DEPEND {
        let source = crates().join(name).join("src");
        for path in files_below(&source) {
            let inside = path.strip_prefix(&source).unwrap().to_string_lossy();
            files.push((format!("{name}/{inside}"), path));
        }
    }
    files
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What a file says; drawings have bytes that are no text.
fn text_of(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

/// Whether a file holds tests only: those may look anywhere.
fn is_test(path: &Path) -> bool {
    let mut parts = path.components();
    parts.any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// The rooms, by what the library says it is made of: its own and those it passes on.
fn rooms() -> Vec<String> {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let named = library.lines().filter_map(|line| {
        let line = line.trim().strip_suffix(';')?;
        let passed_on = || Some(line.strip_prefix("pub use quilto_")?.split_once(" as ")?.1);
        let name = line.strip_prefix("pub mod ").or_else(passed_on)?;
        Some(name.to_owned())
    });
    named.collect()
}

/// The files of a room: `facts.rs` or everything below `facts/`; none of one that is a crate.
fn room(name: &str) -> Vec<PathBuf> {
    let dir = source().join(name);
    let file = source().join(format!("{name}.rs"));
    if dir.is_dir() {
        files_below(&dir)
    } else {
        Vec::from_iter(file.exists().then_some(file))
    }
}

#[test]
fn crates_depend_only_on_what_the_layout_allows() {
    let mut wrong = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if name.starts_with("quilto") && !MAY_DEPEND.iter().any(|(known, _)| *known == name) {
            let tool = TOOLS.contains(&name.as_str());
            assert!(tool, "what may {name} depend on?");
        }
    }
    for (name, allowed) in MAY_DEPEND {
        let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
        let section = manifest.split("\n[").find_map(|part| {
            let part = part.strip_prefix("dependencies]")?;
            Some(part.lines().filter(|line| !line.is_empty()))
        });
        // a crate that stands on the standard library alone has no such section
        for line in section.into_iter().flatten() {
            let on = line.split(['.', ' ', '=']).next().unwrap();
            let house = on.starts_with("quilto") || on == "swealog";
            if house && !allowed.contains(&on) {
                wrong.push(format!("{name} depends on {on}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rooms_import_only_what_the_layout_allows() {
    let rooms = rooms();
    for name in rooms.iter().filter(|name| !room(name).is_empty()) {
        let known = MAY_IMPORT.iter().any(|(room, _)| room == name);
        assert!(known, "what may {name} import?");
    }
    let mut wrong = Vec::new();
    for (name, allowed) in MAY_IMPORT {
        let files = room(name);
        assert!(!files.is_empty(), "no files in {name}: has the room moved?");
        let others = rooms.iter().filter(|other| other.as_str() != *name);
        let forbidden: Vec<&String> = others
            .filter(|other| !allowed.contains(&other.as_str()))
            .collect();
        let shipped = files.iter().filter(|path| !is_test(path));
        for path in shipped.filter(|path| path.extension().is_some_and(|e| e == "rs")) {
            let text = fs::read_to_string(path).unwrap();
            let tests = text.find("#[cfg(test)]\nmod tests {");
            let text = &text[..tests.unwrap_or(text.len())];
            for (number, line) in text.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for other in &forbidden {
                    if code.contains(&format!("crate::{other}::"))
                        || code.contains(&format!("crate::{other};"))
                    {
                        wrong.push(format!(
                            "{}:{}: {name} imports {other}",
                            path.display(),
                            number + 1
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a room shows to those outside of the crate, by what its `mod.rs` says.
fn shown(room: &str) -> Vec<String> {
    let text = fs::read_to_string(source().join(room).join("mod.rs")).unwrap();
    let mut shown = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("pub ")) {
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let (kind, rest) = line.split_once(' ').unwrap();
        match (kind, rest.split_once('{')) {
            ("use", Some((_, names))) => {
                let names = names.trim_end_matches("};").split(',');
                let names = names.filter_map(|name| name.trim().rsplit(' ').next());
                shown.extend(names.map(str::to_owned));
            }
            ("use", None) => {
                let name = rest.trim_end_matches(';').rsplit([' ', ':']).next();
                shown.extend(name.map(str::to_owned));
            }
            _ => shown.extend(rest.split(|c| !is_name(c)).next().map(str::to_owned)),
        }
    }
    shown.sort();
    shown
}

/// What is public here is what apps, tools and tests outside of the crate use; all else is the crate's
/// own, and the compiler says when nobody needs it any more.
#[test]
fn the_engine_shows_what_is_listed() {
    let listed = [
        (
            "engine/builtin",
            "BuiltinAgents DOUBT_LEAST HOLDS_NO_DATA NoteView Outlier ParsedQuestion Phrases QuestionView ReadBy Session StoredRecord act_words believe_only doubt_features examples \
             explain figures korean_alias link_features note_view outliers parse phrases question_view read_labelled read_phrases read_question route saying_features saying_meaning sessions settle spacing \
             stated_units targets told usual_days",
        ),
        (
            "engine/model",
            "ModelAgents PromptSettings SchemaOf schema speaks_to_program",
        ),
        ("engine/cascade", "Cascade EngineChoices"),
        ("engine", "builtin cascade model"),
    ];
    for (room, names) in listed {
        let names: Vec<&str> = names.split_whitespace().collect();
        assert_eq!(shown(room), names, "{room}");
    }
}

#[test]
fn quilto_holds_no_fitness_word() {
    let mut wrong = Vec::new();
    for (name, path) in framework() {
        let text = text_of(&path).to_lowercase();
        for (number, line) in text.lines().enumerate() {
            for word in FITNESS_WORDS {
                if line.contains(word) {
                    wrong.push(format!("{name}:{}: {word}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_ports_touch_the_world() {
    let mut wrong = Vec::new();
    for (name, path) in framework() {
        if is_test(Path::new(&name)) || PORTS.iter().any(|port| name.starts_with(port)) {
            continue;
        }
        let text = text_of(&path);
        let shipped = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in shipped.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for outside in [
                "std::fs",
                "std::env",
                "Local::now",
                "Utc::now",
                "SystemTime",
                "Instant::now",
            ] {
                if code.contains(outside) {
                    wrong.push(format!("{name}:{}: {outside}", number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn quilto_reaches_no_shell_crate() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--package",
            "quilto",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--offline",
        ])
        .args([
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains("serde"), "the tree is empty");
    for name in FORBIDDEN_CRATES {
        let reached = tree
            .lines()
            .any(|line| line.split_whitespace().next() == Some(name));
        assert!(!reached, "quilto reaches {name}");
    }
}
