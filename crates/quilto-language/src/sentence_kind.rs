//! Is a sentence a question, a note or a correction?

use crate::hangul::{is_hangul, is_past_stem};
use crate::questions::words;
use crate::sentences::Sentence;
use crate::words::{Word, Words};
use crate::{Language, QuestionKind};

/// What one sentence is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SentenceReading {
    /// Question, note or correction.
    pub kind: SentenceKind,
    /// How sure, 0 to 1.
    pub sure: f64,
    /// Which rule said so, for the trace.
    pub why: &'static str,
}

/// What a sentence can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentenceKind {
    /// It asks or requests.
    Question,
    /// It tells.
    Note,
    /// It changes something told before.
    Correction,
}

/// What is known of the sentence besides its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct SentenceSignals {
    /// It holds a quantity: a number with a unit, a count, a multiplication.
    pub quantity: bool,
    /// It holds a number of any kind.
    pub number: bool,
    /// It names something a domain knows.
    pub subject: bool,
    /// It speaks of a domain's own things without naming one.
    pub domain: bool,
    /// It names a stretch of days rather than one.
    pub stretch: bool,
    /// It is a bare noun phrase that asks, and the whole input.
    pub bare: bool,
}

const fn reading(kind: SentenceKind, sure: f64, why: &'static str) -> SentenceReading {
    SentenceReading { kind, sure, why }
}

/// A sentence that says the value of one row of an earlier note anew.
pub const ROW_ANEW: SentenceReading = reading(
    SentenceKind::Correction,
    0.85,
    "it says a row of the note before anew",
);

/// A sentence that asks by its words as a whole.
pub const ASKS: SentenceReading = reading(
    SentenceKind::Question,
    0.8,
    "it asks, by its words as a whole",
);

/// A sentence that wants something done rather than an answer.
pub const WANTS: SentenceReading = reading(
    SentenceKind::Note,
    0.8,
    "it wants something else than an answer",
);

/// A sentence that names what could be asked about, and by its words as a whole does not ask.
pub const TELLS: SentenceReading = reading(
    SentenceKind::Note,
    0.7,
    "it does not ask, by its words as a whole",
);

/// Reads a sentence. What could be either is a note: a note must not be lost.
pub fn read(sentence: &Sentence<'_>, signals: SentenceSignals) -> SentenceReading {
    let cues = words();
    let line = Words::read(sentence.text).opened_by(&cues.asking.openers);
    if line.is_empty() {
        return reading(SentenceKind::Note, 0.6, "no words");
    }
    if is_correction(&line, sentence) || says_a_value_anew(&line, sentence, signals) {
        return reading(
            SentenceKind::Correction,
            0.85,
            "it changes something said before",
        );
    }
    let language = Language::of(sentence.text);
    if asks_by_form(&line, language, sentence.asked) {
        return reading(
            SentenceKind::Question,
            0.95,
            "it is put as a question or a request",
        );
    }
    if sentence.asked {
        if cues.asking.maybe.hold(&line) || cues.asking.wh.hold(&line) && !signals.quantity {
            return reading(
                SentenceKind::Question,
                0.9,
                "a question word and a question mark",
            );
        }
        if signals.quantity && !signals.bare {
            return reading(
                SentenceKind::Note,
                0.7,
                "a quantity with a question mark is a doubtful note",
            );
        }
        return reading(SentenceKind::Question, 0.85, "a question mark");
    }
    if signals.quantity && !signals.bare {
        return reading(SentenceKind::Note, 0.95, "a quantity is told");
    }
    if signals.bare {
        return reading(
            SentenceKind::Question,
            0.7,
            "a thing and what is asked of it, and nothing told",
        );
    }
    let heading = cues.asking.phrases.find(&line);
    let first = heading
        .as_ref()
        .is_some_and(|hit| hit.words.start == line.opened());
    if heading.is_some() && line.len() <= if first { 12 } else { 8 } && !tells(&line, language) {
        return reading(
            SentenceKind::Question,
            0.7,
            "a heading that only a question has",
        );
    }
    if signals.subject && line.len() <= 5 && names_extreme(&line) && !tells(&line, language) {
        return reading(
            SentenceKind::Question,
            0.65,
            "an extreme of a subject, and nothing told",
        );
    }
    if (signals.subject || signals.domain)
        && signals.stretch
        && line.len() <= 12
        && !tells(&line, language)
    {
        return reading(
            SentenceKind::Question,
            0.65,
            "a stretch of days and its subject, and nothing told",
        );
    }
    reading(SentenceKind::Note, 0.8, "it tells")
}

/// Whether a word in it may ask, whatever its form.
pub fn has_asking_word(sentence: &Sentence<'_>) -> bool {
    let asking = &words().asking;
    let line = Words::read(sentence.text);
    asking.wh.hold(&line) || asking.maybe.hold(&line) || asking.phrases.hold(&line)
}

/// Whether the form alone says that it asks, whatever mark ends it.
fn asks_by_form(line: &Words, language: Language, marked: bool) -> bool {
    let asking = &words().asking;
    if asking.always.hold(line) || asking.requests.hold(line) {
        return marked || !tells(line, language);
    }
    match language {
        Language::English => wh_question(line, marked),
        Language::Korean => {
            if tells(line, language) && !marked {
                return false;
            }
            asking.endings.hold(line)
                || line
                    .last()
                    .is_some_and(|last| asks_by_verb(&last.text, line))
                || marked && line.len() <= FEW && asks_about(line)
                || asking.wh.hold(line) && (marked || asks_in_korean(line))
        }
    }
}

/// A question word at the start, with the verb before the subject: "which rock is", not "when i".
fn wh_question(line: &Words, marked: bool) -> bool {
    let asking = &words().asking;
    let Some(first) = line.first() else {
        return false;
    };
    if !asking.wh.is(&first.text) {
        return false;
    }
    if marked || line.len() == line.opened() + 1 {
        return marked;
    }
    let after: Vec<&str> = line
        .iter()
        .skip(line.opened() + 1)
        .take(6)
        .map(|w| w.text.as_str())
        .collect();
    let clause = after.first().is_some_and(|w| asking.clause_starts.is(w));
    !clause && after.iter().any(|w| asking.auxiliaries.is(w))
}

/// Words of a question that only says what it is about.
const FEW: usize = 4;

/// Whether a sentence ends in a thing that is asked about ("10회는?").
fn asks_about(line: &Words) -> bool {
    let about = &words().asking.what_about;
    line.last().is_some_and(|last| {
        let stem = about.before(&last.text);
        stem.is_some()
    })
}

/// Whether a Korean verb asks: one of the past ("했나", "졌니"), or one of the present where it is
/// wondered about these days ("요즘 … 하나").
fn asks_by_verb(verb: &str, line: &Words) -> bool {
    let wondered = || words().lately.hold(line) || words().too_much.hold(line);
    let stem = verb.strip_suffix(['나', '니', '냐']);
    stem.is_some_and(|stem| is_past_stem(stem) || wondered())
}

/// A Korean sentence with a question word asks when it ends in the question word, in a bare past
/// or present ending, or in a noun; the plain endings of a diary tell.
fn asks_in_korean(line: &Words) -> bool {
    let Some(last) = line.last() else {
        return false;
    };
    !tells(line, Language::Korean) && last.text.chars().next_back().is_some_and(is_hangul)
}

/// Whether the sentence ends like a statement.
fn tells(line: &Words, language: Language) -> bool {
    let Some(last) = line.last() else {
        return true;
    };
    match language {
        Language::English => false,
        Language::Korean => {
            let asking = &words().asking;
            if asking.endings.hold(line) || asking.wh.begin(&last.text) {
                return false;
            }
            asking.telling_endings.end_of(&last.text) && !asking.not_telling.is(&last.text)
        }
    }
}

fn names_extreme(line: &Words) -> bool {
    [
        QuestionKind::Best,
        QuestionKind::Worst,
        QuestionKind::Average,
        QuestionKind::Total,
    ]
    .iter()
    .filter_map(|op| words().operations.get(op))
    .any(|cues| cues.find(line).is_some_and(|hit| hit.weight > 3))
}

/// Whether the sentence changes something told before: it opens like a correction and points back
/// or sets the new value against the old one, or says outright that something was wrong.
pub fn is_correction(line: &Words, sentence: &Sentence<'_>) -> bool {
    let correcting = &words().correcting;
    if sentence.asked {
        return false;
    }
    let number = line.iter().any(is_number);
    let starts = correcting.starts.hold(line);
    let contrast = correcting.contrast.find(line);
    let back = correcting.points_back.hold(line);
    if starts && number && (contrast.is_some() || back) {
        return true;
    }
    let between_numbers = contrast.is_some_and(|hit| {
        let before = line.iter().take(hit.words.end).any(is_number);
        let after = line.iter().skip(hit.words.end).any(is_number);
        before && after
    });
    if between_numbers && (starts || back) && line.len() <= 14 {
        return true;
    }
    correcting.sure.hold(line) && (number || starts || back)
}

/// Whether the sentence is a bare value after a word that takes back what was just said ("no, 85"),
/// says anew what a thing was ("no, the granite was 85"), or sets one value of a unit right against another ("5 times, not 4").
fn says_a_value_anew(line: &Words, sentence: &Sentence<'_>, signals: SentenceSignals) -> bool {
    let correcting = &words().correcting;
    let number = line.iter().any(is_number);
    if sentence.asked || !number {
        return false;
    }
    let opener = correcting
        .bare
        .find(line)
        .filter(|hit| hit.words.start == line.opened());
    let bare = opener.as_ref().is_some_and(|hit| {
        let rest: Vec<&Word> = line.iter().skip(hit.words.end).collect();
        rest.len() <= 4 && rest.first().is_some_and(|word| is_number(word))
    });
    if bare && !signals.subject {
        return true;
    }
    let told_anew = signals.subject
        && opener.is_some_and(|hit| {
            let comma = sentence.text.split_once(',');
            comma.is_some_and(|(head, _)| Words::read(head).len() == hit.words.end)
                && names_what_was(line, hit.words.end)
        });
    if told_anew {
        return true;
    }
    let Some(hit) = correcting.contrast.find(line) else {
        return false;
    };
    // The unit behind a number, which may be left out on one side.
    let unit = |at: usize| {
        line.iter()
            .nth(at)
            .filter(|word| !is_number(word) && !word.spaced)
    };
    let number_at = |at: usize| line.iter().nth(at).is_some_and(is_number);
    let (start, end) = (hit.words.start, hit.words.end);
    let before = (1..=2).find_map(|back| {
        let at = start.checked_sub(back)?;
        number_at(at).then_some(at)
    });
    let Some(before) = before.filter(|_| number_at(end) && line.len() <= 14) else {
        return false;
    };
    match (unit(before + 1), unit(end + 1)) {
        (Some(one), Some(other)) => one.text == other.text,
        (one, other) => {
            line.at(start).text.chars().any(is_hangul) && (one.is_some() || other.is_some())
        }
    }
}

/// Whether the words from a place on are a thing, "was" and its value, and nothing else.
fn names_what_was(line: &Words, from: usize) -> bool {
    let copulas = &words().correcting.copulas;
    let rest: Vec<&Word> = line.iter().skip(from).collect();
    let copula = rest.iter().position(|word| copulas.is(&word.text));
    copula.is_some_and(|at| {
        (1..=4).contains(&at)
            && rest.len() <= at + 6
            && rest.get(at + 1).is_some_and(|w| is_number(w))
    })
}

fn is_number(word: &Word) -> bool {
    word.text.chars().all(char::is_numeric)
}
