//! How long a provider asks to wait.

use std::time::Duration;

use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// `Retry-After` as seconds or as a date, and OpenAI's `retry-after-ms`. A date counts from the
/// answer's own `Date`, so that a clock that is wrong here changes nothing.
pub(super) fn asked_for(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    let given = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = given.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let until = DateTime::parse_from_rfc2822(given).ok()?;
    let now = DateTime::parse_from_rfc2822(text(DATE.as_str())?).ok()?;
    Some((until - now).to_std().unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(headers: &[(&'static str, &str)]) -> Option<Duration> {
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        asked_for(&headers)
    }

    #[test]
    fn seconds_milliseconds_and_dates() {
        assert_eq!(asked(&[]), None);
        assert_eq!(asked(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(
            asked(&[("retry-after", "1"), ("retry-after-ms", "250")]),
            Some(Duration::from_millis(250))
        );
        let date = ("date", "Sat, 21 Nov 2026 10:30:00 GMT");
        assert_eq!(
            asked(&[date, ("retry-after", "Sat, 21 Nov 2026 10:31:30 GMT")]),
            Some(Duration::from_secs(90))
        );
        assert_eq!(
            asked(&[date, ("retry-after", "Sat, 21 Nov 2026 10:29:00 GMT")]),
            Some(Duration::ZERO)
        );
        assert_eq!(asked(&[("retry-after", "soon")]), None);
        assert_eq!(asked(&[("retry-after", "-3")]), None);
    }
}
