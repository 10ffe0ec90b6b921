//! What an answer is limited to, said before it: a part of the day or the week, the days since a break.

use crate::engine::builtin::planner::intent::Ask;
use crate::model::Fact;

use super::scene::Scene;
use super::{Said, nothing};

/// Says before the first claim what the claims are limited to.
pub fn named(scene: &Scene<'_>, said: &mut Vec<Said>) {
    since_break(scene, said);
    if let Some(part) = &scene.intent.only
        && let Some(first) = said.first_mut()
    {
        let phrases = scene.phrases();
        let fill = [("part", phrases.bucket(&part.bucket))];
        first.text = format!("{} {}", phrases.say("only", &fill), first.text);
    }
}

/// Puts the break before what was since, instead of telling it as a break of its own.
fn since_break(scene: &Scene<'_>, said: &mut Vec<Said>) {
    if !scene.intent.after_break || scene.intent.ask == Ask::Gap {
        return;
    }
    let gap = |fact: &&Fact| fact.name == "longest gap";
    let Some(days) = scene
        .facts
        .iter()
        .rfind(gap)
        .and_then(|f| f.period.as_ref())
    else {
        return;
    };
    said.retain(|claim| claim.name != "longest_gap");
    if said.is_empty() {
        said.extend(nothing::claims(scene));
    }
    if let Some(first) = said.first_mut() {
        let fill = [
            ("start", days.start.to_string()),
            ("end", days.end.to_string()),
        ];
        first.text = format!(
            "{} {}",
            scene.phrases().say("since_break", &fill),
            first.text
        );
    }
}
