//! All subjects by how they develop: which grow, which are stuck.

use crate::domain::measures::Better;
use crate::facts::format;
use crate::model::{Fact, FactQuery, FactValue};

use super::Said;
use super::scene::Scene;
use super::speak::Found;
use super::trend;

/// Lines that are shown.
const SHOWN: usize = 6;

/// One subject's trend.
struct Line<'a> {
    subject: &'a str,
    word: &'a str,
    start: (usize, &'a Fact),
    end: (usize, &'a Fact),
    slope: Option<(usize, &'a Fact)>,
    /// How much better the end is than the start, as a share of the start.
    gain: f64,
}

/// The direct answer, then a line for each subject that grows, or that does not.
pub fn claims(scene: &Scene<'_>, query: &FactQuery, found: &Found<'_>) -> Vec<Said> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (_, fact) in found {
        if lines.iter().all(|line| line.subject != fact.subject)
            && let Some(line) = line(scene, query, found, &fact.subject)
        {
            lines.push(line);
        }
    }
    let stuck = scene.intent.stuck;
    lines.retain(|line| match line.word {
        "better" => !stuck,
        "plateau" | "worse" | "drop" => stuck,
        _ => false,
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
        return vec![Said::of("ranks", text, &[]).leading()];
    };
    let mut text = Vec::new();
    if !stuck && scene.intent.often {
        let mut fill = fill(scene, query, first);
        fill.push(("period", period));
        text.push(phrases.say("rank_best", &fill));
    }
    let better = if stuck { "" } else { "1" };
    if lines.len() > 1 || text.is_empty() {
        text.push(phrases.say("rank_head", &[("better", better.to_owned())]));
        let words = lines.iter().map(|line| fill(scene, query, line));
        text.extend(words.map(|fill| phrases.say("rank_line", &fill)));
    }
    let stated: Found<'_> = lines
        .iter()
        .flat_map(|line| [Some(line.start), Some(line.end), line.slope])
        .flatten()
        .collect();
    vec![Said::of("ranks", text.join("\n"), &stated).leading()]
}

fn line<'a>(
    scene: &Scene<'_>,
    query: &FactQuery,
    found: &Found<'a>,
    subject: &'a str,
) -> Option<Line<'a>> {
    let mut of = found.iter().filter(|(_, fact)| fact.subject == subject);
    let part = |start: &str| {
        let mut of = found.iter().filter(|(_, fact)| fact.subject == subject);
        of.find(|(_, fact)| fact.name.starts_with(start)).copied()
    };
    let (_, verdict) = part("trend of ")?;
    let (start, end) = (part("start of ")?, part("end of ")?);
    let FactValue::Text(word) = &verdict.value else {
        return None;
    };
    let better = scene.measure_of(query, verdict)?.better;
    let word = match (word.as_str(), better) {
        ("rising", Better::Higher) | ("falling", Better::Lower) => "better",
        ("rising", Better::Lower) | ("falling", Better::Higher) => "worse",
        (other, _) => other,
    };
    let (FactValue::Number(from), FactValue::Number(to)) = (&start.1.value, &end.1.value) else {
        return None;
    };
    let sign = if better == Better::Lower { -1.0 } else { 1.0 };
    Some(Line {
        subject,
        word,
        start,
        end,
        slope: of.find(|(_, fact)| trend::is_slope(fact)).copied(),
        gain: sign * (to - from) / from.abs().max(f64::EPSILON),
    })
}

fn fill(scene: &Scene<'_>, query: &FactQuery, line: &Line<'_>) -> Vec<(&'static str, String)> {
    let date = |fact: &Fact| fact.date.map(|d| d.to_string()).unwrap_or_default();
    let phrases = scene.phrases();
    let word = match line.word {
        "plateau" => phrases.say("rank_plateau", &[]),
        "worse" | "drop" => phrases.say("rank_worse", &[]),
        _ => String::new(),
    };
    let rises = line.slope.filter(|_| line.word == "better");
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
