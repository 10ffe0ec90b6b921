//! Names of entries, made from the day, the minute and the words.

use std::borrow::Cow;

use chrono::{NaiveDate, NaiveTime};
use serde_json::Value;
use sha2::{Digest, Sha256};

use quilto_model::{EntryId, UTC};

/// The hash of what a section says, in 16 hex digits.
///
/// Line ends and blank space around the text do not count: an editor may change them without
/// changing the note. The offset from UTC does not either: it says nothing about the words.
pub(crate) fn content_hash(raw: &str, payload: Option<&Value>) -> String {
    let mut hash = Sha256::new();
    let text = raw.trim();
    if text.contains('\r') {
        hash.update(text.replace("\r\n", "\n").as_bytes());
    } else {
        hash.update(text.as_bytes());
    }
    let mut payload = payload.map(Cow::Borrowed);
    if let Some(Value::Object(object)) = payload.as_deref()
        && object.contains_key(UTC)
    {
        let mut object = object.clone();
        object.shift_remove(UTC);
        payload = (!object.is_empty()).then(|| Cow::Owned(Value::Object(object)));
    }
    if let Some(payload) = payload {
        hash.update([0]);
        hash.update(payload.to_string().as_bytes());
    }
    hex(&hash.finalize()[..8])
}

/// The hash of a file, in 16 hex digits.
pub(crate) fn bytes_hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..8])
}

fn hex(bytes: &[u8]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]])
        .map(char::from)
        .collect()
}

/// The name of a section: day, minute, four letters of its hash; `-2`, `-3` for further ones that
/// would have the same name. So a name can be found again from the raw file alone.
pub(crate) fn new_id(
    date: NaiveDate,
    time: Option<NaiveTime>,
    hash: &str,
    taken: impl Fn(&str) -> bool,
) -> EntryId {
    // No vowels, so that no words arise; no letters that look like digits.
    const LETTERS: &[u8; 16] = b"bcdfghjkmnpqrtvw";
    let tail: String = hash
        .bytes()
        .take(4)
        .map(|digit| char::from(digit).to_digit(16).unwrap_or(0))
        .map(|digit| char::from(LETTERS[digit as usize]))
        .collect();
    let time = time.unwrap_or(NaiveTime::MIN);
    let name = format!("{}-{}-{tail}", date.format("%Y%m%d"), time.format("%H%M"));
    if !taken(&name) {
        return EntryId(name);
    }
    let mut number = 2_u32;
    loop {
        let numbered = format!("{name}-{number}");
        if !taken(&numbered) {
            return EntryId(numbered);
        }
        number += 1;
    }
}

/// The day in a name: the day whose file the section was first written to.
pub fn day_of(id: &EntryId) -> Option<NaiveDate> {
    let day = id.0.split('-').next()?;
    if day.len() != 8 || !day.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    NaiveDate::parse_from_str(day, "%Y%m%d").ok()
}
