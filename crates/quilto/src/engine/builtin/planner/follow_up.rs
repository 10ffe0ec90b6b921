//! How a question leans on what was said before it, and what it means then. Filling it is the business
//! of the readings themselves (`Intent::after`).

use std::collections::BTreeMap;

use crate::agents::AgentContext;
use crate::engine::builtin::clarifier::{self, AskedFor};
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Bucket, Words};
use crate::engine::builtin::topics;
use crate::model::{Conversation, Intent, Lean, Question, QuestionKind, Step, Topic};
use crate::text;

use super::naming;
use super::parts;
use super::read::{Ground, read};
use super::split;

/// How a question leans on what was said before.
pub(in crate::engine::builtin) fn lean(line: &Words, names_days: bool) -> Lean {
    const FEW: usize = 4;
    const STEP: usize = 7;
    let cues = words();
    let days = cues.answer_days.iter();
    let days = days.filter_map(|(day, list)| Some((*day, list.find(line)?.weight)));
    let day = days.max_by_key(|(_, weight)| *weight);
    let one_before = cues.time_before.hold(line);
    let steps = one_before || cues.step_back.hold(line);
    let says = |bucket: &Bucket| {
        cues.bucket_nouns
            .get(bucket)
            .is_some_and(|of| of.hold(line))
    };
    let step = if says(&Bucket::Year) {
        Step::YearBefore
    } else if one_before && !cues.bucket_nouns.keys().any(says) {
        Step::TimeBefore
    } else {
        Step::Before
    };
    Lean {
        goes_on: cues.follow_ups.hold(line),
        points_back: split::points_back(line),
        short: line.len() <= FEW,
        days_only: names_days && !split::seeks(line, QuestionKind::List),
        step: (steps && line.len() <= STEP && !names_days).then_some(step),
        day: day.map(|(day, _)| day).filter(|_| !names_days),
    }
}

/// What a question means in a conversation.
pub(super) fn meant(ground: Ground<'_>, intent: Intent, before: &Conversation) -> Intent {
    if intent.points_at_a_note()
        && let Some(topics) = noted(ground, &intent, before)
    {
        return Intent {
            topics,
            unknown: Vec::new(),
            lean: Lean::default(),
            ..intent
        };
    }
    match before.last_question() {
        Some((turn, earlier)) => intent.after(earlier, turn.day.as_ref()),
        None => intent,
    }
}

/// What a note named that was said last; `None` where what was named last was asked about.
fn noted(ground: Ground<'_>, intent: &Intent, before: &Conversation) -> Option<Vec<Topic>> {
    let own = intent.domains();
    let meant = |topic: &Topic| {
        let part = parts::is_part(&topic.typed) || parts::is_part(&topic.name);
        let domain = own.is_empty() || own.contains(&topic.domain.as_str());
        domain && topic.exact && !part
    };
    before.turns().iter().rev().find_map(|turn| {
        let asked = turn.asked.iter().any(|asked| !asked.topics.is_empty());
        if asked {
            return Some(None);
        }
        let names = topics::find(&text::read(&turn.text), ground.domains);
        let names = names.into_iter().filter(meant).collect();
        let names = naming::sort(names, ground).subjects;
        (turn.asked.is_empty() && !names.is_empty()).then_some(Some(names))
    })?
}

/// What a question means with what the user answered when asked about it: the subject they named, the
/// days they meant. Other answers say something beside it and leave it as it is.
pub fn answered(
    cx: &AgentContext,
    intent: &Intent,
    responses: &BTreeMap<String, String>,
    asked: &[Question],
) -> Intent {
    let ground = Ground::of(cx);
    let mut meant = intent.clone();
    for (id, answer) in responses {
        let answer = answer.trim();
        let of = asked.iter().find(|q| q.id == *id);
        let asked_for = of.and_then(|q| clarifier::asks_for(&q.question));
        if let Some(asked_for) = asked_for.filter(|_| !answer.is_empty()) {
            let said = read(answer, ground);
            meant = match asked_for {
                AskedFor::Subject => meant.with_subject_of(said),
                AskedFor::Days => Intent {
                    period: said.period,
                    ..meant
                },
            };
        }
    }
    meant
}
