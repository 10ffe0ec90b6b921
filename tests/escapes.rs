//! What a terminal would obey never reaches it out of somebody's words, and stays in files as it was.

use std::process::Stdio;

use crate::common::environment::Environment;
use crate::common::screen::Screen;

/// Sets the clipboard and the title, clears the screen, paints, rings, turns letters around.
const EVIL: &str = "\u{1b}]52;c;aGk=\u{7}\u{1b}]0;title\u{7}\u{9b}2J\u{1b}[31m\u{202e}\u{2066}end";

/// What of it a terminal must not get.
fn acts(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}'])
}

/// A home where everything is spoilt: notes, names, what was learned, a run that waits.
fn spoilt() -> Environment {
    let env = Environment::new();
    env.config("llm:\n  offline: true\n");
    env.stdout(&["log", &format!("bench 80kg 5x5 {EVIL}")]);
    env.stdout(&["log", &format!("{EVIL} slept badly")]);
    let table = format!(
        "Date,Exercise Name,Set Order,Weight,Reps,Notes\n\
         2026-11-01 10:00:00,\"Cable {EVIL}\",1,50,5,\"{EVIL}\"\n"
    );
    env.file("strong.csv", &table);
    env.output(&["--unit", "kg", "--yes", "import", "strong.csv"]);
    env.file("home/context/global.md", &format!("- likes {EVIL}\n"));
    env.output(&["--no-input", &format!("why was I tired last week {EVIL}?")]);
    env
}

#[test]
fn a_terminal_is_shown_every_letter_and_obeys_none() {
    let env = spoilt();
    let odd = format!("x{EVIL}");
    let commands: &[&[&str]] = &[
        &["history"],
        &["history", "--json"],
        &["search", "bench"],
        &["search", &odd],
        &["stats"],
        &["plot", "bench"],
        &["plot", &odd],
        &["export", "--format", "md"],
        &["export", "--format", "csv"],
        &["export"],
        &["context"],
        &["sessions"],
        &["sessions", "--json"],
        &["resume", "--decline"],
        &["parse", &odd],
        &["log", &odd],
        &["log", "--date", &odd, "bench"],
        &["history", "--domain", &odd],
        &["history", &odd],
        &["--home", &odd, "history"],
        &["no", &odd],
        &["undo", &odd],
        &["undo"],
    ];
    for args in commands {
        let args = [&["--no-input"], *args].concat();
        let bytes = Screen::open(&env, 80, &args).bytes();
        let shown = String::from_utf8_lossy(&bytes);
        assert!(!acts(&bytes), "{args:?}: {shown:?}");
    }
}

#[test]
fn a_list_that_is_piped_to_a_pager_is_harmless_too() {
    let env = spoilt();
    let shown = env.stdout(&["history"]);
    assert!(!acts(shown.as_bytes()), "{shown:?}");
    assert!(shown.contains("␛]52;c;aGk=␇"), "{shown}");
}

#[test]
fn an_export_keeps_every_byte() {
    let env = spoilt();
    for output in [None, Some("notes.md")] {
        let mut args = vec!["export", "--format", "md"];
        args.extend(output.iter().flat_map(|file| ["-o", file]));
        let mut exported = env.stdout(&args);
        if let Some(file) = output {
            exported = std::fs::read_to_string(env.path().join(file)).unwrap();
        }
        assert!(
            exported.contains(&format!("bench 80kg 5x5 {EVIL}")),
            "{exported:?}"
        );
    }
}

#[test]
fn json_holds_the_letters_by_their_number() {
    let env = spoilt();
    for args in [&["history", "--json"][..], &["export"]] {
        let shown = env.stdout(args);
        assert!(!acts(shown.as_bytes()), "{shown:?}");
        assert!(shown.contains("\\u009b2J"), "{shown}");
    }
    let export = env.stdout(&["export"]);
    let other = Environment::new();
    let file = other.file("notes.json", &export);
    other.stdout(&["import", file.to_str().unwrap()]);
    assert!(
        other.raw("2026-11-21").contains(EVIL),
        "and come back as they were"
    );
}

#[test]
fn colours_of_our_own_stay() {
    let env = spoilt();
    let child = env.spawn(
        env.command(&["--color", "always", "history"])
            .stdin(Stdio::null()),
    );
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("\u{1b}[1m"), "{shown:?}");
    assert!(
        !shown.contains("\u{1b}]") && !shown.contains("\u{1b}[31m"),
        "{shown:?}"
    );
}
