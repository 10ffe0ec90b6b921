//! Finding and reading the files of an import.

use std::path::{Path, PathBuf};

use super::{Place, Rejected};

/// The endings of files that are looked at in a folder.
pub const FORMATS: &[&str] = &[
    "md", "markdown", "txt", "csv", "tsv", "fit", "gpx", "tcx", "xml",
];

/// What lies beside the one file of an Apple Health export and says nothing more.
const IN_THE_EXPORT: &[&str] = &["export_cda.xml", "workout-routes", "electrocardiograms"];

/// What lies beside the list of activities in an export of Strava and says nothing of training.
const BESIDE_ACTIVITIES: &[&str] = &[
    "applications.csv",
    "bikes.csv",
    "blocks.csv",
    "challenges.csv",
    "clubs.csv",
    "comments.csv",
    "components.csv",
    "connected_apps.csv",
    "contacts.csv",
    "email_preferences.csv",
    "events.csv",
    "favorites.csv",
    "flags.csv",
    "followers.csv",
    "following.csv",
    "general_preferences.csv",
    "global_challenges.csv",
    "goals.csv",
    "group_challenges.csv",
    "local_legend_segments.csv",
    "logins.csv",
    "media.csv",
    "memberships.csv",
    "mobile_device_identifiers.csv",
    "orders.csv",
    "partner_opt_outs.csv",
    "posts.csv",
    "privacy_zones.csv",
    "profile.csv",
    "reactions.csv",
    "routes.csv",
    "segments.csv",
    "shoes.csv",
    "social_settings.csv",
    "starred_routes.csv",
    "starred_segments.csv",
    "support_tickets.csv",
    "visibility_settings.csv",
];

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
                    let beside = || name.with_file_name("activities.csv").is_file();
                    let file = entry.file_name().to_str().unwrap_or_default();
                    let says_nothing = BESIDE_ACTIVITIES.contains(&file) && beside();
                    if has_extension(name, FORMATS) && !says_nothing {
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
