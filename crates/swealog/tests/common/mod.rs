//! What tests of figures share.

use quilto::model::{Entry, EntryId, Parsed};
use serde_json::Value;

/// A note that was read in one domain.
pub fn note(domain: &str, date: &str, data: Value) -> Entry {
    Entry {
        id: EntryId(format!("{date}-{domain}")),
        date: date.parse().unwrap(),
        time: None,
        kind: Default::default(),
        raw: String::new(),
        payload: None,
        parsed: Some(Parsed::of(domain, data)),
        source: String::new(),
    }
}
