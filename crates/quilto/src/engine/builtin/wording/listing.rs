//! Lists of entries.

use std::collections::HashSet;

use crate::engine::builtin::matching::Matcher;
use crate::engine::builtin::measures::measures_of;
use crate::facts;
use crate::model::{Entry, Expr, Fact, FactKind, FactOp, Quantity, QuestionKind};

use super::answer_context::AnswerContext;
use super::{Claim, number};

/// Entries shown of a list.
const SHOWN: usize = 7;
/// Characters of a note that a line shows.
const QUOTE: usize = 90;
/// Characters of a note that a line shows where one day is asked for: as good as all of it.
const WHOLE: usize = 1200;

/// Whether entries alone are an answer.
pub fn lists(scene: &AnswerContext<'_>) -> bool {
    let conditioned = scene
        .sub_query
        .queries()
        .any(|(_, query)| query.filter.is_some());
    // Notes in which nothing of what was asked for was looked for are none.
    let measured = scene.intent.measure.is_some() && scene.intent.topics.is_empty();
    let named = scene.intent.measure_said || scene.intent.domain_word.is_none();
    let anything = measured && named && scene.intent.unknown.is_empty();
    let anything = anything && scene.intent.ask != QuestionKind::List;
    scene.total > 0
        && !conditioned
        && !anything
        && scene.entries.iter().any(|entry| scene.inside(entry))
}

/// The entries as lines of day and words, the newest ones where there are many.
pub fn entries(scene: &AnswerContext<'_>) -> Vec<Claim> {
    if scene.entries.is_empty() {
        return Vec::new();
    }
    if let Some(mentioned) = mentioned(scene) {
        return vec![mentioned];
    }
    let about: Vec<&Entry> = scene
        .entries
        .iter()
        .filter(|entry| scene.inside(entry) && of_domain(scene, entry))
        .collect();
    let about = of_rows(scene, of_things(scene, about));
    let shown = shown(scene, &about);
    if shown.is_empty() {
        return Vec::new();
    }
    let counted = counted(scene, about.len());
    let mut lines = vec![heading(scene, counted.map(|(_, fact)| number(fact)))];
    let one_day = scene.intent.period.as_ref().is_some_and(|p| p.days() == 1);
    let most = if one_day { WHOLE } else { QUOTE };
    lines.extend(shown.iter().map(|entry| line_of(scene, entry, most)));
    let total = match (counted, &scene.intent.period) {
        (Some((_, fact)), _) => number(fact) as usize,
        (None, Some(_)) => about.len(),
        (None, None) => scene.total,
    };
    if scene.intent.limit.is_none() && total > shown.len() {
        lines.push(scene.phrases().say("list_more", &[]));
    }
    let stated: Vec<(usize, &Fact)> = counted.into_iter().collect();
    let mut said = Claim::of("entries", lines.join("\n"), &stated).leading();
    said.entries = shown.iter().map(|entry| entry.id.clone()).collect();
    vec![said]
}

/// The entries that are listed: so many as were asked for, or as there is room for.
fn shown<'a>(scene: &AnswerContext<'_>, about: &[&'a Entry]) -> Vec<&'a Entry> {
    let most = match scene.intent.limit {
        _ if one_of(scene, about) => 1,
        Some(limit) => limit as usize,
        None if scene.intent.period.is_some() && about.len() <= SHOWN * 2 => SHOWN * 2,
        None => SHOWN,
    };
    match scene.intent.ask {
        QuestionKind::First => about.iter().take(most).copied().collect(),
        _ => about.iter().rev().take(most).rev().copied().collect(),
    }
}

/// The fact that counts the entries, of which so many were found. A number only where it was computed: what was
/// only found in words is not counted.
fn counted<'a>(scene: &AnswerContext<'a>, found: usize) -> Option<(usize, &'a Fact)> {
    let limited = scene.intent.limit.is_some();
    scene.facts.iter().enumerate().find(|(_, fact)| {
        !limited
            && fact.kind == FactKind::Count(Quantity::Entries)
            && (number(fact) as usize == scene.total
                || scene.intent.domain.is_some()
                || number(fact) as usize == found)
    })
}

/// The line above the entries, with how many they are where that was counted.
fn heading(scene: &AnswerContext<'_>, counted: Option<f64>) -> String {
    let phrases = scene.phrases();
    let n = counted.map_or_else(String::new, |number| phrases.counted(number, "entries"));
    let flag = |set: bool| if set { "1".to_owned() } else { String::new() };
    let one = counted.map_or(scene.total, |number| number as usize) == 1;
    let topic = scene.asked_topic();
    let period = scene.period(scene.intent.period.as_ref());
    let head = match (topic.is_empty(), period.is_empty()) {
        _ if scene.intent.topics.is_empty() && !scene.intent.unknown.is_empty() => "found_words",
        (false, false) => "list",
        (false, true) => "list_all",
        (true, false) => "list_plain",
        (true, true) => "list_plain_all",
    };
    let fill = [
        ("topic", topic),
        ("period", period),
        ("some", flag(!n.is_empty())),
        ("n", n),
        ("one", flag(one)),
        ("words", scene.intent.unknown.join(" ")),
    ];
    phrases.say(head, &fill)
}

/// On how many days notes mention what no row holds.
fn mentioned(scene: &AnswerContext<'_>) -> Option<Claim> {
    let beyond = scene.sub_query.exprs.len();
    let of_words =
        |fact: &Fact| fact.query == beyond && fact.kind == FactKind::Count(Quantity::Days);
    let mut facts = scene.facts.iter().enumerate();
    let (at, fact) = facts.find(|(_, fact)| of_words(fact))?;
    let phrases = scene.phrases();
    // What was looked for is what was typed.
    let typed = scene.intent.topics.first().map(|topic| topic.typed.clone());
    let unknown = || Some(scene.intent.unknown.join(" ")).filter(|word| !word.is_empty());
    let typed = typed.or_else(unknown);
    let fill = [
        ("topic", typed.unwrap_or_else(|| scene.asked_topic())),
        ("period", scene.period(scene.intent.period.as_ref())),
        ("n", phrases.counted(number(fact), "days")),
        ("dates", fact.detail.clone().unwrap_or_default()),
    ];
    let told = phrases.say("mentioned", &fill);
    Some(Claim::of("mentioned", told, &[(at, fact)]).leading())
}

/// Of entries that were found for any word of a question, those that name one of its things; all of them
/// where it asks whether or how often.
fn of_things<'a>(scene: &AnswerContext<'a>, about: Vec<&'a Entry>) -> Vec<&'a Entry> {
    let topics = &scene.intent.topics;
    let together = matches!(
        scene.intent.ask,
        QuestionKind::Ever | QuestionKind::Count | QuestionKind::Often
    );
    if topics.is_empty() || topics.len() < 2 && scene.intent.measure.is_none() {
        return about;
    }
    let named = Matcher::each(&scene.cx.domains.modules, topics);
    let meant = |entry: &&Entry| match together {
        true => named.iter().all(|named| named.holds(entry)),
        false => named.iter().any(|named| named.holds(entry)),
    };
    about.into_iter().filter(meant).collect()
}

/// Those with rows that were listed under conditions, where any were.
fn of_rows<'a>(scene: &AnswerContext<'a>, mut about: Vec<&'a Entry>) -> Vec<&'a Entry> {
    let exprs = scene.sub_query.exprs.iter().enumerate();
    let listed =
        exprs.filter(|(_, expr)| matches!(expr, Expr::Figure(of) if of.op == FactOp::List));
    let facts = listed.flat_map(|(place, _)| scene.of_query(place));
    let ids: HashSet<_> = facts.flat_map(|(_, fact)| &fact.entries).collect();
    if !ids.is_empty() {
        about.retain(|entry| ids.contains(&entry.id));
    }
    about
}

/// Whether the first or the last of them is asked for alone.
fn one_of(scene: &AnswerContext<'_>, about: &[&Entry]) -> bool {
    matches!(scene.intent.ask, QuestionKind::First | QuestionKind::Last) && !about.is_empty()
}

/// A note on a line, with its day.
pub fn line(scene: &AnswerContext<'_>, entry: &Entry) -> String {
    line_of(scene, entry, QUOTE)
}

fn line_of(scene: &AnswerContext<'_>, entry: &Entry, most: usize) -> String {
    let fill = [
        ("date", entry.date.to_string()),
        ("what", short(&entry.raw, most)),
    ];
    scene.phrases().say("list_line", &fill)
}

/// Whether an entry is of the domain that the question speaks of, where it names nothing else.
fn of_domain(scene: &AnswerContext<'_>, entry: &Entry) -> bool {
    if let Some(together) = &scene.intent.together {
        let known = |domain: &str| measures_of(scene.module(domain)?);
        return facts::is_of(entry, together, &known);
    }
    let Some(domain) = scene
        .intent
        .domain
        .as_ref()
        .filter(|_| scene.intent.topics.is_empty())
    else {
        return true;
    };
    entry
        .parsed
        .as_ref()
        .is_some_and(|parsed| parsed.domain_data.contains_key(domain))
}

/// The words of the note that the first claim rests on: "how did it go".
pub fn quote(scene: &AnswerContext<'_>, said: &[Claim]) -> Option<Claim> {
    let id = said.iter().find_map(|claim| claim.entries.last())?;
    if said.iter().any(|claim| claim.name == "entries") {
        return None;
    }
    let entry = scene.entries.iter().find(|entry| entry.id == *id)?;
    let fill = [("quote", short(&entry.raw, QUOTE * 2))];
    let mut claim = Claim::of("note", scene.phrases().say("noted", &fill), &[]);
    claim.entries.push(entry.id.clone());
    Some(claim)
}

/// The first words of a note on one line.
pub fn short(raw: &str, most: usize) -> String {
    let line = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let mut cut: String = line.chars().take(most).collect();
    if let Some(space) = cut.rfind(' ') {
        cut.truncate(space);
    }
    format!("{cut}…")
}
