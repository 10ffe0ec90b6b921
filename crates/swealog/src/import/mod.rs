//! Other apps' notes and sessions, each file into drafts. What is new of them is decided by the shell,
//! in one place for all.

use std::path::Path;

use quilto_shell::import::{
    Draft, FieldValues, FileContents, ImportContext, Importer, Imports, MissingUnits, Rejected,
    SESSION, Source, TableReader, dates, files, identity, is_standard_input, known_unit,
    leading_date, question,
};

mod activity;
mod apple;
mod fit;
mod gpx;
mod json_number;
mod lifting;
mod markdown;
#[cfg(test)]
mod same_activity_tests;
mod table;
mod tcx;
#[cfg(test)]
mod testing;
mod xml;

/// What can be brought in.
pub const IMPORTS: Imports = Imports {
    formats: &[
        table::IMPORTER,
        fit::IMPORTER,
        tcx::IMPORTER,
        gpx::IMPORTER,
        apple::IMPORTER,
        markdown::IMPORTER,
    ],
    tables: Some(&TableReader {
        importer: table::IMPORTER,
        head: table::head,
        check: table::check,
    }),
    endings: ENDINGS,
    passed_over: says_nothing,
    values: &[
        ("weight", &["weight"]),
        ("reps", &["reps"]),
        ("distance", &["distance"]),
        ("time", &["duration_seconds"]),
        ("length", &["duration_minutes"]),
        ("kind of a row", &["kind"]),
    ],
};

/// The endings of files that are looked at in a folder.
const ENDINGS: &[&str] = &[
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

/// The table of Google Fit that has a row for each day, by its names over the years. Beside it the same days
/// lie in quarters of an hour, a file each, named after the day.
const DAILY: &[&str] = &["Daily activity metrics.csv", "Daily Summaries.csv"];

fn is_named_after_a_day(name: &str) -> bool {
    let day = name.strip_suffix(".csv");
    day.is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok())
}

fn says_nothing(path: &Path, is_there: &dyn Fn(&Path) -> bool) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default();
    let beside = || is_there(&path.with_file_name("activities.csv"));
    let by_day = || {
        DAILY
            .iter()
            .any(|daily| is_there(&path.with_file_name(daily)))
    };
    IN_THE_EXPORT.contains(&name)
        || is_named_after_a_day(name) && by_day()
        || BESIDE_ACTIVITIES.contains(&name) && is_there(path) && beside()
}
