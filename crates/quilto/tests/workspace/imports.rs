//! Which modules there are, and what each of them names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module in its crate (`["files", "lock"]`), and its shipped code without comments.
pub type Modules = BTreeMap<Vec<String>, String>;

/// The modules below a folder of sources; those of tests may look anywhere, and are left out.
pub fn modules(source: &Path) -> Modules {
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
pub fn paths(me: &[String], code: &str) -> BTreeSet<Vec<String>> {
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
