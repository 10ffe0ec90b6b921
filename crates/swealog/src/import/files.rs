//! Finding and reading the files of an import.

use std::path::{Path, PathBuf};

use super::{Place, Rejected};

/// The endings of files that are looked at in a folder.
pub const FORMATS: &[&str] = &["md", "markdown", "txt", "csv", "tsv", "fit", "gpx", "tcx", "xml"];

/// What lies beside the one file of an Apple Health export and says nothing more.
const IN_THE_EXPORT: &[&str] = &["export_cda.xml", "workout-routes", "electrocardiograms"];

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
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(name.starts_with('.') || IN_THE_EXPORT.contains(&&*name))
        };
        for entry in walkdir::WalkDir::new(path)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(visible)
        {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    let name = entry.path();
                    if has_extension(name, FORMATS) {
                        files.push(name.to_owned());
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
