//! A note is echoed in the language it is written in.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn sets_and_state_are_told_in_korean() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["어제 벤치 80kg 5x5, 7시간 잠"]), @r"
    기록했어요: 2026-11-20 (금) 10:30
      벤치프레스  5 × 5 @ 80 kg
                  볼륨 2,000 kg · 추정 1rm 93.3 kg
      수면 7시간
    --- exit 0
    ");
    assert_snapshot!(env.run(&["벤치 82.5kg 3x3, 왼쪽 무릎 아픔, 체중 80kg"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      벤치프레스  3 × 3 @ 82.5 kg
                  볼륨 742.5 kg · 추정 1rm 90.8 kg
                  지난번 2026-11-20: 5 × 5 @ 80 kg
                  신기록: 82.5 kg (이전 80 kg, 2026-11-20)
      통증: 왼쪽 무릎 · 체중 80 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["풀업 보조 20kg 8, 8, 6"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      Pull Up (Assisted)  8/8/6 @ 보조 20 kg
    --- exit 0
    ");
}

#[test]
fn runs_swims_and_meals_are_told_in_korean() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["5km 러닝 25분 30초 심박 150, 비"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      달리기  5 km 25:30 · 5:06 /km · 심박 150 · 비
    --- exit 0
    ");
    assert_snapshot!(env.run(&["자유형 8x50 1분 사이클, 패들 사용"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      수영, 자유형  8 × 50 m 자유형, 1:00 간격 · 패들 사용
    --- exit 0
    ");
    assert_snapshot!(env.run(&["아침 계란 2개랑 닭가슴살 100g"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      아침          
      계란 × 2        ~144 kcal · 단백질 ~12.6 g · 탄수화물 ~0.8 g · 지방 ~9.6 g
      닭가슴살 100 g  ~165 kcal · 단백질 ~31 g · 탄수화물 ~0 g · 지방 ~3.6 g
    --- exit 0
    ");
}

#[test]
fn what_nothing_understands_is_kept_and_said_so() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "그냥 적어 두는 말"]), @r"
    기록했어요: 2026-11-21 (토) 10:30
      수치로 읽은 것은 없어요. 적은 그대로 메모로 남겼어요
      못 읽음: 그냥 적어 두는 말
    --- exit 0
    ");
    assert!(env.raw("2026-11-21").contains("그냥 적어 두는 말"));
}

#[test]
fn corrections_and_what_is_taken_back_are_told_in_korean() {
    let env = Environment::new();
    env.stdout(&["log", "벤치 80kg 5x5"]);
    assert_snapshot!(env.run(&["--no-input", "아니 85kg였어"]), @r#"
    --- stderr
    고칠 메모: 2026-11-21 (토) 10:30  벤치 80kg 5x5
      벤치프레스, 무게 (세트 1~5): 80 → 85 kg
    대답을 기다려요: swealog resume [SESSION] --approve, --reject or --refine "…"
    --- exit 4
    "#);
    assert_snapshot!(env.run(&["resume", "--approve"]), @r"
    고쳤어요: 2026-11-21 (토) 10:30
      벤치프레스, 무게 (세트 1~5): 80 → 85 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["undo"]), @r"
    되돌렸어요: 고친 것 2026-11-21 (토) 10:30  아니 85kg였어
    --- stderr
    다시 살리려면: swealog undo 20261121-1030-grck
    --- exit 0
    ");
}

#[test]
fn lists_of_notes_speak_the_language_of_each() {
    let env = Environment::new();
    env.stdout(&["log", "squat 100kg 3x5"]);
    env.stdout(&["log", "스쿼트 100kg 5x5, 잠 설침"]);
    assert_snapshot!(env.run(&["history"]), @r"
    2026-11-21 Sat
      10:30  squat 100kg 3x5  20261121-1030-btqt
             Squat (Barbell)  3 × 5 @ 100 kg
      10:30  스쿼트 100kg 5x5, 잠 설침  20261121-1030-mfck
             스쿼트  5 × 5 @ 100 kg
             잠 나쁨
    --- exit 0
    ");
    assert_snapshot!(env.run(&["parse", "데드 140kg 1x3"]), @r"
    2026-11-21 (토) 10:30  (기록하지 않았어요)
      데드리프트  1 × 3 @ 140 kg
                  볼륨 420 kg · 추정 1rm 154 kg
    --- exit 0
    ");
}

#[test]
fn what_went_otherwise_is_told_in_the_language_of_the_note() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "--date", "2026-11-18", "어제 벤치 80kg 5x5"]), @r"
    기록했어요: 2026-11-18 (수) 10:30
      벤치프레스  5 × 5 @ 80 kg
                  볼륨 2,000 kg · 추정 1rm 93.3 kg
    --- stderr
    warning: 2026-11-18에 기록했지만 2026-11-20의 일로도 읽혀요
    Hint: 그날이 맞다면: swealog move 20261118-1030-mjnt 2026-11-20
    --- exit 0
    ");
    env.config(
        "llm:\n  default_provider: shed\n  retry: {llm_retry: 0}\n  providers:\n    shed: \
         {kind: openai_compatible, api_base: 'http://127.0.0.1:9/v1', model: small}\n",
    );
    let said = env.run(&["왜 벤치가 안 늘지?", "--no-input"]);
    assert!(said.contains("warning: 모델 없이 대답했어요: "), "{said}");
    assert!(said.contains("Hint: `config check`로 모델을"), "{said}");
}

#[test]
fn what_programs_read_does_not_change_with_the_language() {
    let env = Environment::new();
    let korean = env.json(&["log", "--json", "벤치 80kg 5x5"]);
    let english = env.json(&["log", "--json", "bench 80kg 5x5"]);
    assert_eq!(
        korean["logged"]["domain_data"],
        english["logged"]["domain_data"]
    );
    let keys = |value: &serde_json::Value| {
        let object = value.as_object().unwrap();
        object.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&korean), keys(&english));
}
