//! Saying plainly that there is nothing.

use crate::engine::builtin::measures::measures_of;
use crate::model::{Confidence, FactKind, FactOp, FactQuery, QuestionKind};

use super::Claim;
use super::answer_context::AnswerContext;

/// The name of a claim that says there is nothing.
pub const NOTHING: &str = "nothing";

/// The name of the claim that nothing differed.
pub const NO_REASON: &str = "why_none";

/// What is said when no fact was computed and no entry answers: never logged, or not in the named
/// period and then where the nearest is.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let phrases = scene.phrases();
    let topic = scene.asked_topic();
    let period = scene.period(scene.intent.period.as_ref());
    let condition = scene
        .sub_query
        .queries()
        .next()
        .map(|(_, q)| scene.condition(q))
        .unwrap_or_default();
    let words = scene.intent.unknown.join(" ");
    let fill = [
        ("topic", topic.clone()),
        ("period", period.clone()),
        ("condition", condition.clone()),
        ("words", words.clone()),
    ];
    // Words that nothing explains were the subject: what is found of the rest was not looked for.
    let key = if !words.is_empty() {
        "nothing_words"
    } else if !condition.is_empty() && !topic.is_empty() {
        "never_condition"
    } else {
        match (topic.is_empty(), period.is_empty()) {
            (false, false) => "empty",
            (false, true) => "never",
            (true, false) => "empty_plain",
            (true, true) => "no_notes",
        }
    };
    let today = scene.cx.today;
    let ahead = |period: &crate::model::DateRange| period.start > today;
    let key = if scene.intent.period.as_ref().is_some_and(ahead) {
        "future"
    } else {
        key
    };
    let whether = scene.intent.whether || scene.intent.ask == QuestionKind::Ever;
    let told = match phrases.say(key, &fill) {
        told if whether && key != "future" => phrases.say("no", &[("told", told)]),
        told => told,
    };
    let mut said = vec![Claim::of(NOTHING, told, &[]).leading()];
    let near = scene
        .facts
        .iter()
        .filter(|fact| fact.kind == FactKind::NearName);
    let near: Vec<String> = near.map(|fact| fact.subject.clone()).collect();
    if !near.is_empty() {
        let fill = [("names", near.join(", "))];
        said.push(Claim::of("near", phrases.say("near", &fill), &[]));
    }
    if let Some(date) = scene.nearest {
        let nearest: Vec<_> = scene
            .entries
            .iter()
            .filter(|entry| entry.date == date)
            .collect();
        let what = nearest
            .first()
            .map(|entry| super::listing::short(&entry.raw, 80))
            .unwrap_or_default();
        let fill = [("date", date.to_string()), ("what", what)];
        let mut claim = Claim::of("nearest", phrases.say("nearest", &fill), &[]);
        claim.entries = nearest.iter().map(|entry| entry.id.clone()).collect();
        said.push(claim);
    } else if !period.is_empty()
        && !topic.is_empty()
        && condition.is_empty()
        && words.is_empty()
        // With notes of something else in those days no other days were looked at.
        && scene.total == 0
    {
        said.push(Claim::of("never", phrases.say("empty_never", &[]), &[]));
    }
    said
}

/// What is said for one query without facts, where others have some.
pub fn of_query(scene: &AnswerContext<'_>, place: usize, query: &FactQuery) -> Vec<Claim> {
    let phrases = scene.phrases();
    let matters = place == 0
        || scene
            .sub_query
            .query(place - 1)
            .is_some_and(|before| before.domain != query.domain);
    let asked = scene.intent.topics.is_empty() && scene.intent.measure.is_none();
    if !matters || asked && query.filter.is_none() {
        return Vec::new();
    }
    // "My fastest 6 km", of what several domains call so: the one that has it tells.
    let alike = !scene.intent.also.is_empty();
    match query.op {
        FactOp::Best | FactOp::First | FactOp::Last if alike && has_other(scene, query) => {
            Vec::new()
        }
        FactOp::Associate => {
            if let Some(claim) = not_that(scene, query) {
                return vec![claim];
            }
            let fill = [("topic", scene.asked_topic())];
            vec![Claim::of(NO_REASON, phrases.say("why_none", &fill), &[]).leading()]
        }
        FactOp::LongestGap => {
            let fill = [
                ("topic", scene.asked_topic()),
                ("period", scene.period(query.period.as_ref())),
            ];
            vec![Claim::of("gap_none", phrases.say("gap_none", &fill), &[]).leading()]
        }
        FactOp::Best | FactOp::First | FactOp::Last if query.filter.is_some() => {
            let fill = [
                ("topic", scene.asked_topic()),
                ("condition", scene.condition(query)),
                ("period", scene.period(query.period.as_ref())),
            ];
            let told = match phrases.say("never_condition", &fill) {
                told if scene.intent.whether && place == 0 => phrases.say("no", &[("told", told)]),
                told => told,
            };
            vec![Claim::of(NOTHING, told, &[]).leading()]
        }
        _ if scene.intent.measure.is_some() && !scene.intent.topics.is_empty() => {
            let measure = scene.intent.measure.as_ref().and_then(|of| {
                let measures = measures_of(scene.module(&of.domain)?)?;
                Some(scene.measure_name(measures.measure(&of.name)?))
            });
            let measure = measure.unwrap_or_default();
            let fill = [("topic", scene.asked_topic()), ("measure", measure)];
            vec![
                Claim::of(NOTHING, phrases.say("no_measure", &fill), &[])
                    .leading()
                    .unsure(Confidence::Medium),
            ]
        }
        FactOp::Total | FactOp::Average if place == 0 && !told_by_other(scene, query) => {
            no_measure(scene, query).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether what a query asks for was not said to be just that, or another has it.
fn told_by_other(scene: &AnswerContext<'_>, query: &FactQuery) -> bool {
    // With days named there may be some on others.
    let named = query.period.is_some() || query.compare.is_some();
    named || !scene.intent.measure_said || has_other(scene, query)
}

/// Whether another query that asks the same has facts.
fn has_other(scene: &AnswerContext<'_>, query: &FactQuery) -> bool {
    let queries = scene.sub_query.queries();
    let mut alike = queries.filter(|(_, other)| other.op == query.op);
    alike.any(|(at, _)| !scene.of_query(at).is_empty())
}

/// That the notes hold nothing of the measure asked for.
pub fn no_measure(scene: &AnswerContext<'_>, query: &FactQuery) -> Option<Claim> {
    let measures = measures_of(scene.module(&query.domain)?)?;
    let fill = [(
        "topic",
        scene.measure_name(measures.measure(&query.measure)?),
    )];
    let said = Claim::of(NOTHING, scene.phrases().say("never", &fill), &[]);
    Some(said.leading().unsure(Confidence::Medium))
}

/// That the factor which was asked about does not differ.
pub fn not_that(scene: &AnswerContext<'_>, query: &FactQuery) -> Option<Claim> {
    let asked = scene.intent.factor.as_ref()?;
    let measures = measures_of(scene.module(&asked.domain)?)?;
    let fill = [
        ("factor", scene.measure_name(measures.measure(&asked.name)?)),
        (
            "topic",
            scene.subject(
                &query.domain,
                query.subjects.first().unwrap_or(&query.domain),
            ),
        ),
    ];
    let text = scene.phrases().say("why_not", &fill);
    Some(Claim::of(NO_REASON, text, &[]).leading())
}
