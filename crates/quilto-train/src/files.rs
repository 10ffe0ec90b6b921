//! The files that texts are taken from.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use glob::Pattern;
use serde::de::DeserializeOwned;

/// A text file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

/// A YAML file.
pub(crate) fn yaml<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    serde_yaml::from_str(&read(path)?).map_err(|error| told(path, &error))
}

/// The values of a file that has one on each line, as JSON.
pub(crate) fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, String> {
    let content = read(path)?;
    let value = |(at, line)| {
        let value = serde_json::from_str(line);
        value.map_err(|error| format!("{}:{}: {error}", path.display(), at + 1))
    };
    content.lines().enumerate().map(value).collect()
}

/// What is wrong with a file.
pub(crate) fn told(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

/// The paths below a folder that have a form, in order.
pub(crate) fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let pattern = format!("{}/{pattern}", Pattern::escape(&folder.to_string_lossy()));
    let found = glob::glob(&pattern).map_err(|error| told(folder, &error))?;
    found
        .map(|path| path.map_err(|error| told(folder, &error)))
        .collect()
}

/// Whose texts a file holds: its name without its ending.
pub(crate) fn writer(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
