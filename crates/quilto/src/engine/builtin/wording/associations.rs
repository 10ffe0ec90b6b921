//! What differed before better and worse days, in words: an association, with its counts.

use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{
    Confidence, DateRange, Entry, Fact, FactKind, FactQuery, FactValue, Factor, Side,
};
use quilto_language::Language;

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// The name of a claim about a factor.
pub const FACTOR: &str = "factor";

/// The name of the claim with the notes of the days that are asked about.
const DAYS: &str = "days";

/// Factors that are told of all that differed.
const MOST: usize = 3;

/// The name of the claim that no cause is proved.
const CAVEAT: &str = "association";

/// From here on an effect is called strong (Romano and others 2006, see `facts::associate`).
const STRONG: f64 = 0.474;

/// One claim per factor, the strongest first.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    // "Does A affect B": A alone.
    let asked = scene.intent.factor.as_ref().map(|of| &of.name);
    let wanted = |fact: &Fact| {
        let FactKind::Association { factor, .. } = &fact.kind else {
            return false;
        };
        let is = |asked: &String| matches!(factor, Factor::Measure { name, .. } if name == asked);
        asked.is_none_or(is)
    };
    let mut said: Vec<Claim> = found
        .iter()
        .filter(|(_, fact)| wanted(fact))
        .take(MOST)
        .filter_map(|(at, fact)| factor(scene, query, found, (*at, fact)))
        .collect();
    if said.is_empty()
        && let Some(claim) = super::no_data::not_that(scene, query)
    {
        return vec![claim];
    }
    if !said.is_empty() {
        let caveat = scene.phrases().say("why_caveat", &[]);
        said.push(Claim::of(CAVEAT, caveat, &[]));
    }
    said
}

/// The notes of the named days and the day before, or of the last days where those were read for a
/// question that names none; none where it names many.
pub fn around<'a>(scene: &AnswerContext<'a>) -> Vec<&'a Entry> {
    const FEW_DAYS: i64 = 14;
    let read = scene.sub_query.retrieval.iter();
    let mut late = read
        .filter(|of| of.terms.is_empty())
        .filter_map(|of| of.period.clone());
    let days = match &scene.intent.period {
        Some(named) => named
            .start
            .pred_opt()
            .map(|day| DateRange::new(day, named.end)),
        None => late.next_back(),
    };
    let Some(days) = days.filter(|days| days.days() <= FEW_DAYS + 1) else {
        return Vec::new();
    };
    let entries = scene.entries.iter();
    entries.filter(|entry| days.contains(entry.date)).collect()
}

/// What was noted on the named days and the day before, where they are few: the reader sees more in
/// them than what can be counted.
pub fn days(scene: &AnswerContext<'_>) -> Option<Claim> {
    const MOST: usize = 14;
    let of_days = around(scene);
    if of_days.is_empty() {
        return None;
    }
    let earlier = of_days.len().saturating_sub(MOST);
    let of_days = &of_days[earlier..];
    let key = match scene.intent.period {
        Some(_) => "why_days",
        None => "why_lately",
    };
    let mut lines = vec![scene.phrases().say(key, &[])];
    lines.extend(
        of_days
            .iter()
            .map(|entry| super::listing::line(scene, entry)),
    );
    let mut said = Claim::of(DAYS, lines.join("\n"), &[]);
    said.entries = of_days.iter().map(|entry| entry.id.clone()).collect();
    Some(said)
}

/// The factors with the caveat that belongs to them, then how it goes; other figures stand beside the
/// question.
pub fn in_order(said: &mut Vec<Claim>) {
    let place = |claim: &Claim| match claim.name.as_str() {
        FACTOR | super::no_data::NO_REASON => Some(0),
        CAVEAT => Some(1),
        "trend" | "compare" | "missing" => Some(2),
        DAYS => Some(3),
        _ => None,
    };
    said.retain(|claim| place(claim).is_some());
    said.sort_by_key(|claim| place(claim));
    for claim in said {
        claim.lead = true;
    }
}

fn factor(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
    (at, effect): (usize, &Fact),
) -> Option<Claim> {
    let FactKind::Association { factor, .. } = &effect.kind else {
        return None;
    };
    let on = |side: Side| {
        let factor = factor.clone();
        let wanted = FactKind::FactorOn { factor, side };
        found.iter().find(|(_, fact)| fact.kind == wanted).copied()
    };
    let (better, worse) = (on(Side::Better)?, on(Side::Worse)?);
    let FactValue::Number(delta) = effect.value else {
        return None;
    };
    let phrases = scene.phrases();
    let strength = if delta.abs() >= STRONG {
        phrases.say("why_strong", &[])
    } else {
        phrases.say("why_medium", &[])
    };
    let (called, is_tag) = called(scene, factor);
    let fill = [
        ("factor", called),
        (
            "topic",
            scene.subject(
                &query.domain,
                query.subjects.first().unwrap_or(&query.domain),
            ),
        ),
        ("better", format::fact_value(better.1)),
        ("better_n", better.1.sample.to_string()),
        ("worse", format::fact_value(worse.1)),
        ("worse_n", worse.1.sample.to_string()),
        ("n", effect.sample.to_string()),
        ("strength", strength),
        (
            "effect",
            format!(
                "{}{}",
                if delta > 0.0 { "+" } else { "" },
                format::number(delta)
            ),
        ),
    ];
    let stated = [better, worse, (at, effect)];
    let phrase = if is_tag { "why_tag" } else { "why_factor" };
    Some(Claim::of(FACTOR, phrases.say(phrase, &fill), &stated).unsure(Confidence::Medium))
}

/// A factor as the answer calls it, and whether it is a tag: a measure by its own name, a tag as the
/// words it is made of.
fn called(scene: &AnswerContext<'_>, factor: &Factor) -> (String, bool) {
    let phrases = scene.phrases();
    let quoted = |name: &str| {
        let words = name.replace([':', '_'], " ");
        match scene.intent.language {
            Language::Korean => format!("‘{words}’"),
            Language::English => format!("“{words}”"),
        }
    };
    match factor {
        Factor::SinceLastTime => (phrases.say("why_gap", &[]), false),
        Factor::Tag(tag) => (quoted(tag), true),
        Factor::Measure {
            domain,
            name,
            day_before,
        } => {
            let measures = scene.module(domain).and_then(measures_of);
            let measure = measures.and_then(|measures| measures.measure(name).cloned());
            let own = measure.map_or_else(|| quoted(name), |m| scene.measure_name(&m));
            let called = match day_before {
                true => phrases.say("why_before", &[("factor", own)]),
                false => own,
            };
            (called, false)
        }
    }
}
