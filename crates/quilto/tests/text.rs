//! Reading text: every notation on its own line, and properties that hold for any text at all.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

use chrono::{Datelike, NaiveDate, Weekday};
use proptest::prelude::*;
use quilto::text::dates::{self, DateContext, Direction};
use quilto::text::inspect::{self, Unreadable, Warning};
use quilto::text::units::convert;
use quilto::text::{
    Dimension, Normalized, Symbol, TokenKind, UnitTable, normalize, read, read_with,
};

/// Tokens in short: words as they are, numbers as values, quantities with their unit.
fn short(text: &str) -> String {
    let tokens = read(text);
    let parts: Vec<String> = (0..tokens.len())
        .map(|at| match tokens[at].kind {
            TokenKind::Word(_) => tokens.norm(at).to_owned(),
            TokenKind::Number(number) => inspect::plain(number.value),
            TokenKind::Quantity(quantity) => format!(
                "{}_{}",
                inspect::plain(quantity.value),
                tokens.unit(quantity.unit).name
            ),
            TokenKind::Ordinal(place) => format!("#{place}"),
            TokenKind::Clock(clock) => format!("clock:{}", clock.seconds()),
            TokenKind::Time(time) => format!("time:{}", time.format("%H:%M")),
            TokenKind::Pace(pace) => format!(
                "pace:{}/{}{}",
                pace.seconds,
                inspect::plain(pace.distance),
                tokens.unit(pace.per).name
            ),
            TokenKind::Date(date) => date.to_string(),
            TokenKind::Symbol(symbol) => format!("{symbol:?}"),
            TokenKind::Newline => "⏎".to_owned(),
        })
        .collect();
    parts.join(" ")
}

#[track_caller]
fn reads(text: &str, expected: &str) {
    assert_eq!(short(text), expected, "in {text:?}");
}

#[test]
fn numbers_with_digits() {
    reads("82.25 .5 ½ 1½ 007", "82.25 0.5 0.5 1.5 7");
    reads(
        "1,234.56 1.234,56 2.500,00 2,500 12,345,678",
        "1234.56 1234.56 2500 2500 12345678",
    );
    reads("2.500", "2.5");
    reads("8,6,5,5", "8 Comma 6 Comma 5 Comma 5");
    reads("100,110,120", "100 Comma 110 Comma 120");
    reads("1,000,000", "1000000");
    reads(
        "82,5kg 82,5 kg 82,5 82,5개",
        "82.5_kg 82.5_kg 82 Comma 5 82 Comma 5_piece",
    );
    reads("１００ｋｇ", "100_kg");
    reads("80.", "80 Period");
    reads("10²", "10 Other('²')");
    reads("$50.00", "Currency 50");
}

#[test]
fn numbers_in_english_words() {
    reads("five twenty-five thirty five", "5 25 35");
    reads("a hundred and five", "105");
    reads("two thousand three hundred", "2300");
    reads("two hundred thousand and ten", "200010");
    reads("five five", "5 5");
    reads("half an hour, half asleep", "0.5_h Comma half asleep");
    reads("two and a half hours", "2.5_h");
    reads("a dozen pebbles", "12 pebbles");
    reads("this one and one more", "this one and 1 more");
    reads("1/2 cup 1 1/2 cups 1/2", "0.5_cup 1.5_cup 1 Slash 2");
    reads("and a hundred", "and 100");
}

#[test]
fn numbers_in_korean_words() {
    reads("다섯 열두 스물다섯 하나", "5 12 25 1");
    reads(
        "팔십키로 다섯개 두 개 열두개",
        "80_kg 5_piece 2_piece 12_piece",
    );
    reads("백이십 팔십오", "120 85");
    reads("삼십분 두시간 두 시간 반", "30_min 2_h 2.5_h");
    reads("5백 2만5천보 80만", "500 25000_step 80 만");
    reads("일주일 한달", "1_week 1_month");
    reads("팔십에서 구십으로", "80 에서 90 으로");
}

#[test]
fn words_that_hold_number_syllables_are_words() {
    for text in [
        "오늘",
        "일요일",
        "이번",
        "이번에",
        "사과",
        "오이",
        "이것",
        "일단",
        "삼각형",
        "구름",
        "육포",
        "칠때",
        "한참",
        "세게",
        "네",
        "두고",
        "열심히",
        "구분",
        "사회",
        "만들다",
        "백팩",
        "천천히",
        "공원",
    ] {
        reads(text, text);
    }
    reads("한 10개", "한 10_piece");
    reads("이 개", "이 개");
}

#[test]
fn units_and_particles() {
    reads(
        "80kg 80 kg 80키로 80 키로 176lbs",
        "80_kg 80_kg 80_kg 80_kg 176_lb",
    );
    reads("80키로로 60kg로 20키로씩", "80_kg 로 60_kg 로 20_kg 씩");
    reads("80키로로시작 5키로까지만", "80_kg 로 시작 5_kg 까지만");
    reads("80보다 80 보다 100 도전", "80 보다 80 보다 100 도전");
    reads("5분할 5분 5분씩", "5 분할 5_min 5_min 씩");
    reads("5 in the box, 5in", "5 in the box Comma 5_in");
    reads("12 km/h 80% 20°c", "12_km/h 80_% 20_°C");
    reads(
        "80kgx5 3x5 3×5 3*5 x5 3 x",
        "80_kg Times 5 3 Times 5 3 Times 5 3 Times 5 Times 5 3 Times",
    );
    reads("box xylophone", "box xylophone");
    reads("granite80 b12 vo2max", "granite 80 b12 vo2max");
}

#[test]
fn durations_clocks_and_paces() {
    reads(
        "1h20m 1h 20min 1시간 20분 1h20",
        "80_min 80_min 80_min 80_min",
    );
    reads("20m30s 90s 5분30초", "1230_s 90_s 330_s");
    reads("400m 5 m", "400_m 5_m");
    reads(
        "25:30 1:02:03 6'27\" 0:58.5",
        "clock:1530 clock:3723 clock:387 clock:58.5",
    );
    reads(
        "5:30/km 8:15 min/mile 5분30초/km",
        "pace:330/1km pace:495/1mi pace:330/1km",
    );
    reads("1:45/100m", "pace:105/100m");
    reads(
        "7am 7:30 pm 오후 7시 30분 7시반",
        "time:07:00 time:19:30 오후 time:19:30 time:07:30",
    );
    reads("두시에 저녁 일곱시반", "time:02:00 에 저녁 time:19:30");
    reads("밤 11시 밤 1시", "밤 time:23:00 밤 time:01:00");
    reads("3시간 3:8", "3_h 3 Colon 8");
}

#[test]
fn ordinals_and_dates() {
    reads("1st second 3rd 세번째 첫째 2번째", "#1 #2 #3 #3 #1 #2");
    reads("30 second 30 seconds", "30_s 30_s");
    reads(
        "2026-01-09 31.01.2026 01/31/2026 2026.1.31",
        "2026-01-09 2026-01-31 2026-01-31 2026-01-31",
    );
    reads(
        "10/8/5 2026-13-40",
        "10 Slash 8 Slash 5 2026 Dash 13 Dash 40",
    );
    reads("2026-01-09T10:30", "2026-01-09 clock:630");
}

#[test]
fn signs_and_lines() {
    reads("a\r\nb\rc\n", "a ⏎ b ⏎ c ⏎");
    reads(
        "40→50 40->50 40>50 ~5 5...",
        "40 Arrow 50 40 Arrow 50 40 Arrow 50 Tilde 5 5 Ellipsis",
    );
    reads("don't farmer’s", "don't farmer’s");
}

#[test]
fn ranges_are_read_where_asked() {
    let range = |text: &str| {
        read(text)
            .range_at(0)
            .map(|range| (range.first.value, range.second.value, range.doubtful))
    };
    assert_eq!(range("120-130"), Some((120.0, 130.0, false)));
    assert_eq!(range("3~5개"), Some((3.0, 5.0, false)));
    assert_eq!(range("8 to 10"), Some((8.0, 10.0, false)));
    assert_eq!(range("30인가 35"), Some((30.0, 35.0, true)));
    assert_eq!(range("5 - 8"), None);
    assert_eq!(range("30kg-5min"), None);
}

#[test]
fn hidden_and_heaped_characters_do_not_stand_between() {
    assert_eq!(normalize("Gr\u{200b}an\u{ad}ite"), "granite");
    assert_eq!(normalize("Ｇｒａｎｉｔｅ　８"), "granite 8");
    assert_eq!(normalize("ca\u{301}fe"), "cáfe");
    assert_eq!(normalize("Z\u{337}\u{328}\u{31b}\u{319}algo"), "zalgo");
    // Decomposed syllables, as some file systems make them.
    assert_eq!(
        normalize("\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"),
        "한국"
    );
    assert_eq!(normalize("ㅋㅋ½²"), "ㅋㅋ½²");
    let text = "Gr\u{200b}anite 8０kg";
    let tokens = read(text);
    assert_eq!(tokens.slice(tokens[0].span), "Gr\u{200b}anite");
    assert_eq!(tokens.slice(tokens[1].span), "8０kg");
}

#[test]
fn conversions_are_those_of_the_standards() {
    let near = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-9, "{a:?} {b}");
    near(convert(1.0, "lb", "kg"), 0.453_592_37);
    near(convert(26.2, "mi", "km"), 42.164_812_8);
    near(convert(212.0, "°F", "°C"), 100.0);
    near(convert(2.0, "year", "month"), 24.0);
    near(convert(100.0, "lbs", "pounds"), 100.0);
    assert_eq!(convert(1.0, "kg", "km"), None);
    assert_eq!(convert(1.0, "piece", "step"), None);
    assert_eq!(convert(1.0, "nonsense", "kg"), None);
}

#[test]
fn a_domain_adds_units_of_its_own() {
    let mut table = UnitTable::clone(UnitTable::core());
    let round = table.define("round", Dimension::Count, 1.0);
    table.add_word("rounds", round);
    table.add_word("개", round);
    let tokens = read_with("3 rounds, 세개 5 m", &table.into());
    let units: Vec<&str> = tokens
        .iter()
        .filter_map(|token| match token.kind {
            TokenKind::Quantity(quantity) => Some(&*tokens.unit(quantity.unit).name),
            _ => None,
        })
        .collect();
    assert_eq!(units, ["round", "round", "m"]);
    assert_eq!(UnitTable::core().word("rounds"), None);
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The periods of a question asked on Saturday, 21 November 2026.
#[track_caller]
fn periods(text: &str, expected: &[(&str, &str, &str)]) {
    found(text, &DateContext::question(day("2026-11-21")), expected);
}

/// The days of a note written on Saturday, 21 November 2026.
#[track_caller]
fn days(text: &str, expected: &[(&str, &str, &str)]) {
    found(text, &DateContext::note(day("2026-11-21")), expected);
}

#[track_caller]
fn found(text: &str, cx: &DateContext, expected: &[(&str, &str, &str)]) {
    let tokens = read(text);
    let mentions = dates::find(&tokens, cx);
    let found: Vec<(&str, String, String)> = mentions
        .iter()
        .map(|found| {
            (
                tokens.slice(found.span),
                found.range.start.to_string(),
                found.range.end.to_string(),
            )
        })
        .collect();
    let found: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|(words, start, end)| (*words, start.as_str(), end.as_str()))
        .collect();
    assert_eq!(found, expected, "in {text:?}");
}

#[test]
fn days_seen_from_today() {
    days(
        "yesterday granite 5x5",
        &[("yesterday", "2026-11-20", "2026-11-20")],
    );
    days("3 days ago", &[("3 days ago", "2026-11-18", "2026-11-18")]);
    days("어제 닦음", &[("어제", "2026-11-20", "2026-11-20")]);
    days("그저께는 쉼", &[("그저께", "2026-11-19", "2026-11-19")]);
    days("사흘 전에 닦음", &[("사흘 전", "2026-11-18", "2026-11-18")]);
    days("3일전", &[("3일전", "2026-11-18", "2026-11-18")]);
    days(
        "last monday",
        &[("last monday", "2026-11-16", "2026-11-16")],
    );
    days(
        "last saturday",
        &[("last saturday", "2026-11-14", "2026-11-14")],
    );
    days("saturday", &[("saturday", "2026-11-21", "2026-11-21")]);
    days(
        "지난주 화요일",
        &[("지난주 화요일", "2026-11-10", "2026-11-10")],
    );
    days(
        "tuesday last week",
        &[("tuesday last week", "2026-11-10", "2026-11-10")],
    );
    days("15일에 닦음", &[("15일", "2026-11-15", "2026-11-15")]);
    days("15일 동안", &[]);
}

#[test]
fn days_by_the_calendar() {
    days(
        "Nov 3, 3 Nov 2025",
        &[
            ("Nov 3", "2026-11-03", "2026-11-03"),
            ("3 Nov 2025", "2025-11-03", "2025-11-03"),
        ],
    );
    days(
        "november 3rd, 2025",
        &[("november 3rd, 2025", "2025-11-03", "2025-11-03")],
    );
    days("december 3", &[("december 3", "2025-12-03", "2025-12-03")]);
    days(
        "2026년 3월 15일에",
        &[("2026년 3월 15일", "2026-03-15", "2026-03-15")],
    );
    days("12월 31일", &[("12월 31일", "2025-12-31", "2025-12-31")]);
    days("feb 29", &[("feb 29", "2024-02-29", "2024-02-29")]);
    days(
        "2026. 1. 31. 맑음",
        &[("2026. 1. 31", "2026-01-31", "2026-01-31")],
    );
    days("11/20 granite", &[("11/20", "2026-11-20", "2026-11-20")]);
    days("20/11 granite", &[("20/11", "2026-11-20", "2026-11-20")]);
    days("granite 11/20", &[]);
    days("on 12/25 granite", &[("12/25", "2025-12-25", "2025-12-25")]);
    days(
        "Monday, November 2",
        &[("Monday, November 2", "2026-11-02", "2026-11-02")],
    );
}

#[test]
fn what_was_assumed_is_said() {
    let doubts = |text: &str| -> Vec<(bool, String)> {
        dates::find(&read(text), &DateContext::note(day("2026-11-21")))
            .into_iter()
            .map(|found| (found.certain, found.doubt))
            .collect()
    };
    assert_eq!(
        doubts("05/06/2026"),
        [(
            false,
            "05/06/2026 read as month first: 2026-05-06".to_owned()
        )]
    );
    assert_eq!(
        doubts("01/31/2026 31/01/2026 09.01.2026 2026-05-06")[..4],
        vec![(true, String::new()); 4]
    );
    assert_eq!(
        doubts("a week ago"),
        [(false, "taken as 2026-11-14".to_owned())]
    );
}

#[test]
fn words_that_are_no_dates() {
    for text in [
        "last set felt good",
        "last time",
        "may I ask",
        "march on",
        "the second one",
        "10/8/5",
        "12/10/10",
        "sat down in the sun",
        "5x2019",
        "mondays are hard",
        "첫 세트",
        "이번 세트",
        "지난 세트",
        "fall down",
        "dec 20",
        "for a second",
        "last 3 rounds",
        "다음 세트",
        "3 months old",
        "spring water",
    ] {
        if text == "dec 20" {
            days(text, &[("dec 20", "2025-12-20", "2025-12-20")]);
        } else {
            days(text, &[]);
            periods(text, &[]);
        }
    }
}

#[test]
fn periods_of_questions() {
    periods("in March?", &[("March", "2026-03-01", "2026-03-31")]);
    periods("in december", &[("december", "2025-12-01", "2025-12-31")]);
    periods("march 2019", &[("march 2019", "2019-03-01", "2019-03-31")]);
    periods(
        "2019 or 2020",
        &[
            ("2019", "2019-01-01", "2019-12-31"),
            ("2020", "2020-01-01", "2020-12-31"),
        ],
    );
    periods(
        "march and april",
        &[
            ("march", "2026-03-01", "2026-03-31"),
            ("april", "2026-04-01", "2026-04-30"),
        ],
    );
    periods("last week", &[("last week", "2026-11-09", "2026-11-15")]);
    periods("this week", &[("this week", "2026-11-16", "2026-11-21")]);
    periods(
        "last month, this month",
        &[
            ("last month", "2026-10-01", "2026-10-31"),
            ("this month", "2026-11-01", "2026-11-21"),
        ],
    );
    periods("last year", &[("last year", "2025-01-01", "2025-12-31")]);
    periods(
        "past 30 days",
        &[("past 30 days", "2026-10-23", "2026-11-21")],
    );
    periods(
        "last 3 months",
        &[("last 3 months", "2026-08-22", "2026-11-21")],
    );
    periods(
        "3 weeks ago",
        &[("3 weeks ago", "2026-10-26", "2026-11-01")],
    );
    periods(
        "2 months ago",
        &[("2 months ago", "2026-09-01", "2026-09-30")],
    );
    periods(
        "q1 2019, first quarter of 2019",
        &[
            ("q1 2019", "2019-01-01", "2019-03-31"),
            ("first quarter of 2019", "2019-01-01", "2019-03-31"),
        ],
    );
    periods(
        "first week of march 2019",
        &[("first week of march 2019", "2019-03-01", "2019-03-07")],
    );
    periods(
        "the week of november 4",
        &[("week of november 4", "2026-11-02", "2026-11-08")],
    );
    periods(
        "early february",
        &[("early february", "2026-02-01", "2026-02-10")],
    );
    periods(
        "mid-february 2024",
        &[("mid-february 2024", "2024-02-11", "2024-02-20")],
    );
    periods(
        "the end of feb 2024",
        &[("the end of feb 2024", "2024-02-21", "2024-02-29")],
    );
    periods("last summer", &[("summer", "2026-06-01", "2026-08-31")]);
    periods("2026-03", &[("2026-03", "2026-03-01", "2026-03-31")]);
}

#[test]
fn korean_periods() {
    periods("지난달에 몇 번", &[("지난달", "2026-10-01", "2026-10-31")]);
    periods("지난 주에", &[("지난 주", "2026-11-09", "2026-11-15")]);
    periods("작년 3월에", &[("작년 3월", "2025-03-01", "2025-03-31")]);
    periods("2019년 3월", &[("2019년 3월", "2019-03-01", "2019-03-31")]);
    periods("2019년에", &[("2019년", "2019-01-01", "2019-12-31")]);
    periods(
        "올해 상반기",
        &[("올해 상반기", "2026-01-01", "2026-06-30")],
    );
    periods(
        "2019년 1분기",
        &[("2019년 1분기", "2019-01-01", "2019-03-31")],
    );
    periods("2월 초에", &[("2월 초", "2026-02-01", "2026-02-10")]);
    periods(
        "3월 첫째 주",
        &[("3월 첫째 주", "2026-03-01", "2026-03-07")],
    );
    periods(
        "최근 3개월간",
        &[("최근 3개월", "2026-08-22", "2026-11-21")],
    );
    periods("지난 30일", &[("지난 30일", "2026-10-23", "2026-11-21")]);
    periods(
        "3월과 4월",
        &[
            ("3월", "2026-03-01", "2026-03-31"),
            ("4월", "2026-04-01", "2026-04-30"),
        ],
    );
    periods("지난 주말", &[("지난 주말", "2026-11-14", "2026-11-15")]);
}

#[test]
fn two_ends_make_one_period() {
    periods(
        "between January and March 2019",
        &[("between January and March 2019", "2019-01-01", "2019-03-31")],
    );
    periods(
        "from november to february",
        &[("from november to february", "2025-11-01", "2026-02-28")],
    );
    periods(
        "2019-01-05 to 2019-02-06",
        &[("2019-01-05 to 2019-02-06", "2019-01-05", "2019-02-06")],
    );
    periods("nov 3-9", &[("nov 3-9", "2026-11-03", "2026-11-09")]);
    periods(
        "since january",
        &[("since january", "2026-01-01", "2026-11-21")],
    );
    periods(
        "before 2020",
        &[("before 2020", "1900-01-01", "2019-12-31")],
    );
    periods(
        "after march 2026",
        &[("after march 2026", "2026-04-01", "2026-11-21")],
    );
    periods(
        "until march 2019",
        &[("until march 2019", "1900-01-01", "2019-03-31")],
    );
    periods(
        "3월부터 5월까지",
        &[("3월부터 5월까지", "2026-03-01", "2026-05-31")],
    );
    periods(
        "3월 1일부터 15일까지",
        &[("3월 1일부터 15일까지", "2026-03-01", "2026-03-15")],
    );
    periods(
        "2019년 1월~3월",
        &[("2019년 1월~3월", "2019-01-01", "2019-03-31")],
    );
    periods(
        "올해 3월부터",
        &[("올해 3월부터", "2026-03-01", "2026-11-21")],
    );
    periods(
        "monday to friday last week",
        &[("monday to friday last week", "2026-11-09", "2026-11-13")],
    );
}

#[test]
fn every_weekday_resolves_to_the_past() {
    let names = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let korean = [
        "월요일",
        "화요일",
        "수요일",
        "목요일",
        "금요일",
        "토요일",
        "일요일",
    ];
    let weekdays = [
        Weekday::Mon,
        Weekday::Tue,
        Weekday::Wed,
        Weekday::Thu,
        Weekday::Fri,
        Weekday::Sat,
        Weekday::Sun,
    ];
    // Two weeks over New Year.
    for offset in 0..14 {
        let today = day("2025-12-25") + chrono::Days::new(offset);
        let cx = DateContext::note(today);
        for ((name, korean), weekday) in names.iter().zip(korean).zip(weekdays) {
            let first = |text: &str| dates::find(&read(text), &cx)[0].range.start;
            let bare = first(name);
            assert_eq!(bare.weekday(), weekday);
            assert!(
                bare <= today && (today - bare).num_days() < 7,
                "{name} on {today}: {bare}"
            );
            assert_eq!(first(korean), bare);
            let last = first(&format!("last {name}"));
            assert_eq!(last.weekday(), weekday);
            assert!(
                last < today && (today - last).num_days() <= 7,
                "last {name} on {today}: {last}"
            );
            assert_eq!(first(&format!("지난 {korean}")), last);
            let week = first(&format!("지난주 {korean}"));
            assert_eq!(week.iso_week(), (today - chrono::Days::new(7)).iso_week());
        }
    }
}

#[test]
fn month_ends_leap_days_and_new_year() {
    let one = |today: &str, text: &str| {
        let found = dates::find(&read(text), &DateContext::question(day(today)));
        (
            found[0].range.start.to_string(),
            found[0].range.end.to_string(),
        )
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        one("2024-03-01", "yesterday"),
        pair("2024-02-29", "2024-02-29")
    );
    assert_eq!(one("2026-01-01", "어제"), pair("2025-12-31", "2025-12-31"));
    assert_eq!(
        one("2026-01-01", "last month"),
        pair("2025-12-01", "2025-12-31")
    );
    assert_eq!(
        one("2026-01-01", "last week"),
        pair("2025-12-22", "2025-12-28")
    );
    assert_eq!(
        one("2024-03-31", "last month"),
        pair("2024-02-01", "2024-02-29")
    );
    assert_eq!(
        one("2026-03-31", "a month ago"),
        pair("2026-02-01", "2026-02-28")
    );
    assert_eq!(
        one("2024-02-29", "a year ago"),
        pair("2023-01-01", "2023-12-31")
    );
    assert_eq!(
        one("2026-01-01", "last quarter"),
        pair("2025-10-01", "2025-12-31")
    );
    assert_eq!(
        one("2026-02-10", "in march"),
        pair("2025-03-01", "2025-03-31")
    );
}

#[test]
fn the_day_of_a_note() {
    let of = |text: &str| {
        dates::note_day(&read(text), day("2026-11-21")).map(|found| found.range.start.to_string())
    };
    let is = |date: &str| Some(date.to_owned());
    assert_eq!(of("yesterday polished granite"), is("2026-11-20"));
    assert_eq!(of("granite 3x10 on monday"), is("2026-11-16"));
    assert_eq!(of("granite 3x10, dusty from yesterday"), None);
    assert_eq!(of("어제보다 빛남"), None);
    assert_eq!(of("오늘 닦음. 어제 금이 가서 조심"), is("2026-11-21"));
    assert_eq!(of("내일 닦을 예정"), None);
    assert_eq!(of("지난주보다 3분 길게"), None);
    assert_eq!(of("2026-01-09 granite"), is("2026-01-09"));
    assert_eq!(of("granite since monday"), None);
}

#[test]
fn a_pasted_text_is_cut_where_lines_begin_with_days() {
    let text = "my rocks\n## 2026-01-09\ngranite 5 min\n\n2026-01-10: basalt\n- 3월 4일 석영\n";
    let tokens = read(text);
    let sections = dates::sections(&tokens, day("2026-11-21"));
    let cut: Vec<(Option<String>, &str)> = sections
        .iter()
        .map(|section| {
            let day = section.day.as_ref().map(|day| day.range.start.to_string());
            (day, tokens.slice(section.span).trim())
        })
        .collect();
    assert_eq!(
        cut,
        [
            (None, "my rocks"),
            (Some("2026-01-09".into()), "## 2026-01-09\ngranite 5 min"),
            (Some("2026-01-10".into()), "2026-01-10: basalt"),
            (Some("2026-03-04".into()), "- 3월 4일 석영"),
        ]
    );
    let one = "2026-01-09 granite\nbasalt";
    assert_eq!(dates::sections(&read(one), day("2026-11-21")).len(), 1);
}

#[test]
fn plans_lie_ahead() {
    for text in [
        "tomorrow",
        "next week",
        "내일",
        "다음 주에",
        "next monday",
        "2027-01-01",
    ] {
        let found = dates::find(&read(text), &DateContext::note(day("2026-11-21")));
        assert_eq!(found[0].direction, Direction::Future, "{text}");
    }
}

#[test]
fn inspection_finds_what_is_written_out() {
    let today = day("2026-11-21");
    let pairs = |found: Vec<inspect::Found>| -> Vec<(String, String)> {
        found
            .into_iter()
            .map(|found| (found.original, found.normalized))
            .collect()
    };
    let tokens =
        read("Paid $3,210.50 on 31.01.2026, 2.500,00 more by 2026년 3월 15일; today nothing.");
    assert_eq!(
        pairs(inspect::numbers(&tokens, today)),
        [
            ("3,210.50".into(), "3210.5".into()),
            ("2.500,00".into(), "2500".into())
        ]
    );
    assert_eq!(
        pairs(inspect::dates(&tokens, today)),
        [
            ("31.01.2026".into(), "2026-01-31".into()),
            ("2026년 3월 15일".into(), "2026-03-15".into())
        ]
    );
}

#[test]
fn oddities_are_named() {
    assert_eq!(inspect::unreadable(""), Some(Unreadable::EmptyContent));
    assert_eq!(
        inspect::unreadable(" \t\n\u{200b}"),
        Some(Unreadable::WhitespaceOnly)
    );
    assert_eq!(inspect::unreadable("b"), None);
    assert_eq!(inspect::warnings("granite 5 min, 80kg → ok ½ 😀👩‍🔬 ±2°"), []);
    assert_eq!(inspect::warnings("b"), [Warning::InputTooShort]);
    assert_eq!(
        inspect::warnings("gr\u{200b}anite"),
        [Warning::ZeroWidthCharactersDetected]
    );
    assert_eq!(
        inspect::warnings("gr\u{337}\u{328}\u{31b}\u{319}anite"),
        [Warning::CombiningDiacriticalMarksDetected]
    );
    assert_eq!(
        inspect::warnings("∑ and ♔"),
        [Warning::SpecialUnicodeCharacters]
    );
    assert_eq!(
        inspect::warnings("```\nopen"),
        [Warning::UnclosedCodeBlocks, Warning::MalformedMarkdown]
    );
    assert_eq!(inspect::warnings("```\nclosed\n```"), []);
    assert_eq!(
        inspect::warnings(&"rock ".repeat(300)),
        [Warning::ExtremelyLongLine]
    );
    assert_eq!(
        inspect::warnings(&format!("{}roc", "rock ".repeat(2000))),
        [Warning::InputMayBeTruncated, Warning::ExtremelyLongLine]
    );
}

/// Text of the signs that matter here, in any order.
fn noisy() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "1", "20", "5", ".", ",", ":", "/", "-", "x", " ", "\n", "\r\n", "kg", "키로", "m", "s",
        "h", "시", "분", "월", "일", "년", "다섯", "팔십", "백", "만", "전", "지난", "주", "last ",
        "march", "may ", "week", "ago", "half", "a ", "and ", "hundred", "to ", "부터", "까지",
        "½", "０", "\u{200b}", "\u{301}", "\u{1112}", "\u{1161}", "'", "\"", "(", ")", "@",
        "first ", "of ", "2026", "between ", "since ", "오후 ", "am", "😀", "q1 ", "granite ",
        "quartz ", "rose ", "석영", "장미", "을", "로",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

fn holds_for_any(text: &str) -> Result<(), TestCaseError> {
    let tokens = read(text);
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        prop_assert!(token.span.start >= end, "tokens overlap in {text:?}");
        prop_assert!(text.get(token.span.start..token.span.end).is_some());
        prop_assert!(!tokens.norm(at).is_empty());
        if let Some(number) = token.number() {
            prop_assert!(number.value.is_finite() && number.value >= 0.0);
            prop_assert!(text.get(number.span.start..number.span.end).is_some());
        }
        if let TokenKind::Word(_) = token.kind {
            prop_assert!(!tokens.norm(at).contains(char::is_whitespace));
        }
        end = token.span.end;
    }
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    for cx in [DateContext::note(today), DateContext::question(today)] {
        let mut last = 0;
        for found in dates::find(&tokens, &cx) {
            prop_assert!(found.range.start <= found.range.end, "{found:?}");
            prop_assert!(text.get(found.span.start..found.span.end).is_some());
            prop_assert!(
                found.tokens.start >= last && !found.tokens.is_empty(),
                "{found:?}"
            );
            last = found.tokens.end;
        }
    }
    let sections = dates::sections(&tokens, today);
    for section in &sections {
        prop_assert!(text.get(section.span.start..section.span.end).is_some());
    }
    inspect::numbers(&tokens, today);
    inspect::warnings(text);
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        holds_for_any(&text)?;
    }

    #[test]
    fn noisy_text_is_read(text in noisy()) {
        holds_for_any(&text)?;
    }

    #[test]
    fn the_way_back_is_sound(text in any::<String>()) {
        let normal = Normalized::new(&text);
        let mut ends: Vec<usize> = normal.text().char_indices().map(|(at, _)| at).collect();
        ends.push(normal.text().len());
        for pair in ends.windows(2) {
            let span = normal.original(pair[0], pair[1]);
            prop_assert!(text.get(span.start..span.end).is_some());
        }
        // Normal text is its own normal form.
        prop_assert_eq!(normalize(normal.text()), normal.text());
    }

    #[test]
    fn written_quantities_come_back(value in 0_u32..100_000, unit in prop::sample::select(vec!["kg", "lb", "km", "min", "s", "kcal"]), space in any::<bool>()) {
        let text = format!("{value}{}{unit}", if space { " " } else { "" });
        let tokens = read(&text);
        prop_assert_eq!(tokens.len(), 1);
        prop_assert_eq!(tokens.value_in(0, unit), Some(f64::from(value)));
    }

    #[test]
    fn written_days_come_back(offset in 0_u64..20_000) {
        let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + chrono::Days::new(offset);
        let today = NaiveDate::from_ymd_opt(2060, 1, 1).unwrap();
        for form in ["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d", "%Y년 %-m월 %-d일", "%B %-d, %Y", "%-d %b %Y", "%Y. %-m. %-d."] {
            let text = date.format(form).to_string();
            let found = dates::find(&read(&text), &DateContext::note(today));
            prop_assert_eq!(found.len(), 1, "{}", text);
            prop_assert_eq!(found[0].range.start, date, "{}", text);
            prop_assert!(found[0].certain);
        }
    }

    #[test]
    fn symbols_survive(a in 1_u32..999, b in 1_u32..99) {
        let tokens = read(&format!("{a}x{b}"));
        prop_assert_eq!(tokens.len(), 3);
        prop_assert!(tokens[1].is(Symbol::Times));
    }
}
