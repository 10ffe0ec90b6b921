//! Finding and reading the files of an import.

use std::path::{Path, PathBuf};

use super::{Imports, Place, Rejected};

/// The files below the given paths, in order of their names: a file as it is, a folder with all
/// that is in it, hidden files and folders left out.
pub(crate) fn collect(imports: &Imports, paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Rejected>) {
    let mut files = Vec::new();
    let mut rejected = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let visible = |entry: &walkdir::DirEntry| {
            let hidden = || entry.file_name().to_string_lossy().starts_with('.');
            entry.depth() == 0 || !(hidden() || (imports.passed_over)(entry.path()))
        };
        for entry in walkdir::WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(visible)
        {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    if has_extension(entry.path(), imports.endings) {
                        files.push(entry.into_path());
                    }
                }
                Ok(_) => {}
                Err(error) => rejected.push(Rejected {
                    path: error.path().unwrap_or(path).to_owned(),
                    place: Place::Line(1),
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
