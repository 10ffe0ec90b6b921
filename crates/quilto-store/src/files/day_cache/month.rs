//! The days of a month in one file.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use quilto_model::Entry;
use quilto_pack::{Pack, Packer, Reader};
use rustc_hash::FxHasher;

use super::super::disk::{self, Disk};
use super::entry_form;
use super::stamp::Stamp;

/// What every file begins with.
const MARK: &[u8; 8] = b"quilto-1";

/// How the names of files begin that are not whole yet.
pub(super) const NEW: &str = ".new-";

/// What a day was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The files as the file system knew them; `None` where they had been changed just before.
    pub(super) stamps: Option<Stamps>,
    pub(super) hashes: Hashes,
}

/// Of the text of a day, and of what was understood of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamps {
    pub(super) raw: Stamp,
    pub(super) parsed: Option<Stamp>,
}

/// Of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hashes {
    pub(super) raw: [u8; 16],
    pub(super) parsed: Option<[u8; 16]>,
}

/// A day as it was read.
#[derive(Clone, Debug)]
pub(super) struct KeptDay {
    pub(super) origin: Origin,
    pack: Arc<Pack>,
    at: usize,
    count: usize,
}

impl KeptDay {
    /// A day by itself; `None` if its entries cannot be kept.
    pub(super) fn of(origin: Origin, entries: &[Entry]) -> Option<Self> {
        let mut packer = Packer::default();
        entries
            .iter()
            .try_for_each(|entry| entry_form::put(&mut packer, entry))?;
        Some(Self {
            origin,
            pack: Arc::new(Pack::of(packer)),
            at: 0,
            count: entries.len(),
        })
    }

    /// The same, of files that were seen again.
    pub(super) fn with(&self, origin: Origin) -> Self {
        Self {
            origin,
            ..self.clone()
        }
    }

    /// The entries; `None` if they are damaged.
    pub(super) fn entries(&self, date: NaiveDate) -> Option<Vec<Entry>> {
        entry_form::take(&self.pack, self.at, self.count, date, &|_| true)
    }

    /// The entries whose words are wanted; `None` if any is damaged.
    pub(super) fn found(
        &self,
        date: NaiveDate,
        holds: &dyn Fn(&str) -> bool,
    ) -> Option<Vec<Entry>> {
        entry_form::take(&self.pack, self.at, self.count, date, holds)
    }
}

/// The days of a month, by their number.
pub(super) type Month = BTreeMap<u32, KeptDay>;

/// Reads a month; an empty one where there is no file, or one that is damaged or was written by other
/// sources.
pub(super) fn read(path: &Path, first: NaiveDate) -> Month {
    let bytes = match disk::read(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Month::new(),
        Err(error) => {
            tracing::debug!("{} is not used: {error}", path.display());
            return Month::new();
        }
    };
    parse(&bytes, first).unwrap_or_else(|| {
        tracing::debug!("{} is damaged or of other sources", path.display());
        Month::new()
    })
}

fn parse(bytes: &[u8], first: NaiveDate) -> Option<Month> {
    let (mark, rest) = bytes.split_at_checked(MARK.len())?;
    let (sum, body) = rest.split_at_checked(8)?;
    if mark != MARK || sum != checksum(body) {
        return None;
    }
    let mut reader = Reader::new(body, 0);
    if reader.number()? != sources() || reader.number()? != number_of(first) {
        return None;
    }
    let count = reader.size()?;
    let mut days = Vec::new();
    for _ in 0..count {
        let day = u32::try_from(reader.number()?).ok()?;
        let (at, count) = (reader.size()?, reader.size()?);
        days.push((day, at, count, origin(&mut reader)?));
    }
    let pack = Arc::new(Pack::read(&mut reader)?);
    let kept = |(day, at, count, origin)| {
        let pack = Arc::clone(&pack);
        let kept = KeptDay {
            origin,
            pack,
            at,
            count,
        };
        (day, kept)
    };
    Some(days.into_iter().map(kept).collect())
}

/// Replaces the file of a month whole: whoever reads meanwhile has the one before or this one, and
/// of two who write the last one counts. Nothing is synced: a file that a power cut tears is damaged,
/// and made again.
pub(super) fn write(
    disk: &Disk,
    path: &Path,
    first: NaiveDate,
    month: &Month,
) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    disk::create_private(folder)?;
    let mut body = Vec::new();
    render(&mut body, first, month).ok_or(std::io::ErrorKind::InvalidData)?;
    let mut file = tempfile::Builder::new().prefix(NEW).tempfile_in(folder)?;
    disk.step();
    file.write_all(MARK)?;
    file.write_all(&checksum(&body))?;
    disk.step();
    file.write_all(&body)?;
    disk.step();
    file.persist(path).map_err(|error| error.error)?;
    disk.step();
    Ok(())
}

fn render(body: &mut Vec<u8>, first: NaiveDate, month: &Month) -> Option<()> {
    let mut packer = Packer::default();
    let mut days = Packer::default();
    for (day, kept) in month {
        let date = first.with_day(*day)?;
        let at = packer.at();
        for entry in kept.entries(date)? {
            entry_form::put(&mut packer, &entry)?;
        }
        days.number((*day).into());
        days.number(at as u64);
        days.number(kept.count as u64);
        put_origin(&mut days, &kept.origin);
    }
    let mut head = Packer::default();
    head.number(sources());
    head.number(number_of(first));
    head.number(month.len() as u64);
    body.extend(head.bytes());
    body.extend(days.bytes());
    Pack::of(packer).write(body);
    Some(())
}

fn put_origin(out: &mut Packer, origin: &Origin) {
    let stamp = |out: &mut Packer, stamp: Option<&Stamp>| {
        out.number(stamp.is_some().into());
        for number in stamp.iter().flat_map(|stamp| stamp.0) {
            out.number(number);
        }
    };
    let stamps = origin.stamps.as_ref();
    stamp(out, stamps.map(|stamps| &stamps.raw));
    stamp(out, stamps.and_then(|stamps| stamps.parsed.as_ref()));
    out.raw(&origin.hashes.raw);
    out.number(origin.hashes.parsed.is_some().into());
    out.raw(origin.hashes.parsed.as_ref().map_or(&[][..], |hash| hash));
}

fn origin(reader: &mut Reader<'_>) -> Option<Origin> {
    let stamp = |reader: &mut Reader<'_>| -> Option<Option<Stamp>> {
        if reader.number()? == 0 {
            return Some(None);
        }
        let mut numbers = [0; 5];
        for number in &mut numbers {
            *number = reader.number()?;
        }
        Some(Some(Stamp(numbers)))
    };
    let (raw, parsed) = (stamp(reader)?, stamp(reader)?);
    let stamps = raw.map(|raw| Stamps { raw, parsed });
    let raw = reader.take(16)?.try_into().ok()?;
    let parsed = if reader.number()? == 0 {
        None
    } else {
        Some(reader.take(16)?.try_into().ok()?)
    };
    let hashes = Hashes { raw, parsed };
    Some(Origin { stamps, hashes })
}

/// Tells a file that was written whole from one that was not. Nobody defends anything with it.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.write_usize(bytes.len());
    hasher.finish().to_le_bytes()
}

/// A number for the sources that turn files into entries, and entries into bytes.
fn sources() -> u64 {
    let made_by = (env!("SOURCES"), quilto_model::SOURCES, quilto_pack::SOURCES);
    let mut hasher = FxHasher::default();
    (made_by, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    hasher.finish()
}

fn number_of(first: NaiveDate) -> u64 {
    u64::from(first.year().unsigned_abs()) * 12 + u64::from(first.month0())
}
