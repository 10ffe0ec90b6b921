//! Charts and figures of a home.

use insta::assert_snapshot;

use crate::common::environment::Environment;

/// Some weeks of notes under days of their own.
fn home() -> Environment {
    let env = Environment::new();
    let notes = [
        ("2026-10-05", "bench 70kg 5x5, slept 7h"),
        ("2026-10-07", "ran 5k in 28:00"),
        ("2026-10-12", "벤치 72.5kg 5개 5세트"),
        ("2026-10-19", "bench 75kg 5x5"),
        ("2026-10-28", "ran 5k in 27:30"),
        ("2026-11-02", "bench 72.5kg 5x5, slept 5h"),
        ("2026-11-09", "bench 77.5kg 5x5"),
        ("2026-11-16", "bench 77.5kg 5x5"),
        ("2026-11-18", "ran 5k in 26:45"),
    ];
    for (day, note) in notes {
        env.stdout(&["log", "--date", day, note]);
    }
    env
}

#[test]
fn a_line_from_day_to_day() {
    assert_snapshot!(home().run(&["plot", "bench"]), @r"
    Bench Press (Barbell) · weight
    by day, in kg, 2026-10-05 to 2026-11-16

    78 kg ┤                                                            ★⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
          │                                                           ⡰⠁
          │                                                         ⡠⠊
    76 kg ┤                                                       ⢀⠔⠁
          │                       ⣀●⣀⣀                           ⡰⠁
          │                   ⢀⡠⠔⠉    ⠉⠑⠒⠢⠤⣀⣀                  ⡠⠊
    74 kg ┤                ⣀⠤⠊⠁              ⠉⠑⠒⠢⠤⣀⣀         ⢀⠔⠁
          │            ⢀⡠⠔⠊                         ⠉⠑⠒⠢⠤⣀⣀ ⡰⠁
    72 kg ┤         ⢀⡠⠒●                                   ⠉
          │      ⢀⠤⠊⠁
          │   ⣀⠔⠊⠁
    70 kg ┤⡠⠔⠊
          └┬───────────────────────┬───────────────────────┬───────────────────────┬
           10-05                   10-19                   11-02               11-16

    ★ best 77.5 kg × 5 on 2026-11-09, again on 2026-11-16
    ● 2 records on the way
    last 77.5 kg, on 2026-11-16
    --- exit 0
    ");
}

#[test]
fn bars_by_week_for_what_adds_up() {
    assert_snapshot!(home().run(&["plot", "bench", "volume"]), @r"
    Bench Press (Barbell) · volume
    by week, in kg, 2026-10-05 to 2026-11-22

    2,000 kg ┤                ▂▂▂▂▂▂▂                 ▅▅▅▅▅▅▅ ▅▅▅▅▅▅▅
             │▄▄▄▄▄▄▄ ▇▇▇▇▇▇▇ ███████         ▇▇▇▇▇▇▇ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
    1,500 kg ┤███████ ███████ ███████         ███████ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
    1,000 kg ┤███████ ███████ ███████         ███████ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
      500 kg ┤███████ ███████ ███████         ███████ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
             │███████ ███████ ███████         ███████ ███████ ███████
        0 kg ┤███████ ███████ ███████         ███████ ███████ ███████
             └┴───────────────┴───────────────┴───────────────┴───────
              10-05           10-19           11-02           11-16

    most 1,937.5 kg, in the week of 2026-11-09
    last 1,937.5 kg, in the week of 2026-11-16
    --- exit 0
    ");
}

#[test]
fn a_quicker_run_lies_higher() {
    assert_snapshot!(home().run(&["plot", "running", "pace", "--from", "2026-10-20"]), @r"
    Running · pace
    by day, in min/km, 2026-10-28 to 2026-11-18

    5:20 /km ┤
             │                                                                 ⢀⣀⡠⠤★
    5:22 /km ┤                                                           ⣀⡠⠤⠔⠒⠉⠁
             │                                                    ⢀⣀⠤⠔⠒⠊⠉
    5:24 /km ┤                                              ⣀⡠⠤⠒⠊⠉⠁
             │                                       ⣀⣀⠤⠔⠒⠉⠉
             │                                ⢀⣀⠤⠤⠒⠊⠉
    5:26 /km ┤                          ⣀⡠⠤⠒⠒⠉⠁
             │                   ⢀⣀⠤⠔⠒⠉⠉
    5:28 /km ┤            ⢀⣀⡠⠤⠒⠊⠉⠁
             │      ⣀⡠⠤⠔⠒⠉⠁
    5:30 /km ┤⣀⠤⠔⠒⠊⠉
             └┬──────────────────────┬──────────────────────┬──────────────────────┬
              10-28                  11-04                  11-11              11-18

    ★ best 5 km in 26:45 (5:21 /km) on 2026-11-18
    last 5:21 /km, on 2026-11-18
    --- exit 0
    ");
}

#[test]
fn points_are_data_in_the_users_unit() {
    let env = home();
    let object = env.json(&[
        "plot",
        "벤치",
        "--json",
        "--unit",
        "lb",
        "--to",
        "2026-10-12",
    ]);
    assert_eq!(object["domain"], "strength");
    assert_eq!(object["subject"], "Bench Press (Barbell)");
    assert_eq!(object["unit"], "lb");
    let values: Vec<f64> = object["points"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| point["value"].as_f64().unwrap())
        .collect();
    assert_eq!(values, [154.32, 159.84]);
    assert_eq!(object["points"][1]["record"], true);
    assert_eq!(object["best"]["date"], "2026-10-12");
}

#[test]
fn an_svg_stands_alone() {
    let env = home();
    let said = env.stdout(&["plot", "bench", "--svg", "bench.svg"]);
    assert_eq!(said, "The chart is in bench.svg\n");
    let svg = std::fs::read_to_string(env.path().join("bench.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("2026-11-09: 77.5 kg"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 6);
}

#[test]
fn names_that_are_none_bring_near_ones() {
    let env = home();
    assert_snapshot!(env.run(&["plot", "bench", "volumn"]), @r#"
    --- stderr
    error: there is no measure "volumn" for this
    Hint: did you mean "volume"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["plot", "dedlift"]), @r"
    --- stderr
    There is nothing of Deadlift (Barbell) in your notes.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["plot"]), @r"
    --- stderr
    error: name what to look at
    Hint: `stats` shows what there is; `plot --help` has examples
    --- exit 2
    ");
    assert_snapshot!(env.run(&["plot", "squat"]), @r"
    --- stderr
    There is nothing of Squat (Barbell) in your notes.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["plot", "bench", "--svg", "no/where.svg"]), @r"
    --- stderr
    error: cannot write no/where.svg
    Caused by: No such file or directory (os error 2)
    Hint: name a file in a folder that is there and that you may write to
    --- exit 1
    ");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let env = home();
    let coloured = env.stdout(&["--color", "always", "plot", "bench"]);
    let plain = env.stdout(&["plot", "bench"]);
    assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
    let output = env
        .command(&["stats"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
}

#[test]
fn a_chart_stands_below_an_answer_on_a_terminal_only() {
    let env = home();
    let answer = env.stdout(&["ask", "is my bench improving?"]);
    assert!(!answer.contains('┤'), "{answer}");
}

#[test]
fn stats_of_every_domain_with_notes() {
    assert_snapshot!(home().run(&["stats"]), @r"
    Running  3 days with notes
      this week  distance        5 km   last week 0 km
                 duration        26:45  last week 0 s
                 runs            1      last week 0
      records    longest run     5 km in 28:00 (5:36 /km) on 2026-10-07
                 pace            5 km in 26:45 (5:21 /km) on 2026-11-18
                 time            5 km in 26:45 (5:21 /km) on 2026-11-18
      in a row   latest streak   1 week  2026-11-18
                 longest streak  1 week  2026-10-07

    Strength  6 days with notes
      this week  volume                 1,937.5 kg  last week 1,937.5 kg
                 reps                   25          last week 25
                 sets                   5           last week 5
                 sessions               1           last week 1
      records    Bench Press (Barbell)  77.5 kg × 5 on 2026-11-09
      in a row   latest streak          3 weeks  2026-11-02 to 2026-11-16
                 longest streak         3 weeks  2026-10-05 to 2026-10-19

    General fitness  2 days with notes
      records    sleep           7 h on 2026-10-05
      in a row   latest streak   1 week  2026-11-02
                 longest streak  1 week  2026-10-05
    --- exit 0
    ");
}

#[test]
fn stats_of_one_domain_and_of_none() {
    let env = home();
    let object = env.json(&["stats", "running", "--json"]);
    assert_eq!(object["domain"], "running");
    assert_eq!(object["days"], 3.0);
    let distance = &object["weeks"][0];
    assert_eq!(
        (&distance["this_week"], &distance["last_week"]),
        (&5.0.into(), &0.0.into())
    );
    assert_snapshot!(env.run(&["stats", "swimming"]), @r"
    --- stderr
    There is nothing of Swimming yet.
    --- exit 0
    ");
    assert_snapshot!(Environment::new().run(&["stats"]), @r#"
    --- stderr
    Nothing is logged yet. Try: swealog "bench 80kg 5x5, slept 7 hours"
    --- exit 0
    "#);
}

#[test]
fn several_things_are_drawn_one_below_the_other() {
    let env = home();
    env.stdout(&["log", "squat 100kg 5x5"]);
    for args in [
        &["plot", "bench", "squat"][..],
        &["plot", "bench,", "squat"],
        &["plot", "bench and squat"],
        &["plot", "bench vs squat volume"],
    ] {
        let shown = env.stdout(args);
        let heads: Vec<&str> = shown.lines().filter(|line| line.contains(" · ")).collect();
        assert_eq!(heads.len(), 2, "{args:?}: {shown}");
        assert!(
            heads[0].starts_with("Bench") && heads[1].starts_with("Squat"),
            "{heads:?}"
        );
    }
    let shown = env.stdout(&["plot", "bench", "squat", "volume", "--json"]);
    let charts: Vec<serde_json::Value> = shown
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(charts.len(), 2);
    assert!(
        charts.iter().all(|chart| chart["measure"] == "volume"),
        "{shown}"
    );
    let drawn = env.stdout(&["plot", "bench", "squat", "--svg", "-"]);
    assert_eq!(drawn.matches("class=\"title\"").count(), 2);
}

#[test]
fn points_stand_for_what_is_said() {
    let env = home();
    for (span, points) in [("day", 6), ("week", 6), ("month", 2)] {
        let chart = env.json(&["plot", "bench", "--by", span, "--json"]);
        assert_eq!(chart["by"], span);
        assert_eq!(chart["points"].as_array().unwrap().len(), points, "{chart}");
    }
    let usage = env.run(&["plot", "bench", "--by", "year"]);
    assert!(usage.contains("day, week, month"), "{usage}");
    let usage = env.run(&["plot", "--form", "monday"]);
    assert!(!usage.contains("] ["), "{usage}");
}

#[test]
fn stats_speak_the_language_of_the_last_note() {
    let env = Environment::new();
    env.stdout(&["log", "벤치프레스 80kg 5x5"]);
    let said = env.stdout(&["stats"]);
    for words in [
        "기록 1일",
        "이번 주",
        "지난주 0",
        "최고 기록  벤치프레스",
        "최근 연속",
    ] {
        assert!(said.contains(words), "{words} is not in {said}");
    }
    let english = [" day", "week", "records", "streak", "Bench", "with notes"];
    assert!(english.iter().all(|word| !said.contains(word)), "{said}");
}

#[test]
fn a_chart_that_is_asked_for_in_korean_is_told_in_korean() {
    let env = home();
    let shown = env.stdout(&["plot", "벤치"]);
    for words in [
        "날마다, kg, 2026-10-05부터 2026-11-16까지",
        "★ 최고 77.5 kg × 5",
        "2026-11-16에도 같은 기록",
        "● 그동안 기록 2번",
        "마지막 77.5 kg, 2026-11-16",
    ] {
        assert!(shown.contains(words), "{words}\n{shown}");
    }
    let heading = shown.lines().next().unwrap();
    assert!(!heading.contains("weight"), "{heading}");
    let nothing = env.run(&["plot", "스쿼트"]);
    assert!(nothing.contains("메모에 없어요"), "{nothing}");
}
