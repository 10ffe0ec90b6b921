//! How much of the questions of `corpora/asks` is covered by phrases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use quilto::engine::builtin::read_phrases;

use crate::corpus::{self, context, domains};

/// Words that are left in at least so many questions are told.
const OFTEN: usize = 4;

/// The figures as a text; with `show` also each question as it was read.
pub(crate) fn figures(root: &Path, show: bool) -> Result<String, String> {
    let cx = context(Arc::new(domains(root)?.select_all()));
    let mut out = String::new();
    let mut of_language: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for (writer, question) in corpus::questions(root)? {
        let asked = read_phrases(&cx, &question);
        let language = if writer.contains("-ko-") { "ko" } else { "en" };
        let count = of_language.entry(language).or_default();
        count.0 += 1;
        let whole = asked.unread.is_empty() && !asked.frames.is_empty();
        count.1 += usize::from(whole);
        let words: Vec<&str> = asked
            .unread
            .iter()
            .map(|span| &question[span.clone()])
            .collect();
        for word in &words {
            *left.entry(word.to_lowercase()).or_default() += 1;
        }
        if show {
            let frames: Vec<String> = asked.frames.iter().map(ToString::to_string).collect();
            let _ = writeln!(
                out,
                "{writer}\t{question}\t{}\t{words:?}\t{:.1}",
                frames.join(" "),
                asked.margin
            );
        }
    }
    for (language, (of, whole)) in of_language {
        let _ = writeln!(out, "{language}: {whole} of {of} covered");
    }
    let mut left: Vec<(String, usize)> = left.into_iter().collect();
    left.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
    let often = left.iter().take_while(|(_, times)| *times >= OFTEN);
    let often: Vec<String> = often
        .map(|(word, times)| format!("{word} {times}"))
        .collect();
    let _ = writeln!(out, "left: {}", often.join(", "));
    Ok(out)
}
