//! The subjects a question names, and the words of it that nothing explains.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::language::cues::{bare, is_hangul, past_tense};
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Hit, Language, Words};
use crate::engine::builtin::topics::{self, Topic};
use crate::text::{self, TokenKind, Tokens, UnitTable};

use super::day_parts;
use super::domain_words::DomainWords;
use super::measure::Naming;
use super::measure_choice::measures;
use super::operation::OperationCues;
use super::reading_context::Marks;
use super::spelling;

/// The topics a sentence names. A name all of whose words are cues ("personal record") is the cue; a
/// near miss of a name is none where one of its words means something else.
pub(super) fn topics(
    tokens: &text::Tokens,
    domains: &ActiveDomainContext,
    own: &DomainWords,
    marks: &mut Marks,
) -> Vec<Topic> {
    let cued = OperationCues::find(&marks.line, &marks.free());
    let measures = measures(marks, domains, &cued);
    let in_measure = |i: usize| measures.iter().any(|named| named.hit.words.contains(&i));
    let all = topics::find(tokens, domains);
    let special = |domain: &str| domains.module(domain).is_some_and(|m| !m.base);
    let found: Vec<Topic> = all
        .iter()
        .filter(|topic| {
            let mut over = marks.line.touching(&topic.span);
            let means = |i: usize| {
                let word = &marks.line.at(i).text;
                cued.covers(i) || in_measure(i) || means_something(word) || own.know(word)
            };
            let untaken = over.clone().all(|i| !marks.taken[i]);
            let buckets = |i: usize| {
                words().by.values().any(|list| {
                    let hit = list.find_where(&marks.line, &marks.free());
                    list.is(&marks.line.at(i).text)
                        || hit.is_some_and(|hit| hit.words.len() > 1 && hit.words.contains(&i))
                })
            };
            let empty = |i: usize| words().filler.is(&marks.line.at(i).text);
            // A cue may be the particle that hangs on a name ("than" in Korean).
            let own_cue = !topic.typed.chars().any(is_hangul)
                || !OperationCues::find(&Words::read(&topic.typed), &|_| true).is_empty()
                || Words::read(&topic.typed)
                    .iter()
                    .any(|w| means_something(&w.text))
                || words()
                    .by
                    .values()
                    .any(|list| list.hold(&Words::read(&topic.typed)));
            let only_cues = own_cue
                && over.clone().any(|i| cued.covers(i) || buckets(i))
                && over
                    .clone()
                    .all(|i| cued.covers(i) || in_measure(i) || buckets(i) || empty(i));
            // A word asked for as a measure ("strokes") is no subject.
            let measured = measures.iter().any(|named| {
                named.naming == Naming::Plain
                    && !named.weak
                    && named.measure.domain == topic.domain
                    && over.clone().all(|i| named.hit.words.contains(&i))
                    && !longer(&topic.typed, &named.hit)
            });
            // What the base calls a place may be a special domain's word for itself.
            let base = domains.module(&topic.domain).is_some_and(|m| m.base);
            let special_word = base
                && over
                    .clone()
                    .all(|i| own.know_special(bare(&marks.line.at(i).text)));
            // A word of a longer name of a measure is that measure's.
            let inside_measure = measures.iter().any(|named| {
                named.naming == Naming::Plain
                    && named.hit.words.len() > over.len()
                    && over.clone().all(|i| named.hit.words.contains(&i))
            });
            // "In the morning" of a thing of another domain is a time, though a meal may be called so.
            let part = day_parts::is_part(&topic.typed);
            let beside = |i: usize| !over.contains(&i) && !marks.taken[i];
            let other = |domain: &str| special(domain) && domain != topic.domain;
            let elsewhere = part
                && (all
                    .iter()
                    .any(|beside| beside.exact && other(&beside.domain))
                    || own
                        .meant(&marks.line, &beside)
                        .is_some_and(|(domain, _)| other(&domain)));
            // "Yesterday evening" of a measure of meals is that meal.
            let here = part
                && special(&topic.domain)
                && measures.iter().any(|named| {
                    named.measure.domain == topic.domain && !named.weak && !named.counts
                });
            let aim = words().aim.find(&marks.line);
            // What is left of a target is no place of its own.
            let aimed = aim.is_some_and(|hit| over.clone().all(|i| hit.words.contains(&i)));
            let free = !over.is_empty() && (untaken || here);
            free && !special_word
                && !elsewhere
                && !aimed
                && !only_cues
                && !inside_measure
                && !measured
                && (topic.exact || !over.any(means))
        })
        .cloned()
        .collect();
    let mut found = found;
    for topic in &mut found {
        let over = marks.line.touching(&topic.span);
        marks.take(over.clone());
        let before = over.start.checked_sub(1).filter(|i| !marks.taken[*i]);
        let Some((i, module)) = before.zip(domains.module(&topic.domain)) else {
            continue;
        };
        let slip = marks.line.at(i).text.as_str();
        let explained = means_something(slip) || own.know(slip) || in_measure(i) || cued.covers(i);
        if explained || topic.group {
            continue;
        }
        if let Some(name) = spelling::longer_name(module, slip, &topic.typed.to_lowercase()) {
            topic.name = name;
            marks.take(i..i + 1);
        }
    }
    found
}

/// Whether a name in Hangul is longer than the word of a measure that stands inside it.
fn longer(typed: &str, measure: &Hit) -> bool {
    let syllables = bare(typed).chars().filter(|c| is_hangul(*c)).count();
    syllables * 3 > measure.weight
}

/// Whether a word is one of the lexicon's own, so that a near miss of a name is not a name.
pub(in crate::engine::builtin) fn means_something(word: &str) -> bool {
    let cues = words();
    cues.filler.is(word)
        || cues.asking.wh.is(word)
        || cues.operations.values().any(|list| list.is(word))
        || cues.by.values().any(|list| list.is(word))
}

/// The words that are bare numbers, in digits or spelled.
fn numbers(tokens: &Tokens, line: &Words) -> BTreeSet<usize> {
    let bare = tokens
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Number(_)));
    let spelled = bare.flat_map(|token| {
        let whole = |at: &usize| line.at(*at).span.end <= token.span.end;
        let over = line.touching(&(token.span.start..token.span.end));
        over.filter(whole).collect::<Vec<_>>()
    });
    let digits = (0..line.len()).filter(|at| line.at(*at).text.chars().all(char::is_numeric));
    spelled.chain(digits).collect()
}

/// Words that nothing recognised, particles cut off: they may be a name only the notes know.
pub(super) fn unknown(
    question: &str,
    marks: &Marks,
    understood: &dyn Fn(usize) -> bool,
) -> Vec<(usize, String)> {
    let cues = words();
    // Where all is understood, nothing asks for them.
    let numbers = LazyCell::new(|| numbers(&text::read(question), &marks.line));
    let mut found = Vec::new();
    let mut named = 0;
    for (i, word) in marks.line.iter().enumerate() {
        let text = word.text.as_str();
        let sign = !text.contains(char::is_alphanumeric);
        let unit = || UnitTable::core().word(text).is_some();
        if i < named || marks.taken[i] || understood(i) || sign || unit() || numbers.contains(&i) {
            continue;
        }
        if !word.spaced && i > 0 && marks.taken[i - 1] {
            continue;
        }
        // One syllable at the end is a verb ("자?").
        let verb = i > 0 && i + 1 == marks.line.len() && text.chars().all(is_hangul);
        if verb && text.chars().count() == 1 {
            continue;
        }
        let stem = bare(text);
        let known = |w: &str| {
            means_something(w)
                || cues.asking.auxiliaries.is(w)
                || cues.bucket_nouns.values().any(|list| list.is(w))
        };
        if known(text)
            || known(stem)
            || cues.predicate_endings.end_of(text)
            || past_tense(text)
            || text::says_nothing(text)
            || cues.asking.wh.begin(text) && Language::of(text) == Language::Korean
        {
            continue;
        }
        // A name with digits or signs inside is one name, as typed.
        let run = (i + 1..marks.line.len()).take_while(|next| !marks.line.at(*next).spaced);
        let last = run.last().unwrap_or(i);
        let end = marks.line.at(last).span.end;
        let typed = question.get(word.span.start..end).unwrap_or(stem);
        let digits = typed.chars().any(char::is_numeric);
        if digits {
            named = last + 1;
        }
        found.push((i, if digits { typed } else { stem }.to_owned()));
    }
    found
}
