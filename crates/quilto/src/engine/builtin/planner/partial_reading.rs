//! What is said of a question that was not read as a whole: what of it was, and which of its words were not.

use crate::model::{Intent, QuestionKind};
use quilto_language::{Language, Words};

use super::domain_words::DomainWords;
use super::question;
use super::question_form;
use super::reading_context::{ReadingContext, WordCoverage};
use super::spelling;
use super::subjects;

/// What a question asks as far as its phrases tell. No answer is computed of it: words that nothing knows
/// are looked for in the notes, others are told.
pub(super) fn of(
    question: &str,
    phrases: &question::ParsedQuestion,
    ground: ReadingContext<'_>,
) -> Intent {
    let mut strangers = strangers(question, phrases, ground);
    // A verb that could be left out of a reading is told where nothing else is strange.
    if strangers.is_empty() {
        strangers = not_taken(question, phrases, ground, true);
    }
    let period = phrases.days();
    let language = Language::of(question);
    let told = phrases.intent(question, ground).unwrap_or_default();
    let ask = match told.is_blank() && told.places.is_none() {
        true => QuestionKind::Overview,
        false => told.ask,
    };
    // Words that stand together may be a name that only the notes know.
    if are_one(&strangers) {
        let unknown: Vec<String> = strangers.into_iter().map(|(_, word)| word).collect();
        return Intent {
            unread: unknown.clone(),
            unknown,
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
    phrases: &question::ParsedQuestion,
    ground: ReadingContext<'_>,
) -> Vec<(usize, String)> {
    not_taken(question, phrases, ground, false)
}

fn not_taken(
    question: &str,
    phrases: &question::ParsedQuestion,
    ground: ReadingContext<'_>,
    with_verbs: bool,
) -> Vec<(usize, String)> {
    let line = Words::read(question);
    let own = DomainWords::of(ground.domains);
    let taken = (0..line.len()).map(|at| {
        let span = &line.at(at).span;
        let mut unread = phrases.unread.iter();
        let read = !unread.any(|left| left.start < span.end && span.start < left.end);
        read && !(with_verbs && question_form::after_auxiliary(&line, at))
    });
    let taken = taken.collect();
    let marks = WordCoverage { taken, line };
    let known = |at: usize| {
        let word = &marks.line.at(at).text;
        own.know(word) || spelling::is_known(word, ground.domains)
    };
    subjects::unknown(question, &marks, &known)
}

/// Whether words stand one beside the other.
fn are_one(words: &[(usize, String)]) -> bool {
    let beside = |pair: &[(usize, String)]| matches!(pair, [one, other] if one.0 + 1 == other.0);
    !words.is_empty() && words.windows(2).all(beside)
}
