//! No modules of one room import each other in a circle.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops, in its helpers too"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module in its crate (`["files", "lock"]`), and its shipped code without comments
/// and texts.
type Modules = BTreeMap<Vec<String>, String>;

fn modules(source: &Path) -> Modules {
    let mut found = Modules::new();
    let mut folders: Vec<PathBuf> = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let inside = path.strip_prefix(source).unwrap().with_extension("");
            let mut name: Vec<String> = inside
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if matches!(&*name[name.len() - 1], "mod" | "lib" | "main") {
                name.pop();
            }
            let is_test = name.iter().any(|part| part.contains("test"));
            if path.extension().is_some_and(|e| e == "rs") && !is_test {
                found.insert(name, shipped(&fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

fn shipped(text: &str) -> String {
    let tests = text.find("#[cfg(test)]\nmod tests {");
    let lines = text[..tests.unwrap_or(text.len())].lines();
    let code = lines.map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join(" ")
}

/// The paths that a module names, from the root of the crate.
fn paths(me: &[String], code: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let starts = ["crate::", "super::", "self::"];
    for (at, start) in starts.iter().flat_map(|start| code.match_indices(start)) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c == ':' || c == '_' || c.is_alphanumeric()) {
            continue;
        }
        let mut base = me.to_vec();
        match start {
            "crate::" => base.clear(),
            "super::" => drop(base.pop()),
            _ => {}
        }
        expand(base, &code[at + start.len()..], &mut found);
    }
    found
}

/// Adds the paths of a tree of imports (`a::{b, c::d}`) that stand at the start of a text, and tells
/// how long the tree is.
fn expand(mut base: Vec<String>, text: &str, found: &mut BTreeSet<Vec<String>>) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with('{') {
            at += 1;
            while !text[at..].starts_with('}') && at < text.len() {
                let before = at;
                at += expand(base.clone(), &text[at..], found);
                let gap = text[at..].find([',', '}']).unwrap_or(text.len() - at);
                at += gap;
                if text[at..].starts_with(',') {
                    at += 1;
                }
                at += text[at..].len() - text[at..].trim_start().len();
                if at == before {
                    break;
                }
            }
            return (at + 1).min(text.len());
        }
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        match &rest[..end] {
            "super" => drop(base.pop()),
            "" | "self" => {}
            name => base.push(name.to_owned()),
        }
        at += end;
        if !text[at..].starts_with("::") {
            found.insert(base);
            return at;
        }
        at += 2;
    }
}

/// For each room, which of its modules looks into which.
fn edges(modules: &Modules) -> BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> {
    let mut rooms: BTreeMap<_, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (me, code) in modules {
        for mut path in paths(me, code) {
            while !modules.contains_key(&path) && path.pop().is_some() {}
            let same = me.iter().zip(&path).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (me.get(same), path.get(same)) {
                let room = rooms.entry(me[..same].to_vec()).or_default();
                room.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    rooms
}

fn reachable(graph: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(name) = next.pop() {
        for to in graph.get(&name).into_iter().flatten() {
            if seen.insert(to.clone()) {
                next.push(to.clone());
            }
        }
    }
    seen
}

/// The sets of modules that reach each other.
fn circles(graph: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<String>> = graph
        .keys()
        .map(|name| (name, reachable(graph, name)))
        .collect();
    let in_circle = graph.keys().filter(|name| reach[name].contains(*name));
    let of = |name: &String| {
        let both = graph.keys().filter(|other| {
            *other == name || reach[name].contains(*other) && reach[other].contains(name)
        });
        both.cloned().collect()
    };
    in_circle.map(of).collect()
}

#[test]
fn no_room_has_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for (mut room, graph) in edges(&modules(&folder.join("src"))) {
            room.insert(0, name.clone());
            let room = room.join("::");
            found.extend(
                circles(&graph)
                    .iter()
                    .map(|circle| format!("{room}: {circle:?}")),
            );
        }
    }
    assert!(
        found.is_empty(),
        "modules import each other in a circle:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str, code: &str| {
        let path = name.split("::").map(str::to_owned).collect();
        (path, code.to_owned())
    };
    let modules = Modules::from([
        module("a", "use super::b::{C, d::{self, E}}; fn f() {}"),
        module("b", "use crate::c::X;"),
        module("c", "fn f() { super::a::g() }"),
        module("c::deep", "use super::super::e::F;"),
        module("e", "use std::fmt;"),
    ]);
    let found = circles(&edges(&modules)[&Vec::new()]);
    let expected: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
    assert_eq!(found, BTreeSet::from([expected]));
}
