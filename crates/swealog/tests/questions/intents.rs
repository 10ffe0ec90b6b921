//! What questions are read as: what is asked, about what, by which measure, of which days.

use quilto::model::{Intent, QuestionKind};

use super::asking::Desk;

/// Question; ask; then what else it must be read as: `t:` topic, `m:` measure, `p:` period (start
/// or start..end), `by:` bucket, `f:` filter (field=min), `d:` domain, `u:` unknown words.
const INTENTS: &[(&str, QuestionKind, &str)] = &[
    // records
    (
        "what's my best bench press",
        QuestionKind::Best,
        "t:Bench Press (Barbell)",
    ),
    (
        "heaviest deadlift ever?",
        QuestionKind::Best,
        "t:Deadlift (Barbell) m:weight",
    ),
    (
        "what is my squat max",
        QuestionKind::Best,
        "t:Squat (Barbell)",
    ),
    ("bench pr?", QuestionKind::Best, "t:Bench Press (Barbell)"),
    (
        "my top overhead press this year",
        QuestionKind::Best,
        "t:Overhead Press (Barbell) p:2026-01-01",
    ),
    (
        "how much can I deadlift?",
        QuestionKind::Best,
        "t:Deadlift (Barbell)",
    ),
    (
        "what's the most I've ever squatted?",
        QuestionKind::Best,
        "t:Squat (Barbell)",
    ),
    (
        "best bench at 5 reps",
        QuestionKind::Best,
        "t:Bench Press (Barbell) f:reps=5",
    ),
    (
        "best front squat for 3 reps in 2025",
        QuestionKind::Best,
        "t:Front Squat (Barbell) f:reps=3 p:2025-01-01..2025-12-31",
    ),
    ("most pull ups in one set", QuestionKind::Best, "t:Pull Up"),
    ("fastest 5k", QuestionKind::Best, "d:running f:distance=4.9"),
    (
        "what was my longest run in october",
        QuestionKind::Best,
        "p:2026-10-01..2026-10-31",
    ),
    (
        "lightest bench in march",
        QuestionKind::Worst,
        "t:Bench Press (Barbell) p:2026-03-01..2026-03-31",
    ),
    (
        "데드 최고 기록 뭐야?",
        QuestionKind::Best,
        "t:Deadlift (Barbell)",
    ),
    (
        "스쿼트 최대 몇 키로까지 들었어?",
        QuestionKind::Best,
        "t:Squat (Barbell)",
    ),
    (
        "제일 무겁게 든 벤치",
        QuestionKind::Best,
        "t:Bench Press (Barbell)",
    ),
    (
        "벤치 5렙 최고 무게",
        QuestionKind::Best,
        "t:Bench Press (Barbell) f:reps=5",
    ),
    (
        "올해 오버헤드프레스 최고는?",
        QuestionKind::Best,
        "t:Overhead Press (Barbell) p:2026-01-01",
    ),
    ("가장 빠른 5km", QuestionKind::Best, "f:distance=4.9"),
    // first and last
    (
        "when did I last squat?",
        QuestionKind::Last,
        "t:Squat (Barbell)",
    ),
    ("last time I did pull ups", QuestionKind::Last, "t:Pull Up"),
    (
        "what was my last bench?",
        QuestionKind::Last,
        "t:Bench Press (Barbell)",
    ),
    (
        "how long since I last deadlifted",
        QuestionKind::Last,
        "t:Deadlift (Barbell)",
    ),
    (
        "how much did I bench last time?",
        QuestionKind::Last,
        "t:Bench Press (Barbell)",
    ),
    (
        "when did I first bench 80 kg?",
        QuestionKind::First,
        "t:Bench Press (Barbell) f:weight=80",
    ),
    (
        "when was the first time I squatted?",
        QuestionKind::First,
        "t:Squat (Barbell)",
    ),
    ("when did I start running", QuestionKind::First, "d:running"),
    (
        "when did I hit 100kg bench?",
        QuestionKind::First,
        "t:Bench Press (Barbell) f:weight=100",
    ),
    (
        "my most recent leg press",
        QuestionKind::Last,
        "t:Leg Press (Machine)",
    ),
    (
        "마지막 벤치 언제였지",
        QuestionKind::Last,
        "t:Bench Press (Barbell)",
    ),
    (
        "최근에 스쿼트 언제 했더라",
        QuestionKind::Last,
        "t:Squat (Barbell)",
    ),
    (
        "데드 안 한지 얼마나 됐어?",
        QuestionKind::Last,
        "t:Deadlift (Barbell)",
    ),
    (
        "처음 벤치 100 넘은 날은?",
        QuestionKind::First,
        "t:Bench Press (Barbell)",
    ),
    ("풀업 언제부터 했지?", QuestionKind::First, "t:Pull Up"),
    ("스쿼트 언제 했어?", QuestionKind::Last, "t:Squat (Barbell)"),
    // counts
    (
        "how many times did I squat last month?",
        QuestionKind::Count,
        "t:Squat (Barbell) p:2026-10-01..2026-10-31",
    ),
    (
        "number of deadlift days in 2025",
        QuestionKind::Count,
        "p:2025-01-01..2025-12-31",
    ),
    (
        "how many days did I train this week?",
        QuestionKind::Count,
        "p:2026-11-16 d:strength",
    ),
    (
        "how often do I bench?",
        QuestionKind::Often,
        "t:Bench Press (Barbell)",
    ),
    (
        "how frequently did I run in september",
        QuestionKind::Often,
        "p:2026-09-01..2026-09-30 d:running",
    ),
    (
        "workout frequency this year",
        QuestionKind::Often,
        "p:2026-01-01 d:strength",
    ),
    (
        "how many times a week do I squat?",
        QuestionKind::Often,
        "t:Squat (Barbell) by:week",
    ),
    (
        "how consistent am I with pull ups",
        QuestionKind::Often,
        "t:Pull Up",
    ),
    (
        "이번 달에 벤치 몇 번 했어?",
        QuestionKind::Count,
        "t:Bench Press (Barbell) p:2026-11-01",
    ),
    (
        "작년에 데드리프트 며칠 했지?",
        QuestionKind::Count,
        "t:Deadlift (Barbell) p:2025-01-01..2025-12-31",
    ),
    (
        "스쿼트 얼마나 자주 해?",
        QuestionKind::Often,
        "t:Squat (Barbell)",
    ),
    (
        "일주일에 운동 몇 번 하지?",
        QuestionKind::Often,
        "d:strength by:week",
    ),
    (
        "did I squat yesterday?",
        QuestionKind::Ever,
        "t:Squat (Barbell) p:2026-11-19",
    ),
    ("have I ever done burpees?", QuestionKind::Ever, "t:Burpee"),
    (
        "did I train last monday",
        QuestionKind::Ever,
        "p:2026-11-16",
    ),
    (
        "어제 벤치 했나?",
        QuestionKind::Ever,
        "t:Bench Press (Barbell) p:2026-11-19",
    ),
    ("버피 해본 적 있어?", QuestionKind::Ever, "t:Burpee"),
    // totals and averages
    (
        "total volume this month",
        QuestionKind::Total,
        "m:volume p:2026-11-01",
    ),
    (
        "how many sets of squats did I do last week?",
        QuestionKind::Total,
        "t:Squat (Barbell) m:sets p:2026-11-09..2026-11-15",
    ),
    (
        "how many reps of push ups in 2025?",
        QuestionKind::Total,
        "t:Push Up m:reps p:2025-01-01",
    ),
    (
        "how far did I run this year?",
        QuestionKind::Total,
        "m:distance p:2026-01-01",
    ),
    (
        "total distance in march",
        QuestionKind::Total,
        "m:distance p:2026-03-01..2026-03-31",
    ),
    (
        "how much protein did I eat yesterday?",
        QuestionKind::Total,
        "m:protein p:2026-11-19",
    ),
    (
        "calories last week in total",
        QuestionKind::Total,
        "m:kcal p:2026-11-09..2026-11-15",
    ),
    (
        "average sleep last month",
        QuestionKind::Average,
        "m:sleep p:2026-10-01..2026-10-31",
    ),
    ("what's my average pace", QuestionKind::Average, "m:pace"),
    (
        "average calories per day in october",
        QuestionKind::Average,
        "m:kcal p:2026-10-01..2026-10-31",
    ),
    (
        "typical bench weight",
        QuestionKind::Average,
        "t:Bench Press (Barbell) m:weight",
    ),
    (
        "이번 달 총 볼륨",
        QuestionKind::Total,
        "m:volume p:2026-11-01",
    ),
    (
        "어제 단백질 얼마나 먹었어",
        QuestionKind::Total,
        "m:protein p:2026-11-19",
    ),
    (
        "지난주 칼로리 합계",
        QuestionKind::Total,
        "m:kcal p:2026-11-09..2026-11-15",
    ),
    ("평균 페이스 알려줘", QuestionKind::Average, "m:pace"),
    ("평균 수면 시간은?", QuestionKind::Average, "m:sleep"),
    (
        "올해 몇 km 뛰었어?",
        QuestionKind::Total,
        "m:distance p:2026-01-01",
    ),
    // development
    (
        "how is my bench going?",
        QuestionKind::Trend,
        "t:Bench Press (Barbell)",
    ),
    (
        "show my squat progress",
        QuestionKind::Trend,
        "t:Squat (Barbell)",
    ),
    (
        "is my deadlift getting better?",
        QuestionKind::Trend,
        "t:Deadlift (Barbell)",
    ),
    (
        "am I plateauing on bench",
        QuestionKind::Trend,
        "t:Bench Press (Barbell)",
    ),
    (
        "has my pace improved this year?",
        QuestionKind::Trend,
        "m:pace p:2026-01-01",
    ),
    (
        "how has my overhead press changed over time",
        QuestionKind::Trend,
        "t:Overhead Press (Barbell)",
    ),
    ("bodyweight trend", QuestionKind::Trend, "m:bodyweight"),
    (
        "벤치 늘고 있어?",
        QuestionKind::Trend,
        "t:Bench Press (Barbell)",
    ),
    (
        "스쿼트 추이 보여줘",
        QuestionKind::Trend,
        "t:Squat (Barbell)",
    ),
    ("체중 변화 알려줘", QuestionKind::Trend, "m:bodyweight"),
    (
        "데드 요즘 어때?",
        QuestionKind::Trend,
        "t:Deadlift (Barbell)",
    ),
    ("페이스 좋아지고 있나", QuestionKind::Trend, "m:pace"),
    // comparisons
    (
        "compare squat and deadlift",
        QuestionKind::Compare,
        "t:Squat (Barbell) t:Deadlift (Barbell)",
    ),
    (
        "bench vs overhead press",
        QuestionKind::Compare,
        "t:Bench Press (Barbell) t:Overhead Press (Barbell)",
    ),
    (
        "how do push exercises compare to pull exercises?",
        QuestionKind::Compare,
        "t:push t:pull",
    ),
    (
        "compare 2025 and 2026",
        QuestionKind::Compare,
        "p:2025-01-01..2025-12-31",
    ),
    (
        "squat this month vs last month",
        QuestionKind::Compare,
        "t:Squat (Barbell)",
    ),
    (
        "compare bench this month to last",
        QuestionKind::Compare,
        "t:Bench Press (Barbell) p:2026-11-01",
    ),
    (
        "volume in march compared to april",
        QuestionKind::Compare,
        "m:volume p:2026-03-01..2026-03-31",
    ),
    (
        "do I lift more in the morning or evening?",
        QuestionKind::Compare,
        "by:time_of_day",
    ),
    (
        "벤치랑 스쿼트 비교해줘",
        QuestionKind::Compare,
        "t:Bench Press (Barbell) t:Squat (Barbell)",
    ),
    (
        "작년이랑 올해 비교해줘",
        QuestionKind::Compare,
        "p:2025-01-01..2025-12-31",
    ),
    (
        "이번 달 스쿼트 지난달 대비 어때?",
        QuestionKind::Compare,
        "t:Squat (Barbell)",
    ),
    (
        "상체랑 하체 볼륨 차이",
        QuestionKind::Compare,
        "t:upper body t:legs m:volume",
    ),
    // gaps, streaks, buckets
    (
        "longest break from squats",
        QuestionKind::Gap,
        "t:Squat (Barbell)",
    ),
    (
        "what's the longest I went without training?",
        QuestionKind::Gap,
        "d:strength",
    ),
    (
        "biggest gap between runs in 2025",
        QuestionKind::Gap,
        "p:2025-01-01 d:running",
    ),
    ("longest streak", QuestionKind::Streak, ""),
    (
        "how many days in a row did I train?",
        QuestionKind::Streak,
        "d:strength",
    ),
    (
        "벤치 제일 오래 쉰 게 며칠이야?",
        QuestionKind::Gap,
        "t:Bench Press (Barbell)",
    ),
    (
        "올해 운동 공백 제일 길었던 거",
        QuestionKind::Gap,
        "p:2026-01-01 d:strength",
    ),
    (
        "연속으로 며칠 운동했어?",
        QuestionKind::Streak,
        "d:strength",
    ),
    (
        "bench volume per week this year",
        QuestionKind::Total,
        "t:Bench Press (Barbell) m:volume by:week p:2026-01-01",
    ),
    (
        "which weekday do I train most?",
        QuestionKind::Which,
        "by:weekday",
    ),
    (
        "best month for squat volume",
        QuestionKind::Best,
        "t:Squat (Barbell) m:volume by:month",
    ),
    ("which exercise do I do the least", QuestionKind::Which, ""),
    ("무슨 운동 제일 많이 했어?", QuestionKind::Which, ""),
    (
        "월별 벤치 볼륨",
        QuestionKind::Total,
        "t:Bench Press (Barbell) m:volume by:month",
    ),
    // lists
    (
        "what did I do yesterday?",
        QuestionKind::List,
        "p:2026-11-19",
    ),
    (
        "show my workouts from last week",
        QuestionKind::List,
        "p:2026-11-09..2026-11-15 d:strength",
    ),
    (
        "list my runs in october",
        QuestionKind::List,
        "p:2026-10-01..2026-10-31 d:running",
    ),
    ("notes about knee pain", QuestionKind::List, ""),
    (
        "what did I eat on 2026-11-18?",
        QuestionKind::List,
        "p:2026-11-18 d:nutrition",
    ),
    (
        "how was my workout on tuesday?",
        QuestionKind::List,
        "p:2026-11-17 d:strength",
    ),
    ("어제 뭐 했지?", QuestionKind::List, "p:2026-11-19"),
    (
        "지난주 운동 기록 보여줘",
        QuestionKind::List,
        "p:2026-11-09..2026-11-15 d:strength",
    ),
    ("어제 뭐 먹었지", QuestionKind::List, "p:2026-11-19"),
    ("last 5 workouts", QuestionKind::List, "d:strength"),
    // reasons and advice
    (
        "why is my bench stuck?",
        QuestionKind::Why,
        "t:Bench Press (Barbell)",
    ),
    ("why am I so tired?", QuestionKind::Why, ""),
    (
        "왜 요즘 스쿼트가 안 늘지?",
        QuestionKind::Why,
        "t:Squat (Barbell)",
    ),
    ("what should I do today?", QuestionKind::Should, ""),
    (
        "how can I improve my deadlift?",
        QuestionKind::Should,
        "t:Deadlift (Barbell)",
    ),
    ("오늘 뭐 할까?", QuestionKind::Should, ""),
    (
        "벤치 어떻게 하면 늘까?",
        QuestionKind::Should,
        "t:Bench Press (Barbell)",
    ),
    // unknown
    ("when did I last juggle?", QuestionKind::Last, "u:juggle"),
    ("저글링 몇 번 했어?", QuestionKind::Count, "u:저글링"),
];

fn said(intent: &Intent) -> Vec<String> {
    let mut said: Vec<String> = intent
        .topics
        .iter()
        .map(|t| format!("t:{}", t.name))
        .collect();
    said.extend(intent.measure.iter().map(|m| format!("m:{}", m.name)));
    if let Some(period) = &intent.period {
        said.push(format!("p:{}", period.start));
        said.push(format!("p:{}..{}", period.start, period.end));
    }
    said.extend(
        intent
            .by
            .map(|by| format!("by:{}", serde_json::to_value(by).unwrap().as_str().unwrap())),
    );
    said.extend(
        intent
            .filter
            .iter()
            .map(|f| format!("f:{}={}", f.field, round(f.min))),
    );
    said.extend(intent.domain.iter().map(|d| format!("d:{d}")));
    said.extend(intent.unknown.iter().map(|u| format!("u:{u}")));
    said
}

fn round(value: Option<f64>) -> f64 {
    (value.unwrap_or_default() * 10.0).round() / 10.0
}

/// The expectations of a line: words that begin with a mark, up to the next one.
fn expected(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in line.split(' ').filter(|word| !word.is_empty()) {
        let mark = ["t:", "m:", "p:", "by:", "f:", "d:", "u:"]
            .iter()
            .any(|mark| word.starts_with(mark));
        match found.last_mut() {
            Some(last) if !mark => {
                last.push(' ');
                last.push_str(word);
            }
            _ => found.push(word.to_owned()),
        }
    }
    found
}

#[test]
fn questions_are_read_as_meant() {
    let desk = Desk::new(Vec::new());
    assert!(INTENTS.len() >= 120, "{}", INTENTS.len());
    let mut wrong: Vec<String> = Vec::new();
    for (question, ask, line) in INTENTS {
        let intent = desk.intent(question);
        let said = said(&intent);
        let missing: Vec<String> = expected(line)
            .into_iter()
            .filter(|words| !said.contains(words))
            .collect();
        let stray = !line.contains("u:") && !intent.unknown.is_empty() && intent.topics.is_empty();
        if intent.ask != *ask || !missing.is_empty() || stray {
            wrong.push(format!(
                "{question}: {:?} (expected {ask:?}), missing {missing:?} of {said:?}",
                intent.ask
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        INTENTS.len(),
        wrong.join("\n")
    );
}
