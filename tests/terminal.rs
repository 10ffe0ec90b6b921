//! At a terminal: what is asked, how it is left, and what fits into a line.

use crate::common::environment::{Environment, NOW};
use crate::common::screen::{CTRL_C, CTRL_D, ENTER, Screen};

const APPROVE: &str = "Write this? [y/N, or say what to change] ";
const CHOOSE: &str = "Number (Enter for none): ";

/// A conversation in a home with one note.
fn conversation(env: &Environment) -> Screen {
    env.stdout(&["bench 80kg 5x5"]);
    let mut screen = Screen::open(env, 80, &[]);
    screen.until("swealog> ");
    screen
}

#[test]
fn a_command_at_an_approval_is_obeyed_and_the_approval_asked_again() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    screen.says("no, 85kg");
    assert!(screen.until(APPROVE).contains("80 → 85 kg"));
    screen.says("/search bench");
    let said = screen.until(APPROVE);
    assert!(said.contains("1 entry"), "the command: {said}");
    assert!(said.contains("80 → 85 kg"), "and asked again: {said}");
    screen.says("y");
    assert!(screen.until("swealog> ").contains("Corrected"));
    screen.types(CTRL_D);
    assert_eq!(screen.end().1, Some(0));
    assert!(env.raw("2026-11-21").contains("no, 85kg"));
}

#[test]
fn words_that_change_nothing_are_told_and_asked_again() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    screen.says("no, 85kg");
    screen.until(APPROVE);
    screen.says("blah blah");
    let said = screen.until(APPROVE);
    assert!(
        said.contains("“blah blah” changes nothing in this."),
        "{said}"
    );
    screen.says("make it 90kg");
    let said = screen.until(APPROVE);
    assert!(said.contains("80 → 90 kg"), "{said}");
    assert!(!said.contains("changes nothing"), "{said}");
    screen.says("n");
    let said = screen.until("swealog> ");
    assert!(
        said.contains("Nothing was changed.") && !said.contains("warning"),
        "{said}"
    );
}

#[test]
fn an_approval_is_left_open_with_ctrl_c_and_with_ctrl_d() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    for key in [CTRL_C, CTRL_D] {
        screen.says("no, 85kg");
        screen.until(APPROVE);
        screen.types(key);
        let said = screen.until("swealog> ");
        assert!(
            said.contains("Left open: `/resume` asks it again."),
            "{said}"
        );
        screen.says("/resume");
        screen.until(APPROVE);
        screen.says("n");
        screen.until("swealog> ");
    }
    screen.types(CTRL_D);
    screen.end();
    assert_eq!(env.stdout(&["sessions", "--json"]), "");
    assert!(!env.raw("2026-11-21").contains("85kg"));
}

#[test]
fn the_exit_code_says_how_a_question_was_left() {
    for (key, code) in [(CTRL_C, 130), (CTRL_D, 4)] {
        // a home each: of two runs of one second, the process number says which is the newer one
        let env = Environment::new();
        env.stdout(&["bench 80kg 5x5"]);
        let mut screen = Screen::open(&env, 80, &["no, 85kg"]);
        screen.until(APPROVE);
        screen.types(key);
        let (said, exit) = screen.end();
        assert!(said.contains("`swealog resume` asks it again."), "{said}");
        assert_eq!(exit, Some(code));
    }
}

#[test]
fn a_window_closed_at_a_question_leaves_it_open_once() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let mut screen = Screen::open(&env, 80, &["why was I tired last week?"]);
    screen.until("(Enter to skip) ");
    drop(screen);
    let said = env.run(&["sessions"]);
    assert!(said.contains("why was I tired last week?"), "{said}");
    assert!(!said.contains("Cut off"), "{said}");
    env.stdout(&["resume", "--decline"]);
    assert_eq!(env.stdout(&["sessions", "--json"]), "");
}

#[test]
fn leaving_one_question_leaves_those_after_it() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    screen.says("why was I tired last week?");
    screen.until("(Enter to skip) ");
    screen.types(CTRL_D);
    let said = screen.until("swealog> ");
    assert!(said.contains("Left open"), "{said}");
    assert!(
        !said.contains("(Enter to skip)"),
        "no other is asked: {said}"
    );
}

#[test]
fn words_are_no_number_of_a_note() {
    let mut env = Environment::new();
    env.at("2026-11-20T08:00").stdout(&["bench 80 3x5"]);
    env.at("2026-11-20T18:00").stdout(&["bench 80 2x8"]);
    env.at(NOW);
    let correction = "actually bench yesterday was 82 not 80";
    let mut screen = Screen::open(&env, 80, &[correction]);
    screen.until(CHOOSE);
    for words in ["the second one", "3", "0"] {
        screen.says(words);
        let said = screen.until(CHOOSE);
        assert!(
            said.contains("Say a number from 1 to 2; Enter for none of them."),
            "{said}"
        );
    }
    screen.types(ENTER);
    let (said, exit) = screen.end();
    assert!(
        said.contains("No note was chosen; nothing was changed."),
        "{said}"
    );
    assert_eq!(exit, Some(0));
}

#[test]
fn a_command_of_a_hint_can_be_typed_as_it_stands() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    screen.says("swealog undo");
    let said = screen.until("swealog> ");
    assert!(said.contains("Taken back: the note of"), "{said}");
    screen.says("/move");
    let said = screen.until("swealog> ");
    assert!(said.contains("Usage: /move <ENTRY> <DATE>"), "{said}");
    assert!(said.contains("'/move --help'"), "{said}");
}

#[test]
fn the_program_is_asked_for_its_help_and_version() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    let before = env.raw("2026-11-21");
    screen.says("swealog --version");
    let version = format!("swealog {}\n", env!("CARGO_PKG_VERSION"));
    screen.until(&version);
    screen.says("swealog --help");
    screen.until("A note is logged:");
    screen.until("swealog> ");
    assert_eq!(env.raw("2026-11-21"), before, "they are no notes");
}

#[test]
fn lines_typed_while_a_run_works_are_heard_one_after_the_other() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    // more at once than an editor of lines reads at once
    let remark = "felt light ".repeat(60);
    screen.types(&format!(
        "squat 100kg 3x5 {remark}{ENTER}deadlift 140kg 1x5 {remark}{ENTER}\
         heaviest squat?{ENTER}/search deadlift{ENTER}ran 5k in 25:30{ENTER}"
    ));
    for answer in [
        "Squat (Barbell)  3 × 5 @ 100 kg",
        "Deadlift (Barbell)  1 × 5 @ 140 kg",
        "best Squat (Barbell) is 100 kg",
        "1 entry",
        "25:30",
    ] {
        screen.until(answer);
    }
    screen.until("swealog> ");
    screen.types(CTRL_D);
    assert_eq!(screen.end().1, Some(0));
    let raw = env.raw("2026-11-21");
    let places = ["bench 80kg", "squat 100kg", "deadlift 140kg", "ran 5k"].map(|n| raw.find(n));
    assert!(places.is_sorted() && places[0].is_some(), "{raw}");
}

#[test]
fn what_was_typed_before_a_question_is_no_answer_to_it_and_comes_afterwards() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    let ahead = "was typed before this was asked: it comes afterwards.";
    screen.types(&format!(
        "no, 85kg{ENTER}squat 100kg 3x5{ENTER}/search bench{ENTER}deadl"
    ));
    let said = screen.until(APPROVE);
    assert!(said.contains("80 → 85 kg"), "{said}");
    assert_eq!(said.matches(ahead).count(), 2, "{said}");
    screen.says("y");
    screen.until("Corrected");
    screen.until("swealog> squat 100kg 3x5");
    screen.until("3 × 5 @ 100 kg");
    screen.until("swealog> /search bench");
    screen.until("1 entry");
    screen.until("swealog> ");
    screen.says("ift 140kg 1x5");
    screen.until("1 × 5 @ 140 kg");
    screen.until("swealog> ");
    screen.types(CTRL_D);
    assert_eq!(screen.end().1, Some(0));
    let raw = env.raw("2026-11-21");
    assert!(raw.contains("deadlift 140kg 1x5"), "{raw}");
}

#[test]
fn a_yes_that_came_before_the_question_approves_nothing_and_is_no_note() {
    let env = Environment::new();
    let mut screen = conversation(&env);
    screen.types(&format!("no, 85kg{ENTER}y{ENTER}"));
    let said = screen.until(APPROVE);
    assert!(
        said.contains("“y” was typed before this was asked: say it again."),
        "{said}"
    );
    screen.says("n");
    screen.until("Nothing was changed.");
    screen.until("swealog> ");
    let id = env.json(&["history", "--json"])["entry_id"].clone();
    screen.types(&format!("/forget {}{ENTER}y{ENTER}", id.as_str().unwrap()));
    screen.until("say it again.");
    screen.until("for good? [y/N] ");
    screen.types(ENTER);
    screen.until("Nothing was forgotten.");
    screen.until("swealog> ");
    screen.types(CTRL_D);
    assert_eq!(screen.end().1, Some(0));
    let notes = env.stdout(&["history", "--json"]);
    assert_eq!(notes.lines().count(), 1, "{notes}");
}

#[test]
fn json_is_one_line_at_a_terminal_too() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5 felt heavy, slept bad, and a word more"]);
    let (said, _) = Screen::open(&env, 40, &["history", "--json"]).end();
    let object: serde_json::Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(object["kind"], "note");
}

#[test]
fn a_narrow_terminal_breaks_lines_where_they_can_be_read() {
    let env = Environment::new();
    env.stdout(&["벤치 60kg 5개, 65kg 5개, 70kg 5개, 82.5kg 3개, 어깨가 조금 아팠음"]);
    let (said, _) = Screen::open(&env, 44, &["stats", "strength"]).end();
    for line in said.lines() {
        assert!(unicode_width::UnicodeWidthStr::width(line) <= 44, "{line}");
        assert!(!line.ends_with(" ×") && !line.ends_with(" 82.5"), "{line}");
    }
}

/// Says a lift far beyond those of three days, and what is said to that; gives the screen and what
/// the log holds then.
fn far_beyond(answer: &str) -> (String, Environment) {
    let mut env = Environment::new();
    for day in ["2026-11-10", "2026-11-13", "2026-11-17"] {
        env.at(&format!("{day}T08:00")).stdout(&["squat 100kg 2x5"]);
    }
    env.at(NOW);
    let mut screen = Screen::open(&env, 80, &["squat 300kg 2x5"]);
    let asked = screen.until("Enter leaves it open] ");
    assert!(
        asked.contains("weight 300 kg is far from all you noted (100 kg)"),
        "{asked}"
    );
    screen.says(answer);
    let (said, exit) = screen.end();
    assert_eq!(exit, Some(0), "{said}");
    (said, env)
}

/// The weights of the day's sets, and whether any is in doubt.
fn weights(env: &Environment) -> (Vec<f64>, bool) {
    let entry = env.json(&["history", "-n", "1", "--json"]);
    let sets = entry["domain_data"]["strength"]["exercises"][0]["sets"].as_array();
    let weights = sets
        .unwrap()
        .iter()
        .map(|set| set["weight"].as_f64().unwrap());
    // where nothing is in doubt, neither field is there
    let doubts = [&entry["uncertain_fields"], &entry["extraction_notes"]];
    (
        weights.collect(),
        doubts.iter().any(|doubts| doubts.is_array()),
    )
}

#[test]
fn a_value_far_beyond_the_history_is_asked_and_kept() {
    let (said, env) = far_beyond("y");
    assert!(said.contains("Kept as it is."), "{said}");
    assert_eq!(weights(&env), (vec![300.0, 300.0], false));
    assert!(env.raw("2026-11-21").contains("[confirmed]"));
    env.stdout(&["reparse", "--yes"]);
    assert_eq!(weights(&env), (vec![300.0, 300.0], false));
    let shown = env.stdout(&["history"]);
    let (_, confirmation) = shown.split_once("confirmed: y  ").unwrap();
    env.stdout(&["undo", confirmation.trim()]);
    assert_eq!(weights(&env), (vec![300.0, 300.0], true));
}

#[test]
fn the_number_typed_for_a_value_far_beyond_is_the_right_one() {
    let (said, env) = far_beyond("130");
    assert!(said.contains("300 → 130 kg"), "{said}");
    assert_eq!(weights(&env), (vec![130.0, 130.0], false));
    assert!(env.raw("2026-11-21").contains("[correction]"));
    env.stdout(&["reparse", "--yes"]);
    assert_eq!(weights(&env), (vec![130.0, 130.0], false));
}

#[test]
fn a_value_far_beyond_may_be_left_open() {
    let (said, env) = far_beyond("");
    // and is no record before it is said to be right
    assert!(!said.contains("new record"), "{said}");
    let learned = env.stdout(&["context"]);
    assert!(!learned.contains("300 kg"), "{learned}");
    assert_eq!(weights(&env), (vec![300.0, 300.0], true));
    let sections = env.raw("2026-11-21");
    assert!(!sections.contains("[confirmed]") && !sections.contains("[correction]"));
}

#[test]
fn only_a_number_names_an_unknown_word() {
    let env = Environment::new();
    // At a first run the units are asked for.
    env.stdout(&["squat 90kg 5x5"]);
    let mut screen = Screen::open(&env, 80, &["zerfer press 40kg 3x10"]);
    let asked = screen.until("Number (Enter for none): ");
    assert!(asked.contains("1 Overhead Press (Barbell)"), "{asked}");
    screen.says("squat 100kg 5x5");
    screen.until("Say a number from 1 to ");
    screen.says("1");
    let (said, exit) = screen.end();
    assert_eq!(exit, Some(0), "{said}");
    let entry = env.json(&["history", "-n", "1", "--json"]);
    let name = &entry["domain_data"]["strength"]["exercises"][0]["name"];
    assert_eq!(name, "Overhead Press (Barbell)", "{entry}");
}

#[test]
fn an_unknown_name_is_one_of_its_own_domain() {
    let env = Environment::new();
    env.stdout(&["squat 90kg 5x5"]);
    // nothing that is lifted is called like it, and what is eaten is not lifted
    let (said, exit) = Screen::open(&env, 80, &["florbs 40kg 3x8"]).end();
    assert!(!said.contains("Flora"), "{said}");
    assert_eq!(exit, Some(0), "{said}");
    let entry = env.json(&["history", "-n", "1", "--json"]);
    let name = &entry["domain_data"]["strength"]["exercises"][0]["name"];
    assert_eq!(name, "florbs", "{entry}");
    let mut screen = Screen::open(&env, 80, &["ate 100g florbs"]);
    let asked = screen.until("Number (Enter for none): ");
    assert!(asked.contains("Flora"), "{asked}");
    screen.types(ENTER);
    assert_eq!(screen.end().1, Some(0));
}
