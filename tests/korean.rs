//! Who reads Korean is asked in Korean, also where no words of theirs show it.

use insta::assert_snapshot;

use crate::common::environment::Environment;
use crate::common::screen::{ENTER, Screen};

const RIDES: &str = "\
Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
2026-04-02,Cycling,Cardio,,,,\"1,250\",km,,
";

fn korean() -> Environment {
    let mut env = Environment::new();
    env.in_locale("ko_KR.UTF-8");
    env
}

#[test]
fn what_a_file_leaves_open_is_asked_in_korean() {
    let env = korean();
    env.file("rides.csv", RIDES);
    assert_snapshot!(env.run(&["import", "--yes", "rides.csv"]), @r"
    Imported 0 entries, 0 already there, 0 lines rejected, 1 question open.
    --- stderr
    rides.csv:2: “Distance” 열의 “1,250”: 1250 또는 1.25로 읽을 수 있어요
      --decimal point: 점이 소수점이에요: 1250
      --decimal comma: 쉼표가 소수점이에요: 1.25
      이 파일에서는 아무것도 가져오지 않았어요
    Hint: import again with one of these flags for each, or at a terminal, where it is asked
    --- exit 1
    ");
    let mut screen = Screen::open(&env, 100, &["import", "rides.csv"]);
    screen.until("번호 (이 파일을 빼려면 Enter): ");
    screen.says("3");
    screen.until("1부터 2까지의 번호를 적어 주세요.");
    screen.until("Enter): ");
    screen.says("2");
    assert_eq!(screen.end().1, Some(0));
    // programs read the same whatever the language
    let english = Environment::new();
    english.file("rides.csv", RIDES);
    env.file("later.csv", &RIDES.replace("04-02", "05-02"));
    english.file("later.csv", &RIDES.replace("04-02", "05-02"));
    let asked =
        |env: &Environment| env.json(&["import", "--json", "later.csv"])["questions"].clone();
    assert_eq!(asked(&env), asked(&english));
    assert_eq!(asked(&env)[0]["line"], 2);
}

#[test]
fn units_of_a_file_are_asked_in_korean() {
    let env = korean();
    env.file(
        "strong.csv",
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n\
         2026-03-02 18:00:00,Legs,1h,Squat (Barbell),1,100,5,0,0,,,\n",
    );
    let mut screen = Screen::open(&env, 100, &["import", "strong.csv"]);
    screen.until("strong.csv: 단위가 적혀 있지 않아요.");
    screen.until("kg와 lb 중 어느 것인가요? [kg] ");
    screen.says("파운드?");
    screen.until("kg나 lb로 답해 주세요.");
    screen.until("[kg] ");
    screen.says("lb");
    assert_eq!(screen.end().1, Some(0));
    assert!(env.stdout(&["history"]).contains("100 lb"));
}

#[test]
fn doctor_and_what_has_no_way_back_speak_korean() {
    let env = korean();
    env.stdout(&["벤치 80kg 5x5"]);
    let parsed = env.home().join("logs/parsed/2026/11/2026-11-21.json");
    std::fs::remove_file(parsed).unwrap();
    let said = env.run(&["doctor"]);
    assert!(said.contains("아직 읽지 않은 메모가 1개 있어요"), "{said}");
    assert!(said.contains("Hint: `doctor --fix`로"), "{said}");
    let said = env.stdout(&["doctor", "--fix"]);
    assert!(said.contains("메모 1개를 다시 읽었어요"), "{said}");
    assert!(said.ends_with("모두 괜찮아요.\n"), "{said}");
    let history = env.stdout(&["history"]);
    let id = history
        .split_whitespace()
        .find(|word| word.starts_with("20261121-"))
        .unwrap();
    let mut screen = Screen::open(&env, 100, &["forget", id]);
    screen.until("이 글과 고친 것을 모두 영영 지울까요? [y/N] ");
    screen.types(ENTER);
    let (said, code) = screen.end();
    assert!(said.contains("아무것도 지우지 않았어요."), "{said}");
    assert_eq!(code, Some(0));
    let mut screen = Screen::open(&env, 100, &["forget", id]);
    screen.until("[y/N] ");
    screen.says("네");
    assert_eq!(screen.end().1, Some(0));
    assert!(!env.stdout(&["history"]).contains("벤치"));
}

#[test]
fn help_figures_and_slips_on_the_command_line_are_korean_where_the_place_is() {
    let mut env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.in_locale("ko_KR.UTF-8");
    let help = env.stdout(&["history", "--help"]);
    for text in [
        "적은 것을 오래된 것부터 늘어놓는다",
        "사용법: swealog history",
        "옵션:",
        "모든 명령의 옵션:",
    ] {
        assert!(help.contains(text), "{text}: {help}");
    }
    for english in ["Usage:", "Options:", "Print help", "[default"] {
        assert!(!help.contains(english), "{english}: {help}");
    }
    let slip = env.run(&["history", "--nowhere"]);
    assert!(
        slip.contains("오류: --nowhere 같은 옵션이나 인자는 없어요"),
        "{slip}"
    );
    // its notes are in English
    let figures = env.stdout(&["stats"]);
    assert!(
        figures.contains("이번 주") && !figures.contains("this week"),
        "{figures}"
    );
    env.in_locale("en_US.UTF-8");
    assert!(
        env.stdout(&["history", "--help"])
            .contains("Usage: swealog history")
    );
    assert!(env.stdout(&["stats"]).contains("this week"));
}
