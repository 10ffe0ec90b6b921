//! A note written plainly: a line for each item.

use std::ops::Range;

use super::items::{Item, Stretch, items, words};
use super::plain;
use crate::domain::Plain;
use crate::text::Tokens;

/// What says more of what stands beside it.
const BESIDE: [&str; 6] = ["says", "approx", "kind", "place", "gear", "remark"];

/// What a note tells of, item by item in its order.
pub(super) fn items_of(forms: &[&Plain], tokens: &Tokens, stretches: &[Stretch]) -> Vec<Item> {
    let is_head = |role: &str| of_head(forms, role).is_some();
    let holds = |plain: &Plain, role: &str| {
        plain.values.contains_key(role) || plain.beyond.iter().any(|of| of == role)
    };
    let fits =
        |head: &str, role: &str| of_head(forms, head).is_some_and(|plain| holds(plain, role));
    let told = stretches.iter().filter(|stretch| {
        is_head(&stretch.role) || forms.iter().any(|plain| holds(plain, &stretch.role))
    });
    let told: Vec<Stretch> = told.cloned().collect();
    let mut items = items(tokens, &told, &fits, &is_head);
    items.retain(|item| !item.stretches.is_empty());
    items.sort_by_key(|item| item.stretches[0].tokens.start);
    items
}

/// The form that tells of what words of a role name.
fn of_head<'f>(forms: &[&'f Plain], role: &str) -> Option<&'f Plain> {
    let mut forms = forms.iter().copied();
    forms.find(|plain| plain.heads.iter().any(|head| head == role))
}

/// Items written plainly, each a line. What the plain forms have no place for stands as it was typed; what was not
/// done, and words that say nothing of an item, are left out.
pub(super) fn in_plain(
    forms: &[&Plain],
    tokens: &Tokens,
    stretches: &[Stretch],
    items: &[&Item],
) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut group: Option<&str> = None;
    for item in items {
        let (Some(first), Some(last)) = (item.stretches.first(), item.stretches.last()) else {
            continue;
        };
        let form = of_head(forms, &item.head);
        let typed = || {
            let own = first.tokens.start..last.tokens.end;
            words(tokens, &with_neighbours(tokens, own, stretches)).to_owned()
        };
        let line = form.and_then(|plain| plain::line(tokens, item, plain));
        let line = line.unwrap_or_else(typed);
        let role = form.and_then(|plain| plain.group.as_deref());
        let under = role.and_then(|role| {
            let groups = stretches.iter().rev().filter(|of| of.role == role);
            let mut before = groups.filter(|of| of.tokens.start < first.tokens.start);
            before.next().map(|of| words(tokens, &of.tokens))
        });
        match (under, lines.last_mut()) {
            (Some(_), Some(last)) if group == under => {
                last.push_str(", ");
                last.push_str(&line);
            }
            (Some(name), _) => lines.push(format!("{name}: {line}")),
            (None, _) => lines.push(line),
        }
        group = under;
    }
    lines.join("\n")
}

/// A stretch with the words of its clause beside it that are for nothing else.
fn with_neighbours(tokens: &Tokens, own: Range<usize>, stretches: &[Stretch]) -> Range<usize> {
    let clause = tokens.clause(own.start).start..tokens.clause(own.end - 1).end;
    let free = |at: usize| {
        let mut taken = stretches.iter().filter(|of| !BESIDE.contains(&&*of.role));
        !taken.any(|of| of.tokens.contains(&at))
    };
    let start = (clause.start..own.start)
        .rev()
        .take_while(|at| free(*at))
        .last();
    let end = (own.end..clause.end).take_while(|at| free(*at)).last();
    start.unwrap_or(own.start)..end.map_or(own.end, |at| at + 1)
}
