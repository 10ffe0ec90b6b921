//! Bare noun phrases that ask: a thing or a measure, stretches of days, and what is asked of them,
//! and no other word ("granite record", "total shine 2019").

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{QuestionKind, Words};
use crate::engine::builtin::measures::{measures_of, plain_field};
use crate::engine::builtin::planner::domain_words::{DomainWords, OfKind};
use crate::engine::builtin::planner::filter;
use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::planner::operation::Cued;
use crate::engine::builtin::topics;
use crate::text::dates::{self, DateContext};
use crate::text::{Symbol, Tokens};

/// Longer lines tell something.
const WORDS: usize = 8;

/// Words of the shortest ones, which only name a measure and its days.
const SHORT: usize = 4;

/// What a noun phrase can ask of a thing.
const ASKS: [QuestionKind; 9] = [
    QuestionKind::Best,
    QuestionKind::Worst,
    QuestionKind::First,
    QuestionKind::Last,
    QuestionKind::Average,
    QuestionKind::Total,
    QuestionKind::Trend,
    QuestionKind::Gap,
    QuestionKind::Streak,
];

/// Words that may stand between the others.
const BETWEEN: [&str; 8] = ["my", "of", "for", "in", "the", "on", "내", "나의"];

/// Whether a line is such a phrase. A single day tells that it happened then, and so does a call
/// ("granite record!") or an amount; all are notes. But the sum of a day is asked ("strokes
/// yesterday"), and so is the best at a value ("best granite with 10 strokes").
pub fn asks(text: &str, tokens: &Tokens, ground: Ground<'_>, quantity: bool) -> bool {
    let all = ground.domains;
    let line = Words::read(text);
    // "x10" alone narrows what is asked for; "3x10" tells what was done.
    let numbers = tokens.iter().filter(|token| token.number().is_some());
    if numbers.count() > 1 && tokens.iter().any(|token| token.is(Symbol::Times)) {
        return false;
    }
    if line.len() < 2 || line.len() > WORDS || text.trim_end().ends_with(['!', '.', '！']) {
        return false;
    }
    let cues = words();
    let cued = Cued::find(&line, &|_| true);
    // "granite records", and an extreme of all time.
    let records = cues.records.find(&line).is_some_and(|hit| {
        cued.is_just(QuestionKind::List, &hit) || cued.is_just(QuestionKind::Best, &hit)
    });
    let ever = cued.has(QuestionKind::Ever);
    let cue = records || ever || ASKS.iter().any(|ask| cued.has(*ask));
    let days = dates::find(tokens, &DateContext::question(ground.today));
    // The measures of all domains are read only where the words may ask: a plain note does without.
    let buckets = cues.by.values().any(|list| list.hold(&line));
    let of_days = line.len() <= SHORT && !days.is_empty();
    let limits = [QuestionKind::Best, QuestionKind::Worst, QuestionKind::Last];
    // "Shiniest for 5 strokes": a domain's own word for a best, and the value it is asked at.
    let valued = cues.at_words.hold(&line) && tokens.iter().any(|token| token.number().is_some());
    let may = match quantity {
        true => limits.iter().any(|ask| cued.has(*ask)),
        false => cue || buckets || of_days || cues.per_kind.hold(&line) || valued,
    };
    if !may {
        return false;
    }
    let outstanding = valued && !quantity && superlative(all, &line, &cued);
    let own = DomainWords::of(all);
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
    let found = measure::named(&all.modules, &line, &|_| true);
    for hit in cues.by.values().filter_map(|list| list.find(&line)) {
        cover(hit.words);
    }
    for list in [&cues.most_often, &cues.least_often] {
        if let Some(hit) = list.find(&line) {
            cover(hit.words);
        }
    }
    let each = own.of_kind(&line) == Some(OfKind::Per);
    if each {
        for at in 0..line.len() {
            if cues.per_kind.is(&line.at(at).text) {
                cover(at..(at + 2).min(line.len()));
            }
        }
    }
    let of_day = cues.bucket_nouns.values().find_map(|list| list.find(&line));
    if let Some(hit) = &of_day {
        cover(hit.words.clone());
    }
    // What adds up is told with its amount: without one it is asked for.
    let sum = |found: &&measure::Named| {
        found.naming == Naming::Plain && found.adds_up && !found.counts && !found.weak
    };
    let summed = found.iter().find(sum);
    let dated = !days.is_empty();
    let topics = topics::find(tokens, all);
    // A thing of a day is told, not asked.
    let subject = topics.iter().any(|topic| topic.exact && !topic.group);
    for day in days {
        if day.is_day() && (summed.is_none() || subject || quantity) {
            return false;
        }
        cover(line.touching(&(day.span.start..day.span.end)));
    }
    let asked = cue || outstanding || summed.is_some() && (buckets || dated) || each;
    if !asked {
        return false;
    }
    // A thing that is only the word that asks ("record") is none.
    let mut named = false;
    for topic in topics.iter().filter(|topic| topic.exact) {
        let words = line.touching(&topic.span);
        named |= !words.clone().all(|at| cued.covers(at));
        cover(words);
    }
    for found in &found {
        let plain = found.naming == Naming::Plain;
        named |= !found.weak && (plain && !ever || !plain && (ever || of_day.is_some()));
        cover(found.hit.words.clone());
    }
    if let Some((_, hit)) = own.meant(&line, &|_| true) {
        named |= cued.has(QuestionKind::Last);
        cover(hit.words);
        for at in (0..line.len()).filter(|at| own.know(&line.at(*at).text)) {
            cover(at..at + 1);
        }
    }
    let mut values: Vec<std::ops::Range<usize>> = Vec::new();
    while let Some(value) = value(tokens, ground, &topics, &line, &cued, &values) {
        named = true;
        cover(value.clone());
        values.push(value);
    }
    if let Some(limit) = limit(&line, &cued) {
        cover(limit);
    }
    named && covered.into_iter().all(|word| word)
}

/// Whether a domain's own word for a best stands there ("shiniest"), not just one that asks.
fn superlative(all: &ActiveDomainContext, line: &Words, cued: &Cued) -> bool {
    measure::named(&all.modules, line, &|_| true)
        .iter()
        .any(|found| {
            found.naming != Naming::Plain && !found.hit.words.clone().all(|at| cued.covers(at))
        })
}

/// The words of a value at which the best is asked for: of another field than the best itself, for
/// "record 100" tells one.
fn value(
    tokens: &Tokens,
    ground: Ground<'_>,
    topics: &[topics::Topic],
    line: &Words,
    cued: &Cued,
    had: &[std::ops::Range<usize>],
) -> Option<std::ops::Range<usize>> {
    let own = superlative(ground.domains, line, cued);
    if !(cued.has(QuestionKind::Best) || cued.has(QuestionKind::Worst) || own) {
        return None;
    }
    let found = filter::read(tokens, ground, topics, None, &[], line, &|at| {
        had.iter().all(|words| !words.contains(&at))
    })?;
    let measures = measures_of(ground.domains.module(&found.domain)?)?;
    let asked = measure::named(&ground.domains.modules, line, &|_| true)
        .into_iter()
        .find(|named| {
            let whole = named.hit.words.clone().all(|at| cued.covers(at));
            named.naming != Naming::Plain && !whole && named.measure.domain == found.domain
        });
    let of = match &asked {
        Some(named) => measures.measure(&named.measure.name),
        None => measures.default_measure(),
    };
    let same = of.and_then(plain_field).as_deref() == Some(&*found.filter.field);
    (!same).then_some(found.words)
}

/// How many of the last are asked for ("last 3").
fn limit(line: &Words, cued: &Cued) -> Option<std::ops::Range<usize>> {
    if !(cued.has(QuestionKind::Last) || cued.has(QuestionKind::Best)) {
        return None;
    }
    let at = (0..line.len()).find(|at| line.at(*at).text.chars().all(char::is_numeric))?;
    let counter = at + 1 < line.len() && words().counters.is(&line.at(at + 1).text);
    if counter && cued.has(QuestionKind::Last) {
        return Some(at..at + 2);
    }
    // "record 100" tells one: a number at the end is a value.
    let before = at.checked_sub(1)?;
    (cued.covers(before) && at + 1 < line.len()).then_some(at..at + 1)
}
