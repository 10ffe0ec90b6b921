//! Every statement that the program can send names the person for each table that it touches, so that a database
//! which is cut by the person needs one of its parts for it. Read from the sources: a new statement is among them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops, in its helpers too"
)]

use std::fs;
use std::path::Path;

/// Tables, and a sequence, that are nobody's: docs/scale.md says what becomes of them on several machines.
const OF_NOBODY: [&str; 3] = ["accounts", "form", "processes"];

/// The texts in quotes of a source file, with escapes as they stand.
fn quoted(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for line in source.split("\n#[cfg(test)]").take(1) {
        let mut chars = line.chars();
        while let Some(c) = chars.next() {
            match c {
                // the rest of a comment is no text
                '/' if chars.as_str().starts_with('/') => {
                    chars.by_ref().find(|c| *c == '\n');
                }
                '\'' if chars.as_str().starts_with("\"'") => drop(chars.nth(1)),
                '"' => {
                    let mut text = String::new();
                    while let Some(c) = chars.next().filter(|c| *c != '"') {
                        text.push(c);
                        text.extend((c == '\\').then(|| chars.next()).flatten());
                    }
                    texts.push(text);
                }
                _ => {}
            }
        }
    }
    texts
}

/// The statements of the crate that touch tables.
fn statements() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|file| file.path());
    let sources = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let texts = sources.flat_map(|path| quoted(&fs::read_to_string(path).unwrap()));
    let statements = texts.flat_map(|text| text.split(';').map(str::to_owned).collect::<Vec<_>>());
    statements
        .filter(|statement| !tables(statement).is_empty())
        .collect()
}

/// The tables that a statement names.
fn tables(statement: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let after = statement.split("quilto.").skip(1);
    let names = after.filter_map(|rest| rest.split(|c| !word(c)).next());
    names
        .filter(|name| !name.is_empty() && *name != "person")
        .collect()
}

#[test]
fn every_statement_names_the_person_for_each_table() {
    let statements = statements();
    assert!(
        statements.len() > 25,
        "they are not found any more: {statements:#?}"
    );
    for statement in &statements {
        let tables = tables(statement);
        let of_persons = tables.iter().filter(|table| !OF_NOBODY.contains(table));
        let named = statement.matches("user_id").count();
        assert!(of_persons.count() <= named, "{statement}");
    }
    for table in OF_NOBODY {
        assert!(
            statements
                .iter()
                .any(|statement| tables(statement).contains(&table)),
            "{table} is no exception any more"
        );
    }
}

#[test]
fn every_table_of_persons_begins_its_key_with_them_and_is_cut_by_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/migrations");
    let files = fs::read_dir(folder).unwrap().flatten();
    let texts = files.map(|file| fs::read_to_string(file.path()).unwrap());
    let all = texts.collect::<String>();
    let made = all.split("CREATE TABLE quilto.").skip(1);
    for table in made.filter(|table| table.starts_with(|c: char| c.is_ascii_lowercase())) {
        let (name, form) = table.split_once(' ').unwrap();
        let form = form.split(';').next().unwrap();
        let is_cut =
            form.contains("PRIMARY KEY (user_id") && form.ends_with("PARTITION BY HASH (user_id)");
        assert!(is_cut || OF_NOBODY.contains(&name), "{table}");
    }
}
