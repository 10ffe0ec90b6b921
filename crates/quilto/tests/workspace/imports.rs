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
    let mut found = Vec::new();
    for (at, start) in STARTS.iter().flat_map(|start| code.match_indices(start)) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c == ':' || c == '_' || c.is_alphanumeric()) {
            continue;
        }
        expand(base(me, start), &code[at + start.len()..], &mut found);
    }
    found.into_iter().map(|named| named.path).collect()
}

const STARTS: [&str; 3] = ["crate::", "super::", "self::"];

/// Where a path begins that starts so.
fn base(me: &[String], start: &str) -> Vec<String> {
    let mut base = me.to_vec();
    match start {
        "crate::" => base.clear(),
        "super::" => drop(base.pop()),
        _ => {}
    }
    base
}

/// What an import names, and what it is called where it was imported.
struct Named {
    path: Vec<String>,
    called: String,
}

/// Of each module, the names that it imports and what they stand for: by them it shows what lies in
/// others, and those below it may name all of them as its own.
pub struct ReExports<'a> {
    modules: &'a Modules,
    of: BTreeMap<&'a [String], BTreeMap<String, Vec<String>>>,
}

impl<'a> ReExports<'a> {
    pub fn of(modules: &'a Modules) -> Self {
        let mut of: BTreeMap<&[String], BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for (me, code) in modules {
            let names = of.entry(me.as_slice()).or_default();
            for (at, start) in code.match_indices("use ") {
                let before = code[..at].trim_end_matches(' ').chars().next_back();
                if !before.is_none_or(|c| matches!(c, ';' | '{' | '}' | ')' | 'b' | ']')) {
                    continue;
                }
                let rest = &code[at + start.len()..];
                let start = STARTS.iter().find(|start| rest.starts_with(**start));
                let mut found = Vec::new();
                expand(
                    base(me, start.unwrap_or(&"")),
                    &rest[start.map_or(0, |start| start.len())..],
                    &mut found,
                );
                // of another crate
                let in_crate = |named: &Named| {
                    let first = &named.path[..(me.len() + 1).min(named.path.len())];
                    start.is_some() || modules.contains_key(first)
                };
                let ours = found.into_iter().filter(in_crate);
                names.extend(ours.map(|named| (named.called, named.path)));
            }
        }
        Self { modules, of }
    }

    /// The module in which that lies what a path names.
    pub fn home(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        // two modules may name each other's names
        for _ in 0..8 {
            let inside = (0..=path.len()).rev();
            let module = inside.map(|end| &path[..end]);
            let module = module
                .into_iter()
                .find(|part| self.modules.contains_key(*part));
            let module = module.unwrap_or_default().to_vec();
            let Some(name) = path.get(module.len()) else {
                return module;
            };
            let Some(target) = self.of.get(&*module).and_then(|names| names.get(name)) else {
                return module;
            };
            let rest = path.split_off(module.len() + 1);
            path = [target.clone(), rest].concat();
        }
        path
    }
}

/// Adds what a tree of imports (`a::{b, c::d as e}`) names that stands at the start of a text, and
/// tells how long the tree is.
fn expand(mut base: Vec<String>, text: &str, found: &mut Vec<Named>) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with('{') {
            at += 1;
            at += text[at..].len() - text[at..].trim_start().len();
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
            let other = text[at..].strip_prefix(" as ");
            let other = other.and_then(|rest| rest.split(|c| !is_name(c)).next());
            let own = base.last().cloned().unwrap_or_default();
            found.push(Named {
                called: other.map_or(own, str::to_owned),
                path: base,
            });
            return at;
        }
        at += 2;
    }
}
