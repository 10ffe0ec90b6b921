//! Bringing in Markdown and CSV: once, twice, in part.

use insta::assert_snapshot;

use crate::common::environment::Environment;
use crate::import_tables::made::recording;

const SESSIONS: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",1,100.0,5,0,0,\"\",\"\",
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",Rest Timer,0,0,0,120,\"\",\"\",
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",2,100.0,5,0,0,\"\",\"\",8
2026-10-07 07:00:00,\"Push\",30m,\"Bench Press (Barbell)\",1,82.25,3,0,0,\"\",\"\",
";

const KOREAN: &str = "\
날짜,워크아웃 이름,지속 시간,운동 이름,세트 순서,체중,렙,거리,초,RPE
2026-10-09 19:00:00,\"저녁\",1시간 5분,\"Deadlift (Barbell)\",1,140.0,3.0,0,0.0,
";

#[test]
fn importing_twice_changes_nothing() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.file("korean.csv", KOREAN);
    assert_snapshot!(env.run(&["import", "strong.csv", "korean.csv"]), @r"
    Imported 3 entries (2026-10-05 to 2026-10-09), 0 already there, 0 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    korean.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb korean.csv
    --- exit 0
    ");
    let before = env.raw("2026-10-05");
    assert_snapshot!(before, @r#"
    ## 18:30 [imported]
    Legs (45 min)
    Squat (Barbell): 100 kg × 5, 100 kg × 5 RPE 8
    <!-- {"source":"strong","identity":"84b3387cc092cd5c437ebd023eac4cfe","session":"2026-10-05T18:30:00 Legs","unit":"kg","rows":[{"exercise":"Squat (Barbell)","set":"1","weight":100,"reps":5},{"exercise":"Squat (Barbell)","set":"2","weight":100,"reps":5,"rpe":8}]} -->
    "#);
    assert_snapshot!(env.run(&["import", "strong.csv", "korean.csv"]), @r"
    Imported 0 entries, 3 already there, 0 lines rejected.
    --- exit 0
    ");
    assert_eq!(env.raw("2026-10-05"), before);
    assert_snapshot!(env.run(&["history"]), @r"
    2026-10-05 Mon
      18:30  Legs (45 min) …  20261005-1830-gbcb
             Squat (Barbell)  1 × 5 @ 100 kg, 1 × 5 @ 100 kg RPE 8
             session          45 min

    2026-10-07 Wed
      07:00  Push (30 min) …  20261007-0700-rhcj
             Bench Press (Barbell)  1 × 3 @ 82.25 kg
             session                30 min

    2026-10-09 Fri
      19:00  저녁 (65 min) …  20261009-1900-pkrf
             데드리프트  1 × 3 @ 140 kg
             전체        65분
    --- exit 0
    ");
}

#[test]
fn a_dry_run_writes_nothing() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    assert_snapshot!(env.run(&["import", "--dry-run", "strong.csv"]), @r"
    Would import 2 entries (2026-10-05 to 2026-10-07), 0 already there, 0 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    --- exit 0
    ");
    assert!(!env.home().exists());
}

#[test]
fn bad_lines_are_named_and_the_rest_is_imported() {
    let env = Environment::new();
    let text = SESSIONS.replace("82.25,3", "heavy,3");
    env.file("strong.csv", &text);
    env.file("other.csv", "title,price\nshoes,90\n");
    assert_snapshot!(env.run(&["import", "strong.csv", "other.csv"]), @r#"
    Imported 1 entry (2026-10-05), 0 already there, 2 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    strong.csv:5: "heavy" is not a number we can use
    other.csv:1: no importer knows this kind of file; it begins "title,price"
    Hint: it reads tables of strong, stronglifts, fitnotes, hevy, fitbod, wger, google fit, garmin, strava, myfitnesspal, any other table with --map, fit, tcx, gpx, apple health, markdown
    --- exit 3
    "#);
    // mended and imported again: only what was missing comes in
    env.file("strong.csv", SESSIONS);
    assert_snapshot!(env.run(&["import", "strong.csv"]), @r"
    Imported 1 entry (2026-10-07), 1 already there, 0 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    --- exit 0
    ");
}

#[test]
fn a_session_that_changed_replaces_the_earlier_one() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.run(&["import", "strong.csv"]);
    env.file("strong.csv", &SESSIONS.replace("82.25,3", "85,3"));
    assert_snapshot!(env.run(&["import", "strong.csv"]), @r"
    Imported 0 entries, 1 replaced by newer content (2026-10-07), 1 already there, 0 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    --- exit 0
    ");
    assert_snapshot!(env.run(&["history", "--from", "2026-10-07"]), @r"
    2026-10-07 Wed
      07:00  Push (30 min) …  20261007-0700-gcqn
             Bench Press (Barbell)  1 × 3 @ 85 kg
             session                30 min
    --- exit 0
    ");
    let raw = env.raw("2026-10-07");
    assert!(raw.contains("82.25") && raw.contains("[undo]"), "{raw}");
}

#[test]
fn the_unit_is_taken_from_the_command_line_and_may_be_mended() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.run(&["import", "strong.csv"]);
    assert_snapshot!(env.run(&["import", "--unit", "lb", "strong.csv"]), @r"
    Imported 0 entries, 2 replaced by newer content (2026-10-05 to 2026-10-07), 0 already there, 0 lines rejected.
    --- exit 0
    ");
    let entries = env.stdout(&["history", "--json"]);
    assert!(entries.contains("\"weight_unit\":\"lb\"") && !entries.contains("\"kg\""));
}

#[test]
fn the_unit_of_the_settings_is_taken_and_told() {
    let env = Environment::new();
    env.config("units: {mass: lb}\n");
    env.file("strong.csv", SESSIONS);
    assert_snapshot!(env.run(&["import", "strong.csv"]), @r"
    Imported 2 entries (2026-10-05 to 2026-10-07), 0 already there, 0 lines rejected.
    --- stderr
    strong.csv does not name its unit; taken as lb, your usual unit. If it is kg: swealog import --unit kg strong.csv
    --- exit 0
    ");
    assert!(env.raw("2026-10-05").contains("100 lb"));
}

#[test]
fn distances_without_a_unit_may_be_mended_too() {
    let env = Environment::new();
    env.file(
        "Activities.csv",
        "Activity Type,Date,Favorite,Title,Distance,Calories,Time\n\
         Running,2026-10-02 18:00:00,false,Late,6.2,400,00:52:11\n",
    );
    assert_snapshot!(env.run(&["import", "Activities.csv"]), @r"
    Imported 1 entry (2026-10-02), 0 already there, 0 lines rejected.
    --- stderr
    Activities.csv does not name its unit; taken as km. If it is mi: swealog import --unit mi Activities.csv
    --- exit 0
    ");
    assert_snapshot!(env.run(&["import", "--unit", "mi", "Activities.csv"]), @r"
    Imported 0 entries, 1 replaced by newer content (2026-10-02), 0 already there, 0 lines rejected.
    --- exit 0
    ");
    assert!(env.stdout(&["history"]).contains("6.2 mi"));
    // without the unit it is still what was said before
    assert_snapshot!(env.run(&["import", "Activities.csv"]), @r"
    Imported 0 entries, 1 already there, 0 lines rejected.
    --- exit 0
    ");
}

#[test]
fn daily_notes_keep_their_days_and_words() {
    let env = Environment::new();
    env.file("notes/2026-10-05.md", "squat 100x5\r\nslept 7 hours\r\n");
    env.file(
        "notes/2026-10-06.md",
        "# 2026-10-06\n\n## 07:15\n어제보다 나음, 벤치 60kg 5x5\n\n## 19:00\nran 5k\n",
    );
    env.file("notes/shopping.md", "milk\n");
    env.file("notes/.obsidian/workspace.md", "2026-10-05");
    assert_snapshot!(env.run(&["import", "notes"]), @r"
    Imported 3 entries (2026-10-05 to 2026-10-06), 0 already there, 1 line rejected.
    --- stderr
    notes/shopping.md:1: no date in the file's name, a heading or the front matter
    Hint: mend these and import again: what is there already is not doubled
    --- exit 3
    ");
    assert_snapshot!(env.run(&["import", "notes"]), @r"
    Imported 0 entries, 3 already there, 1 line rejected.
    --- stderr
    notes/shopping.md:1: no date in the file's name, a heading or the front matter
    Hint: mend these and import again: what is there already is not doubled
    --- exit 3
    ");
    let texts: Vec<_> = env
        .stdout(&["history", "--json"])
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|entry| format!("{} {} {}", entry["date"], entry["time"], entry["text"]))
        .collect();
    assert_snapshot!(texts.join("\n"), @r#"
    "2026-10-05" "12:00" "squat 100x5\r\nslept 7 hours"
    "2026-10-06" "07:15" "어제보다 나음, 벤치 60kg 5x5"
    "2026-10-06" "19:00" "ran 5k"
    "#);
}

#[test]
fn what_is_not_there_is_a_mistake_of_usage() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["import", "none.csv"]), @r#"
    --- stderr
    error: there is no file or folder none.csv
    Hint: to log words that begin with "import": swealog -- import …
    --- exit 2
    "#);
}

#[test]
fn as_json() {
    let env = Environment::new();
    env.file("strong.csv", &SESSIONS.replace("82.25,3", "heavy,3"));
    let summary = env.json(&["import", "--json", "strong.csv"]);
    assert_eq!(summary["imported"], 1);
    assert_eq!(summary["already_there"], 0);
    assert_eq!(summary["rejected"][0]["line"], 5);
}

#[test]
fn a_run_is_imported_once_whatever_the_zone() {
    let env = Environment::new();
    env.file(
        "run.gpx",
        r#"<?xml version="1.0"?>
<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Late</name><type>running</type><trkseg>
<trkpt lat="37.0" lon="127.0"><time>2026-10-02T22:10:00Z</time></trkpt>
<trkpt lat="37.0166666667" lon="127.0"><time>2026-10-02T22:20:00Z</time></trkpt>
</trkseg></trk></gpx>
"#,
    );
    let import = |zone: &str| {
        let output = env.command(&["import", "run.gpx"]).env("TZ", zone).output();
        env.show(&output.unwrap())
    };
    assert_snapshot!(import("KST-9"), @r"
    Imported 1 entry (2026-10-03), 0 already there, 0 lines rejected.
    --- stderr
    some files give their times in UTC only: their days are those of this computer's time zone
    --- exit 0
    ");
    assert_snapshot!(import("PST8"), @r"
    Imported 0 entries, 1 already there, 0 lines rejected.
    --- exit 0
    ");
    assert_snapshot!(env.raw("2026-10-03"), @r#"
    ## 07:10 [imported]
    Late
    Run: 1.853 km in 10:00
    <!-- {"source":"gpx","identity":"fe68ca9598591d84a6fcb3ac1aa385d1","session":"activity 2026-10-02T22:10:00Z","start":"2026-10-02T22:10:00Z","type":"running"} -->
    "#);
}

#[test]
fn marks_of_note_apps_are_not_read_as_words() {
    let env = Environment::new();
    env.file(
        "vault/2026-10-05.md",
        "---\ntags: [gym]\nweight: 82.4 kg\n---\n- [x] [[Squat]] 100kg 5x5\n- [ ] [[Deadlift]] 140kg 3x3\n",
    );
    env.stdout(&["import", "vault"]);
    let history = env.stdout(&["history"]);
    assert!(history.contains("Squat (Barbell)"), "{history}");
    assert!(!history.contains("140"), "{history}");
    assert!(history.contains("82.4 kg"), "{history}");
}

const LIST: &str = "\
Activity Type,Date,Title,Distance,Time
Running,2026-10-03 07:10:12,Morning,5.02,00:25:30
Running,2026-10-05 07:00:00,Morning,8.00,00:44:00
";

#[test]
fn a_run_that_another_file_told_of_is_left_out() {
    let env = Environment::new();
    env.file("Activities.csv", LIST);
    env.file(
        "saturday.tcx",
        &recording("2026-10-03T07:09:58Z", 5030, 1528),
    );
    env.file("sunday.tcx", &recording("2026-10-04T07:00:00Z", 3000, 1000));
    assert_snapshot!(env.run(&["import", "--unit", "km", "Activities.csv"]), @r"
    Imported 2 entries (2026-10-03 to 2026-10-05), 0 already there, 0 lines rejected.
    --- exit 0
    ");
    let before = env.raw("2026-10-03");
    let again = env.stdout(&["import", "saturday.tcx"]);
    assert_snapshot!(again, @r"
    Imported 0 entries, 1 already there, 0 lines rejected.
    1 activity was already there from another file and stays as it is.
    ");
    assert_eq!(env.stdout(&["import", "saturday.tcx"]), again);
    assert_eq!(env.raw("2026-10-03"), before);
    env.stdout(&["import", "sunday.tcx"]);
    let asked = env.stdout(&["ask", "how many km did I run in October?"]);
    assert!(asked.contains("16.02 km"), "{asked}");
    // what was taken back stands in nobody's way
    let id = env.json(&[
        "history",
        "--json",
        "--from",
        "2026-10-03",
        "--to",
        "2026-10-03",
    ]);
    env.stdout(&["undo", id["entry_id"].as_str().unwrap()]);
    let shown = env.stdout(&["import", "saturday.tcx"]);
    assert!(shown.starts_with("Imported 1 entry"), "{shown}");
}

#[test]
fn a_file_that_breaks_off_takes_the_place_of_nothing() {
    let env = Environment::new();
    let whole = r#"<?xml version="1.0"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
<Activities><Activity Sport="Running"><Id>2026-10-06T07:00:00Z</Id>
<Lap StartTime="2026-10-06T07:00:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds>
<DistanceMeters>6000</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>
"#;
    let (cut, _) = whole.split_once("<TotalTimeSeconds>").unwrap();
    // what is there of it comes in as long as there is nothing better
    env.file("run.tcx", cut);
    let said = env.run(&["import", "run.tcx"]);
    assert!(said.contains("Imported 1 entry"), "{said}");
    env.file("run.tcx", whole);
    let said = env.run(&["import", "run.tcx"]);
    assert!(said.contains("1 replaced by newer content"), "{said}");
    env.file("run.tcx", cut);
    let said = env.run(&["import", "run.tcx"]);
    assert!(said.contains("1 already there, 1 part rejected"), "{said}");
    assert!(env.stdout(&["history"]).contains("6 km in 30:00"));
}

#[test]
fn of_many_bad_lines_ten_are_named() {
    let env = Environment::new();
    let line = SESSIONS.lines().nth(1).unwrap();
    let date = line.split(',').next().unwrap();
    let bad = line.replace(date, "someday");
    let text = format!("{SESSIONS}{}", format!("{bad}\n").repeat(25));
    env.file("strong.csv", &text);
    let said = env.run(&["import", "strong.csv"]);
    assert_eq!(said.matches("strong.csv:").count(), 10, "{said}");
    assert!(
        said.contains("and 15 more; `--json` lists them all"),
        "{said}"
    );
    let told = env.json(&["import", "--json", "strong.csv"]);
    assert_eq!(told["rejected"].as_array().map(Vec::len), Some(25));
}

#[test]
fn files_that_are_nothing_and_folders_without_any_are_told() {
    let env = Environment::new();
    env.file("empty.csv", "");
    env.file("picture", "GIF\0\0");
    std::fs::create_dir(env.path().join("folder")).unwrap();
    assert_snapshot!(env.run(&["import", "empty.csv", "picture"]), @r"
    Imported 0 entries, 0 already there, 2 lines rejected.
    --- stderr
    empty.csv:1: is empty
    picture:1: no importer knows this kind of file; it is no text
    Hint: it reads tables of strong, stronglifts, fitnotes, hevy, fitbod, wger, google fit, garmin, strava, myfitnesspal, any other table with --map, fit, tcx, gpx, apple health, markdown
    --- exit 1
    ");
    assert_snapshot!(env.run(&["import", "folder"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected.
    --- stderr
    There is nothing to import here: of a folder or an archive, files that end in md, markdown, txt, csv, tsv, fit, gpx, tcx, xml are read.
    --- exit 0
    ");
}

/// What spreadsheet programs make of an export, each as it saves it in some country.
#[test]
fn a_table_saved_by_a_spreadsheet_program_is_still_read() {
    let semicolons = SESSIONS
        .replace('"', "")
        .replace(',', ";")
        .replace("82.25", "82,25");
    let german = semicolons
        .replace("2026-10-05 18:30:00", "05.10.2026 18:30")
        .replace("2026-10-07 07:00:00", "07.10.2026 07:00");
    let american = SESSIONS
        .replace("2026-10-05 18:30:00", "10/5/2026 18:30")
        .replace("2026-10-07 07:00:00", "10/17/2026 7:00");
    let utf16 = |text: &str| -> Vec<u8> {
        let text = format!("\u{feff}{text}");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    for (name, bytes, last) in [
        ("semicolons.csv", semicolons.clone().into_bytes(), "07"),
        (
            "marked.csv",
            format!("sep=;\r\n{semicolons}").into_bytes(),
            "07",
        ),
        ("german.csv", format!("\u{feff}{german}").into_bytes(), "07"),
        ("american.csv", american.into_bytes(), "17"),
        (
            "unicode.txt",
            utf16(&SESSIONS.replace(',', "\t").replace('\n', "\r\n")),
            "07",
        ),
        (
            "empty lines.csv",
            format!("\n\n{SESSIONS}").into_bytes(),
            "07",
        ),
    ] {
        let env = Environment::new();
        std::fs::write(env.path().join(name), bytes).unwrap();
        let said = env.run(&["import", name]);
        assert!(
            said.starts_with(&format!(
                "Imported 2 entries (2026-10-05 to 2026-10-{last}), 0 already there, 0 lines"
            )),
            "{name}: {said}"
        );
        assert!(
            env.raw(&format!("2026-10-{last}")).contains("82.25 kg × 3"),
            "{name}"
        );
    }
}

#[test]
fn a_session_saved_without_its_seconds_is_the_same_session() {
    let env = Environment::new();
    let exact = SESSIONS.replace("18:30:00", "18:30:12");
    env.file("strong.csv", &exact);
    env.file("saved.csv", &exact.replace("18:30:12", "18:30"));
    env.stdout(&["import", "strong.csv"]);
    let said = env.stdout(&["import", "saved.csv"]);
    assert!(said.starts_with("Imported 0 entries, 1 replaced"), "{said}");
    let notes = env.stdout(&["history", "--json", "--from", "2026-10-01"]);
    assert_eq!(notes.lines().count(), 2, "{notes}");
}

#[test]
fn days_that_may_be_two_are_not_guessed() {
    let env = Environment::new();
    let text = SESSIONS
        .replace("2026-10-05 18:30:00", "5/10/2026 18:30")
        .replace("2026-10-07 07:00:00", "7/10/2026 7:00");
    env.file("strong.csv", &text);
    assert_snapshot!(env.run(&["import", "strong.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    strong.csv:2: “5/10/2026 18:30” may be two days
      --days day-first: it is 2026-10-05
      --days month-first: it is 2026-05-10
      nothing of this file came in
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
}

#[test]
fn a_quote_that_nothing_closes_hides_no_lines() {
    let env = Environment::new();
    let open = SESSIONS.replacen("45m,\"Squat (Barbell)\",2", "45m,\"Squat (Barbell),2", 1);
    env.file("strong.csv", &open);
    assert_snapshot!(env.run(&["import", "strong.csv"]), @r"
    Imported 1 entry (2026-10-05), 0 already there, 1 line rejected.
    --- stderr
    strong.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb strong.csv
    strong.csv:4: has 14 fields where the header has 12; a quote in it goes on to line 5
    Hint: mend these and import again: what is there already is not doubled
    --- exit 3
    ");
    let end = SESSIONS.find("82.25").unwrap();
    let note = format!("{}82.25,3,0,0,\"felt he", &SESSIONS[..end]);
    env.file("cut.csv", &note);
    assert_snapshot!(env.run(&["import", "--dry-run", "cut.csv"]), @r"
    Would import 0 entries, 1 replaced by newer content (2026-10-05), 0 already there, 1 line rejected.
    --- stderr
    cut.csv does not name its unit; taken as kg. If it is lb: swealog import --unit lb cut.csv
    cut.csv:5: opens a quote that nothing closes: nothing is read from here on
    Hint: mend these and import again: what is there already is not doubled
    --- exit 3
    ");
}

#[test]
fn korean_as_windows_saves_it_is_the_same() {
    let env = Environment::new();
    let (saved, _, _) = encoding_rs::EUC_KR.encode(KOREAN);
    std::fs::write(env.path().join("saved.csv"), saved).unwrap();
    env.file("korean.csv", KOREAN);
    assert_snapshot!(env.run(&["import", "--unit", "kg", "saved.csv"]), @r"
    Imported 1 entry (2026-10-09), 0 already there, 0 lines rejected.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["import", "--unit", "kg", "korean.csv"]), @r"
    Imported 0 entries, 1 already there, 0 lines rejected.
    --- exit 0
    ");
}

#[test]
fn what_is_no_text_is_told_in_words() {
    let env = Environment::new();
    // "Übung,Sätze" as Windows saved it before Unicode
    std::fs::write(env.path().join("german.csv"), b"\xdcbung,S\xe4tze\n").unwrap();
    std::fs::write(env.path().join("run.fit.gz"), b"\x1f\x8b\x08\x00").unwrap();
    assert_snapshot!(env.run(&["import", "german.csv", "run.fit.gz"]), @r"
    Imported 0 entries, 0 already there, 2 lines rejected.
    --- stderr
    german.csv:1: is not UTF-8 text; save it as UTF-8 (in Excel: CSV UTF-8) and import it again
    run.fit.gz:1: cannot be read: unexpected end of file
    Hint: mend these and import again: what is there already is not doubled
    --- exit 1
    ");
}

const NOTES: &str = "\
# Training

## 2026-10-05
bench 80kg 5x5

## 2026-10-07
felt fine
wibble 30 frob
squat 100kg 5x5
## 2026-10-08
blick 4 zonk
flumm 9 zonk
brill 7 zonk
";

#[test]
fn what_was_not_read_of_notes_is_told_with_its_place() {
    let env = Environment::new();
    env.file("training.md", NOTES);
    let told = env.run(&["import", "training.md"]);
    assert!(told.contains("training.md:8: not read: "), "{told}");
    assert!(told.contains("training.md:12: not read: "), "{told}");
    assert!(told.contains("training.md:11: not read: "), "{told}");
    assert!(told.contains("1 more was not read"), "{told}");
    assert!(!env.run(&["import", "training.md"]).contains("not read"));
    let env = Environment::new();
    env.file("training.md", NOTES);
    let told = env.json(&["import", "--json", "training.md"]);
    assert_eq!(told["unread"][0]["file"], "training.md", "{told}");
    assert_eq!(told["unread"][0]["count"], 4, "{told}");
    assert_eq!(told["unread"][0]["first"][0]["line"], 8, "{told}");
    assert_eq!(told["unread"][0]["first"].as_array().unwrap().len(), 3);
}

#[test]
fn standard_input_is_a_file_too() {
    let env = Environment::new();
    let notes = "## 2026-10-05\nbench 80kg 5x5\n";
    let told = env.run_with_input(&["import", "-"], notes.as_bytes());
    assert!(told.contains("Imported 1 entry (2026-10-05)"), "{told}");
    let told = env.run_with_input(&["import", "-"], SESSIONS.as_bytes());
    assert!(told.contains("Imported 2 entries"), "{told}");
    let told = env.run_with_input(&["import", "-"], b"bench 80kg 5x5\n");
    assert!(told.contains("-:1: no date"), "{told}");
}
