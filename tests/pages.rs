//! The pages in `docs/` for people who build on the program hold what they say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::environment::Environment;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// The text below a heading that holds a word in backticks.
fn section<'a>(page: &'a str, command: &str) -> &'a str {
    let word = format!("`{command}`");
    let found = page
        .split("\n## ")
        .find(|section| section.lines().next().is_some_and(|h| h.contains(&word)));
    found.unwrap_or_else(|| panic!("no section on {command}"))
}

/// The names of fields that stand in backticks.
fn named(text: &str) -> BTreeSet<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted
        .flat_map(|code| code.split(|c: char| !(c.is_ascii_lowercase() || c == '_')))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The names of all fields of an object but those of a domain's own data, and of what a question means.
fn fields<'v>(value: &'v Value, into: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                into.insert(name);
                if !matches!(
                    name.as_str(),
                    "domain_data" | "before" | "after" | "parsed" | "payload" | "frames" | "intent"
                ) {
                    fields(value, into);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| fields(item, into)),
        _ => {}
    }
}

#[test]
fn every_field_of_json_stands_on_its_page() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00").stdout(&["bench 80kg 5x5"]);
    env.stdout(&["--yes", "actually that was 82.5 not 80"]);
    env.at("2026-11-21T10:30")
        .stdout(&["bench 85kg 5x5, slept 7h"]);
    env.stdout(&["ran 5k in 25:30"]);
    env.file("notes/2026-11-10.md", "squat 100kg 5x5");
    env.file("notes/none.md", "squat 100kg 5x5");
    let waiting = env.json(&["ask", "--json", "how was it?"]);
    assert_eq!(waiting["status"], "waiting_for_user");
    let newest = env.stdout(&["history", "--json", "-n", "1"]);
    let newest: Value = serde_json::from_str(&newest).unwrap();
    let newest = newest["entry_id"].as_str().unwrap();
    let example = root().join("crates/quilto-domain/examples/study-journal");
    let example = example.to_str().unwrap();
    let page = page("docs/json.md");
    let commands: &[(&str, &[&str])] = &[
        ("parse", &["bench 80kg 5x5 on 2026-11-20"]),
        ("parse", &["2026-11-19: bench 80kg 5x5\n2026-11-20: ran 5k"]),
        (
            "explain",
            &["bench 80kg 5x5. best flurbish squat in march?"],
        ),
        ("explain", &["actually that was 82.5 not 80"]),
        ("ask", &["heaviest bench?"]),
        ("ask", &["why was my bench bad?"]),
        ("history", &[]),
        ("search", &["bench"]),
        ("plot", &["bench"]),
        ("plot", &["bench", "volume"]),
        ("stats", &[]),
        ("name", &["benchy", "Bench Press (Barbell)"]),
        ("name", &[]),
        ("name", &["--remove", "benchy"]),
        ("sessions", &[]),
        ("context", &[]),
        ("target", &["protein", "150g"]),
        ("target", &[]),
        ("target", &["--remove", "protein"]),
        ("import", &["notes"]),
        ("export", &["--output", "notes.json"]),
        ("doctor", &[]),
        ("domains", &[]),
        ("domains", &["check", example]),
        ("config", &[]),
        ("config check", &[]),
        ("config init", &[]),
        ("move", &[newest, "yesterday"]),
        ("undo", &[]),
        ("forget", &["--yes", newest]),
    ];
    for (command, more) in commands {
        let args: Vec<&str> = command
            .split(' ')
            .chain(["--json"])
            .chain(more.iter().copied())
            .collect();
        let output = env.command(&args).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(!said.trim().is_empty(), "{args:?} says nothing");
        let mut text = section(&page, command).to_owned();
        // what other sections are referred to for
        text.push_str(section(&page, "parse"));
        text.push_str(section(&page, "log"));
        let known = named(&text);
        for line in said.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            let mut found = BTreeSet::new();
            fields(&object, &mut found);
            // stands on the page for all of them
            assert!(found.remove("schema_version"));
            let unknown: Vec<&&str> = found.difference(&known).collect();
            assert!(
                unknown.is_empty(),
                "{args:?}: docs/json.md lacks {unknown:?}"
            );
        }
    }
}

#[test]
fn the_object_of_a_run_has_the_fields_of_the_page() {
    let described: Value = serde_json::from_str(&page("docs/openapi.json")).unwrap();
    let schemas = &described["components"]["schemas"];
    let page = page("docs/json.md");
    let listed = |command: &str| -> BTreeSet<String> {
        let rows = section(&page, command).lines();
        let names = rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next());
        names.map(str::to_owned).collect()
    };
    let of = |schema: &str| -> BTreeSet<String> {
        let fields = schemas[schema]["properties"].as_object().unwrap();
        fields.keys().cloned().collect()
    };
    assert_eq!(listed("ask"), of("Run"));
    let mut parsed = of("ParsedObject");
    assert!(parsed.remove("entry_id"));
    assert_eq!(listed("parse"), parsed);
}

#[test]
fn the_files_of_the_page_on_domains_are_a_domain() {
    let env = Environment::new();
    let page = page("crates/quilto-domain/authoring.md");
    let folder = "config/swealog/domains/study-journal";
    let mut files = 0;
    for section in page.split("\n## ").skip(1) {
        let (name, text) = section.split_once('\n').unwrap();
        if !name.ends_with(".yaml") {
            continue;
        }
        let block = text
            .lines()
            .skip_while(|line| *line != "```yaml")
            .skip(1)
            .take_while(|line| *line != "```");
        let block: String = block.map(|line| format!("{line}\n")).collect();
        env.file(&format!("{folder}/{name}"), &block);
        files += 1;
    }
    assert!(files >= 6, "the page shows too little");
    let checked = env.run(&["domains", "check", folder]);
    assert!(
        checked.contains("4 of 4 examples come out as written\n--- exit 0"),
        "{checked}"
    );
    env.stdout(&["--date", "2026-11-10", "math 1h30m, 12 pages, recall 85%"]);
    env.stdout(&["물리 45분, 20페이지"]);
    let asked = |question: &str| env.stdout(&["ask", question]);
    assert!(asked("how many pages did I read this month?").contains("32"));
    assert!(asked("how long did I study?").contains("2 h 15 min"));
    assert!(asked("how much time on the sciences?").contains("2 h 15 min"));
    assert!(asked("이번 달 몇 페이지 읽었어?").contains("32"));
    assert!(asked("what should I do for physics?").contains("physics: 21"));
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() > 30);
    for path in &pages {
        let text = std::fs::read_to_string(path).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                path.parent().unwrap().join(file)
            };
            assert!(target.exists(), "{}: {link}", path.display());
            if !anchor.is_empty() {
                let there = std::fs::read_to_string(&target).unwrap();
                let headings = there.lines().filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(anchor_of);
                assert!(
                    anchors.any(|known| known == anchor),
                    "{}: {link}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn files_that_pages_name_are_there() {
    let mut named = 0;
    for path in pages() {
        let text = std::fs::read_to_string(&path).unwrap();
        for code in text.split('`').skip(1).step_by(2) {
            let ours = ["crates/", "docs/", "scripts/", "tests/"];
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
            if ours.iter().any(|folder| code.starts_with(folder)) && code.chars().all(plain) {
                assert!(root().join(code).exists(), "{}: {code}", path.display());
                named += 1;
            }
        }
    }
    assert!(named > 20, "{named}");
}

/// All pages.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for folder in ["docs", "docs/decisions"] {
        let files = std::fs::read_dir(root().join(folder)).unwrap();
        pages.extend(files.map(|file| file.unwrap().path()));
    }
    pages.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    pages
}

/// The anchor that Markdown viewers give a heading.
fn anchor_of(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
