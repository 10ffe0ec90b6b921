//! Settings: layers, origins, and what is refused.

use insta::assert_snapshot;

use crate::common::environment::Environment;

/// What was shown without the rows of language models, which are many, and without the blanks after
/// the home, whose real name differs in length.
fn without_models(shown: &str) -> String {
    let rows = shown.lines().filter(|row| !row.starts_with("llm."));
    let tidy = |row: &str| match row.split_once("[DIR]/home ") {
        Some((key, origin)) => format!("{key}[DIR]/home  {}\n", origin.trim_start()),
        None => format!("{row}\n"),
    };
    rows.map(tidy).collect()
}

/// The rows that somebody set, and all that is said around them.
fn without_defaults(shown: &str) -> String {
    let shown = without_models(shown);
    let rows = shown.split_inclusive('\n');
    rows.filter(|row| !row.ends_with(" default\n")).collect()
}

#[test]
fn the_defaults_and_where_they_come_from() {
    let env = Environment::new();
    assert_snapshot!(without_models(&env.run(&["config"])), @r"
    home                                      [DIR]/home  SWEALOG_HOME
    units.mass                                kg                           default
    units.distance                            km                           default
    day_ends                                  04:00                        default
    response_style                            concise                      default
    approval                                  corrections                  default
    max_global_context_tokens                 2000                         default
    sessions_days                             30                           default
    lock_patience                             30                           default
    limits.max_retries                        2                            default
    limits.max_replans                        2                            default
    limits.max_clarifications                 2                            default
    limits.max_refinements                    3                            default
    limits.max_entries                        100                          default
    --- stderr
    settings file: [DIR]/config/swealog/config.yaml (not there yet)
    --- exit 0
    ");
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
    assert_snapshot!(without_defaults(&env.show(&output)), @r"
    home                                      [DIR]/home  SWEALOG_HOME
    units.mass                                lb                           [DIR]/config/swealog/config.yaml
    units.distance                            mi                           --unit
    day_ends                                  02:00                        SWEALOG_DAY_ENDS
    --- stderr
    settings file: [DIR]/config/swealog/config.yaml (read)
    --- exit 0
    ");
}

#[test]
fn mistakes_in_the_file_name_their_place() {
    let env = Environment::new();
    env.config("day_ends: '04:00'\nunit:\n  mass: kg\n");
    assert_snapshot!(env.run(&["config"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml:2:1: unknown key "unit"
    Hint: did you mean "units"?
    --- exit 1
    "#);
    env.config("units:\n  mass: stone\n");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml:2:9: units.mass: unknown value "stone"; it is one of "kg", "lb", "lbs"
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 1
    "#);
}

#[test]
fn a_file_that_was_asked_for_must_be_there() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["config", "--config", "none.yaml"]), @r"
    --- stderr
    error: cannot read the settings file none.yaml
    Caused by: No such file or directory (os error 2)
    Hint: name another one with --config FILE
    --- exit 1
    ");
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

#[test]
fn what_is_nested_very_deep_is_refused_before_it_is_read() {
    let env = Environment::new();
    let deep = format!("a: {}", "[".repeat(50_000));
    env.config(&deep);
    let said = env.run(&["config"]);
    assert!(
        said.contains("config.yaml:1:") && said.contains("nested too deep"),
        "{said}"
    );
    let env = Environment::new();
    env.file("home/targets.yaml", &deep);
    let said = env.run(&["target"]);
    assert!(said.contains("line 1 is nested too deep"), "{said}");
    let env = Environment::new();
    env.file("config/swealog/aliases.yaml", &deep);
    let said = env.run(&["log", "bench 80kg 5x5"]);
    assert!(
        said.contains("nested too deep") && said.starts_with("Logged"),
        "{said}"
    );
}
