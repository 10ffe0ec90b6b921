//! Figures by stretches of time or by names, in words.

use crate::domain::measures::{Aggregate, Better};
use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, Quantity, QuestionKind};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{Claim, compare, number};

/// Buckets shown: a year of months.
const BUCKETS: usize = 12;

/// One value per bucket: the first or last by value where that is asked, a table else.
pub fn claims(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let by = query.by.unwrap_or(GroupBy::Day);
    let (inside, overall): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| fact.bucket.is_some());
    let mut said = rates(scene, query, &overall, place);
    let regular = matches!(
        scene.intent.ask,
        QuestionKind::Often | QuestionKind::Average
    );
    if inside.is_empty() || regular && !said.is_empty() {
        return said;
    }
    let ranked = matches!(
        scene.intent.ask,
        QuestionKind::Best | QuestionKind::Worst | QuestionKind::Which
    );
    if names(by) && place > 0 && query.op == FactOp::Best {
        said.extend(if scene.intent.ask == QuestionKind::List {
            Vec::new()
        } else {
            variations(scene, place, query, &inside)
        });
    } else if names(by) && ranked {
        said.extend(by_name(scene, query, inside));
    } else if by.is_part() && scene.intent.ask == QuestionKind::Compare {
        said.push(sides(scene, query, inside));
    } else if ranked {
        said.extend(extreme_bucket(scene, query, inside));
    } else {
        said.extend(mostly(scene, query, by, &inside));
        said.push(table(scene, query, &inside));
    }
    said
}

/// Which day of the week or time of the day has most of the days, where that is asked.
fn mostly(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    by: GroupBy,
    inside: &IndexedFacts<'_>,
) -> Option<Claim> {
    let usual = query.op == FactOp::CountDays && scene.intent.usual;
    let all = scene.facts.iter().enumerate().find(|(_, fact)| {
        usual && fact.kind == FactKind::Count(Quantity::Days) && fact.bucket.is_none()
    })?;
    let most = inside
        .iter()
        .rev()
        .max_by(|(_, a), (_, b)| number(a).total_cmp(&number(b)))?;
    let phrases = scene.phrases();
    let name = bucket_name(scene, by, most.1);
    let bucket = match by {
        GroupBy::Weekday => phrases.say("on_bucket", &[("bucket", name)]),
        _ => name,
    };
    let fill = [
        ("bucket", bucket),
        ("period", scene.period(query.period.as_ref())),
        ("n", format::number(number(most.1))),
        ("all", phrases.counted(number(all.1), "days")),
    ];
    let stated = [*most, all];
    Some(Claim::of("mostly", phrases.say("mostly", &fill), &stated).leading())
}

/// How much per week, month or year.
fn rates(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    overall: &IndexedFacts<'_>,
    place: usize,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    overall
        .iter()
        .filter_map(|(at, fact)| {
            let FactKind::Average { of, per: Some(per) } = &fact.kind else {
                return None;
            };
            let bucket = phrases.per(per.as_str());
            let days = *of == Quantity::Days;
            let counts = days
                || *of == Quantity::Entries
                || scene
                    .measure_of(query, fact)
                    .is_some_and(|m| m.aggregate == Aggregate::Entries);
            let wanted = scene.intent.by.is_some();
            let after = !wanted && place > 0 && scene.facts.iter().any(|f| f.query < place);
            let fill = [
                (
                    "topic",
                    if counts && !after {
                        scene.subject(&query.domain, &fact.subject)
                    } else {
                        scene.topic(query, fact)
                    },
                ),
                ("period", scene.period(query.period.as_ref())),
                (
                    "what",
                    if days {
                        phrases.counted(number(fact), "days")
                    } else {
                        scene.what(fact)
                    },
                ),
                ("bucket", bucket.clone()),
                ("per", bucket),
                ("n", String::new()),
            ];
            let key = match (counts, after) {
                (true, true) if days => "rate_days",
                (true, false) if days => "rate_days_alone",
                (true, true) => "rate",
                (true, false) => "rate_alone",
                _ => "average",
            };
            let claim = Claim::of("rate", phrases.say(key, &fill), &[(*at, *fact)]);
            Some(if after { claim } else { claim.leading() })
        })
        .collect()
}

/// What variations of the subject reached, where that is more than the subject itself.
fn variations(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    inside: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let own = scene.facts.iter().find(|fact| {
        fact.query < place && matches!(fact.kind, FactKind::Best(_)) && fact.bucket.is_none()
    });
    // What is measured by another measure is not more of the same.
    let more = |fact: &Fact| match (own, &fact.value) {
        (None, FactValue::Number(_)) => true,
        (Some(own), FactValue::Number(value)) => fact.kind == own.kind && *value > number(own),
        _ => false,
    };
    inside
        .iter()
        .filter(|(_, fact)| more(fact))
        .take(2)
        .filter_map(|(at, fact)| {
            let fill = [
                ("subject", scene.subject(&query.domain, &fact.subject)),
                ("what", scene.what(fact)),
                ("date", fact.date?.to_string()),
            ];
            Some(Claim::of(
                "variation",
                scene.phrases().say("variation", &fill),
                &[(*at, *fact)],
            ))
        })
        .collect()
}

/// Which kind comes first, and the two after it.
fn by_name(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    mut inside: IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    inside.sort_by(|(_, a), (_, b)| number(b).total_cmp(&number(a)));
    if scene.intent.least {
        inside.reverse();
    }
    let n = |fact: &Fact| match query.op {
        FactOp::CountDays => phrases.counted(number(fact), "days"),
        _ => scene.what(fact),
    };
    let Some(((at, first), rest)) = inside.split_first() else {
        return Vec::new();
    };
    let fill = [
        ("subject", scene.subject(&query.domain, &first.subject)),
        ("period", scene.period(query.period.as_ref())),
        ("n", n(first)),
    ];
    let key = if scene.intent.least { "least" } else { "most" };
    let mut said = vec![Claim::of("most", phrases.say(key, &fill), &[(*at, *first)]).leading()];
    let others: Vec<String> = rest
        .iter()
        .take(3)
        .map(|(_, fact)| {
            phrases.say(
                "pair",
                &[
                    ("subject", scene.subject(&query.domain, &fact.subject)),
                    ("what", n(fact)),
                ],
            )
        })
        .collect();
    if !others.is_empty() {
        let stated: IndexedFacts<'_> = rest.iter().take(3).copied().collect();
        said.push(Claim::of(
            "then",
            phrases.say("then", &[("others", others.join(", "))]),
            &stated,
        ));
    }
    said
}

/// The bucket with the greatest (or least) value.
fn extreme_bucket(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    mut inside: IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let lower = inside
        .first()
        .and_then(|(_, fact)| scene.measure_of(query, fact))
        .is_some_and(|m| m.better == Better::Lower && query.op != FactOp::Total);
    inside.sort_by(|(_, a), (_, b)| number(b).total_cmp(&number(a)));
    let worst = scene.intent.ask == QuestionKind::Worst || scene.intent.least;
    if lower != worst {
        inside.reverse();
    }
    let what = |fact: &Fact| match query.op {
        FactOp::CountDays => phrases.counted(number(fact), "days"),
        _ => scene.what(fact),
    };
    let Some(((at, first), rest)) = inside.split_first() else {
        return Vec::new();
    };
    let key = if worst { "bucket_least" } else { "bucket_most" };
    let topic = match query.op {
        FactOp::CountDays => scene.subject(&query.domain, &first.subject),
        _ => scene.topic(query, first),
    };
    let by = query.by.unwrap_or(GroupBy::Day);
    let bucket = |fact: &Fact| bucket_name(scene, by, fact);
    let fill = [
        ("bucket", bucket(first)),
        ("topic", topic),
        ("what", what(first)),
    ];
    let mut said = vec![Claim::of("bucket", phrases.say(key, &fill), &[(*at, *first)]).leading()];
    let others: Vec<String> = rest
        .iter()
        .take(2)
        .map(|(_, fact)| phrases.say("pair", &[("subject", bucket(fact)), ("what", what(fact))]))
        .collect();
    if !others.is_empty() {
        let stated: IndexedFacts<'_> = rest.iter().take(2).copied().collect();
        said.push(Claim::of(
            "then",
            phrases.say("then", &[("others", others.join(", "))]),
            &stated,
        ));
    }
    said
}

/// Times of day or parts of the week side by side on one line, the greatest first.
fn sides(scene: &AnswerContext<'_>, query: &FactQuery, mut inside: IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let by = query.by.unwrap_or(GroupBy::TimeOfDay);
    inside.sort_by(|(_, a), (_, b)| number(b).total_cmp(&number(a)));
    let counts = query.op == FactOp::CountDays;
    let side = |fact: &Fact| {
        let what = if counts {
            phrases.counted(number(fact), "days")
        } else {
            scene.what(fact)
        };
        let bucket = bucket_name(scene, by, fact);
        phrases.say("time_side", &[("bucket", bucket), ("what", what)])
    };
    let mut sides: Vec<String> = inside.iter().map(|(_, fact)| side(fact)).collect();
    // A side that was asked for and is empty is said to be.
    let has = |name: &String| inside.iter().any(|(_, fact)| is_called(fact, name));
    for name in scene.intent.sides.iter().filter(|name| !has(name)) {
        let fill = [("bucket", phrases.bucket(name))];
        sides.push(phrases.say("time_none", &fill));
    }
    let topic = match inside.first() {
        Some((_, fact)) if counts => scene.subject(&query.domain, &fact.subject),
        Some((_, fact)) => phrases.say("average_of", &[("topic", scene.topic(query, fact))]),
        None => String::new(),
    };
    let fill = [("topic", topic), ("sides", sides.join(", "))];
    let told = phrases.say("time_sides", &fill);
    let told = match more_of_asked(scene, query, &inside) {
        Some(yes) => phrases.say(if yes { "yes_told" } else { "no" }, &[("told", told)]),
        None => told,
    };
    Claim::of("sides", told, &inside).leading()
}

/// Whether the side that was asked about goes the way that was asked: "do I eat more on weekends".
fn more_of_asked(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    inside: &IndexedFacts<'_>,
) -> Option<bool> {
    let named = scene.intent.only.as_ref().map(|part| &part.bucket);
    let asked = named.or(scene.intent.sides.first())?;
    let (own, others): (Vec<_>, Vec<_>) =
        inside.iter().partition(|(_, fact)| is_called(fact, asked));
    let (_, own) = own.first()?;
    let most = others
        .iter()
        .map(|(_, fact)| number(fact))
        .reduce(f64::max)?;
    let measure = scene.measure_of(query, own);
    compare::agrees(scene, measure.as_ref(), number(own) - most)
}

/// Whether a fact is of a part of the day or the week.
fn is_called(fact: &Fact, part: &str) -> bool {
    fact.bucket
        .as_ref()
        .is_some_and(|bucket| bucket.name == part)
}

/// A bucket as the answer calls it; a week by its days, a month by its name.
fn bucket_name(scene: &AnswerContext<'_>, by: GroupBy, fact: &Fact) -> String {
    let phrases = scene.phrases();
    let Some(bucket) = &fact.bucket else {
        return String::new();
    };
    let name = match (by, &fact.period) {
        (GroupBy::Week, Some(days)) => {
            let fill = [
                ("start", days.start.to_string()),
                ("end", days.end.to_string()),
            ];
            phrases.say("week_of", &fill)
        }
        (GroupBy::Month, Some(days)) => phrases.month(days.start),
        _ => phrases.bucket(&bucket.name),
    };
    match &bucket.inside {
        Some(inside) => format!("{name} {inside}"),
        None => name,
    }
}

/// All buckets, the newest where there are many.
fn table(scene: &AnswerContext<'_>, query: &FactQuery, inside: &IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let by = query.by.unwrap_or(GroupBy::Day);
    let shown: IndexedFacts<'_> = if names(by) {
        inside.iter().take(BUCKETS * 2).copied().collect()
    } else {
        inside.iter().rev().take(BUCKETS).rev().copied().collect()
    };
    let counts = query.op == FactOp::CountDays;
    let (name, topic) = match inside.first() {
        Some((_, fact)) if !counts => (
            scene
                .measure_of(query, fact)
                .map_or_else(|| phrases.say("entries", &[]), |m| scene.measure_name(&m)),
            if fact.subject == query.domain || names(by) {
                String::new()
            } else {
                scene.subject(&query.domain, &fact.subject)
            },
        ),
        Some((_, fact)) => (
            phrases.say("days_word", &[]),
            if names(by) {
                String::new()
            } else {
                scene.subject(&query.domain, &fact.subject)
            },
        ),
        None => (String::new(), String::new()),
    };
    let fill = [
        ("name", name),
        ("topic", topic),
        ("period", scene.period(query.period.as_ref())),
    ];
    let mut lines = vec![phrases.say("bucket_head", &fill)];
    for (_, fact) in &shown {
        let bucket = if names(by) {
            scene.subject(&query.domain, &fact.subject)
        } else {
            bucket_name(scene, by, fact)
        };
        let what = if counts {
            phrases.counted(number(fact), "days")
        } else {
            scene.what(fact)
        };
        let date = fact
            .date
            .filter(|_| !counts)
            .map(|d| d.to_string())
            .unwrap_or_default();
        lines.push(phrases.say(
            "bucket_line",
            &[("bucket", bucket), ("what", what), ("date", date)],
        ));
    }
    if inside.len() > shown.len() && !names(by) {
        lines.push(phrases.say("list_more", &[]));
    }
    Claim::of("table", lines.join("\n"), &shown).leading()
}

/// Whether buckets of this kind are names rather than stretches of time.
fn names(by: GroupBy) -> bool {
    matches!(by, GroupBy::Subject | GroupBy::Group)
}
