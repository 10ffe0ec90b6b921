//! Domain folders on disk.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::module::FILES;
use super::names::closest;
use super::{DomainError, DomainSource};

/// The texts of every domain folder in a folder, by name, and what could not be read.
pub(super) fn folder(folder: &Path) -> (Vec<DomainSource>, Vec<DomainError>) {
    let mut sources = Vec::new();
    let mut errors = Vec::new();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (sources, errors),
        Err(error) => return (sources, vec![io(folder, error)]),
    };
    let mut paths = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) => paths.push(entry.path()),
            Err(error) => errors.push(io(folder, error)),
        }
    }
    paths.sort();
    for path in paths
        .iter()
        .filter(|path| path.is_dir() && !is_hidden(path))
    {
        match domain(path) {
            Ok((source, unknown)) => {
                sources.push(source);
                errors.extend(unknown);
            }
            Err(error) => errors.push(error),
        }
    }
    (sources, errors)
}

/// The texts of one domain folder, and files in it that no domain has.
///
/// # Errors
///
/// The folder or a file in it cannot be read, or is not UTF-8.
pub fn domain(folder: &Path) -> Result<(DomainSource, Vec<DomainError>), DomainError> {
    let mut source = DomainSource {
        origin: folder.display().to_string(),
        files: Vec::new(),
    };
    let mut unknown = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| io(folder, error))?;
    for entry in entries {
        let path = entry.map_err(|error| io(folder, error))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if !path.is_file() || is_hidden(&path) || name.ends_with('~') {
            continue;
        }
        if !FILES.contains(&name) {
            // A licence or a page for people may lie in the folder; data files may not be misnamed.
            if name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json") {
                unknown.push(DomainError::UnknownFile {
                    file: path.display().to_string(),
                    nearest: closest(name, FILES).map(str::to_owned),
                });
            }
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|error| io(&path, error))?;
        source
            .files
            .push((Cow::Owned(name.to_owned()), Cow::Owned(text)));
    }
    source.files.sort();
    Ok((source, unknown))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name.starts_with('.'))
}

fn io(path: &Path, error: std::io::Error) -> DomainError {
    DomainError::Io {
        path: path.to_owned(),
        source: Arc::new(error),
    }
}
