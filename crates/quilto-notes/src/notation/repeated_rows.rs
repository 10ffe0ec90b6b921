//! Rows done once more without being told again: "one more set", "한 세트 더".

use std::ops::Range;

use super::compiled_notation::CompiledNotation;
use super::cues::Cue;
use super::groups::{Group, Item};
use super::history::{self, PreviousItem};
use super::note::Note;
use super::remarks::Remark;
use quilto_domain::SlotRole;
use quilto_text::{Script, TokenKind};

/// Words that say so many rows came on top of those before.
#[derive(Debug)]
pub(super) struct RepeatedRows {
    pub tokens: Range<usize>,
    pub count: usize,
    /// The number stands before the word for "more" and has no unit ("one more").
    pub bare: Option<Range<usize>>,
}

/// The places of a note that tell of rows done once more.
pub(super) fn places(note: &Note, domain: &CompiledNotation) -> Vec<RepeatedRows> {
    if domain.notation.item.rows.is_none() {
        return Vec::new();
    }
    let hits = note.cues.iter().filter(|hit| {
        hit.meaning == Cue::More && !note.dead[hit.tokens.start] && !denied(note, hit.tokens.start)
    });
    hits.filter_map(|hit| place(note, domain, &hit.tokens))
        .collect()
}

fn denied(note: &Note, at: usize) -> bool {
    let clause = note.clause_of(at);
    [Cue::Not, Cue::Fail, Cue::Skip, Cue::Plan, Cue::Meant]
        .iter()
        .any(|cue| note.cue_in(clause.clone(), *cue))
}

fn place(note: &Note, domain: &CompiledNotation, cue: &Range<usize>) -> Option<RepeatedRows> {
    let before = note
        .pieces_in(note.before(cue.start, 3))
        .last()
        .filter(|piece| {
            let end = piece.tokens.end;
            end == cue.start || (end + 1 == cue.start && !note.tail(end).is_empty())
        })
        .and_then(|piece| piece.plain());
    let whole = |value: f64| (value >= 1.0 && value.fract() == 0.0).then_some(value as usize);
    // "한 세트 더", "2 sets more"
    if let Some(value) = before
        && let Some(unit) = value.unit
    {
        let unit = note.tokens.unit(unit);
        return Some(RepeatedRows {
            count: (role_of(domain, unit) == Some(SlotRole::Repeat))
                .then(|| whole(value.one()?))??,
            tokens: value.tokens.start..cue.end,
            bare: None,
        });
    }
    // "one more set", "another set"
    let word = note.tokens.norm(cue.end);
    let token = note.tokens.get(cue.end)?;
    let unit = note.tokens.units().word(word)?;
    let single = token.kind == TokenKind::Word(Script::Latin)
        && role_of(domain, note.tokens.unit(unit)) == Some(SlotRole::Repeat);
    let count = match before {
        Some(value) => whole(value.one()?)?,
        None => 1,
    };
    let start = before.map_or(cue.start, |value| value.tokens.start);
    // A plural is a number of rows by itself, which the collector reads.
    let bare = before.filter(|_| count == 1);
    (single && (before.is_some() || !word.ends_with('s'))).then(|| RepeatedRows {
        tokens: start..cue.end + 1,
        count,
        bare: bare.map(|value| value.tokens.clone()),
    })
}

fn role_of(domain: &CompiledNotation, unit: &quilto_text::Unit) -> Option<SlotRole> {
    let slots = domain.slots_of_unit(unit);
    slots.first().map(|slot| domain.slot(*slot).role)
}

/// Adds the rows to the item they are of: as the row told before them in the note, or else as the
/// last one of `past`, the item's earlier rows of the day. Gives what to tell the writer.
pub(super) fn add<'i>(
    item: &'i mut Item,
    more: &RepeatedRows,
    note: &Note,
    past: &[&PreviousItem<'i>],
    domain: &CompiledNotation,
) -> Option<Remark<'i>> {
    let clause = note.clause[more.tokens.start];
    // "55로 올려서 8개 한 세트 더": told with what the row was.
    let whole = item.groups.iter().any(|group| {
        group.clause == clause
            && group.more
            && group.count == Some(more.count)
            && group.tokens.end <= more.tokens.start
            && group.is_complete()
    });
    if whole {
        return None;
    }
    let here = |group: &Group| group.clause == clause && group.tokens.end > more.tokens.start;
    let told_here = |group: &Group| here(group) && is_told(group);
    if let Some(own) = item.groups.iter().position(told_here) {
        return fill_up(item, own, more, past, domain);
    }
    let at = item
        .groups
        .partition_point(|group| group.tokens.start < more.tokens.start);
    let before = item.groups[..at].iter().rev();
    let (like, remark) = match before.into_iter().find(|group| is_told(group)) {
        Some(before) => (like_row(before)?, None),
        None => match history::last_row(past, domain) {
            Some((name, date, group)) => (group, Some(Remark::LikeLast(name, date))),
            None => return Some(Remark::NothingEarlier(&item.name)),
        },
    };
    item.groups.retain(|group| !here(group) || is_told(group));
    let added = Group {
        tokens: more.tokens.clone(),
        sentence: note.sentence[more.tokens.start],
        clause,
        count: Some(more.count),
        more: true,
        ..like
    };
    item.groups.insert(at.min(item.groups.len()), added);
    remark
}

fn is_told(group: &Group) -> bool {
    group.level.is_said() || !group.amounts.is_empty()
}

/// The last row of a group.
fn like_row(group: &Group) -> Option<Group> {
    let amount = group.amounts.last().copied()?;
    Some(Group {
        amounts: vec![amount],
        amount_slot: group.amount_slot,
        amount_unit: group.amount_unit.clone(),
        ..Group::default()
    })
}

/// Fills up rows that are told themselves, though not whole: "another set at 85" has as many as before,
/// "one more set of 4" the level before it, also across notes.
fn fill_up<'e>(
    item: &mut Item,
    own: usize,
    more: &RepeatedRows,
    past: &[&PreviousItem<'e>],
    domain: &CompiledNotation,
) -> Option<Remark<'e>> {
    let (before, rest) = item.groups.split_at_mut(own);
    let told = before.iter().rev().find(|group| !group.amounts.is_empty());
    if let (Some(told), [own, ..]) = (told, rest)
        && own.amounts.is_empty()
    {
        own.amounts.extend(told.amounts.last());
        own.amount_slot = told.amount_slot;
        own.amount_unit.clone_from(&told.amount_unit);
        own.count.get_or_insert(more.count);
    }
    if item.groups.iter().any(|group| group.level.is_said()) {
        return None;
    }
    let (name, date, last) = history::last_row(past, domain)?;
    item.groups[own].level = last.level;
    let said = item.groups[own].level.is_said();
    said.then_some(Remark::LikeLast(name, date))
}
