//! Rows that nothing tells one by one: those that only the total tells of, and those of a climb of which the step is
//! told.

use super::super::doubt_reason::DoubtReason;
use super::super::groups::{Doubt, Group, Item, Level, LevelChange, Position};
use super::base_rows::row_of;
use super::{Draft, MOST_ROWS};

/// Adds the rows that the total says there were.
pub(super) fn fill_up(item: &mut Item, groups: &[Group], drafts: &mut Vec<Draft>) {
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
            draft
                .row
                .doubts
                .push(Doubt::of_rows(DoubtReason::RowBetween));
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
        .any(|group| matches!(group.moved, LevelChange::Start | LevelChange::To));
    // "last round at 85": all before it stayed where the climb had come to.
    if matches!(of(last).position, Position::Last(_)) && last > 0 {
        return Gap::Repeat(last - 1);
    }
    if of(last).position == Position::Finally && last > 0 {
        let climb = (1..last).find(|at| of(*at).moved == LevelChange::To);
        return if uncounted.len() <= 2 && !moves {
            Gap::Repeat(last - 1)
        } else {
            Gap::Unknown(climb.unwrap_or(last))
        };
    }
    if of(last).moved == LevelChange::Settled {
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

/// Rows between two told levels, where the step from row to row is told as well and leads from one
/// to the other.
pub(super) fn climb(item: &Item, drafts: &mut Vec<Draft>) {
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
