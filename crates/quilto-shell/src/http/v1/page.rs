//! Long lists, a part at a time.

use chrono::NaiveDate;
use quilto::model::Entry;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::http::problem::{Kind, Problem};

/// How many are given where nothing is said.
const USUAL: usize = 50;
/// How many are given at most.
pub const MOST: usize = 500;

/// Which entries come first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    #[default]
    Newest,
    Oldest,
}

/// How many are wanted.
pub fn usual() -> usize {
    USUAL
}

/// Reads how many are wanted: there is a most.
pub fn limit<'de, D: Deserializer<'de>>(field: D) -> Result<usize, D::Error> {
    match usize::deserialize(field)? {
        wanted @ 1..=MOST => Ok(wanted),
        _ => Err(D::Error::custom(format!("a limit is 1 to {MOST}"))),
    }
}

/// The last entry of a part: where the next one begins.
#[derive(Debug, PartialEq, Eq)]
pub struct Cursor {
    day: NaiveDate,
    /// How many of its day came before it: should it be gone, what took its place comes next.
    place: usize,
    entry: String,
}

impl Cursor {
    /// Reads a cursor that was given out.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let mut parts = text.splitn(3, '.');
        let cursor = (|| {
            Some(Self {
                day: parts.next()?.parse().ok()?,
                place: parts.next()?.parse().ok()?,
                entry: parts.next()?.to_owned(),
            })
        })();
        cursor.ok_or_else(|| {
            Problem::new(Kind::BadQuery, "cursor: it is none that was given out")
                .hint("send what stood in `next`, with the same query")
        })
    }

    fn text(&self) -> String {
        format!("{}.{}.{}", self.day, self.place, self.entry)
    }
}

/// A part of the entries, which are given oldest first, and where the next part begins.
pub fn cut(
    mut entries: Vec<Entry>,
    order: Order,
    after: Option<&Cursor>,
    limit: usize,
) -> (Vec<Entry>, Option<String>) {
    if order == Order::Newest {
        entries.reverse();
    }
    let start = after.map_or(0, |cursor| start(&entries, order, cursor));
    let end = entries.len().min(start + limit);
    let next = end.checked_sub(1).filter(|_| end < entries.len());
    let next = next.map(|last| at(&entries, last).text());
    entries.truncate(end);
    entries.drain(..start);
    (entries, next)
}

fn at(entries: &[Entry], last: usize) -> Cursor {
    let day = entries[last].date;
    let first = entries.iter().position(|entry| entry.date == day);
    Cursor {
        day,
        place: last - first.unwrap_or(last),
        entry: entries[last].id.0.clone(),
    }
}

/// Where the entries behind a cursor begin.
fn start(entries: &[Entry], order: Order, cursor: &Cursor) -> usize {
    let is_before = |entry: &Entry| match order {
        Order::Newest => entry.date > cursor.day,
        Order::Oldest => entry.date < cursor.day,
    };
    let first = entries.iter().take_while(|entry| is_before(entry)).count();
    let of_day = entries[first..].iter();
    let of_day: Vec<&Entry> = of_day
        .take_while(|entry| entry.date == cursor.day)
        .collect();
    let known = of_day.iter().position(|entry| entry.id.0 == cursor.entry);
    first + known.map_or(cursor.place.min(of_day.len()), |place| place + 1)
}

#[cfg(test)]
mod tests {
    use quilto::model::{EntryId, EntryKind};

    use super::*;

    fn entry(day: u32, name: &str) -> Entry {
        Entry {
            id: EntryId(name.to_owned()),
            date: NaiveDate::from_ymd_opt(2026, 11, day).unwrap(),
            time: None,
            kind: EntryKind::Note,
            raw: String::new(),
            payload: None,
            parsed: None,
            source: String::new(),
        }
    }

    fn all() -> Vec<Entry> {
        ["a", "b", "c"]
            .map(|name| entry(1, name))
            .into_iter()
            .chain(["d", "e"].map(|name| entry(3, name)))
            .collect()
    }

    fn names(entries: &[Entry]) -> String {
        entries.iter().map(|entry| entry.id.0.as_str()).collect()
    }

    #[test]
    fn parts_are_the_whole() {
        for (order, whole) in [(Order::Oldest, "abcde"), (Order::Newest, "edcba")] {
            for limit in 1..=6 {
                let (mut seen, mut after) = (String::new(), None);
                loop {
                    let (part, next) = cut(all(), order, after.as_ref(), limit);
                    assert!(part.len() <= limit);
                    seen += &names(&part);
                    match next {
                        Some(next) => after = Some(Cursor::read(&next).unwrap()),
                        None => break,
                    }
                }
                assert_eq!(seen, whole, "{limit}");
            }
        }
    }

    #[test]
    fn what_goes_or_comes_between_two_parts_shifts_nothing() {
        let (_, next) = cut(all(), Order::Oldest, None, 2);
        let after = Cursor::read(&next.unwrap()).unwrap();
        let without = |name: &str| {
            let mut entries = all();
            entries.retain(|entry| entry.id.0 != name);
            names(&cut(entries, Order::Oldest, Some(&after), 9).0)
        };
        assert_eq!(without("a"), "cde", "one before it");
        assert_eq!(without("b"), "cde", "the very one");
        assert_eq!(without("c"), "de");
        let mut more = all();
        more.insert(0, entry(1, "new"));
        assert_eq!(names(&cut(more, Order::Oldest, Some(&after), 9).0), "cde");
    }

    #[test]
    fn a_cursor_of_somebody_elses_making_is_refused() {
        for text in ["", "a", "2026-11-21", "2026-11-21.x.a", "2026-13-21.0.a"] {
            assert!(Cursor::read(text).is_err(), "{text}");
        }
    }
}
