//! Periods of questions.

use crate::periods;

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
fn a_day_is_one_of_the_month_behind_it() {
    periods(
        "on the 20th of june",
        &[("20th of june", "2026-06-20", "2026-06-20")],
    );
    periods("on the 19th", &[("the 19th", "2026-11-19", "2026-11-19")]);
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
        "lighter since i came back in may",
        &[("since i came back in may", "2026-05-01", "2026-11-21")],
    );
    periods(
        "from june on",
        &[("from june on", "2026-06-01", "2026-11-21")],
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
fn days_that_come_back_each_year_are_days_of_questions() {
    periods(
        "what did I do on halloween",
        &[("halloween", "2026-10-31", "2026-10-31")],
    );
    periods("xmas", &[("xmas", "2025-12-25", "2025-12-25")]);
    periods(
        "thanksgiving day",
        &[("thanksgiving day", "2025-11-27", "2025-11-27")],
    );
    periods("labour day?", &[("labour day", "2026-09-07", "2026-09-07")]);
}

#[test]
fn two_days_before_their_month_are_a_stretch() {
    periods(
        "runs 26-30 oct",
        &[("26-30 oct", "2026-10-26", "2026-10-30")],
    );
    periods(
        "3 to 9 october",
        &[("3 to 9 october", "2026-10-03", "2026-10-09")],
    );
}
