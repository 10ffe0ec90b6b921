//! Which record belongs to which section, whatever an editor did to the file in between.

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::day_index::{DayIndex, Record};
use crate::ids;
use crate::section::Section;
use quilto_model::{EntryId, EntryKind};

/// Beyond this many comparisons, equal notes of one minute are told apart by order alone.
const MOST_COMPARISONS: usize = 1_000_000;

/// Names the sections of a day.
///
/// Each finds its record: first all that were left as they are, aligned as a diff does, then those
/// of the same words in another place, then those of the same words under another minute, and
/// last, where the words were changed, those of the same minute in order. A section without a
/// record gets a name made of its words. A record that finds no section keeps its name: a
/// paragraph that was cut may be pasted back. Gives the hashes of the sections.
pub(crate) fn name_sections(
    date: NaiveDate,
    sections: &mut [Section],
    index: &DayIndex,
) -> Vec<String> {
    let wanted: Vec<Record> = sections.iter().map(|s| Record::of(s, None)).collect();
    let known: Vec<&Record> = index.records.iter().map(|(_, record)| record).collect();
    let found = pair(&wanted, &known);

    let without_record: Vec<bool> = found.iter().map(Option::is_none).collect();
    let mut taken: HashSet<String> = index.records.iter().map(|(id, _)| id.0.clone()).collect();
    for ((section, want), found) in sections.iter_mut().zip(&wanted).zip(found) {
        section.id = match found {
            Some(at) => index.records[at].0.clone(),
            None => {
                let free = |name: &str| taken.contains(name);
                let id = ids::new_id(date, section.time, &want.raw_hash, free);
                taken.insert(id.0.clone());
                id
            }
        };
    }
    if index.records.is_empty() {
        names_spoken_of(date, sections, &without_record);
    }
    wanted.into_iter().map(|want| want.raw_hash).collect()
}

/// Where the parsed file is lost, the name of a note that was edited is known only by what speaks
/// of it. A name of this day that nothing bears is that of the one note of its minute, if there is
/// just one that nothing else speaks of, or one whose words are certainly not those it was named by,
/// since they are no text any more.
fn names_spoken_of(date: NaiveDate, sections: &mut [Section], without_record: &[bool]) {
    let spoken: HashSet<String> = sections
        .iter()
        .filter_map(|section| section.target().map(str::to_owned))
        .filter(|name| ids::day_of(&EntryId(name.clone())) == Some(date))
        .collect();
    for name in &spoken {
        if sections.iter().any(|section| section.id.0 == *name) {
            continue;
        }
        let minute = |name: &str| name.split('-').nth(1).map(str::to_owned);
        let fits = |at: &usize| {
            let section = &sections[*at];
            without_record[*at]
                && matches!(section.kind, EntryKind::Note | EntryKind::Imported)
                && !spoken.contains(&section.id.0)
                && minute(&section.id.0) == minute(name)
        };
        let fitting: Vec<usize> = (0..sections.len()).filter(fits).collect();
        let is_damaged = |at: &usize| sections[*at].raw.contains(char::REPLACEMENT_CHARACTER);
        let damaged: Vec<usize> = fitting.iter().copied().filter(is_damaged).collect();
        if let ([at], _) | (_, [at]) = (&fitting[..], &damaged[..]) {
            sections[*at].id = EntryId(name.clone());
        }
    }
}

fn pair(wanted: &[Record], known: &[&Record]) -> Vec<Option<usize>> {
    let mut found = unchanged(wanted, known);
    let mut used = vec![false; known.len()];
    for at in found.iter().flatten() {
        used[*at] = true;
    }
    let passes: [fn(&Record, &Record) -> bool; 3] = [
        same,
        |a, b| a.kind == b.kind && a.raw_hash == b.raw_hash,
        |a, b| a.kind == b.kind && a.time == b.time,
    ];
    for fits in passes {
        if !used.contains(&false) {
            break;
        }
        for (want, found) in wanted.iter().zip(&mut found) {
            if found.is_none() {
                *found = (0..known.len()).find(|i| !used[*i] && fits(known[*i], want));
                if let Some(at) = *found {
                    used[at] = true;
                }
            }
        }
    }
    found
}

fn same(a: &Record, b: &Record) -> bool {
    a.raw_hash == b.raw_hash && a.kind == b.kind && a.time == b.time
}

/// What stands unchanged: in the same place where nothing was put in or taken out, else in the
/// same order (the longest common subsequence).
fn unchanged(wanted: &[Record], known: &[&Record]) -> Vec<Option<usize>> {
    if wanted.len() == known.len() {
        let pairs = wanted.iter().zip(known).enumerate();
        return pairs
            .map(|(at, (want, known))| same(known, want).then_some(at))
            .collect();
    }
    let mut found = vec![None; wanted.len()];
    let shorter = wanted.len().min(known.len());
    let start = (0..shorter)
        .take_while(|i| same(known[*i], &wanted[*i]))
        .count();
    let end = (1..=shorter - start)
        .take_while(|i| same(known[known.len() - i], &wanted[wanted.len() - i]))
        .count();
    for (at, found) in found.iter_mut().enumerate() {
        if at < start {
            *found = Some(at);
        } else if at >= wanted.len() - end {
            *found = Some(at + known.len() - wanted.len());
        }
    }

    let rows = start..wanted.len() - end;
    let columns = start..known.len() - end;
    if rows.is_empty() || columns.is_empty() || rows.len() * columns.len() > MOST_COMPARISONS {
        return found;
    }
    let width = columns.len() + 1;
    // lengths[r][c]: how much the rest of the sections and the rest of the records have in common.
    let mut lengths = vec![0_usize; (rows.len() + 1) * width];
    for r in (0..rows.len()).rev() {
        for c in (0..columns.len()).rev() {
            lengths[r * width + c] = if same(known[start + c], &wanted[start + r]) {
                lengths[(r + 1) * width + c + 1] + 1
            } else {
                lengths[(r + 1) * width + c].max(lengths[r * width + c + 1])
            };
        }
    }
    let (mut r, mut c) = (0, 0);
    while r < rows.len() && c < columns.len() {
        if same(known[start + c], &wanted[start + r]) {
            found[start + r] = Some(start + c);
            (r, c) = (r + 1, c + 1);
        } else if lengths[(r + 1) * width + c] >= lengths[r * width + c + 1] {
            r += 1;
        } else {
            c += 1;
        }
    }
    found
}
