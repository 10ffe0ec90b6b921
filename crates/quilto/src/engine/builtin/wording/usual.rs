//! The usual weekdays of a domain in words.

use crate::model::{Confidence, Fact, FactKind, FactValue};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// A week without a day that is not usual tells nothing.
const WEEK: usize = 7;

/// Whether a fact is of the usual days.
pub fn is(fact: &Fact) -> bool {
    matches!(fact.kind, FactKind::UsualDays | FactKind::NextUsualDay)
}

/// Whether the next of the usual days is today.
pub fn today(scene: &AnswerContext<'_>, found: &IndexedFacts<'_>) -> bool {
    let today = Some(scene.cx.today);
    let mut found = found.iter();
    found.any(|(_, fact)| fact.kind == FactKind::NextUsualDay && fact.date == today)
}

/// On which weekdays something is usually done, and which is next; nothing where the context does
/// not say.
pub fn claim(scene: &AnswerContext<'_>, domain: &str, found: &IndexedFacts<'_>) -> Option<Claim> {
    let part = |kind: FactKind| found.iter().find(|(_, fact)| fact.kind == kind).copied();
    let (at, usual) = part(FactKind::UsualDays)?;
    let FactValue::Weekdays(days) = &usual.value else {
        return None;
    };
    if days.is_empty() || days.len() == WEEK {
        return None;
    }
    let phrases = scene.phrases();
    let names = days.iter().map(|day| phrases.weekday(*day));
    let names: Vec<String> = names.collect();
    let mut fill = vec![("domain", scene.domain(domain)), ("days", names.join(", "))];
    let mut stated = vec![(at, usual)];
    let key = match part(FactKind::NextUsualDay).and_then(|(at, fact)| Some((at, fact, fact.date?)))
    {
        Some((at, fact, next)) => {
            stated.push((at, fact));
            fill.push(("date", next.to_string()));
            if next == scene.cx.today {
                "usual_today"
            } else {
                "usual_next"
            }
        }
        None => "usual_days",
    };
    let claim = Claim::of("usual_days", phrases.say(key, &fill), &stated);
    Some(claim.leading().unsure(Confidence::Medium))
}
