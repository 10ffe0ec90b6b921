//! The files that texts are taken from.

use std::fs;
use std::path::{Path, PathBuf};

use glob::Pattern;
use serde_json::Value;

/// A YAML file.
pub(crate) fn yaml(path: &Path) -> Result<Value, String> {
    serde_yaml::from_str(&read(path)?).map_err(|error| told(path, &error))
}

/// A text file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

pub(crate) fn told(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// The folders in a folder, in order; none where it is not there.
pub(crate) fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = matching(folder, "*")?;
    found.retain(|path| path.is_dir());
    Ok(found)
}

/// The files in a folder with an extension, in order; none where it is not there.
pub(crate) fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    matching(folder, &format!("*.{extension}"))
}

fn matching(folder: &Path, pattern: &str) -> Result<Vec<PathBuf>, String> {
    let pattern = format!("{}/{pattern}", Pattern::escape(&folder.to_string_lossy()));
    let found = glob::glob(&pattern).map_err(|error| told(folder, &error))?;
    found
        .map(|path| path.map_err(|error| told(folder, &error)))
        .collect()
}

/// The last part of a path.
pub(crate) fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
