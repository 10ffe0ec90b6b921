//! What an answer is limited to, said before it: a part of the day or the week, the days since a break.

use crate::model::QuestionKind;
use crate::model::{Fact, FactKind, GroupBy};

use super::answer_context::{AnswerContext, unknown_before};
use super::{Claim, no_data};

/// Says before the first claim what the claims are limited to.
pub fn named(scene: &AnswerContext<'_>, said: &mut Vec<Claim>) {
    since_break(scene, said);
    unknown(scene, said);
    if let Some(part) = &scene.intent.only
        && let Some(first) = said.first_mut()
    {
        let phrases = scene.phrases();
        let fill = [("part", phrases.bucket(&part.bucket))];
        let key = match part.by {
            GroupBy::Weekday => "only_weekday",
            _ => "only",
        };
        let told = phrases.say(key, &fill);
        first.text = match answer_word(scene, &first.text) {
            Some((word, rest)) => format!("{word} {told} {rest}"),
            None => format!("{told} {}", first.text),
        };
    }
}

/// The yes or no that a text begins with, and what follows it: that comes first, whatever it is limited to.
fn answer_word<'t>(scene: &AnswerContext<'_>, text: &'t str) -> Option<(String, &'t str)> {
    let phrases = scene.phrases();
    let yes = phrases.say("yes_word", &[]);
    let no = phrases.say("no", &[]);
    let plain = phrases.say("yes_head", &[]);
    let heads = [(&yes, &yes), (&no, &no), (&plain, &yes)];
    heads.into_iter().find_map(|(head, told)| {
        let rest = text.strip_prefix(head.trim())?;
        Some((told.trim().to_owned(), rest.trim_start()))
    })
}

/// Says of a word that neither the domains nor the notes know that the figures are of the thing
/// without it.
fn unknown(scene: &AnswerContext<'_>, said: &mut [Claim]) {
    let noted = |word: &str| {
        let word = word.to_lowercase();
        let mut facts = scene.facts.iter();
        let mut entries = scene.entries.iter();
        facts.any(|fact| fact.subject.to_lowercase().contains(&word))
            || entries.any(|entry| entry.raw.to_lowercase().contains(&word))
    };
    let topics = scene.intent.topics.iter();
    let mut strange = topics.filter_map(|topic| Some((topic, unknown_before(topic)?)));
    let found = strange.find(|(_, word)| !noted(word));
    let first = said.iter_mut().find(|claim| !claim.facts.is_empty());
    if let (Some((topic, word)), Some(first)) = (found, first) {
        let fill = [
            ("words", word.to_owned()),
            ("topic", scene.subject(&topic.domain, &topic.name)),
        ];
        first.text = format!("{} {}", scene.phrases().say("not_known", &fill), first.text);
    }
}

/// Puts the break before what was since, instead of telling it as a break of its own.
fn since_break(scene: &AnswerContext<'_>, said: &mut Vec<Claim>) {
    if !scene.intent.after_break || scene.intent.ask == QuestionKind::Gap {
        return;
    }
    let gap = |fact: &&Fact| fact.kind == FactKind::LongestGap;
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
        said.extend(no_data::claims(scene));
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
