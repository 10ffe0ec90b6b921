//! What was not read is said, and nothing is filed under a name that was not typed.

use serde_json::Value;

use super::tests::{domains, entries, read_with, short};
use super::{outliers, settle};
use quilto_model::Parsed;

fn unread(text: &str) -> Vec<String> {
    let reading = read_with(text, &[]);
    reading.unread.into_iter().map(|left| left.text).collect()
}

fn rows(text: &str) -> Vec<String> {
    short(&Value::Object(read_with(text, &[]).domain_data))
}

#[test]
fn a_number_that_went_into_nothing_is_named_with_its_clause() {
    let reading = read_with("granite 80x5, 12 visitors came", &[]);
    assert_eq!(reading.unread[0].text, "12 visitors came");
    assert_eq!(reading.unread[0].clause, "12 visitors came");
}

#[test]
fn what_was_read_or_set_aside_is_not_named() {
    for text in [
        "granite 80kg 5x5",
        "granite 3 rounds, 10 strokes, 40 g",
        "granite 80x5. Next time 90",
        "granite 80x5, a friend did 120x5",
        "granite polished 3x10 minutes",
        "sat in the garden with a stone",
    ] {
        assert_eq!(unread(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn no_number_goes_to_a_name_across_an_unknown_word() {
    let reading = read_with("granite 80 2x5 blorp 40 2x10", &[]);
    let rows = short(&Value::Object(reading.domain_data));
    assert_eq!(
        rows,
        ["Granite 80x5", "Granite 80x5", "blorp 40x10", "blorp 40x10"]
    );
    assert_eq!(reading.uncertain_fields, ["pet_rocks.rocks[1].name"]);
}

#[test]
fn an_unknown_word_is_a_border_wherever_it_stands() {
    for (text, expected) in [
        (
            "granite 80kg wizzle 12 strokes",
            ["Granite 80x-", "wizzle -x12"],
        ),
        (
            "granite 80x5, wizzle 12 strokes",
            ["Granite 80x5", "wizzle -x12"],
        ),
        (
            "granite 80x5 then did wizzles 20x8",
            ["Granite 80x5", "wizzles 20x8"],
        ),
        (
            "1x10 wizzles, then granite 80x5",
            ["wizzles -x10", "Granite 80x5"],
        ),
        (
            "wizzle 12 strokes, granite 80x5",
            ["wizzle -x12", "Granite 80x5"],
        ),
        ("화강암 80x5 물레돌 12번질", ["Granite 80x5", "물레돌 -x12"]),
    ] {
        let reading = read_with(text, &[]);
        assert_eq!(short(&reading.domain_data.into()), expected, "{text}");
        assert_eq!(reading.uncertain_fields.len(), 1, "{text}");
    }
}

#[test]
fn a_number_beside_unknown_words_goes_to_nothing_and_is_named() {
    for (text, expected, left) in [
        (
            "granite 80x5, blinked 12 times",
            "Granite 80x5",
            "blinked 12 times",
        ),
        (
            "granite 80x5 wobbled 3 times",
            "Granite 80x5",
            "wobbled 3 times",
        ),
        (
            "granite 80x5, blorped 7 before",
            "Granite 80x5",
            "blorped 7",
        ),
        (
            "handle clicked 7 times on granite 80x5",
            "Granite 80x5",
            "handle clicked 7 times",
        ),
        (
            "3 carts rattled, granite 80x5",
            "Granite 80x5",
            "3 carts rattled",
        ),
        (
            "12 minutes behind zorp, granite 80x5",
            "Granite 80x5",
            "12 minutes behind zorp",
        ),
        ("room 12, granite 80x5", "Granite 80x5", "room 12"),
        ("drizzle 31, granite 80x5", "Granite 80x5", "drizzle 31"),
    ] {
        assert_eq!(rows(text), [expected], "{text}");
        assert_eq!(unread(text), [left], "{text}");
    }
}

#[test]
fn an_unknown_name_before_rows_is_a_thing_of_its_own() {
    for text in [
        "granite 80x5 wozzled 60x8",
        "granite 80x5 / wozzled 60x8",
        "granite 80x5 / wozzle 60x8",
        "granite 80x5 then wozzle 60x8",
    ] {
        let reading = read_with(text, &[]);
        let told = rows(text);
        assert_eq!(told[0], "Granite 80x5", "{text}");
        assert!(
            told[1].starts_with("wozzle") && told[1].ends_with(" 60x8"),
            "{told:?}"
        );
        assert_eq!(
            reading.uncertain_fields,
            ["pet_rocks.rocks[1].name"],
            "{text}"
        );
    }
    assert_eq!(rows("granite, then frobnicator 60x5"), ["frobnicator 60x5"]);
    assert_eq!(
        rows("granite 80x5 averaged 60x8"),
        ["Granite 80x5", "Granite 60x8"]
    );
}

#[test]
fn a_day_behind_a_compact_form_is_no_list_of_amounts() {
    let day = |text: &str| read_with(text, &[]).date.map(|day| day.to_string());
    for text in ["granite 80x5 19/3", "granite 80x5 3/19"] {
        assert_eq!(rows(text), ["Granite 80x5"], "{text}");
        assert_eq!(day(text).as_deref(), Some("2026-03-19"), "{text}");
    }
    let either = read_with("granite 80x5 3/2", &[]);
    assert_eq!(
        either.date.map(|day| day.to_string()).as_deref(),
        Some("2026-03-02")
    );
    assert_eq!(either.notes, ["3/2 read as month first: 2026-03-02"]);
    assert_eq!(rows("granite 80 8/6"), ["Granite 80x8", "Granite 80x6"]);
    assert_eq!(rows("granite 80x5 8/6").len(), 3);
}

#[test]
fn words_that_name_nothing_are_no_border() {
    for text in [
        "granite 80kg and then got 12 strokes",
        "granite 80kg paused 12 strokes",
        "granite 80kg shine 3, 12 strokes",
        "granite 80kg avg 12 strokes",
        "화강암 80kg 바로 12번질",
        "화강암 80kg 버팀 12번질",
        "화강암 80kg 힘위주로 12번질",
        "화강암 80kg 라운드당 12번질",
    ] {
        assert_eq!(rows(text), ["Granite 80x12"], "{text}");
    }
}

#[test]
fn an_unknown_word_beside_a_name_makes_it_another_thing() {
    assert_eq!(rows("wobble granite 60x5"), ["wobble granite 60x5"]);
    assert_eq!(rows("granite tng 60x5"), ["granite tng 60x5"]);
    assert_eq!(rows("heavy granite 60x5"), ["Granite 60x5"]);
    assert_eq!(rows("A1 granite 60x5"), ["Granite 60x5"]);
}

#[test]
fn a_name_right_before_another_is_marked() {
    let reading = read_with("granite basalt 60x5", &[]);
    assert_eq!(reading.uncertain_fields, ["pet_rocks.rocks[0].name"]);
    assert_eq!(reading.notes, ["\"granite basalt\" read as Basalt"]);
    for text in ["granite 80x5 basalt 60x5", "granite, basalt 60x5"] {
        assert!(read_with(text, &[]).uncertain_fields.is_empty(), "{text}");
    }
}

#[test]
fn a_date_is_used_once() {
    let reading = read_with("granite 80x5 on 3/19", &[]);
    assert_eq!(short(&Value::Object(reading.domain_data)), ["Granite 80x5"]);
    assert_eq!(reading.date, "2026-03-19".parse().ok());
    let reading = read_with("On the 19th granite 80x5", &[]);
    assert_eq!(reading.date, "2026-03-19".parse().ok());
    assert_eq!(read_with("granite 80x5 on the 2nd round", &[]).date, None);
}

#[test]
fn a_digit_of_a_label_counts_nothing() {
    for text in [
        "Day 2: granite 80x5",
        "W3D1 granite 80x5",
        "week 3 day 2 granite 80x5",
        "3일차: granite 80x5",
        "polish #12 granite 80x5",
        "#3 granite 80x5",
        "no. 5 granite 80x5",
    ] {
        assert_eq!(rows(text), ["Granite 80x5"], "{text}");
        assert!(unread(text).is_empty(), "{text}");
    }
}

#[test]
fn one_unit_at_the_end_of_pairs_is_that_of_all() {
    let rows = rows("granite 105x3 95x5 85x8 lbs");
    assert_eq!(rows, ["Granite 105x3", "Granite 95x5", "Granite 85x8"]);
}

#[test]
fn what_is_told_of_a_reading_is_in_the_language_of_the_note() {
    let told = |text: &str| read_with(text, &[]).notes.join(" ");
    assert!(told("granite 80x5, zorbit rock 20kg 3x10").contains("is not a known name"));
    let korean = told("granite 80x5, 뾰족돌 20kg 3x10");
    assert!(korean.contains("\"뾰족돌\": 아는 이름이"), "{korean}");
    assert!(!korean.contains("known name"), "{korean}");
}

#[test]
fn an_outlier_is_confirmed_or_put_right_in_any_unit() {
    let days = ["2026-03-01", "2026-03-05", "2026-03-09"];
    let earlier = entries(&days.map(|day| (day, "granite 80kg 2x5")));
    let reading = read_with("granite 200kg 2x5", &earlier);
    let found = outliers(&domains(), &reading.domain_data, &earlier);
    let [outlier] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        (outlier.value, outlier.best, &*outlier.unit),
        (200.0, 80.0, "kg")
    );
    let mut parsed = Parsed {
        domain_data: reading.domain_data.into(),
        uncertain_fields: reading.uncertain_fields.into(),
        extraction_notes: reading.notes.into(),
        ..Parsed::default()
    };
    let confirmed = outlier.confirmed();
    assert_eq!(confirmed[0].before, confirmed[0].after);
    assert_eq!(confirmed.len(), 2, "every row that holds it");
    let delta = outlier.corrected("100kg").unwrap();
    assert_eq!(delta.len(), 2, "every row of the thing: {delta:?}");
    assert_eq!(
        outlier.corrected("220 lb").unwrap().len(),
        4,
        "with its unit"
    );
    assert_eq!(outlier.corrected("5 km"), None);
    assert_eq!(outlier.corrected("no idea"), None);
    settle(&mut parsed, &found);
    assert_eq!(parsed.uncertain_fields.len(), 2, "nobody has said anything");
    // a confirmation of before names the first row only
    parsed.uncertain_fields.remove(0);
    settle(&mut parsed, &found);
    assert_eq!(*parsed.uncertain_fields, Vec::<String>::new());
    assert_eq!(*parsed.extraction_notes, Vec::<String>::new());
}

#[test]
fn what_lies_far_beyond_the_best_before_is_marked() {
    let days = ["2026-03-01", "2026-03-05", "2026-03-09"];
    let earlier = entries(&days.map(|day| (day, "granite 80kg 2x5")));
    let fields = [0, 1].map(|row| format!("pet_rocks.rocks[0].rounds[{row}].grit"));
    let marked = |text: &str, earlier| read_with(text, earlier).uncertain_fields;
    let all = marked("granite 200kg 2x5", &earlier);
    assert_eq!(all, fields, "every row that holds it");
    assert!(marked("granite 150kg 2x5", &earlier).is_empty());
    assert!(marked("granite 200kg 2x5", &earlier[..2]).is_empty());
}

#[test]
fn what_nobody_confirmed_says_nothing_of_what_is_usual() {
    let days = ["2026-03-01", "2026-03-05", "2026-03-09"];
    let mut earlier = entries(&days.map(|day| (day, "granite 80kg 2x5")));
    let mut again = entries(&[("2026-03-10", "granite 300kg 2x5")]);
    let parsed = again[0].parsed.as_mut().unwrap();
    parsed.uncertain_fields = vec!["pet_rocks.rocks[0].rounds[0].grit".to_owned()].into();
    earlier.extend(again.clone());
    let marked = read_with("granite 400kg 2x5", &earlier).uncertain_fields;
    assert_eq!(marked[0], "pet_rocks.rocks[0].rounds[0].grit");
    earlier[3].parsed.as_mut().unwrap().uncertain_fields.clear();
    let marked = read_with("granite 400kg 2x5", &earlier).uncertain_fields;
    assert!(marked.is_empty(), "{marked:?}");
}

#[test]
fn a_line_nobody_types_is_kept_and_said() {
    let text = format!("granite 80x5\n{}", "basalt 60x3 ".repeat(2000));
    assert_eq!(rows(&text), ["Granite 80x5"]);
    assert_eq!(unread(&text).len(), 1);
    assert_eq!(rows(&"5x".repeat(1200)), Vec::<String>::new());
    assert!(rows(&format!("granite 5{}", "x5".repeat(200))).is_empty());
}

#[test]
fn what_is_told_of_another_day_is_said() {
    assert_eq!(
        unread("yesterday basalt 60x3 and today granite 80x5"),
        ["yesterday"]
    );
    assert!(unread("yesterday basalt 60x3").is_empty());
}

#[test]
fn an_hour_that_something_was_over_by_is_no_value() {
    assert_eq!(rows("granite 80x5. home by 7"), ["Granite 80x5"]);
    assert_eq!(
        rows("granite 80x5, back at my desk by 1.40"),
        ["Granite 80x5"]
    );
}

#[test]
fn one_before_a_name_with_figures_of_its_own_is_no_row() {
    assert_eq!(
        rows("granite 80x5, one basalt 60x3"),
        ["Granite 80x5", "Basalt 60x3"]
    );
}
