//! A chart as an SVG file that needs nothing beside it.

use std::fmt::Write as _;

use quilto::facts::format::quantity;

use super::scale::{self, Scale};
use super::{Chart, Shape, share_of};

const WIDE: f64 = 800.0;
const HIGH: f64 = 360.0;
/// Room at the left, above, at the right and below.
const MARGINS: [f64; 4] = [84.0, 56.0, 24.0, 36.0];

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
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {}\" \
         role=\"img\" aria-label=\"{}\">\n<style>{STYLE}</style>\n",
        HIGH * charts.len() as f64,
        titles.join(", "),
    );
    for (place, (chart, title, below)) in charts.iter().enumerate() {
        let down = HIGH * place as f64;
        let _ = writeln!(out, "<g transform=\"translate(0 {down})\">");
        drawn(&mut out, chart, title, below);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

fn drawn(out: &mut String, chart: &Chart, title: &str, below: &str) {
    let [left, top, right, bottom] = MARGINS;
    let (wide, high) = (WIDE - left - right, HIGH - top - bottom);
    let _ = writeln!(
        out,
        "<text class=\"title\" x=\"{left}\" y=\"24\">{}</text>\n\
         <text x=\"{left}\" y=\"42\">{}</text>",
        escaped(title),
        escaped(below),
    );
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
    for (day, name) in scale::days(&period, 10) {
        let x = left + share_of(day, &period) * wide;
        let y = HIGH - bottom + 20.0;
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{name}</text>"
        );
    }
    match chart.shape {
        Shape::Bars => bars(out, chart, &scale),
        Shape::Line => line(out, chart, &scale),
    }
}

fn line(out: &mut String, chart: &Chart, scale: &Scale) {
    let [left, top, right, bottom] = MARGINS;
    let (wide, high) = (WIDE - left - right, HIGH - top - bottom);
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
        let _ = writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\">\
             <title>{told}</title></circle>"
        );
    }
}

fn bars(out: &mut String, chart: &Chart, scale: &Scale) {
    let [left, top, right, bottom] = MARGINS;
    let (wide, high) = (WIDE - left - right, HIGH - top - bottom);
    let pitch = wide / chart.points.len().max(1) as f64;
    let best = chart.points.iter().rposition(|point| point.record);
    for (place, point) in chart.points.iter().enumerate() {
        let x = left + pitch * place as f64 + pitch * 0.1;
        let tall = scale.height(point.value) * high;
        let class = if best == Some(place) { "record" } else { "bar" };
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"{tall:.1}\"><title>{}</title></rect>",
            top + high - tall,
            pitch * 0.8,
            told(chart, point)
        );
    }
}

fn told(chart: &Chart, point: &super::Point) -> String {
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
