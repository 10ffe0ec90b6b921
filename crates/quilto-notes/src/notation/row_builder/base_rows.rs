//! The rows that follow the groups as told.

use super::super::groups::{Group, Item, Level, Position, Row};
use super::{Draft, MOST_ROWS};

/// The rows of the groups, in the order told; those that only say more of others bring none.
pub(super) fn base_rows(item: &Item, groups: &[Group], restated: &[bool]) -> Vec<Draft> {
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

/// A row of a group, by its place among the rows of that.
pub(super) fn row_of(group: &Group, index: usize, level: Level) -> Row {
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
