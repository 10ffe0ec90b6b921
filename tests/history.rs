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
    assert_snapshot!(env.run(&["history"]), @"");
    assert!(!env.home().exists(), "reading makes no folder");
}

#[test]
fn the_newest_come_last() {
    let env = with_notes();
    assert_snapshot!(env.run(&["history"]), @"");
    assert_snapshot!(env.run(&["history", "-n", "1"]), @"");
}

#[test]
fn days_and_domains_narrow_it() {
    let env = with_notes();
    assert_snapshot!(env.run(&["history", "--from", "yesterday", "--to", "today"]), @"");
    assert_snapshot!(env.run(&["history", "--domain", "running"]), @"");
    assert_snapshot!(env.run(&["history", "--from", "2020-01-01", "--to", "2020-12-31"]), @"");
}

#[test]
fn search_finds_other_names_of_the_same_thing() {
    let env = with_notes();
    assert_snapshot!(env.run(&["search", "bench"]), @"");
    assert_snapshot!(env.run(&["search", "--literal", "bench"]), @"");
    assert_snapshot!(env.run(&["search", "--all", "legs", "ran"]), @"");
    assert_snapshot!(env.run(&["search", "yoga"]), @"");
}
