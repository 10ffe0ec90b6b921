//! A domain that is data only, asked in both languages: the example of `crates/quilto-domain/authoring.md`
//! beside the built-in domains, with no Rust that knows of it.

use std::path::Path;

use insta::assert_snapshot;

use crate::common::environment::Environment;

const NOTES: &[(&str, &str)] = &[
    ("2026-10-14", "physics 50 min, 5 problems"),
    ("2026-10-20", "수학 1시간 30분, 18페이지"),
    ("2026-11-02", "studied linear algebra 45 min, 12 pages"),
    ("2026-11-03", "Spanish 60 cards, recall 85%"),
    ("2026-11-05", "physics review 1h20m, 8 problems"),
    ("2026-11-09", "math 30 min, then physics 45 min"),
    ("2026-11-10", "수학 2시간, 30페이지"),
    ("2026-11-12", "영어 복습 40분"),
    ("2026-11-16", "Spanish 25 min, 80 cards, recall 90%"),
    ("2026-11-17", "linear algebra 1h, 20 pages"),
    ("2026-11-19", "coding 90 min"),
];

/// Question, what the answer must hold.
const ENGLISH: &[(&str, &[&str])] = &[
    ("how long did I study last week?", &["3 h 55 min", "3 days"]),
    ("how many pages did I read this month?", &["62"]),
    ("how many hours of physics in November?", &["2 h 05 min"]),
    (
        "what was my longest study session?",
        &["2 h,", "2026-11-10"],
    ),
    ("how many problems did I solve in total?", &["13"]),
    ("average recall in Spanish?", &["88"]),
    ("best recall?", &["90", "2026-11-16"]),
    (
        "compare physics and mathematics this month",
        &["2 h 05 min", "2 h 30 min", "25:00"],
    ),
    ("when did I last study English?", &["2026-11-12", "40:00"]),
    (
        "how often did I study linear algebra?",
        &["2 days", "2026-11-02", "2026-11-17"],
    ),
    (
        "what did I study on November 9?",
        &["math 30 min, then physics 45 min"],
    ),
    ("how much time on the sciences this month?", &["7 h 50 min"]),
    (
        "which subject took the most time?",
        &["mathematics: 4 h\n- physics: 2 h 55 min\n- linear algebra: 1 h 45 min"],
    ),
    (
        "did I study more this month than last month?",
        &["2 h 20 min", "8 h 55 min", "+6 h 35 min"],
    ),
    ("how many flashcards did I do?", &["140"]),
    (
        "pages per subject?",
        &["mathematics: 48", "linear algebra: 32"],
    ),
    ("longest break from physics?", &["22 days", "2026-10-14"]),
];

const KOREAN: &[(&str, &[&str])] = &[
    ("이번 달 공부 시간 얼마야?", &["8 h 55 min"]),
    ("수학 몇 시간 했어?", &["4 h."]),
    ("지난주에 물리 얼마나 오래 했어?", &["45:00"]),
    ("이번 달 몇 페이지 읽었어?", &["62"]),
    ("스페인어 정답률 평균은?", &["88"]),
    (
        "마지막으로 영어 공부한 게 언제야?",
        &["2026-11-12", "40:00"],
    ),
    ("가장 긴 공부는 언제였어?", &["2 h", "2026-11-10"]),
    ("물리랑 수학 비교해줘", &["2 h 55 min", "4 h", "1 h 05 min"]),
    ("문제 몇 개 풀었어?", &["13"]),
    (
        "11월 9일에 뭐 공부했어?",
        &["math 30 min, then physics 45 min"],
    ),
    ("어학 몇 시간 했어?", &["1 h 05 min"]),
    ("카드 몇 장 봤어?", &["140"]),
    (
        "이번 달 수학 몇 번 공부했어?",
        &["2일", "2026-11-09", "2026-11-10"],
    ),
    (
        "과목별 공부 시간?",
        &["수학: 4 h", "물리: 2 h 55 min", "영어: 40:00"],
    ),
    ("제일 오래 공부한 날은?", &["2 h", "2026-11-10"]),
    ("이번 주에 며칠 공부했어?", &["3일"]),
];

fn journal() -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-20T12:00");
    let example = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../crates/quilto-domain/examples/study-journal");
    for file in std::fs::read_dir(example).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        env.file(
            &format!("config/swealog/domains/study-journal/{name}"),
            &text,
        );
    }
    for (day, note) in NOTES {
        env.file(&format!("notes/{day}.md"), &format!("## 19:00\n{note}\n"));
    }
    env.stdout(&["import", "notes"]);
    env
}

fn answers(cases: &[(&str, &[&str])]) {
    let env = journal();
    let mut wrong = Vec::new();
    for (question, held) in cases {
        let answer = env.stdout(&["ask", question]);
        for words in *held {
            if !answer.contains(words) {
                wrong.push(format!("{question}\n  {answer}  lacks {words:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_data_only_domain_answers_in_english() {
    answers(ENGLISH);
}

#[test]
fn a_data_only_domain_answers_in_korean() {
    answers(KOREAN);
}

#[test]
fn a_data_only_domain_is_echoed_in_both_languages() {
    let env = journal();
    assert_snapshot!(env.run(&["physics 50 min, 5 problems"]), @r"
    Logged 2026-11-20 Fri 12:00
      sessions  duration 50:00 · subject physics · problems 5
    --- exit 0
    ");
    assert_snapshot!(env.run(&["수학 1시간 30분, 18페이지"]), @r"
    기록했어요: 2026-11-20 (금) 12:00
      공부  시간 1:30:00 · 과목 수학 · 쪽 18
    --- exit 0
    ");
}
