//! How many days, notes or rows there are, in words.

use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, QuestionKind};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// So many days are named beside how many there are.
const FEW_DAYS: f64 = 10.0;

/// Each count, with the first and last day that the next queries found; and the number of the first query
/// that is not spoken for by them.
pub fn claims(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> (Vec<Claim>, usize) {
    let counted = CountedQuery {
        scene,
        place,
        query,
        edges: edges(scene, place, query),
    };
    let mut said = Vec::new();
    for (at, fact) in found {
        let FactValue::Number(value) = fact.value else {
            continue;
        };
        if counted.is_no_news(value) {
            continue;
        }
        said.push(counted.number(*at, fact, value));
        said.extend(counted.days(*at, fact, value));
    }
    let next = match counted.edges.as_slice() {
        [_, (last, _)] => last + 1,
        _ => place + 1,
    };
    (said, next)
}

/// The queries right after a count that find its first and last day, and what they found.
fn edges<'a>(
    scene: &AnswerContext<'a>,
    place: usize,
    query: &FactQuery,
) -> Vec<(usize, IndexedFacts<'a>)> {
    let after = scene.sub_query.queries().skip_while(|(at, _)| *at <= place);
    let edges = after.take_while(|(_, edge)| {
        edge.measure == query.measure
            && matches!(edge.op, FactOp::First | FactOp::Last)
            && edge.domain == query.domain
    });
    edges.map(|(at, _)| (at, scene.of_query(at))).collect()
}

/// Whether a sum or a mean of the same domain was told before; what has none is only counted.
fn is_beside_sum(scene: &AnswerContext<'_>, query: &FactQuery, place: usize) -> bool {
    let mut before = scene.sub_query.queries().take_while(|(at, _)| *at < place);
    query.together.is_some()
        || before.any(|(at, other)| {
            let sum = matches!(other.op, FactOp::Total | FactOp::Average | FactOp::Series);
            sum && other.domain == query.domain && !scene.of_query(at).is_empty()
        })
}

/// A query that counts, with those that find its first and last day.
struct CountedQuery<'s, 'a> {
    scene: &'s AnswerContext<'a>,
    place: usize,
    query: &'s FactQuery,
    edges: Vec<(usize, IndexedFacts<'a>)>,
}

impl<'a> CountedQuery<'_, 'a> {
    fn is_of_one_day(&self) -> bool {
        let period = self.query.period.as_ref();
        period.is_some_and(|period| period.days() == 1)
    }

    /// Whether a count tells nothing that was not told.
    fn is_no_news(&self, value: f64) -> bool {
        let (scene, query, place) = (self.scene, self.query, self.place);
        let totals = scene.intent.ask == QuestionKind::Total;
        // A sum of one day is over one day: that is no news.
        let beside_sum = query.op == FactOp::CountDays || query.together.is_none();
        let of_sum = totals && is_beside_sum(scene, query, place);
        // Days are no answer to how much of a measure that none of them has.
        let of_none = totals
            && scene.intent.measure_said
            && scene.intent.topics.is_empty()
            && place > 0
            && scene.of_query(0).is_empty();
        (self.is_of_one_day() || value == 1.0) && of_sum && beside_sum || of_none
    }

    /// How many there are.
    fn number(&self, at: usize, fact: &Fact, value: f64) -> Claim {
        let (scene, query) = (self.scene, self.query);
        let condition = scene.condition(query);
        let topic = self.topic(fact, &condition);
        let one = topic.strip_suffix('s').filter(|_| value == 1.0);
        let fill = [
            ("measure", one.unwrap_or(&topic).to_owned()),
            ("what", format::number(value)),
            ("topic", topic),
            ("condition", condition),
            ("period", scene.period(query.period.as_ref())),
            ("n", self.counted(fact, value)),
        ];
        let claim = Claim::of(
            "count",
            scene.phrases().say(self.phrase(), &fill),
            &[(at, fact)],
        );
        match self.leads() {
            true => claim.leading(),
            false => claim,
        }
    }

    fn topic(&self, fact: &Fact, condition: &str) -> String {
        let (scene, query) = (self.scene, self.query);
        // "Sick on 3 days": of what one is, rather than of all that is noted.
        let of_state =
            scene.intent.measure_said && scene.module(&query.domain).is_some_and(|of| of.base);
        let of_all = fact.subject == query.domain && (!condition.is_empty() || of_state);
        let measures = of_all
            .then(|| measures_of(scene.module(&query.domain)?))
            .flatten();
        let measure = measures.and_then(|m| m.measure(&query.measure).cloned());
        match measure {
            Some(measure) => scene.measure_name(&measure),
            None => scene.subject(&query.domain, &fact.subject),
        }
    }

    fn counted(&self, fact: &Fact, value: f64) -> String {
        let phrases = self.scene.phrases();
        match self.query.op {
            FactOp::CountDays => phrases.counted(value, "days"),
            FactOp::CountEntries => phrases.counted(value, "entries"),
            _ => {
                let rows = fact.kind.measure().unwrap_or_default();
                let rows = self.scene.rows_name(self.query, rows);
                format!("{} {rows}", format::number(value))
            }
        }
    }

    fn phrase(&self) -> &'static str {
        let (scene, query) = (self.scene, self.query);
        // Entries of several domains are what they are called together.
        if query.together.is_some() && query.op == FactOp::CountEntries {
            return "counted_together";
        }
        match scene.intent.ask {
            QuestionKind::Ever if self.is_of_one_day() => "yes_day",
            QuestionKind::Ever => "yes",
            QuestionKind::Total | QuestionKind::Average
                if is_beside_sum(scene, query, self.place) =>
            {
                "over_days"
            }
            _ => "count",
        }
    }

    fn leads(&self) -> bool {
        let (scene, ask) = (self.scene, self.scene.intent.ask);
        let rate = ask == QuestionKind::Often
            && matches!(
                scene.intent.by,
                Some(GroupBy::Week | GroupBy::Month | GroupBy::Year)
            )
            && scene.facts.iter().any(is_rate);
        let counts = matches!(
            ask,
            QuestionKind::Count | QuestionKind::Ever | QuestionKind::Often
        );
        !rate && counts && !scene.is_beside_lead(self.place)
    }

    /// The first or last day of what was counted.
    fn edge(&self, op: FactOp, counted: &Fact) -> Option<(usize, &'a Fact, chrono::NaiveDate)> {
        self.edges.iter().find_map(|(place, facts)| {
            let query = self.scene.sub_query.query(*place);
            let matching = query.is_some_and(|query| query.op == op);
            let mut facts = facts.iter();
            let (at, fact) = facts.find(|(_, f)| matching && f.subject == counted.subject)?;
            Some((*at, *fact, fact.date?))
        })
    }

    /// Which days they are, or from which to which.
    fn days(&self, at: usize, fact: &Fact, value: f64) -> Option<Claim> {
        let (scene, phrases) = (self.scene, self.scene.phrases());
        let span = self.edge(FactOp::First, fact);
        let span = span.zip(self.edge(FactOp::Last, fact));
        // A few days are told with how many they are; all of them where they are asked for.
        let counted = self.edges.is_empty() && scene.intent.ask == QuestionKind::Count;
        let named = span.is_some() || counted;
        let wanted = scene.intent.when || value <= FEW_DAYS;
        if let Some(days) = fact.detail.clone().filter(|_| named && wanted) {
            let told = phrases.say("count_days", &[("days", days)]);
            return Some(Claim::of("span", told, &[(at, fact)]));
        }
        let ((first_at, first, from), (last_at, last, to)) = span?;
        let key = if from == to {
            "count_same"
        } else {
            "count_span"
        };
        let fill = [("first", from.to_string()), ("last", to.to_string())];
        let stated = [(first_at, first), (last_at, last)];
        Some(Claim::of("span", phrases.say(key, &fill), &stated))
    }
}

/// Whether a fact is a mean over something, or how fast something goes.
fn is_rate(fact: &Fact) -> bool {
    matches!(
        fact.kind,
        FactKind::Average { per: Some(_), .. } | FactKind::Slope { .. }
    )
}
