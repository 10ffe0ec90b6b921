//! Taking everything out, and in again.

use crate::common::environment::Environment;

const SESSIONS: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-10-05 18:30:10,\"Legs\",45m,\"Squat (Barbell)\",W,60.0,8,0,0,\"\",\"slow\",
2026-10-05 18:30:10,\"Legs\",45m,\"Squat (Barbell)\",1,100.5,5,0,0,\"belt\",\"slow\",8
2026-10-05 18:30:10,\"Legs\",45m,\"Plank\",1,0,0,0,90,\"\",\"slow\",
";

/// A home with an import, notes, a correction, an undo and an edit by hand.
fn lived_in() -> Environment {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.stdout(&["import", "strong.csv"]);
    env.stdout(&["log", "bench 80kg 5x5, slept 7 hours"]);
    env.stdout(&["log", "ran 5k in 25:30"]);
    env.stdout(&["--yes", "actually that run was 6k"]);
    env.stdout(&["log", "row 50kg 3x8"]);
    env.stdout(&["undo"]);
    env.stdout(&["log", "--date", "yesterday", "벤치 60kg 8회 3세트"]);
    let path = env.home().join("logs/raw/2026/11/2026-11-20.md");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("60kg", "62.5kg")).unwrap();
    env
}

#[test]
fn through_json_nothing_is_lost() {
    let env = lived_in();
    let exported = env.stdout(&["export", "--format", "json"]);
    env.file("export.json", &exported);
    let other = env.path().join("other");
    let home = other.to_str().unwrap();
    let said = env.stdout(&["--home", home, "import", "export.json"]);
    assert!(said.starts_with("Imported "), "{said}");
    assert_eq!(env.stdout(&["--home", home, "export"]), exported);
    assert_eq!(
        env.stdout(&["--home", home, "history", "--json", "-n", "100"]),
        env.stdout(&["history", "--json", "-n", "100"])
    );
    let again = env.stdout(&["--home", home, "import", "export.json"]);
    assert!(again.starts_with("Imported 0 entries"), "{again}");
    assert_eq!(env.stdout(&["--home", home, "export"]), exported);
}

#[test]
fn a_damaged_export_gives_the_lines_that_are_whole() {
    let env = lived_in();
    let exported = env.stdout(&["export"]);
    let count = exported.lines().count() - 2;
    let cut = &exported[..exported.len() - 40];
    env.file("export.json", cut);
    let other = env.path().join("other");
    let output = env.output(&["--home", other.to_str().unwrap(), "import", "export.json"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with(&format!("Imported {} entries", count - 1)),
        "{said}"
    );
    let why = String::from_utf8(output.stderr).unwrap();
    assert!(
        why.contains(&format!("export.json:{}: is damaged", count + 1)),
        "{why}"
    );
}

#[test]
fn sets_go_out_as_strong_writes_them_and_come_in_again() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.stdout(&["import", "strong.csv"]);
    let table = env.stdout(&["export", "--format", "strong-csv"]);
    insta::assert_snapshot!(table, @r"
    Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
    2026-10-05 18:30:10,Legs,45m,Squat (Barbell),W,60,8,0,0,belt,slow,
    2026-10-05 18:30:10,Legs,45m,Squat (Barbell),1,100.5,5,0,0,,slow,8
    2026-10-05 18:30:10,Legs,45m,Plank,1,0,0,0,90,,slow,
    ");
    env.file("again.csv", &table);
    let other = env.path().join("other");
    let home = other.to_str().unwrap();
    env.stdout(&["--home", home, "import", "again.csv"]);
    let data = |lines: String| -> Vec<serde_json::Value> {
        let object = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        lines
            .lines()
            .map(|line| object(line)["domain_data"].clone())
            .collect()
    };
    assert_eq!(
        data(env.stdout(&["--home", home, "history", "--json"])),
        data(env.stdout(&["history", "--json"]))
    );
}

#[test]
fn a_table_has_a_line_a_set() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.stdout(&["import", "strong.csv"]);
    let table = env.stdout(&["export", "--format", "csv"]);
    let header = table.lines().next().unwrap();
    assert!(
        header.starts_with("date,time,entry_id,text,domain,"),
        "{header}"
    );
    assert!(
        header.contains("strength.exercises.sets.weight"),
        "{header}"
    );
    assert!(table.contains("Squat (Barbell),"), "{table}");
    assert_eq!(table.matches("2026-10-05,18:30").count(), 3);
}

#[test]
fn to_a_file_and_for_some_days() {
    let env = lived_in();
    let said = env.stdout(&[
        "export",
        "--format",
        "md",
        "--from",
        "2026-11-20",
        "-o",
        "notes.md",
    ]);
    assert_eq!(
        said,
        "Exported 3 entries (2026-11-20 to 2026-11-21) to notes.md.\n"
    );
    let text = std::fs::read_to_string(env.path().join("notes.md")).unwrap();
    assert!(
        text.contains("# 2026-11-21 Sat\n\n## 10:30\n\nbench 80kg 5x5"),
        "{text}"
    );
    assert!(!text.contains("Squat"), "{text}");
    insta::assert_snapshot!(env.run(&["export", "--format", "cvs"]), @r"
    --- stderr
    error: invalid value 'cvs' for '--format <FORMAT>'
      [possible values: json, md, csv, strong-csv]

    For more information, try '--help'.
    --- exit 2
    ");
}
