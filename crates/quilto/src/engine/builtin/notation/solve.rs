//! From what was said of an item to its rows.
//!
//! People tell a series by its ends, its turning points and its exceptions. The rules, in order:
//! rows follow the groups as told; a total fills up what is missing; what lies between two told
//! levels of a climb or fall is unknown and stays so, unless the last row alone is named, or the
//! level was said to stay; a list gives the rows their amounts or levels in order; a named row
//! (first, last, third, from the third on) overrides what it was given.

use serde_json::Value;

use super::doubt_reason::DoubtReason;
use super::groups::{Doubt, ExtraValue, Group, Item, Level, Move, Position, Row};

/// A series is never taken to be longer than this; a larger number is kept as a doubt.
const MOST_ROWS: usize = 200;

/// Rows in the making: each knows the group it came from and whether its group fixed it.
#[derive(Clone, Debug)]
struct Draft {
    row: Row,
    group: usize,
    /// The number of its group's rows was said.
    counted: bool,
}

/// Works out the rows of an item.
pub(super) fn solve(item: &mut Item) -> Vec<Row> {
    leave_out_preparation(item);
    if let (Some(rounds), [only]) = (item.rounds, item.groups.as_mut_slice())
        && only.count.is_none()
        && only.amounts.len() <= 1
    {
        only.count = Some(rounds);
    }
    spread_levels(item);
    share_sums(item);
    find_total(item);
    let groups = std::mem::take(&mut item.groups);
    let restated: Vec<bool> = (0..groups.len()).map(|at| restates(&groups, at)).collect();
    let mut drafts = base_rows(item, &groups, &restated);
    fill_up(item, &groups, &mut drafts);
    climb(item, &mut drafts);
    give_lists(item, &mut drafts);
    for (at, group) in groups.iter().enumerate() {
        if restated[at] {
            restate(group, &mut drafts, item.all_amounts.is_some());
        }
    }
    override_rows(&groups, &mut drafts);
    let climbed = item.total.is_some() && groups.iter().any(|group| group.moved == Move::To);
    let each = groups.iter().rev().find(|group| {
        group.each
            && !group.amounts.is_empty()
            && (climbed || group.for_all || !group.level.is_said())
    });
    for draft in &mut drafts {
        let row = &mut draft.row;
        if let (None, Some(group)) = (row.amount, each) {
            row.amount = group.amounts.first().copied();
            row.amount_slot = group.amount_slot;
            row.amount_unit.clone_from(&group.amount_unit);
        }
        row.extras.extend(item.extras.iter().cloned());
    }
    if let (Some((first, last)), false) = (item.amount_ends, drafts.is_empty()) {
        let end = drafts.len() - 1;
        drafts[0].row.amount.get_or_insert(first);
        drafts[end].row.amount.get_or_insert(last);
    }
    item.groups = groups;
    drafts.into_iter().map(|draft| draft.row).collect()
}

/// Levels told in a list are those of all rows, unless rows with a level of their own follow: then
/// the list makes rows where it stands.
fn spread_levels(item: &mut Item) {
    let at = item.levels_at;
    let Some((levels, unit, false)) = &item.all_levels else {
        return;
    };
    let followed = item.groups.iter().skip(at + 1).any(|group| {
        matches!(group.level, Level::Of(..))
            && group.position == Position::Next
            && !group.amounts.is_empty()
    });
    let Some(told) = item
        .groups
        .get(at)
        .filter(|told| followed && !told.level.is_said())
        .cloned()
    else {
        return;
    };
    let each = item
        .all_amounts
        .take_if(|amounts| amounts.len() == levels.len());
    let rows = levels.iter().enumerate().map(|(nth, level)| {
        let own = each.as_ref().and_then(|amounts| amounts.get(nth));
        let told_own = told.amounts.get(nth).or(told.amounts.first());
        Group {
            level: Level::Of(*level, unit.clone()),
            amounts: own.or(told_own).copied().into_iter().collect(),
            count: Some(1),
            each: false,
            for_all: false,
            ..told.clone()
        }
    });
    let rows: Vec<Group> = rows.collect();
    item.groups.splice(at..=at, rows);
    item.all_levels = None;
}

/// A sum of several rows ("100 in 5 rounds") is shared out evenly, and says so: how it really went is
/// not told.
fn share_sums(item: &mut Item) {
    let only = item.groups.iter().filter(|group| group.says_rows()).count() == 1;
    let total = item.total.filter(|_| only);
    for group in &mut item.groups {
        let (Some(rows), [sum]) = (group.count.or(total), group.amounts.as_slice()) else {
            continue;
        };
        let sum = *sum;
        if !group.sum || !(2..=MOST_ROWS).contains(&rows) || sum.fract() != 0.0 {
            continue;
        }
        let each = (sum / rows as f64).floor();
        let more = (sum - each * rows as f64) as usize;
        group.count = Some(rows);
        group.amounts = (0..rows)
            .map(|row| each + f64::from(u8::from(row < more)))
            .collect();
        group.doubts.push(Doubt {
            field: String::new(),
            why: DoubtReason::SharedOut { sum },
        });
    }
}

/// A preparing row without an amount is a remark where complete rows follow; on a ladder of single
/// rows it is the first rung.
fn leave_out_preparation(item: &mut Item) {
    let mut kept = Vec::with_capacity(item.groups.len());
    let groups = std::mem::take(&mut item.groups);
    for (at, group) in groups.iter().enumerate() {
        let bare = group.prepares && group.amounts.is_empty() && group.count.is_none();
        let next = groups[at + 1..].iter().find(|next| next.says_rows());
        let complete = next.is_none_or(|next| {
            next.count.is_some_and(|count| count > 1) && !next.amounts.is_empty()
        });
        if bare && complete {
            if let Level::Of(value, unit) = &group.level {
                item.remarks.push(format!("{value} {unit}"));
            }
        } else {
            kept.push(group.clone());
        }
    }
    item.groups = kept;
}

/// A number of rows belongs to the whole item where it is said first and details follow, where it
/// ends a climb or fall, and where it finishes the telling.
fn find_total(item: &mut Item) {
    if item.total.is_none() {
        let header = item.groups.first().is_some_and(|first| {
            first.count.is_some()
                && !first.level.is_said()
                && first.position == Position::Next
                && item.groups[1..].iter().any(|group| {
                    group.level.is_said()
                        && (first.amounts.is_empty()
                            || group.position == Position::Next
                                && group.sentence > first.sentence
                                && group.amounts.is_empty())
                })
        });
        if header {
            item.total = item.groups[0].count;
            item.groups[0].count_is_total = true;
        }
    }
    // "three rounds: 60 x 10, 65 x 9, 70 x 7": the count said first is that of what follows.
    let told_singly = item.groups.len() > 1
        && item.total.is_none()
        && item.groups[0].count == Some(item.groups.len())
        && item.groups[0].count_first
        && item.groups.iter().enumerate().all(|(at, group)| {
            group.level.is_said()
                && group.amounts.len() == 1
                && group.position == Position::Next
                && (at == 0 || group.count.is_none())
        });
    if told_singly {
        item.total = item.groups[0].count.take();
    }
    let mut before = 0;
    for at in 0..item.groups.len() {
        let group = &item.groups[at];
        let own = group.count.unwrap_or(1).max(group.amounts.len());
        let climbs = item.groups[..at]
            .iter()
            .any(|earlier| earlier.moved == Move::Start || earlier.moved == Move::To)
            || group.moved == Move::To;
        let climbs = climbs
            || item.groups.get(at + 1).is_some_and(|next| {
                next.moved == Move::To
                    && next.sentence == group.sentence
                    && group.amounts.is_empty()
            });
        let last = group.moved == Move::To
            || item.groups[at + 1..].iter().all(|later| {
                !later.says_rows()
                    || later.only
                    || later.moved == Move::To
                    || later.position != Position::Next
            });
        let settled = group.moved == Move::Settled;
        let whole = group.count.is_some_and(|count| count > before)
            && group.position == Position::Next
            && !group.more
            && !group.count_is_total
            && item.total.is_none()
            && last
            && before > 0
            && (climbs || (group.amounts.is_empty() && (group.finish || settled)))
            && (group.amounts.len() != 1 || !group.level.is_said() || group.moved == Move::To);
        // "… like this, 5 rounds": as many as were told one by one.
        let listed = before >= 3
            && group.count == Some(before + 1)
            && item.total.is_none()
            && item.groups[..at]
                .iter()
                .all(|earlier| earlier.count.is_none());
        if whole || listed {
            item.total = group.count;
            item.groups[at].count_is_total = true;
        }
        before += own;
    }
}

/// Whether a group only says more of rows that an earlier group told: it names the same level
/// again, with an amount and no number of rows.
fn restates(groups: &[Group], at: usize) -> bool {
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
        return group.moved == Move::None
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

fn base_rows(item: &Item, groups: &[Group], restated: &[bool]) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut level = Level::Unsaid;
    for (at, group) in groups.iter().enumerate() {
        if restated[at] || !group.says_rows() {
            continue;
        }
        // "100 for 5, then a second one for 4": the row after those told.
        let next = matches!(group.position, Position::Nth(nth) if nth == drafts.len() + 1)
            && !group.amounts.is_empty()
            && item.total.is_none();
        if !next && !sequential(group, groups, at, item) {
            continue;
        }
        if group.count_is_total && !group.level.is_said() && group.amounts.is_empty() {
            continue;
        }
        if group.each && !group.level.is_said() && group.count.is_none() && !drafts.is_empty() {
            continue;
        }
        if group.count_is_total && !group.level.is_said() && groups.len() > 1 {
            // A header with the amount of each row: the details bring the rows.
            let details = groups
                .iter()
                .any(|other| other.level.is_said() && other.position == Position::Next);
            if details {
                continue;
            }
        }
        if group.level.is_said() {
            level = group.level.clone();
        }
        let own = if group.count_is_total {
            1
        } else {
            group.count.unwrap_or(match group.position {
                Position::First(count) => count,
                _ => 1,
            })
        };
        let count = own.max(group.amounts.len()).min(MOST_ROWS);
        for row in 0..count {
            drafts.push(Draft {
                row: row_of(group, row, level.clone()),
                group: at,
                counted: (group.count.is_some() && !group.count_is_total)
                    || group.amounts.len() > 1,
            });
        }
    }
    drafts
}

/// Whether the group adds rows in the order told, rather than changing rows told elsewhere.
fn sequential(group: &Group, groups: &[Group], at: usize, item: &Item) -> bool {
    let others = |group: &Group| {
        group.position == Position::Next && group.says_rows() && !group.count_is_total
    };
    // Rows whose number is known can be overridden; a climb told by its ends only goes on.
    let known = groups[..at].iter().any(|earlier| {
        earlier.position == Position::Next
            && !earlier.count_is_total
            && (earlier.count.is_some_and(|count| count > 1) || earlier.amounts.len() > 1)
    });
    let any_base = groups.iter().any(others);
    match group.position {
        Position::Next => true,
        Position::Others => false,
        Position::First(_) => !known && (!any_base || at == 0 || !groups[..at].iter().any(others)),
        Position::Last(_) | Position::Finally => {
            let complete = group.count.is_some() && !group.amounts.is_empty();
            if group.position == Position::Finally && complete {
                return true;
            }
            if let (Position::Last(count), Some(_)) = (group.position, item.total)
                && count > 1
            {
                return false;
            }
            let header_rows =
                item.total.is_some() && !groups[..at].iter().any(|earlier| earlier.level.is_said());
            !known && !header_rows
        }
        Position::Nth(_) | Position::From(_) | Position::LaterHalf => false,
    }
}

fn row_of(group: &Group, index: usize, level: Level) -> Row {
    let amount = if group.amounts.len() == 1 {
        group.amounts.first()
    } else {
        group.amounts.get(index)
    };
    let mut amount = amount.copied();
    if group.failed && amount.is_none() {
        amount = Some(0.0);
    }
    amount = amount.or(group.single);
    Row {
        level,
        amount,
        amount_slot: group.amount_slot,
        amount_unit: group.amount_unit.clone(),
        extras: group.extras.clone(),
        doubts: group.doubts.clone(),
    }
}

/// Rows between two told levels, where the step from row to row is told as well and leads from one
/// to the other.
fn climb(item: &Item, drafts: &mut Vec<Draft>) {
    let Some(step) = item.step.filter(|step| *step > 0.0) else {
        return;
    };
    let [first, .., last] = drafts.as_slice() else {
        return;
    };
    let (Level::Of(from, unit), Level::Of(to, _)) = (&first.row.level, &last.row.level) else {
        return;
    };
    let (from, to, unit) = (*from, *to, unit.clone());
    let steps = ((to - from).abs() / step).round();
    let exact = (steps * step - (to - from).abs()).abs() < 0.01;
    let rows = steps as usize + 1;
    let told = item
        .total
        .or(item.all_amounts.as_ref().map(Vec::len))
        .is_none_or(|total| total == rows);
    let between = drafts[1..drafts.len() - 1]
        .iter()
        .all(|draft| draft.row.level == Level::Unknown);
    if !exact || !told || !between || !(2..=MOST_ROWS).contains(&rows) {
        return;
    }
    if drafts.len() < rows {
        let mut draft = drafts[drafts.len() - 1].clone();
        draft.row.amount = draft.row.amount.or(drafts[0].row.amount);
        for _ in drafts.len()..rows {
            drafts.insert(1, draft.clone());
        }
    }
    for (at, draft) in drafts.iter_mut().enumerate().take(rows) {
        let level = from + (to - from).signum() * step * at as f64;
        draft.row.level = Level::Of(level, unit.clone());
        draft
            .row
            .doubts
            .retain(|doubt| doubt.why != DoubtReason::RowBetween);
    }
}

/// Adds the rows that the total says there were.
fn fill_up(item: &mut Item, groups: &[Group], drafts: &mut Vec<Draft>) {
    let listed = item
        .all_amounts
        .as_ref()
        .map(Vec::len)
        .or(item.all_levels.as_ref().map(|(levels, _, _)| levels.len()));
    let Some(total) = item.total.or(listed.filter(|len| *len > drafts.len())) else {
        return;
    };
    let total = total.min(MOST_ROWS);
    let others = groups
        .iter()
        .position(|group| group.position == Position::Others);
    if let Some(at) = others {
        let group = &groups[at];
        while drafts.len() < total {
            drafts.push(Draft {
                row: row_of(group, 0, group.level.clone()),
                group: at,
                counted: true,
            });
        }
        return;
    }
    if drafts.is_empty() {
        let header = groups.iter().position(|group| group.says_rows());
        let group = header.map(|at| groups[at].clone()).unwrap_or_default();
        for _ in 0..total {
            drafts.push(Draft {
                row: row_of(&group, 0, group.level.clone()),
                group: header.unwrap_or(0),
                counted: true,
            });
        }
        return;
    }
    if drafts.len() >= total {
        return;
    }
    let missing = total - drafts.len();
    let at = gap(groups, drafts);
    let (filler, place) = match at {
        Gap::Repeat(at) => (drafts[at].clone(), at + 1),
        Gap::Unknown(at) => {
            let mut draft = drafts[at - 1].clone();
            draft.row.level = Level::Unknown;
            draft.row.amount = None;
            draft.row.extras.retain(|extra| extra.field != "kind");
            draft.row.doubts.push(Doubt {
                field: String::new(),
                why: DoubtReason::RowBetween,
            });
            (draft, at)
        }
    };
    for _ in 0..missing {
        drafts.insert(place, filler.clone());
    }
}

enum Gap {
    /// More rows like this one.
    Repeat(usize),
    /// Rows of unknown level before this place.
    Unknown(usize),
}

/// Where the rows belong that only the total tells of.
fn gap(groups: &[Group], drafts: &[Draft]) -> Gap {
    let last = drafts.len() - 1;
    let of = |at: usize| &groups[drafts[at].group];
    let uncounted: Vec<usize> = (0..drafts.len())
        .filter(|at| !drafts[*at].counted)
        .collect();
    let moves = groups
        .iter()
        .any(|group| matches!(group.moved, Move::Start | Move::To));
    // "last round at 85": all before it stayed where the climb had come to.
    if matches!(of(last).position, Position::Last(_)) && last > 0 {
        return Gap::Repeat(last - 1);
    }
    if of(last).position == Position::Finally && last > 0 {
        let climb = (1..last).find(|at| of(*at).moved == Move::To);
        return if uncounted.len() <= 2 && !moves {
            Gap::Repeat(last - 1)
        } else {
            Gap::Unknown(climb.unwrap_or(last))
        };
    }
    if of(last).moved == Move::Settled {
        return Gap::Repeat(last);
    }
    if moves && last > 0 {
        return Gap::Unknown(last);
    }
    match uncounted.last() {
        Some(at) => Gap::Repeat(*at),
        None => Gap::Repeat(last),
    }
}

fn give_lists(item: &mut Item, drafts: &mut Vec<Draft>) {
    if let Some((levels, unit, arrow)) = &item.all_levels {
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
                draft.row.doubts.push(Doubt {
                    field: String::new(),
                    why: DoubtReason::RowBetween,
                });
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
    if let Some(amounts) = &item.all_amounts {
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
}

fn restate(group: &Group, drafts: &mut [Draft], listed: bool) {
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

fn override_rows(groups: &[Group], drafts: &mut [Draft]) {
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

/// An extra with a field and value.
pub(super) fn extra(field: &str, value: Value) -> ExtraValue {
    ExtraValue {
        field: field.to_owned(),
        value,
    }
}
