//! A domain that is data only: checked, and used from the folder beside the settings.

use std::path::{Path, PathBuf};

use crate::common::environment::Environment;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/quilto-domain/examples/study-journal")
}

/// Puts the example, with one file changed, into a folder and gives its path.
fn copy_to(env: &Environment, place: &str, change: impl Fn(&str, String) -> String) -> PathBuf {
    let mut folder = PathBuf::new();
    for file in std::fs::read_dir(example()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = change(&name, std::fs::read_to_string(&path).unwrap());
        let written = env.file(&format!("{place}/study-journal/{name}"), &text);
        folder = written.parent().unwrap().to_owned();
    }
    folder
}

#[test]
fn the_documented_example_passes_its_own_check() {
    let env = Environment::new();
    let shown = env.stdout(&["domains", "check", example().to_str().unwrap()]);
    let count = std::fs::read_to_string(example().join("examples.yaml"))
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("- "))
        .count();
    let all = format!("{count} of {count} examples come out as written");
    assert!(count > 5 && shown.contains(&all), "{shown}");
}

#[test]
fn the_domains_of_the_binary_are_checked_with_what_they_store() {
    let env = Environment::new();
    let domains = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    for domain in [
        "strength",
        "running",
        "swimming",
        "movement",
        "nutrition",
        "general_fitness",
    ] {
        let checked = env.json(&[
            "domains",
            "check",
            "--json",
            domains.join(domain).to_str().unwrap(),
        ]);
        assert_eq!(
            checked["problems"].as_array().map(Vec::len),
            Some(0),
            "{checked}"
        );
        assert!(checked["examples"].as_u64() > Some(10), "{checked}");
    }
}

#[test]
fn a_slip_is_told_with_file_and_line() {
    let env = Environment::new();
    let folder = copy_to(&env, "broken", |name, text| match name {
        "notation.yaml" => text.replacen("dimension: duration", "dimensoin: duration", 1),
        _ => text,
    });
    let output = env.output(&["domains", "check", folder.to_str().unwrap()]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("notation.yaml:9") && told.contains("dimensoin"),
        "{told}"
    );
}

#[test]
fn the_check_is_told_as_json_too() {
    let env = Environment::new();
    let right = env.json(&["domains", "check", "--json", example().to_str().unwrap()]);
    assert_eq!(right["right"], true);
    assert_eq!(right["problems"].as_array().map(Vec::len), Some(0));
    let folder = copy_to(&env, "wrong", |name, text| match name {
        "examples.yaml" => text.replacen("pages: 12", "pages: 13", 1),
        "vocabulary.yaml" => text.replacen("groups: [sciences]", "groups: [science]", 1),
        _ => text,
    });
    let wrong = env.json(&["domains", "check", "--json", folder.to_str().unwrap()]);
    assert_eq!(wrong["right"], false);
    let problem = wrong["problems"][0].as_str().unwrap();
    assert!(
        problem.contains("`science` is not among the groups"),
        "{problem}"
    );
}

#[test]
fn an_example_that_comes_out_otherwise_fails_the_check() {
    let env = Environment::new();
    let folder = copy_to(&env, "wrong", |name, text| match name {
        "examples.yaml" => text.replacen("pages: 12", "pages: 13", 1),
        _ => text,
    });
    let output = env.output(&["domains", "check", folder.to_str().unwrap()]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("studied linear algebra"), "{told}");
}

#[test]
fn notes_of_the_new_domain_are_read_and_counted() {
    let env = Environment::new();
    copy_to(&env, "config/swealog/domains", |_, text| text);
    let parsed = env.json(&["parse", "--json", "math 30 min, 10 pages"]);
    let session = &parsed["domain_data"]["study-journal"]["sessions"][0];
    assert_eq!(session["subject"], "mathematics");
    assert_eq!(session["duration_seconds"], 1800);
    env.stdout(&["math 30 min, 10 pages"]);
    env.stdout(&["physics 20 pages"]);
    let answer = env.stdout(&["how many pages this week?"]);
    assert!(answer.contains("30"), "{answer}");
}
