//! The router: log, question, both, or correction; and which domains it touches.

pub mod domains;
mod fragments;
mod portions;

use std::cell::{LazyCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use crate::agents::{AgentContext, RouterInput, RouterOutput};
use crate::domain::{ActiveDomainContext, DomainMention, DomainSet};
use crate::model::{Act, Entry, InputType};
use crate::text::dates::{self, DateContext, DateMention, Direction};
use crate::text::{Dimension, Symbol, TokenKind, Tokens, UnitTable, read};

use self::fragments::Fragment;
use super::planner::domain_words::DomainWords;
use super::planner::reading_context::ReadingContext;
use super::topics;
use super::usual_days;
use quilto_language::Words;
use quilto_language::sentence_kind::{self, SentenceKind, SentenceReading, SentenceSignals};
use quilto_language::sentences::{self, Sentence};
use quilto_language::spacing;
use quilto_notes::LONGEST_TEXT;
use quilto_notes::acts::{self, ClauseAct};
use quilto_notes::correction;

/// A text with the names of all domains in it.
pub struct Input<'t> {
    text: &'t str,
    tokens: Tokens,
    mentions: Vec<DomainMention>,
}

impl<'t> Input<'t> {
    fn of(all: &ActiveDomainContext, text: &'t str) -> Self {
        let tokens = spacing::read(text, UnitTable::core(), all);
        let mentions = all.vocabulary().find(&tokens);
        Self {
            text,
            tokens,
            mentions,
        }
    }
}

/// Routes an input. `last` gives the newest note of today; it is asked for where the line may change
/// it.
pub fn route(
    cx: &AgentContext,
    known: &DomainSet,
    input: &RouterInput,
    last: &dyn Fn() -> Option<Entry>,
) -> RouterOutput {
    let text = input.raw_input.as_str();
    let all = Arc::clone(known.all());
    if text.len() > LONGEST_TEXT {
        return too_long(&all);
    }
    let world = AgentContext {
        domains: Arc::clone(&all),
        ..cx.clone()
    };
    let ground = ReadingContext::of(&world);
    let whole = Input::of(&all, text);
    // Asked again and again of the same sentences.
    let known: RefCell<HashMap<String, SentenceSignals>> = RefCell::default();
    let signals = |part: &str| {
        let read = || match part == text {
            true => signals(&whole, &all, cx.today),
            false => signals(&Input::of(&all, part), &all, cx.today),
        };
        *known
            .borrow_mut()
            .entry(part.to_owned())
            .or_insert_with(read)
    };
    let sentences = sentences::split(text);
    // Beside other sentences it is a heading of theirs.
    let fragment = match sentences.len() {
        1 => Fragment::of(text, ground),
        _ => None,
    };
    let asks_by_itself = fragment.as_ref().is_some_and(Fragment::asks);
    let mut readings: Vec<SentenceReading> = sentences
        .iter()
        .map(|sentence| {
            let mut held = signals(sentence.text);
            held.bare = asks_by_itself;
            sentence_kind::read(sentence, held)
        })
        .collect();
    if let ([sentence], [reading]) = (sentences.as_slice(), readings.as_mut_slice())
        && reading.kind == SentenceKind::Note
        && correction::of_row(&world, sentence.text, last)
    {
        *reading = sentence_kind::ROW_ANEW;
    }
    by_acts(&whole, &all, cx.today, &sentences, &mut readings);
    if let ([_], [reading]) = (sentences.as_slice(), readings.as_mut_slice())
        && reading.kind == SentenceKind::Note
        && (asks_by_itself
            || !input.conversation.turns().is_empty() && fragment.is_some_and(|of| of.follows()))
    {
        *reading = sentence_kind::ASKS;
    }
    let parts = portions::cut(text, &sentences, &readings, &signals);
    let mut chosen = domains::select(&all, &whole, parts.kind, &input.conversation);
    if let Some(learned) = input.global_context.as_ref().filter(|_| chosen.open) {
        chosen.usual_first(&usual_days::usual_on(learned, &all, cx.today));
    }
    let (sure, why) = summary(&readings, parts.kind);
    RouterOutput {
        input_type: parts.kind,
        selected_domains: chosen.names,
        domain_selection_reasoning: chosen.why,
        log_portion: parts.log,
        query_portion: parts.query,
        correction_target: (parts.kind == InputType::Correction).then(|| target(text)),
        confidence: sure,
        reasoning: why,
    }
}

/// What is too long to be looked at is kept as a note; how much of it is read is the reader's to say.
fn too_long(all: &ActiveDomainContext) -> RouterOutput {
    let modules = all.modules.iter().filter(|module| !module.base);
    RouterOutput {
        input_type: InputType::Log,
        selected_domains: modules.map(|module| module.name.clone()).collect(),
        domain_selection_reasoning: "a text of this length may touch any".into(),
        log_portion: None,
        query_portion: None,
        correction_target: None,
        confidence: GUESSED,
        reasoning: "nobody types a question of this length".into(),
    }
}

/// From this probability on what a sentence does counts more than what its words say.
const SURE: f64 = 0.85;

/// From this probability on a sentence is taken to ask although its form does not say so, unless it
/// rather tells.
const ASKING: f64 = 0.4;

/// The same of a sentence without a word that asks: nothing but what it is like speaks for a question,
/// and a note must not be lost.
const ASKING_UNSAID: f64 = 0.6;

/// From this probability on a sentence is taken to ask that makes no data and does nothing else as likely.
const LIKELIEST: f64 = 0.35;

/// From this probability on a sentence asks whatever else it holds, where what it may tell is below [`TOLD`].
const RATHER_ASKS: f64 = 0.5;
const TOLD: f64 = 0.25;

/// Whether a sentence may tell whatever its words are: it holds an amount, a day or a call, or is a word
/// alone, which may be a slip.
fn may_tell(sentence: &Sentence<'_>, today: chrono::NaiveDate) -> bool {
    let tokens = read(sentence.text);
    let last = tokens.last();
    let words = tokens.iter().filter(|token| token.is_word()).count();
    words < 2
        || last.is_some_and(|last| last.is(Symbol::Exclamation))
        || has_quantity(&tokens, today)
        || dates::find(&tokens, &DateContext::question(today))
            .iter()
            .any(DateMention::is_day)
}

/// Up to here a reading is a guess from what a sentence names rather than from how it is put.
const GUESSED: f64 = 0.7;

/// From this probability on a sentence without a question mark tells although its form asks, as people
/// wonder at the end of a note ("다섯시간이나 잤나.."), where asking is [`UNLIKELY`].
const TELLING: f64 = 0.75;
const UNLIKELY: f64 = 0.15;

/// Below this probability a sentence hardly does a thing.
const HARDLY: f64 = 0.1;

/// Takes for a question what asks although its form does not say so, and for a note what wants
/// something other than an answer.
fn by_acts(
    input: &Input<'_>,
    all: &ActiveDomainContext,
    today: chrono::NaiveDate,
    sentences: &[Sentence<'_>],
    readings: &mut [SentenceReading],
) {
    let tokens = &input.tokens;
    let found = acts::read(all, tokens, &input.mentions, today);
    for (sentence, reading) in sentences.iter().zip(readings) {
        let start = |clause: &ClauseAct| {
            let first = tokens.get(clause.tokens.start);
            first.map_or(usize::MAX, |token| token.span.start)
        };
        let before = |end: usize| found.partition_point(|clause| start(clause) < end);
        let inside = &found[before(sentence.span.start)..before(sentence.span.end)];
        if inside.is_empty() {
            continue;
        }
        let mean = |act: Act| {
            let sum: f64 = inside.iter().map(|clause| clause.read.of(act)).sum();
            sum / inside.len() as f64
        };
        let ask = mean(Act::Ask);
        let asking = match sentence_kind::has_asking_word(sentence) {
            true => ASKING,
            false => ASKING_UNSAID,
        };
        let told = mean(Act::Done) + mean(Act::Remark) + mean(Act::Correct);
        match reading.kind {
            SentenceKind::Note
                if ask >= asking && ask >= told && (ask >= SURE || !may_tell(sentence, today)) =>
            {
                *reading = sentence_kind::ASKS;
            }
            // Nothing of it would be data: what is lost is a note of a question.
            SentenceKind::Note
                if ask >= LIKELIEST
                    && inside.iter().all(|clause| clause.read.act() == Act::Ask)
                    && (sentence_kind::has_asking_word(sentence)
                        || ask >= RATHER_ASKS && told < TOLD
                        || !may_tell(sentence, today)) =>
            {
                *reading = sentence_kind::ASKS;
            }
            SentenceKind::Question if mean(Act::Request) >= SURE => *reading = sentence_kind::WANTS,
            SentenceKind::Question if !sentence.asked && told >= TELLING && ask < UNLIKELY => {
                *reading = sentence_kind::TELLS;
            }
            SentenceKind::Question if reading.sure <= GUESSED && ask < HARDLY => {
                *reading = sentence_kind::TELLS;
            }
            _ => {}
        }
    }
}

/// What a sentence holds besides its words.
fn signals(
    sentence: &Input<'_>,
    all: &ActiveDomainContext,
    today: chrono::NaiveDate,
) -> SentenceSignals {
    let Input {
        text,
        tokens,
        mentions,
    } = sentence;
    let stretch = dates::find(tokens, &DateContext::question(today))
        .iter()
        .any(|mention| !mention.is_day() && mention.direction == Direction::Past);
    SentenceSignals {
        quantity: has_quantity(tokens, today),
        number: tokens.iter().any(|token| token.number().is_some()),
        subject: topics::among(tokens, mentions, all)
            .iter()
            .any(|topic| topic.exact),
        // Asked last, for it reads the measures of every domain: a plain note does without.
        domain: stretch
            && DomainWords::of(all)
                .meant(&Words::read(text), &|_| true)
                .is_some(),
        stretch,
        bare: false,
    }
}

/// Seconds of a day: durations in days or longer are periods.
const DAY: f64 = 86_400.0;

/// Whether a text tells how much: a quantity, a duration, or numbers that multiply. Dates and bare
/// numbers do not count.
pub fn has_quantity(tokens: &Tokens, today: chrono::NaiveDate) -> bool {
    let said = LazyCell::new(|| dates::find(tokens, &DateContext::note(today)));
    let in_date = |i: usize| {
        tokens.get(i).is_some_and(|token| {
            said.iter()
                .any(|date| date.span.start <= token.span.start && token.span.end <= date.span.end)
        })
    };
    tokens
        .iter()
        .enumerate()
        .any(|(i, token)| match token.kind {
            TokenKind::Quantity(quantity) => {
                // "a week" says when or how often, not how much.
                let unit = tokens.unit(quantity.unit);
                let long = unit.dimension == Dimension::Duration && unit.factor >= DAY;
                !in_date(i) && !long
            }
            TokenKind::Pace(_) => !in_date(i),
            TokenKind::Clock(clock) => {
                !in_date(i) && (clock.duration_only || clock.time_of_day().is_none())
            }
            TokenKind::Number(_) => {
                let times = |j: usize| tokens.get(j).is_some_and(|t| t.is(Symbol::Times));
                !in_date(i) && (times(i + 1) || i > 0 && times(i - 1))
            }
            _ => false,
        })
}

/// What is being corrected: the user's words, the opening that only says "actually" cut off.
fn target(text: &str) -> String {
    use quilto_language::questions::words;
    let line = Words::read(text);
    let opens = words()
        .correcting
        .starts
        .find(&line)
        .filter(|hit| hit.words.start == 0);
    match opens {
        Some(hit) if hit.words.end < line.len() => {
            text[line.at(hit.words.end).span.start..].trim().to_owned()
        }
        _ => text.trim().to_owned(),
    }
}

fn summary(readings: &[SentenceReading], kind: InputType) -> (f64, String) {
    let wanted = |reading: &&SentenceReading| match kind {
        InputType::Log => reading.kind == SentenceKind::Note,
        InputType::Query => reading.kind == SentenceKind::Question,
        InputType::Both => true,
        InputType::Correction => reading.kind == SentenceKind::Correction,
    };
    let fitting: Vec<&SentenceReading> = readings.iter().filter(wanted).collect();
    let sure = fitting
        .iter()
        .map(|reading| reading.sure)
        .fold(1.0, f64::min);
    let mut why: Vec<&str> = fitting.iter().map(|reading| reading.why).collect();
    why.dedup();
    (sure, why.join("; "))
}

/// Sentences that belong to a kind, for those who cut.
fn of_kind<'a>(
    sentences: &'a [Sentence<'a>],
    readings: &'a [SentenceReading],
    kind: SentenceKind,
) -> impl DoubleEndedIterator<Item = &'a Sentence<'a>> {
    sentences
        .iter()
        .zip(readings)
        .filter(move |(_, reading)| reading.kind == kind)
        .map(|(sentence, _)| sentence)
}
