//! The walls of the house: which room may look into which, and what quilto must not know.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod workspace;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use workspace::imports::{Modules, ReExports, modules, paths};
use workspace::rooms::LOOKS_INTO;
use workspace::{files_below, members, packages};

/// Each crate of the workspace and those of this house it depends on, when it is built, too. An app
/// depends on `quilto`, and no crate of the framework on an app; nothing depends on the tools for
/// those who work on it.
const DEPENDS_ON: &[(&str, &[&str])] = &[
    ("quilto-acts", &[]),
    ("quilto-classify", &[]),
    ("quilto-fingerprint", &[]),
    ("quilto-pack", &["quilto-fingerprint"]),
    (
        "quilto-model",
        &["quilto-acts", "quilto-fingerprint", "quilto-pack"],
    ),
    ("quilto-vocabulary", &[]),
    ("quilto-text", &["quilto-model", "quilto-vocabulary"]),
    (
        "quilto-domain",
        &[
            "quilto-acts",
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
    (
        "quilto-language",
        &["quilto-domain", "quilto-model", "quilto-text"],
    ),
    (
        "quilto-agents",
        &["quilto-domain", "quilto-model", "quilto-store"],
    ),
    (
        "quilto-notes",
        &[
            "quilto-acts",
            "quilto-agents",
            "quilto-domain",
            "quilto-language",
            "quilto-model",
            "quilto-text",
        ],
    ),
    (
        "quilto-store",
        &[
            "quilto-fingerprint",
            "quilto-model",
            "quilto-pack",
            "quilto-vocabulary",
        ],
    ),
    ("quilto-postgres", &["quilto-model", "quilto-store"]),
    (
        "quilto",
        &[
            "quilto-agents",
            "quilto-domain",
            "quilto-facts",
            "quilto-language",
            "quilto-llm",
            "quilto-model",
            "quilto-notes",
            "quilto-reader",
            "quilto-store",
            "quilto-text",
        ],
    ),
    ("quilto-shell", &["quilto", "quilto-postgres"]),
    ("quilto-oracle", &["quilto", "quilto-classify"]),
    (
        "quilto-train",
        &[
            "quilto",
            "quilto-acts",
            "quilto-classify",
            "quilto-language",
            "quilto-notes",
        ],
    ),
    (
        "swealog-domains",
        &["quilto-acts", "quilto-classify", "quilto-vocabulary"],
    ),
    ("swealog", &["quilto", "quilto-shell", "swealog-domains"]),
];

/// What may touch files, the environment and the clock: ports, the shell, tools, and what
/// runs in builds.
const PORTS: &[&str] = &[
    "quilto-store/",
    "quilto-postgres/",
    "quilto-domain/",
    "quilto-shell/",
    "quilto-fingerprint/",
    "quilto-oracle/",
    "quilto-train/",
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

/// The same, where only the whole word is one: "representative" is none.
const FITNESS_WHOLE_WORDS: &[&str] = &["rep", "reps", "exercise", "exercises", "gym", "gyms"];

/// The same, where only what a program calls a field is one: stones have a weight, and so have the
/// features of a model.
const FITNESS_FIELDS: &[&str] = &["\"weight\"", "\"weights\"", "\"bodyweight\"", "].weight"];

/// What people say of any count that failed, "no rep" among it, is data of the language.
const SAYS_OF_ANY: &[&str] = &["quilto-text/lexicon/en/operators.yaml"];

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

/// The source files of the framework, each with how it is called: its crate, then its path.
fn framework() -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for member in members() {
        if !member.name.starts_with("quilto") {
            continue;
        }
        for path in files_below(&member.sources) {
            let inside = path.strip_prefix(&member.sources).unwrap();
            let inside = inside.to_string_lossy();
            files.push((format!("{}/{inside}", member.name), path));
        }
    }
    files
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

/// What each crate of the workspace depends on of the workspace, as the manifests say.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let packages = packages();
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap().to_owned();
    let members: BTreeSet<String> = packages.iter().map(name).collect();
    let depends = packages.iter().map(|package| {
        let on = package["dependencies"].as_array().unwrap().iter().map(name);
        // with other features, for its own tests
        let others = on.filter(|on| members.contains(on) && *on != name(package));
        (name(package), others.collect())
    });
    depends.collect()
}

fn table(rows: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let row = |(name, others): &(&str, &[&str])| {
        let others = others.iter().map(|&other| other.to_owned()).collect();
        ((*name).to_owned(), others)
    };
    rows.iter().map(row).collect()
}

/// Where two drawings of the same house differ.
fn differences(
    there_are: &BTreeMap<String, BTreeSet<String>>,
    listed: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<String> {
    let none = BTreeSet::new();
    let names: BTreeSet<&String> = there_are.keys().chain(listed.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        if there_are.contains_key(name) != listed.contains_key(name) {
            found.push(format!(
                "{name}: there and not listed, or listed and not there"
            ));
        }
        let (is, says) = (
            there_are.get(name).unwrap_or(&none),
            listed.get(name).unwrap_or(&none),
        );
        let more = is.difference(says);
        found.extend(more.map(|on| format!("{name} → {on} is not listed")));
        let less = says.difference(is);
        found.extend(less.map(|on| format!("{name} → {on} is listed, and there is none")));
    }
    found
}

#[test]
fn crates_depend_on_what_is_listed() {
    let wrong = differences(&dependencies(), &table(DEPENDS_ON));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_crate_says_what_it_is_for() {
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let page = fs::read_to_string(manifest.with_file_name("README.md"));
        let page = page.unwrap_or_else(|error| panic!("README.md of {name}: {error}"));
        let title = page.lines().next().unwrap_or_default();
        assert!(title.starts_with("# "), "README.md of {name}: {title:?}");
        assert!(package["description"].is_string(), "description of {name}");
    }
}

/// Of each room, the rooms that its modules name, be it as `crate::reader` or as `quilto_reader`, and
/// those in which that lies what they name of the crate's root.
fn looks_into(modules: &Modules) -> BTreeMap<String, BTreeSet<String>> {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let names = ReExports::of(modules);
    // what the root calls other crates
    let root = modules.get(&Vec::new()).map_or("", String::as_str);
    let is_crate = |name: &String| root.contains(&format!(" as {name};"));
    for (me, code) in modules {
        let Some(room) = me.first() else { continue };
        let others = rooms.entry(room.clone()).or_default();
        let inside = paths(me, code).into_iter();
        let inside = inside.filter_map(|path| {
            let home = names.home(&path).into_iter().next();
            home.or_else(|| path.into_iter().next().filter(is_crate))
        });
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let crates = code.match_indices("quilto_").filter_map(|(at, start)| {
            let rest = &code[at + start.len()..];
            let end = rest.find(|c| !is_name(c))?;
            let begins = !code[..at].ends_with(is_name);
            (begins && rest[end..].starts_with("::")).then(|| rest[..end].to_owned())
        });
        others.extend(inside.chain(crates).filter(|other| other != room));
    }
    rooms
}

#[test]
fn rooms_look_into_what_is_listed() {
    let members = members();
    let wrong = LOOKS_INTO.iter().flat_map(|(name, rooms)| {
        let member = members.iter().find(|member| member.name == *name).unwrap();
        let wrong = differences(&looks_into(&modules(&member.sources)), &table(rooms));
        wrong
            .into_iter()
            .map(move |wrong| format!("{name}: {wrong}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_look_into_another_room_is_found() {
    let module = |name: &str, code: &str| {
        let path = name.split("::").map(str::to_owned).collect();
        (path, code.to_owned())
    };
    let modules = Modules::from([
        (Vec::new(), "mod attic; mod hall; mod cellar;".to_owned()),
        module("attic", ""),
        module("cellar", ""),
        module("hall", "use crate::{attic::Trunk, hall::Door};"),
        module(
            "hall::door",
            "fn f() { super::super::cellar::g(quilto_reader::read()) }",
        ),
    ]);
    let expected = table(&[
        ("attic", &[]),
        ("cellar", &[]),
        ("hall", &["attic", "cellar", "reader"]),
    ]);
    assert!(differences(&looks_into(&modules), &expected).is_empty());
    let plan = table(&[
        ("attic", &[]),
        ("cellar", &[]),
        ("hall", &["attic", "shed"]),
    ]);
    let found = differences(&looks_into(&modules), &plan);
    assert_eq!(found.len(), 3, "{found:?}");
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
fn engine_and_machine_show_what_is_listed() {
    let listed = [
        (
            "engine/builtin",
            "BuiltinAgents DOUBT_LEAST Outlier ParsedQuestion Phrases QuestionView ReaderKind Session StoredRecord believe_only doubt_features examples explain figures korean_alias outliers parse \
             phrases question_view read_phrases read_question route sessions settle stated_units targets usual_days",
        ),
        (
            "engine/model",
            "ModelAgents PromptSettings SchemaOf harmless quoted_lines schema speaks_to_program",
        ),
        ("engine/cascade", "Cascade EngineChoices"),
        ("engine", "builtin cascade model"),
        (
            "machine",
            "AgentCall AgentOutput ApprovalPolicy Ask BudgetUse Choice Compaction Correction Decision Delivery \
             DeltaError Event GraphError Lane Limits Logged MachineError NewNote Obstacle Outcome \
             Preview Problem Refinement Reply Run RunInput RunReport RunSettings State Status \
             Step StepId StepKind TraceEvent TraceLine Verb apply_delta apply_updates tidied",
        ),
    ];
    for (room, names) in listed {
        let names: Vec<&str> = names.split_whitespace().collect();
        assert_eq!(shown(room), names, "{room}");
    }
}

/// The paths that go up, of the text of a source file: what is embedded, and what a build script reads.
fn paths_that_go_up(code: &str) -> impl Iterator<Item = &str> {
    let texts = code.split('"').skip(1).step_by(2);
    let paths = texts.map(|text| text.trim_start_matches('/'));
    paths.filter(|path| path.starts_with("../"))
}

/// The modules of files that are there in tests only, by what the files say that declare them.
fn modules_for_tests(files: &[PathBuf]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files {
        let text = text_of(file);
        let declared = text.split("#[cfg(test)]\nmod ").skip(1);
        let names_there = declared.filter_map(|rest| rest.split([';', ' ']).next());
        names.extend(names_there.map(str::to_owned));
    }
    names
}

/// A crate that takes a file of another cannot be packaged. Tests are not built from packages.
#[test]
fn no_crate_takes_a_file_from_outside_its_folder() {
    let mut wrong = Vec::new();
    for member in members() {
        let mut files = files_below(&member.sources);
        files.push(member.folder.join("build.rs"));
        files.retain(|path| path.extension().is_some_and(|ending| ending == "rs") && path.exists());
        let for_tests = modules_for_tests(&files);
        for path in files {
            let inside = path.strip_prefix(&member.folder).unwrap();
            let name = inside.file_stem().unwrap().to_string_lossy();
            if is_test(inside) || for_tests.contains(&*name) {
                continue;
            }
            let text = text_of(&path);
            let shipped = text.split("#[cfg(test)]\nmod tests {").next();
            let lines = shipped.unwrap_or_default().lines();
            let code: Vec<&str> = lines.filter_map(|line| line.split("//").next()).collect();
            let above = inside.components().count() - 1;
            for up in paths_that_go_up(&code.join("\n")) {
                let steps = up.split('/').take_while(|part| *part == "..").count();
                if steps > above {
                    wrong.push(format!("{}: {up}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn quilto_holds_no_fitness_word() {
    let mut wrong = Vec::new();
    for (name, path) in framework() {
        let text = text_of(&path).to_lowercase();
        for (number, line) in text.lines().enumerate() {
            let mut parts = line.split(|c: char| !c.is_alphanumeric());
            let whole = parts.find(|part| FITNESS_WHOLE_WORDS.contains(part));
            let whole = whole.filter(|_| !SAYS_OF_ANY.contains(&name.as_str()));
            let anywhere = FITNESS_WORDS.iter().chain(FITNESS_FIELDS);
            let found = anywhere.copied().filter(|word| line.contains(*word));
            for word in found.chain(whole) {
                wrong.push(format!("{name}:{}: {word}", number + 1));
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
