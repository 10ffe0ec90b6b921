//! What is said again of rows that are there: lists of their amounts or levels, a level named once more, and rows
//! named by their place.

use super::super::doubt_reason::DoubtReason;
use super::super::groups::{Doubt, Group, Item, Level, LevelChange, Position, Row};
use super::Draft;

/// Gives the rows the levels and amounts that were told in a list.
pub(super) fn give_lists(item: &Item, drafts: &mut Vec<Draft>) {
    give_levels(item, drafts);
    give_amounts(item, drafts);
}

fn give_levels(item: &Item, drafts: &mut Vec<Draft>) {
    let Some((levels, unit, arrow)) = &item.all_levels else {
        return;
    };
    let (first, last) = (levels.first().copied(), levels.last().copied());
    if levels.len() == drafts.len() {
        for (draft, level) in drafts.iter_mut().zip(levels) {
            draft.row.level = Level::Of(*level, unit.clone());
        }
    } else if drafts.len() < levels.len() {
        let mut grown = Vec::new();
        for (at, level) in levels.iter().enumerate() {
            let mut draft = drafts.get(at).or(drafts.last()).cloned().unwrap_or(Draft {
                row: Row::default(),
                group: 0,
                counted: true,
            });
            draft.row.level = Level::Of(*level, unit.clone());
            grown.push(draft);
        }
        *drafts = grown;
    } else if *arrow && levels.len() > 1 {
        for draft in drafts.iter_mut() {
            draft.row.level = Level::Unknown;
            draft
                .row
                .doubts
                .push(Doubt::of_rows(DoubtReason::RowBetween));
        }
        let end = drafts.len() - 1;
        for (at, level) in [(0, first), (end, last)] {
            if let Some(level) = level {
                drafts[at].row.level = Level::Of(level, unit.clone());
                drafts[at].row.doubts.clear();
            }
        }
    } else {
        for (at, draft) in drafts.iter_mut().enumerate() {
            let level = levels.get(at).or(levels.last());
            if let Some(level) = level {
                draft.row.level = Level::Of(*level, unit.clone());
            }
        }
    }
}

fn give_amounts(item: &Item, drafts: &mut Vec<Draft>) {
    let Some(amounts) = &item.all_amounts else {
        return;
    };
    if drafts.len() < amounts.len() {
        let last = drafts.last().cloned().unwrap_or(Draft {
            row: Row::default(),
            group: 0,
            counted: true,
        });
        drafts.resize(amounts.len(), last);
    }
    for (draft, amount) in drafts.iter_mut().zip(amounts) {
        draft.row.amount = Some(*amount);
    }
}

/// Whether a group only says more of rows that an earlier group told: it names the same level
/// again, with an amount and no number of rows.
pub(super) fn restates(groups: &[Group], at: usize) -> bool {
    let group = &groups[at];
    if group.count.is_some() || group.amounts.len() > 1 || !matches!(group.level, Level::Of(..)) {
        return false;
    }
    let nth = matches!(group.position, Position::Nth(_));
    if group.position != Position::Next && !nth {
        return false;
    }
    if group.amounts.is_empty() {
        // "the 90 was hard", "failed at 152": the level alone, once more.
        return group.moved == LevelChange::None
            && !group.prepares
            && group.single.is_none()
            && group.alternatives.is_empty()
            && groups[..at].iter().any(|earlier| {
                earlier.level == group.level
                    && (earlier.sentence < group.sentence || group.failed)
                    && (earlier.amounts.is_empty() || !group.failed)
            });
    }
    groups[..at].iter().any(|earlier| {
        earlier.level == group.level
            && earlier.position == Position::Next
            && (group.only
                || nth
                || (earlier.amounts.is_empty() && earlier.sentence < group.sentence))
            && (earlier.amounts.is_empty() || nth || group.only)
    })
}

/// Gives what a group says more of to the row with its level: the place named, else the last that is open.
pub(super) fn restate(group: &Group, drafts: &mut [Draft], listed: bool) {
    let same: Vec<usize> = (0..drafts.len())
        .filter(|at| drafts[*at].row.level == group.level)
        .collect();
    let Some(amount) = group.amounts.first().copied() else {
        let open = same
            .iter()
            .rev()
            .find(|at| drafts[**at].row.amount.is_none());
        if let (true, Some(at)) = (group.failed, open) {
            drafts[*at].row.amount = Some(0.0);
            drafts[*at].row.extras.extend(group.extras.iter().cloned());
        }
        return;
    };
    if listed && same.iter().any(|at| drafts[*at].row.amount == Some(amount)) {
        return;
    }
    let nth = match group.position {
        Position::Nth(nth) => same.get(nth.saturating_sub(1)).copied(),
        _ => None,
    };
    let open = same
        .iter()
        .rev()
        .copied()
        .find(|at| drafts[*at].row.amount.is_none());
    if let Some(at) = nth.or(open).or(same.last().copied()) {
        let row = &mut drafts[at].row;
        row.amount = Some(amount);
        row.amount_slot = group.amount_slot;
        row.extras.extend(group.extras.iter().cloned());
    }
}

/// Gives rows named by their place (first, last, third, the rest) what was said of them.
pub(super) fn override_rows(groups: &[Group], drafts: &mut [Draft]) {
    let len = drafts.len();
    let mut has_rows = vec![false; groups.len()];
    for draft in drafts.iter() {
        if let Some(has_rows) = has_rows.get_mut(draft.group) {
            *has_rows = true;
        }
    }
    for (at, group) in groups.iter().enumerate() {
        if has_rows[at] && group.position != Position::Others {
            continue;
        }
        let rows = match group.position {
            Position::First(count) => 0..group.count.unwrap_or(count).min(len),
            Position::Last(count) => len.saturating_sub(group.count.unwrap_or(count))..len,
            Position::Finally => len.saturating_sub(group.count.unwrap_or(1))..len,
            Position::Nth(nth)
                if !matches!(group.level, Level::Of(..)) || group.amounts.is_empty() =>
            {
                nth.saturating_sub(1).min(len)..nth.min(len)
            }
            Position::From(nth) => nth.saturating_sub(1).min(len)..len,
            Position::LaterHalf => len / 2..len,
            _ => continue,
        };
        for draft in &mut drafts[rows] {
            let row = &mut draft.row;
            if group.level.is_said() {
                row.level = group.level.clone();
            }
            if let Some(amount) = group.amounts.first() {
                row.amount = Some(*amount);
                row.amount_slot = group.amount_slot;
            } else if group.failed {
                row.amount = Some(0.0);
            }
            row.extras.extend(group.extras.iter().cloned());
            row.doubts.extend(group.doubts.iter().cloned());
        }
    }
    // "the rest 10": rows that nothing else told of.
    for (at, group) in groups.iter().enumerate() {
        let apart = group.position == Position::Others && !has_rows[at];
        for draft in drafts.iter_mut().filter(|_| apart) {
            if draft.row.amount.is_none() {
                draft.row.amount = group.amounts.first().copied();
                draft.row.amount_slot = group.amount_slot;
            }
        }
    }
    hold_between(groups, drafts);
}

/// Rows between a told beginning and the row at which something changed keep the beginning's
/// level.
fn hold_between(groups: &[Group], drafts: &mut [Draft]) {
    let first = groups.iter().find_map(|group| match group.position {
        Position::First(count) => Some((group.count.unwrap_or(count), group.level.clone())),
        _ => None,
    });
    let change = groups.iter().find_map(|group| match group.position {
        Position::From(nth) if group.level.is_said() => Some(nth),
        _ => None,
    });
    if let (Some((count, level)), Some(nth)) = (first, change) {
        let end = nth.saturating_sub(1).min(drafts.len());
        for draft in drafts.get_mut(count..end).unwrap_or(&mut []) {
            if draft.row.level == Level::Unsaid {
                draft.row.level = level.clone();
            }
        }
    }
}
