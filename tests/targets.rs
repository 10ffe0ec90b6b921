//! Targets of a day, a week and a month.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn a_target_keeps_its_span() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["target", "running", "40km", "per", "week"]), @r"
    Target: distance 40 km a week
    --- exit 0
    ");
    assert_snapshot!(env.run(&["target", "protein", "150g"]), @r"
    Target: protein 150 g a day
    --- exit 0
    ");
    assert_snapshot!(env.run(&["target", "볼륨", "40,000kg", "한", "달에"]), @r"
    Target: volume 40,000 kg a month
    --- exit 0
    ");
    assert_snapshot!(env.run(&["target"]), @r"
    distance 40 km a week
    protein 150 g a day
    volume 40,000 kg a month
    --- exit 0
    ");
    let file = std::fs::read_to_string(env.home().join("targets.yaml")).unwrap();
    assert!(file.contains("distance: 40 km a week"), "{file}");
    assert_eq!(
        env.json(&["target", "--json", "수영 거리 2km 매주"])["span"],
        "week"
    );
}

#[test]
fn a_note_is_set_against_the_week_it_stands_in() {
    let env = Environment::new();
    env.stdout(&["target", "running 40km/week"]);
    env.stdout(&["log", "--date", "monday", "ran 10k in 50:00"]);
    env.stdout(&["log", "--date", "2026-11-15", "ran 15k in 80:00"]);
    assert_snapshot!(env.run(&["ran 5k in 25:30"]), @r"
    Logged 2026-11-21 Sat 10:30
      run  5 km in 25:30 · 5:06 /km
      distance that week: 15 km of 40 km, 25 km to go
    --- exit 0
    ");
    assert_snapshot!(env.run(&["5km 러닝 26분"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      달리기  5 km 26:00 · 5:12 /km
      그 주 거리: 40 km 중 20 km, 20 km 남음
    --- exit 0
    ");
    assert_snapshot!(env.run(&["how far did I run this week?"]), @r"
    From 2026-11-16 to 2026-11-21, your total distance was 20 km. That is 50% of your 40 km target, 20 km to go. That is over 2 days.
    --- exit 0
    ");
}

#[test]
fn each_thing_has_a_target_of_its_own() {
    let env = Environment::new();
    for (words, said) in [
        ("running 40mi weekly", "Target: distance 64.37 km a week"),
        (
            "swim 4km weekly",
            "Target: swimming distance 4,000 m a week",
        ),
        ("주 30km 달리기", "Target: distance 30 km a week"),
        ("수영 하루에 1km", "Target: swimming distance 1,000 m a day"),
        ("steps 8000", "Target: steps walked 8,000 a day"),
        ("walk 30 min a day", "Target: activity time 30:00 a day"),
        (
            "I want to run 40 km a week",
            "Target: distance 40 km a week",
        ),
    ] {
        assert_eq!(
            env.stdout(&["target", words]),
            format!("{said}\n"),
            "{words}"
        );
    }
    assert_snapshot!(env.run(&["target"]), @r"
    activity time 30:00 a day
    distance 40 km a week
    steps walked 8,000 a day
    swimming distance 1,000 m a day
    --- exit 0
    ");
    env.stdout(&["target", "--remove", "running"]);
    assert_snapshot!(env.run(&["target"]), @r"
    activity time 30:00 a day
    steps walked 8,000 a day
    swimming distance 1,000 m a day
    --- exit 0
    ");
    assert_snapshot!(env.run(&["target", "sleep 8h"]), @r#"
    --- stderr
    error: no measure that adds up over a day is named in "sleep 8h"
    Hint: there can be one of steps walked, activity distance, activity time, ascent, kcal, protein, …
    --- exit 2
    "#);
}

#[test]
fn what_no_target_can_hold_is_refused_with_what_it_is() {
    let env = Environment::new();
    for (words, rest) in [
        ("running 1000km in 2027", "in 2027"),
        ("running 20km per fortnight", "per fortnight"),
        ("run 5k in 25 minutes", "5k in 25"),
        ("protein 150g on training days", "on training days"),
        ("running 40km a week until summer", "until summer"),
        ("2주에 40km 달리기", "2주에"),
    ] {
        let said = env.run(&["target", words]);
        assert!(
            said.contains(&format!("\"{rest}\" in \"{words}\" cannot be part")),
            "{said}"
        );
        assert!(
            said.contains("Hint: say what a day, a week or a month"),
            "{said}"
        );
        assert!(said.ends_with("--- exit 2\n"), "{words}: {said}");
    }
    assert!(!env.home().join("targets.yaml").exists());
}

#[test]
fn what_is_for_certain_days_only_is_not_kept_as_something_else() {
    let env = Environment::new();
    for words in [
        "running 1000km by 2027-06-01",
        "running 100km in december",
        "running 40km this week",
        "running 2000km a year",
    ] {
        let said = env.run(&["target", words]);
        assert!(said.contains("not kept yet"), "{words}: {said}");
        assert!(said.ends_with("--- exit 2\n"), "{words}: {said}");
    }
    assert!(!env.home().join("targets.yaml").exists());
}
