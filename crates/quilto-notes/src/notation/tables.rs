//! Tables in a note, told line by line: each row becomes what a writer would have typed.

use super::compiled_notation::CompiledNotation;
use super::phrases::Hit;
use quilto_domain::SlotRole;
use quilto_text::{TokenKind, UnitTable, normalize, read};

/// What a column holds.
#[derive(Clone, Debug, PartialEq)]
enum Column {
    /// Words: names and remarks.
    Words,
    /// Whole values (`100x5`), as they stand.
    Values,
    /// Numbers of this unit, written behind them.
    Unit(String),
    /// Numbers of the slot this word names, written before them.
    Named(String),
    /// A running number.
    Counter,
}

/// The text with its Markdown tables spelled out, and its lines of a name and single values between
/// bars (`granite | 60kg | 10 | 3`); `None` where it has none.
pub(super) fn told(text: &str, units: &UnitTable, domains: &[&CompiledNotation]) -> Option<String> {
    if !text.contains('|') {
        return None;
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::with_capacity(text.len() + 64);
    let mut found = false;
    let mut at = 0;
    while at < lines.len() {
        let rule = lines.get(at + 1).is_some_and(|line| is_rule(line));
        if !(rule && lines[at].contains('|')) {
            match barred(lines[at]) {
                Some(line) => {
                    out.push_str(&line);
                    found = true;
                }
                None => out.push_str(lines[at]),
            }
            at += 1;
            continue;
        }
        let header = cells(lines[at]);
        let end = (at + 2..lines.len())
            .find(|row| !lines[*row].contains('|'))
            .unwrap_or(lines.len());
        let rows: Vec<Vec<&str>> = lines[at + 2..end].iter().map(|line| cells(line)).collect();
        let columns: Vec<Column> = (0..header.len())
            .map(|nth| column(header[nth], nth, &rows, units, domains))
            .collect();
        for row in &rows {
            tell(row, &columns, &mut out);
        }
        found = true;
        at = end;
    }
    found.then_some(out)
}

/// A line of a name and two or more single values between bars, as it would be typed without them.
fn barred(line: &str) -> Option<String> {
    let cells = cells(line);
    let (name, values) = cells.split_first().filter(|(_, values)| values.len() > 1)?;
    let named =
        name.chars().any(char::is_alphabetic) && !name.contains(|c: char| c.is_ascii_digit());
    let single = |cell: &&str| {
        let unit = cell.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        unit.len() < cell.len() && unit.trim_start().chars().all(char::is_alphabetic)
    };
    let end = if line.ends_with('\n') { "\n" } else { "" };
    (named && values.iter().all(single)).then(|| format!("{name} {}{end}", values.join(" ")))
}

fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.contains('|')
        && line.contains("--")
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').unwrap_or(line);
    line.split('|').map(str::trim).collect()
}

/// What a column holds, by its heading and its cells.
fn column(
    heading: &str,
    nth: usize,
    rows: &[Vec<&str>],
    units: &UnitTable,
    domains: &[&CompiledNotation],
) -> Column {
    let values: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.get(nth).copied())
        .filter(|cell| !cell.is_empty())
        .collect();
    let plain: Option<Vec<f64>> = values.iter().map(|cell| cell.parse().ok()).collect();
    let (name, bracket) = match heading.split_once(['(', '[']) {
        Some((name, unit)) => (name.trim(), unit.trim_end_matches([')', ']'])),
        None => (heading, ""),
    };
    if heading.chars().any(|c| c.is_ascii_digit()) {
        return Column::Values;
    }
    let Some(numbers) = plain.filter(|numbers| !numbers.is_empty()) else {
        let begins = |cell: &&str| cell.starts_with(|c: char| c.is_ascii_digit());
        return if values.iter().any(begins) {
            Column::Values
        } else {
            Column::Words
        };
    };
    let word = normalize(name);
    let unit = units
        .word(&normalize(bracket))
        .or_else(|| units.word(&word))
        .map(|id| units.unit(id));
    let counts_rows = unit.is_some_and(|unit| {
        domains.iter().any(|domain| {
            let slots = domain.slots_of_unit(unit);
            slots.first().map(|slot| domain.slot(*slot).role) == Some(SlotRole::Repeat)
        })
    });
    let bare = word.is_empty() || word == "#" || word == "no" || word == "no.";
    if (counts_rows || bare) && runs(&numbers) {
        return Column::Counter;
    }
    if unit.is_some() {
        let typed = if bracket.is_empty() { name } else { bracket };
        return Column::Unit(typed.to_owned());
    }
    let tokens = read(name);
    let names_slot = domains.iter().any(|domain| {
        let hits: Vec<Hit<super::compiled_notation::Meaning>> = domain.phrases.find(&tokens);
        hits.iter()
            .any(|hit| matches!(hit.meaning, super::compiled_notation::Meaning::Slot(_)))
    });
    let words = tokens
        .iter()
        .any(|token| matches!(token.kind, TokenKind::Word(_)));
    if names_slot && words {
        Column::Named(name.to_owned())
    } else {
        Column::Values
    }
}

/// Whether numbers count on from one, beginning anew as often as they like, and come back to one or
/// reach two.
fn runs(numbers: &[f64]) -> bool {
    let mut last = 0.0;
    numbers.len() > 1
        && numbers.contains(&2.0)
        && numbers.iter().all(|number| {
            let on = *number == last + 1.0 || *number == 1.0;
            last = *number;
            on
        })
}

fn tell(row: &[&str], columns: &[Column], out: &mut String) {
    let cells = || {
        row.iter()
            .zip(columns)
            .filter(|(cell, _)| !cell.is_empty() && !matches!(**cell, "-" | "–" | "—"))
    };
    let mut parts: Vec<String> = Vec::new();
    let mut words = cells().filter(|(_, column)| **column == Column::Words);
    let name = words.next().map(|(cell, _)| (*cell).to_owned());
    for (cell, column) in cells() {
        match column {
            Column::Named(name) => parts.push(format!("{name} {cell}")),
            Column::Unit(unit) => parts.push(format!("{cell} {unit}")),
            _ => {}
        }
    }
    // What is said of the rows by name or unit, levels before their amounts.
    let mut line = name.unwrap_or_default();
    if !parts.is_empty() {
        line.push(' ');
        line.push_str(&parts.join(" "));
    }
    for (at, (cell, _)) in cells()
        .filter(|(_, column)| **column == Column::Values)
        .enumerate()
    {
        line.push_str(if at == 0 { " " } else { ", " });
        line.push_str(cell);
    }
    for (cell, _) in words {
        line.push_str(". ");
        line.push_str(cell);
    }
    out.push_str(line.trim());
    out.push('\n');
}
