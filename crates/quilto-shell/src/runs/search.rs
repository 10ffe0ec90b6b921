//! Entries that hold words, under all names of what the words name.

use std::collections::HashSet;

use quilto::model::{DateRange, Entry, EntryId};
use quilto::storage::{LogStore, SearchQuery};

use crate::context::Context;
use crate::error::CliError;

/// What to find.
pub struct SearchParams<'a> {
    pub words: &'a [String],
    /// Days to look in; `None` is all of them.
    pub period: Option<DateRange>,
    /// Whether one of the words is enough.
    pub any: bool,
    /// Whether the words are found as they stand, and no other names of the same thing.
    pub literal: bool,
}

/// What was found.
pub struct SearchResult {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// Things that were looked for under all their names.
    pub named: Vec<String>,
}

/// Finds entries.
pub fn find(context: &Context<'_>, params: &SearchParams<'_>) -> Result<SearchResult, CliError> {
    let mut named = Vec::new();
    // one group of names per word: a word is found when any of its names is
    let groups: Vec<Vec<String>> = if params.literal {
        params.words.iter().map(|word| vec![word.clone()]).collect()
    } else {
        let (terms, names) = context.domains().names_of(&params.words.join(" "));
        named = terms;
        names
    };
    let store = context.notes()?;
    let find = |keywords: Vec<String>, match_all: bool| {
        store.search(&SearchQuery {
            keywords,
            period: params.period.clone(),
            match_all,
        })
    };
    let plain = groups.iter().all(|group| group.len() == 1);
    if params.any || plain {
        let entries = find(groups.into_iter().flatten().collect(), !params.any)?;
        return Ok(SearchResult { entries, named });
    }
    let mut left: Option<Vec<Entry>> = None;
    for group in groups {
        let found = find(group, false)?;
        left = Some(match left {
            None => found,
            Some(entries) => {
                let ids: HashSet<EntryId> = found.into_iter().map(|e| e.id).collect();
                entries
                    .into_iter()
                    .filter(|e| ids.contains(&e.id))
                    .collect()
            }
        });
    }
    let entries = left.unwrap_or_default();
    Ok(SearchResult { entries, named })
}
