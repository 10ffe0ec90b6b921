//! The usual weekdays of a domain in words.

use crate::engine::builtin::usual_days::{NEXT_USUAL, USUAL, days_of};
use crate::model::{Confidence, Fact};

use super::Said;
use super::scene::Scene;
use super::speak::Found;

/// A week without a day that is not usual tells nothing.
const WEEK: usize = 7;

/// Whether a fact is of the usual days.
pub fn is(fact: &Fact) -> bool {
    [USUAL, NEXT_USUAL].contains(&fact.name.as_str())
}

/// Whether the next of the usual days is today.
pub fn today(scene: &Scene<'_>, found: &Found<'_>) -> bool {
    let today = Some(scene.cx.today);
    let mut found = found.iter();
    found.any(|(_, fact)| fact.name == NEXT_USUAL && fact.date == today)
}

/// On which weekdays something is usually done, and which is next; nothing where the context does
/// not say.
pub fn claim(scene: &Scene<'_>, domain: &str, found: &Found<'_>) -> Option<Said> {
    let part = |name: &str| found.iter().find(|(_, fact)| fact.name == name).copied();
    let (at, usual) = part(USUAL)?;
    let days = days_of(usual);
    if days.is_empty() || days.len() == WEEK {
        return None;
    }
    let phrases = scene.phrases();
    let names = days.iter().map(|day| phrases.weekday(*day));
    let names: Vec<String> = names.collect();
    let mut fill = vec![("domain", scene.domain(domain)), ("days", names.join(", "))];
    let mut stated = vec![(at, usual)];
    let key = match part(NEXT_USUAL).and_then(|(at, fact)| Some((at, fact, fact.date?))) {
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
    let claim = Said::of(USUAL, phrases.say(key, &fill), &stated);
    Some(claim.leading().unsure(Confidence::Medium))
}
