//! Entries as they are named on the command line.

use quilto::model::{Entry, EntryId};

use crate::context::Context;
use crate::error::CliError;

/// The entry of that name as it stands.
pub fn standing(context: &Context<'_>, name: &str) -> Result<Entry, CliError> {
    let id = EntryId(name.trim().to_owned());
    match context.store()?.entry(&id)? {
        Some(entry) => Ok(entry),
        None => Err(CliError::failed(format!("there is no entry {id}"))
            .hint("`history` lists entries and their names")),
    }
}

/// The newest entry that stands.
pub fn newest(context: &Context<'_>) -> Result<Option<Entry>, CliError> {
    let store = context.store()?;
    let Some(span) = store.span()? else {
        return Ok(None);
    };
    Ok(store.recent(span.end, 1)?.pop())
}
