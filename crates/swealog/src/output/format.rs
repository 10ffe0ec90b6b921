//! Numbers and times as people read them.

use serde_json::Value;

/// A number with at most two decimals and separated thousands: `2,000`, `93.33`, `82.5`.
pub fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    let text = format!("{rounded:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match fraction {
        Some(fraction) => format!("{sign}{grouped}.{fraction}"),
        None => format!("{sign}{grouped}"),
    }
}

/// Seconds as a clock shows them: `45 s`, `25:30`, `1:05:00`.
pub fn duration(seconds: f64) -> String {
    let total = seconds.round().max(0.0);
    let (hours, rest) = ((total / 3600.0).floor(), total % 3600.0);
    let (minutes, seconds) = ((rest / 60.0).floor(), rest % 60.0);
    if hours > 0.0 {
        format!("{hours:.0}:{minutes:02.0}:{seconds:02.0}")
    } else if minutes > 0.0 {
        format!("{minutes:.0}:{seconds:02.0}")
    } else {
        format!("{seconds:.0} s")
    }
}

/// A number field of an object.
pub fn field(object: &Value, name: &str) -> Option<f64> {
    object.get(name).and_then(Value::as_f64)
}

/// A text field of an object that is not empty.
pub fn text<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    object
        .get(name)
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
}

/// The objects of a list field.
pub fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// A quantity field with its unit field: `80 kg`.
pub fn quantity(object: &Value, name: &str, unit: &str) -> Option<String> {
    let value = field(object, name)?;
    Some(match text(object, unit) {
        Some(unit) => format!("{} {unit}", number(value)),
        None => number(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        for (value, shown) in [
            (2000.0, "2,000"),
            (82.25, "82.25"),
            (93.333_333, "93.33"),
            (82.50, "82.5"),
            (0.0, "0"),
            (1_234_567.0, "1,234,567"),
            (-1200.5, "-1,200.5"),
            (999.999, "1,000"),
        ] {
            assert_eq!(number(value), shown);
        }
    }

    #[test]
    fn durations_read_like_a_clock() {
        assert_eq!(duration(45.0), "45 s");
        assert_eq!(duration(1530.0), "25:30");
        assert_eq!(duration(3900.0), "1:05:00");
    }
}
