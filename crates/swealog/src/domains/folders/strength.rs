//! The words of the strength domain.

use super::{each_is, found, vocabulary};

#[test]
fn strength_knows_far_more_than_the_usual_lifts() {
    let exercises = vocabulary("strength")
        .terms()
        .filter(|term| &*term.kind == "exercise")
        .count();
    assert!(exercises >= 300, "{exercises}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of examples")]
fn lifters_words_mean_the_usual_form() {
    each_is(
        "strength",
        &[
            (
                "Bench Press (Barbell)",
                &[
                    "bench",
                    "bp",
                    "Bench-Press",
                    "benhc",
                    "flat bench",
                    "벤치",
                    "밴치프레스",
                    "벤치프래스",
                    "벤 치 프 레 스",
                    "바벨 벤치프레스",
                ],
            ),
            (
                "Bench Press (Dumbbell)",
                &[
                    "db bench",
                    "bench press dumbbell",
                    "dumbbell presses",
                    "덤벨벤치",
                    "덤벨 벤치프레스를",
                    "벤치 덤벨",
                ],
            ),
            (
                "Incline Bench Press (Barbell)",
                &[
                    "incline",
                    "incline bench",
                    "인클라인 벤치",
                    "인 클 라 인 벤치프레스",
                    "인클라인",
                ],
            ),
            (
                "Incline Bench Press (Dumbbell)",
                &[
                    "db incline bench",
                    "incline db press",
                    "인클라인 덤벨프레스",
                    "덤벨 인클라인 벤치",
                ],
            ),
            (
                "Bench Press - Close Grip (Barbell)",
                &["cgbp", "close-grip bench", "클로즈그립 벤치"],
            ),
            (
                "Squat (Barbell)",
                &[
                    "squats",
                    "back squat",
                    "sqaut",
                    "low bar squat",
                    "스쿼트",
                    "스쾃",
                    "스퀏",
                    "바벨 스쿼트",
                ],
            ),
            (
                "Front Squat (Barbell)",
                &[
                    "front squats",
                    "front-squat",
                    "프론트 스쿼트",
                    "프런트스쿼트",
                ],
            ),
            (
                "Overhead Squat (Barbell)",
                &["ohs", "overhead squat", "오버헤드 스쿼트"],
            ),
            (
                "Bulgarian Split Squat",
                &[
                    "bss",
                    "bulgarian split squats",
                    "불가리안",
                    "불가리안 스플릿 스쿼트",
                ],
            ),
            (
                "Deadlift (Barbell)",
                &[
                    "deadlift",
                    "deads",
                    "dl",
                    "deadlfit",
                    "conventional deadlift",
                    "데드",
                    "데드리프트",
                    "데드리프드",
                    "컨벤셔널 데드리프트",
                ],
            ),
            (
                "Sumo Deadlift (Barbell)",
                &["sumo deadlift", "sumo dl", "스모 데드리프트", "스모데드"],
            ),
            (
                "Romanian Deadlift (Barbell)",
                &[
                    "rdl",
                    "RDLs",
                    "romanian deadlift",
                    "루마니안 데드리프트",
                    "루마니안",
                ],
            ),
            (
                "Romanian Deadlift (Dumbbell)",
                &[
                    "db rdl",
                    "dumbbell romanian deadlifts",
                    "덤벨 루마니안 데드리프트",
                ],
            ),
            (
                "Stiff Leg Deadlift (Barbell)",
                &[
                    "sldl",
                    "stiff leg deadlift",
                    "stiff-legged deadlifts",
                    "스티프 데드리프트",
                ],
            ),
            (
                "Trap Bar Deadlift",
                &[
                    "trap bar",
                    "trap bar deadlift",
                    "hex bar deadlifts",
                    "트랩바",
                    "트랩바 데드리프트",
                ],
            ),
            (
                "Overhead Press (Barbell)",
                &[
                    "ohp",
                    "press",
                    "overhead press",
                    "strict press",
                    "프레스",
                    "오헤프",
                    "오버헤드프레스",
                ],
            ),
            (
                "Strict Military Press (Barbell)",
                &["military press", "밀리터리프레스", "밀프"],
            ),
            (
                "Seated Overhead Press (Barbell)",
                &["seated press", "시티드 프레스", "seated ohp"],
            ),
            (
                "Shoulder Press (Dumbbell)",
                &[
                    "dumbbell shoulder presses",
                    "숄더프레스 덤벨",
                    "덤벨 숄더프레스",
                ],
            ),
            ("Push Press", &["push press", "푸쉬프레스", "푸시 프레스"]),
            ("Arnold Press (Dumbbell)", &["arnold press", "아놀드프레스"]),
            (
                "Lateral Raise (Dumbbell)",
                &[
                    "lateral raises",
                    "side laterals",
                    "사레레",
                    "레터럴레이즈",
                    "사이드 레터럴 레이즈",
                    "사이드 래터럴 레이즈",
                ],
            ),
            (
                "Lateral Raise (Cable)",
                &[
                    "cable lateral raise",
                    "케이블 레터럴 레이즈",
                    "케이블 사레레",
                ],
            ),
            (
                "Rear Delt Fly (Machine)",
                &[
                    "rear delt machine",
                    "reverse pec deck",
                    "리어델트 머신",
                    "리어델트 플라이 머신",
                ],
            ),
            ("Face Pull (Cable)", &["face pulls", "facepull", "페이스풀"]),
            (
                "Pull Up",
                &[
                    "pullups",
                    "pull-ups",
                    "weighted pull ups",
                    "풀업",
                    "턱걸이",
                    "웨이티드 풀업",
                ],
            ),
            (
                "Pull Up (Assisted)",
                &["assisted pull ups", "어시스트 풀업"],
            ),
            ("Chin Up", &["chins", "chin-ups", "친업"]),
            ("Chest Pull Up", &["체스트 풀업", "chest to bar pull ups"]),
            ("Chest Dip", &["dips", "weighted dips", "딥스", "중량 딥스"]),
            (
                "Push Up",
                &[
                    "pushups",
                    "push-ups",
                    "press ups",
                    "푸쉬업",
                    "푸시업",
                    "팔굽혀펴기",
                    "가중 푸쉬업",
                ],
            ),
            (
                "Lat Pulldown (Cable)",
                &[
                    "lat pulldown",
                    "lat pull down",
                    "랫풀",
                    "랫풀다운",
                    "렛풀다운",
                ],
            ),
            (
                "Bent Over Row (Barbell)",
                &[
                    "rows",
                    "barbell row",
                    "bent-over rows",
                    "벤오바",
                    "바벨로우",
                ],
            ),
            (
                "Bent Over Row (Dumbbell)",
                &["dumbbell row", "db rows", "덤벨로우"],
            ),
            (
                "Bent Over One Arm Row (Dumbbell)",
                &[
                    "one arm dumbbell row",
                    "single-arm row",
                    "원암 덤벨로우",
                    "원암 로우",
                ],
            ),
            ("Pendlay Row (Barbell)", &["pendlay rows", "펜들레이"]),
            ("T Bar Row", &["t-bar row", "tbar rows", "티바로우"]),
            (
                "Seated Row (Cable)",
                &["seated row", "cable rows", "시티드로우", "롱풀"],
            ),
            (
                "Seated Row (Machine)",
                &["seated row machine", "machine row", "시티드 로우 머신"],
            ),
            (
                "Iso-Lateral Row (Machine)",
                &["머신 로우", "iso lateral row"],
            ),
            (
                "Chest Press (Machine)",
                &[
                    "chest press",
                    "machine chest press",
                    "체스트 프레스 머신",
                    "체스트프레스",
                ],
            ),
            (
                "Iso-Lateral Chest Press (Machine)",
                &["머신 체스트프레스", "hammer strength chest press"],
            ),
            (
                "Chest Fly (Machine)",
                &[
                    "pec deck",
                    "fly machine",
                    "플라이 머신",
                    "펙덱",
                    "Butterfly (Pec Deck)",
                ],
            ),
            ("Cable Fly", &["cable flyes", "cable flies", "케이블플라이"]),
            ("Bicep Curl (Barbell)", &["barbell curls", "바벨컬"]),
            (
                "Bicep Curl (Dumbbell)",
                &[
                    "curls",
                    "bicep curls",
                    "dumbbell biceps curls",
                    "덤벨컬",
                    "덤컬",
                ],
            ),
            ("Hammer Curl (Dumbbell)", &["hammer curls", "해머컬"]),
            ("Preacher Curl (Barbell)", &["preacher curl", "프리쳐 컬"]),
            ("EZ Bar Curl", &["ez bar curls", "이지바 컬"]),
            (
                "Skullcrusher (Barbell)",
                &["skullcrushers", "skull crushers", "스컬크러셔"],
            ),
            (
                "Triceps Pushdown (Cable - Straight Bar)",
                &["pushdowns", "tricep pushdown", "케이블 푸시다운"],
            ),
            (
                "Triceps Pushdown (Cable - Rope)",
                &["rope pushdowns", "rope tricep pushdown"],
            ),
            (
                "Leg Press (Machine)",
                &["leg press", "레그프레스", "레그 프레스"],
            ),
            (
                "Leg Extension (Machine)",
                &["leg extensions", "레익", "레그 익스텐션"],
            ),
            (
                "Leg Curl (Machine)",
                &["leg curls", "hamstring curl", "레컬", "레그컬"],
            ),
            (
                "Lying Leg Curl (Machine)",
                &["lying leg curl", "라잉 레그컬"],
            ),
            (
                "Standing Calf Raise (Dumbbell)",
                &["calf raises", "카프레이즈", "카프"],
            ),
            (
                "Seated Calf Raise (Machine)",
                &["seated calf raise", "시티드 카프레이즈"],
            ),
            ("Lunge (Bodyweight)", &["lunges", "런지"]),
            ("Walking Lunge", &["walking lunges", "워킹 런지"]),
            (
                "Hip Thrust (Barbell)",
                &["hip thrusts", "힙쓰러스트", "힙 쓰러스트"],
            ),
            ("Good Morning (Barbell)", &["good mornings", "굿모닝"]),
            ("Glute Ham Raise", &["ghr", "glute ham raises"]),
            ("Shrug (Barbell)", &["shrugs", "슈러그"]),
            (
                "Farmers Walk",
                &["farmers walk", "farmer's carry", "파머스워크"],
            ),
            (
                "Kettlebell Swing",
                &["kettlebell swings", "kb swings", "케틀벨 스윙"],
            ),
            ("Clean (Barbell)", &["cleans", "클린"]),
            ("Power Clean", &["power cleans", "파워클린"]),
            ("Hang Clean (Barbell)", &["hang cleans", "행 클린"][..1]),
            ("Snatch (Barbell)", &["snatches", "스내치"]),
            (
                "Clean and Jerk (Barbell)",
                &["clean and jerk", "c&j", "용상"],
            ),
            ("Thruster (Barbell)", &["thrusters", "쓰러스터"]),
            ("Burpee", &["burpees", "버피", "버피테스트"]),
            ("Plank", &["planks", "플랭크"]),
            ("Box Jump", &["box jumps", "박스점프"]),
            ("Crunch", &["crunches", "크런치"]),
            ("Sit Up", &["sit-ups", "situps", "윗몸일으키기"]),
            ("Ab Mat Sit-up", &["ab mat sit-ups", "싯업"]),
            (
                "Hanging Leg Raise",
                &["hanging leg raises", "행잉 레그레이즈"],
            ),
            ("Floor Press (Barbell)", &["floor press", "플로어프레스"]),
            (
                "Behind The Neck Press (Barbell)",
                &["btn press", "BTN-Press"],
            ),
            (
                "Rowing (Machine)",
                &["rowing machine", "row machine", "로잉머신"],
            ),
        ],
    );
}

#[test]
fn names_of_a_day_are_no_exercise() {
    each_is(
        "strength",
        &[
            ("Push Day", &["push day", "푸쉬 데이"]),
            ("Pull Day", &["pull day", "풀 데이"]),
            ("Leg Day", &["leg day", "레그데이"]),
            (
                "not an exercise",
                &[
                    "three days in a row",
                    "ate clean",
                    "on the fly",
                    "stepped up",
                ],
            ),
        ],
    );
    for text in [
        "slept badly",
        "felt tired today",
        "오늘 컨디션 좋음",
        "무게 인상",
        "다음에는 더 무겁게",
    ] {
        assert_eq!(found("strength", text), [] as [String; 0], "{text}");
    }
}

#[test]
fn light_and_timed_exercises_say_so() {
    let strength = vocabulary("strength");
    for name in ["Pull Up", "Push Up", "Chest Dip", "Burpee", "Crunch"] {
        assert!(strength.term(name).unwrap().flag("bodyweight"), "{name}");
    }
    for name in ["Pull Up (Assisted)", "Chest Dip (Assisted)"] {
        assert!(strength.term(name).unwrap().flag("assisted"), "{name}");
    }
    for name in ["Lateral Raise (Dumbbell)", "Bench Press (Dumbbell)"] {
        assert!(strength.term(name).unwrap().flag("per_hand"), "{name}");
    }
    for name in ["Plank", "Wall Sit", "Dead Hang"] {
        assert!(strength.term(name).unwrap().flag("timed"), "{name}");
    }
    let barbell = strength.term("Squat (Barbell)").unwrap();
    assert!(!barbell.flag("bodyweight") && !barbell.flag("per_hand"));
}
