//! What a request comes to: JSON, perhaps with its tag.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::problem::{Kind, Problem};
use super::tag::Tag;
use crate::output::json;

/// JSON for a client.
#[derive(Debug)]
pub struct Answer {
    text: String,
    tag: Option<Tag>,
}

impl Answer {
    /// An object.
    pub fn of(object: &impl Serialize) -> Result<Self, Problem> {
        let text = json::text(object);
        let text = text.map_err(|error| Problem::new(Kind::Failed, error.to_string()))?;
        Ok(Self::written(text))
    }

    /// An object that is written already.
    pub fn written(text: String) -> Self {
        Self { text, tag: None }
    }

    /// As it is sent.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same with the tag of this state of it.
    pub fn tagged(mut self) -> Self {
        self.tag = Some(Tag::of(&self.text));
        self
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (kind, self.text).into_response();
        if let Some(tag) = self.tag.as_ref().and_then(Tag::header) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}
