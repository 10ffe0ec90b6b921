//! What is said of a question that was not read as a whole: what of it was, and which of its words were not.

use crate::engine::builtin::language::{Language, Words};
use crate::model::{Intent, QuestionKind};

use super::domain_words::DomainWords;
use super::ground::{Ground, Marks};
use super::question;
use super::spelling;
use super::subjects;

/// What a question asks as far as its phrases tell. No answer is computed of it: words that nothing knows
/// are looked for in the notes, others are told.
pub(super) fn of(question: &str, phrases: &question::Asked, ground: Ground<'_>) -> Intent {
    let strangers = strangers(question, phrases, ground);
    let period = phrases.days();
    let language = Language::of(question);
    let told = phrases.intent(question, ground).unwrap_or_default();
    let ask = match told.is_blank() && told.places.is_none() {
        true => QuestionKind::Overview,
        false => told.ask,
    };
    if !strangers.is_empty() {
        return Intent {
            unknown: strangers,
            ask,
            period,
            language,
            ..Intent::default()
        };
    }
    let left: Vec<String> = phrases.left(question).collect();
    let unread = match left.is_empty() {
        true => vec![question.trim().to_owned()],
        false => left,
    };
    Intent {
        unread,
        period: told.period.clone().or(period),
        language,
        ask,
        ..told
    }
}

/// The words that no phrase took and that are of no language or domain: names, mostly.
pub(super) fn strangers(
    question: &str,
    phrases: &question::Asked,
    ground: Ground<'_>,
) -> Vec<String> {
    let line = Words::read(question);
    let own = DomainWords::of(ground.domains);
    let taken = (0..line.len()).map(|at| {
        let span = &line.at(at).span;
        let mut unread = phrases.unread.iter();
        !unread.any(|left| left.start < span.end && span.start < left.end)
    });
    let marks = Marks {
        taken: taken.collect(),
        line,
    };
    let known = |at: usize| {
        let word = &marks.line.at(at).text;
        own.know(word) || spelling::is_known(word, ground.domains)
    };
    let found = subjects::unknown(question, &marks, &known);
    found.into_iter().map(|(_, word)| word).collect()
}
