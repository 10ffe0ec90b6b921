//! The pages for those who work on the house name files, folders and types that there are.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod workspace;

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use workspace::{files_below, members};

/// What ends so is a file.
const ENDINGS: &[&str] = &[
    ".rs", ".md", ".sh", ".py", ".toml", ".yaml", ".yml", ".tsv", ".json", ".weights", ".notes",
    ".css", ".html", ".txt",
];

/// Files that pages name and that lie with users, not here.
const OF_USERS: &[&str] = &[
    ".vscode/mcp.json",
    "2.md",
    "accounts.json",
    "aliases.yaml",
    "domains/NAME",
    "global.md",
    "imports.json",
    "mcp.json",
    "settings.json",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders at the top that hold what is worked on; others are of builds and tools.
fn folders() -> Vec<String> {
    let entries = fs::read_dir(root()).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let ours = |name: &String| {
        matches!(name.as_str(), ".ci" | ".github") || !name.starts_with('.') && name != "target"
    };
    names.filter(ours).collect()
}

/// The path of every file and folder, from the root.
fn tree() -> BTreeSet<String> {
    let mut tree = BTreeSet::new();
    let top = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = top.filter(|path| path.is_file());
    let below = folders()
        .into_iter()
        .flat_map(|folder| files_below(&root().join(folder)));
    for file in files.chain(below) {
        let inside = file.strip_prefix(root()).unwrap().to_owned();
        let with_folders = inside
            .ancestors()
            .map(|path| path.to_string_lossy().into_owned());
        tree.extend(with_folders.filter(|path| !path.is_empty()));
    }
    tree
}

/// Every way to name a path by its end: `machine/graph.rs`, `graph.rs`.
fn endings(tree: &BTreeSet<String>) -> BTreeSet<&str> {
    let ends = tree.iter().flat_map(|path| {
        let later = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        later.chain([path.as_str()])
    });
    ends.collect()
}

/// The pages that tell how things are now: decisions, too, say where their matter is found.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    pages.extend(files_below(&root().join("docs")));
    for member in members() {
        pages.extend(files_below(&member.folder));
    }
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    // prompts and templates speak to models
    pages.retain(|page| !page.to_string_lossy().contains("/src/"));
    pages
}

/// The code that stands in backticks within lines.
fn code(page: &str) -> impl Iterator<Item = &str> {
    let lines = page.lines();
    lines.flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Whether a path is one of those named; `<name>` and `*` stand for any part of one.
fn is_there(path: &str, named: &BTreeSet<&str>) -> bool {
    if !path.contains(['<', '*']) {
        return named.contains(path);
    }
    let parts: Vec<&str> = path.split('/').collect();
    named.iter().any(|other| {
        let others: Vec<&str> = other.split('/').collect();
        let mut both = parts.iter().zip(&others);
        parts.len() == others.len() && both.all(|(part, other)| fits(part, other))
    })
}

fn fits(part: &str, name: &str) -> bool {
    let Some(open) = part.find(['<', '*']) else {
        return part == name;
    };
    let close = part.rfind(['>', '*']).unwrap_or(open);
    let (start, end) = (&part[..open], &part[close + 1..]);
    name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
}

#[test]
fn every_path_on_a_page_is_there() {
    let tree = tree();
    let (named, folders) = (endings(&tree), folders());
    let mut missing = Vec::new();
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for word in code(&text).flat_map(str::split_whitespace) {
            let path = word
                .trim_matches(|c| ",;()\"".contains(c))
                .trim_end_matches('/');
            let first = path.split('/').next().unwrap_or_default();
            let below = word.contains('/') && folders.iter().any(|folder| folder == first);
            let elsewhere = path.starts_with(['-', '/', '~', '$']) || path.contains('…');
            if elsewhere || !below && !ENDINGS.iter().any(|ending| path.ends_with(ending)) {
                continue;
            }
            let of_users = OF_USERS.iter().any(|file| path.ends_with(file));
            if of_users || is_there(path, &named) {
                seen += 1;
            } else {
                missing.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen > 200, "only {seen} paths were found on the pages");
}

/// The lines of the first block of a page that is neither text nor a command.
fn drawing(page: &str) -> Vec<&str> {
    let lines = page.lines().skip_while(|line| *line != "```").skip(1);
    lines.take_while(|line| *line != "```").collect()
}

#[test]
fn the_drawing_of_the_rooms_is_true() {
    let tree = tree();
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let named: BTreeSet<&str> = tree.iter().map(String::as_str).collect();
    let (mut missing, mut drawn) = (Vec::new(), BTreeSet::new());
    let mut folder = "";
    for line in drawing(&text) {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = line.split_whitespace().next().filter(|_| indent <= 2) else {
            continue;
        };
        let path = if indent == 0 {
            folder = name.trim_end_matches('/');
            drawn.insert(folder.to_owned());
            folder.to_owned()
        } else {
            format!("{folder}/{}", name.trim_end_matches('/'))
        };
        if !is_there(&path, &named) && !named.contains(format!("{path}.rs").as_str()) {
            missing.push(path);
        }
    }
    assert!(missing.is_empty(), "drawn and not there: {missing:?}");
    for member in members() {
        let folder = member.folder.canonicalize().unwrap();
        let inside = folder.strip_prefix(root().canonicalize().unwrap()).unwrap();
        let inside = inside.to_string_lossy().into_owned();
        let is_drawn = drawn.iter().any(|path| path.starts_with(&inside));
        assert!(is_drawn, "{inside} is not drawn in docs/architecture.md");
    }
}

/// Whether a word in backticks is the name of a type, or a path to something in one.
fn is_type(word: &str) -> bool {
    let camel = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.contains(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    word.split("::").any(camel)
        && word
            .chars()
            .all(|c| c == ':' || c == '_' || c.is_alphanumeric())
}

#[test]
fn every_type_on_a_page_for_developers_is_there() {
    let is_name = |c: char| c == '_' || c.is_alphanumeric();
    let members = members();
    let files = members
        .iter()
        .flat_map(|member| files_below(&member.sources));
    let sources = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let texts: Vec<String> = sources
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let words = texts.iter().flat_map(|text| text.split(|c| !is_name(c)));
    let names: HashSet<&str> = words.collect();
    let mut missing = Vec::new();
    for page in [
        "docs/architecture.md",
        "docs/adding-a-provider.md",
        "docs/adding-an-agent.md",
    ] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for word in code(&text).filter(|word| is_type(word)) {
            if !word.split("::").all(|part| names.contains(part)) {
                missing.push(format!("{page}: {word}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Whether a path is a name, or ends with it.
fn stands_last(path: &str, name: &str) -> bool {
    let before = path.strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with("::"))
}

/// How many files of a folder name something in what is shipped, those below it too.
fn that_name(folder: &str, names: &[&str]) -> usize {
    let folder = root().join("crates").join(folder);
    let is_name = |c: char| c == ':' || c == '_' || c.is_alphanumeric();
    let name = |path: &&PathBuf| {
        let inside = path.strip_prefix(&folder).unwrap().to_string_lossy();
        let text = fs::read_to_string(path).unwrap_or_default();
        let shipped = text.split("#[cfg(test)]\nmod tests {").next();
        let lines = shipped.unwrap_or_default().lines();
        let mut code = lines.filter_map(|line| line.split("//").next());
        let told = |line: &str| {
            let mut words = line.split(|c| !is_name(c));
            words.any(|word| names.iter().any(|name| stands_last(word, name)))
        };
        !inside.contains("tests") && code.any(told)
    };
    files_below(&folder).iter().filter(name).count()
}

#[test]
fn what_ten_changes_touch_is_counted() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let engine = "quilto/src/engine";
    let often = |folder| that_name(&format!("{engine}/builtin/{folder}"), &["Often"]);
    let languages = |folder| that_name(folder, &["Language::English", "Language::Korean"]);
    let [in_engine, in_notes] = [engine, "quilto-notes/src"].map(languages);
    let [read, worded] = ["planner/question", "wording"].map(often);
    let planned = often("planner") - read;
    let all = often("");
    assert_eq!(all, read + planned + worded + 1, "and mentions.rs");
    // beside them: what it is called, and three files for each of two languages
    let with_languages = all + 1 + 3 * 2;
    for told in [
        format!("`planner/question/`: {read} files"),
        format!("above it in `planner/`: {planned};"),
        format!("`wording/`: {worded})"),
        format!("with two languages {with_languages}, which"),
        format!("{in_engine} files of `engine/` that ask which language it is"),
        format!("and {in_notes} of `quilto-notes`"),
    ] {
        assert!(page.contains(&told), "docs/architecture.md: {told}");
    }
}
