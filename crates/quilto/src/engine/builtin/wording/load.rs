//! How much was done of late against what is usual, and what notes cannot tell of it.

use crate::domain::measures::Aggregate;
use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{Confidence, DateRange, Fact, FactKind, FactOp, FactQuery, FactValue, Quantity};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{Claim, no_data};

/// The name of the claim how one fared.
pub const BESIDE: &str = "load_beside";

/// The name of the claim what notes cannot tell.
pub const BEYOND: &str = "load_beyond";

/// From this share of the usual on, in %, it is called more or less.
const CLEAR: f64 = 20.0;

/// A figure of the days, the usual one, and the change between them in %.
#[derive(Default)]
struct LoadComparison<'a> {
    now: Option<(usize, &'a Fact)>,
    usual: Option<(usize, &'a Fact)>,
    change: Option<(usize, &'a Fact)>,
}

impl<'a> LoadComparison<'a> {
    fn of(scene: &AnswerContext<'a>, place: usize, query: &FactQuery) -> Self {
        let mut sides = Self::default();
        let other = query.compare.as_ref().and_then(|c| c.period.as_ref());
        for (at, fact) in scene.of_query(place) {
            if fact.bucket.is_some() || matches!(fact.kind, FactKind::Difference(_)) {
                continue;
            }
            let of = |days: Option<&DateRange>| {
                let same = |(a, b): (&DateRange, &DateRange)| a.start == b.start && a.end == b.end;
                fact.period.as_ref().zip(days).is_some_and(same)
            };
            if matches!(fact.kind, FactKind::Change(_)) {
                sides.change.get_or_insert((at, fact));
            } else if of(query.period.as_ref()) {
                sides.now.get_or_insert((at, fact));
            } else if of(other) {
                sides.usual.get_or_insert((at, fact));
            }
        }
        sides
    }

    fn facts(&self) -> IndexedFacts<'a> {
        [self.now, self.usual, self.change]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The verdict, the figures per week, how one fared, and what notes cannot tell.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let queries = scene.sub_query.queries();
    let base = |query: &FactQuery| scene.module(&query.domain).is_some_and(|m| m.base);
    let mut windows: Vec<&DateRange> = Vec::new();
    for period in queries
        .clone()
        .filter_map(|(_, query)| query.period.as_ref())
    {
        if !windows
            .iter()
            .any(|known| known.start == period.start && known.end == period.end)
        {
            windows.push(period);
        }
    }
    let Some(longest) = windows.iter().max_by_key(|window| window.days()).copied() else {
        return no_data::claims(scene);
    };
    let mut lines: Vec<String> = Vec::new();
    let mut stated: IndexedFacts<'_> = Vec::new();
    let mut changes: Vec<(&FactQuery, (usize, &Fact))> = Vec::new();
    let phrases = scene.phrases();
    for window in &windows {
        let mut domains: Vec<(&str, Vec<String>)> = Vec::new();
        for (place, query) in queries.clone() {
            if base(query) || query.period.as_ref().map(|p| p.start) != Some(window.start) {
                continue;
            }
            let sides = LoadComparison::of(scene, place, query);
            let Some(words) = part(scene, query, &sides) else {
                continue;
            };
            stated.extend(sides.facts());
            if window.start == longest.start {
                changes.extend(sides.change.map(|change| (query, change)));
            }
            match domains.iter_mut().find(|(name, _)| *name == query.domain) {
                Some((_, parts)) => parts.push(words),
                None => domains.push((&query.domain, vec![words])),
            }
        }
        if domains.is_empty() {
            continue;
        }
        let fill = [("period", scene.period(Some(window)))];
        lines.push(phrases.say("load_head", &fill));
        for (name, parts) in domains {
            let fill = [("domain", scene.domain(name)), ("parts", parts.join("; "))];
            lines.push(phrases.say("summary_line", &fill));
        }
    }
    if lines.is_empty() {
        return no_data::claims(scene);
    }
    let mut queries = queries;
    let usual = queries.find_map(|(_, query)| query.compare.as_ref()?.period.as_ref());
    let fill = [("period", scene.period(usual))];
    lines.push(phrases.say("load_usual", &fill));
    let mut said = vec![
        verdict(scene, changes),
        Claim::of("load", lines.join("\n"), &stated).leading(),
    ];
    said.extend(beside(scene, &base));
    said.push(beyond(scene));
    said
}

/// Of each domain whether it was more than usual, less, or as much: by the change of the first figure of each domain; of its days
/// where it has no other.
fn verdict(scene: &AnswerContext<'_>, mut changes: Vec<(&FactQuery, (usize, &Fact))>) -> Claim {
    changes.sort_by_key(|(query, _)| query.measure == Quantity::ENTRIES);
    let mut first: Vec<(&str, (usize, &Fact))> = Vec::new();
    for (query, change) in changes {
        if first.iter().all(|(domain, _)| *domain != query.domain) {
            first.push((&query.domain, change));
        }
    }
    let key = |(_, fact): &(usize, &Fact)| match fact.value {
        FactValue::Number(change) if change >= CLEAR => "load_more",
        FactValue::Number(change) if change <= -CLEAR => "load_less",
        _ => "load_same",
    };
    let phrases = scene.phrases();
    let mut verdicts: Vec<String> = Vec::new();
    for verdict in ["load_more", "load_same", "load_less"] {
        let of = first.iter().filter(|(_, change)| key(change) == verdict);
        let named: Vec<String> = of.map(|(domain, _)| scene.domain(domain)).collect();
        if !named.is_empty() {
            let fill = [("domains", named.join(", "))];
            verdicts.push(phrases.say(verdict, &fill));
        }
    }
    if verdicts.is_empty() {
        verdicts.push(phrases.say("load_new", &[]));
    }
    let stated: IndexedFacts<'_> = first.into_iter().map(|(_, change)| change).collect();
    Claim::of("load_verdict", verdicts.join(" "), &stated)
        .leading()
        .unsure(Confidence::Medium)
}

/// One figure per week, with the usual one.
fn part(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    sides: &LoadComparison<'_>,
) -> Option<String> {
    let phrases = scene.phrases();
    let value = |fact: &Fact| match (query.measure.as_str(), &fact.value) {
        (Quantity::ENTRIES, FactValue::Number(days)) => phrases.counted(*days, "days"),
        _ => format::fact_value(fact),
    };
    let any = sides.now.or(sides.usual)?.1;
    let measure = scene.measure_of(query, any);
    let counted = measure
        .as_ref()
        .is_some_and(|m| matches!(m.aggregate, Aggregate::Count | Aggregate::Entries));
    let name = measure.map_or_else(String::new, |measure| scene.measure_name(&measure));
    let what = |(_, fact): (usize, &Fact)| value(fact);
    let change = match sides.change.map(|(_, fact)| (&fact.value, fact)) {
        Some((FactValue::Number(number), fact)) => {
            let sign = if *number > 0.0 { "+" } else { "" };
            format!("{sign}{}", format::fact_value(fact))
        }
        _ => String::new(),
    };
    let fill = [
        ("name", name),
        ("counted", if counted { "1" } else { "" }.to_owned()),
        ("what", sides.now.map_or_else(String::new, what)),
        ("usual", sides.usual.map_or_else(String::new, what)),
        ("change", change),
    ];
    Some(phrases.say("load_part", &fill))
}

/// How one fared: the means of both stretches, and on how many days something was noted.
fn beside(scene: &AnswerContext<'_>, base: &dyn Fn(&FactQuery) -> bool) -> Option<Claim> {
    let phrases = scene.phrases();
    let mut words: Vec<String> = Vec::new();
    let mut stated: IndexedFacts<'_> = Vec::new();
    for (place, query) in scene.sub_query.queries() {
        if !base(query) {
            continue;
        }
        let measures = measures_of(scene.module(&query.domain)?)?;
        let name = scene.measure_name(measures.measure(&query.measure)?);
        let period = scene.period(query.period.as_ref());
        match query.op {
            FactOp::Average => {
                let sides = LoadComparison::of(scene, place, query);
                let Some((_, now)) = sides.now else { continue };
                let usual = sides.usual.map(|(_, fact)| format::fact_value(fact));
                let fill = [
                    ("name", name),
                    ("period", period),
                    ("what", format::fact_value(now)),
                    ("usual", usual.unwrap_or_default()),
                ];
                words.push(phrases.say("load_mean", &fill));
                stated.extend([sides.now, sides.usual].into_iter().flatten());
            }
            FactOp::CountDays => {
                let found = scene.of_query(place);
                let Some((at, fact)) = found.first().copied() else {
                    continue;
                };
                let FactValue::Number(days) = fact.value else {
                    continue;
                };
                let last = scene.of_query(place + 1).first().copied();
                let date = last.and_then(|(_, fact)| fact.date);
                let fill = [
                    ("name", name),
                    ("period", period),
                    ("what", phrases.counted(days, "days")),
                    ("date", date.map(|d| d.to_string()).unwrap_or_default()),
                ];
                words.push(phrases.say("load_days", &fill));
                stated.push((at, fact));
                stated.extend(last);
            }
            _ => {}
        }
    }
    (!words.is_empty()).then(|| Claim::of(BESIDE, words.join(" "), &stated).leading())
}

/// What notes cannot tell, in the words of the domain that keeps how one fares.
fn beyond(scene: &AnswerContext<'_>) -> Claim {
    let modules = scene.cx.domains.modules.iter();
    let own = modules
        .filter_map(|module| measures_of(module)?.load.clone())
        .find_map(|load| load.beyond.get(scene.intent.language.code()).cloned());
    let text = own.unwrap_or_else(|| scene.phrases().say("load_beyond", &[]));
    Claim::of(BEYOND, text.trim().to_owned(), &[]).leading()
}
