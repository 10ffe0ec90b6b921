//! What earlier imports left in the store.

use std::collections::HashMap;

use quilto::model::{Entry, EntryId, EntryKind};
use serde_json::Value;

/// Names of content and of sessions that came in before.
#[derive(Default)]
pub struct Seen {
    /// Identity → the unit it was imported with.
    pub identities: HashMap<String, Option<Value>>,
    /// Session → its newest entry.
    sessions: HashMap<String, EntryId>,
}

impl Seen {
    /// Takes note of an entry.
    pub fn note(&mut self, entry: &Entry) {
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
                self.sessions.insert(session.to_owned(), entry.id.clone());
            }
        }
    }

    /// The entry of a session, for something to be put in its place. A program for tables leaves the
    /// seconds of a start out: a session without them is the one of that minute.
    pub fn take_session(&mut self, session: &str) -> Option<EntryId> {
        if let Some(id) = self.sessions.remove(session) {
            return Some(id);
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

/// The name of a session that begins with its start: `2026-10-05T18:30:12 Legs`.
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

    #[test]
    fn seconds_that_were_left_out_make_no_other_session() {
        let mut seen = Seen::default();
        let id = |name: &str| EntryId(name.into());
        for (session, name) in [
            ("2026-10-05T18:30:12 Legs", "a"),
            ("2026-10-07T07:00:00 Push", "b"),
            ("apple health day 2026-10-07", "c"),
        ] {
            seen.sessions.insert(session.into(), id(name));
        }
        for (session, name) in [
            ("2026-10-05T18:30:13 Legs", None),
            ("2026-10-05T18:30:00 Arms", None),
            ("2026-10-05T18:31:00 Legs", None),
            ("2026-10-05T18:30:00 Legs", Some("a")),
            ("2026-10-05T18:30:12 Legs", None),
            ("2026-10-07T07:00:41 Push", Some("b")),
            ("apple health day 2026-10-08", None),
            ("벤치", None),
        ] {
            assert_eq!(seen.take_session(session), name.map(id), "{session}");
        }
    }
}
