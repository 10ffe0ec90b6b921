//! Who signed in on a page. With the token of the server: a cookie that says until when, under a seal of
//! the token; nothing is kept for it, and another token ends it. With an account: a secret of which the
//! account keeps the hash.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderValue, header};

use super::proxy::BasePath;
use super::token::Token;

const NAME: &str = "quilto_session";
/// How long somebody stays signed in.
const LASTS: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Where a cookie is sent.
#[derive(Clone, Copy, Default)]
pub struct Place {
    /// Whether only where nobody can listen.
    pub safe: bool,
    /// To paths below this one alone.
    pub base: BasePath,
}

/// The cookie of who showed the token just now.
pub fn begun(token: &Token, place: Place) -> Option<HeaderValue> {
    let until = (now() + LASTS).as_secs().to_string();
    let value = format!("{until}.{}", token.seal(&until));
    cookie(&value, LASTS, place)
}

/// The cookie of who signs out.
pub fn ended(place: Place) -> Option<HeaderValue> {
    cookie("", Duration::ZERO, place)
}

fn cookie(value: &str, lasts: Duration, place: Place) -> Option<HeaderValue> {
    let lasts = lasts.as_secs();
    let safe = if place.safe { "; Secure" } else { "" };
    let base = place.base.as_str();
    let text =
        format!("{NAME}={value}; Path={base}/; Max-Age={lasts}; HttpOnly; SameSite=Strict{safe}");
    HeaderValue::from_str(&text).ok()
}

/// The cookie of who signed in with an account: a secret that the account knows.
pub fn of_account(secret: &str, place: Place) -> Option<HeaderValue> {
    cookie(secret, LASTS, place)
}

/// How long an account knows such a secret, in seconds.
pub fn lasts() -> u64 {
    LASTS.as_secs()
}

/// Whether a request comes from somebody who is signed in.
pub fn is_open(token: &Token, headers: &HeaderMap) -> bool {
    values(headers).any(|value| is_valid(token, value, now()))
}

/// What stands in the cookies of ours.
pub fn values(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    cookies(headers, NAME)
}

/// What stands in the cookies of a name.
pub fn cookies<'h>(headers: &'h HeaderMap, wanted: &str) -> impl Iterator<Item = &'h str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    cookies
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .filter(move |(name, _)| *name == wanted)
        .map(|(_, value)| value)
}

fn is_valid(token: &Token, value: &str, now: Duration) -> bool {
    let Some((until, seal)) = value.split_once('.') else {
        return false;
    };
    let is_later = |until: u64| now.as_secs() < until;
    token.sealed(until, seal) && until.parse().is_ok_and(is_later)
}

fn now() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_of_one_token_and_ends() {
        let token = Token::new("granite-and-marble").unwrap();
        let other = Token::new("marble-and-granite").unwrap();
        let value = format!("1000.{}", token.seal("1000"));
        let at = Duration::from_secs;
        assert!(is_valid(&token, &value, at(999)));
        assert!(!is_valid(&token, &value, at(1000)), "its time is over");
        assert!(!is_valid(&other, &value, at(999)), "another token");
        let longer = value.replace("1000.", "9999.");
        assert!(!is_valid(&token, &longer, at(999)), "a time of one's own");
        for broken in ["", "1000", "1000.", ".", "돌.돌"] {
            assert!(!is_valid(&token, broken, at(0)), "{broken}");
        }
    }

    #[test]
    fn the_cookie_is_found_among_others_and_no_script_sees_it() {
        let token = Token::new("granite-and-marble").unwrap();
        let cookie = begun(&token, Place::default()).unwrap();
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
        let (pair, _) = cookie.split_once(';').unwrap();
        let mut headers = HeaderMap::new();
        let line = format!("theme=dark; {pair}; x=y");
        headers.insert(header::COOKIE, line.parse().unwrap());
        assert!(is_open(&token, &headers));
    }
}
