//! Labelled texts, a text a line: `corpora/acts/<writer>.jsonl`, notes in `corpora/notes`, and the
//! texts of exams that are over, each of a single act.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use quilto::domain::{ActiveDomainContext, DomainSet};
use quilto::engine::builtin::acts;
use quilto::engine::builtin::notation::{self, examples::Example};
use quilto::model::UnitPreferences;
use quilto_acts::Act;
use quilto_acts::train::{Cues, Text};
use serde::Deserialize;

/// A day on which texts are read: where dates lie is seen from it.
pub(crate) const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 22);

/// A text as it was typed and as it is learned from.
pub(crate) struct Labelled {
    pub raw: String,
    pub text: Text,
}

/// The texts of one writer.
pub(crate) struct Writer {
    pub name: String,
    pub texts: Vec<Labelled>,
}

#[derive(Deserialize)]
struct Line {
    text: String,
    #[serde(default)]
    parts: Vec<(String, Act)>,
    act: Option<Act>,
}

/// The texts of all writers, in the order of their names.
pub(crate) fn read(root: &Path) -> Result<Vec<Writer>, String> {
    let all = domains(root)?.select_all();
    let mut paths = files(&root.join("corpora/acts"), "jsonl")?;
    paths.extend(files(&root.join("corpora/notes"), "jsonl")?);
    for exam in folders(&root.join("corpora/exams"))? {
        let acts = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("acts-")
        };
        paths.extend(files(&exam, "jsonl")?.into_iter().filter(acts));
    }
    paths.iter().map(|path| writer(path, &all)).collect()
}

/// The cues of all languages: `corpora/cues/<language>.yaml`, lists by what they speak for.
pub(crate) fn cues(root: &Path) -> Result<Vec<Cues>, String> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files(&root.join("corpora/cues"), "yaml")? {
        let told = |error: &dyn Display| format!("{}: {error}", path.display());
        let content = fs::read_to_string(&path).map_err(|error| told(&error))?;
        let lists: BTreeMap<String, Vec<String>> =
            serde_yaml::from_str(&content).map_err(|error| told(&error))?;
        for (name, cues) in lists {
            all.entry(name).or_default().extend(cues);
        }
    }
    Ok(all
        .into_iter()
        .map(|(name, cues)| Cues { name, cues })
        .collect())
}

/// The files of a folder with an extension, in order.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    Ok(paths)
}

/// The folders of a folder, in order.
fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.is_dir());
    Ok(paths)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(told)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>().map_err(told)?;
    paths.sort();
    Ok(paths)
}

/// The domains below a folder.
pub(crate) fn domains(root: &Path) -> Result<DomainSet, String> {
    let mut domains = DomainSet::default();
    match domains.add_folder(&root.join("domains")).first() {
        Some(error) => Err(error.to_string()),
        None => Ok(domains),
    }
}

/// The examples of the domains: what they read as data, and set nothing aside of, was done, as far as
/// it is a single clause.
pub(crate) fn examples(root: &Path) -> Result<Vec<Text>, String> {
    let domains = domains(root)?.select_all();
    let today = TODAY.unwrap_or_default();
    let units = UnitPreferences::default();
    let mut texts = Vec::new();
    for module in &domains.modules {
        let examples = module.part::<Vec<Example>>("examples.yaml");
        let examples = examples.map_err(|error| error.to_string())?;
        for example in examples.iter().flat_map(|examples| examples.iter()) {
            let read = notation::read(&domains, &units, &example.text, today, &[]);
            if read.domain_data.is_empty() || !read.set_aside.is_empty() {
                continue;
            }
            let tokens = quilto::text::read(&example.text);
            let names = domains.vocabulary().find(&tokens);
            let words = acts::words(&tokens, &names, today);
            // What goes on may do something else.
            if words.iter().skip(1).all(|word| word.begins.is_none()) {
                let parts = vec![(0..example.text.len(), Act::Done)];
                texts.push(Text { words, parts });
            }
        }
    }
    Ok(texts)
}

fn writer(path: &Path, domains: &ActiveDomainContext) -> Result<Writer, String> {
    let content =
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut texts = Vec::new();
    for (at, line) in content.lines().enumerate() {
        let place = |what: &str| format!("{}:{}: {what}", path.display(), at + 1);
        let line: Line = serde_json::from_str(line).map_err(|error| place(&error.to_string()))?;
        let parts = places(&line).map_err(|part| place(&format!("{part:?} is no part of it")))?;
        let tokens = quilto::text::read(&line.text);
        let text = Text {
            words: acts::words(
                &tokens,
                &domains.vocabulary().find(&tokens),
                TODAY.unwrap_or_default(),
            ),
            parts,
        };
        texts.push(Labelled {
            raw: line.text,
            text,
        });
    }
    let name = path.file_stem().unwrap_or_default();
    Ok(Writer {
        name: name.to_string_lossy().into_owned(),
        texts,
    })
}

/// Where the parts stand; the first that does not stand behind the one before it.
fn places(line: &Line) -> Result<Vec<(Range<usize>, Act)>, String> {
    let mut from = 0;
    let mut found = Vec::new();
    if let Some(act) = line.act {
        return Ok(vec![(0..line.text.len(), act)]);
    }
    for (part, act) in &line.parts {
        let start = line.text[from..].find(&**part).ok_or(part)? + from;
        from = start + part.len();
        found.push((start..from, *act));
    }
    Ok(found)
}
