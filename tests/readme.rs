//! The README shows what the binary prints, to the letter.

use std::path::Path;

use crate::common::environment::Environment;

/// The commands of the README's `console` blocks, each with the lines shown below it.
fn shown() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut shown: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            shown.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = shown.last_mut().filter(|_| inside) {
            output.push_str(line);
            output.push('\n');
        }
    }
    shown
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    let mut env = Environment::new();
    env.at("2026-11-21T18:02");
    let commands = shown();
    assert!(commands.len() >= 3, "the README shows too little");
    for (command, output) in commands {
        let words = command.strip_prefix("swealog ").unwrap();
        let text = words.trim_matches('"');
        assert_eq!(
            env.stdout(&[text]).trim_end(),
            output.trim_end(),
            "{command}"
        );
    }
}
