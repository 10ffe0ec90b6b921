//! Gaps and streaks in words.

use crate::model::{Fact, FactKind, FactQuery, FactValue, QuestionKind};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::phrases::Phrases;

/// Gaps and streaks.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let mut said = Vec::new();
    for (at, fact) in found {
        let (FactValue::Number(value), Some(days)) = (&fact.value, &fact.period) else {
            continue;
        };
        let unit = fact.unit.as_deref().unwrap_or("days");
        let fill = [
            ("topic", scene.topic_of_edge(query, fact)),
            ("period", scene.period(query.period.as_ref())),
            ("what", phrases.counted(*value, unit)),
            ("unit", phrases.unit(unit)),
            ("n", phrases.counted(fact.sample as f64, "days")),
            ("start", days.start.to_string()),
            ("end", days.end.to_string()),
            ("off", days_off(fact, phrases)),
        ];
        let asked = matches!(scene.intent.ask, QuestionKind::Gap | QuestionKind::Streak);
        if scene.intent.now && scene.intent.ask == QuestionKind::Streak {
            // What goes on is told alone: days in a row that reach today or yesterday.
            if fact.kind == FactKind::LatestStreak {
                let reach = if unit == "weeks" { 13 } else { 1 };
                let goes_on = (scene.cx.today - days.end).num_days() <= reach;
                let key = if goes_on { "streak_now" } else { "streak_over" };
                let text = phrases.say(key, &fill);
                said.push(Claim::of("latest_streak", text, &[(*at, *fact)]).leading());
            }
            continue;
        }
        let (name, key) = match fact.kind {
            FactKind::LongestGap => ("longest_gap", "gap"),
            FactKind::AverageGap if scene.intent.usual => ("average_gap", "gap_usual"),
            FactKind::AverageGap => continue,
            FactKind::LongestStreak if *value < 2.0 => ("longest_streak", "streak_one"),
            FactKind::LongestStreak => ("longest_streak", "streak"),
            _ => ("latest_streak", "streak_latest"),
        };
        // A latest streak of one day, or the longest itself, is no news.
        let same = key == "streak_latest"
            && (*value < 2.0
                || found.iter().any(|(_, other)| {
                    other.kind == FactKind::LongestStreak && other.period == fact.period
                }));
        if same {
            continue;
        }
        let claim = Claim::of(name, phrases.say(key, &fill), &[(*at, *fact)]);
        let usual = scene.intent.usual && scene.intent.ask == QuestionKind::Gap;
        if usual && key == "gap_usual" {
            said.insert(0, claim.leading());
            continue;
        }
        let alone = !usual || found.len() == 1;
        said.push(if asked && alone && key != "streak_latest" {
            claim.leading()
        } else {
            claim
        });
    }
    said
}

/// How many days lie within a break: one less than lie between what it is a break from.
fn days_off(gap: &Fact, phrases: &Phrases) -> String {
    match gap.value {
        FactValue::Number(days) if gap.kind == FactKind::LongestGap && days > 1.0 => {
            phrases.counted(days - 1.0, "days")
        }
        _ => String::new(),
    }
}
