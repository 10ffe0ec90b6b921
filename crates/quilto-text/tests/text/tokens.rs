//! Numbers, units, clocks and signs.

use quilto_text::units::convert;
use quilto_text::{Dimension, TokenKind, UnitTable, inspect, normalize, read, read_with};

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
    reads("서너 개 대여섯개 두세 개", "3.5_piece 5.5_piece 2.5_piece");
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
    reads("11st 21st 12 stone 7", "11_st #21 175_lb");
    reads("slept six n a half", "slept 6.5");
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
