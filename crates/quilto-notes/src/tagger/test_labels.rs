//! Words with their labels, as tests write them.

use super::labelled_spans::LabelledSpan;
use crate::notation;
use quilto_domain::ActiveDomainContext;
use quilto_text::{Tokens, read_with};

/// Reads `left/side wrist/part`; words of a label go on with `_`.
pub(super) fn read(marked: &str, domains: &ActiveDomainContext) -> (Tokens, Vec<LabelledSpan>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    for word in marked.split(' ') {
        let (words, role) = word.rsplit_once('/').unwrap_or((word, "-"));
        let start = text.len();
        text.push_str(&words.replace('_', " "));
        marks.push((start..text.len(), role));
        text.push(' ');
    }
    let tokens = read_with(text.trim(), &notation::units_of(&domains.modules));
    let mut before = None;
    let labels = tokens.iter().map(|token| {
        let at = marks
            .iter()
            .position(|(span, _)| span.contains(&token.span.start));
        let role = at.map_or("-", |at| marks[at].1);
        let goes_on = role != "-" && before == at;
        before = at;
        if goes_on {
            format!("~{role}")
        } else {
            role.to_owned()
        }
    });
    let labels: Vec<String> = labels.collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    (tokens, LabelledSpan::all(&labels))
}
