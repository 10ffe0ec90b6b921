//! A chart as an SVG file that needs nothing beside it.

use std::fmt::Write as _;

use quilto::facts::format::quantity;
use quilto::model::DateRange;

use super::scale::{self, Scale};
use super::{Chart, Point, Shape, share_of};

/// How much room a chart has, and what of it is its own.
struct Canvas {
    wide: f64,
    high: f64,
    /// Room at the left, above, at the right and below.
    margins: [f64; 4],
    /// Days that are named below.
    days: usize,
    /// Whether points lead to their days, and the title stands elsewhere.
    on_page: bool,
}

/// A file of its own.
const FILE: Canvas = Canvas {
    wide: 800.0,
    high: 360.0,
    margins: [84.0, 56.0, 24.0, 36.0],
    days: 10,
    on_page: false,
};

/// On a page, which a telephone shows too.
const PAGE: Canvas = Canvas {
    wide: 440.0,
    high: 250.0,
    margins: [62.0, 12.0, 14.0, 30.0],
    days: 4,
    on_page: true,
};

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#555}\
.title{font-size:16px;font-weight:600;fill:#222}\
.grid{stroke:#ddd;stroke-width:1}\
.line{fill:none;stroke:#0b7285;stroke-width:2;stroke-linejoin:round}\
.bar{fill:#0b7285}.dot{fill:#0b7285}.record{fill:#e67700}\
@media(prefers-color-scheme:dark){svg{background:#1b1b1b}text{fill:#aaa}.title{fill:#eee}\
.grid{stroke:#333}.line{stroke:#66d9e8}.bar,.dot{fill:#66d9e8}.record{fill:#ffc078}}";

/// The whole file: each chart with its title and what stands below that, one under the other.
pub fn svg(charts: &[(&Chart, String, String)]) -> String {
    let titles: Vec<String> = charts.iter().map(|(_, title, _)| escaped(title)).collect();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         role=\"img\" aria-label=\"{}\">\n<style>{STYLE}</style>\n",
        FILE.wide,
        FILE.high * charts.len() as f64,
        titles.join(", "),
    );
    for (place, (chart, title, below)) in charts.iter().enumerate() {
        let down = FILE.high * place as f64;
        let _ = writeln!(out, "<g transform=\"translate(0 {down})\">");
        let left = FILE.margins[0];
        let _ = writeln!(
            out,
            "<text class=\"title\" x=\"{left}\" y=\"24\">{}</text>\n\
             <text x=\"{left}\" y=\"42\">{}</text>",
            escaped(title),
            escaped(below),
        );
        drawn(&mut out, chart, &FILE);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// One chart as a part of a page, whose style sheet colours it; its points lead to their days. Who cannot
/// see it is told the title and what stands out; the table beside it has the rest.
pub fn figure(chart: &Chart, title: &str, told: &str) -> String {
    let mut out = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"group\">\
         <title>{}</title><desc>{}</desc><g aria-hidden=\"true\">\n",
        PAGE.wide,
        PAGE.high,
        escaped(title),
        escaped(told),
    );
    drawn(&mut out, chart, &PAGE);
    out + "</g></svg>"
}

fn drawn(out: &mut String, chart: &Chart, canvas: &Canvas) {
    let [left, top, right, bottom] = canvas.margins;
    let (wide, high) = (canvas.wide - left - right, canvas.high - top - bottom);
    let Some(period) = chart.period() else { return };
    let unit = chart.unit.as_deref();
    let scale = Scale::of(chart, 15);
    for (value, height) in scale.marks() {
        let y = top + (1.0 - height) * high;
        let name = escaped(&quantity(value, unit));
        let end = left + wide;
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{left} {y:.1}H{end}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            left - 8.0,
            y + 4.0
        );
    }
    for (day, name) in scale::days(&period, canvas.days) {
        let x = left + share_of(day, &period) * wide;
        let y = canvas.high - bottom + 20.0;
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>"
        );
    }
    match chart.shape {
        Shape::Bars => bars(out, chart, &scale, canvas),
        Shape::Line => line(out, chart, &scale, canvas),
    }
}

fn line(out: &mut String, chart: &Chart, scale: &Scale, canvas: &Canvas) {
    let [left, top, right, bottom] = canvas.margins;
    let (wide, high) = (canvas.wide - left - right, canvas.high - top - bottom);
    let Some(period) = chart.period() else { return };
    let places: Vec<(f64, f64)> = chart
        .points
        .iter()
        .map(|point| {
            let x = left + share_of(point.days.start, &period) * wide;
            (x, top + (1.0 - scale.height(point.value)) * high)
        })
        .collect();
    let path: Vec<String> = places
        .iter()
        .map(|(x, y)| format!("{x:.1} {y:.1}"))
        .collect();
    let _ = writeln!(out, "<path class=\"line\" d=\"M{}\"/>", path.join("L"));
    for (point, (x, y)) in chart.points.iter().zip(&places) {
        let (class, radius) = if point.record {
            ("record", 4.5)
        } else {
            ("dot", 2.5)
        };
        let told = told(chart, point);
        let (begin, end) = linked(point, canvas);
        let _ = writeln!(
            out,
            "{begin}<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\">\
             <title>{told}</title></circle>{end}"
        );
    }
}

fn bars(out: &mut String, chart: &Chart, scale: &Scale, canvas: &Canvas) {
    let [left, top, right, bottom] = canvas.margins;
    let (wide, high) = (canvas.wide - left - right, canvas.high - top - bottom);
    let pitch = wide / chart.points.len().max(1) as f64;
    let best = chart.points.iter().rposition(|point| point.record);
    for (place, point) in chart.points.iter().enumerate() {
        let x = left + pitch * place as f64 + pitch * 0.1;
        let tall = scale.height(point.value) * high;
        let class = if best == Some(place) { "record" } else { "bar" };
        let (begin, end) = linked(point, canvas);
        let _ = writeln!(
            out,
            "{begin}<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"{tall:.1}\"><title>{}</title></rect>{end}",
            top + high - tall,
            pitch * 0.8,
            told(chart, point)
        );
    }
}

/// What begins and ends a link to the days of a point. The table beside a chart has the same links, so
/// nobody has to step through these.
fn linked(point: &Point, canvas: &Canvas) -> (String, &'static str) {
    if !canvas.on_page {
        return (String::new(), "");
    }
    let to = place_of(&point.days);
    (
        format!("<a href=\"{}\" tabindex=\"-1\">", escaped(&to)),
        "</a>",
    )
}

/// Where a page shows some days.
pub fn place_of(days: &DateRange) -> String {
    match days.start == days.end {
        true => format!("/day/{}", days.start),
        false => format!("/history?from={}&to={}", days.start, days.end),
    }
}

fn told(chart: &Chart, point: &Point) -> String {
    let value = quantity(point.value, chart.unit.as_deref());
    let days = &point.days;
    let days = if days.start == days.end {
        days.start.to_string()
    } else {
        format!("{} to {}", days.start, days.end)
    };
    escaped(&format!("{days}: {value}"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
