//! What is kept beside the days: small texts replaced whole.

use chrono::NaiveDate;

use crate::StorageError;
use crate::backend::Backend;

/// What the observer has learned.
pub(crate) const CONTEXT: &str = "context/global.md";
/// What is remembered of imports.
pub(crate) const LEDGER: &str = "imports.json";

pub(super) fn text(backend: &impl Backend, key: &str) -> Result<String, StorageError> {
    Ok(lossy(backend.document(key)?.unwrap_or_default()))
}

pub(super) fn put(backend: &impl Backend, key: &str, text: &str) -> Result<(), StorageError> {
    let bytes = Some(text.as_bytes());
    backend.transaction()?.put(key, bytes)
}

pub(super) fn remove(backend: &impl Backend, key: &str) -> Result<(), StorageError> {
    backend.transaction()?.put(key, None)
}

/// Adds lines to what is no longer kept at hand.
pub(super) fn archive(backend: &impl Backend, name: &str, lines: &str) -> Result<(), StorageError> {
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let name: String = name.chars().filter(plain).collect();
    let key = format!("context/archive/{name}.md");
    let kept = backend.transaction()?;
    let mut text = lossy(kept.document(&key)?.unwrap_or_default());
    text.push_str(lines);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    kept.put(&key, Some(text.as_bytes()))
}

pub(super) fn take_job(
    backend: &impl Backend,
    job: &str,
    day: NaiveDate,
) -> Result<bool, StorageError> {
    let key = format!("jobs/{job}");
    let today = day.to_string();
    let is_taken = |last: Option<Vec<u8>>| last.as_deref() == Some(today.as_bytes());
    // most ask in vain, and need not wait for those who write
    if is_taken(backend.document(&key)?) {
        return Ok(false);
    }
    let kept = backend.transaction()?;
    if is_taken(kept.document(&key)?) {
        return Ok(false);
    }
    kept.put(&key, Some(today.as_bytes()))?;
    Ok(true)
}

/// Text, whatever an editor made of it.
pub(super) fn lossy(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
