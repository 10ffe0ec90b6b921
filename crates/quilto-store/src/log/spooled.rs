//! Spooled text as it is kept: what was said of it stands in a comment before it, as a section's payload
//! stands after its words.

use chrono::NaiveDate;
use quilto_model::{InputType, RunId};
use serde::{Deserialize, Serialize};

use super::documents;
use crate::backend::Snapshot;
use crate::{Spooled, StorageError, markdown};

const FOLDER: &str = "spool";

/// Everything that is spooled.
pub(super) fn all(kept: &dyn Snapshot) -> Result<Vec<(RunId, Spooled)>, StorageError> {
    let mut spooled = Vec::new();
    for key in kept.keys(FOLDER)? {
        if let Some(run) = run_of(&key)
            && let Some(bytes) = kept.document(&key)?
        {
            spooled.push((run, Spooled::read(documents::lossy(bytes))));
        }
    }
    Ok(spooled)
}

/// The key of a run: any name is possible, so what a file system may not like is written as `%` and
/// two hex digits.
pub(super) fn key(run: &RunId) -> String {
    let mut name = format!("{FOLDER}/");
    for byte in run.0.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("%{byte:02x}"));
        }
    }
    name + ".txt"
}

/// The run of a key; `None` for those that are none.
fn run_of(key: &str) -> Option<RunId> {
    let name = key.strip_prefix(FOLDER)?.strip_prefix('/')?;
    let name = name.strip_suffix(".txt")?;
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'%' {
            let hex = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = &rest[2..];
        } else if byte == b'.' {
            return None;
        } else {
            bytes.push(byte);
        }
    }
    Some(RunId(String::from_utf8(bytes).ok()?))
}

#[derive(Serialize, Deserialize)]
struct Head {
    written: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assume: Option<InputType>,
}

impl Spooled {
    pub(super) fn render(&self) -> String {
        let head = Head {
            written: self.written,
            day: self.day,
            assume: self.assume,
        };
        let head = serde_json::to_value(head).unwrap_or_default();
        format!("{}\n{}", markdown::render_payload(&head), self.text)
    }

    /// A text without a head is from a version that wrote none.
    pub(super) fn read(text: String) -> Self {
        let head = text.split_once('\n').and_then(|(line, rest)| {
            let head = markdown::read_payload(line)?;
            head.get("written")?;
            Some((serde_json::from_value::<Head>(head).ok()?, rest.to_owned()))
        });
        let Some((head, text)) = head else {
            return Self {
                text,
                ..Self::default()
            };
        };
        Self {
            text,
            written: head.written,
            day: head.day,
            assume: head.assume,
        }
    }
}
