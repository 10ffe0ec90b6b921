//! The notes that are read: examples of the domains, corpora, and variants of the examples.

use std::path::Path;

use serde_json::Value;

use crate::files::{files, folders, name, read, told, yaml};
use crate::variants::Variants;

/// A block of texts, by the name of its file.
pub(crate) struct Texts {
    pub name: String,
    pub texts: Vec<String>,
}

/// All blocks of notes.
pub(crate) fn all(root: &Path) -> Result<Vec<Texts>, String> {
    let mut blocks = Vec::new();
    let variants = Variants::load(root)?;
    for domain in folders(&root.join("domains"))? {
        let examples = examples(&domain.join("examples.yaml"))?;
        let varied = examples.iter().flat_map(|text| variants.of(text));
        blocks.push(Texts {
            name: format!("variants-{}", name(&domain)),
            texts: varied.collect(),
        });
        blocks.push(Texts {
            name: format!("examples-{}", name(&domain)),
            texts: examples,
        });
    }
    let corpora = root.join("corpora");
    let mut exams = folders(&corpora.join("exams"))?;
    exams.reverse();
    for (folder, block) in [
        (corpora.join("acts"), "acts"),
        (corpora.join("notes"), "notes"),
    ]
    .into_iter()
    .chain(exams.into_iter().map(|folder| (folder, "exams")))
    {
        for path in files(&folder, "jsonl")? {
            let texts = texts(&path)?;
            if !texts.is_empty() {
                let name = format!("{block}-{}", language(&path));
                match blocks.iter_mut().find(|block| block.name == name) {
                    Some(block) => block.texts.extend(texts),
                    None => blocks.push(Texts { name, texts }),
                }
            }
        }
    }
    Ok(blocks)
}

/// The texts of a domain's examples.
fn examples(path: &Path) -> Result<Vec<String>, String> {
    let examples = yaml(path)?;
    let texts = examples.as_array().into_iter().flatten();
    Ok(texts.filter_map(text).collect())
}

/// The texts of a file of JSON lines.
fn texts(path: &Path) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    for line in read(path)?.lines() {
        let value: Value = serde_json::from_str(line).map_err(|error| told(path, &error))?;
        texts.extend(text(&value));
    }
    Ok(texts)
}

fn text(value: &Value) -> Option<String> {
    value.get("text")?.as_str().map(str::to_owned)
}

/// The language in the name of a file: `en-a.jsonl`, `notes-ko-1.jsonl`.
fn language(path: &Path) -> &'static str {
    match name(path)
        .split(['-', '.'])
        .find(|part| ["en", "ko"].contains(part))
    {
        Some("en") => "en",
        Some("ko") => "ko",
        _ => "other",
    }
}
