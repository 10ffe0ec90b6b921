//! Finding and reading the files of an import.

use std::path::{Path, PathBuf};

use super::{Rejected, Source};

/// The files below the given paths, in order of their names: a file as it is, a folder with all
/// that is in it, hidden files and folders left out.
pub fn collect(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Rejected>) {
    let mut files = Vec::new();
    let mut rejected = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let visible = |entry: &walkdir::DirEntry| {
            entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
        };
        for entry in walkdir::WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(visible)
        {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    let name = entry.path();
                    if has_extension(name, &["md", "markdown", "txt", "csv"]) {
                        files.push(name.to_owned());
                    }
                }
                Ok(_) => {}
                Err(error) => rejected.push(Rejected {
                    path: error.path().unwrap_or(path).to_owned(),
                    line: 1,
                    reason: format!("cannot be read: {error}"),
                }),
            }
        }
    }
    (files, rejected)
}

/// Whether a file's name ends in one of the extensions, whatever their case.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .and_then(|found| found.to_str())
        .is_some_and(|found| extensions.iter().any(|e| found.eq_ignore_ascii_case(e)))
}

/// Reads a file as text.
pub fn read(path: &Path) -> Result<Source, Rejected> {
    let rejected = |line, reason: String| Rejected {
        path: path.to_owned(),
        line,
        reason,
    };
    let bytes =
        std::fs::read(path).map_err(|error| rejected(1, format!("cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        rejected(
            line,
            "is not UTF-8 text; save it as UTF-8 and import it again".into(),
        )
    })?;
    Ok(Source {
        path: path.to_owned(),
        text: match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        },
    })
}
