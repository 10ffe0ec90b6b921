//! All subjects by how they develop: which grow, which are stuck.

use crate::domain::measures::Better;
use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactQuery, FactValue, TrendVerdict};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::trend;

/// Lines that are shown.
const SHOWN: usize = 6;

/// Where a subject goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrendDirection {
    Better,
    Worse,
    Plateau,
    None,
}

/// One subject's trend.
struct SubjectTrend<'a> {
    subject: &'a str,
    way: TrendDirection,
    start: (usize, &'a Fact),
    end: (usize, &'a Fact),
    slope: Option<(usize, &'a Fact)>,
    /// How much it grew over all the days by its slope, as a share of what it was on the whole: the
    /// first and the last day alone may both be odd ones.
    gain: f64,
}

/// The direct answer, then a line for each subject that grows, or that does not.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let mut lines: Vec<SubjectTrend<'_>> = Vec::new();
    for (_, fact) in found {
        if lines.iter().all(|line| line.subject != fact.subject)
            && let Some(line) = line(scene, query, found, &fact.subject)
        {
            lines.push(line);
        }
    }
    let stuck = scene.intent.stuck;
    lines.retain(|line| match line.way {
        TrendDirection::Better => !stuck,
        TrendDirection::Plateau | TrendDirection::Worse => stuck,
        TrendDirection::None => false,
    });
    // What grew most stands first; of what does not grow, what lost most.
    lines.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    if stuck {
        lines.reverse();
    }
    lines.truncate(SHOWN);
    let phrases = scene.phrases();
    let period = scene.period(query.period.as_ref());
    let Some(first) = lines.first() else {
        let key = if stuck { "rank_not_stuck" } else { "rank_none" };
        let text = phrases.say(key, &[("period", period)]);
        return vec![Claim::of("ranks", text, &[]).leading()];
    };
    // What stands for the lines is said where it does not go without saying.
    let measure = scene.measure_of(query, first.start.1);
    let default = scene.module(&query.domain).and_then(measures_of);
    let default = default.map(|measures| measures.default.clone());
    let name = measure
        .filter(|measure| Some(&measure.name) != default.as_ref())
        .map_or_else(String::new, |measure| scene.measure_name(&measure));
    let mut text = Vec::new();
    if !stuck && scene.intent.often {
        let mut fill = fill(scene, query, first);
        fill.extend([("period", period), ("name", name.clone())]);
        text.push(phrases.say("rank_best", &fill));
    }
    let better = if stuck { "" } else { "1" };
    if lines.len() > 1 || text.is_empty() {
        let head = [("better", better.to_owned()), ("name", name)];
        text.push(phrases.say("rank_head", &head));
        let words = lines.iter().map(|line| fill(scene, query, line));
        text.extend(words.map(|fill| phrases.say("rank_line", &fill)));
    }
    let stated: IndexedFacts<'_> = lines
        .iter()
        .flat_map(|line| [Some(line.start), Some(line.end), line.slope])
        .flatten()
        .collect();
    vec![Claim::of("ranks", text.join("\n"), &stated).leading()]
}

fn line<'a>(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'a>,
    subject: &'a str,
) -> Option<SubjectTrend<'a>> {
    let mut of = found.iter().filter(|(_, fact)| fact.subject == subject);
    let part = |is: fn(&FactKind) -> bool| {
        let mut of = found.iter().filter(|(_, fact)| fact.subject == subject);
        of.find(|(_, fact)| is(&fact.kind)).copied()
    };
    let (_, told) = part(|kind| matches!(kind, FactKind::Trend(_)))?;
    let start = part(|kind| matches!(kind, FactKind::Start(_)))?;
    let end = part(|kind| matches!(kind, FactKind::End(_)))?;
    let FactValue::Trend(verdict) = told.value else {
        return None;
    };
    let better = scene.measure_of(query, told)?.better;
    let way = match (verdict, better) {
        (TrendVerdict::Rising, Better::Higher) | (TrendVerdict::Falling, Better::Lower) => {
            TrendDirection::Better
        }
        (TrendVerdict::Rising, Better::Lower) | (TrendVerdict::Falling, Better::Higher) => {
            TrendDirection::Worse
        }
        (TrendVerdict::Drop, _) => TrendDirection::Worse,
        (TrendVerdict::Plateau, _) => TrendDirection::Plateau,
        _ => TrendDirection::None,
    };
    let (FactValue::Number(from), FactValue::Number(to)) = (&start.1.value, &end.1.value) else {
        return None;
    };
    let sign = if better == Better::Lower { -1.0 } else { 1.0 };
    let slope = of.find(|(_, fact)| trend::is_slope(fact)).copied();
    let days = (end.1.date? - start.1.date?).num_days() as f64;
    let grown = slope
        .and_then(|(_, slope)| trend::per_day(slope))
        .map_or(to - from, |a_day| a_day * days);
    let whole = f64::midpoint(*from, *to).abs().max(f64::EPSILON);
    Some(SubjectTrend {
        subject,
        way,
        start,
        end,
        slope,
        gain: sign * grown / whole,
    })
}

fn fill(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    line: &SubjectTrend<'_>,
) -> Vec<(&'static str, String)> {
    let date = |fact: &Fact| fact.date.map(|d| d.to_string()).unwrap_or_default();
    let phrases = scene.phrases();
    let word = match line.way {
        TrendDirection::Plateau => phrases.say("rank_plateau", &[]),
        TrendDirection::Worse => phrases.say("rank_worse", &[]),
        TrendDirection::Better | TrendDirection::None => String::new(),
    };
    let rises = line.slope.filter(|_| line.way == TrendDirection::Better);
    vec![
        ("subject", scene.subject(&query.domain, line.subject)),
        ("start", format::fact_value(line.start.1)),
        ("start_date", date(line.start.1)),
        ("end", format::fact_value(line.end.1)),
        ("end_date", date(line.end.1)),
        (
            "slope",
            rises
                .and_then(|(_, slope)| trend::slope_in_words(slope))
                .unwrap_or_default(),
        ),
        (
            "per",
            rises.map_or_else(String::new, |(_, slope)| trend::per(scene, slope)),
        ),
        ("word", word),
    ]
}
