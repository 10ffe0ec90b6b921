//! What tests of importers share.

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use quilto::model::UnitPreferences;
use serde_json::Value;

use super::question::Choices;
use super::{Draft, FieldValues, FileContents, ImportContext, Importer, Rejected, Source};

/// Reads a file, which the importer must claim, nine hours east of UTC.
pub fn read(importer: &Importer, path: &str, content: impl AsRef<[u8]>) -> FileContents {
    try_read(importer, path, content, 9).unwrap()
}

/// As [`read`], so many hours east of UTC.
pub fn try_read(
    importer: &Importer,
    path: &str,
    content: impl AsRef<[u8]>,
    hours_east: i64,
) -> Result<FileContents, Rejected> {
    read_with(importer, path, content, hours_east, &Choices::default())
}

/// As [`try_read`], with something said of what the file leaves open.
pub fn read_with(
    importer: &Importer,
    path: &str,
    content: impl AsRef<[u8]>,
    hours_east: i64,
    choices: &Choices,
) -> Result<FileContents, Rejected> {
    let units = UnitPreferences::default();
    let local = |utc: NaiveDateTime| utc + TimeDelta::hours(hours_east);
    let context = ImportContext {
        units: &units,
        today: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        canonical: &|_, name| (name == "Squat").then(|| "Squat (Barbell)".to_owned()),
        values_of: &|_, _| FieldValues::default(),
        local: &local,
        choices,
    };
    let source = Source::of(path, content);
    assert!((importer.claims)(&source), "{path} is not claimed");
    (importer.read)(&source, &context)
}

/// What is understood of a draft; it must have the shape of the schemas.
pub fn data(draft: &Draft) -> Value {
    use crate::domains::{NutritionLog, RunningLog, State, StrengthLog, SwimmingLog};
    let data = &draft.parsed.as_ref().unwrap().domain_data;
    for (domain, value) in data {
        let value = value.clone();
        let fits = match domain.as_str() {
            "strength" => serde_json::from_value::<StrengthLog>(value).map(drop),
            "running" => serde_json::from_value::<RunningLog>(value).map(drop),
            "swimming" => serde_json::from_value::<SwimmingLog>(value).map(drop),
            "nutrition" => serde_json::from_value::<NutritionLog>(value).map(drop),
            "general_fitness" => serde_json::from_value::<State>(value).map(drop),
            "movement" => {
                for activity in value["activities"].as_array().unwrap() {
                    let unknown = activity.as_object().unwrap().keys();
                    let unknown: Vec<_> = unknown.filter(|field| !keeps(field)).collect();
                    assert!(unknown.is_empty(), "{unknown:?}");
                }
                Ok(())
            }
            other => panic!("{other} is not a domain of imports"),
        };
        fits.unwrap_or_else(|error| panic!("{domain}: {error}"));
    }
    data.clone().into()
}

/// Whether the schema of other movement has a field.
fn keeps(field: &str) -> bool {
    let schema = include_str!("../../../../domains/movement/schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let known = &schema["properties"]["activities"]["items"]["properties"];
    known.get(field).is_some()
}
