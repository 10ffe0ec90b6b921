//! What to do next, in the words that the domain's rules bring.

use std::collections::BTreeMap;

use crate::domain::advice::Advice;
use crate::engine::builtin::advice;
use crate::facts::format;
use crate::model::{AdvicePart, Confidence, Fact, FactKind, FactValue};
use crate::text::template::Template;
use quilto_language::Language;

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
        let advised = advice.map_or_else(Vec::new, |advice| {
            let rules = DomainRules {
                scene,
                domain,
                advice: &advice,
                found: &found,
            };
            rules.claims()
        });
        for claim in days.into_iter().chain(advised) {
            if said.iter().all(|other| other.text != claim.text) {
                said.push(claim);
            }
        }
    }
    said
}

/// The rules of a domain, and the facts that they brought.
struct DomainRules<'s, 'a> {
    scene: &'s AnswerContext<'a>,
    domain: &'s str,
    advice: &'s Advice,
    found: &'s IndexedFacts<'a>,
}

impl<'a> DomainRules<'_, 'a> {
    /// Where something is to be stopped, nothing else is said.
    fn claims(&self) -> Vec<Claim> {
        if let Some(stop) = self.part(AdvicePart::Stop) {
            return self.stop(stop).into_iter().collect();
        }
        let rest = self.part(AdvicePart::Rest);
        let turn = self.part(AdvicePart::Turn);
        let step = self.part(AdvicePart::Step);
        let said = [
            rest.and_then(|rest| self.rest(rest)),
            turn.and_then(|turn| self.turn(turn)),
            step.and_then(|step| self.step(step)),
        ];
        said.into_iter().flatten().collect()
    }

    fn part(&self, part: AdvicePart) -> Option<(usize, &'a Fact)> {
        let wanted = FactKind::Advice(part);
        let mut found = self.found.iter();
        found.find(|(_, fact)| fact.kind == wanted).copied()
    }

    /// Something hurts or is ill.
    fn stop(&self, (at, fact): (usize, &Fact)) -> Option<Claim> {
        let stops = &self.advice.stops;
        let stop = stops.iter().find(|stop| stop.id == text_of(fact))?;
        let tag = fact.detail.as_deref().unwrap_or(&fact.subject);
        let (kind, place) = tag.split_once(':').unwrap_or((tag, ""));
        let fill = [
            ("what", noted(self.scene, kind)),
            ("place", noted(self.scene, place)),
            ("date", day_of(fact)),
        ];
        let words = in_words(self.scene, &stop.say, &fill)?;
        Some(advised(words, &[(at, fact)]))
    }

    /// So many days in a row.
    fn rest(&self, (at, fact): (usize, &Fact)) -> Option<Claim> {
        let days = match fact.value {
            FactValue::Number(days) => self.scene.phrases().counted(days, "days"),
            _ => String::new(),
        };
        let start = fact.period.as_ref().map(|period| period.start.to_string());
        let fill = [
            ("days", days),
            ("start", start.unwrap_or_default()),
            ("date", day_of(fact)),
        ];
        let rest = self.advice.rest.as_ref()?;
        let words = in_words(self.scene, &rest.say, &fill)?;
        Some(advised(words, &[(at, fact)]))
    }

    /// Whose turn it is, with the groups that were done since.
    fn turn(&self, (at, fact): (usize, &Fact)) -> Option<Claim> {
        let others: IndexedFacts<'_> = self
            .found
            .iter()
            .filter(|(_, fact)| fact.kind == FactKind::Advice(AdvicePart::Other))
            .copied()
            .collect();
        let named = |fact: &Fact| self.scene.group(self.domain, &fact.subject);
        let list: Vec<String> = others
            .iter()
            .map(|(_, fact)| format!("{} {}", named(fact), day_of(fact)))
            .collect();
        let fill = [
            ("group", named(fact)),
            ("date", day_of(fact)),
            ("others", list.join(", ")),
        ];
        let choose = self.advice.choose.as_ref()?;
        let words = in_words(self.scene, &choose.say, &fill)?;
        let mut stated = vec![(at, fact)];
        stated.extend(others);
        Some(advised(words, &stated))
    }

    /// What comes next of a subject.
    fn step(&self, (at, fact): (usize, &Fact)) -> Option<Claim> {
        let (scene, domain) = (self.scene, self.domain);
        let steps = &self.advice.steps;
        let step = steps.iter().find(|step| step.id == text_of(fact))?;
        let (next, since) = (self.part(AdvicePart::Next), self.part(AdvicePart::Since));
        let days = match since.map(|(_, fact)| &fact.value) {
            Some(FactValue::Number(days)) => scene
                .phrases()
                .say("ago", &[("days", format::number(*days))]),
            _ => String::new(),
        };
        let subject = scene.subject(domain, &fact.subject);
        let of_all = fact.subject == domain;
        let fill = [
            ("subject", subject.clone()),
            // Nothing where the domain stands for all its subjects.
            ("own", if of_all { String::new() } else { subject }),
            ("last", fact.detail.clone().unwrap_or_default()),
            ("date", day_of(fact)),
            ("ago", days),
            (
                "next",
                next.map_or_else(String::new, |(_, fact)| format::fact_value(fact)),
            ),
        ];
        let words = in_words(scene, &step.say, &fill)?;
        let mut stated = vec![(at, fact)];
        stated.extend([next, since].into_iter().flatten());
        Some(advised(words, &stated))
    }
}

fn advised(words: String, stated: &[(usize, &Fact)]) -> Claim {
    Claim::of(ADVICE, words, stated)
        .leading()
        .unsure(Confidence::Medium)
}

fn day_of(fact: &Fact) -> String {
    fact.date.map(|date| date.to_string()).unwrap_or_default()
}

fn text_of(fact: &Fact) -> &str {
    match &fact.value {
        FactValue::Text(text) => text,
        _ => "",
    }
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
