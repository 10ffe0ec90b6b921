//! Notes of which something was not read, or only in doubt.

use quilto::model::Entry;

/// Whether an entry is worth a second look.
pub fn is_doubtful(entry: &Entry) -> bool {
    let parsed = entry.parsed.as_ref();
    parsed.is_some_and(|parsed| !parsed.unread.is_empty() || !parsed.uncertain_fields.is_empty())
}
