//! From what was said of an item to its rows.
//!
//! People tell a series by its ends, its turning points and its exceptions. The rules, in order:
//! rows follow the groups as told; a total fills up what is missing; what lies between two told
//! levels of a climb or fall is unknown and stays so, unless the last row alone is named, or the
//! level was said to stay; a list gives the rows their amounts or levels in order; a named row
//! (first, last, third, from the third on) overrides what it was given.

mod base_rows;
mod missing_rows;
mod overrides;
mod totals;

use super::groups::{Item, LevelChange, Row};
use base_rows::base_rows;
use missing_rows::{climb, fill_up};
use overrides::{give_lists, override_rows, restate, restates};
use totals::{find_total, leave_out_preparation, share_sums, spread_levels};

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
pub(super) fn build_rows(item: &mut Item) -> Vec<Row> {
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
    let climbed = item.total.is_some() && groups.iter().any(|group| group.moved == LevelChange::To);
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
