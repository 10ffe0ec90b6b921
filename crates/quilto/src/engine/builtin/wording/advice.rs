//! What to do next, in the words that the domain's rules bring.

use std::collections::BTreeMap;

use crate::domain::advice::Advice;
use crate::engine::builtin::advice;
use crate::engine::builtin::language::Language;
use crate::facts::format;
use crate::model::{AdvicePart, Confidence, Fact, FactKind, FactValue};
use crate::text::template::Template;

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts, korean_name};
use super::phrases::fill_in;
use super::usual;

/// The name of a claim that advises.
pub const ADVICE: &str = "advice";

/// Domains that are spoken for in one answer.
const FEW: usize = 2;

/// What the rules of the domains say, those with more days of late first.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let mut domains: Vec<(&str, IndexedFacts<'_>)> = Vec::new();
    for (place, query) in scene.sub_query.queries() {
        let found: IndexedFacts<'_> = scene
            .of_query(place)
            .into_iter()
            .filter(|(_, fact)| matches!(fact.kind, FactKind::Advice(_)) || usual::is(fact))
            .collect();
        // Without advice the usual days answer only where the domain is asked for.
        let asked = scene.intent.domain.as_ref() == Some(&query.domain);
        if found.iter().any(|(_, fact)| asked || !usual::is(fact)) {
            domains.push((&query.domain, found));
        }
    }
    // What is usual today comes first, then what was done last.
    let newest = |found: &IndexedFacts<'_>| {
        let advised = found.iter().filter(|(_, fact)| !usual::is(fact));
        advised.filter_map(|(_, fact)| fact.date).max()
    };
    let rank = |found: &IndexedFacts<'_>| (usual::today(scene, found), newest(found));
    domains.sort_by_key(|(_, found)| std::cmp::Reverse(rank(found)));
    let mut said: Vec<Claim> = Vec::new();
    let mut stopped: Vec<&Fact> = Vec::new();
    for (domain, found) in domains.into_iter().take(FEW) {
        // What two domains stop for is said once.
        if let Some((_, stop)) = found
            .iter()
            .find(|(_, fact)| fact.kind == FactKind::Advice(AdvicePart::Stop))
        {
            if stopped
                .iter()
                .any(|had| had.entries == stop.entries && had.detail == stop.detail)
            {
                continue;
            }
            stopped.push(stop);
        }
        let rests = found.iter().any(|(_, fact)| {
            matches!(
                fact.kind,
                FactKind::Advice(AdvicePart::Stop | AdvicePart::Rest)
            )
        });
        let days = usual::claim(scene, domain, &found).filter(|_| !rests);
        let advice = scene.module(domain).and_then(advice::of);
        let advised =
            advice.map_or_else(Vec::new, |advice| of_domain(scene, domain, &advice, &found));
        for claim in days.into_iter().chain(advised) {
            if said.iter().all(|other| other.text != claim.text) {
                said.push(claim);
            }
        }
    }
    said
}

fn of_domain(
    scene: &AnswerContext<'_>,
    domain: &str,
    advice: &Advice,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let part = |part: AdvicePart| {
        let wanted = FactKind::Advice(part);
        found.iter().find(|(_, fact)| fact.kind == wanted).copied()
    };
    let day = |fact: &Fact| fact.date.map(|date| date.to_string()).unwrap_or_default();
    let text = |fact: &Fact| match &fact.value {
        FactValue::Text(text) => text.clone(),
        _ => String::new(),
    };
    let claim = |words: String, stated: &[(usize, &Fact)]| {
        Claim::of(ADVICE, words, stated)
            .leading()
            .unsure(Confidence::Medium)
    };
    if let Some((at, fact)) = part(AdvicePart::Stop) {
        let stop = advice.stops.iter().find(|stop| stop.id == text(fact));
        let tag = fact.detail.as_deref().unwrap_or(&fact.subject);
        let (kind, place) = tag.split_once(':').unwrap_or((tag, ""));
        let fill = [
            ("what", noted(scene, kind)),
            ("place", noted(scene, place)),
            ("date", day(fact)),
        ];
        return stop
            .and_then(|stop| in_words(scene, &stop.say, &fill))
            .map(|words| claim(words, &[(at, fact)]))
            .into_iter()
            .collect();
    }
    let mut said = Vec::new();
    if let Some((at, fact)) = part(AdvicePart::Rest) {
        let days = match fact.value {
            FactValue::Number(days) => scene.phrases().counted(days, "days"),
            _ => String::new(),
        };
        let start = fact.period.as_ref().map(|period| period.start.to_string());
        let fill = [
            ("days", days),
            ("start", start.unwrap_or_default()),
            ("date", day(fact)),
        ];
        let say = advice.rest.as_ref().map(|rest| &rest.say);
        if let Some(words) = say.and_then(|say| in_words(scene, say, &fill)) {
            said.push(claim(words, &[(at, fact)]));
        }
    }
    if let Some((at, fact)) = part(AdvicePart::Turn) {
        let others: IndexedFacts<'_> = found
            .iter()
            .filter(|(_, fact)| fact.kind == FactKind::Advice(AdvicePart::Other))
            .copied()
            .collect();
        let named = |fact: &Fact| scene.group(domain, &fact.subject);
        let list: Vec<String> = others
            .iter()
            .map(|(_, fact)| format!("{} {}", named(fact), day(fact)))
            .collect();
        let fill = [
            ("group", named(fact)),
            ("date", day(fact)),
            ("others", list.join(", ")),
        ];
        let say = advice.choose.as_ref().map(|choose| &choose.say);
        if let Some(words) = say.and_then(|say| in_words(scene, say, &fill)) {
            let mut stated = vec![(at, fact)];
            stated.extend(others);
            said.push(claim(words, &stated));
        }
    }
    if let Some((at, fact)) = part(AdvicePart::Step) {
        let step = advice.steps.iter().find(|step| step.id == text(fact));
        let value = |of: AdvicePart| {
            part(of).map_or_else(String::new, |(_, fact)| format::fact_value(fact))
        };
        let days = match part(AdvicePart::Since).map(|(_, fact)| &fact.value) {
            Some(FactValue::Number(days)) => scene
                .phrases()
                .say("ago", &[("days", format::number(*days))]),
            _ => String::new(),
        };
        let fill = [
            ("subject", scene.subject(domain, &fact.subject)),
            // Nothing where the domain stands for all its subjects.
            (
                "own",
                if fact.subject == domain {
                    String::new()
                } else {
                    scene.subject(domain, &fact.subject)
                },
            ),
            ("last", fact.detail.clone().unwrap_or_default()),
            ("date", day(fact)),
            ("ago", days),
            ("next", value(AdvicePart::Next)),
        ];
        if let Some(words) = step.and_then(|step| in_words(scene, &step.say, &fill)) {
            let mut stated = vec![(at, fact)];
            stated.extend(
                [part(AdvicePart::Next), part(AdvicePart::Since)]
                    .into_iter()
                    .flatten(),
            );
            said.push(claim(words, &stated));
        }
    }
    said
}

/// A part of a tag as the answer calls it.
fn noted(scene: &AnswerContext<'_>, word: &str) -> String {
    let plain = word.replace('_', " ");
    let modules = &scene.cx.domains.modules;
    let own = (scene.intent.language == Language::Korean && !plain.is_empty()).then(|| {
        modules
            .iter()
            .find_map(|module| korean_name(module, &plain))
    });
    own.flatten().unwrap_or(plain)
}

/// A rule's words in the language of the question, else in any.
fn in_words(
    scene: &AnswerContext<'_>,
    say: &BTreeMap<String, Template>,
    fill: &[(&str, String)],
) -> Option<String> {
    let template = say
        .get(scene.intent.language.code())
        .or_else(|| say.values().next())?;
    Some(fill_in(template, fill))
}
