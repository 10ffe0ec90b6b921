//! Entries as they stand, and whether they still are what a client saw.

use quilto::model::{Entry, EntryId};
use quilto::storage::LogStore;
use serde_json::Value;

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::problem::{Kind, Problem};
use crate::http::tag::{IfMatch, Tag};
use crate::runs::entry_amendments::EntryAmendments;

/// The entry of that name.
pub fn entry(context: &Context<'_>, id: &EntryId) -> Result<Entry, Problem> {
    let found = context.notes()?.entry(id)?;
    found.ok_or_else(|| {
        let detail = format!("no entry of the name {:?} stands", id.0);
        Problem::new(Kind::UnknownEntry, detail)
    })
}

/// What is told of an entry, under the tag of this state of it.
pub fn answer(context: &Context<'_>, entry: &Entry) -> Result<Answer, Problem> {
    let amendments = EntryAmendments::of_days(context, std::slice::from_ref(entry))?;
    Ok(Answer::of(&amendments.object(entry))?.tagged())
}

/// The entry of that name, if it is what the client saw.
pub fn seen(context: &Context<'_>, id: &EntryId, expected: &IfMatch) -> Result<Entry, Problem> {
    let entry = entry(context, id)?;
    if *expected == IfMatch::Anything {
        return Ok(entry);
    }
    let now = answer(context, &entry)?;
    let tag = Tag::of(now.text());
    if expected.is(&tag) {
        return Ok(entry);
    }
    let current = serde_json::from_str::<Value>(now.text()).unwrap_or_default();
    Err(
        Problem::new(Kind::Changed, "the entry was changed since it was seen")
            .with_current(current, tag),
    )
}
