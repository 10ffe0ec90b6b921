//! Which words of the questions of `corpora/asks` nothing reads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use quilto::engine::builtin::read_question;

use crate::corpus::{self, context, domains};

/// Each word with how many writers and questions leave it, the most writers first, and one of the questions.
pub(crate) fn figures(root: &Path) -> Result<String, String> {
    let cx = context(Arc::new(domains(root)?.select_all()));
    let mut left: BTreeMap<String, (BTreeSet<String>, Vec<String>)> = BTreeMap::new();
    let (mut of, mut whole) = (0, 0);
    for (writer, question) in corpus::questions(root)? {
        let intent = read_question(&cx, &question);
        of += 1;
        whole += usize::from(intent.unread.is_empty());
        for word in intent.unread {
            let (writers, questions) = left.entry(word.to_lowercase()).or_default();
            writers.insert(writer.clone());
            questions.push(question.clone());
        }
    }
    let mut left: Vec<_> = left.into_iter().collect();
    left.sort_by_key(|(_, (writers, questions))| {
        std::cmp::Reverse((writers.len(), questions.len()))
    });
    let mut out = format!("{whole} of {of} questions leave no word\n");
    for (word, (writers, questions)) in left {
        let first = questions.first().map_or("", String::as_str);
        let counts = (writers.len(), questions.len());
        let _ = writeln!(out, "{word}\t{}\t{}\t{first}", counts.0, counts.1);
    }
    Ok(out)
}
