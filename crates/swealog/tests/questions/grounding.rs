//! Real answers over made-up logs, in English and Korean: as they are, and with one thing in them
//! changed to what no note says. The first must pass, the second must not.

use std::collections::HashSet;

use chrono::{Days, NaiveDate, NaiveTime};
use quilto::model::{EntryKind, Parsed};
use quilto::storage::NewEntry;
use serde_json::{Value, json};

use super::asking::Desk;
use super::log::today;

/// Names as the notes have them, as asked for in English, as asked for in Korean.
const LIFTS: [(&str, &str, &str); 5] = [
    ("Bench Press (Barbell)", "bench press", "벤치프레스"),
    ("Squat (Barbell)", "squat", "스쿼트"),
    ("Deadlift (Barbell)", "deadlift", "데드리프트"),
    (
        "Overhead Press (Barbell)",
        "overhead press",
        "오버헤드프레스",
    ),
    ("Bent Over Row (Barbell)", "bent over row", "바벨로우"),
];

const ENGLISH: [&str; 11] = [
    "what is my heaviest {}?",
    "when did I last do {}?",
    "how often did I do {} in October?",
    "what was my total {} volume this month?",
    "how many sets of {} did I do in total?",
    "is my {} improving?",
    "what was my longest break from {}?",
    "best {} in September?",
    "when was my first {}?",
    "compare {} in September and October",
    "what is my estimated 1rm on {}?",
];

const KOREAN: [&str; 11] = [
    "{} 최고 무게 얼마야?",
    "{} 마지막으로 한 게 언제야?",
    "10월에 {} 몇 번 했어?",
    "이번 달 {} 총 볼륨 얼마야?",
    "{} 총 몇 세트 했어?",
    "{} 늘고 있어?",
    "{} 가장 오래 쉰 게 언제야?",
    "9월 {} 최고 기록 알려줘",
    "{} 처음 한 게 언제야?",
    "9월이랑 10월 {} 비교해줘",
    "{} 예상 1rm 얼마야?",
];

const RUNS: [(&str, &str); 4] = [
    (
        "how far did I run in October?",
        "10월에 얼마나 멀리 뛰었어?",
    ),
    ("what was my longest run?", "가장 긴 달리기는 언제야?"),
    ("when did I last run?", "마지막으로 달리기한 게 언제야?"),
    ("what was my fastest pace?", "가장 빠른 페이스는?"),
];

/// A small generator of numbers (Knuth's MMIX constants), so that every run tests the same cases.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

fn entry(date: NaiveDate, domain: &str, raw: String, data: Value) -> NewEntry {
    NewEntry {
        date,
        time: NaiveTime::from_hms_opt(18, 0, 0).unwrap(),
        kind: EntryKind::Note,
        raw,
        payload: None,
        parsed: Some(Parsed {
            domain_data: FromIterator::from_iter([(domain.to_owned(), data)]),
            confidence: 1.0,
            engine: "test".to_owned(),
            ..Parsed::default()
        }),
    }
}

/// Half a year of lifting and running.
fn history(dice: &mut Dice) -> Vec<NewEntry> {
    let mut entries = Vec::new();
    let mut back = 170 + dice.roll(20);
    while back > 1 {
        let date = today() - Days::new(back);
        if dice.roll(4) == 0 {
            let km = 3.0 + dice.roll(28) as f64 / 2.0;
            let seconds = km * (290 + dice.roll(90)) as f64;
            let raw = format!("ran {km} km in {} min", (seconds / 60.0).round());
            let run = json!({"distance": km, "distance_unit": "km", "duration_seconds": seconds,
                "pace_seconds": seconds / km, "pace_unit": "km"});
            entries.push(entry(date, "running", raw, json!({"runs": [run]})));
        } else {
            let (name, english, _) = LIFTS[dice.roll(5) as usize];
            let weight = 40.0 + 2.5 * dice.roll(45) as f64;
            let (sets, reps) = (2 + dice.roll(4), 1 + dice.roll(12));
            let set = json!({"weight": weight, "weight_unit": "kg", "reps": reps});
            let sets: Vec<Value> = (0..sets).map(|_| set.clone()).collect();
            let raw = format!("{english} {weight}kg {}x{reps}", sets.len());
            let lift = json!({"exercises": [{"name": name, "sets": sets}]});
            entries.push(entry(date, "strength", raw, lift));
        }
        back -= (1 + dice.roll(4)).min(back - 1);
    }
    entries
}

/// A claim of an answer that can be made wrong.
enum Claim {
    Number,
    Date,
}

/// The numbers and dates of an answer, by their bytes. Numbers in the subject's name are none.
fn claims(text: &str) -> Vec<(std::ops::Range<usize>, Claim)> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let mut end = at;
        while digit(end) || (matches!(bytes.get(end), Some(b'.' | b',' | b'-')) && digit(end + 1)) {
            end += 1;
        }
        let word = &text[at..end];
        if word.parse::<NaiveDate>().is_ok() {
            found.push((at..end, Claim::Date));
        } else if word.parse::<f64>().is_ok() && bytes.get(end) != Some(&b':') {
            found.push((at..end, Claim::Number));
        }
        at = end + 1;
    }
    found
}

/// The answer with one claim made wrong: a number that no note or answer comes near, a day without a
/// note, or a sentence more.
fn planted(dice: &mut Dice, text: &str, korean: bool, entries: &[NewEntry]) -> String {
    let claims = claims(text);
    let lie = loop {
        let lie = 17 + dice.roll(900);
        // 88 would be a fair word for 87.5
        let near = [lie - 1, lie, lie + 1].map(|number| number.to_string());
        let told = |words: &str| near.iter().any(|number| words.contains(number.as_str()));
        if !told(text) && !entries.iter().any(|entry| told(&entry.raw)) {
            break lie.to_string();
        }
    };
    if claims.is_empty() || dice.roll(4) == 0 {
        return if korean {
            format!("{text} 그날은 {lie} kg까지 들었어요.")
        } else {
            format!("{text} On that day you went up to {lie} kg.")
        };
    }
    let (span, claim) = &claims[dice.roll(claims.len() as u64) as usize];
    let wrong = match claim {
        Claim::Number => lie,
        Claim::Date => {
            let days: HashSet<NaiveDate> = entries.iter().map(|entry| entry.date).collect();
            let mut day = today() - Days::new(2 + dice.roll(150));
            while days.contains(&day) || text.contains(&day.to_string()) {
                day = day.pred_opt().unwrap();
            }
            day.to_string()
        }
    };
    format!("{}{wrong}{}", &text[..span.start], &text[span.end..])
}

/// Of a hundred: at least 99 inventions are caught, at most one right answer is refused.
fn holds(language: &str, logs: u64) {
    let korean = language == "Korean";
    let mut dice = Dice(20_261_120 + u64::from(korean));
    let (mut missed, mut refused, mut cases) = (Vec::new(), Vec::new(), 0);
    for _ in 0..logs {
        let entries = history(&mut dice);
        let desk = Desk::new(entries.clone());
        let lifts = LIFTS.iter().flat_map(|(_, english, hangul)| {
            let (name, asked) = if korean {
                (hangul, &KOREAN)
            } else {
                (english, &ENGLISH)
            };
            asked.iter().map(|question| question.replace("{}", name))
        });
        let runs = RUNS
            .iter()
            .map(|(english, hangul)| if korean { hangul } else { english }.to_string());
        for question in lifts.chain(runs) {
            let answer = desk.draft(&question);
            if claims(&answer.text).is_empty() {
                continue;
            }
            cases += 1;
            let found = desk.judge(&answer, &answer.text).ungrounded;
            if !found.is_empty() {
                refused.push(format!("{question}\n  {}\n  {found:?}", answer.text));
            }
            let lie = planted(&mut dice, &answer.text, korean, &entries);
            if desk.judge(&answer, &lie).ungrounded.is_empty() {
                missed.push(format!("{question}\n  {lie}\n  right: {}", answer.text));
            }
        }
    }
    println!(
        "grounding, {language}: of {cases} answers {} refused though right; of {cases} planted inventions {} caught",
        refused.len(),
        cases - missed.len()
    );
    assert!(cases >= 200, "only {cases} answers name a number or a day");
    assert!(
        missed.len() * 100 <= cases,
        "missed:\n{}",
        missed.join("\n")
    );
    assert!(
        refused.len() * 100 <= cases,
        "refused:\n{}",
        refused.join("\n")
    );
}

#[test]
fn english_answers_pass_and_inventions_in_them_do_not() {
    holds("English", 4);
}

#[test]
fn korean_answers_pass_and_inventions_in_them_do_not() {
    holds("Korean", 4);
}
