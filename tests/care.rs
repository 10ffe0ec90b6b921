//! Days edited by hand, notes read again, names of one's own.

use insta::assert_snapshot;

use crate::common::environment::Environment;

impl Environment {
    /// Edits today with a `sed` script in place of an editor.
    fn edit(&self, script: &str) -> String {
        let editor = format!("sed -i {script}");
        let output = self
            .command(&["edit"])
            .env("EDITOR", editor)
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .output()
            .unwrap();
        self.show(&output)
    }
}

#[test]
fn an_edited_note_is_read_again_under_its_name() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    env.stdout(&["slept 7h"]);
    let before = env.stdout(&["history", "--json"]);
    let id = |text: &str| {
        let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        first["entry_id"].as_str().unwrap().to_owned()
    };
    assert_snapshot!(env.edit("s/80kg/82.5kg/"), @r"
    Changed 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 82.5 kg
                             volume 2,062.5 kg · estimated one-rep max 96.3 kg
    --- exit 0
    ");
    let after = env.stdout(&["history", "--json"]);
    assert_eq!(id(&before), id(&after));
    assert!(after.contains("82.5"), "{after}");
    assert_snapshot!(env.edit("s/nothing/else/"), @r"
    --- stderr
    Nothing was changed.
    --- exit 0
    ");
    assert_snapshot!(env.edit("/82.5kg/d"), @r"
    Changed 2026-11-21 Sat 10:30
      nothing in it was understood as data
    --- exit 0
    ");
}

#[test]
fn a_correction_that_fits_no_more_is_said() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    env.stdout(&["--yes", "actually that was 85 not 80"]);
    assert!(env.stdout(&["history"]).contains("85 kg"));
    assert_snapshot!(env.edit("s/5x5/3x5/"), @r"
    --- stderr
    warning: 2026-11-21 Sat 10:30 was corrected before, and the correction does not fit its new words
    Hint: say the correction again
    --- exit 0
    ");
    // a remark beside it changes nothing of what was corrected
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    let env = Environment::new();
    assert_snapshot!(env.edit("s/a/b/"), @r#"
    --- stderr
    error: there is nothing on 2026-11-21 to edit
    Hint: Nothing is logged yet. Try: swealog "bench 80kg 5x5, slept 7 hours"
    --- exit 1
    "#);
    env.stdout(&["bench 80kg 5x5"]);
    let raw = env.raw("2026-11-21");
    assert!(env.edit("no-such-command").contains("nothing was changed"));
    assert!(env.edit("d").contains("came back empty"));
    assert_snapshot!(env.run(&["edit"]), @r"
    --- stderr
    error: there is no editor to open
    Hint: set EDITOR, for example with: export EDITOR=nano
    --- exit 2
    ");
    assert_eq!(env.raw("2026-11-21"), raw);
}

#[test]
fn names_of_ones_own_win_and_old_notes_can_follow() {
    let env = Environment::new();
    env.stdout(&["뎃뎃 100kg 5x5, slept 7h"]);
    env.stdout(&["bench 60kg 5x5"]);
    assert_snapshot!(env.run(&["alias"]), @r"
    --- stderr
    You have no names of your own. Add one: swealog name WORD NAME
    --- exit 0
    ");
    assert_snapshot!(env.run(&["alias", "add", "뎃뎃", "Deadlift (Barbel)"]), @r#"
    --- stderr
    error: there is nothing named "Deadlift (Barbel)"
    Hint: did you mean "Deadlift (Barbell)", "Deadlift (Dumbbell)", "Deadlift (Band)"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["alias", "add", "뎃뎃", "Deadlift (Barbell)"]), @r"
    뎃뎃 stands for Deadlift (Barbell) from now on. 1 note that holds it is read anew.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["alias", "add", "bench", "Bench Press (Dumbbell)"]), @r"
    bench stands for Bench Press (Dumbbell) from now on. It meant Bench Press (Barbell) before.
    --- stderr
    To read older notes this way, too: swealog reparse
    --- exit 0
    ");
    assert_snapshot!(env.run(&["alias"]), @r"
    bench  Bench Press (Dumbbell)
    뎃뎃   Deadlift (Barbell)
    --- stderr
    They are in [DIR]/config/swealog/aliases.yaml
    --- exit 0
    ");
    assert_snapshot!(env.run(&["reparse"]), @r"
    2026-11-21 Sat 10:30  bench 60kg 5x5
      - Bench Press (Barbell)  5 × 5 @ 60 kg
      + Bench Press (Dumbbell)  5 × 5 @ 60 kg
    2 notes read again, 1 would change.
    --- stderr
    Nothing is changed without your word: --yes takes it all.
    --- exit 0
    ");
    assert!(env.stdout(&["history"]).contains("데드리프트"));
    let written = env.stdout(&["reparse", "--yes"]);
    assert!(
        written.ends_with("2 notes read again, 1 changed.\n"),
        "{written}"
    );
    assert!(env.stdout(&["history"]).contains("데드리프트"));
    assert_snapshot!(env.run(&["reparse"]), @r"
    2 notes read again, nothing is different.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["alias", "remove", "bensh"]), @r#"
    --- stderr
    error: "bensh" is no word of yours
    Hint: did you mean "bench"?
    --- exit 1
    "#);
    assert_snapshot!(env.run(&["alias", "remove", "bench"]), @r"
    bench does not stand for Bench Press (Dumbbell) any more. 1 note that holds it is read anew.
    --- exit 0
    ");
    let said = env.stdout(&["bench 60kg 5x5"]);
    assert!(said.contains("Bench Press (Barbell)"), "{said}");
}

#[test]
fn one_word_names_what_nobody_knew() {
    let env = Environment::new();
    let said = env.stdout(&["wobble press 40 3x10, bench 80 5x5"]);
    assert!(said.contains("wobble press"), "{said}");
    assert!(!said.contains("Overhead Press"), "{said}");
    let named = env.json(&["name", "--json", "wobble press", "Overhead Press (Barbell)"]);
    assert_eq!(named["read_again"], 1);
    let history = env.stdout(&["history"]);
    assert!(history.contains("Overhead Press"), "{history}");
    let taken = env.stdout(&["name", "--remove", "wobble press"]);
    assert!(
        taken.contains("1 note that holds it is read anew"),
        "{taken}"
    );
    assert!(!env.stdout(&["history"]).contains("Overhead Press"));
}

#[test]
fn no_number_crosses_an_unknown_word() {
    let env = Environment::new();
    let said = env.stdout(&["bulgarian zercher press 40kg 3x8"]);
    assert!(
        said.contains("\"bulgarian zercher press\" is not a known name"),
        "{said}"
    );
    let said = env.stdout(&["ran 5k, wobbled 12 minutes"]);
    assert!(
        said.contains("run  5 km\n  not read: wobbled 12 minutes"),
        "{said}"
    );
    let said = env.stdout(&["ran 5k, my watch says 25:30"]);
    assert!(said.contains("5 km in 25:30"), "{said}");
    env.stdout(&["bench 80kg zzurp 12 reps"]);
    env.stdout(&["name", "zzurp", "Leg Press"]);
    let history = env.stdout(&["history"]);
    assert!(history.contains("Leg Press (Machine)"), "{history}");
    assert!(!history.contains("zzurp  "), "{history}");
}

#[test]
fn what_was_not_read_is_said_in_the_echo_and_in_json() {
    let env = Environment::new();
    let said = env.stdout(&["yoga 45 min + 10 min gong bath"]);
    assert!(said.contains("not read: 10 min gong bath"), "{said}");
    let korean = env.stdout(&["400m 트랙 24분, 깃발 12개"]);
    assert!(korean.contains("못 읽음"), "{korean}");
    let read = env.json(&["parse", "--json", "ran 5k, wobbled 12 minutes"]);
    assert_eq!(read["unread"][0]["text"], "wobbled 12 minutes");
    assert_eq!(read["unread"][0]["clause"], "wobbled 12 minutes");
    let whole = env.json(&["parse", "--json", "bench 80kg 5x5"]);
    assert!(whole.get("unread").is_none(), "{whole}");
    let history = env.stdout(&["history", "--json"]);
    assert!(history.contains("10 min gong bath\",\"clause"), "{history}");
}

#[test]
fn a_broken_file_of_names_costs_only_itself() {
    let env = Environment::new();
    env.file(
        "config/swealog/aliases.yaml",
        "strength: {x: Nothing, y: [}",
    );
    let said = env.run(&["bench 80kg 5x5"]);
    assert!(
        said.contains("aliases.yaml:1:") && said.contains("5 × 5 @ 80 kg"),
        "{said}"
    );
    env.file(
        "config/swealog/aliases.yaml",
        "strength: {xx: Nothing}\nstones: {a: b}\n",
    );
    assert_snapshot!(env.run(&["bench 80kg 5x5"]), @r#"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
                             last time, 2026-11-21: 5 × 5 @ 80 kg
                             record: 80 kg, 2026-11-21
    --- stderr
    warning: [DIR]/config/swealog/aliases.yaml: there is no domain "stones" for "a"
    Hint: mend the file; everything else goes on working
    warning: [DIR]/config/swealog/aliases.yaml: "xx" is to mean "Nothing", which is no name
    Hint: mend the file; everything else goes on working
    --- exit 0
    "#);
}

#[test]
fn what_was_corrected_stays_when_notes_are_read_again() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    env.stdout(&["--yes", "actually that was 85 not 80"]);
    assert_snapshot!(env.run(&["reparse", "--yes"]), @r"
    1 note read again, nothing is different.
    --- exit 0
    ");
    env.stdout(&["alias", "add", "bench", "Bench Press (Dumbbell)"]);
    env.stdout(&["reparse", "--yes"]);
    let history = env.stdout(&["history"]);
    assert!(
        history.contains("Bench Press (Dumbbell)") && history.contains("@ 85 kg"),
        "{history}"
    );
}

#[test]
fn reading_again_leaves_imported_rows() {
    let env = Environment::new();
    env.file(
        "strong.csv",
        "Date,Exercise Name,Set Order,Weight,Reps\n2026-10-01 10:00:00,Squat,1,100,5\n",
    );
    env.stdout(&["import", "strong.csv"]);
    assert_snapshot!(env.run(&["reparse"]), @r"
    0 notes read again, nothing is different. 1 note from another app or a model stays as it is.
    --- exit 0
    ");
}

#[test]
fn every_measure_far_from_its_history_is_marked_and_no_slip_hides_the_next() {
    for (usual, slip, place) in [
        ("weight 78.4 kg", "weight 187.4 kg", "bodyweight"),
        ("weight 78.4 kg", "weight 48 kg", "bodyweight"),
        ("9000 steps", "90000 steps", "steps"),
        ("slept 7h", "slept 15h", "sleep_hours"),
        ("pull ups 3x8", "pull ups 3x80", "sets[0].reps"),
        ("plank 1:00", "plank 10:00", "sets[0].duration_seconds"),
        ("biked 20 km 50 min", "biked 200 km 7 h", "distance"),
        ("oatmeal 80 g", "oatmeal 800 g", "amount"),
        (
            "incline bench 42.5kg 4x8",
            "incline bench 425kg 4x8",
            "sets[0].weight",
        ),
    ] {
        let mut env = Environment::new();
        for day in ["2026-11-10", "2026-11-13", "2026-11-17"] {
            env.at(&format!("{day}T08:00")).stdout(&[usual]);
        }
        for day in ["2026-11-18", "2026-11-19"] {
            env.at(&format!("{day}T08:00")).stdout(&[slip]);
            let entry = env.json(&["history", "-n", "1", "--json"]);
            let marked = entry["uncertain_fields"].as_array();
            let marked = marked
                .into_iter()
                .flatten()
                .filter_map(|field| field.as_str());
            let marked: Vec<&str> = marked.collect();
            assert!(
                marked.iter().any(|field| field.ends_with(place)),
                "{slip} on {day}: {marked:?}"
            );
        }
        env.at("2026-11-20T08:00").stdout(&[usual]);
        let entry = env.json(&["history", "-n", "1", "--json"]);
        assert_eq!(entry.get("uncertain_fields"), None, "{usual}");
    }
}

#[test]
fn a_value_that_is_still_doubtful_is_no_plain_record() {
    let mut env = Environment::new();
    for day in ["2026-11-10", "2026-11-13", "2026-11-17"] {
        env.at(&format!("{day}T08:00")).stdout(&["squat 100kg 2x5"]);
    }
    let said = env.at("2026-11-18T08:00").stdout(&["squat 300kg 3x5"]);
    assert!(
        said.contains("uncertain: Squat (Barbell), set 1 to 3, weight = 300"),
        "{said}"
    );
    let said = env.at("2026-11-19T08:00").stdout(&["squat 90kg 3x5"]);
    let marked = "record: 100 kg, 2026-11-10; uncertain: 300 kg, 2026-11-18";
    assert!(said.contains(marked), "{said}");
    let said = env.at("2026-11-20T08:00").stdout(&["squat 105kg 3x5"]);
    let beaten = "new record: 105 kg (before: 100 kg, 2026-11-10; uncertain: 300 kg, 2026-11-18)";
    assert!(said.contains(beaten), "{said}");
    let learned = env.stdout(&["context"]);
    assert!(learned.contains("105 kg"), "it is a record: {learned}");
    let stats = env.stdout(&["stats", "strength"]);
    assert!(
        stats.contains("300 kg × 5 on 2026-11-18  uncertain"),
        "{stats}"
    );
    let korean = env.in_locale("ko_KR.UTF-8").stdout(&["stats", "strength"]);
    assert!(korean.contains("불확실"), "{korean}");
    let record = &env.json(&["stats", "--json", "strength"])["records"][0];
    assert_eq!(record["uncertain"], true, "{record}");
}
