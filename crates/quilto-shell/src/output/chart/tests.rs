use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn weekly(values: &[f64]) -> Vec<Point> {
    let start = day("2026-01-05");
    let point = |(week, value): (usize, &f64)| {
        let first = start + chrono::Days::new(week as u64 * 7);
        Point {
            days: DateRange::new(first, first + chrono::Days::new(6)),
            value: *value,
            record: false,
        }
    };
    values.iter().enumerate().map(point).collect()
}

fn chart(values: &[f64], shape: Shape, better: Better, unit: &str) -> Chart {
    let mut points = weekly(values);
    mark_records(&mut points, better);
    Chart {
        points,
        unit: Some(unit.into()),
        shape,
        better,
    }
}

fn drawn(chart: &Chart, columns: usize, rows: usize) -> String {
    let lines = lines(chart, columns, rows).join("\n");
    crate::ui::plain(&lines)
}

#[test]
fn a_record_beats_all_before_it() {
    let records = |values: &[f64], better| {
        let chart = chart(values, Shape::Line, better, "g");
        chart.points.iter().map(|p| p.record).collect::<Vec<_>>()
    };
    let values = [5.0, 5.0, 6.0, 4.0, 6.0, 7.0];
    let higher = [false, false, true, false, false, true];
    assert_eq!(records(&values, Better::Higher), higher);
    let lower = [false, false, false, true, false, false];
    assert_eq!(records(&values, Better::Lower), lower);
    assert_eq!(records(&values, Better::Neutral), [false; 6]);
}

#[test]
fn a_line_has_round_values_and_days() {
    let rising = chart(
        &[50.0, 55.0, 52.0, 60.0, 58.0, 70.0],
        Shape::Line,
        Better::Higher,
        "g",
    );
    insta::assert_snapshot!(drawn(&rising, 44, 6), @r"
    70 g ┤                              ⢀⠔★
         │                             ⡔⠁
         │                           ⡠⠊
    60 g ┤                 ⡠⠔●⠉⠒⠒⠒⠤⠤⠊
         │    ⣀⠤●⠢⠤⣀⣀   ⢀⠔⠊
    50 g ┤⣀⠤⠒⠉       ⠉⠑⠊⠁
         └┬────────────┬───────────┬────────────
          01-05        01-19       02-02
    ");
}

#[test]
fn less_is_higher_where_less_is_better() {
    let falling = chart(&[6.0, 5.5, 5.25], Shape::Line, Better::Lower, "min/km");
    insta::assert_snapshot!(drawn(&falling, 40, 6), @r"
    5:00 /km ┤
             │                  ⢀⣀★
             │           ⢀⣀⡠⠤⠒⠊⠉⠁
    5:30 /km ┤       ⢀⡠⠔●⠁
             │   ⢀⡠⠔⠊⠁
    6:00 /km ┤⡠⠔⠊⠁
             └┬───────────────────┬─────────
              01-05               01-19
    ");
}

#[test]
fn bars_begin_at_nothing() {
    let bars = chart(
        &[1200.0, 0.0, 40.0, 2400.0],
        Shape::Bars,
        Better::Higher,
        "g",
    );
    insta::assert_snapshot!(drawn(&bars, 44, 4), @r"
    3,000 g ┤                        ▂▂▂▂▂▂▂
    2,000 g ┤                        ███████
    1,000 g ┤▅▅▅▅▅▅▅                 ███████
        0 g ┤███████         ▁▁▁▁▁▁▁ ███████
            └┴───────────────┴───────────────
             01-05           01-19
    ");
}

#[test]
fn no_line_is_wider_than_the_screen() {
    for count in [1, 2, 9, 60, 400] {
        let values: Vec<f64> = (0..count).map(|n| f64::from(n * 37 % 101)).collect();
        for shape in [Shape::Line, Shape::Bars] {
            let chart = chart(&values, shape, Better::Higher, "g");
            for columns in [30, 80, 200] {
                if shape == Shape::Bars && count as usize > columns - 10 {
                    continue;
                }
                for line in lines(&chart, columns, 8) {
                    assert!(width_of(&line) <= columns, "{count} {columns}: {line}");
                }
            }
        }
    }
}

#[test]
fn there_is_nothing_to_draw_without_values_or_room() {
    let empty = chart(&[], Shape::Line, Better::Higher, "g");
    assert!(lines(&empty, 80, 8).is_empty());
    let narrow = chart(&[1.0, 2.0], Shape::Line, Better::Higher, "g");
    assert!(lines(&narrow, 12, 8).is_empty());
}

#[test]
fn an_svg_escapes_its_words_and_holds_every_value() {
    let chart = chart(&[1.0, 3.0, 2.0], Shape::Line, Better::Higher, "g");
    let svg = svg(&[(&chart, "salt & \"stone\" <one>".into(), "돌".into())]);
    assert!(svg.contains("salt &amp; &quot;stone&quot; &lt;one&gt;"));
    assert!(svg.contains("돌"));
    assert_eq!(svg.matches("<circle").count(), 3);
    assert_eq!(svg.matches("class=\"record\"").count(), 1);
    assert!(!svg.contains("http://") || svg.matches("http").count() == 1);
}
