//! What a question means after what was said before it. Filling it is the business of the readings
//! themselves (`Intent::after`).

use std::collections::BTreeMap;

use crate::agents::AgentContext;
use crate::engine::builtin::topics;
use crate::model::{
    ClarificationTarget, ContextReference, Conversation, Intent, Question, Step, Topic,
};
use crate::text;

use super::day_parts;
use super::question;
use super::read::read;
use super::reading_context::ReadingContext;
use super::topic_roles;

/// What a question means in a conversation: by the places of its phrases, where they and those of the
/// question before say it, else by what each was read as.
pub(super) fn meant(
    ground: ReadingContext<'_>,
    (text, phrases): (&str, &question::ParsedQuestion),
    intent: &Intent,
    before: &Conversation,
) -> Intent {
    if intent.points_at_a_note()
        && let Some(topics) = noted(ground, intent, before)
    {
        return Intent {
            topics,
            unknown: Vec::new(),
            lean: ContextReference::default(),
            ..intent.clone()
        };
    }
    let Some((turn, earlier)) = before.last_question() else {
        return intent.clone();
    };
    let told = turn.day.as_ref();
    let by_places = intent.places.is_some() && earlier.places.is_some();
    if by_places && let Some(meant) = phrases.after(text, earlier, told, ground) {
        return Intent {
            unit: meant.unit.or_else(|| intent.unit.clone()),
            ..meant
        };
    }
    let since = intent.lean.step == Some(Step::Since) && intent.period.is_none();
    let days = told.filter(|_| since);
    Intent {
        period: days
            .and_then(|told| told.behind(ground.today))
            .or_else(|| intent.period.clone()),
        ..intent.clone()
    }
    .after(earlier, told)
}

/// What a note named that was said last; `None` where what was named last was asked about.
fn noted(ground: ReadingContext<'_>, intent: &Intent, before: &Conversation) -> Option<Vec<Topic>> {
    let own = intent.domains();
    let meant = |topic: &Topic| {
        let part = day_parts::is_part(&topic.typed) || day_parts::is_part(&topic.name);
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
        let names = topic_roles::sort(names, ground).subjects;
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
    let ground = ReadingContext::of(cx);
    let mut meant = intent.clone();
    for (id, answer) in responses {
        let answer = answer.trim();
        let of = asked.iter().find(|q| q.id == *id);
        let changes = of.and_then(|q| q.changes);
        if let Some(changes) = changes.filter(|_| !answer.is_empty()) {
            let said = read(answer, ground);
            meant = match changes {
                ClarificationTarget::Subject => meant.with_subject_of(said),
                ClarificationTarget::Days => Intent {
                    period: said.period,
                    ..meant
                },
            };
        }
    }
    meant
}
