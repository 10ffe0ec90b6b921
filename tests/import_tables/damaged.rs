//! The same made files damaged: nothing comes in otherwise than it was written without being told.

use super::made::{Made, Totals};
use super::{all, assert_same, there};
use crate::common::environment::Environment;

/// What must come in of a whole file. The energy of activities is kept beside them.
fn wanted(made: &Made) -> Totals {
    match made.name.starts_with("garmin") {
        true => Totals {
            kcal: 0.0,
            ..made.totals
        },
        false => made.totals,
    }
}

fn import(env: &Environment, path: &str, made: &Made) -> String {
    let mut args = vec!["import", "--yes", path];
    args.extend(made.flags.iter().filter(|flag| **flag != "--yes"));
    env.run(&args)
}

/// The mark between the columns of a file, and the cells of its header.
fn header(text: &str) -> (char, Vec<&str>) {
    let first = text.lines().next().unwrap();
    let mark = if first.contains(';') { ';' } else { ',' };
    (mark, first.split(mark).collect())
}

#[test]
fn a_file_that_was_cut_off_changes_nothing_that_is_there() {
    for made in all() {
        let env = Environment::new();
        let path = format!("{}.csv", made.name);
        env.file(&path, &made.text);
        import(&env, &path, &made);
        let before = there(&env);
        assert_same(made.name, before, wanted(&made), "whole");
        let text = made.text.trim_end();
        let last = text.rfind('\n').unwrap() + 1;
        let middle = (last + (text.len() - last) / 2..).find(|at| text.is_char_boundary(*at));
        for end in [middle.unwrap(), last + 3, last] {
            env.file(&path, &text[..end]);
            let said = import(&env, &path, &made);
            assert_same(made.name, there(&env), before, &said);
        }
    }
}

#[test]
fn a_column_under_another_name_is_read_all_the_same_or_asked_about() {
    for made in all() {
        let (mark, names) = header(&made.text);
        let (_, rows) = made.text.split_once('\n').unwrap();
        let row = rows.lines().next().unwrap();
        // names with the mark in them stand in quotes, and are left alone
        let cells: Vec<&str> = row.split(mark).collect();
        let is_number = |at: usize| {
            let cell = cells.get(at).copied().unwrap_or_default();
            let cell = cell.trim_matches('"');
            cell.starts_with(|c: char| c.is_ascii_digit())
                && cell.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
        };
        let numbers = (1..names.len()).filter(|at| !row.contains('"') && is_number(*at));
        for at in numbers.take(3) {
            let mut renamed = names.clone();
            renamed[at] = "Zqx";
            let env = Environment::new();
            let path = format!("{}.csv", made.name);
            let head = renamed.join(&mark.to_string());
            env.file(&path, &format!("{head}\n{rows}"));
            let said = import(&env, &path, &made);
            if said.ends_with("exit 0\n") {
                let name = format!("{} without {}", made.name, names[at]);
                assert_same(&name, there(&env), wanted(&made), &said);
            } else {
                assert!(said.contains("--") || said.contains("Hint"), "{said}");
            }
        }
    }
}
