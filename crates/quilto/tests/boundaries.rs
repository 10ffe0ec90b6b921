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

/// Each room of quilto and the rooms it may look into. `model` stands at the bottom and looks into
/// nothing; the machine is pure (reading words is pure, so it may look into `text`); ports know only
/// the model and what is below them.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("text", &["model"]),
    ("llm", &["model"]),
    ("domain", &["model", "text"]),
    ("storage", &["model", "text", "domain"]),
    ("facts", &["model", "text", "domain", "storage"]),
    ("agents", &["model", "domain", "storage"]),
    ("machine", &["model", "text", "domain", "agents"]),
    (
        "engine",
        &[
            "model", "text", "domain", "storage", "facts", "agents", "llm",
        ],
    ),
    ("checkpoint", &["model", "machine"]),
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

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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

/// Whether a file holds tests only: those may look anywhere.
fn is_test(path: &Path) -> bool {
    let inside = path.strip_prefix(source()).unwrap();
    inside
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// The rooms, by what the library says it is made of.
fn rooms() -> Vec<String> {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let named = library.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("pub mod ")?;
        name.strip_suffix(';').map(str::to_owned)
    });
    named.collect()
}

/// The files of a room: `model.rs` or everything below `model/`.
fn room(name: &str) -> Vec<PathBuf> {
    let dir = source().join(name);
    if dir.is_dir() {
        files_below(&dir)
    } else {
        vec![source().join(format!("{name}.rs"))]
    }
}

#[test]
fn rooms_import_only_what_the_layout_allows() {
    let rooms = rooms();
    let known: Vec<&str> = MAY_IMPORT.iter().map(|(name, _)| *name).collect();
    for name in &rooms {
        assert!(known.contains(&name.as_str()), "what may {name} import?");
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

#[test]
fn quilto_holds_no_fitness_word() {
    let mut wrong = Vec::new();
    for path in files_below(&source()) {
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        for (number, line) in text.lines().enumerate() {
            for word in FITNESS_WORDS {
                if line.contains(word) {
                    wrong.push(format!("{}:{}: {word}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_ports_touch_the_world() {
    let allowed = ["storage", "domain", "checkpoint"];
    let mut wrong = Vec::new();
    for path in files_below(&source()) {
        let inside = path
            .strip_prefix(source())
            .unwrap()
            .to_string_lossy()
            .into_owned();
        if is_test(&path) || allowed.iter().any(|room| inside.starts_with(room)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
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
                    wrong.push(format!("{inside}:{}: {outside}", number + 1));
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
