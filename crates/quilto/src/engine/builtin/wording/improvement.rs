//! Every subject in one stretch of days and in another: where one got better, whatever the subject.

use crate::domain::measures::Better;
use crate::facts::format;
use crate::model::{DateRange, Fact, FactKind, FactQuery, FactValue};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{Claim, no_data};

/// Subjects that are told, those with the most rows first.
const SHOWN: usize = 6;

/// One subject in both stretches.
struct SubjectChange<'a> {
    then: (usize, &'a Fact),
    now: (usize, &'a Fact),
    difference: (usize, &'a Fact),
    /// By how much the later one is better.
    gain: f64,
}

/// The verdict over all subjects that both stretches have, and a line for each.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let other = query.compare.as_ref().and_then(|c| c.period.as_ref());
    let (Some(one), Some(other)) = (query.period.as_ref(), other) else {
        return no_data::claims(scene);
    };
    let (earlier, later) = if one.start <= other.start {
        (one, other)
    } else {
        (other, one)
    };
    let mut pairs: Vec<SubjectChange<'_>> = found
        .iter()
        .filter(|(_, fact)| is_difference(fact))
        .filter_map(|difference| pair(scene, query, found, *difference, (earlier, later)))
        .collect();
    let phrases = scene.phrases();
    let ends = [
        ("period", scene.period(Some(earlier))),
        ("other", scene.period(Some(later))),
    ];
    let Some(first) = pairs.first() else {
        let text = phrases.say("better_none", &ends);
        return vec![Claim::of("better", text, &[]).leading()];
    };
    let name = scene
        .measure_of(query, first.then.1)
        .map_or_else(String::new, |measure| scene.measure_name(&measure));
    let up = pairs.iter().filter(|pair| pair.gain > 0.0).count();
    let down = pairs.iter().filter(|pair| pair.gain < 0.0).count();
    let key = match up.cmp(&down) {
        std::cmp::Ordering::Greater => "better_later",
        std::cmp::Ordering::Less => "better_earlier",
        std::cmp::Ordering::Equal => "better_mixed",
    };
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.then.1.sample + pair.now.1.sample));
    pairs.truncate(SHOWN);
    let [period, other] = ends;
    let mut lines = vec![phrases.say(key, &[("name", name), period, other])];
    let mut stated: IndexedFacts<'_> = Vec::new();
    let date = |fact: &Fact| fact.date.map(|d| d.to_string()).unwrap_or_default();
    for pair in &pairs {
        let sign = matches!(pair.difference.1.value, FactValue::Number(n) if n > 0.0);
        let fill = [
            (
                "subject",
                scene.subject(&query.domain, &pair.then.1.subject),
            ),
            ("start", format::fact_value(pair.then.1)),
            ("start_date", date(pair.then.1)),
            ("end", format::fact_value(pair.now.1)),
            ("end_date", date(pair.now.1)),
            (
                "difference",
                format!(
                    "{}{}",
                    if sign { "+" } else { "" },
                    format::fact_value(pair.difference.1)
                ),
            ),
        ];
        lines.push(phrases.say("better_line", &fill));
        stated.extend([pair.then, pair.now, pair.difference]);
    }
    vec![Claim::of("better", lines.join("\n"), &stated).leading()]
}

fn is_difference(fact: &Fact) -> bool {
    matches!(fact.kind, FactKind::Difference(_))
}

fn pair<'a>(
    scene: &AnswerContext<'a>,
    query: &FactQuery,
    found: &IndexedFacts<'a>,
    difference: (usize, &'a Fact),
    (earlier, later): (&DateRange, &DateRange),
) -> Option<SubjectChange<'a>> {
    let side = |days: &DateRange| {
        let of = |fact: &Fact| {
            let own = fact.period.as_ref();
            !is_difference(fact)
                && !matches!(fact.kind, FactKind::Change(_))
                && fact.bucket == difference.1.bucket
                && fact.unit == difference.1.unit
                && own.is_some_and(|own| own.start == days.start && own.end == days.end)
        };
        found.iter().find(|(_, fact)| of(fact)).copied()
    };
    let (then, now) = (side(earlier)?, side(later)?);
    let lower = scene
        .measure_of(query, now.1)
        .is_some_and(|measure| measure.better == Better::Lower);
    let FactValue::Number(number) = difference.1.value else {
        return None;
    };
    Some(SubjectChange {
        then,
        now,
        difference,
        gain: if lower { -number } else { number },
    })
}
