//! Questions over a small log of the fitness domains, answered by the built-in engine from the
//! route to the checked answer: what each question is read as, and the numbers and days that come
//! out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on stops, in its helpers too; figures are shown to who asks for them"
)]

#[path = "questions/advice.rs"]
mod advice;
#[path = "questions/aims.rs"]
mod aims;
#[path = "questions/asking.rs"]
mod asking;
#[path = "questions/grounding.rs"]
mod grounding;
#[path = "questions/intents.rs"]
mod intents;
#[path = "questions/log.rs"]
mod log;
#[path = "questions/overall.rs"]
mod overall;
#[path = "questions/reasons.rs"]
mod reasons;
#[path = "questions/routes.rs"]
mod routes;

use asking::Desk;

/// Question, words the answer must hold, words it must not.
type Case = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const RECORDS: &[Case] = &[
    (
        "best deadlift when it slipped?",
        &["150 kg × 2", "2026-11-16"],
        &[],
    ),
    ("lowest bodyweight and when?", &[], &["rather not guess"]),
    (
        "what's my best bench?",
        &["90 kg × 3", "2026-11-02"],
        &["100 kg"],
    ),
    (
        "what was my heaviest squat",
        &["120 kg × 3", "2026-06-01"],
        &[],
    ),
    (
        "best bench at 5 reps?",
        &["87.5 kg × 5", "2026-11-16"],
        &["90 kg"],
    ),
    (
        "best bench in march 2026?",
        &["85 kg × 5", "2026-03-20"],
        &["90 kg", "100 kg"],
    ),
    (
        "what is my heaviest deadlift?",
        &[
            "150 kg × 2",
            "2026-11-16",
            "Trap Bar Deadlift",
            "170 kg × 3",
        ],
        &[],
    ),
    (
        "벤치 최고 기록 알려줘",
        &["90 kg × 3", "2026-11-02"],
        &["100 kg"],
    ),
    (
        "스쿼트 제일 무거운 거 몇 킬로야?",
        &["120 kg", "2026-06-01"],
        &[],
    ),
    (
        "벤치 5렙 최고 무게 얼마야?",
        &["87.5 kg × 5", "2026-11-16"],
        &["90 kg"],
    ),
    (
        "what's my estimated 1rm on bench?",
        &["102.1 kg", "2026-11-16"],
        &[],
    ),
    ("best glorp machine?", &["40 kg × 12", "2026-11-18"], &[]),
    (
        "what's my fastest 5k?",
        &["2026-11-17"],
        &["2026-11-10", "2026-10-05"],
    ),
    ("longest run?", &["10 km", "2026-10-05"], &[]),
];

const FIRST_AND_LAST: &[Case] = &[
    (
        "when did I last bench?",
        &["2026-11-16", "4 days ago", "87.5 kg × 5"],
        &[],
    ),
    (
        "when did I first squat 105 kg?",
        &["2026-03-09", "110 kg"],
        &["2026-03-02"],
    ),
    (
        "how long since my last squat?",
        &["2026-06-01", "172 days ago"],
        &[],
    ),
    ("first bench?", &["2025-12-30", "70 kg × 5"], &[]),
    ("마지막으로 벤치 언제 했어?", &["2026-11-16", "4일 전"], &[]),
    ("데드리프트 처음 한 날이 언제야?", &["2026-03-20"], &[]),
    (
        "last time i did deadlifts and how it went?",
        &["2026-11-16", "grip slipped"],
        &[],
    ),
    ("when was my last workout?", &["2026-11-18"], &[]),
    ("마지막 러닝 언제야?", &["2026-11-17"], &[]),
];

const COUNTS: &[Case] = &[
    (
        "how many times did I bench in march 2026?",
        &["3 days", "2026-03-02", "2026-03-20"],
        &[],
    ),
    ("how many workouts did I do in March 2026?", &["3"], &[]),
    (
        "how often do I bench?",
        &["6 days", "2025-12-30", "2026-11-16"],
        &[],
    ),
    (
        "2026년 3월에 스쿼트 몇 번 했어?",
        &["2일", "2026-03-02", "2026-03-09"],
        &[],
    ),
    (
        "how many sets of bench did I do in March 2026?",
        &["6 sets"],
        &["7 sets", "8 sets"],
    ),
    ("did I bench on 2026-11-16?", &["Yes", "2026-11-16"], &[]),
    (
        "which exercise do I do most?",
        &["Bench Press (Barbell)", "6 days"],
        &[],
    ),
    ("which weekday do I train most?", &["Monday"], &[]),
    (
        "which day do I usually bench?",
        &["Mostly on Monday: 4 of 6 days"],
        &["kg"],
    ),
    ("무슨 요일에 운동 제일 많이 해?", &["월요일"], &[]),
];

const SUMS: &[Case] = &[
    ("total squat volume in march 2026?", &["1,355 kg"], &[]),
    (
        "how much protein did I eat yesterday?",
        &["120 g", "2026-11-19"],
        &["90 g"],
    ),
    ("어제 단백질 얼마나 먹었어?", &["120 g"], &["90 g"]),
    (
        "how far did I run in november 2026?",
        &["10 km"],
        &["20 km"],
    ),
    ("11월에 총 몇 키로 뛰었어?", &["10 km"], &["20 km"]),
    ("average calories in november 2026?", &["1,900 kcal"], &[]),
    ("칼로리 평균 알려줘", &["1,900 kcal"], &[]),
    ("how much did I sleep on 2026-11-17?", &["5 h"], &[]),
];

const DEVELOPMENT: &[Case] = &[
    (
        "how is my bench going?",
        &["improving", "70 kg", "2025-12-30", "87.5 kg", "2026-11-16"],
        &[],
    ),
    ("벤치 추이 어때?", &["좋아지고", "70 kg", "2025-12-30"], &[]),
    (
        "is my squat improving?",
        &["Squat (Barbell)", "3 days"],
        &["improving:"],
    ),
    (
        "why is my bench stuck?",
        &[
            "Nothing you noted differs",
            "Bench Press (Barbell)",
            "2026-11-16",
        ],
        &[],
    ),
];

const COMPARISONS: &[Case] = &[
    (
        "compare bench and squat",
        &["90 kg × 3", "120 kg × 3", "30 kg"],
        &[],
    ),
    (
        "벤치랑 스쿼트 비교해줘",
        &["90 kg × 3", "120 kg × 3", "30 kg"],
        &[],
    ),
    (
        "compare my bench in march 2026 and november 2026",
        &["85 kg × 5", "90 kg × 3", "+5 kg"],
        &[],
    ),
    (
        "bench: march 2026 vs november 2026",
        &["3 days", "2 days"],
        &[],
    ),
];

const RHYTHM: &[Case] = &[
    (
        "longest break from benching?",
        &["227 days", "2026-03-20", "2026-11-02"],
        &[],
    ),
    (
        "벤치 제일 오래 쉰 기간은?",
        &["227일", "2026-03-20", "2026-11-02"],
        &[],
    ),
    (
        "what did I do on 2026-03-09?",
        &["2026-03-09", "bench 82.5x5"],
        &["2026-03-20"],
    ),
    (
        "2026년 3월 운동 기록 보여줘",
        &["2026-03-02", "2026-03-09", "2026-03-20"],
        &["2026-06-01"],
    ),
    (
        "last 2 workouts?",
        &["2026-11-17: 5k", "2026-11-18"],
        &["2026-11-16"],
    ),
];

/// What is put plainly, and was once taken for something else.
const PLAIN: &[Case] = &[
    (
        "heaviest bench of all time?",
        &["90 kg × 3", "2026-11-02"],
        &["time is"],
    ),
    ("벤치 몇 kg까지 들었어?", &["90 kg × 3"], &["합계"]),
    (
        "which day do I usually train?",
        &["Mostly on Monday: 6 of 11 days"],
        &[],
    ),
    ("무슨 요일에 보통 운동해?", &["주로 월요일", "6일"], &[]),
    (
        "average reps on bench",
        &["reps per set is 4.6", "over 10 sets", "per day is"],
        &[],
    ),
    (
        "list my bench PRs",
        &["3 reps: 90 kg", "5 reps: 87.5 kg"],
        &[],
    ),
    ("벤치 기록 보여줘", &["90 kg", "87.5 kg"], &["grip slipped"]),
    (
        "did I train more in spring or autumn 2026?",
        &["2026-03-01 to 2026-05-31", "2026-09-01 to 2026-11-20"],
        &[],
    ),
    (
        "3대 합계 얼마야?",
        &[
            "360 kg",
            "120 kg × 3",
            "90 kg × 3",
            "150 kg × 2",
            "2026-06-01",
        ],
        &["볼륨"],
    ),
    (
        "what's my total (squat bench deadlift)?",
        &["360 kg", "2026-11-16"],
        &["volume"],
    ),
    (
        "which exercise improved the most?",
        &["Bench Press (Barbell)", "81.7 kg (2025-12-30)"],
        &["most often"],
    ),
    (
        "어떤 운동이 제일 많이 늘었어?",
        &["벤치프레스", "2025-12-30"],
        &["자주"],
    ),
    (
        "how many days between leg days on average?",
        &["45.5 days on average", "2026-03-02"],
        &[],
    ),
    ("어제 수영 얼마나 했어?", &["없어요"], &["dinner"]),
];

/// What is asked in passing, on a phone.
const PASSING: &[Case] = &[
    (
        "my best set of 5 on bench?",
        &["at 5 reps is 87.5 kg × 5", "2026-11-16"],
        &["90 kg"],
    ),
    (
        "best 5-rep set of bench?",
        &["at 5 reps is 87.5 kg × 5"],
        &["90 kg"],
    ),
    ("벤치 5회 최고", &["87.5 kg × 5"], &["90 kg"]),
    ("big three total?", &["360 kg", "120 kg × 3"], &["volume"]),
    ("what's my total?", &["360 kg", "150 kg × 2"], &["volume"]),
    (
        "how many days between leg days?",
        &["45.5 days on average", "2026-03-02"],
        &[],
    ),
    (
        "보통 하체 며칠 간격으로 해?",
        &["평균 45.5일", "2026-03-02"],
        &[],
    ),
    (
        "longest time between leg days?",
        &["84 days", "2026-03-09"],
        &["on average"],
    ),
    ("did I hit legs in june 2026", &["Yes", "1 day"], &[]),
    ("hows my bench doin", &["improving", "2026-11-16"], &[]),
    ("is my bench stuck or what", &["improving"], &[]),
    ("how many runs over 6 km?", &["1 run above 6 km"], &["best"]),
    (
        "how many days did I eat over 1900 kcal this month?",
        &["1 day"],
        &["2 days"],
    ),
    (
        "how many nights under 6h sleep this month?",
        &["sleep below 6 h", "1 day"],
        &["no night"],
    ),
    ("kcal yesterday", &["2,000 kcal", "2026-11-19"], &[]),
    ("어제 칼로리 총", &["2,000 kcal"], &[]),
    (
        "km per month",
        &["October 2026: 10 km", "November 2026: 10 km"],
        &[],
    ),
    ("벤치 마지막으로 85 넘긴 게 언제야?", &["2026-11-16"], &[]),
    ("how often do I bench lately?", &["2 days"], &["6 days"]),
    (
        "how many reps did I do with 85 kg on bench?",
        &["reps"],
        &[],
    ),
    ("가슴운동 마지막으로 언제 했더라", &["2026-11-16"], &[]),
    ("평균 페이스 얼마나 나와", &["/km"], &["없어요"]),
];

/// One figure against another, parts of the week, days without, and how long something took.
const SIDES: &[Case] = &[
    (
        "how long did it take me to get from 80 to 90 on bench?",
        &["245 days", "2026-03-02", "2026-11-02"],
        &[],
    ),
    (
        "벤치 80에서 90까지 얼마나 걸렸어?",
        &["245일", "2026-03-02", "2026-11-02"],
        &[],
    ),
    (
        "how long did it take me to get from 80 to 120 on bench?",
        &["no Bench Press (Barbell) at 120 kg or more", "2026-03-02"],
        &["It took"],
    ),
    (
        "what is the ratio of my squat to my deadlift?",
        &["0.8 times", "80%", "120 kg × 3", "150 kg × 2"],
        &[],
    ),
    (
        "스쿼트가 데드의 몇 퍼센트야?",
        &["0.8배", "80%", "120 kg", "150 kg"],
        &[],
    ),
    (
        "what is my bench to bodyweight ratio?",
        &["no bodyweight", "90 kg × 3"],
        &["times"],
    ),
    ("heaviest bench in lb?", &["198.42 lb × 3"], &["90 kg"]),
    ("벤치 최고 파운드로 얼마야?", &["198.42 lb"], &["90 kg"]),
    (
        "how far did I run on weekdays?",
        &["On weekdays:", "20 km"],
        &[],
    ),
    (
        "how far did I run on weekends?",
        &["On weekends:", "no"],
        &["20 km"],
    ),
    (
        "which days did I not train this week?",
        &["2026-11-19, 2026-11-20"],
        &["2026-11-17", "2026-11-18"],
    ),
    (
        "이번 주에 운동 안 한 날은 언제야?",
        &["2026-11-19, 2026-11-20"],
        &["2026-11-17", "2026-11-18"],
    ),
    ("have I run this week?", &["Yes", "1 day"], &[]),
    (
        "did I ever squat 150?",
        &["no Squat (Barbell) at 150", "120 kg × 3"],
        &[],
    ),
    ("스쿼트 100 넘긴 적 있어?", &["네.", "2026-03-09"], &[]),
    (
        "deadlift pr for 2 and for 3?",
        &["150 kg × 2", "140 kg × 3"],
        &[],
    ),
    (
        "did I train yesterday?",
        &["Nothing on workouts", "nearest is 2026-11-18"],
        &["none at any other"],
    ),
    (
        "run 5k vs 10k average pace?",
        &["at 5k is 4:55 /km", "at 10k is 5:20 /km"],
        &[],
    ),
    (
        "스쿼트 3회랑 5회 최고 무게?",
        &["120 kg × 3", "105 kg × 5"],
        &[],
    ),
    (
        "아침에 뛴 거 다 합치면 몇 km야?",
        &["아침만:", "20 km"],
        &["meal"],
    ),
    (
        "오전에 벤치 최고 몇이야?",
        &["아침만:", "87.5 kg"],
        &["90 kg"],
    ),
    (
        "which day was my longest run?",
        &["10 km", "2026-10-05"],
        &[],
    ),
    (
        "how many workouts in the first two weeks of march 2026?",
        &["2", "2026-03-01 to 2026-03-14"],
        &[],
    ),
    (
        "2번 이상 운동한 주가 몇 주야?",
        &["1주 (기록이 있는 9주 가운데)"],
        &[],
    ),
    (
        "how many weeks this year did I train at least 2 times?",
        &["1 week had", "of 8 weeks"],
        &[],
    ),
    (
        "how often have I trained since my break?",
        &["from 2026-06-01 to 2026-10-05", "6 days"],
        &[],
    ),
    (
        "when did I first run faster than 4:55 per km?",
        &["2026-11-17"],
        &["2026-10-05"],
    ),
    (
        "how many calories did I burn this month?",
        &["I don't know “burn”"],
        &["kcal"],
    ),
    (
        "how much do I sleep on weekdays plonk?",
        &["plonk"],
        &["no sleep"],
    ),
];

#[test]
fn sides_parts_and_ways_are_told() {
    hold(SIDES);
}

const NOTHING: &[Case] = &[
    ("best burpees?", &["no Burpee"], &["0"]),
    ("when did I last do yoga?", &["no"], &["2026"]),
    ("when did I last juggle?", &["juggle"], &["2026"]),
    ("버피 마지막으로 언제 했어?", &["없어요"], &["2026"]),
    (
        "bench in march 2018?",
        &["Nothing", "March 2018", "nearest is 2025-12-30"],
        &[],
    ),
    (
        "2026년 5월에 벤치 몇 번 했어?",
        &["2026년 5월", "없어요", "2026-03-20"],
        &[],
    ),
    (
        "when did I first bench 200 kg?",
        &["no Bench Press (Barbell)", "200"],
        &[],
    ),
];

fn hold(cases: &[Case]) {
    let desk = Desk::new(log::entries());
    let mut wrong: Vec<String> = Vec::new();
    for (question, with, without) in cases {
        let answer = desk.ask(question);
        let missing: Vec<_> = with
            .iter()
            .filter(|words| !answer.text.contains(**words))
            .collect();
        let extra: Vec<_> = without
            .iter()
            .filter(|words| answer.text.contains(**words))
            .collect();
        if !missing.is_empty() || !extra.is_empty() || !answer.issues.is_empty() {
            wrong.push(format!(
                "{question}\n  {}\n  missing {missing:?}, extra {extra:?}, issues {:?}",
                answer.text.replace('\n', "\n  "),
                answer.issues
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn records() {
    hold(RECORDS);
}

#[test]
fn first_and_last() {
    hold(FIRST_AND_LAST);
}

#[test]
fn counts() {
    hold(COUNTS);
}

#[test]
fn sums() {
    hold(SUMS);
}

#[test]
fn development() {
    hold(DEVELOPMENT);
}

#[test]
fn comparisons() {
    hold(COMPARISONS);
}

#[test]
fn rhythm_and_lists() {
    hold(RHYTHM);
}

#[test]
fn plain_questions_are_taken_at_their_word() {
    hold(PLAIN);
}

#[test]
fn questions_in_passing_are_understood() {
    hold(PASSING);
}

#[test]
fn nothing_is_said_plainly() {
    hold(NOTHING);
}
