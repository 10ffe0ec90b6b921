//! The first and the last time in words.

use crate::domain::measures::Aggregate;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{Claim, no_data};

/// One claim for each subject that is asked for.
pub fn claims(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let of_day = found
        .iter()
        .filter(|(_, fact)| fact.kind != FactKind::DaysSince);
    let mut said = Vec::new();
    for (at, fact) in of_day.take(query.subjects.len().max(1)) {
        let Some(date) = fact.date else {
            continue;
        };
        let edge = Edge {
            scene,
            query,
            at: *at,
            fact,
            date: date.to_string(),
            what: match fact.value {
                FactValue::Date(_) => String::new(),
                _ => scene.what(fact),
            },
        };
        let nothing_told = edge.what.is_empty() && scene.intent.topics.is_empty();
        // The day of a note that does not tell the state is no answer.
        if nothing_told && edge.is_of_state() {
            said.extend(no_data::no_measure(scene, query));
        } else if scene.is_beside_lead(place) {
            said.extend(edge.beside_lead(place));
        } else {
            said.push(edge.alone());
        }
    }
    said
}

/// The first or the last time of something.
struct Edge<'s, 'a> {
    scene: &'s AnswerContext<'a>,
    query: &'s FactQuery,
    at: usize,
    fact: &'a Fact,
    date: String,
    /// Its value in words; empty where it has none.
    what: String,
}

impl Edge<'_, '_> {
    fn is_first(&self) -> bool {
        self.query.op == FactOp::First
    }

    /// Whether it is of what one is or has, rather than of what was done.
    fn is_of_state(&self) -> bool {
        let measure = self.scene.measure_of(self.query, self.fact);
        measure.is_some_and(|measure| measure.aggregate == Aggregate::Last)
    }

    fn claim(&self, name: &str, text: String) -> Claim {
        Claim::of(name, text, &[(self.at, self.fact)])
    }

    /// What it adds to a lead that told more.
    fn beside_lead(&self, place: usize) -> Option<Claim> {
        let (scene, query, fact) = (self.scene, self.query, self.fact);
        let earlier = || scene.facts.iter().filter(|other| other.query < place);
        let already = earlier().any(|other| {
            other.subject == fact.subject && other.date == fact.date && other.unit == fact.unit
        });
        // Of all subjects the best and the latest may be of two: then the latest says nothing.
        let other =
            query.subjects.is_empty() && !earlier().any(|other| other.subject == fact.subject);
        // The first of a count is told with its last; a record that is also the latest, once.
        if self.is_first() || already || other || self.what.is_empty() {
            return None;
        }
        // Of a group the one that was it is named.
        let several = query.subjects.len() > 1
            || !query.subjects.is_empty() && !query.subjects.contains(&fact.subject);
        let subject = if several {
            scene.subject(&query.domain, &fact.subject)
        } else {
            String::new()
        };
        let fill = [
            ("what", self.what.clone()),
            ("date", self.date.clone()),
            ("subject", subject),
        ];
        Some(self.claim("latest", scene.phrases().say("latest", &fill)))
    }

    fn alone(&self) -> Claim {
        let (scene, query, first) = (self.scene, self.query, self.is_first());
        let ago = match first {
            true => String::new(),
            false => ago(scene, self.fact),
        };
        let fill = [
            ("topic", scene.topic_of_edge(query, self.fact)),
            ("period", scene.period(query.period.as_ref())),
            ("condition", scene.condition(query)),
            ("what", self.what.clone()),
            ("date", self.date.clone()),
            ("ago", ago),
        ];
        // Of a whole domain there is no "your last …": its word may be a verb.
        let of_all = query.together.is_some()
            || self.fact.subject == query.domain && scene.intent.measure.is_none();
        let phrase = match (first, of_all) {
            (false, _) if self.is_of_state() && !self.what.is_empty() => "state",
            (true, true) => "first_domain",
            (false, true) => "last_domain",
            (true, false) => "first",
            (false, false) => "last",
        };
        let phrases = scene.phrases();
        let mut text = phrases.say(phrase, &fill);
        // "Did I ever reach it": when it was first says that it was.
        if first && scene.intent.whether && query.filter.is_some() {
            text = format!("{} {text}", phrases.say("yes_word", &[]));
        }
        let name = if first { "first" } else { "last" };
        self.claim(name, text).leading()
    }
}

/// How long ago the last one was, as the facts say.
fn ago(scene: &AnswerContext<'_>, last: &Fact) -> String {
    let since = scene.facts.iter().find(|fact| {
        fact.kind == FactKind::DaysSince
            && fact.query == last.query
            && fact.subject == last.subject
            && fact.date == last.date
    });
    match since.map(|fact| &fact.value) {
        Some(FactValue::Number(days)) => scene
            .phrases()
            .say("ago", &[("days", format::number(*days))]),
        _ => String::new(),
    }
}
