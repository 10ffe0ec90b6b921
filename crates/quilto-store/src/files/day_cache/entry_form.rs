//! Entries in a pack.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime, Timelike};
use quilto_model::{DomainData, Entry, EntryId, EntryKind, Parsed, Texts};
use quilto_pack::{Pack, Packer, Reader};

use crate::section;

const TIME: u64 = 1;
const PAYLOAD: u64 = 2;
const PARSED: u64 = 4;
const HELD_BACK: u64 = 8;
const UNREAD: u64 = 16;
const KIND: u64 = 32;

/// Writes an entry with its length before it; `None` if it holds what the form cannot, and then all of
/// the pack is of no use.
pub(super) fn put(packer: &mut Packer, entry: &Entry) -> Option<()> {
    packer.with_length(|packer| put_entry(packer, entry))
}

fn put_entry(packer: &mut Packer, entry: &Entry) -> Option<()> {
    // Whoever adds a field decides here what becomes of it.
    let Entry {
        id,
        date,
        time,
        kind,
        raw,
        payload,
        parsed,
        source,
    } = entry;
    if *source != section::source(*date) || time.is_some_and(|time| time.nanosecond() != 0) {
        return None;
    }
    let listed = parsed.as_ref();
    let held_back = listed.is_some_and(|parsed| !parsed.held_back.is_empty());
    let unread = listed.is_some_and(|parsed| !parsed.unread.is_empty());
    let flags = [
        (time.is_some(), TIME),
        (payload.is_some(), PAYLOAD),
        (parsed.is_some(), PARSED),
        (held_back, HELD_BACK),
        (unread, UNREAD),
        (true, KIND * kind_number(*kind)),
    ];
    let flags = flags.into_iter().filter(|(is, _)| *is);
    packer.number(flags.map(|(_, flag)| flag).sum());
    let id = packer.lone_text(&id.0);
    packer.number(id.into());
    let raw = packer.lone_text(raw);
    packer.number(raw.into());
    if let Some(time) = time {
        packer.number(time.num_seconds_from_midnight().into());
    }
    if let Some(payload) = payload {
        packer.value(payload);
    }
    parsed
        .as_ref()
        .map_or(Some(()), |of| put_parsed(packer, of))
}

fn put_parsed(packer: &mut Packer, parsed: &Parsed) -> Option<()> {
    let Parsed {
        domain_data,
        tags,
        confidence,
        uncertain_fields,
        extraction_notes,
        held_back,
        unread,
        engine,
    } = parsed;
    packer.float(*confidence);
    let engine = packer.text(engine);
    packer.number(engine.into());
    packer.number(tags.len() as u64);
    for tag in tags {
        let tag = packer.text(tag);
        packer.number(tag.into());
    }
    uncertain_fields.pack(packer);
    extraction_notes.pack(packer);
    if !held_back.is_empty() {
        packer.value(&serde_json::to_value(held_back).ok()?);
    }
    if !unread.is_empty() {
        packer.value(&serde_json::to_value(unread).ok()?);
    }
    domain_data.pack(packer);
    Some(())
}

/// Reads so many entries of a day from a place on, those whose words are wanted; `None` if any is
/// damaged.
pub(super) fn take(
    pack: &Arc<Pack>,
    at: usize,
    count: usize,
    date: NaiveDate,
    holds: &dyn Fn(&str) -> bool,
) -> Option<Vec<Entry>> {
    let mut reader = pack.reader(at);
    let source = section::source(date);
    let mut entries = Vec::new();
    for _ in 0..count {
        // the length of an entry stands before it
        let length = reader.size()?;
        let end = reader.at().checked_add(length)?;
        let mut words = reader;
        words.number()?;
        words.number()?;
        if holds(pack.text(words.size()?)) {
            entries.push(take_entry(pack, &mut reader, date, &source)?);
        }
        reader = pack.reader(end);
    }
    Some(entries)
}

fn take_entry(
    pack: &Arc<Pack>,
    reader: &mut Reader<'_>,
    date: NaiveDate,
    source: &str,
) -> Option<Entry> {
    let flags = reader.number()?;
    let has = |flag: u64| flags & flag != 0;
    let id = text(pack, reader)?;
    let raw = text(pack, reader)?;
    let time = if has(TIME) {
        let seconds = u32::try_from(reader.number()?).ok()?;
        Some(NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0)?)
    } else {
        None
    };
    let payload = if has(PAYLOAD) {
        Some(pack.take(reader)?.value())
    } else {
        None
    };
    let parsed = if has(PARSED) {
        Some(take_parsed(pack, reader, has(HELD_BACK), has(UNREAD))?)
    } else {
        None
    };
    Some(Entry {
        id: EntryId(id),
        date,
        time,
        kind: kind_of(flags / KIND)?,
        raw,
        payload,
        parsed,
        source: source.to_owned(),
    })
}

fn take_parsed(
    pack: &Arc<Pack>,
    reader: &mut Reader<'_>,
    held_back: bool,
    unread: bool,
) -> Option<Parsed> {
    let confidence = reader.float()?;
    let engine = text(pack, reader)?;
    let count = reader.size()?;
    let tags = (0..count)
        .map(|_| text(pack, reader))
        .collect::<Option<_>>()?;
    let mut texts = || -> Option<Texts> {
        let at = reader.at();
        let none = pack.take(reader)?.elements().next().is_none();
        let packed = || Texts::packed(Arc::clone(pack), at);
        Some(if none { Texts::default() } else { packed() })
    };
    let (uncertain_fields, extraction_notes) = (texts()?, texts()?);
    let held_back = if held_back {
        serde_json::from_value(pack.take(reader)?.value()).ok()?
    } else {
        Vec::new()
    };
    let unread = if unread {
        serde_json::from_value(pack.take(reader)?.value()).ok()?
    } else {
        Vec::new()
    };
    let at = reader.at();
    pack.take(reader)?;
    Some(Parsed {
        domain_data: DomainData::packed(Arc::clone(pack), at),
        tags,
        confidence,
        uncertain_fields,
        extraction_notes,
        held_back,
        unread,
        engine,
    })
}

fn text(pack: &Pack, reader: &mut Reader<'_>) -> Option<String> {
    Some(pack.text(reader.size()?).to_owned())
}

const KINDS: [EntryKind; 6] = [
    EntryKind::Note,
    EntryKind::Correction,
    EntryKind::Undo,
    EntryKind::Moved,
    EntryKind::Confirmed,
    EntryKind::Imported,
];

fn kind_number(kind: EntryKind) -> u64 {
    let place = KINDS.iter().position(|known| *known == kind);
    place.unwrap_or(KINDS.len()) as u64
}

fn kind_of(number: u64) -> Option<EntryKind> {
    KINDS.get(usize::try_from(number).ok()?).copied()
}
