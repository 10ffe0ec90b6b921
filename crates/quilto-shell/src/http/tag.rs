//! Entity tags: by what something is known, so that nobody changes what they have not seen.

use crate::hex::hex;
use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

/// The tag of one state of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// The tag of something that is told in these words.
    pub fn of(text: &str) -> Self {
        let hash = Sha256::digest(text.as_bytes());
        Self(format!("\"{}\"", hex(&hash[..12])))
    }

    /// As it stands in a form.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// As it stands in a header.
    pub fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

/// What a client takes something to be.
#[derive(Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// There at all, or nothing was said.
    Anything,
    /// One of these states.
    OneOf(Vec<String>),
}

impl IfMatch {
    /// What `If-Match` says, or the first part of it that is no tag.
    pub fn read(headers: &HeaderMap) -> Result<Self, String> {
        let mut tags = Vec::new();
        for value in headers.get_all(header::IF_MATCH) {
            let text = value.to_str().unwrap_or_default();
            for tag in text.split(',').map(str::trim) {
                if tag == "*" {
                    return Ok(Self::Anything);
                }
                if !is_tag(tag) {
                    return Err(tag.to_owned());
                }
                tags.push(tag.to_owned());
            }
        }
        Ok(match tags.is_empty() {
            true => Self::Anything,
            false => Self::OneOf(tags),
        })
    }

    /// What a form says it was made for; nothing where it says nothing.
    pub fn of_form(tag: &str) -> Self {
        match tag.is_empty() {
            true => Self::Anything,
            false => Self::OneOf(vec![tag.to_owned()]),
        }
    }

    /// Whether a state is what was expected. A weak tag (`W/`) promises too little for a change.
    pub fn is(&self, now: &Tag) -> bool {
        match self {
            Self::Anything => true,
            Self::OneOf(tags) => tags.contains(&now.0),
        }
    }
}

fn is_tag(text: &str) -> bool {
    let quoted = text.strip_prefix("W/").unwrap_or(text);
    let inner = quoted.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.is_some_and(|inner| inner.bytes().all(|b| b.is_ascii_graphic() && b != b'"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> Option<IfMatch> {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_MATCH, value.parse().unwrap());
        IfMatch::read(&headers).ok()
    }

    #[test]
    fn only_the_very_state_fits() {
        let (now, before) = (Tag::of("granite"), Tag::of("marble"));
        assert_eq!(now, Tag::of("granite"));
        assert!(IfMatch::read(&HeaderMap::new()).unwrap().is(&now));
        assert!(read("*").unwrap().is(&now));
        assert!(read(&now.0).unwrap().is(&now));
        assert!(read(&format!("{}, {}", before.0, now.0)).unwrap().is(&now));
        assert!(!read(&before.0).unwrap().is(&now));
        assert!(!read(&format!("W/{}", now.0)).unwrap().is(&now));
    }

    #[test]
    fn what_is_no_tag_is_refused() {
        for text in ["", "granite", "\"granite", "\"a b\"", "\"a\", b"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
