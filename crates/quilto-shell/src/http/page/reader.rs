//! Who reads a page: the language they want, and what their browser can do.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use quilto::model::{Language, is_loopback};
use quilto::storage::UserId;
use sha2::{Digest, Sha256};

use crate::http::{Server, session};

/// What a browser keeps the language of the pages in.
pub const LANGUAGE_COOKIE: &str = "quilto_language";

/// Somebody at a browser.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub language: Language,
    /// Whether the browser trusts the connection: only then it keeps notes while there is none.
    pub safe: bool,
    /// Whether they signed in.
    pub signed_in: bool,
    /// What paths of ours begin with, as the browser knows them.
    pub base: &'static str,
    /// Whose page it is, where there are accounts.
    pub user_hash: Option<UserHash>,
}

/// What the pages of one person have, and of no other. It is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserHash([u8; 8]);

impl UserHash {
    fn of(user: &UserId) -> Self {
        let hash = Sha256::digest(user.as_str());
        let mut mark = [0; 8];
        mark.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        Self(mark)
    }
}

impl fmt::Display for UserHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Reader {
    /// What the head of a request tells.
    pub fn of(server: &Server, headers: &HeaderMap) -> Self {
        Self {
            language: chosen_language(headers)
                .unwrap_or_else(|| language(&text(headers, header::ACCEPT_LANGUAGE.as_str()))),
            safe: is_near(&text(headers, header::HOST.as_str())) || is_https(server, headers),
            signed_in: server.endpoint.authentication.is_there(),
            base: server.endpoint.base.as_str(),
            user_hash: server.person.as_ref().map(UserHash::of),
        }
    }
}

impl FromRequestParts<Arc<Server>> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Infallible> {
        Ok(Self::of(server, &parts.headers))
    }
}

fn text(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name);
    let value = value.and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

/// Whether nobody can listen on the way to us, or to a proxy before us that says so: what others say was
/// taken out by `proxy`.
pub fn is_https(server: &Server, headers: &HeaderMap) -> bool {
    server.endpoint.tls.is_some()
        || text(headers, "x-forwarded-proto").eq_ignore_ascii_case("https")
}

/// Whether the head names this machine, with or without a port.
fn is_near(host: &str) -> bool {
    is_loopback(match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    })
}

/// The language that was chosen in this browser.
pub fn chosen_language(headers: &HeaderMap) -> Option<Language> {
    let code = session::cookies(headers, LANGUAGE_COOKIE).next()?;
    Language::ALL.into_iter().find(|known| known.code() == code)
}

/// The language wanted most of those there are.
fn language(accepted: &str) -> Language {
    let mut best = (0.0, Language::default());
    for wanted in accepted.split(',') {
        let mut parts = wanted.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default();
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        let weight = weight.unwrap_or(1.0);
        let code = tag.split('-').next().unwrap_or_default();
        let mut known = Language::ALL.into_iter();
        if let Some(known) = known.find(|known| known.code().eq_ignore_ascii_case(code))
            && weight > best.0
        {
            best = (weight, known);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_wanted_most_is_taken() {
        for (accepted, meant) in [
            ("", Language::English),
            ("ko-KR,ko;q=0.9,en;q=0.8", Language::Korean),
            ("de, ko;q=0.4, en;q=0.7", Language::English),
            ("fr", Language::English),
            ("KO", Language::Korean),
            ("ko;q=0", Language::English),
            (";;q=x,,", Language::English),
        ] {
            assert_eq!(language(accepted), meant, "{accepted:?}");
        }
    }

    #[test]
    fn only_this_machine_is_trusted_without_encryption() {
        for host in ["localhost:8787", "127.0.0.1", "[::1]:80", "LOCALHOST"] {
            assert!(is_near(host), "{host}");
        }
        for host in ["192.168.1.7:8787", "rocks.example", "127.example:80", ""] {
            assert!(!is_near(host), "{host}");
        }
    }
}
