//! A note written plainly, once it is known what each of its words is for: an item a line, its figures in one order
//! and with their units, so that the notation has nothing to guess.

use super::items::{Item, Stretch, words};
use crate::domain::Plain;
use crate::text::Tokens;

/// Figures that are told one after the other, by role.
struct Run<'i> {
    role: &'i str,
    values: Vec<&'i Stretch>,
}

/// The line of an item. None where the plain form has no place for something that is told of it.
pub(super) fn line(tokens: &Tokens, item: &Item, plain: &Plain) -> Option<String> {
    let said = |stretch: &Stretch| words(tokens, &stretch.tokens).to_owned();
    if item
        .stretches
        .iter()
        .any(|of| plain.beyond.contains(&of.role))
    {
        return None;
    }
    let named =
        |stretch: &Stretch| written(tokens, stretch, plain).unwrap_or_else(|| said(stretch));
    let heads: Vec<String> = of_role(item, &item.head).map(named).collect();
    let written = |stretch: &Stretch| written(tokens, stretch, plain);
    let before: Vec<String> = plain
        .before
        .iter()
        .flat_map(|role| of_role(item, role))
        .filter_map(written)
        .collect();
    let name = [before, heads].concat().join(" ");
    let rows = match plain.row.is_empty() {
        false if repeated_twice(item, plain) => return None,
        true => item
            .stretches
            .iter()
            .filter(|of| !plain.before.contains(&of.role) && of.role != item.head)
            .filter_map(written)
            .collect(),
        false => rows(tokens, item, plain),
    };
    let (behind, between) = if plain.row.is_empty() {
        (" ", ", ")
    } else {
        (": ", ", ")
    };
    Some(match rows.is_empty() {
        true => name,
        false => format!("{name}{behind}{}", rows.join(between)),
    })
}

fn of_role<'i>(item: &'i Item, role: &'i str) -> impl Iterator<Item = &'i Stretch> {
    item.stretches.iter().filter(move |of| of.role == role)
}

/// Whether how many rows are alike is told twice in a row: one of the two is something else.
fn repeated_twice(item: &Item, plain: &Plain) -> bool {
    let repeats = |stretch: &Stretch| plain.repeat.as_ref() == Some(&stretch.role);
    let mut pairs = item.stretches.windows(2);
    pairs.any(|pair| pair.iter().all(repeats))
}

/// The rows of an item: what is told of a row stands together, and a role told again begins the next.
fn rows(tokens: &Tokens, item: &Item, plain: &Plain) -> Vec<String> {
    let mut told: Vec<Vec<Run>> = vec![Vec::new()];
    for stretch in &item.stretches {
        if stretch.role == item.head || !plain.values.contains_key(&stretch.role) {
            continue;
        }
        let Some(last) = told.last_mut() else {
            continue;
        };
        match last.last_mut() {
            Some(run) if run.role == stretch.role => {
                run.values.push(stretch);
                continue;
            }
            _ => {}
        }
        let run = Run {
            role: &stretch.role,
            values: vec![stretch],
        };
        if last.iter().any(|of| of.role == stretch.role) {
            told.push(vec![run]);
        } else {
            last.push(run);
        }
    }
    share(&mut told, plain);
    told.iter()
        .flat_map(|runs| expand(tokens, runs, plain))
        .collect()
}

/// What only the first rows tell of the level holds for the next ones, too, and what only the last tell for those
/// before.
fn share(told: &mut [Vec<Run>], plain: &Plain) {
    let Some(level) = plain.row.first() else {
        return;
    };
    let mut held: Option<&Stretch> = None;
    for runs in told.iter_mut() {
        match (level_of(runs, level), held) {
            (Some(stretch), _) => held = Some(stretch),
            (None, Some(stretch)) => runs.push(run_of(stretch)),
            (None, None) => {}
        }
    }
    if let [first, second] = told
        && let (None, Some(stretch)) = (level_of(first, level), level_of(second, level))
    {
        first.push(run_of(stretch));
    }
}

/// The last level that is told with these.
fn level_of<'i>(runs: &[Run<'i>], level: &str) -> Option<&'i Stretch> {
    let run = runs.iter().find(|run| run.role == level)?;
    run.values.last().copied()
}

fn run_of(stretch: &Stretch) -> Run<'_> {
    Run {
        role: &stretch.role,
        values: vec![stretch],
    }
}

/// The rows that are told together: one for each of the values that are listed.
fn expand(tokens: &Tokens, runs: &[Run], plain: &Plain) -> Vec<String> {
    let in_row = |run: &Run| plain.row.iter().any(|role| role == run.role);
    let repeats = |run: &Run| plain.repeat.as_deref() == Some(run.role);
    let of_rows: Vec<&Run> = runs.iter().filter(|run| in_row(run)).collect();
    let count = of_rows
        .iter()
        .map(|run| run.values.len())
        .max()
        .unwrap_or(1);
    // "2000 m 7:40" is told of one row, "80 kg x 5" has a level and an amount.
    let amounts = of_rows
        .iter()
        .filter(|run| Some(run.role) != plain.row.first().map(|role| &**role));
    let sign = if amounts.count() > 1 { " " } else { " x " };
    let first_of_row = runs.iter().position(in_row).unwrap_or(0);
    let mut rows = Vec::new();
    for at in 0..count {
        let value = |run: &Run| written(tokens, run.values.get(at).or(run.values.last())?, plain);
        let own = plain
            .row
            .iter()
            .filter_map(|role| value(of_rows.iter().find(|run| run.role == role)?));
        let repeat = runs
            .iter()
            .filter(|run| repeats(run) && count == 1)
            .filter_map(value);
        let parts: Vec<String> = own.chain(repeat).collect();
        let others = runs
            .iter()
            .enumerate()
            .filter(|(_, run)| !in_row(run) && !repeats(run));
        // What is told behind several rows is told of the last.
        let others = others.filter(|(place, run)| {
            *place < first_of_row || at + 1 == count || run.values.len() == count
        });
        let others = others.filter_map(|(_, run)| value(run));
        let row: Vec<String> = [parts.join(sign)]
            .into_iter()
            .chain(others)
            .filter(|part| !part.is_empty())
            .collect();
        if !row.is_empty() {
            rows.push(row.join(" "));
        }
    }
    rows
}

/// The words of a stretch as the plain form has them.
fn written(tokens: &Tokens, stretch: &Stretch, plain: &Plain) -> Option<String> {
    let words = words(tokens, &stretch.tokens);
    let large = plain.large.get(&stretch.role).filter(|(most, _)| {
        let value = words.parse::<f64>();
        value.is_ok_and(|value| value > *most)
    });
    let form = large.map_or(plain.values.get(&stretch.role), |(_, form)| Some(form));
    Some(fill(form?, words))
}

/// Words in a form. What stands before them is left out where they begin with that; of what stands behind them the
/// first word is the unit of a bare number, and the others are added where the words do not hold them.
fn fill(form: &str, words: &str) -> String {
    let bare = words.chars().all(|c| !c.is_alphabetic());
    let said = words.to_lowercase();
    let Some((before, behind)) = form.split_once("{}") else {
        return words.to_owned();
    };
    let before = before.trim_end();
    let before = (!before.is_empty() && !said.starts_with(before)).then_some(before);
    let behind = behind.split_whitespace().enumerate();
    let behind = behind.filter(|(at, word)| if *at == 0 { bare } else { !said.contains(word) });
    let parts = before
        .into_iter()
        .chain([words])
        .chain(behind.map(|(_, word)| word));
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::text::read;

    fn form() -> Plain {
        let values = [
            ("grit", "{}"),
            ("passes", "{} passes"),
            ("rounds", "{} rounds"),
            ("shine", "shine {}"),
        ];
        let own = |text: &str| text.to_owned();
        Plain {
            heads: vec![own("stone")],
            values: values.map(|(role, form)| (own(role), own(form))).into(),
            row: vec![own("grit"), own("passes")],
            repeat: Some(own("rounds")),
            beyond: vec![own("split")],
            large: BTreeMap::from([(own("grit"), (500.0, own("{} fine")))]),
            ..Plain::default()
        }
    }

    /// A stone of words, each with its role: `granite/stone 80/grit`.
    fn plainly(marked: &str) -> Option<String> {
        let words = marked.split(' ').filter_map(|word| word.split_once('/'));
        let words: Vec<(&str, &str)> = words.collect();
        let text: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let tokens = read(&text.join(" "));
        assert_eq!(tokens.len(), words.len(), "a token each");
        let stretches = words.iter().enumerate().map(|(at, (_, role))| Stretch {
            tokens: at..at + 1,
            role: (*role).to_owned(),
        });
        let item = Item {
            head: "stone".to_owned(),
            stretches: stretches.collect(),
        };
        line(&tokens, &item, &form())
    }

    #[test]
    fn each_row_is_written_out() {
        for (marked, plain) in [
            (
                "granite/stone 80/grit 5/passes 3/rounds",
                "granite: 80 x 5 passes x 3 rounds",
            ),
            (
                "3/rounds 5/passes 80/grit granite/stone",
                "granite: 80 x 5 passes x 3 rounds",
            ),
            (
                "granite/stone 80/grit 5/passes 5/passes 4/passes",
                "granite: 80 x 5 passes, 80 x 5 passes, 80 x 4 passes",
            ),
            (
                "granite/stone 80/grit 90/grit 5/passes",
                "granite: 80 x 5 passes, 90 x 5 passes",
            ),
            (
                "granite/stone 80/grit 5/passes 90/grit 3/passes",
                "granite: 80 x 5 passes, 90 x 3 passes",
            ),
            (
                "granite/stone 5/passes 3/passes shine/other 7/shine",
                "granite: 5 passes, 3 passes shine 7",
            ),
            (
                "granite/stone 900/grit 2/passes",
                "granite: 900 fine x 2 passes",
            ),
            ("granite/stone", "granite"),
        ] {
            assert_eq!(plainly(marked).as_deref(), Some(plain), "{marked}");
        }
    }

    #[test]
    fn what_has_no_place_is_left_to_the_notation() {
        assert_eq!(plainly("granite/stone 80/grit 4/split"), None);
        assert_eq!(plainly("granite/stone 80/grit 3/rounds 5/rounds"), None);
    }
}
