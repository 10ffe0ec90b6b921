//! Saying which words of a question were not understood, and how the rest was read: any of them could
//! change the answer.

use crate::model::QuestionKind;
use quilto_language::cues::is_hangul;

use super::Claim;
use super::answer_context::AnswerContext;
use super::no_data::NOTHING;

/// What is said instead of an answer where words were left that the notes do not hold either.
pub fn claims(scene: &AnswerContext<'_>) -> Option<Vec<Claim>> {
    // That a note has a number says nothing of what is asked with it.
    let noted = |word: &String| {
        let word = word.to_lowercase();
        if word.chars().any(char::is_numeric) {
            return false;
        }
        let mut entries = scene.entries.iter();
        entries.any(|entry| mentions(&entry.raw.to_lowercase(), &word))
    };
    let mut left: Vec<&String> = Vec::new();
    for word in scene.intent.unread.iter().filter(|word| !noted(word)) {
        if !left.contains(&word) {
            left.push(word);
        }
    }
    // A word that stands where the subject would is a name that the notes do not have.
    let intent = scene.intent;
    let a_word = left.iter().all(|left| !left.contains(char::is_whitespace));
    let nameless = a_word
        && !intent.unknown.is_empty()
        && intent.topics.is_empty()
        && !intent.measure_said
        && intent.domain.is_none()
        && intent.together.is_none();
    // A reason is shown, not proven: what stands beside it may be of use all the same.
    let reason = matches!(intent.ask, QuestionKind::Why | QuestionKind::Should);
    // A word before a name is told beside the answer of that name.
    let longer = intent.topics.iter().any(|topic| topic.longer.is_some());
    if left.is_empty() || nameless || reason || longer {
        return None;
    }
    let phrases = scene.phrases();
    let left: Vec<&str> = left.into_iter().map(String::as_str).collect();
    let fill = [("words", left.join("”, “"))];
    let mut said = vec![Claim::of(NOTHING, phrases.say("not_understood", &fill), &[]).leading()];
    let read = read_as(scene);
    if !read.is_empty() {
        let fill = [("read", read)];
        said.push(Claim::of("read_as", phrases.say("read_as", &fill), &[]));
    }
    Some(said)
}

/// The words that an answer leaves out of account. Where it is of what notes say, they are in it.
pub fn left_out(scene: &AnswerContext<'_>) -> Option<Claim> {
    let intent = scene.intent;
    let named = |word: &&String| {
        let own = intent.topics.iter().map(|topic| &topic.typed);
        let mut own = own.chain(&intent.unknown).chain(&intent.unread);
        own.any(|own| own.contains(word.as_str()))
    };
    let left: Vec<&str> = intent
        .left_out
        .iter()
        .filter(|word| !named(word))
        .map(String::as_str)
        .collect();
    if left.is_empty() {
        return None;
    }
    let fill = [("words", left.join("”, “"))];
    let said = scene.phrases().say("left_out", &fill);
    Some(Claim::of("left_out", said, &[]))
}

/// Whether a note has a word as one of its own; of words that take endings, in one.
fn mentions(raw: &str, word: &str) -> bool {
    let ends_openly = word.chars().any(is_hangul);
    let mut own = raw.split(|sign: char| !sign.is_alphanumeric());
    ends_openly && raw.contains(word) || own.any(|own| own == word)
}

/// What was understood: what is asked, of what, on which days.
fn read_as(scene: &AnswerContext<'_>) -> String {
    let intent = scene.intent;
    let parts = [
        kind(scene),
        scene.asked_topic(),
        scene.period(intent.period.as_ref()),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// What is asked, in words; empty for what has none.
fn kind(scene: &AnswerContext<'_>) -> String {
    let key = match scene.intent.ask {
        QuestionKind::Best => "asks_best",
        QuestionKind::Worst => "asks_worst",
        QuestionKind::First => "asks_first",
        QuestionKind::Last => "asks_last",
        QuestionKind::Count | QuestionKind::Often => "asks_count",
        QuestionKind::Total | QuestionKind::Amount => "asks_total",
        QuestionKind::Average => "asks_average",
        QuestionKind::Trend => "asks_trend",
        QuestionKind::Compare => "asks_compare",
        QuestionKind::Gap => "asks_gap",
        QuestionKind::Streak => "asks_streak",
        _ => return String::new(),
    };
    scene.phrases().say(key, &[])
}
