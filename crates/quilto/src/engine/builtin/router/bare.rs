//! Bare noun phrases that ask: a thing or a measure, stretches of days, and what is asked of them,
//! and no other word ("granite record", "total shine 2019").

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Ask, Words};
use crate::engine::builtin::planner::domain_words::DomainWords;
use crate::engine::builtin::planner::measure;
use crate::engine::builtin::planner::operation::Cued;
use crate::engine::builtin::topics;
use crate::text::Tokens;
use crate::text::dates::{self, DateContext};

/// Longer lines tell something.
const WORDS: usize = 6;

/// What a noun phrase can ask of a thing.
const ASKS: [Ask; 9] = [
    Ask::Best,
    Ask::Worst,
    Ask::First,
    Ask::Last,
    Ask::Average,
    Ask::Total,
    Ask::Trend,
    Ask::Gap,
    Ask::Streak,
];

/// Words that may stand between the others.
const BETWEEN: [&str; 8] = ["my", "of", "for", "in", "the", "on", "내", "나의"];

/// Whether a line is such a phrase. A single day tells that it happened then, and so does a call
/// ("granite record!"); both are notes.
pub fn asks(
    text: &str,
    tokens: &Tokens,
    all: &ActiveDomainContext,
    today: chrono::NaiveDate,
) -> bool {
    let line = Words::read(text);
    if line.len() < 2 || line.len() > WORDS || text.trim_end().ends_with(['!', '.', '！']) {
        return false;
    }
    let cued = Cued::find(&line, &|_| true);
    // "granite records", and an extreme of all time.
    let records = words()
        .records
        .find(&line)
        .is_some_and(|hit| cued.is_just(Ask::List, &hit) || cued.is_just(Ask::Best, &hit));
    let ever = cued.has(Ask::Ever);
    if !(records || ever || ASKS.iter().any(|ask| cued.has(*ask))) {
        return false;
    }
    let mut covered: Vec<bool> = line
        .iter()
        .enumerate()
        .map(|(at, word)| cued.covers(at) || BETWEEN.contains(&word.text.as_str()))
        .collect();
    let mut cover = |words: std::ops::Range<usize>| {
        for at in words {
            if let Some(mark) = covered.get_mut(at) {
                *mark = true;
            }
        }
    };
    for day in dates::find(tokens, &DateContext::question(today)) {
        if day.is_day() {
            return false;
        }
        cover(line.touching(&(day.span.start..day.span.end)));
    }
    // A thing that is only the word that asks ("record") is none.
    let mut named = false;
    for topic in topics::find(tokens, all).iter().filter(|topic| topic.exact) {
        let words = line.touching(&topic.span);
        named |= !words.clone().all(|at| cued.covers(at));
        cover(words);
    }
    for found in measure::named(&all.modules, &line, &|_| true) {
        let plain = found.naming == measure::Naming::Plain;
        named |= !found.weak && (plain && !ever || !plain && ever);
        cover(found.hit.words);
    }
    if let Some((_, hit)) = DomainWords::of(all).meant(&line, &|_| true) {
        cover(hit.words);
    }
    named && covered.into_iter().all(|word| word)
}
