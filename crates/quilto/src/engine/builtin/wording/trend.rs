//! How something develops, in words.

use crate::domain::measures::{Better, Measure};
use crate::facts::format;
use crate::model::{ChangeDirection, QuestionKind};
use crate::model::{Confidence, Fact, FactKind, FactOp, FactQuery, FactValue, Per, TrendVerdict};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// Below this share of the value a slope is not worth a number.
const LEAST_SLOPE: f64 = 0.0005;

/// Whether another query tells it better: of two that ask whether something is stuck, the one of the last
/// weeks, unless these are too few days.
pub fn is_told_by_other(scene: &AnswerContext<'_>, place: usize, found: &IndexedFacts<'_>) -> bool {
    let few = |found: &IndexedFacts<'_>| {
        let mut found = found.iter();
        found.any(|(_, fact)| matches!(fact.value, FactValue::Trend(TrendVerdict::TooFew)))
    };
    let of_trend = |at: usize| {
        let query = scene.sub_query.query(at);
        query.is_some_and(|query| query.op == FactOp::Trend) && !scene.of_query(at).is_empty()
    };
    let earlier = place.checked_sub(1).filter(|at| of_trend(*at));
    match earlier {
        _ if !scene.intent.stuck || scene.intent.ranked => false,
        None => few(found) && of_trend(place + 1),
        Some(earlier) => !few(&scene.of_query(earlier)),
    }
}

/// One claim per subject: the word the facts engine found, with first and last value.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let mut subjects: Vec<&str> = Vec::new();
    for (_, fact) in found {
        if !subjects.contains(&fact.subject.as_str()) {
            subjects.push(&fact.subject);
        }
    }
    // In the order of the question.
    subjects.sort_by_key(|subject| {
        scene
            .intent
            .topics
            .iter()
            .position(|topic| topic.name == *subject)
    });
    subjects
        .into_iter()
        .filter_map(|subject| {
            let of: IndexedFacts<'_> = found
                .iter()
                .filter(|(_, fact)| fact.subject == subject)
                .copied()
                .collect();
            claim(scene, query, &of)
        })
        .collect()
}

fn claim(scene: &AnswerContext<'_>, query: &FactQuery, of: &IndexedFacts<'_>) -> Option<Claim> {
    let part = |is: fn(&FactKind) -> bool| of.iter().find(|(_, fact)| is(&fact.kind)).copied();
    let (at, word) = part(|kind| matches!(kind, FactKind::Trend(_)))?;
    let FactValue::Trend(verdict) = word.value else {
        return None;
    };
    let measure = scene.measure_of(query, word);
    let better = measure.as_ref().map_or(Better::Neutral, |m| m.better);
    let start = part(|kind| matches!(kind, FactKind::Start(_)));
    let end = part(|kind| matches!(kind, FactKind::End(_)));
    let slope = of.iter().find(|(_, fact)| is_slope(fact)).copied();
    let value = |part: Option<(usize, &Fact)>| {
        part.map(|(_, fact)| format::fact_value(fact))
            .unwrap_or_default()
    };
    let date = |part: Option<(usize, &Fact)>| {
        part.and_then(|(_, fact)| fact.date)
            .map(|date| date.to_string())
            .unwrap_or_default()
    };
    // Side by side, the slopes were said first.
    let slope_told = slope
        .filter(|_| query.compare.is_none())
        .and_then(|(_, slope)| in_words(slope, end.map(|(_, f)| f)));
    let fill = [
        ("topic", scene.topic(query, word)),
        ("period", scene.period(query.period.as_ref())),
        ("start", value(start)),
        ("start_date", date(start)),
        ("end", value(end)),
        ("end_date", date(end)),
        ("way", way(scene, verdict, measure.as_ref())),
        ("slope", slope_told.unwrap_or_default()),
        (
            "per",
            slope.map_or_else(String::new, |(_, slope)| per(scene, slope)),
        ),
        ("n", word.sample.to_string()),
    ];
    let stated: IndexedFacts<'_> = [Some((at, word)), start, end, slope]
        .into_iter()
        .flatten()
        .collect();
    let key = match (start, end) {
        (Some(_), Some(_)) => phrase_of(verdict, better),
        _ => "trend_one",
    };
    let mut told = scene.phrases().say(key, &fill);
    if let Some(yes) = yes_or_no(scene, verdict, better) {
        let key = if yes { "yes_told" } else { "no" };
        told = scene.phrases().say(key, &[("told", told)]);
    }
    let claim = Claim::of("trend", told, &stated).unsure(confidence_in(verdict));
    let asked = matches!(
        scene.intent.ask,
        QuestionKind::Trend | QuestionKind::Why | QuestionKind::Compare
    );
    Some(if asked { claim.leading() } else { claim })
}

fn phrase_of(verdict: TrendVerdict, better: Better) -> &'static str {
    use TrendVerdict as T;
    match (verdict, better) {
        (T::Rising, Better::Higher) | (T::Falling, Better::Lower) => "trend_better",
        (T::Rising, Better::Lower) | (T::Falling, Better::Higher) => "trend_worse",
        (T::Rising, Better::Neutral) => "trend_rising",
        (T::Falling, Better::Neutral) => "trend_falling",
        (T::Plateau, _) => "trend_plateau",
        (T::Drop, _) => "trend_drop",
        (T::Unclear, _) => "trend_unclear",
        (T::TooFew | T::UpEachTime | T::DownEachTime, _) => "trend_few",
    }
}

/// What went one way is told as better or worse, and a fall by what falling is.
fn way(scene: &AnswerContext<'_>, verdict: TrendVerdict, measure: Option<&Measure>) -> String {
    use TrendVerdict as T;
    let lower = measure.is_some_and(|measure| measure.better == Better::Lower);
    let more = match verdict {
        T::UpEachTime => true,
        T::DownEachTime => false,
        T::Drop if lower => true,
        _ => return String::new(),
    };
    measure.map_or_else(String::new, |measure| scene.compared(measure, more))
}

fn confidence_in(verdict: TrendVerdict) -> Confidence {
    use TrendVerdict as T;
    match verdict {
        T::TooFew | T::UpEachTime | T::DownEachTime => Confidence::Low,
        T::Unclear => Confidence::Medium,
        T::Rising | T::Falling | T::Plateau | T::Drop => Confidence::High,
    }
}

/// Whether it goes as it was asked to: stuck, up, down, for the better or the worse. None where that was not
/// asked, or the days are too few to say.
fn yes_or_no(scene: &AnswerContext<'_>, verdict: TrendVerdict, better: Better) -> Option<bool> {
    use TrendVerdict as T;
    let intent = scene.intent;
    if intent.ask != QuestionKind::Trend || !intent.whether {
        return None;
    }
    let (up, down) = match verdict {
        T::Rising | T::UpEachTime => (true, false),
        T::Falling | T::DownEachTime => (false, true),
        T::Drop => (better == Better::Lower, better != Better::Lower),
        T::Plateau | T::Unclear => (false, false),
        T::TooFew => return None,
    };
    let (improves, worsens) = match better {
        Better::Lower => (down, up),
        Better::Higher | Better::Neutral => (up, down),
    };
    if intent.stuck {
        return Some(!improves);
    }
    Some(match intent.way? {
        ChangeDirection::More => up,
        ChangeDirection::Less => down,
        ChangeDirection::Better => improves,
        ChangeDirection::Worse => worsens,
    })
}

/// What a slope is told in.
fn stretch(slope: &Fact) -> Option<&Per> {
    match &slope.kind {
        FactKind::Slope { per, .. } => Some(per),
        _ => None,
    }
}

/// The same in words.
pub fn per(scene: &AnswerContext<'_>, slope: &Fact) -> String {
    stretch(slope).map_or_else(String::new, |per| scene.phrases().per(per.as_str()))
}

/// Whether a fact of a trend is its slope.
pub fn is_slope(fact: &Fact) -> bool {
    stretch(fact).is_some()
}

/// How much a slope comes to in a day.
pub fn per_day(slope: &Fact) -> Option<f64> {
    let days = match stretch(slope)? {
        Per::Week => 7.0,
        Per::Month => 365.25 / 12.0,
        Per::Year => 365.25,
        Per::Day | Per::Entry | Per::Row(_) => return None,
    };
    match slope.value {
        FactValue::Number(value) => Some(value / days),
        _ => None,
    }
}

/// A slope with its sign and what it is told in.
pub fn slope_in_words(slope: &Fact) -> Option<String> {
    let FactValue::Number(value) = slope.value else {
        return None;
    };
    let sign = if value > 0.0 { "+" } else { "" };
    let amount = format::quantity(value, slope.unit.as_deref());
    Some(format!("{sign}{amount}"))
}

/// A slope in words; too small a one says nothing.
fn in_words(slope: &Fact, end: Option<&Fact>) -> Option<String> {
    let FactValue::Number(value) = slope.value else {
        return None;
    };
    let scale = match end.map(|fact| &fact.value) {
        Some(FactValue::Number(end)) => end.abs(),
        _ => 0.0,
    };
    if value == 0.0 || value.abs() < scale * LEAST_SLOPE {
        return None;
    }
    slope_in_words(slope)
}
