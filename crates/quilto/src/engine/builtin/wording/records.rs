//! The best and the worst in words.

use crate::domain::measures::{Better, Measure, Words};
use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, QuestionKind};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// The records of a query, and those that a measure keeps for each value of its own.
pub fn claims(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let beside_lead = scene.is_beside_lead(place);
    // Where the value was reached, how far it was from it is no news.
    if scene.intent.ask == QuestionKind::First && beside_lead {
        return Vec::new();
    }
    // A measure with records of its own per value: the greatest of them answers, unless one value
    // is asked for.
    let most = query
        .limit
        .map_or(query.subjects.len().max(1), |limit| limit as usize);
    let several = query.limit.is_some_and(|limit| limit > 1);
    let (own, found): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| fact.kind == FactKind::OwnRecord);
    let own = own.iter().map(|(at, fact)| {
        let fill = [("what", format::fact_value(fact))];
        let told = scene.phrases().say("own_record", &fill);
        Claim::of("own_record", told, &[(*at, *fact)])
    });
    let ranked = found.iter().take(most).enumerate();
    let told = ranked.filter_map(|(rank, (at, fact))| {
        let record = Record {
            scene,
            query,
            at: *at,
            fact,
            beside_lead,
        };
        record.claim(several.then_some(rank))
    });
    told.chain(own).collect()
}

/// A record of a query.
struct Record<'s, 'a> {
    scene: &'s AnswerContext<'a>,
    query: &'s FactQuery,
    at: usize,
    fact: &'a Fact,
    beside_lead: bool,
}

impl Record<'_, '_> {
    /// What is said of it; `rank` is its place where several are asked for.
    fn claim(&self, rank: Option<usize>) -> Option<Claim> {
        let (scene, query, fact) = (self.scene, self.query, self.fact);
        let measure = scene.measure_of(query, fact);
        // A value of one night or day is no record of it.
        let one_day = query.period.as_ref().is_some_and(|days| days.days() == 1);
        if one_day && measure.as_ref().is_some_and(|m| m.of_night) {
            return Some(self.said("was", "was").leading());
        }
        if let Some(rank) = rank.filter(|rank| *rank > 0) {
            return Some(self.next_best(rank).leading());
        }
        let neutral = measure.is_some_and(|measure| measure.better == Better::Neutral);
        if self.beside_lead && neutral && scene.intent.ask == QuestionKind::Trend {
            return None;
        }
        let kind = match query.op {
            FactOp::Worst => "worst",
            _ => "best",
        };
        let of_more = matches!(
            scene.intent.ask,
            QuestionKind::Trend | QuestionKind::Why | QuestionKind::Should
        );
        let mut said = match self.beside_lead {
            true if of_more && kind == "best" => self.said(kind, "trend_best"),
            true => self.said(kind, kind),
            false => self.said(kind, kind).leading(),
        };
        if scene.intent.whether
            && scene.intent.ask == QuestionKind::Best
            && let Some(verdict) = is_record(scene, fact)
        {
            said.text = format!("{} {}", scene.phrases().say(verdict, &[]), said.text);
        }
        if !fact.again.is_empty() {
            let fill = [("dates", fact.again_in_words())];
            said.text = format!("{} {}", said.text, scene.phrases().say("tied", &fill));
        }
        Some(said)
    }

    fn date(&self) -> String {
        self.fact.date.map(|d| d.to_string()).unwrap_or_default()
    }

    fn said(&self, name: &str, phrase: &str) -> Claim {
        let (scene, query, fact) = (self.scene, self.query, self.fact);
        let end = end_itself(scene, query, fact);
        let (phrase, topic) = match end {
            Some(end) if matches!(phrase, "best" | "worst") => {
                // "Longest climb": it says by itself what it is of.
                let whole = end.contains(' ') && scene.intent.topics.is_empty();
                let called = |_: &Measure| end.clone();
                let topic = match whole {
                    true => end.clone(),
                    false => scene.topic_called(query, fact, &called),
                };
                ("superlative", topic)
            }
            _ => (phrase, scene.topic(query, fact)),
        };
        let fill = [
            ("topic", topic),
            ("period", scene.period(query.period.as_ref())),
            ("condition", scene.condition(query)),
            ("what", scene.what(fact)),
            ("date", self.date()),
            ("worst", worst_word(scene, query, fact)),
        ];
        let told = scene.phrases().say(phrase, &fill);
        Claim::of(name, told, &[(self.at, fact)])
    }

    fn next_best(&self, rank: usize) -> Claim {
        let fill = [
            ("subject", (rank + 1).to_string()),
            ("what", self.scene.what(self.fact)),
            ("date", self.date()),
        ];
        let told = self.scene.phrases().say("next", &fill);
        Claim::of("next", told, &[(self.at, self.fact)])
    }
}

/// What an end of a measure is called that has no other words: "longest seam".
fn end_itself(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> Option<String> {
    let measure = scene.measure_of(query, fact)?;
    let language = scene.intent.language.code();
    let words = |of: &Words| of.get(language).and_then(|words| words.first()).cloned();
    let end = match query.op {
        FactOp::Worst => &measure.worst,
        _ => &measure.best,
    };
    words(end).filter(|_| words(&measure.aliases).is_none())
}

/// What the worst value is called where less is better ("slowest"): the lowest it is not.
fn worst_word(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    let measure = scene.measure_of(query, fact);
    let Some(measure) = measure.filter(|m| m.better == Better::Lower) else {
        return String::new();
    };
    let words = measure.worst.get(scene.intent.language.code());
    let own = words.and_then(|words| words.first()).cloned();
    own.unwrap_or_else(|| scene.phrases().say("worst_word", &[]))
}

/// Whether the latest time was the best: it is, it reached it again, or it is not.
fn is_record(scene: &AnswerContext<'_>, best: &Fact) -> Option<&'static str> {
    let latest = scene.facts.iter().find(|fact| {
        matches!(fact.kind, FactKind::Last(_) | FactKind::LastDay) && fact.subject == best.subject
    })?;
    let day = latest.date?;
    let newest = latest.entries.last()?;
    if best.entries.contains(newest) {
        return Some("record_yes");
    }
    // Of two notes of the record's day the newer one may be either.
    if best.date == latest.date {
        return None;
    }
    let again = best.value == latest.value || best.again.contains(&day);
    Some(if again { "record_again" } else { "record_no" })
}
