//! Finding the files of an import.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archives::{self, Location};
use super::unpack_limits::{UnpackLimits, Unpacked};
use super::{Imports, Place, Rejected};

/// The files at the given paths, in order of their names: a file as it is, a folder or an archive
/// with all that is in it, hidden files and folders left out.
pub(crate) fn collect(
    imports: &Imports,
    paths: &[PathBuf],
    bounds: UnpackLimits,
) -> (Vec<Location>, Vec<Rejected>) {
    let all = &Unpacked::within(bounds);
    let mut files = Vec::new();
    let mut rejected = Vec::new();
    for path in paths {
        if path.is_dir() {
            of_folder(imports, path, all, &mut files, &mut rejected);
            continue;
        }
        match archives::files_in(path, all) {
            Some(Ok(packed)) => files.extend(of_archive(imports, path, packed)),
            Some(Err(error)) => rejected.push(error),
            None => files.push(Location::on_disk(path, all)),
        }
    }
    (files, rejected)
}

fn of_folder(
    imports: &Imports,
    folder: &Path,
    all: &Arc<Unpacked>,
    files: &mut Vec<Location>,
    rejected: &mut Vec<Rejected>,
) {
    let passed_over = |path: &Path| (imports.passed_over)(path, &|path| path.is_file());
    let visible = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !(is_hidden(entry.path()) || passed_over(entry.path()))
    };
    for entry in walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(visible)
    {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                if has_extension(entry.path(), imports.endings) {
                    files.push(Location::on_disk(entry.into_path(), all));
                }
            }
            Ok(_) => {}
            Err(error) => rejected.push(Rejected {
                path: error.path().unwrap_or(folder).to_owned(),
                place: Place::Line(1),
                reason: format!("cannot be read: {error}"),
            }),
        }
    }
}

fn of_archive(imports: &Imports, archive: &Path, packed: Vec<Location>) -> Vec<Location> {
    let names: HashSet<PathBuf> = packed.iter().map(|file| file.path.clone()).collect();
    let is_there = |path: &Path| names.contains(path);
    let is_wanted = |file: &Location| {
        let mut within = file.path.ancestors();
        let within = within.by_ref().take_while(|path| *path != archive);
        has_extension(&file.path, imports.endings)
            && !within
                .into_iter()
                .any(|path| is_hidden(path) || (imports.passed_over)(path, &is_there))
    };
    packed.into_iter().filter(is_wanted).collect()
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with('.')
}

/// Whether a file's name ends in one of the extensions, whatever their case; what is packed by gzip
/// has that of what it holds.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let ending = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let found = match ending(path).as_deref() {
        Some("gz") => ending(&path.with_extension("")),
        _ => ending(path),
    };
    found.is_some_and(|found| extensions.contains(&found.as_str()))
}
