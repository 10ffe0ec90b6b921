//! Single figures in words: sums, means, counts of kinds, of days without and of weeks.

use crate::domain::measures::Aggregate;
use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactQuery, FactValue, GroupBy, Per, Quantity, TargetPart};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// A sum, or a count of rows.
pub fn number(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
    key: &str,
) -> Vec<Claim> {
    found
        .iter()
        .map(|(at, fact)| {
            let measure = scene.measure_of(query, fact);
            let counted = measure
                .as_ref()
                .is_some_and(|m| matches!(m.aggregate, Aggregate::Count | Aggregate::Entries));
            let of_all = fact.subject == query.domain;
            let fill = [
                ("topic", scene.topic(query, fact)),
                ("period", scene.period(query.period.as_ref())),
                ("condition", scene.condition(query)),
                ("what", scene.what(fact)),
                (
                    "measure",
                    measure
                        .map(|m| scene.counted_name(&m, fact))
                        .unwrap_or_default(),
                ),
                (
                    "subject",
                    if of_all {
                        String::new()
                    } else {
                        scene.subject(&query.domain, &fact.subject)
                    },
                ),
            ];
            let phrase = if counted { "counted" } else { key };
            Claim::of(key, scene.phrases().say(phrase, &fill), &[(*at, *fact)]).leading()
        })
        .collect()
}

/// How many different subjects there are.
pub fn kinds(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Vec<Claim> {
    let said = |(at, fact): &(usize, &Fact)| {
        let fill = [
            ("n", format::fact_value(fact)),
            ("topic", scene.domain(&query.domain)),
            ("period", scene.period(query.period.as_ref())),
        ];
        Claim::of(
            "kinds",
            scene.phrases().say("kinds", &fill),
            &[(*at, *fact)],
        )
        .leading()
    };
    found.iter().map(said).collect()
}

/// What days are without: a subject, or a value.
fn of_what(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    match query.measure == Quantity::ENTRIES {
        true => scene.subject(&query.domain, &fact.subject),
        false => scene.measure_called(&query.domain, &query.measure),
    }
}

/// How many days have nothing on the subject.
pub fn off(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Vec<Claim> {
    let pairs = found.chunks(2);
    let said = |pair: &[(usize, &Fact)]| {
        let &[off, all] = pair else {
            return None;
        };
        let days = all.1.period.as_ref()?;
        let fill = [
            ("n", format::number(number_of(off.1))),
            ("all", scene.phrases().counted(number_of(all.1), "days")),
            ("topic", of_what(scene, query, off.1)),
            ("period", scene.period(query.period.as_ref())),
            ("start", days.start.to_string()),
            ("end", days.end.to_string()),
        ];
        let mut text = scene.phrases().say("off", &fill);
        if let Some(dates) = &off.1.detail {
            let one = if number_of(off.1) == 1.0 { "1" } else { "" };
            let fill = [("dates", dates.clone()), ("one", one.to_owned())];
            text = format!("{text} {}", scene.phrases().say("off_days", &fill));
        }
        Some(Claim::of("off", text, &[off, all]).leading())
    };
    pairs.filter_map(said).collect()
}

/// In how many weeks or months something was done so often.
pub fn stretches(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let &[(at, kept), (all_at, all), ..] = found.as_slice() else {
        return Vec::new();
    };
    let unit = kept.unit.as_deref().unwrap_or("weeks");
    let bounds = query.filter.as_ref();
    let (min, max) = bounds.map_or((None, None), |filter| (filter.min, filter.max));
    let (key, value) = match (min, max) {
        (Some(min), Some(_)) => ("days_is", min),
        // A hair more than a whole number: more than that.
        (Some(min), None) if min.fract() != 0.0 => ("days_above", min.floor()),
        (Some(min), None) => ("days_min", min),
        (None, Some(max)) if max.fract() != 0.0 => ("days_below", max.ceil()),
        (None, max) => ("days_max", max.unwrap_or_default()),
    };
    let fill = [
        ("period", scene.period(query.period.as_ref())),
        ("topic", scene.subject(&query.domain, &kept.subject)),
        (
            "condition",
            phrases.say(key, &[("value", format::number(value))]),
        ),
        ("n", phrases.counted(number_of(kept), unit)),
        ("all", phrases.counted(number_of(all), unit)),
        ("unit", phrases.unit(unit)),
    ];
    let stated = [(at, kept), (all_at, all)];
    vec![Claim::of("stretches", phrases.say("stretches", &fill), &stated).leading()]
}

fn number_of(fact: &Fact) -> f64 {
    match fact.value {
        FactValue::Number(value) => value,
        _ => 0.0,
    }
}

/// Which share of a sum was estimated, and from what.
pub fn estimated(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    shares: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let said = |(at, fact): &(usize, &Fact)| {
        let measure = scene.measure_of(query, fact)?;
        let measures = measures_of(scene.module(&query.domain)?)?;
        let kinds = measure
            .rows
            .iter()
            .filter_map(|rows| measures.row_kind(rows));
        let from = kinds.filter_map(|kind| kind.estimates.as_ref()).next()?;
        let from = from.from.get(scene.intent.language.code());
        let fill = [
            ("share", format::fact_value(fact)),
            ("from", from.cloned().unwrap_or_default()),
        ];
        let text = scene.phrases().say("estimated", &fill);
        Some(Claim::of("estimated", text, &[(*at, *fact)]).leading())
    };
    shares.iter().filter_map(said).collect()
}

/// What a figure is against the target of a day.
pub fn target(scene: &AnswerContext<'_>, aims: &IndexedFacts<'_>) -> Option<Claim> {
    let part = |part: TargetPart| {
        let wanted = FactKind::Target(part);
        aims.iter().find(|(_, fact)| fact.kind == wanted).copied()
    };
    let words = |of: TargetPart| part(of).map_or_else(String::new, |(_, f)| format::fact_value(f));
    part(TargetPart::Amount)?;
    let fill = [
        ("target", words(TargetPart::Amount)),
        ("share", words(TargetPart::Share)),
        ("left", words(TargetPart::Left)),
        ("reached", words(TargetPart::Reached)),
        ("days", words(TargetPart::Days)),
    ];
    let key = if part(TargetPart::Reached).is_some() {
        "target_days"
    } else {
        "target_day"
    };
    Some(Claim::of("target", scene.phrases().say(key, &fill), aims).leading())
}

/// A mean, and what it was taken over.
pub fn average(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    found
        .iter()
        .map(|(at, fact)| {
            let of_day = query.period.as_ref().is_some_and(|days| days.days() == 1);
            let key = if of_day && fact.sample == 1 {
                "was"
            } else if over(fact) == Some(&Per::Day) {
                "average_days"
            } else if matches!(query.by, Some(GroupBy::Entry | GroupBy::Row)) {
                "average_each"
            } else {
                "average"
            };
            let fill = [
                ("topic", scene.topic(query, fact)),
                ("period", scene.period(query.period.as_ref())),
                ("condition", scene.condition(query)),
                (
                    "what",
                    match key {
                        "was" => scene.what(fact),
                        _ => format::fact_value(fact),
                    },
                ),
                ("n", fact.sample.to_string()),
                ("values", values_name(scene, query, fact)),
                (
                    "rows",
                    match over(fact) {
                        Some(Per::Row(kind)) => scene.rows_name(query, kind),
                        _ => scene.phrases().say("entries", &[]),
                    },
                ),
                ("row", one_row(scene, query, fact)),
                ("per", String::new()),
            ];
            Claim::of("average", scene.phrases().say(key, &fill), &[(*at, *fact)]).leading()
        })
        .collect()
}

/// What a mean is taken over.
fn over(fact: &Fact) -> Option<&Per> {
    match &fact.kind {
        FactKind::Average { per, .. } => per.as_ref(),
        _ => None,
    }
}

/// What one of the rows is called that an average was taken over; of entries there is no need.
fn one_row(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    let Some(Per::Row(rows)) = over(fact) else {
        return String::new();
    };
    let name = scene.rows_name(query, rows);
    name.strip_suffix('s').map_or(name.clone(), str::to_owned)
}

/// What an average was taken over: the rows of its measure.
fn values_name(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    let measure = scene.measure_of(query, fact);
    let rows = measure.as_ref().and_then(|measure| measure.rows.first());
    let name = rows.map_or_else(String::new, |rows| scene.rows_name(query, rows));
    match name.strip_suffix('s') {
        Some(one) if fact.sample == 1 => one.to_owned(),
        _ => name,
    }
}
