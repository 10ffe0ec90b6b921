//! Listing and finding what was logged.

use insta::assert_snapshot;

use crate::common::environment::Environment;

fn with_notes() -> Environment {
    let mut env = Environment::new();
    for (now, note) in [
        ("2026-11-18T18:00", "squat 100kg 5x5"),
        ("2026-11-19T07:30", "ran 5k in 25:30, legs heavy"),
        ("2026-11-20T18:10", "벤치 80kg 5x5"),
        ("2026-11-21T00:30", "bench 82.5kg 3x3 after midnight"),
    ] {
        env.at(now).stdout(&["log", note]);
    }
    env.at(crate::common::environment::NOW);
    env
}

#[test]
fn an_empty_home_says_what_to_try() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    Nothing is logged yet. Try: swealog "bench 80kg 5x5, slept 7 hours"
    --- exit 0
    "#);
    assert!(!env.home().exists(), "reading makes no folder");
}

#[test]
fn the_newest_come_last() {
    let env = with_notes();
    assert_snapshot!(env.run(&["history"]), @r"
    2026-11-18 Wed
      18:00  squat 100kg 5x5  20261118-1800-ppcf
             Squat (Barbell)  5 × 5 @ 100 kg

    2026-11-19 Thu
      07:30  ran 5k in 25:30, legs heavy  20261119-0730-pjbd
             run  5 km in 25:30 · 5:06 /km
             energy low

    2026-11-20 Fri
      18:10  벤치 80kg 5x5  20261120-1810-wbrc
             벤치프레스  5 × 5 @ 80 kg
      00:30  bench 82.5kg 3x3 after midnight  20261120-0030-mkmd
             Bench Press (Barbell)  3 × 3 @ 82.5 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["history", "-n", "1"]), @r"
    2026-11-20 Fri
      00:30  bench 82.5kg 3x3 after midnight  20261120-0030-mkmd
             Bench Press (Barbell)  3 × 3 @ 82.5 kg
    --- exit 0
    ");
}

#[test]
fn days_and_domains_narrow_it() {
    let env = with_notes();
    assert_snapshot!(env.run(&["history", "--from", "yesterday", "--to", "today"]), @r"
    2026-11-20 Fri
      18:10  벤치 80kg 5x5  20261120-1810-wbrc
             벤치프레스  5 × 5 @ 80 kg
      00:30  bench 82.5kg 3x3 after midnight  20261120-0030-mkmd
             Bench Press (Barbell)  3 × 3 @ 82.5 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["history", "--domain", "running"]), @r"
    2026-11-19 Thu
      07:30  ran 5k in 25:30, legs heavy  20261119-0730-pjbd
             run  5 km in 25:30 · 5:06 /km
             energy low
    --- exit 0
    ");
    assert_snapshot!(env.run(&["history", "--from", "2020-01-01", "--to", "2020-12-31"]), @r"
    --- stderr
    Nothing from 2020-01-01 to 2020-12-31.
    --- exit 0
    ");
}

#[test]
fn search_finds_other_names_of_the_same_thing() {
    let env = with_notes();
    assert_snapshot!(env.run(&["search", "bench"]), @r"
    2026-11-20 Fri
      18:10  벤치 80kg 5x5  20261120-1810-wbrc
             벤치프레스  5 × 5 @ 80 kg
      00:30  bench 82.5kg 3x3 after midnight  20261120-0030-mkmd
             Bench Press (Barbell)  3 × 3 @ 82.5 kg
    --- stderr
    2 entries; searched under all names of Bench Press (Barbell).
    --- exit 0
    ");
    assert_snapshot!(env.run(&["search", "--literal", "bench"]), @r"
    2026-11-20 Fri
      00:30  bench 82.5kg 3x3 after midnight  20261120-0030-mkmd
             Bench Press (Barbell)  3 × 3 @ 82.5 kg
    --- stderr
    1 entry.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["search", "legs", "ran"]), @r"
    2026-11-19 Thu
      07:30  ran 5k in 25:30, legs heavy  20261119-0730-pjbd
             run  5 km in 25:30 · 5:06 /km
             energy low
    --- stderr
    1 entry; searched under all names of legs, run.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["search", "yoga"]), @r"
    --- stderr
    Nothing found; searched under all names of Yoga.
    --- exit 0
    ");
}

#[test]
fn several_words_are_all_searched_for_unless_any_will_do() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5, left knee sore"]);
    env.stdout(&["log", "squat 100kg 5x5, knee fine"]);
    env.stdout(&["log", "무릎 아파서 벤치만 80kg 5x5"]);
    let found = |args: &[&str]| {
        let shown = env.stdout(&[&["search", "--json"], args].concat());
        shown.lines().count()
    };
    assert_eq!(found(&["knee", "sore"]), 1);
    assert_eq!(found(&["sore", "knee"]), 1, "in any order");
    assert_eq!(found(&["knee", "bench"]), 1);
    assert_eq!(found(&["--literal", "knee", "bench"]), 1);
    assert_eq!(found(&["--any", "sore", "fine"]), 2);
    assert_eq!(found(&["무릎", "벤치"]), 1);
    assert_eq!(found(&["knee", "elbow"]), 0);
}

#[test]
fn what_was_in_doubt_stays_to_be_seen() {
    let env = Environment::new();
    let logged = env.json(&["log", "--json", "bench like 80 or 85 x5ish"]);
    let doubts = logged["logged"]["uncertain_fields"].as_array().unwrap();
    assert!(!doubts.is_empty(), "{logged}");
    let shown = env.stdout(&["history"]);
    assert!(shown.contains("uncertain:"), "{shown}");
    for args in [&["history", "--json"][..], &["search", "bench", "--json"]] {
        let entry: serde_json::Value = serde_json::from_str(env.stdout(args).trim()).unwrap();
        assert_eq!(
            entry["uncertain_fields"],
            logged["logged"]["uncertain_fields"]
        );
        let notes = &logged["logged"]["extraction_notes"];
        let none = notes.as_array().is_none_or(Vec::is_empty);
        assert!(none || entry["extraction_notes"] == *notes, "{entry}");
    }
}
