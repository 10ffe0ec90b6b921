//! The files that pages are made up with.

use std::sync::OnceLock;

use crate::http::tag::Tag;

pub const STYLE: &str = include_str!("assets/page.css");
pub const SCRIPT: &str = include_str!("assets/page.js");
/// htmx 2.0.11, by Big Sky Software, under the Zero-Clause BSD licence: LICENSE-htmx.
pub const HTMX: &str = include_str!("assets/htmx.min.js");
pub const ICON: &str = include_str!("assets/icon.svg");
/// The same drawn in some widths, for systems that take no SVG.
pub const DRAWN_ICONS: &[(u16, &[u8])] = &[
    (180, include_bytes!("assets/icon-180.png")),
    (192, include_bytes!("assets/icon-192.png")),
    (512, include_bytes!("assets/icon-512.png")),
];

/// A word that changes when any of them does.
pub fn version() -> &'static str {
    static MADE: OnceLock<String> = OnceLock::new();
    MADE.get_or_init(|| {
        let all = [STYLE, SCRIPT, HTMX, ICON].concat();
        let tag = Tag::of(&all);
        tag.text().trim_matches('"').chars().take(10).collect()
    })
}
