//! Settings: layers, origins, and what is refused.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn the_defaults_and_where_they_come_from() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["config"]), @"");
}

#[test]
fn a_file_the_environment_and_flags_win_in_this_order() {
    let env = Environment::new();
    env.config("units:\n  mass: lb\nday_ends: '03:00'\n");
    let output = env
        .command(&["config", "--unit", "mi"])
        .env("SWEALOG_DAY_ENDS", "02:00")
        .output()
        .unwrap();
    assert_snapshot!(env.show(&output), @"");
}

#[test]
fn mistakes_in_the_file_name_their_place() {
    let env = Environment::new();
    env.config("day_ends: '04:00'\nunit:\n  mass: kg\n");
    assert_snapshot!(env.run(&["config"]), @"");
    env.config("units:\n  mass: stone\n");
    assert_snapshot!(env.run(&["history"]), @"");
}

#[test]
fn a_file_that_was_asked_for_must_be_there() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["config", "--config", "none.yaml"]), @"");
}

#[test]
fn as_json() {
    let env = Environment::new();
    let shown = env.json(&["config", "--json", "--unit", "lb"]);
    assert_eq!(
        shown["settings"][1],
        serde_json::json!({"key": "units.mass", "value": "lb", "origin": "--unit"})
    );
}
