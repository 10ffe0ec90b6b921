//! One question that is several: at two values of a field, or of things whose figures cannot stand
//! beside each other.

use std::ops::Range;
use std::sync::Arc;

use crate::agents::AgentContext;
use crate::domain::ActiveDomainContext;
use crate::engine::builtin::topics::{self, Topic};
use crate::model::{GroupBy, Intent, QuestionKind};
use crate::text;
use quilto_language::Words;

use super::domain_words::DomainWords;
use super::filter;
use super::operation::OperationCues;
use super::reading_context::ReadingContext;
use super::split;
use super::topic_roles;

/// A question at two values of one field ("record at 3 and at 5"), one for each.
pub(super) fn values(intent: &Intent) -> Option<[Intent; 2]> {
    let (value, said) = intent.other_filter.clone()?;
    let first = intent.filter.as_ref()?;
    first.min.zip(first.max)?;
    let one = Intent {
        other_filter: None,
        ..intent.clone()
    };
    let other = Intent {
        filter_quoted: Some(said.clone()).filter(|said| filter::reads_well(said, &value)),
        filter: Some(value),
        filter_said: Some(said),
        ..one.clone()
    };
    Some([one, other])
}

/// What one side of a comparison is.
enum Side {
    Thing(Topic),
    /// A domain, by its own words.
    Domain(String, String),
}

/// A comparison of things of different domains, one question for each: no figure of one stands beside a
/// figure of the other. Empty for any other question.
pub(super) fn of(cx: &AgentContext, text: &str, intent: &Intent) -> Vec<Intent> {
    let line = Words::read(text);
    let beside = matches!(intent.ask, QuestionKind::Overview | QuestionKind::Trend)
        && split::seeks(&line, QuestionKind::Compare);
    let compares = intent.ask == QuestionKind::Compare || beside;
    // Times of day are no sides of their own, whatever else their words name.
    let of_day = intent.by.is_some_and(GroupBy::is_part);
    let composed = !intent.figures.is_empty();
    if !compares || composed || of_day || intent.other_period.is_some() {
        return Vec::new();
    }
    let mut sides = things(cx, text, &line, intent);
    let own = by_own_words(cx, text, &line, &sides);
    sides.extend(own);
    if sides.len() < 2 {
        return Vec::new();
    }
    sides.sort_by_key(|(span, _)| span.start);
    let develops = |(_, side): (Range<usize>, Side)| develops(side, intent, ReadingContext::of(cx));
    sides.into_iter().map(develops).collect()
}

/// How one side develops.
fn develops(side: Side, of: &Intent, ground: ReadingContext<'_>) -> Intent {
    let blank = Intent {
        language: of.language,
        ask: QuestionKind::Trend,
        progress: true,
        period: of.period.clone(),
        ..Intent::default()
    };
    match side {
        Side::Thing(topic) => {
            let sorted = topic_roles::sort(vec![topic], ground);
            let (domain, domain_word) = sorted.whole.unzip();
            Intent {
                topics: sorted.subjects,
                measure_said: sorted.measure.is_some(),
                domain: domain.or_else(|| Some(sorted.measure.as_ref()?.domain.clone())),
                domain_word,
                measure: sorted.measure,
                ..blank
            }
        }
        Side::Domain(name, word) => Intent {
            domain: Some(name),
            domain_word: Some(word),
            ..blank
        },
    }
}

/// The first thing that is named of each domain.
fn things(
    cx: &AgentContext,
    text: &str,
    line: &Words,
    intent: &Intent,
) -> Vec<(Range<usize>, Side)> {
    let cued = OperationCues::find(line, &|_| true);
    // "record" asks for the best of a thing, though a domain may know it as a word of its own.
    let asks = |topic: &Topic| {
        let mut words = line.touching(&topic.span);
        !words.is_empty() && words.all(|word| cued.covers(word))
    };
    let mut sides: Vec<Topic> = Vec::new();
    for topic in topics::find(&text::read(text), &cx.domains) {
        if !topic.exact || asks(&topic) {
            continue;
        }
        // A name that two domains share is of the one that the whole question speaks of.
        let meant = intent.topics.iter().find(|own| own.span == topic.span);
        let topic = meant.cloned().unwrap_or(topic);
        if sides.iter().all(|known| known.domain != topic.domain) {
            sides.push(topic);
        }
    }
    let thing = |topic: Topic| (topic.span.clone(), Side::Thing(topic));
    sides.into_iter().map(thing).collect()
}

/// Domains that are called by their own words ("my training") beside a thing of another.
fn by_own_words(
    cx: &AgentContext,
    text: &str,
    line: &Words,
    named: &[(Range<usize>, Side)],
) -> Vec<(Range<usize>, Side)> {
    let mut found: Vec<(Range<usize>, Side)> = Vec::new();
    for module in cx.domains.modules.iter().filter(|module| !module.base) {
        let one = ActiveDomainContext {
            modules: vec![Arc::clone(module)],
            ..ActiveDomainContext::default()
        };
        let all = || named.iter().chain(&found);
        let known = all().any(|(_, side)| match side {
            Side::Thing(topic) => topic.domain == module.name,
            Side::Domain(name, _) => *name == module.name,
        });
        let free = |at: usize| {
            let word = &line.at(at).span;
            all().all(|(span, _)| span.end <= word.start || word.end <= span.start)
        };
        let Some((_, hit)) = DomainWords::of(&one).meant(line, &free).filter(|_| !known) else {
            continue;
        };
        let last = hit.words.end.saturating_sub(1);
        let span = line.at(hit.words.start).span.start..line.at(last).span.end;
        let word = text.get(span.clone()).unwrap_or_default().to_owned();
        found.push((span, Side::Domain(module.name.clone(), word)));
    }
    found
}
