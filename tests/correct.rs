//! Corrections: the note that is meant is found, the change is shown, written beside, and applied.

use insta::assert_snapshot;
use serde_json::json;

use crate::common::environment::{Environment, NOW};

/// Three days of notes; today is the Saturday after.
fn with_notes() -> Environment {
    let mut env = Environment::new();
    for (now, note) in [
        ("2026-11-16T18:00", "squat 100kg 5x5"),
        ("2026-11-20T18:00", "벤치 80kg 5x5"),
        ("2026-11-20T19:00", "ran 5k in 25:30, 3 eggs"),
        ("2026-11-21T09:00", "bench 85 3x5, slept 7 hours"),
    ] {
        env.at(now).stdout(&["log", note]);
    }
    env.at(NOW);
    env
}

#[test]
fn a_thing_named_after_a_no_is_put_right() {
    let env = with_notes();
    let said = env.stdout(&["--yes", "no, the bench was 90kg"]);
    assert!(said.contains("weight (sets 1 to 3): 85 → 90 kg"), "{said}");
    // a "no" that takes nothing back is part of a note
    for note in [
        "no, gym was closed, ran 6k",
        "no bench today, squat was 90kg",
    ] {
        let said = env.stdout(&[note]);
        assert!(said.starts_with("Logged"), "{note}: {said}");
    }
}

#[test]
fn the_old_value_finds_the_note() {
    let env = with_notes();
    assert_snapshot!(env.run(&["--yes", "actually that was 185 not 85"]), @r"
    Corrected 2026-11-21 Sat 09:00
      Bench Press (Barbell), weight (sets 1 to 3): 85 → 185 kg
    --- exit 0
    ");
    assert_snapshot!(env.raw("2026-11-21"), @r#"
    ## 09:00
    bench 85 3x5, slept 7 hours

    ## 10:30 [correction]
    actually that was 185 not 85
    <!-- {"target":"20261121-0900-htvw","delta":[{"path":"strength.exercises[0].sets[0].weight","before":85,"after":185},{"path":"strength.exercises[0].sets[1].weight","before":85,"after":185},{"path":"strength.exercises[0].sets[2].weight","before":85,"after":185}]} -->
    "#);
    assert_snapshot!(env.run(&["history", "-n", "1"]), @r"
    2026-11-21 Sat
      09:00  bench 85 3x5, slept 7 hours  20261121-0900-htvw
             Bench Press (Barbell)  3 × 5 @ 185 kg
             slept 7 h
             corrected: actually that was 185 not 85  20261121-1030-dgfc
               Bench Press (Barbell), weight (sets 1 to 3): 85 → 185 kg
    --- exit 0
    ");
    let answer = env.json(&["ask", "--json", "heaviest bench?"]);
    assert_eq!(answer["facts"][0]["value"], 185.0);
}

#[test]
fn day_subject_unit_and_rows_are_read() {
    for (text, expected) in [
        (
            "어제 벤치 80 아니고 85였어",
            "고쳤어요: 2026-11-20 (금) 18:00\n  벤치프레스, 무게 (세트 1~5): 80 → 85 kg\n",
        ),
        (
            "the squat on monday was 3 sets not 5",
            "Corrected 2026-11-16 Mon 18:00\n  Squat (Barbell), sets 4 to 5: taken out\n",
        ),
        (
            "no, it was 4 reps",
            "Corrected 2026-11-21 Sat 09:00\n  Bench Press (Barbell), reps (sets 1 to 3): 5 → 4\n",
        ),
        (
            "the run yesterday was 6 km, not 5",
            "Corrected 2026-11-20 Fri 19:00\n  distance (run 1): 5 → 6 km\n",
        ),
        (
            "no, the run yesterday was 26:30 not 25:30",
            "Corrected 2026-11-20 Fri 19:00\n  duration (run 1): 25:30 → 26:30\n",
        ),
        (
            "actually I slept 6 hours not 7",
            "Corrected 2026-11-21 Sat 09:00\n  sleep hours: 7 → 6\n",
        ),
        (
            "어제 벤치 80kg 아니라 180lb였어",
            "고쳤어요: 2026-11-20 (금) 18:00\n  벤치프레스, 무게 (세트 1~5): 80 kg → 180 lb\n",
        ),
        (
            "그거 85 말고 90이야",
            "고쳤어요: 2026-11-21 (토) 09:00\n  벤치프레스, 무게 (세트 1~3): 85 → 90 kg\n",
        ),
    ] {
        assert_eq!(with_notes().stdout(&["--yes", text]), expected, "{text}");
    }
}

#[test]
fn figures_that_were_estimated_follow() {
    let env = with_notes();
    env.stdout(&["--yes", "actually 4 eggs not 3"]);
    let history = env.stdout(&["history", "--json", "--domain", "nutrition"]);
    let entry: serde_json::Value = serde_json::from_str(&history).unwrap();
    let egg = &entry["domain_data"]["nutrition"]["meals"][0]["items"][0];
    assert_eq!((&egg["amount"], &egg["kcal"]), (&json!(4), &json!(288)));
    assert_eq!(entry["corrections"][0]["text"], "actually 4 eggs not 3");
}

#[test]
fn no_note_that_fits_is_said_and_nothing_is_written() {
    let env = with_notes();
    let before = env.raw("2026-11-21");
    assert_snapshot!(env.run(&["--yes", "actually the deadlift was 100 not 90"]), @r"
    --- stderr
    warning: no note fits this correction; nothing was written
    Hint: name what it is about and its day; `history` lists your notes
    --- exit 1
    ");
    assert_eq!(env.raw("2026-11-21"), before);
    let object = env.json(&["--yes", "--json", "actually the deadlift was 100 not 90"]);
    assert_eq!(object["status"], "partial");
}

#[test]
fn what_becomes_of_a_correction_is_told_in_its_language() {
    let env = with_notes();
    assert_snapshot!(env.run(&["--yes", "아니 데드리프트 90 말고 100이었어"]), @r"
    --- stderr
    warning: 맞는 메모를 찾지 못해 아무것도 고치지 않았어요
    Hint: 무엇을 언제 한 것인지 함께 적어 주세요. 메모 목록은 `history`
    --- exit 1
    ");
}

#[test]
fn of_several_notes_one_is_chosen_and_the_choice_holds_for_the_day() {
    let mut env = Environment::new();
    env.at("2026-11-20T08:00").stdout(&["log", "bench 80 3x5"]);
    env.at("2026-11-20T18:00").stdout(&["log", "bench 80 2x8"]);
    env.at("2026-11-20T20:00").stdout(&["log", "slept well"]);
    env.at(NOW);
    assert_snapshot!(env.run(&["actually bench yesterday was 82 not 80"]), @r#"
    --- stderr
    Which one do you mean by "bench yesterday was 82 not 80"?
      1  2026-11-20 Fri 08:00  bench 80 3x5
      2  2026-11-20 Fri 18:00  bench 80 2x8
    This waits for your word: swealog resume [SESSION] "…"
    --- exit 4
    "#);
    assert_snapshot!(env.run(&["resume", "3"]), @r#"
    --- stderr
    error: "3" is none of the notes
    Hint: answer with a number from 1 to 2
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["--yes", "resume", "1"]), @r"
    Corrected 2026-11-20 Fri 08:00
      Bench Press (Barbell), weight (sets 1 to 3): 80 → 82 kg
    --- exit 0
    ");
    env.stdout(&["undo"]);
    assert_snapshot!(env.run(&["--yes", "actually bench yesterday was 81 not 80"]), @r"
    Corrected 2026-11-20 Fri 08:00
      Bench Press (Barbell), weight (sets 1 to 3): 80 → 81 kg
    --- stderr
    The note you chose before is taken: 2026-11-20 Fri 08:00  bench 80 3x5
    --- exit 0
    ");
    env.stdout(&["undo"]);
    env.at("2026-11-22T10:30");
    let next_day = env.output(&["--yes", "actually bench on friday was 81 not 80"]);
    assert_eq!(next_day.status.code(), Some(4), "asked again the day after");
}

#[test]
fn a_new_note_is_previewed_where_the_settings_say_so() {
    let env = Environment::new();
    env.config("approval: always\n");
    assert_snapshot!(env.run(&["bench 80 3x5"]), @r#"
    --- stderr
    kg is taken where no unit is written. To change that: swealog config set units.mass lb
    To be saved: 2026-11-21 Sat 10:30  bench 80 3x5
      Bench Press (Barbell)  3 × 5 @ 80 kg
    This waits for your word: swealog resume [SESSION] --approve, --reject or --refine "…"
    --- exit 4
    "#);
    assert!(env.raw("2026-11-21").contains("bench 80 3x5"), "raw first");
    assert_snapshot!(env.run(&["resume", "--approve"]), @r"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  3 × 5 @ 80 kg
                             volume 1,200 kg · estimated one-rep max 93.3 kg
    --- exit 0
    ");
    assert_eq!(env.output(&["squat 90 3x5"]).status.code(), Some(4));
    env.output(&["resume", "--reject"]);
    let history = env.stdout(&["history", "--json"]);
    assert_eq!(
        history.lines().count(),
        1,
        "the rejected note was taken back"
    );
    assert!(env.stdout(&["--yes", "squat 90 3x5"]).starts_with("Logged"));
}

/// A note, the correction right after it, and what the changes say.
fn right_after(note: &str, correction: &str, expected: &[&str]) {
    let env = Environment::new();
    env.stdout(&["log", note]);
    let shown = env.run(&["--yes", correction]);
    let corrected = ["Corrected ", "고쳤어요: "].map(|word| shown.starts_with(word));
    assert!(corrected.contains(&true), "{correction}: {shown}");
    for part in expected {
        assert!(shown.contains(part), "{correction}: {shown}");
    }
    assert_eq!(env.raw("2026-11-21").matches("[correction]").count(), 1);
}

#[test]
fn one_row_is_named_and_only_it_changes() {
    let note = "bench 80kg x8, 80kg x8, 80kg x8";
    right_after(note, "last set was 6 not 8", &["(set 3): 8 → 6"]);
    right_after(note, "마지막 세트 8개 아니고 6개였어", &["(세트 3): 8 → 6"]);
    right_after(
        note,
        "actually that second set was 7 reps",
        &["(set 2): 8 → 7"],
    );
    right_after(
        "bench 80kg 8,8,7",
        "last set was 6 not 8",
        &["(set 2): 8 → 6"],
    );
}

#[test]
fn a_bare_number_is_shown_before_it_is_written() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 5x5"]);
    assert_snapshot!(env.run(&["no, 90"]), @r#"
    --- stderr
    To be corrected: 2026-11-21 Sat 10:30  bench 80 5x5
      Bench Press (Barbell), weight (sets 1 to 5): 80 → 90 kg
    This waits for your word: swealog resume [SESSION] --approve, --reject or --refine "…"
    --- exit 4
    "#);
}

#[test]
fn a_value_that_was_left_out_is_no_record_and_is_filled_in() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 5x5"]);
    let shown = env.stdout(&["log", "bench 900 1x1"]);
    assert!(shown.contains("last time"), "{shown}");
    assert!(!shown.contains("record"), "{shown}");
    let corrected = env.stdout(&["--yes", "no, 90"]);
    assert!(corrected.contains("weight (set 1): 90 kg"), "{corrected}");
}

#[test]
fn what_was_meant_is_said_anew() {
    let note = "squat 100kg 5x5";
    let expected = ["reps (sets 1 to 3): 5 → 4", "sets 4 to 5: taken out"];
    right_after(note, "I meant 3x4", &expected);
    right_after(
        note,
        "3x4 말한거야",
        &["횟수 (세트 1~3): 5 → 4", "세트 4~5: 뺌"],
    );
    right_after(note, "sorry, 90kg", &["100 → 90 kg"]);
    right_after(note, "아니 85kg", &["100 → 85 kg"]);
    right_after("deadlift 140kg 5,5,4", "no, 3x5", &["(set 3): 4 → 5"]);
}

#[test]
fn a_value_right_against_another_corrects_the_note_of_its_day() {
    let mut env = Environment::new();
    env.at("2026-11-20T18:00").stdout(&["log", "5km 뛰었어"]);
    env.at("2026-11-21T10:30");
    let shown = env.run(&["--yes", "어제 5km 아니고 6km 뛰었어"]);
    assert!(shown.contains("5 → 6 km"), "{shown}");
    assert!(env.raw("2026-11-20").contains("[correction]"));
}

#[test]
fn words_that_only_sound_like_it_are_notes() {
    let env = Environment::new();
    for note in [
        "아니 오늘 벤치 80kg 5x5 했는데 힘들다",
        "no rest today",
        "squat 100kg 5x5, not 6 like planned",
    ] {
        let logged = env.json(&["--json", note]);
        assert_eq!(logged["status"], "logged", "{note}");
    }
}

#[test]
fn a_note_older_than_the_newest_is_found_by_its_day_and_by_its_subject() {
    let mut env = Environment::new();
    env.at("2026-10-01T10:00")
        .stdout(&["log", "deadlift 140kg 3x5"]);
    env.at("2026-10-02T10:00").stdout(&["log", "ohp 50kg 3x5"]);
    env.at("2026-11-21T10:30");
    for day in 1..=20 {
        let date = format!("2026-11-{day:02}");
        env.stdout(&["log", "--date", &date, "bench 80kg 5x5, slept 7 hours"]);
        env.stdout(&["log", "--date", &date, "squat 100kg 5x5"]);
    }
    let shown = env.run(&["--yes", "on 2026-10-01 deadlift was 145 not 140"]);
    assert!(shown.contains("Corrected 2026-10-01"), "{shown}");
    let shown = env.run(&["--yes", "actually ohp was 55 not 50"]);
    assert!(shown.contains("Corrected 2026-10-02"), "{shown}");
}

#[test]
fn a_row_of_the_note_before_is_said_anew_without_an_opener() {
    for (text, expected) in [
        ("second set was 6", "reps (set 2): 5 → 6"),
        ("2nd set was 82.5kg", "weight (set 2): 80 → 82.5 kg"),
        ("the last set was 3 reps", "reps (set 5): 5 → 3"),
        ("second set was 85kg x 5", "weight (set 2): 80 → 85 kg"),
        ("두번째 세트 6개였어", "횟수 (세트 2): 5 → 6"),
        ("no, 4th set was 3", "reps (set 4): 5 → 3"),
        ("네번째 세트는 4개였어", "횟수 (세트 4): 5 → 4"),
    ] {
        let env = Environment::new();
        env.stdout(&["log", "bench 80kg 5x5"]);
        let shown = env.run(&[text]);
        assert!(
            shown.contains(expected) && shown.contains("--approve"),
            "{text}: {shown}"
        );
        let corrected = env.stdout(&["--yes", text]);
        assert!(corrected.contains(expected), "{text}: {corrected}");
    }
}

#[test]
fn a_row_that_no_note_of_the_day_has_is_a_note() {
    let mut env = Environment::new();
    assert!(env.stdout(&["second set was 6"]).starts_with("Logged"));
    env.at("2026-11-20T10:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-21T10:00");
    assert!(env.stdout(&["second set was 6"]).starts_with("Logged"));
    env.stdout(&["log", "bench 80kg x5"]);
    assert!(env.stdout(&["second set was 6"]).starts_with("Logged"));
    env.stdout(&["log", "bench 80kg 5x5"]);
    assert!(env.stdout(&["second set was hard"]).starts_with("Logged"));
}
