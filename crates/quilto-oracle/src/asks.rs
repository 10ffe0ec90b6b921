//! Questions of `corpora/asks`, by people who own a history.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::files::{files, read, told};
use crate::questions::THEN;
use crate::variants::hash;

/// A line of a file.
#[derive(Deserialize)]
struct Asked {
    history: String,
    q: String,
    /// The question before it that it leans on.
    follows: Option<String>,
}

/// What is asked of each history, by its name: of the questions of all files two in five, always the same.
pub(crate) fn all(root: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut asked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root.join("corpora/asks"), "jsonl")? {
        let mut whole: BTreeMap<String, String> = BTreeMap::new();
        for line in read(&path)?.lines() {
            let Asked {
                history,
                q,
                follows,
            } = serde_json::from_str(line).map_err(|error| told(&path, &error))?;
            let text = match follows.and_then(|before| whole.get(&before)) {
                Some(before) => format!("{before}{THEN}{q}"),
                None => q.clone(),
            };
            // One that holds the mark itself would be taken for two.
            let plain = !q.contains(THEN);
            whole.insert(q, text.clone());
            if plain && hash(&[&history, &text]) % 5 < 2 {
                asked.entry(history).or_default().insert(text);
            }
        }
    }
    Ok(asked)
}
