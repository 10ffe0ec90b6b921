//! What a question names in domains that are not loaded, and which of them must be loaded before it can be
//! answered. Nothing else looks beyond the loaded domains.

use std::sync::Arc;

use crate::agents::{AgentContext, PlannerInput, PlannerOutput};
use crate::domain::{ActiveDomainContext, DomainModule, DomainSet};
use crate::engine::builtin::topics;
use crate::model::{Conversation, Intent, MeasureRef, QuestionKind};
use crate::text;
use quilto_language::Words;

use super::domain_words::DomainWords;
use super::measure::{self, Naming};
use super::question_turns::QuestionTurn;
use super::shared_words;

/// Domains that questions name or may be about, and that are known but not loaded. Of questions that an
/// `earlier` plan holds, what was answered since may name more.
pub(super) fn missing(
    cx: &AgentContext,
    known: &DomainSet,
    input: &PlannerInput,
    earlier: Option<&PlannerOutput>,
    asked: &[QuestionTurn],
) -> Option<Vec<String>> {
    if cx.domains.available.is_empty() {
        return None;
    }
    let all = known.select_all();
    let answers = input.user_responses.values();
    let mut missing: Vec<String> = answers.flat_map(|answer| named(&all, answer)).collect();
    if earlier.is_none() {
        missing.extend(named(&all, &input.query));
        missing.extend(sharing(known, asked));
        missing.extend(by_own_words(cx, known, asked));
    }
    let carried = asked.iter().flat_map(|one| &one.intent.topics);
    let carried = carried.filter(|topic| topic.exact);
    missing.extend(carried.map(|topic| topic.domain.clone()));
    missing.retain(|name| cx.domains.available.iter().any(|info| info.name == *name));
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return nowhere(cx, asked);
    }
    Some(missing)
}

/// Domains whose things a text names.
fn named(all: &ActiveDomainContext, text: &str) -> Vec<String> {
    let named = topics::find(&text::read(text), all).into_iter();
    let exact = named.filter(|topic| topic.exact);
    exact.map(|topic| topic.domain).collect()
}

/// Domains whose own words are those of a question that nothing loaded explains.
fn by_own_words(cx: &AgentContext, known: &DomainSet, asked: &[QuestionTurn]) -> Vec<String> {
    let unknown = |one: &&QuestionTurn| !one.intent.unknown.is_empty();
    let mut spoken = Vec::new();
    for one in asked.iter().filter(unknown) {
        let line = Words::read(&one.text);
        let free = |at: usize| one.intent.unknown.contains(&line.at(at).text);
        let speaks = |module: &&Arc<DomainModule>| {
            let alone = ActiveDomainContext {
                modules: vec![Arc::clone(module)],
                ..ActiveDomainContext::default()
            };
            !module.base && DomainWords::of(&alone).meant(&line, &free).is_some()
        };
        let available = cx.domains.available.iter();
        let modules = available.filter_map(|info| known.get(&info.name));
        spoken.extend(modules.filter(speaks).map(|module| module.name.clone()));
    }
    spoken
}

/// Domains that are asked about together with those that are loaded. A summary of no domain in
/// particular is one of all.
fn sharing(known: &DomainSet, asked: &[QuestionTurn]) -> Vec<String> {
    let all = known.select_all();
    let of_all =
        |intent: &Intent| intent.ask == QuestionKind::Summary && intent.domains().is_empty();
    if asked.iter().any(|one| of_all(&one.intent)) {
        return all
            .modules
            .iter()
            .map(|module| module.name.clone())
            .collect();
    }
    let own = DomainWords::of(&all);
    let together = asked.iter().filter_map(|one| {
        let intent = &one.intent;
        let plain = intent.topics.is_empty() && intent.filter.is_none() && !intent.measure_said;
        let of_entries = shared_words::of_entries(intent.ask, intent.other_period.is_some());
        of_entries.filter(|_| plain)?;
        let asked = shared_words::asked(&Words::read(&one.text), &|_| true, &all, &own);
        let asked = asked.map(|(together, _)| together);
        // "And last week?": of what was asked before.
        let carried = || Some(shared_words::again(intent.together.as_ref()?, &all));
        asked.or_else(carried)
    });
    let members = together.flat_map(|together| together.of);
    members.map(|of| of.domain).collect()
}

/// Puts down which measures of domains that are not loaded each question names, or the one that it leans on.
pub(super) fn name_elsewhere(
    cx: &AgentContext,
    known: &DomainSet,
    asked: &mut [QuestionTurn],
    conversation: &Conversation,
) {
    let last = conversation.turns().last();
    let last = last.and_then(|turn| turn.asked.last());
    let mut before = last.map_or_else(Vec::new, |of| of.elsewhere.clone());
    for one in asked {
        let mut named = measures_elsewhere(cx, known, &one.text);
        if one.leans() {
            let open = before.into_iter();
            named.extend(open.filter(|of| cx.domains.module(&of.domain).is_none()));
        }
        before = named.clone();
        one.intent.elsewhere = named;
    }
}

/// The measures of domains that are not loaded which a question names, the strongest of each, in words that
/// mean nothing to those that are.
pub fn measures_elsewhere(cx: &AgentContext, known: &DomainSet, question: &str) -> Vec<MeasureRef> {
    if cx.domains.available.is_empty() {
        return Vec::new();
    }
    let line = Words::read(question);
    let loaded = DomainWords::of(&cx.domains);
    let measured = measure::named(&cx.domains.modules, &line, &|_| true);
    let free = |at: usize| {
        let measured = measured.iter().any(|named| named.hit.words.contains(&at));
        !measured && !loaded.know(&line.at(at).text)
    };
    let available = cx.domains.available.iter();
    let modules = available.filter_map(|info| known.get(&info.name));
    let strongest = |module: &Arc<DomainModule>| {
        let named = measure::named(&[Arc::clone(module)], &line, &free).into_iter();
        let mut plain = named.filter(|named| !named.weak && named.naming == Naming::Plain);
        plain.next().map(|named| named.measure)
    };
    modules.filter_map(strongest).collect()
}

/// With the base alone loaded and nothing of it named, an answer may lie in any domain.
fn nowhere(cx: &AgentContext, asked: &[QuestionTurn]) -> Option<Vec<String>> {
    let only_base = cx.domains.modules.iter().all(|module| module.base);
    if !only_base || cx.domains.modules.is_empty() {
        return None;
    }
    let nowhere = |one: &QuestionTurn| {
        let intent = &one.intent;
        intent.topics.is_empty() && intent.measure.is_none() && intent.domain.is_none()
    };
    let all = cx.domains.available.iter().map(|info| info.name.clone());
    asked.iter().all(nowhere).then(|| all.collect())
}
