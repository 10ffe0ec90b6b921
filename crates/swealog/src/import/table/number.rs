//! Numbers as tables write them: which mark divides whole from fraction is not in the cell.

use std::ops::RangeInclusive;

use crate::import::known_unit;
use crate::import::question::Decimal;

/// A cell with a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    shape: Shape,
    /// A unit that stands behind it.
    pub unit: Option<&'static str>,
}

/// What the marks of a number can mean.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// No marks: it is the same everywhere.
    Plain(f64),
    /// It can only be read in one way.
    Only(Decimal, f64),
    /// One mark with three digits behind it: `2,500`.
    Either { point: f64, comma: f64 },
}

/// How an empty cell is written.
pub fn is_empty(text: &str) -> bool {
    matches!(text, "" | "-" | "--" | "—" | "null" | "NaN" | "N/A")
}

impl Number {
    /// Reads a cell; `None` where it is no number.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text
            .rfind(|c: char| c.is_ascii_digit())
            .map(|at| at + 1)
            .filter(|end| *end <= text.len())?;
        let (digits, behind) = text.split_at(end);
        let unit = match behind.trim() {
            "" => None,
            unit => Some(known_unit(unit)?),
        };
        let digits = digits.replace(['\u{a0}', '\u{202f}', ' ', '\'', '’'], "");
        let shape = Shape::of(&digits)?;
        Some(Self { shape, unit })
    }

    /// What it is where this is the decimal mark; `None` where it cannot be read so.
    pub fn value(&self, decimal: Decimal) -> Option<f64> {
        match (self.shape, decimal) {
            (Shape::Plain(value), _) => Some(value),
            (Shape::Only(mark, value), _) => (mark == decimal).then_some(value),
            (Shape::Either { point, .. }, Decimal::Point) => Some(point),
            (Shape::Either { comma, .. }, Decimal::Comma) => Some(comma),
        }
    }

    /// The decimal mark, where the number can be read with one only.
    pub fn shows(&self) -> Option<Decimal> {
        match self.shape {
            Shape::Only(mark, _) => Some(mark),
            _ => None,
        }
    }

    /// What it is with a point and with a comma as the decimal mark, where it can be both.
    pub fn either(&self) -> Option<(f64, f64)> {
        match self.shape {
            Shape::Either { point, comma } => Some((point, comma)),
            _ => None,
        }
    }

    /// The decimal mark with which it is the greater of two numbers, a whole one.
    pub fn whole_with(&self) -> Decimal {
        match self.shape {
            Shape::Either { point, comma } if comma > point => Decimal::Comma,
            _ => Decimal::Point,
        }
    }

    /// What it is as far as its own marks tell.
    pub fn own_value(&self) -> Option<f64> {
        match self.shape {
            Shape::Plain(value) | Shape::Only(_, value) => Some(value),
            Shape::Either { .. } => None,
        }
    }
}

impl Shape {
    fn of(digits: &str) -> Option<Self> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|v| v.is_finite());
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
        if !digits.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        if !digits.contains([',', '.']) || !digits.chars().all(is_number) {
            // exponents and the like have a point only
            return number(digits).map(|value| match digits.contains('.') {
                true => Self::Only(Decimal::Point, value),
                false => Self::Plain(value),
            });
        }
        let (commas, points) = (digits.matches(',').count(), digits.matches('.').count());
        let with = |decimal| number(&plain(digits, decimal)?);
        let only = |decimal| Some(Self::Only(decimal, with(decimal)?));
        match (commas, points) {
            (1, 0) | (0, 1) => {
                let own = if commas == 1 {
                    Decimal::Comma
                } else {
                    Decimal::Point
                };
                match (with(Decimal::Point), with(Decimal::Comma)) {
                    (Some(point), Some(comma)) => Some(Self::Either { point, comma }),
                    _ => only(own),
                }
            }
            _ => only(Decimal::Point).or_else(|| only(Decimal::Comma)),
        }
    }
}

/// The digits as a program writes them, where they can be read with this decimal mark.
fn plain(digits: &str, decimal: Decimal) -> Option<String> {
    let (mark, thousands) = match decimal {
        Decimal::Point => ('.', ','),
        Decimal::Comma => (',', '.'),
    };
    let (whole, fraction) = match digits.split_once(mark) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    if fraction.is_some_and(|fraction| fraction.contains([',', '.'])) {
        return None;
    }
    let mut groups = whole.split(thousands);
    let first = groups.next()?.trim_start_matches(['-', '+']);
    let grouped = whole.contains(thousands);
    const WHOLE: RangeInclusive<usize> = 1..=3;
    if grouped && (!WHOLE.contains(&first.len()) || first.starts_with('0')) {
        return None;
    }
    if groups.any(|group| group.len() != 3) {
        return None;
    }
    let whole = whole.replace(thousands, "");
    Some(match fraction {
        Some(fraction) => format!("{whole}.{fraction}"),
        None => whole,
    })
}

/// Seconds of `25:30`, `1:05:30.2`, or a plain number of seconds.
pub fn seconds(text: &str) -> Option<f64> {
    let text = text.trim();
    if !text.contains(':') {
        let number = Number::read(text).filter(|number| number.unit.is_none())?;
        // a point or a comma before three digits are thousandths here
        let value = number
            .own_value()
            .or_else(|| number.either().map(|(point, comma)| point.min(comma)))?;
        return (value >= 0.0).then_some(value);
    }
    let mut total = 0.0;
    for part in text.split(':') {
        let part: f64 = part.replace(',', ".").parse().ok()?;
        if part < 0.0 || !part.is_finite() {
            return None;
        }
        total = total * 60.0 + part;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds() {
        assert_eq!(seconds("25:30"), Some(1530.0));
        assert_eq!(seconds("1:05:30"), Some(3930.0));
        assert_eq!(seconds("00:12.01"), Some(12.01));
        assert_eq!(seconds("00:12,01"), Some(12.01));
        assert_eq!(seconds("45"), Some(45.0));
        assert_eq!(seconds("45,5"), Some(45.5));
        assert_eq!(seconds("--"), None);
        // 52 minutes are not 52 seconds, nor is either a length
        assert_eq!(seconds("52m"), None);
    }

    #[test]
    fn a_number_shows_its_mark_where_it_can_only_be_one() {
        use Decimal::{Comma, Point};
        for (text, point, comma) in [
            ("82", Some(82.0), Some(82.0)),
            ("82,25", None, Some(82.25)),
            ("10.02", Some(10.02), None),
            ("1,234.5", Some(1234.5), None),
            ("1.234,5", None, Some(1234.5)),
            ("1 012", Some(1012.0), Some(1012.0)),
            ("2,500", Some(2500.0), Some(2.5)),
            ("2.500", Some(2.5), Some(2500.0)),
            ("0,750", None, Some(0.75)),
            ("1,234,567", Some(1_234_567.0), None),
            ("0.0", Some(0.0), None),
        ] {
            let number = Number::read(text).unwrap();
            assert_eq!(number.value(Point), point, "{text}");
            assert_eq!(number.value(Comma), comma, "{text}");
        }
        for text in ["heavy", "", "--", "5x5", "12 Oct", "1,2,3"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
        let pounds = Number::read("183lb").unwrap();
        assert_eq!(
            (pounds.value(Point), pounds.unit),
            (Some(183.0), Some("lb"))
        );
    }
}
