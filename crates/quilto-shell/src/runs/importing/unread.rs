//! What of notes that were brought in went into nothing, and where it stands.

use std::path::PathBuf;

use quilto::model::Unread;
use serde_json::{Value, json};

use crate::import::{self, Draft};

/// So many of them are shown.
const SHOWN: usize = 3;

/// Words of a clause that were not read.
pub struct UnreadClause {
    path: PathBuf,
    line: usize,
    text: String,
}

impl UnreadClause {
    /// What of a draft was not read, clause by clause.
    pub fn of(draft: &Draft) -> Vec<Self> {
        let unread = draft.parsed.iter().flat_map(|parsed| {
            let clauses = parsed.unread.chunk_by(|a, b| a.clause == b.clause);
            clauses.map(|clause| Self {
                path: draft.path.clone(),
                line: line_of(draft, clause),
                text: clause
                    .iter()
                    .map(|unread| unread.text.split_whitespace().collect::<Vec<_>>().join(" "))
                    .collect::<Vec<_>>()
                    .join(", "),
            })
        });
        unread.collect()
    }
}

/// The line that a clause stands on, or the first of its draft where the file has it in other words.
fn line_of(draft: &Draft, clause: &[Unread]) -> usize {
    let stands = |words: &str| draft.raw.find(words.trim());
    let found = clause
        .first()
        .and_then(|first| stands(&first.clause).or_else(|| stands(&first.text)));
    match (found, draft.words_line) {
        (Some(at), 1..) => draft.words_line + draft.raw[..at].matches('\n').count(),
        _ => draft.line,
    }
}

/// How many there are, and the first of them.
pub fn lines(all: &[UnreadClause]) -> Vec<String> {
    let first = all.iter().take(SHOWN);
    let mut lines: Vec<String> = first
        .map(|one| {
            format!(
                "{}:{}: not read: {}",
                import::shown(&one.path),
                one.line,
                one.text
            )
        })
        .collect();
    match all.len().saturating_sub(SHOWN) {
        0 => {}
        1 => lines.push("1 more was not read, and stays in the note as typed".to_owned()),
        more => lines.push(format!(
            "{more} more were not read, and stay in their notes as typed"
        )),
    }
    lines
}

/// The same file by file.
pub fn as_json(all: &[UnreadClause]) -> Vec<Value> {
    let files = all.chunk_by(|a, b| a.path == b.path);
    let of_file = |file: &[UnreadClause]| {
        let first = file.iter().take(SHOWN);
        let first = first.map(|one| json!({"line": one.line, "text": one.text}));
        let path = file.first().map(|one| import::shown(&one.path));
        json!({"file": path, "count": file.len(), "first": first.collect::<Vec<_>>()})
    };
    files.map(of_file).collect()
}
