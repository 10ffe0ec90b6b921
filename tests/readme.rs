//! What the README and the pages for new users show is what the binary prints, to the letter.

use std::path::Path;

use crate::common::environment::Environment;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The commands of a page's `console` blocks, each with the lines shown below it.
fn shown(page: &str) -> Vec<(String, String)> {
    let mut shown: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
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

/// The words of a command, quoted ones together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs every command in turn. A command with nothing below it must succeed; `…` leaves the rest
/// out.
fn compare(page: &str, least: usize) {
    let mut env = Environment::new();
    env.at("2026-11-21T18:02");
    let commands = shown(page);
    assert!(commands.len() >= least, "the page shows too little");
    for (command, output) in commands {
        let words = words(command.strip_prefix("swealog ").unwrap());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = env.stdout(&words);
        match output.trim_end() {
            "" => {}
            shown if shown.ends_with('…') => {
                let shown = shown.trim_end_matches('…').trim_end();
                assert!(said.starts_with(shown), "{command}\n{said}");
            }
            shown => assert_eq!(said.trim_end(), shown, "{command}"),
        }
    }
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    compare(&page("README.md"), 4);
}

#[test]
fn every_command_for_new_users_does_what_it_says() {
    compare(&page("docs/getting-started.md"), 8);
}

#[test]
fn every_answer_of_the_page_on_questions_is_the_programs_own() {
    compare(&page("docs/questions.md"), 6);
}

#[test]
fn every_kind_of_question_is_taken_for_one() {
    let env = Environment::new();
    let page = page("docs/questions.md");
    let table = page.split("## What answers look like").next().unwrap();
    let rows = table.lines().filter_map(|line| {
        let (_, examples) = line.strip_prefix("| ")?.split_once(" | ")?;
        let examples = examples.split(", after").next()?;
        Some(examples.split('`').skip(1).step_by(2))
    });
    let mut count = 0;
    for question in rows.flatten() {
        let read = env.json(&["parse", "--json", question]);
        assert_eq!(read["input_type"], "query", "{question}");
        count += 1;
    }
    assert!(count > 35, "{count}");
    for note in ["bench pr 100kg", "squat pr today", "new squat pr!"] {
        assert!(page.contains(&format!("`{note}`")), "{note}");
        let read = env.json(&["parse", "--json", note]);
        assert_eq!(read["input_type"], "log", "{note}");
    }
}

#[test]
fn every_line_of_the_cheat_sheet_is_read_as_it_says() {
    let env = Environment::new();
    let page = page("docs/notation-cheat-sheet.md");
    let rows = page.lines().filter_map(|line| {
        let (note, reading) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((note, reading.strip_suffix(" |")?))
    });
    let mut count = 0;
    for (note, reading) in rows {
        let said = env.stdout(&["parse", note]);
        assert!(said.contains(reading), "{note}: {said}");
        count += 1;
    }
    assert!(count > 25, "{count}");
}
