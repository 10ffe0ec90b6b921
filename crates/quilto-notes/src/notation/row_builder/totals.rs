//! What is made out of what was said before rows are made: which numbers of rows are totals, what a sum is shared
//! among, and what only prepared.

use super::super::doubt_reason::DoubtReason;
use super::super::groups::{Doubt, Group, Item, Level, LevelChange, Position};
use super::MOST_ROWS;

/// A preparing row without an amount is a remark where complete rows follow; on a ladder of single
/// rows it is the first rung.
pub(super) fn leave_out_preparation(item: &mut Item) {
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

/// Levels told in a list are those of all rows, unless rows with a level of their own follow: then
/// the list makes rows where it stands.
pub(super) fn spread_levels(item: &mut Item) {
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
pub(super) fn share_sums(item: &mut Item) {
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
        group
            .doubts
            .push(Doubt::of_rows(DoubtReason::SharedOut { sum }));
    }
}

/// A number of rows belongs to the whole item where it is said first and details follow, where it
/// ends a climb or fall, and where it finishes the telling.
pub(super) fn find_total(item: &mut Item) {
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
            .any(|earlier| earlier.moved == LevelChange::Start || earlier.moved == LevelChange::To)
            || group.moved == LevelChange::To;
        let climbs = climbs
            || item.groups.get(at + 1).is_some_and(|next| {
                next.moved == LevelChange::To
                    && next.sentence == group.sentence
                    && group.amounts.is_empty()
            });
        let last = group.moved == LevelChange::To
            || item.groups[at + 1..].iter().all(|later| {
                !later.says_rows()
                    || later.only
                    || later.moved == LevelChange::To
                    || later.position != Position::Next
            });
        let settled = group.moved == LevelChange::Settled;
        let whole = group.count.is_some_and(|count| count > before)
            && group.position == Position::Next
            && !group.more
            && !group.count_is_total
            && item.total.is_none()
            && last
            && before > 0
            && (climbs || (group.amounts.is_empty() && (group.finish || settled)))
            && (group.amounts.len() != 1
                || !group.level.is_said()
                || group.moved == LevelChange::To);
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
