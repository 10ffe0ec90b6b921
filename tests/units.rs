//! Whose units bare numbers are in: asked once, or said once.

use crate::common::environment::Environment;

const SAID: &str = "kg is taken where no unit is written";

#[test]
fn in_a_pipe_it_is_said_once_which_unit_was_taken() {
    let env = Environment::new();
    assert!(
        !env.run(&["bench 80kg 5x5"]).contains(SAID),
        "it was written"
    );
    let said = env.run(&["bench 80 5x5"]);
    assert!(said.contains(SAID), "{said}");
    assert!(said.contains("swealog config set units.mass lb"), "{said}");
    assert!(!env.run(&["squat 100 5x5"]).contains(SAID), "once");
    let other = Environment::new();
    let said = other.run(&["log", "벤치 80 5개 3세트"]);
    assert!(said.contains("단위가 없으면 kg로 읽어요"), "{said}");
}

#[test]
fn who_said_which_unit_is_told_nothing() {
    let env = Environment::new();
    env.stdout(&["config", "set", "units.mass", "lb"]);
    let said = env.run(&["bench 185 5x5"]);
    assert!(
        said.contains("185 lb") && !said.contains("is taken"),
        "{said}"
    );
    let other = Environment::new();
    assert!(
        !other
            .run(&["--unit", "kg", "bench 80 5x5"])
            .contains("is taken")
    );
}

#[test]
fn an_empty_home_is_told_that_there_is_nothing() {
    let env = Environment::new();
    for question in ["why was I tired last week?", "how was it?"] {
        let said = env.run(&[question]);
        assert!(said.starts_with("Nothing is logged yet."), "{said}");
        assert!(said.ends_with("--- exit 0\n"), "{said}");
    }
    assert_eq!(env.stdout(&["sessions", "--json"]), "");
    let asked: [&[&str]; 3] = [
        &["heaviest bench?"],
        &["ask", "workouts"],
        &["ask", "heaviest bench", "--no-input"],
    ];
    let nothing = "Nothing is logged yet. Try: swealog \"bench 80kg 5x5, slept 7 hours\"";
    for args in asked {
        assert_eq!(env.stdout(args), format!("{nothing}\n"), "{args:?}");
    }
    let answer = env.json(&["ask", "heaviest bench", "--json"]);
    assert_eq!(answer["answer"], nothing, "{answer}");
    let korean = env.stdout(&["벤치 최고 기록은?"]);
    assert!(korean.starts_with("아직 기록이 없어요."), "{korean}");
}

#[cfg(unix)]
mod at_a_terminal {
    use crate::common::environment::Environment;
    use crate::common::screen::{CTRL_C, CTRL_D, Screen};

    const MASS: &str = "kg or lb?";
    const DISTANCE: &str = "km or mi?";

    #[test]
    fn units_are_asked_at_the_first_run_only() {
        let env = Environment::new();
        let mut screen = Screen::open(&env, 80, &["bench 185 5x5"]);
        screen.until(MASS);
        screen.says("lb");
        screen.until(DISTANCE);
        screen.says("");
        let (said, exit) = screen.end();
        assert!(said.contains("5 × 5 @ 185 lb"), "{said}");
        assert_eq!(exit, Some(0));
        let file = env.path().join("config/swealog/config.yaml");
        let kept = std::fs::read_to_string(file).unwrap();
        assert_eq!(kept, "units:\n  mass: lb\n  distance: km\n");
        std::fs::remove_dir_all(env.home()).unwrap();
        let (said, _) = Screen::open(&env, 80, &["bench 190 5x5"]).end();
        assert!(said.contains("190 lb") && !said.contains(MASS), "{said}");
    }

    #[test]
    fn a_question_to_an_empty_home_is_answered_without_asking_for_units() {
        for args in [&["heaviest bench?"][..], &["ask", "workouts"]] {
            let env = Environment::new();
            let (said, exit) = Screen::open(&env, 80, args).end();
            assert!(!said.contains(MASS), "{said}");
            assert!(said.contains("Nothing is logged yet. Try: "), "{said}");
            assert_eq!(exit, Some(0));
            let mut screen = Screen::open(&env, 80, &["bench 185 5x5"]);
            screen.until(MASS);
        }
    }

    #[test]
    fn a_note_typed_instead_of_a_unit_is_taken_with_the_offered_units() {
        let env = Environment::new();
        let mut screen = Screen::open(&env, 80, &[]);
        screen.until(MASS);
        screen.says("kgg");
        let said = screen.until(MASS);
        assert!(said.contains("Say kg or lb; Enter takes kg"), "{said}");
        screen.says("bench 80 5x5");
        let said = screen.until("swealog> ");
        assert!(said.contains("5 × 5 @ 80 kg"), "{said}");
        assert!(!said.contains(DISTANCE), "{said}");
        screen.types(CTRL_D);
        screen.end();
        assert!(env.raw("2026-11-21").contains("bench 80 5x5"));
        let other = Environment::new();
        let mut screen = Screen::open(&other, 80, &["squat 100 5x5"]);
        screen.until(MASS);
        screen.says("bench 80 5x5");
        let (said, _) = screen.end();
        assert!(said.contains("100 kg") && said.contains("80 kg"), "{said}");
    }

    #[test]
    fn a_question_left_open_comes_again_and_the_note_is_logged() {
        let env = Environment::new();
        let mut screen = Screen::open(&env, 80, &["log", "bench 80 5x5"]);
        screen.until(MASS);
        screen.types(CTRL_C);
        let (said, _) = screen.end();
        assert!(said.contains("Logged"), "{said}");
        let other = Environment::new();
        let mut screen = Screen::open(&other, 80, &[]);
        screen.until(MASS);
        screen.says("lbs");
        screen.until(DISTANCE);
        screen.says("mi");
        screen.until("swealog> ");
        screen.types(CTRL_D);
        assert_eq!(screen.end().1, Some(0));
        let shown = other.stdout(&["config"]);
        assert!(
            shown.contains("units.distance                            mi"),
            "{shown}"
        );
    }
}
