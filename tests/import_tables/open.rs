//! What a file leaves open stops its import: it is asked at a terminal, and told elsewhere.

use insta::assert_snapshot;

use super::made::{self, POINT};
use super::{STRONG, there};
use crate::common::environment::Environment;
#[cfg(unix)]
use crate::common::screen::Screen;

fn strong() -> String {
    made::strong(STRONG, ',', POINT, "1h")
}

#[test]
fn a_misspelt_column_costs_no_session_its_weights() {
    let env = Environment::new();
    env.file("whole.csv", &strong());
    env.stdout(&["import", "whole.csv"]);
    let before = there(&env);
    env.file("strong.csv", &strong().replace(",Weight,", ",Wieght,"));
    assert_snapshot!(env.run(&["import", "--yes", "strong.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    strong.csv:1: strong files have a weight, and this one has none
      --map weight=Wieght: it is in “Wieght”
      --accept-missing weight: do without it
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    assert_eq!(there(&env), before);
    let said = env.run(&["import", "--map", "weight=Wieght", "strong.csv"]);
    assert!(
        said.starts_with("Imported 0 entries, 3 already there"),
        "{said}"
    );
    // what was said of a header holds
    let later = strong()
        .replace(",Weight,", ",Wieght,")
        .replace("2026-03", "2026-04");
    env.file("later.csv", &later);
    env.stdout(&["import", "--map", "weight=Wieght", "later.csv"]);
    env.file("latest.csv", &later.replace("2026-04", "2026-05"));
    env.stdout(&["import", "latest.csv"]);
    let before = there(&env);
    let once = made::totals(&made::sets(), made::KM).volume;
    assert_eq!(before.volume, 3.0 * once);
    env.file("strong.csv", &strong().replace(",Weight,", ",Wheight,"));
    // even where it was said that the column is not needed
    let args = [
        "import",
        "--ignore-column",
        "Wheight",
        "--accept-missing",
        "Weight",
        "strong.csv",
    ];
    let said = env.run(&args);
    assert_eq!(there(&env), before, "{said}");
    assert!(
        said.contains("stay as they are") && said.ends_with("exit 3\n"),
        "{said}"
    );
}

#[test]
fn a_column_that_vanished_since_the_last_import_is_asked_about() {
    let env = Environment::new();
    env.file("strong.csv", &strong());
    env.stdout(&["import", "strong.csv"]);
    let without = |text: &str, column: usize| -> String {
        let line = |line: &str| {
            let mut cells: Vec<&str> = line.split(',').collect();
            cells.remove(column);
            cells.join(",") + "\n"
        };
        text.lines().map(line).collect()
    };
    // the seconds are gone, and with them how long the run took
    let later = without(&strong().replace("2026-03", "2026-04"), 8);
    env.file("later.csv", &later);
    assert_snapshot!(env.run(&["import", "--yes", "later.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    later.csv:1: the column “Seconds” was in the last import of strong and is not in this one
      --accept-missing Seconds: do without it
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let said = env.run(&["import", "--accept-missing", "Seconds", "later.csv"]);
    assert!(said.starts_with("Imported 3 entries"), "{said}");
    // what is there already needs no answer, and changes none
    let said = env.run(&["import", "strong.csv", "later.csv"]);
    assert!(
        said.starts_with("Imported 0 entries, 6 already there"),
        "{said}"
    );
    assert!(said.ends_with("exit 0\n"), "{said}");
    // said once, it holds
    env.file("latest.csv", &later.replace("2026-04", "2026-05"));
    let said = env.run(&["import", "latest.csv"]);
    assert!(said.starts_with("Imported 3 entries"), "{said}");
}

#[test]
fn another_table_of_the_same_app_lacks_no_column() {
    let env = Environment::new();
    let (body, _) = super::made::bodyweights(true);
    env.file("FitNotes_BodyTracker.csv", &body);
    let sets = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n\
                2026-01-09,Leg Press,Legs,100.0,kgs,8,,,,\n";
    env.file("FitNotes_Export.csv", sets);
    let said = env.run(&["import", "FitNotes_BodyTracker.csv"]);
    assert!(said.ends_with("exit 0\n"), "{said}");
    let said = env.run(&["import", "FitNotes_Export.csv"]);
    assert!(said.starts_with("Imported 1 entry"), "{said}");
    // of its own kind it is missed, whatever came in between
    let later = body
        .replace("2026-06", "2026-07")
        .replace(",Value,", ",Worth,");
    env.file("FitNotes_BodyTracker.csv", &later);
    let said = env.run(&["import", "FitNotes_BodyTracker.csv"]);
    assert!(!said.ends_with("exit 0\n"), "{said}");
    let fewer = "Date,Exercise,Category,Weight,Weight Unit,Distance,Distance Unit,Time,Comment\n\
                 2026-02-09,Leg Press,Legs,100.0,kgs,,,,\n";
    env.file("FitNotes_Export.csv", fewer);
    let said = env.run(&["import", "FitNotes_Export.csv"]);
    assert!(!said.ends_with("exit 0\n"), "{said}");
}

#[test]
fn a_session_without_its_name_is_no_other_session() {
    let env = Environment::new();
    env.file("strong.csv", &strong());
    env.stdout(&["import", "strong.csv"]);
    let before = there(&env);
    env.file(
        "strong.csv",
        &strong().replace(",Workout Name,", ",Workout Nam,"),
    );
    let said = env.run(&["import", "strong.csv"]);
    assert!(
        said.contains("the column “Workout Name” was in the last import"),
        "{said}"
    );
    assert_eq!(there(&env), before);
}

#[test]
fn a_file_that_was_cut_off_takes_no_sets_away() {
    let text = strong();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let whole_lines = lines[..lines.len() - 2].concat();
    let (in_a_line, _) = text.trim_end().rsplit_once(",525").unwrap_or((&text, ""));
    let in_a_number = &text[..text.find("130.75").unwrap() + 3];
    for cut in [whole_lines.as_str(), in_a_line, in_a_number] {
        let env = Environment::new();
        env.file("strong.csv", &text);
        env.stdout(&["import", "strong.csv"]);
        let before = there(&env);
        env.file("strong.csv", cut);
        let said = env.run(&["import", "strong.csv"]);
        assert_eq!(there(&env), before, "{said}");
        if cut.len() < text.len() {
            assert!(said.contains("1 session stays as it is"), "{said}");
            assert!(said.ends_with("exit 3\n"), "{said}");
        }
    }
}

#[test]
fn a_line_that_cannot_be_read_takes_no_set_away() {
    let env = Environment::new();
    env.file("strong.csv", &strong());
    env.stdout(&["import", "strong.csv"]);
    let before = there(&env);
    env.file("strong.csv", &strong().replace("82.50", "heavy"));
    let said = env.run(&["import", "strong.csv"]);
    assert_eq!(there(&env), before, "{said}");
    assert!(said.contains("\"heavy\" is not a number"), "{said}");
    assert!(said.contains("1 session stays as it is"), "{said}");
}

const RIDES: &str = "\
Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
2026-04-02,Cycling,Cardio,,,,\"1,250\",km,,
";

#[test]
fn a_mark_that_may_be_two_is_asked_about() {
    let env = Environment::new();
    env.file("rides.csv", RIDES);
    assert_snapshot!(env.run(&["import", "--yes", "rides.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    rides.csv:2: “1,250” in the column “Distance” may be 1250 or 1.25
      --decimal point: the point is the decimal mark: 1250
      --decimal comma: the comma is the decimal mark: 1.25
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let said = env.run(&["import", "--decimal", "comma", "rides.csv"]);
    assert!(said.starts_with("Imported 1 entry"), "{said}");
    assert_eq!(there(&env).metres, 1250.0);
}

#[test]
fn an_exercise_of_which_no_set_is_read_is_told() {
    let env = Environment::new();
    let text = made::stronglifts("KG");
    let line = text.lines().nth(1).unwrap();
    let (head, _) = line.split_once(",8,60.00").unwrap();
    let timed = head.replace("Squat (Barbell)", "Plank") + ",,,,,,,,\n";
    env.file("lifts.csv", &(text.clone() + &timed));
    let said = env.run(&["import", "lifts.csv"]);
    assert!(
        said.contains("lifts.csv:6: no set is read from this line"),
        "{said}"
    );
}

#[test]
fn the_other_cells_of_a_file_show_its_mark() {
    for (other, metres) in [
        ("10.5", 1_250_000.0 + 10_500.0),
        ("10,5", 1250.0 + 10_500.0),
    ] {
        let env = Environment::new();
        let text = format!("{RIDES}2026-04-03,Cycling,Cardio,,,,\"{other}\",km,,\n");
        env.file("rides.csv", &text);
        env.stdout(&["import", "rides.csv"]);
        assert_eq!(there(&env).metres, metres, "{other}");
    }
}

#[test]
fn a_value_that_cannot_be_is_asked_about() {
    let env = Environment::new();
    env.file(
        "Activities.csv",
        "Activity Type,Date,Title,Distance,Time\nPool Swim,2026-04-02 18:00:00,Pool,2.5,00:50:00\n",
    );
    assert_snapshot!(env.run(&["import", "--yes", "Activities.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    Activities.csv:2: “2.5” m in 00:50:00 cannot be
      --accept-odd: take it as it stands
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let said = env.run(&["import", "--accept-odd", "Activities.csv"]);
    assert!(said.starts_with("Imported 1 entry"), "{said}");
}

#[test]
fn distances_that_can_only_be_metres_are() {
    let env = Environment::new();
    env.file("strong.csv", &strong().replace(",5.25,", ",5250,"));
    let said = env.run(&["import", "strong.csv"]);
    assert!(said.contains("they can only be metres"), "{said}");
    assert_eq!(there(&env).metres, 5250.0);
}

#[test]
fn a_table_of_ones_own_is_shown_as_it_would_be_read() {
    let env = Environment::new();
    env.file("own.csv", &made::own());
    assert_snapshot!(env.run(&["import", "own.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    own.csv:1: no app is known to write this table; it can be read as date=Datum,exercise=Übung,weight=Gewicht,reps=Wdh,notes=Bemerkung
      2026-03-02  Squat (Barbell): 60 kg × 8, 82.5 kg × 6, 102.25 kg × 4 | Leg Press: 120 kg × 8, 140 kg × 6, 150 kg × 4
      2026-03-05  Bench Press (Barbell): 50 kg × 8, 62.5 kg × 6, 65 kg × 4
      2026-03-19  Deadlift (Barbell): 100 kg × 8, 120.5 kg × 6, 130.75 kg × 4
      --map date=Datum,exercise=Übung,weight=Gewicht,reps=Wdh,notes=Bemerkung: read it so
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let json = env.json(&["import", "--json", "own.csv"]);
    let flag = json["questions"][0]["answers"][0]["flag"].as_str().unwrap();
    assert!(flag.starts_with("--map "), "{flag}");
    // a column of numbers that means nothing known is no certain guess
    let odd = made::own()
        .replace(";Bemerkung", ";Koeffizient")
        .replace(";\n", ";7\n");
    env.file("odd.csv", &odd);
    let said = env.run(&["import", "--yes", "odd.csv"]);
    assert!(
        said.contains("not used: Koeffizient") && said.ends_with("exit 1\n"),
        "{said}"
    );
    let said = env.run(&["import", "--map", "date=Datum,exercise=Name", "odd.csv"]);
    assert!(said.contains("has no column “Name”"), "{said}");
}

#[cfg(unix)]
#[test]
fn at_a_terminal_it_is_asked() {
    let env = Environment::new();
    env.file("rides.csv", RIDES);
    let mut screen = Screen::open(&env, 100, &["import", "rides.csv"]);
    let said = screen.until("Number (Enter leaves the file out): ");
    assert!(said.contains("may be 1250 or 1.25"), "{said}");
    screen.says("7");
    screen.until("Say a number from 1 to 2");
    screen.until("): ");
    screen.says("2");
    let (said, code) = screen.end();
    assert!(said.contains("Imported 1 entry"), "{said}");
    assert_eq!(code, Some(0));
    assert_eq!(there(&env).metres, 1250.0);
}

#[test]
fn an_export_of_ones_own_reaches_only_what_it_holds() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let export = env.stdout(&["export", "--format", "json"]);
    let note: serde_json::Value = serde_json::from_str(&export).unwrap();
    let id = note["sections"][0]["id"].as_str().unwrap();
    let head = export.lines().next().unwrap();
    let forged = [
        format!(
            r#"{{"id":"20261121-1100-aaaa","date":"2026-11-21","time":"11:00:00","kind":"undo","raw":"no","payload":{{"target":"{id}"}},"source":""}},"#
        ),
        r#"{"id":"x-1","date":"-9999-01-01","time":"11:00:00","kind":"note","raw":"squat 100x5","source":""},"#.into(),
        r#"{"id":"x-2","date":"2026-11-20","kind":"note","raw":"---\nsquat 100kg 5x5\n---\n","source":""}"#.into(),
    ];
    env.file(
        "forged.json",
        &format!("{head}\n{}\n]}}\n", forged.join("\n")),
    );
    assert_snapshot!(env.run(&["import", "forged.json"]), @r"
    Imported 1 entry (2026-11-20), 0 already there, 2 lines rejected.
    --- stderr
    forged.json:2: speaks of the note 20261121-1030-mqvc, which does not stand before it in this file
    forged.json:3: -9999-01-01 is no day of a note
    Hint: mend these and import again: what is there already is not doubled
    --- exit 3
    ");
    let history = env.stdout(&["history"]);
    assert!(history.contains("80 kg"), "{history}");
    assert!(history.contains("5 × 5 @ 100 kg"), "{history}");
    let years: Vec<_> = std::fs::read_dir(env.home().join("logs/raw"))
        .unwrap()
        .collect();
    assert_eq!(years.len(), 1);
    // what we wrote ourselves comes in whole
    env.stdout(&["no, 85kg", "--yes"]);
    env.stdout(&["undo"]);
    env.file("own.json", &env.stdout(&["export", "--format", "json"]));
    let other = Environment::new();
    other.file(
        "own.json",
        &std::fs::read_to_string(env.path().join("own.json")).unwrap(),
    );
    let said = other.run(&["import", "own.json"]);
    assert!(said.ends_with("0 lines rejected.\n--- exit 0\n"), "{said}");
    assert_eq!(other.stdout(&["history"]), env.stdout(&["history"]));
}

#[test]
fn an_activity_of_strava_comes_in_once_from_list_and_recording() {
    let env = Environment::new();
    let (text, _) = made::strava();
    env.file("strava/activities.csv", &text);
    env.file("strava/profile.csv", "Athlete ID,Weight\n1,80.0\n");
    env.file("strava/activities/2.tcx", &made::run());
    assert_snapshot!(env.run(&["import", "strava"]), @r"
    Imported 2 entries (2026-04-02 to 2026-04-09), 1 already there, 0 lines rejected.
    1 activity was already there from another file and stays as it is.
    --- stderr
    some files give their times in UTC only: their days are those of this computer's time zone
    --- exit 0
    ");
    assert_eq!(there(&env).metres, 10_022.0 + 21_100.0);
}

#[test]
fn an_export_without_one_of_its_columns_is_asked_about_and_takes_nothing_away() {
    let env = Environment::new();
    env.file("strong.csv", &strong());
    env.stdout(&["import", "strong.csv"]);
    let before = env.stdout(&["history", "--json"]);
    let without: String = strong()
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            cells.remove(4);
            cells.join(",") + "\n"
        })
        .collect();
    env.file("strong.csv", &without);
    assert_snapshot!(env.run(&["import", "--yes", "strong.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    strong.csv:1: strong files have a set, and this one has none
      --accept-missing set: do without it
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    assert_eq!(env.stdout(&["history", "--json"]), before);
    // one without how long it was or which sets were warm-ups stays as it is
    let warm = strong().replacen(",1,60.00,", ",W,60.00,", 1);
    assert_ne!(warm, strong());
    let env = Environment::new();
    env.file("strong.csv", &warm);
    env.stdout(&["import", "strong.csv"]);
    let before = there(&env);
    env.file("strong.csv", &without);
    let said = env.run(&["import", "--accept-missing", "set", "strong.csv"]);
    assert_eq!(there(&env), before, "{said}");
    assert!(
        said.contains("1 session stays as it is: the file has no kind of a row"),
        "{said}"
    );
    assert!(env.stdout(&["history"]).contains("60 min"));
}

const BODYWEIGHT: &str = "\
date,exercise,weight,reps
2026-02-14,Squat,100,5
2026-02-16,Squat,102.5,5
2026-02-17,Pull Up,BW,5
2026-02-19,Squat,105,5
";

#[test]
fn a_cell_that_is_no_number_costs_no_other_its_column() {
    let env = Environment::new();
    env.file("own.csv", BODYWEIGHT);
    let said = env.run(&["import", "--yes", "own.csv"]);
    assert!(said.ends_with("--- exit 1\n"), "{said}");
    assert!(said.contains("2026-02-17  Pull Up: 5 reps"), "{said}");
    let map = "date=date,exercise=exercise,weight=weight,reps=reps";
    assert!(said.contains(&format!("--map {map}: read it so")), "{said}");
    let said = env.run(&["import", "--map", map, "own.csv"]);
    assert!(said.starts_with("Imported 4 entries"), "{said}");
    assert_eq!(there(&env).volume, 307.5 * 5.0);
    // a cell that says nothing known is shown, and its line refused
    let env = Environment::new();
    env.file("own.csv", &BODYWEIGHT.replace("BW", "abc"));
    let said = env.run(&["import", "--yes", "own.csv"]);
    assert!(
        said.contains("own.csv:4: \"abc\" is not a number"),
        "{said}"
    );
    assert!(said.ends_with("--- exit 1\n"), "{said}");
    let said = env.run(&["import", "--map", map, "own.csv"]);
    assert!(said.starts_with("Imported 3 entries"), "{said}");
    assert!(said.ends_with("--- exit 3\n"), "{said}");
    // a map that leaves the column out is asked about, too
    let env = Environment::new();
    env.file("own.csv", BODYWEIGHT);
    let map = "date=date,exercise=exercise,reps=reps";
    let said = env.run(&["import", "--yes", "--map", map, "own.csv"]);
    assert!(
        said.contains("“weight” holds numbers and is not used"),
        "{said}"
    );
    assert_eq!(there(&env).volume, 0.0);
    let args = [
        "import",
        "--map",
        map,
        "--ignore-column",
        "weight",
        "own.csv",
    ];
    assert!(env.run(&args).starts_with("Imported 4 entries"));
}

#[test]
fn units_of_a_file_are_converted_or_asked_for() {
    let env = Environment::new();
    env.file("food.csv", "Date,Meal,Energy (kJ)\n2026-02-14,Lunch,2900\n");
    env.stdout(&["import", "--yes", "food.csv"]);
    let history = env.stdout(&["history"]);
    assert!(history.contains("693.12 kcal"), "{history}");
    let stones = "Date,Exercise,Weight,Weight Unit,Reps\n2026-02-14,Squat,10,stone,5\n";
    env.file("stones.csv", stones);
    env.stdout(&["import", "--yes", "stones.csv"]);
    assert!(env.stdout(&["history"]).contains("1 × 5 @ 140 lb"));
    env.file("odd.csv", &stones.replace("stone", "zonk"));
    let said = env.run(&["import", "--yes", "odd.csv"]);
    assert!(
        said.contains("\"zonk\" is no unit of weight known here"),
        "{said}"
    );
    env.file(
        "odd.csv",
        "Date,Exercise,Weight (zonk),Reps\n2026-02-15,Squat,10,5\n",
    );
    assert_snapshot!(env.run(&["import", "--yes", "odd.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    odd.csv:1: the column “Weight (zonk)” is in “zonk”, which is no unit known here
      --map 'date=Date,exercise=Exercise,reps=Reps,weight:kg=Weight (zonk)': it is in kg
      --map 'date=Date,exercise=Exercise,reps=Reps,weight:lb=Weight (zonk)': it is in lb
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let map = "date=Date,exercise=Exercise,weight:kg=Weight (zonk),reps=Reps";
    env.stdout(&["import", "--map", map, "odd.csv"]);
    assert!(env.stdout(&["history"]).contains("1 × 5 @ 10 kg"));
    // minutes of a column are no seconds
    env.file(
        "runs.csv",
        "Date,Activity,Distance (km),Time (min)\n2026-02-16,Run,5,25\n",
    );
    env.stdout(&["import", "--yes", "runs.csv"]);
    assert!(env.stdout(&["history"]).contains("5 km in 25:00"));
}

#[test]
fn a_column_that_counts_sets_stands_for_so_many() {
    for header in [
        "Date,Exercise,Sets,Reps,Weight",
        "Datum,Oefening,Sets,Herhalingen,Gewicht",
        "Datum,Übung,Sätze,Wdh,Gewicht",
        "Fecha,Ejercicio,Series,Repeticiones,Peso",
        "Data,Ćwiczenie,Serie,Powtórzenia,Ciężar",
        "날짜,운동,세트,횟수,무게",
    ] {
        let env = Environment::new();
        let text = format!("{header}\n2026-02-14,Squat,5,5,100\n2026-02-15,Bench,3,8,60\n");
        env.file("own.csv", &text);
        let said = env.run(&["import", "--yes", "own.csv"]);
        assert!(said.starts_with("Imported 2 entries"), "{header}: {said}");
        assert_eq!(there(&env).volume, 2500.0 + 1440.0, "{header}");
    }
    // where they are numbered they are one each
    let env = Environment::new();
    let text =
        "date,exercise,sets,reps,weight\n2026-02-14,Squat,1,5,100\n2026-02-14,Squat,2,5,100\n";
    env.file("own.csv", text);
    env.stdout(&["import", "--yes", "own.csv"]);
    assert_eq!(there(&env).volume, 1000.0);
    let map = "date=date,exercise=exercise,sets=sets,reps=reps,weight=weight";
    let env = Environment::new();
    env.file("own.csv", text);
    env.stdout(&["import", "--map", map, "own.csv"]);
    assert_eq!(there(&env).volume, 1500.0);
}

#[test]
fn values_beyond_what_the_domains_hold_possible_are_asked_about() {
    let lift = |row: &str| format!("date,exercise,reps,weight\n2026-02-14,Squat,{row}\n");
    let move_ = |row: &str| format!("Activity Type,Date,Title,Distance,Time\n{row}\n");
    for (text, odd) in [
        (lift("5000,60"), "“5000” of reps cannot be"),
        (lift("5,725"), "“725” kg cannot be"),
        (
            move_("Running,2026-04-02 18:00:00,Run,8.2,00:00:00"),
            "“8.2” km in 00:00:00 cannot be",
        ),
        (
            move_("Cycling,2026-04-02 18:00:00,Ride,\"1,250\",00:50:00"),
            "may be 1250 or 1.25",
        ),
    ] {
        let env = Environment::new();
        env.file("file.csv", &text);
        let said = env.run(&["import", "--yes", "file.csv"]);
        assert!(said.contains(odd), "{said}");
        assert!(said.ends_with("--- exit 1\n"), "{said}");
    }
}
