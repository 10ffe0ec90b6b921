//! Small things kept from one command to the next, in the cache of the home. Losing them costs nothing
//! but a question.

use std::collections::BTreeSet;
use std::path::PathBuf;

use chrono::NaiveDate;
use quilto::machine::RunReport;
use quilto::model::EntryId;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::context::Context;
use crate::error::CliError;
use crate::home_dirs;

const LAST: &str = "last.json";
const CHOICE: &str = "choice.json";
const SAID: &str = "said.json";

/// A note the user chose as the one they mean, and the day they did.
#[derive(Debug, Serialize, Deserialize)]
struct SelectedNote {
    entry: EntryId,
    day: NaiveDate,
}

/// Keeps in mind which section was written last, for `undo`.
pub fn written(context: &Context<'_>, report: &RunReport) {
    let logged = report.logged.as_ref();
    if let Some(entry) = logged.and_then(|logged| logged.entry.as_ref()) {
        wrote(context, &entry.id);
    }
}

/// Keeps in mind that this section was written last.
pub fn wrote(context: &Context<'_>, id: &EntryId) {
    put(context, LAST, id);
}

/// The section that was written last, if that is known.
pub fn last(context: &Context<'_>) -> Option<EntryId> {
    get(context, LAST)
}

/// Keeps the choice of a note for the rest of the day.
pub fn chose(context: &Context<'_>, entry: &EntryId) {
    let day = context.moment.today;
    let entry = entry.clone();
    put(context, CHOICE, &SelectedNote { entry, day });
}

/// The note that was chosen today.
pub fn chosen(context: &Context<'_>) -> Option<EntryId> {
    let chosen: SelectedNote = get(context, CHOICE)?;
    (chosen.day == context.moment.today).then_some(chosen.entry)
}

/// Whether something that is said once was said already.
pub fn said(context: &Context<'_>, what: &str) -> bool {
    get::<BTreeSet<String>>(context, SAID).is_some_and(|said| said.contains(what))
}

/// Something that is said once was said.
pub fn say(context: &Context<'_>, what: &str) {
    let mut said: BTreeSet<String> = get(context, SAID).unwrap_or_default();
    said.insert(what.to_owned());
    put(context, SAID, &said);
}

fn path(context: &Context<'_>, name: &str) -> Result<PathBuf, CliError> {
    Ok(context.places()?.cache.join(name))
}

fn get<T: DeserializeOwned>(context: &Context<'_>, name: &str) -> Option<T> {
    let bytes = std::fs::read(path(context, name).ok()?).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Not being able to keep such a thing is no reason to fail.
fn put<T: Serialize>(context: &Context<'_>, name: &str, value: &T) {
    let (Ok(path), Ok(text)) = (path(context, name), serde_json::to_vec(value)) else {
        return;
    };
    home_dirs::replace(&path, &text).ok();
}
