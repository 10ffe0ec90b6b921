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
    store                                     none                         default
    user                                      owner                        default
    units.mass                                kg                           default
    units.distance                            km                           default
    day_ends                                  04:00                        default
    response_style                            concise                      default
    approval                                  corrections                  default
    max_global_context_tokens                 2000                         default
    sessions_days                             30                           default
    lock_patience                             30                           default
    index                                     true                         default
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
    let mass = serde_json::json!({"key": "units.mass", "value": "lb", "origin": "--unit"});
    assert!(shown["settings"].as_array().unwrap().contains(&mass));
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

/// The person's own settings file.
fn file(env: &Environment) -> String {
    std::fs::read_to_string(env.path().join("config/swealog/config.yaml")).unwrap_or_default()
}

#[test]
fn a_value_is_set_where_the_file_has_it_and_all_else_stays() {
    let env = Environment::new();
    let before = "# mine\nday_ends: '03:00' # late\n\nunits:\n  mass: kg # the gym's\n# end\n";
    env.config(before);
    assert_snapshot!(env.run(&["config", "set", "units.mass", "lb"]), @r"
    Set units.mass to lb in [DIR]/config/swealog/config.yaml
    --- exit 0
    ");
    assert_eq!(file(&env), before.replace("kg #", "lb  #"));
    assert_snapshot!(env.run(&["config", "unset", "units.mass"]), @r"
    Took units.mass out of [DIR]/config/swealog/config.yaml; it is kg now
    --- exit 0
    ");
    assert_eq!(file(&env), "# mine\nday_ends: '03:00' # late\n\n# end\n");
    assert_snapshot!(env.run(&["config", "unset", "units.mass"]), @r"
    units.mass is not set in [DIR]/config/swealog/config.yaml; it is kg
    --- exit 0
    ");
}

#[test]
fn a_file_is_made_where_there_is_none() {
    let env = Environment::new();
    env.stdout(&["config", "set", "limits.max_retries", "1"]);
    env.stdout(&["config", "set", "day_ends", "02:30"]);
    env.stdout(&["config", "set", "llm.providers.ollama.num_ctx", "4096"]);
    env.stdout(&["config", "set", "home", "notes"]);
    let shown = env.run(&["config"]);
    for row in [
        "limits.max_retries",
        "day_ends",
        "llm.providers.ollama.num_ctx",
    ] {
        let row = shown.lines().find(|line| line.starts_with(row)).unwrap();
        assert!(row.ends_with("config.yaml"), "{row}");
    }
    env.stdout(&["config", "init", "--force"]);
    env.stdout(&["config", "set", "units.distance", "mi"]);
    assert!(
        file(&env).ends_with("\nunits:\n  distance: mi\n"),
        "below what init wrote"
    );
    assert!(env.stdout(&["config"]).contains("mi"));
}

#[test]
fn what_cannot_be_set_is_refused_and_nothing_written() {
    let env = Environment::new();
    env.config("units: {mass: kg}\n");
    assert_snapshot!(env.run(&["config", "set", "units.mas", "lb"]), @r#"
    --- stderr
    error: units.mas: unknown key "mas"
    Hint: did you mean "mass"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["config", "set", "mass", "lb"]), @r#"
    --- stderr
    error: mass: there is no such setting to be set
    Hint: did you mean "units.mass"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["config", "set", "units.mass", "stone"]), @r#"
    --- stderr
    error: units.mass: unknown value "stone"; it is one of "kg", "lb", "lbs"
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["config", "set", "units", "kg"]), @r"
    --- stderr
    error: units: there is no such setting to be set
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 2
    ");
    assert_snapshot!(env.run(&["config", "set", "day_ends", "noon"]), @r#"
    --- stderr
    error: day_ends: "noon" is no time of day such as "04:00"
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["config", "set", "llm.default_provider", "olama"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml: llm: default_provider names the provider "olama", which is not one of anthropic, azure, builtin, litellm, ollama, openai, openai_compatible, openrouter
    Hint: did you mean "ollama"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["config", "unset", "unit.mass"]), @r#"
    --- stderr
    error: unit.mass: there is no such setting to be set
    Hint: did you mean "units.mass"?
    --- exit 2
    "#);
    assert_eq!(file(&env), "units: {mass: kg}\n");
}

#[test]
fn a_broken_value_is_mended_by_setting_it() {
    let env = Environment::new();
    env.config("units:\n  mass: stone\n");
    env.stdout(&["config", "set", "units.mass", "lb"]);
    assert_eq!(file(&env), "units:\n  mass: lb\n");
}

#[test]
fn it_is_said_what_counts_more_than_the_file() {
    let env = Environment::new();
    let mut command = env.command(&["config", "set", "units.mass", "lb"]);
    let output = command.env("SWEALOG_UNITS_MASS", "kg").output().unwrap();
    assert_snapshot!(env.show(&output), @r"
    Set units.mass in [DIR]/config/swealog/config.yaml
    --- stderr
    SWEALOG_UNITS_MASS counts more: units.mass is kg as long as it is set
    --- exit 0
    ");
    let said = env.run_with_input(&["repl"], b"/config set units.mass lb\n/config\n");
    assert!(said.contains("is set so already"), "{said}");
    assert!(env.json(&["config", "set", "units.mass", "kg", "--json"])["written"] == true);
}

#[test]
fn one_value_is_printed_and_nothing_else() {
    let env = Environment::new();
    env.config("units:\n  mass: lb\n");
    assert_eq!(env.stdout(&["config", "get", "units.mass"]), "lb\n");
    assert_eq!(env.stdout(&["config", "get", "index"]), "true\n");
    assert!(env.stdout(&["config", "get", "home"]).ends_with("/home\n"));
    let object = env.object(&["config", "get", "units.distance", "--json"]);
    let known = serde_json::json!({"key": "units.distance", "value": "km", "origin": "default"});
    assert_eq!(object, known);
    assert_snapshot!(env.run(&["config", "get", "unit.mass"]), @r#"
    --- stderr
    error: unit.mass: there is no such setting to be set
    Hint: did you mean "units.mass"?
    --- exit 2
    "#);
    let said = env.run_with_input(&["repl"], b"/config get units.mass\n");
    assert!(said.contains("lb"), "{said}");
}

/// Edits the settings with an editor that writes a text in place of what is there.
fn edited(env: &Environment, text: &str) -> String {
    env.file("new.yaml", text);
    let editor = env.file(
        "editor.sh",
        "cat \"$1\" > seen.yaml\ncat new.yaml > \"$1\"\n",
    );
    let mut command = env.command(&["config", "edit"]);
    command.env("EDITOR", format!("sh {}", editor.display()));
    let output = command.env("PATH", "/usr/bin:/bin").output().unwrap();
    env.show(&output)
}

#[cfg(unix)]
#[test]
fn settings_are_changed_in_an_editor_and_broken_ones_not_taken_in() {
    let env = Environment::new();
    let said = edited(&env, "units:\n  mass: lb\n");
    assert!(
        said.starts_with("Wrote [DIR]/config/swealog/config.yaml"),
        "{said}"
    );
    assert_eq!(file(&env), "units:\n  mass: lb\n");
    // who had no file began with all settings, commented out
    let seen = std::fs::read_to_string(env.path().join("seen.yaml")).unwrap();
    assert!(seen.contains("#units:"), "{seen}");
    let said = edited(&env, "units:\n  mass: stone\n");
    assert!(said.contains("nothing was changed"), "{said}");
    assert!(said.contains("your version is kept in"), "{said}");
    assert!(said.contains("exit 1"), "{said}");
    assert_eq!(file(&env), "units:\n  mass: lb\n");
    assert!(edited(&env, "units:\n  mass: lb\n").contains("Nothing was changed."));
    // it is a way out of broken ones, too
    env.config("units:\n  mass: stone\n");
    edited(&env, "units:\n  mass: kg\n");
    assert_eq!(env.stdout(&["config", "get", "units.mass"]), "kg\n");
}

#[test]
fn every_command_notes_what_it_does_where_that_is_asked_for() {
    let env = Environment::new();
    for args in [
        &["log", "bench 80kg 5x5"][..],
        &["history"],
        &["config"],
        &["doctor"],
    ] {
        let output = env.command(args).env("RUST_LOG", "debug").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("DEBUG"), "{args:?}: {said}");
        assert!(!env.run(args).contains("DEBUG"), "{args:?}");
    }
    let said = env.run(&["--log-file", "notes.log", "heaviest bench?"]);
    assert!(!said.contains("DEBUG"), "{said}");
    let noted = std::fs::read_to_string(env.path().join("notes.log")).unwrap();
    assert!(
        noted.contains("a step begins") && !noted.contains("heaviest"),
        "{noted}"
    );
    let mut command = env.command(&["history"]);
    let output = command.env("RUST_LOG", "quilto=loud").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", env.show(&output));
}
