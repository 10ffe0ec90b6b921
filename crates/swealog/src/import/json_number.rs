//! Numbers as notes keep them.

use serde_json::Value;

/// A number as JSON: whole numbers without a fraction.
pub(crate) fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "whole and small, checked above"
        )]
        let whole = value as i64;
        Value::from(whole)
    } else {
        Value::from(value)
    }
}
