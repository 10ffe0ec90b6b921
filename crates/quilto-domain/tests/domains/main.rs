//! Domain folders on disk: what loads, what is refused, and what is said about it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

mod aliases;
mod checks;
mod folders;
mod names;
mod properties;
mod several_domains;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quilto_domain::{DomainModule, DomainSet, Vocabulary};
use quilto_text::read;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn set() -> DomainSet {
    let mut set = DomainSet::default();
    let errors = set.add_folder(&fixtures());
    assert!(errors.is_empty(), "{errors:?}");
    set
}

fn rocks() -> Arc<DomainModule> {
    set().get("pet-rock").unwrap().clone()
}

/// Text as typed → canonical name, `?` behind one that is not exact.
fn names(vocabulary: &Vocabulary, text: &str) -> Vec<(String, String)> {
    let tokens = read(text);
    vocabulary
        .find(&tokens)
        .iter()
        .map(|mention| {
            let doubt = if mention.exact { "" } else { "?" };
            (
                tokens.slice(mention.span).to_owned(),
                format!("{}{doubt}", mention.term),
            )
        })
        .collect()
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(file), text).unwrap();
}

const GARDEN: &str = "name: garden\ndescription: Plants that are watered.\nbase: true\n";
