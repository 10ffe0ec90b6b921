//! What earlier imports left in the store.

use std::collections::HashMap;

use quilto::model::{Entry, EntryKind};
use serde_json::Value;

use super::{Draft, MissingPart, ValueFields};

/// Names of content and of sessions that came in before.
#[derive(Default)]
pub struct EarlierImports<'e> {
    /// Identity → the unit it was imported with.
    pub identities: HashMap<String, Option<Value>>,
    /// Session → its newest entry.
    sessions: HashMap<String, &'e Entry>,
}

impl<'e> EarlierImports<'e> {
    /// Takes note of an entry.
    pub fn note(&mut self, entry: &'e Entry) {
        let Some(payload) = &entry.payload else {
            return;
        };
        let text = |key: &str| payload.get(key).and_then(Value::as_str);
        if entry.kind == EntryKind::Imported {
            if let Some(identity) = text("identity") {
                self.identities
                    .insert(identity.to_owned(), payload.get("unit").cloned());
            }
            if let Some(session) = text("session") {
                self.sessions.insert(session.to_owned(), entry);
            }
        }
    }

    /// The entry of a session, for something to be put in its place. A program for tables leaves the
    /// seconds of a start out: a session without them is the one of that minute.
    pub fn take_session(&mut self, session: &str) -> Option<&'e Entry> {
        if let Some(entry) = self.sessions.remove(session) {
            return Some(entry);
        }
        let wanted = Start::of(session)?;
        let same = |known: &&String| Start::of(known).is_some_and(|known| known.may_be(&wanted));
        let mut known = self.sessions.keys().filter(same);
        let (Some(only), None) = (known.next().cloned(), known.next()) else {
            return None;
        };
        self.sessions.remove(&only)
    }
}

/// What a draft lacks of the entry that it would take the place of. `ends` tells whether its file
/// ends with it; `values` are those that a session is poorer without.
pub fn missing_part(
    entry: &Entry,
    draft: &Draft,
    ends: bool,
    values: ValueFields,
) -> Option<MissingPart> {
    if !draft.whole {
        return Some(MissingPart::Lines);
    }
    let has = |parsed: Option<&quilto::model::Parsed>, fields: &[&str]| {
        parsed.is_some_and(|parsed| parsed.domain_data.values().any(|v| holds(v, fields)))
    };
    let lost = values.iter().find(|(_, fields)| {
        has(entry.parsed.as_ref(), fields) && !has(draft.parsed.as_ref(), fields)
    });
    if let Some((name, _)) = lost {
        return Some(MissingPart::Values(name));
    }
    let rows = |payload: Option<&Value>| payload?.as_array().cloned();
    let before = rows(entry.payload.as_ref().and_then(|p| p.get("rows")));
    let now = rows(draft.payload.get("rows"));
    let is_part = match (before, now) {
        (Some(before), Some(now)) => now.len() < before.len() && before.starts_with(&now),
        // what has no rows has a line of words for each of its parts
        _ => {
            let rest = entry.raw.strip_prefix(draft.raw.trim_end());
            rest.is_some_and(|rest| rest.starts_with('\n'))
        }
    };
    (ends && is_part).then_some(MissingPart::End)
}

/// Whether a value holds something under one of the names.
fn holds(value: &Value, names: &[&str]) -> bool {
    match value {
        Value::Object(map) => map
            .iter()
            .any(|(key, value)| names.contains(&key.as_str()) || holds(value, names)),
        Value::Array(items) => items.iter().any(|item| holds(item, names)),
        _ => false,
    }
}

/// The name of a session that begins with its start: `2026-10-05T18:30:12 Granite`.
#[derive(PartialEq)]
struct Start<'a> {
    minute: &'a str,
    seconds: &'a str,
    title: &'a str,
}

impl<'a> Start<'a> {
    fn of(session: &'a str) -> Option<Self> {
        let (minute, rest) = session.split_at_checked("2026-10-05T18:30".len())?;
        let (seconds, title) = rest.strip_prefix(':')?.split_at_checked(2)?;
        let is_start = minute.as_bytes().get(10) == Some(&b'T');
        (is_start && title.starts_with(' ')).then_some(Self {
            minute,
            seconds,
            title,
        })
    }

    fn may_be(&self, other: &Self) -> bool {
        let one_has_none = self.seconds == "00" || other.seconds == "00";
        one_has_none && (self.minute, self.title) == (other.minute, other.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quilto::model::EntryId;

    fn entry() -> Entry {
        serde_json::from_value(serde_json::json!({
            "id": "a", "date": "2026-10-05", "raw": "", "source": ""
        }))
        .unwrap()
    }

    #[test]
    fn seconds_that_were_left_out_make_no_other_session() {
        let entries = ["a", "b", "c"].map(|name| Entry {
            id: EntryId(name.into()),
            ..entry()
        });
        let mut seen = EarlierImports::default();
        for (session, entry) in [
            "2026-10-05T18:30:12 Granite",
            "2026-10-07T07:00:00 Basalt",
            "apple health day 2026-10-07",
        ]
        .into_iter()
        .zip(&entries)
        {
            seen.sessions.insert(session.into(), entry);
        }
        for (session, name) in [
            ("2026-10-05T18:30:13 Granite", None),
            ("2026-10-05T18:30:00 Slate", None),
            ("2026-10-05T18:31:00 Granite", None),
            ("2026-10-05T18:30:00 Granite", Some("a")),
            ("2026-10-05T18:30:12 Granite", None),
            ("2026-10-07T07:00:41 Basalt", Some("b")),
            ("apple health day 2026-10-08", None),
            ("바위", None),
        ] {
            let taken = seen.take_session(session).map(|entry| entry.id.0.as_str());
            assert_eq!(taken, name, "{session}");
        }
    }
}
