//! What an input is taken for.

use quilto::model::InputType::{self, Both, Correction, Log, Query};

use super::asking::Desk;

const ROUTES: &[(&str, InputType)] = &[
    ("bench 80kg 5x5 felt heavy, slept bad", Log),
    ("bench 80kg 5x5?", Log),
    ("한 10개?", Log),
    ("did my squats, 5x5 100kg", Log),
    ("did 5x5 squats at 100kg", Log),
    ("what a session, squat 100x5", Log),
    ("when I woke up my back hurt", Log),
    ("best session in a while", Log),
    ("last set 6", Log),
    ("bench pr 100", Log),
    ("best bench today 100kg", Log),
    ("heaviest squat yet, 130kg x 2", Log),
    ("heaviest bench for 5 today", Log),
    ("bench for sets of 5", Log),
    ("오늘 벤치 최고 100kg", Log),
    ("squat max 5x100", Log),
    ("best set 10 reps 80kg", Log),
    ("squat yesterday", Log),
    ("protein shake yesterday", Log),
    ("rest day today", Log),
    ("스쿼트 10회", Log),
    ("스쿼트 10회 최고!", Log),
    ("felt great!!", Log),
    ("new bench pr 100kg!", Log),
    ("bench 80x5. no, actually 85x5", Log),
    ("I want to bench 100kg by June", Log),
    ("ran 5k in 25:30", Log),
    ("오늘 벤치 80 5x5 했어", Log),
    ("스쿼트 100 5x5 함", Log),
    ("몸이 무거웠음", Log),
    ("어깨가 좀 아프다", Log),
    ("점심에 닭가슴살 200g 먹음", Log),
    ("", Log),
    ("how's my bench", Query),
    ("show me my last bench", Query),
    ("bench progress", Query),
    ("last 3 squat sessions", Query),
    ("my best set of 10 on squat", Query),
    ("best 8-rep set of bench", Query),
    ("스쿼트 10회 최고", Query),
    ("heaviest bench for sets of 5", Query),
    ("best bench x10", Query),
    ("스쿼트 5회랑 10회 최고 무게는?", Query),
    ("최근 러닝 3번", Query),
    ("weekly mileage", Query),
    ("km per month", Query),
    ("kcal yesterday", Query),
    ("어제 칼로리 총", Query),
    ("제일 빨리 뛴 날", Query),
    ("탄수화물 제일 많이 먹은 날", Query),
    ("is my ohp stuck or what", Query),
    ("how was my week", Query),
    ("이번 주 요약해줘", Query),
    ("am i overtraining", Query),
    ("did my friend squat 200?", Query),
    ("bench today?", Query),
    ("why am I so tired", Query),
    ("workouts in march 2026", Query),
    ("compare squat and deadlift", Query),
    ("list my runs", Query),
    ("should I deload?", Query),
    ("어제 뭐 먹었지", Query),
    ("스쿼트 몇 킬로까지 들었지", Query),
    ("다음엔 뭐 할까", Query),
    ("벤치 추이", Query),
    ("벤치 최고 기록 알려줘", Query),
    ("마지막으로 언제 뛰었더라", Query),
    ("요즘 스쿼트 늘고 있어?", Query),
    ("이번 달 운동 며칠 했나", Query),
    ("slept 4 hours. why am I always tired?", Both),
    ("slept 4 hours, why am I always tired?", Both),
    ("ate 2 eggs and toast, how much protein is that?", Both),
    ("벤치 80 5x5 했는데 왜 이렇게 무겁지?", Both),
    ("4시간 잤는데 왜 맨날 피곤하지?", Both),
    ("squat 100 5x5. show me my best squat", Both),
    ("actually that was 185 not 85", Correction),
    ("아니 80 아니고 85였어", Correction),
    ("oops, meant 60kg on the last set", Correction),
    ("should have been 12 reps", Correction),
    ("마지막 세트 8개 아니고 7개였음", Correction),
    ("정정: 벤치 82.5였음", Correction),
];

#[test]
fn inputs_are_taken_for_what_they_are() {
    let desk = Desk::new(Vec::new());
    let wrong: Vec<String> = ROUTES
        .iter()
        .map(|(text, kind)| (text, kind, desk.route(text)))
        .filter(|(_, kind, routed)| routed.input_type != **kind)
        .map(|(text, kind, routed)| {
            format!(
                "{text}: {:?}, expected {kind:?} ({})",
                routed.input_type, routed.reasoning
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn portions_are_the_users_own_words() {
    let desk = Desk::new(Vec::new());
    for (text, log, query) in [
        (
            "slept 4 hours. why am I always tired?",
            "slept 4 hours.",
            "why am I always tired?",
        ),
        (
            "벤치 80 5x5 했는데 왜 이렇게 무겁지?",
            "벤치 80 5x5 했는데",
            "왜 이렇게 무겁지?",
        ),
        (
            "squat 100kg 5x5 and show me my best squat",
            "squat 100kg 5x5",
            "show me my best squat",
        ),
    ] {
        let routed = desk.route(text);
        assert_eq!(routed.log_portion.as_deref(), Some(log));
        assert_eq!(routed.query_portion.as_deref(), Some(query));
    }
}

#[test]
fn domains_follow_what_is_named() {
    let desk = Desk::new(Vec::new());
    for (text, domains) in [
        ("bench 80kg 5x5", &["strength"][..]),
        ("ran 5k in 25:30", &["running"]),
        ("how much protein did I eat yesterday?", &["nutrition"]),
        ("best bench?", &["strength"]),
        ("버피 몇 개 했어?", &["strength"]),
        ("10x100m free on 1:30", &["swimming"]),
    ] {
        assert_eq!(desk.route(text).selected_domains, domains, "{text}");
    }
    let why = desk.route("why am I so tired?").selected_domains;
    assert_eq!(why.len(), 4, "reasons may lie anywhere: {why:?}");
}

#[test]
fn a_correction_names_what_it_corrects() {
    let desk = Desk::new(Vec::new());
    let routed = desk.route("actually that was 185 not 85");
    assert_eq!(
        routed.correction_target.as_deref(),
        Some("that was 185 not 85")
    );
}
