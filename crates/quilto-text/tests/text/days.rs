//! Days of notes: seen from today, by the calendar, by their names, and words that are none.

use chrono::{Datelike, Weekday};
use quilto_text::dates::{self, DateContext, Direction};
use quilto_text::read;

use crate::{day, days, periods};

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
    // What stands behind what was told, is ahead, or tells of the night.
    assert_eq!(of("granite 3x10, dust everywhere. again monday"), None);
    assert_eq!(of("granite 3x10. it was monday"), is("2026-11-16"));
    assert_eq!(of("meeting appt thurs 4:15. granite later"), None);
    assert_eq!(of("slept 4 hours last night. granite"), None);
    assert_eq!(of("어제 4시간 잤음"), None);
    assert_eq!(of("friday: slept 4 hours"), is("2026-11-20"));
    assert_eq!(of("friday is always granite"), None);
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
fn a_fraction_before_a_word_is_no_day_of_long_ago() {
    days("1/2 loaf", &[]);
    days("3/4 hour of polishing", &[]);
    days("1/2 5x5", &[("1/2", "2026-01-02", "2026-01-02")]);
    days("on 1/2 granite", &[("1/2", "2026-01-02", "2026-01-02")]);
    let january = DateContext::note("2026-01-05".parse().unwrap());
    assert_eq!(dates::find(&read("1/2 granite"), &january).len(), 1);
}
