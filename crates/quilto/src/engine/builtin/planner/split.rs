//! Several questions in one input.

use std::sync::Arc;

use crate::agents::AgentContext;
use crate::domain::ActiveDomainContext;
use crate::engine::builtin::language::cues::is_hangul;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::sentences::{self, Sentence};
use crate::engine::builtin::language::{Cues, Language, QuestionKind, Words};
use crate::engine::builtin::topics;
use crate::engine::builtin::wording::phrases::phrases;
use crate::model::DependencyType;
use crate::text::Span;
use crate::text::dates::{self, DateContext};

use super::domain_words::DomainWords;
use super::intent::Intent;
use super::operation::Cued;
use super::read::{Ground, read};

/// How a part hangs on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// It stands alone.
    Alone,
    /// It needs what the other finds.
    Needs,
    /// It is another side of the same question.
    Same,
}

/// The questions of a text, in order, as typed.
pub fn split(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for sentence in sentences::split(text) {
        for piece in pieces(&sentence) {
            let line = Words::read(piece);
            if line.is_empty() {
                continue;
            }
            match joined_clauses(piece, &line) {
                Some([one, other]) => parts.extend([one, other]),
                None => parts.push(piece.trim().to_owned()),
            }
        }
    }
    // A bare remark beside a question ("thanks!") asks nothing.
    if parts.len() > 1 {
        let asking: Vec<String> = parts
            .iter()
            .filter(|part| asks(part) || days_alone(part))
            .cloned()
            .collect();
        if !asking.is_empty() {
            return asking;
        }
        return vec![text.trim().to_owned()];
    }
    parts
}

/// Whether a part names days and little else ("in 2021").
fn days_alone(part: &str) -> bool {
    let digits = part.chars().any(char::is_numeric);
    digits && Words::read(part).len() <= 4
}

fn asks(part: &str) -> bool {
    let cues = words();
    let line = Words::read(part).opened_by(&cues.asking.openers);
    part.trim_end().ends_with(['?', '？'])
        || cues.asking.wh.hold(&line)
        || cues.asking.always.hold(&line)
        || cues.asking.requests.hold(&line)
        || cues.asking.phrases.hold(&line)
        || cues.asking.endings.hold(&line)
}

/// Cuts one sentence where a join is followed by the beginning of another question.
fn pieces<'a>(sentence: &Sentence<'a>) -> Vec<&'a str> {
    let cues = words();
    let line = Words::read(sentence.text);
    let mut cuts: Vec<usize> = Vec::new();
    for i in 1..line.len().saturating_sub(1) {
        if !cues.joins.is(&line.at(i).text) || cues.joins.is(&line.at(i - 1).text) {
            continue;
        }
        let mut rest = i + 1;
        while rest + 1 < line.len() && cues.joins.is(&line.at(rest).text) {
            rest += 1;
        }
        let tail = &sentence.text[line.at(rest).span.start..];
        let head = &sentence.text[..line.at(i).span.start];
        if begins_question(tail) && Words::read(head).len() > 1 && says_what(head) {
            cuts.push(line.at(i).span.start);
        }
    }
    let mut found = Vec::new();
    let mut from = 0;
    for cut in cuts {
        found.push(sentence.text[from..cut].trim_end_matches([',', ' ']));
        from = cut;
    }
    found.push(&sentence.text[from..]);
    found
}

/// Two Korean questions that a verb of the past joins ("뭐 했고 얼마나 했어?"): the first one with its
/// verb ended. Both must have a question word.
fn joined_clauses(piece: &str, line: &Words) -> Option<[String; 2]> {
    let wh = &words().asking.wh;
    let at = (1..line.len().saturating_sub(1)).find(|&at| ended(&line.at(at).text).is_some())?;
    let cut = line.at(at).span.clone();
    let (head, tail) = (
        &piece[..cut.start],
        piece[cut.end..].trim_start_matches([',', ' ']),
    );
    let both = wh.hold(&Words::read(head)) && wh.hold(&Words::read(tail));
    let verb = ended(&line.at(at).text)?;
    both.then(|| {
        [
            format!("{}{verb}?", head.trim_start()),
            tail.trim().to_owned(),
        ]
    })
}

/// A verb of the past that joins a clause, ended instead: the syllable before `고` closes with ㅆ.
fn ended(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('고')?;
    let last = u32::from(stem.chars().next_back()?);
    let past = (0xAC00..=0xD7A3).contains(&last) && (last - 0xAC00) % 28 == 20;
    past.then(|| format!("{stem}어"))
}

/// Whether a piece begins like a question of its own.
fn begins_question(piece: &str) -> bool {
    let asking = &words().asking;
    let line = Words::read(piece);
    let Some(first) = line.first() else {
        return false;
    };
    if asking.always.hold(&line) || asking.requests.hold(&line) {
        return true;
    }
    // "… and how it went" belongs to what stands before it.
    let clause = line
        .iter()
        .nth(line.opened() + 1)
        .is_some_and(|word| asking.clause_starts.is(&word.text));
    starts(&asking.wh, &first.text) && !clause
}

fn starts(cues: &Cues, word: &str) -> bool {
    cues.is(word)
        || word
            .chars()
            .any(crate::engine::builtin::language::cues::is_hangul)
            && cues.begin(word)
}

/// Whether the part before a join is a question by itself and not just "how and (why)".
fn says_what(head: &str) -> bool {
    let cues = words();
    let line = Words::read(head).opened_by(&cues.asking.openers);
    line.iter().any(|w| {
        !cues.asking.wh.is(&w.text) && !cues.asking.openers.is(&w.text) && !cues.joins.is(&w.text)
    })
}

/// A comparison of things of different domains, one part for each: no figure of one stands beside a
/// figure of the other. Empty for any other question.
pub fn sides(cx: &AgentContext, text: &str, intent: &Intent) -> Vec<String> {
    let beside = matches!(intent.ask, QuestionKind::Overview | QuestionKind::Trend)
        && seeks(text, QuestionKind::Compare);
    let compares = intent.ask == QuestionKind::Compare || beside;
    // Times of day are no sides of their own, whatever else their words name.
    let of_day = intent.by.is_some_and(crate::model::GroupBy::is_part);
    if !compares || of_day || intent.other_period.is_some() {
        return Vec::new();
    }
    let tokens = crate::text::read(text);
    let named = topics::find(&tokens, &cx.domains);
    let days = dates::find(&tokens, &DateContext::question(cx.today));
    let mut sides: Vec<(String, Span)> = Vec::new();
    let line = Words::read(text);
    let cued = Cued::find(&line, &|_| true);
    // "record" asks for the best of a thing, though a domain may know it as a word of its own.
    let asks = |topic: &topics::Topic| {
        let mut words = line.touching(&topic.span);
        !words.is_empty() && words.all(|word| cued.covers(word))
    };
    for topic in named.iter().filter(|topic| topic.exact && !asks(topic)) {
        // A name that two domains share is of the one that the whole question speaks of.
        let meant = intent.topics.iter().find(|own| own.span == topic.span);
        let domain = &meant.unwrap_or(topic).domain;
        if !sides.iter().any(|(known, _)| known == domain) {
            let span = Span {
                start: topic.span.start,
                end: topic.span.end,
            };
            sides.push((domain.clone(), span));
        }
    }
    // A domain may be called by its own words ("my training") beside a thing of another.
    for module in cx.domains.modules.iter().filter(|module| !module.base) {
        let one = ActiveDomainContext {
            modules: vec![Arc::clone(module)],
            ..ActiveDomainContext::default()
        };
        let free = |at: usize| {
            let word = &line.at(at).span;
            !sides
                .iter()
                .any(|(_, span)| span.start < word.end && word.start < span.end)
        };
        let known = sides.iter().any(|(domain, _)| *domain == module.name);
        let Some((_, hit)) = DomainWords::of(&one).meant(&line, &free).filter(|_| !known) else {
            continue;
        };
        let last = hit.words.end.saturating_sub(1);
        let span = Span {
            start: line.at(hit.words.start).span.start,
            end: line.at(last).span.end,
        };
        sides.push((module.name.clone(), span));
    }
    if sides.len() < 2 {
        return Vec::new();
    }
    sides.sort_by_key(|(_, span)| span.start);
    let when = days.first().map(|day| tokens.slice(day.span));
    let when = when.unwrap_or_default().to_owned();
    let words = phrases(Language::of(text));
    let side = |(_, span): (String, Span)| {
        let topic = tokens.slice(span).to_owned();
        words.question("side", &[("topic", topic), ("period", when.clone())])
    };
    sides.into_iter().map(side).collect()
}

/// A question at two values of one field ("record at 3 and at 5"), one part for each. Empty for any
/// other question.
pub fn values(text: &str, intent: &Intent, ground: Ground<'_>) -> Vec<String> {
    let without = |said: &str| {
        let at = whole_word(text, said)?;
        Some(format!("{}{}", &text[..at.start], &text[at.end..]))
    };
    let exact = |intent: &Intent| {
        let filter = intent.filter.clone()?;
        filter.min.zip(filter.max)?;
        Some((filter, intent.filter_said.clone()?))
    };
    let both = || {
        let (filter, said) = exact(intent)?;
        let one = without(&said)?;
        let rest = read(&one, ground);
        let (other_filter, other_said) = exact(&rest)?;
        let differ = other_filter.field == filter.field && other_filter != filter;
        let same = rest.topics.iter().map(|topic| &topic.name);
        let same = same.eq(intent.topics.iter().map(|topic| &topic.name));
        let other = without(&other_said).filter(|_| differ && same)?;
        let order = whole_word(text, &said)?.start < whole_word(text, &other_said)?.start;
        Some(if order { [other, one] } else { [one, other] })
    };
    both().map(Vec::from).unwrap_or_default()
}

/// Where words stand in a text as words of their own.
fn whole_word(text: &str, words: &str) -> Option<std::ops::Range<usize>> {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(words).find_map(|(at, found)| {
        let end = at + found.len();
        let inside = digit(text[..at].chars().next_back()) || digit(text[end..].chars().next());
        (!inside).then_some(at..end)
    })
}

/// How the parts hang together, from their asks and what they name.
pub fn strategy(links: &[Link]) -> DependencyType {
    if links.contains(&Link::Needs) {
        DependencyType::Dependent
    } else if links.contains(&Link::Same) {
        DependencyType::Coupled
    } else {
        DependencyType::Independent
    }
}

/// Whether a part points back ("it", "that") instead of naming what it is about.
pub fn points_back(part: &str) -> bool {
    let line = Words::read(part);
    let points = &words().points_at;
    line.iter().any(|word| {
        let hangul = word.text.chars().any(is_hangul);
        points.is(&word.text) || hangul && points.begin(&word.text)
    })
}

/// Whether a part asks why, or what to do.
pub fn seeks(part: &str, op: QuestionKind) -> bool {
    words()
        .operations
        .get(&op)
        .is_some_and(|cues| cues.hold(&Words::read(part)))
}
