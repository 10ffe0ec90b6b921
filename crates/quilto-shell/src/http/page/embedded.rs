//! The files that pages are made up with.

use std::sync::OnceLock;

use crate::http::tag::Tag;

pub const STYLE: &str = include_str!("assets/page.css");
pub const SCRIPT: &str = include_str!("assets/page.js");
/// htmx 2.0.11, by Big Sky Software, under the Zero-Clause BSD licence: LICENSE-htmx.
pub const HTMX: &str = include_str!("assets/htmx.min.js");
pub const ICON: &str = include_str!("assets/icon.svg");

/// A word that changes when any of them does.
pub fn version() -> &'static str {
    static MADE: OnceLock<String> = OnceLock::new();
    MADE.get_or_init(|| {
        let all = [STYLE, SCRIPT, HTMX, ICON].concat();
        let tag = Tag::of(&all);
        tag.text().trim_matches('"').chars().take(10).collect()
    })
}
