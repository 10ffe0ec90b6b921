//! What went wrong, as problem JSON (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quilto::storage::StorageError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::tag::Tag;
use crate::error::{CliError, Exit};
use crate::output::json;

/// The kinds of problems: name, status, title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BadRequest,
    BadJson,
    BadQuery,
    NoToken,
    ForeignPage,
    ReadOnly,
    UnknownRoute,
    UnknownSession,
    UnknownEntry,
    UnknownDay,
    UnknownName,
    UnknownTarget,
    UnknownImport,
    WrongMethod,
    SlowBody,
    SessionInUse,
    StaleApproval,
    NothingAsked,
    OtherVersion,
    NotUndone,
    KeyInUse,
    CutOff,
    OtherPerson,
    Changed,
    TooLarge,
    NotJson,
    NotBytes,
    WrongHost,
    Unfit,
    OtherRequest,
    TooMany,
    NotSaved,
    Failed,
    Busy,
    TooLong,
}

impl Kind {
    pub fn parts(self) -> (&'static str, u16, &'static str) {
        match self {
            Self::BadRequest => ("bad-request", 400, "The request cannot be read"),
            Self::BadJson => ("bad-json", 400, "The body is not JSON"),
            Self::BadQuery => ("bad-query", 400, "The query cannot be read"),
            Self::NoToken => ("no-token", 401, "A token is needed"),
            Self::ForeignPage => ("foreign-page", 403, "Pages of other sites may not ask"),
            Self::ReadOnly => ("read-only", 403, "The token may only look"),
            Self::UnknownRoute => ("unknown-route", 404, "There is nothing at this path"),
            Self::UnknownSession => ("unknown-session", 404, "No such session waits"),
            Self::UnknownEntry => ("unknown-entry", 404, "No such entry stands"),
            Self::UnknownDay => ("unknown-day", 404, "Nothing was written on this day"),
            Self::UnknownName => ("unknown-name", 404, "It is no word of your own"),
            Self::UnknownTarget => ("unknown-target", 404, "There is no target of this"),
            Self::UnknownImport => ("unknown-import", 404, "No such file is kept"),
            Self::WrongMethod => ("wrong-method", 405, "This path has other methods"),
            Self::SlowBody => ("slow-body", 408, "The body did not arrive in time"),
            Self::SessionInUse => ("session-in-use", 409, "The session is being continued"),
            Self::StaleApproval => ("stale-approval", 409, "The preview is out of date"),
            Self::NothingAsked => ("nothing-asked", 409, "The session asks nothing"),
            Self::OtherVersion => (
                "other-version",
                409,
                "The session was saved by another version",
            ),
            Self::NotUndone => ("not-undone", 409, "It cannot be taken back as things stand"),
            Self::KeyInUse => ("key-in-use", 409, "The key is in use"),
            Self::CutOff => ("cut-off", 409, "Nobody knows whether it was done"),
            Self::OtherPerson => ("other-person", 409, "Somebody else is signed in now"),
            Self::Changed => ("changed", 412, "It is not as it was any more"),
            Self::TooLarge => ("too-large", 413, "The body is too large"),
            Self::NotJson => ("not-json", 415, "The body must be sent as JSON"),
            Self::NotBytes => ("not-bytes", 415, "The body must be sent as bytes"),
            Self::WrongHost => ("wrong-host", 421, "The server does not go by this name"),
            Self::Unfit => ("unfit", 422, "The request does not say what is needed"),
            Self::OtherRequest => ("other-request", 422, "The key belongs to another request"),
            Self::TooMany => ("too-many", 429, "Too many requests"),
            Self::NotSaved => ("not-saved", 500, "The note could not be saved"),
            Self::Failed => ("failed", 500, "Something went wrong here"),
            Self::Busy => ("busy", 503, "Too much is going on"),
            Self::TooLong => ("too-long", 503, "It takes longer than it may"),
        }
    }
}

impl Kind {
    /// Its name, for programs.
    pub fn name(self) -> &'static str {
        self.parts().0
    }

    /// What to do next, where nothing nearer can be said.
    pub fn hint(self) -> &'static str {
        match self {
            Self::BadRequest | Self::BadJson | Self::BadQuery | Self::Unfit | Self::NotJson => {
                "/openapi.json describes what can be sent"
            }
            Self::UnknownRoute | Self::WrongMethod => "/openapi.json lists the paths",
            Self::NoToken => "send it as Authorization: Bearer …",
            Self::ReadOnly => "ask whoever runs the server for a token that may write",
            Self::OtherPerson => "sign in as who wrote it, and send it again",
            Self::TooMany => "wait as long as Retry-After says",
            Self::ForeignPage | Self::WrongHost => "start the server with --allow-host NAME",
            Self::UnknownSession | Self::NothingAsked => "it may be answered already",
            Self::UnknownEntry => "GET /v1/entries lists entries and their names",
            Self::UnknownDay => "GET /v1/days lists the days that have notes",
            Self::KeyInUse => "try again in a while",
            Self::CutOff => "look whether it was done; if not, send it with another key",
            Self::OtherRequest => "take another key for each thing to do",
            Self::NotBytes => "send it with the header Content-Type: application/octet-stream",
            Self::UnknownImport => "send the file again: it is kept for an hour",
            Self::UnknownTarget => "GET /v1/targets lists those that are set",
            Self::UnknownName => "GET /v1/names lists the words of your own",
            Self::NotUndone => "GET /v1/entries shows what stands",
            Self::Changed => "look at `current`, and send its ETag if you still want it",
            Self::SlowBody => "send the whole body at once",
            Self::SessionInUse | Self::Busy | Self::TooLong => "try again in a while",
            Self::StaleApproval => "send only the \"session_id\" to see what waits now",
            Self::OtherVersion => "ask again; what was logged before is in the log",
            Self::TooLarge => "send less at once",
            Self::NotSaved => "keep your words and send them again later",
            Self::Failed => "what was logged before is safe; `doctor` looks the home over",
        }
    }
}

/// A problem, for the client.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// Names the kind of problem: `urn:problem-type:` and a word for programs.
    #[serde(rename = "type")]
    kind: String,
    /// What kind of problem it is, for people.
    title: &'static str,
    /// The status of the response.
    pub status: u16,
    /// What went wrong this time.
    pub detail: String,
    /// What to do next.
    pub hint: String,
    /// What is there now, where it is not what was expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<Box<Value>>,
    /// How many seconds to wait, where that is known.
    #[serde(skip)]
    wait: Option<u16>,
    #[serde(skip)]
    tag: Option<Box<Tag>>,
    #[serde(skip)]
    pub of: Kind,
}

impl Problem {
    /// A problem of a kind, and what happened.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Self {
        let (name, status, title) = kind.parts();
        Self {
            kind: format!("urn:problem-type:{name}"),
            title,
            status,
            detail: detail.into(),
            hint: kind.hint().into(),
            current: None,
            wait: None,
            tag: None,
            of: kind,
        }
    }

    /// An error that is about what a client asked for. It may hold their words, so nothing of it goes
    /// to the log.
    pub fn asked(kind: Kind, error: &CliError) -> Self {
        Self::new(kind, error.in_one_line()).hint(error.advice())
    }

    /// An error where a client may have asked for what cannot be.
    pub fn of_asked(error: &CliError) -> Self {
        match error.exit() {
            Exit::Usage => Self::asked(Kind::Unfit, error),
            _ => Self::of(error),
        }
    }

    /// What is there now, and its tag.
    #[must_use]
    pub fn with_current(mut self, current: Value, tag: Tag) -> Self {
        self.current = Some(Box::new(current));
        self.tag = Some(Box::new(tag));
        self
    }

    /// Whoever asks should wait for so many seconds.
    #[must_use]
    pub fn after(mut self, seconds: u64) -> Self {
        self.wait = Some(seconds.try_into().unwrap_or(u16::MAX));
        self
    }

    /// What kind of problem it is.
    pub fn kind(&self) -> Kind {
        self.of
    }

    /// The status of its response.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// What went wrong, and what to do next.
    pub fn told(&self) -> (&str, &str) {
        (&self.detail, &self.hint)
    }

    /// What to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// An error of ours. The details go to the log as well: they are for whoever runs the server.
    pub fn of(error: &CliError) -> Self {
        let detail = error.in_one_line();
        tracing::error!("{detail}");
        Self {
            hint: error.advice().to_owned(),
            ..Self::new(Kind::Failed, detail)
        }
    }
}

impl From<CliError> for Problem {
    fn from(error: CliError) -> Self {
        Self::of(&error)
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        match &error {
            StorageError::NoSuchDay(_) => Self::asked(Kind::Unfit, &error.into()),
            _ => Self::of(&error.into()),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let text = json::text(&self).unwrap_or_default();
        let mut response = (status, text).into_response();
        let kind = self.of;
        let extensions = response.extensions_mut();
        extensions.insert(kind);
        // a page tells it in its own way
        extensions.insert(self.clone());
        let headers = response.headers_mut();
        let text = HeaderValue::from_static;
        headers.insert(header::CONTENT_TYPE, text("application/problem+json"));
        if let Some(tag) = self.tag.as_deref().and_then(Tag::header) {
            headers.insert(header::ETAG, tag);
        }
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, text("Bearer"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, text("5"));
            }
            _ => {}
        }
        if let Some(seconds) = self.wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kind; 35] = [
        Kind::BadRequest,
        Kind::BadJson,
        Kind::BadQuery,
        Kind::NoToken,
        Kind::ForeignPage,
        Kind::ReadOnly,
        Kind::UnknownRoute,
        Kind::UnknownSession,
        Kind::UnknownEntry,
        Kind::UnknownDay,
        Kind::UnknownName,
        Kind::UnknownTarget,
        Kind::UnknownImport,
        Kind::WrongMethod,
        Kind::SlowBody,
        Kind::SessionInUse,
        Kind::StaleApproval,
        Kind::NothingAsked,
        Kind::OtherVersion,
        Kind::NotUndone,
        Kind::KeyInUse,
        Kind::CutOff,
        Kind::OtherPerson,
        Kind::Changed,
        Kind::TooLarge,
        Kind::NotJson,
        Kind::NotBytes,
        Kind::WrongHost,
        Kind::Unfit,
        Kind::OtherRequest,
        Kind::TooMany,
        Kind::NotSaved,
        Kind::Failed,
        Kind::Busy,
        Kind::TooLong,
    ];

    #[test]
    fn docs_list_every_kind_under_its_status() {
        let page = include_str!("../../../../docs/api.md");
        let mut listed = 0;
        for (place, kind) in ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place, "all kinds stand here, in their order");
            let (name, status, _) = kind.parts();
            let row = page
                .lines()
                .find(|line| line.starts_with(&format!("| {status} |")));
            let row = row.unwrap_or_default();
            assert!(row.contains(&format!("`{name}`")), "{status} {name}: {row}");
            listed += 1;
        }
        let table = page
            .lines()
            .filter(|line| line.starts_with("| 4") || line.starts_with("| 5"));
        let names: usize = table
            .map(|row| {
                row.split('|')
                    .nth(2)
                    .unwrap_or_default()
                    .matches('`')
                    .count()
                    / 2
            })
            .sum();
        assert_eq!(names, listed, "the page lists kinds that are none");
    }
}
