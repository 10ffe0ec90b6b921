//! Lists: entries, buckets, kinds.

use std::collections::HashSet;

use crate::model::QuestionKind;
use crate::model::{Entry, Expr, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, Quantity};

use crate::domain::measures::Aggregate;
use crate::engine::builtin::matching::Matcher;
use crate::engine::builtin::measures::measures_of;
use crate::facts;

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::compare;

/// Entries shown of a list.
const SHOWN: usize = 7;
/// Buckets shown: a year of months.
const BUCKETS: usize = 12;
/// Characters of a note that a line shows.
const QUOTE: usize = 90;
/// Characters of a note that a line shows where one day is asked for: as good as all of it.
const WHOLE: usize = 1200;

/// Whether entries alone are an answer.
pub fn lists(scene: &AnswerContext<'_>) -> bool {
    let conditioned = scene
        .sub_query
        .queries()
        .any(|(_, query)| query.filter.is_some());
    // Notes in which nothing of what was asked for was looked for are none.
    let measured = scene.intent.measure.is_some() && scene.intent.topics.is_empty();
    let named = scene.intent.measure_said || scene.intent.domain_word.is_none();
    let anything = measured && named && scene.intent.unknown.is_empty();
    let anything = anything && scene.intent.ask != QuestionKind::List;
    scene.total > 0
        && !conditioned
        && !anything
        && scene.entries.iter().any(|entry| scene.inside(entry))
}

/// The entries as lines of day and words, the newest ones where there are many.
pub fn entries(scene: &AnswerContext<'_>) -> Vec<Claim> {
    if scene.entries.is_empty() {
        return Vec::new();
    }
    if let Some(mentioned) = mentioned(scene) {
        return vec![mentioned];
    }
    let phrases = scene.phrases();
    let about: Vec<&Entry> = scene
        .entries
        .iter()
        .filter(|entry| scene.inside(entry) && of_domain(scene, entry))
        .collect();
    let about = of_rows(scene, of_things(scene, about));
    let most = match scene.intent.limit {
        _ if one_of(scene, &about) => 1,
        Some(limit) => limit as usize,
        None if scene.intent.period.is_some() && about.len() <= SHOWN * 2 => SHOWN * 2,
        None => SHOWN,
    };
    let first = scene.intent.ask == QuestionKind::First;
    let shown: Vec<&Entry> = match first {
        true => about.iter().take(most).copied().collect(),
        false => about.iter().rev().take(most).rev().copied().collect(),
    };
    if shown.is_empty() {
        return Vec::new();
    }
    // A number only where it was computed: what was only found in words is not counted.
    let limited = scene.intent.limit.is_some();
    let counted = scene.facts.iter().find(|fact| {
        !limited
            && fact.kind == FactKind::Count(Quantity::Entries)
            && (number(fact) as usize == scene.total
                || scene.intent.domain.is_some()
                || number(fact) as usize == about.len())
    });
    let n = counted.map_or_else(String::new, |fact| phrases.counted(number(fact), "entries"));
    let one = if counted.map_or(scene.total, |fact| number(fact) as usize) == 1 {
        "1"
    } else {
        ""
    };
    let topic = scene.asked_topic();
    let period = scene.period(scene.intent.period.as_ref());
    let fill = [
        ("topic", topic.clone()),
        ("period", period.clone()),
        ("n", n.clone()),
        ("one", one.to_owned()),
        (
            "some",
            if n.is_empty() {
                String::new()
            } else {
                "1".to_owned()
            },
        ),
        ("words", scene.intent.unknown.join(" ")),
    ];
    let head = match (topic.is_empty(), period.is_empty()) {
        _ if scene.intent.topics.is_empty() && !scene.intent.unknown.is_empty() => "found_words",
        (false, false) => "list",
        (false, true) => "list_all",
        (true, false) => "list_plain",
        (true, true) => "list_plain_all",
    };
    let mut lines = vec![phrases.say(head, &fill)];
    let one_day = scene.intent.period.as_ref().is_some_and(|p| p.days() == 1);
    let most = if one_day { WHOLE } else { QUOTE };
    lines.extend(shown.iter().map(|entry| line_of(scene, entry, most)));
    let rest = if scene.intent.limit.is_some() {
        0
    } else {
        let total = match (counted, &scene.intent.period) {
            (Some(fact), _) => number(fact) as usize,
            (None, Some(_)) => about.len(),
            (None, None) => scene.total,
        };
        total.saturating_sub(shown.len())
    };
    if rest > 0 {
        lines.push(phrases.say("list_more", &[]));
    }
    let stated: Vec<(usize, &Fact)> = scene
        .facts
        .iter()
        .enumerate()
        .filter(|(_, fact)| counted.is_some_and(|c| std::ptr::eq(*fact, c)))
        .collect();
    let mut said = Claim::of("entries", lines.join("\n"), &stated).leading();
    said.entries = shown.iter().map(|entry| entry.id.clone()).collect();
    vec![said]
}

/// On how many days notes mention what no row holds.
fn mentioned(scene: &AnswerContext<'_>) -> Option<Claim> {
    let beyond = scene.sub_query.exprs.len();
    let of_words =
        |fact: &Fact| fact.query == beyond && fact.kind == FactKind::Count(Quantity::Days);
    let mut facts = scene.facts.iter().enumerate();
    let (at, fact) = facts.find(|(_, fact)| of_words(fact))?;
    let phrases = scene.phrases();
    // What was looked for is what was typed.
    let typed = scene.intent.topics.first().map(|topic| topic.typed.clone());
    let unknown = || Some(scene.intent.unknown.join(" ")).filter(|word| !word.is_empty());
    let typed = typed.or_else(unknown);
    let fill = [
        ("topic", typed.unwrap_or_else(|| scene.asked_topic())),
        ("period", scene.period(scene.intent.period.as_ref())),
        ("n", phrases.counted(number(fact), "days")),
        ("dates", fact.detail.clone().unwrap_or_default()),
    ];
    let told = phrases.say("mentioned", &fill);
    Some(Claim::of("mentioned", told, &[(at, fact)]).leading())
}

/// Of entries that were found for any word of a question, those that name one of its things; all of them
/// where it asks whether or how often.
fn of_things<'a>(scene: &AnswerContext<'a>, about: Vec<&'a Entry>) -> Vec<&'a Entry> {
    let topics = &scene.intent.topics;
    let together = matches!(
        scene.intent.ask,
        QuestionKind::Ever | QuestionKind::Count | QuestionKind::Often
    );
    if topics.is_empty() || topics.len() < 2 && scene.intent.measure.is_none() {
        return about;
    }
    let named = Matcher::each(&scene.cx.domains.modules, topics);
    let meant = |entry: &&Entry| match together {
        true => named.iter().all(|named| named.holds(entry)),
        false => named.iter().any(|named| named.holds(entry)),
    };
    about.into_iter().filter(meant).collect()
}

/// Those with rows that were listed under conditions, where any were.
fn of_rows<'a>(scene: &AnswerContext<'a>, mut about: Vec<&'a Entry>) -> Vec<&'a Entry> {
    let exprs = scene.sub_query.exprs.iter().enumerate();
    let listed =
        exprs.filter(|(_, expr)| matches!(expr, Expr::Figure(of) if of.op == FactOp::List));
    let facts = listed.flat_map(|(place, _)| scene.of_query(place));
    let ids: HashSet<_> = facts.flat_map(|(_, fact)| &fact.entries).collect();
    if !ids.is_empty() {
        about.retain(|entry| ids.contains(&entry.id));
    }
    about
}

/// Whether the first or the last of them is asked for alone.
fn one_of(scene: &AnswerContext<'_>, about: &[&Entry]) -> bool {
    matches!(scene.intent.ask, QuestionKind::First | QuestionKind::Last) && !about.is_empty()
}

/// A note on a line, with its day.
pub fn line(scene: &AnswerContext<'_>, entry: &Entry) -> String {
    line_of(scene, entry, QUOTE)
}

fn line_of(scene: &AnswerContext<'_>, entry: &Entry, most: usize) -> String {
    let fill = [
        ("date", entry.date.to_string()),
        ("what", short(&entry.raw, most)),
    ];
    scene.phrases().say("list_line", &fill)
}

/// Whether an entry is of the domain that the question speaks of, where it names nothing else.
fn of_domain(scene: &AnswerContext<'_>, entry: &Entry) -> bool {
    if let Some(together) = &scene.intent.together {
        let known = |domain: &str| measures_of(scene.module(domain)?);
        return facts::is_of(entry, together, &known);
    }
    let Some(domain) = scene
        .intent
        .domain
        .as_ref()
        .filter(|_| scene.intent.topics.is_empty())
    else {
        return true;
    };
    entry
        .parsed
        .as_ref()
        .is_some_and(|parsed| parsed.domain_data.contains_key(domain))
}

/// The words of the note that the first claim rests on: "how did it go".
pub fn quote(scene: &AnswerContext<'_>, said: &[Claim]) -> Option<Claim> {
    let id = said.iter().find_map(|claim| claim.entries.last())?;
    if said.iter().any(|claim| claim.name == "entries") {
        return None;
    }
    let entry = scene.entries.iter().find(|entry| entry.id == *id)?;
    let fill = [("quote", short(&entry.raw, QUOTE * 2))];
    let mut claim = Claim::of("note", scene.phrases().say("noted", &fill), &[]);
    claim.entries.push(entry.id.clone());
    Some(claim)
}

/// The first words of a note on one line.
pub fn short(raw: &str, most: usize) -> String {
    let line = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let mut cut: String = line.chars().take(most).collect();
    if let Some(space) = cut.rfind(' ') {
        cut.truncate(space);
    }
    format!("{cut}…")
}

/// One value per bucket: the first or last by value where that is asked, a table else.
pub fn buckets(
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
        ("n", crate::facts::format::number(number(most.1))),
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

fn number(fact: &Fact) -> f64 {
    match fact.value {
        FactValue::Number(value) => value,
        _ => f64::NEG_INFINITY,
    }
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
        .is_some_and(|m| {
            m.better == crate::domain::measures::Better::Lower && query.op != FactOp::Total
        });
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
    let has = |name: &String| {
        inside
            .iter()
            .any(|(_, fact)| fact.bucket.as_ref() == Some(name))
    };
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
    let (own, others): (Vec<_>, Vec<_>) = inside
        .iter()
        .partition(|(_, fact)| fact.bucket.as_ref() == Some(asked));
    let (_, own) = own.first()?;
    let most = others
        .iter()
        .map(|(_, fact)| number(fact))
        .reduce(f64::max)?;
    let measure = scene.measure_of(query, own);
    compare::agrees(scene, measure.as_ref(), number(own) - most)
}

/// A bucket as the answer calls it; a week by its days.
fn bucket_name(scene: &AnswerContext<'_>, by: GroupBy, fact: &Fact) -> String {
    let phrases = scene.phrases();
    match (by, &fact.period) {
        (GroupBy::Week, Some(days)) => {
            let fill = [
                ("start", days.start.to_string()),
                ("end", days.end.to_string()),
            ];
            phrases.say("week_of", &fill)
        }
        _ => phrases.bucket(fact.bucket.as_deref().unwrap_or_default()),
    }
}

/// Rows that fit a condition, one line each, the newest where there are many.
pub fn rows(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let topic = found.first().map_or_else(String::new, |(_, fact)| {
        scene.subject(&query.domain, &fact.subject)
    });
    let topic = format!("{topic} {}", scene.condition(query));
    let fill = [
        ("topic", topic.trim().to_owned()),
        ("period", scene.period(query.period.as_ref())),
    ];
    let head = if query.period.is_some() {
        "list"
    } else {
        "list_all"
    };
    let shown: IndexedFacts<'_> = found.iter().rev().take(BUCKETS).rev().copied().collect();
    let mut lines = vec![phrases.say(head, &fill)];
    for (_, fact) in &shown {
        let fill = [
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
            ("what", scene.what(fact)),
        ];
        lines.push(phrases.say("list_line", &fill));
    }
    if found.len() > shown.len() {
        lines.push(phrases.say("list_more", &[]));
    }
    Claim::of("rows", lines.join("\n"), &shown).leading()
}

/// A record for each value of a field, one line each.
pub fn records(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let name = found
        .first()
        .and_then(|(_, fact)| scene.measure_of(query, fact))
        .map_or_else(String::new, |measure| scene.measure_name(&measure));
    let subject = found.first().map_or_else(String::new, |(_, fact)| {
        scene.subject(&query.domain, &fact.subject)
    });
    let fill = [
        ("name", name),
        ("topic", subject),
        ("period", scene.period(query.period.as_ref())),
    ];
    let mut lines = vec![phrases.say("bucket_head", &fill)];
    for (_, fact) in found {
        let fill = [
            ("bucket", fact.bucket.clone().unwrap_or_default()),
            ("what", crate::facts::format::fact_value(fact)),
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
        ];
        lines.push(phrases.say("bucket_line", &fill));
    }
    Claim::of("records", lines.join("\n"), found).leading()
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
