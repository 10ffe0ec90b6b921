//! The questions of a text, each read once, with what they leave out filled in.

use chrono::Datelike;

use crate::agents::{AgentContext, PlannerInput, PlannerOutput};
use crate::domain::measures::Better;
use crate::model::{ChangeDirection, Conversation, DependencyType, Intent, QuestionKind, SubQuery};

use super::domain_questions::called_for;
use super::follow_up;
use super::measure;
use super::note_terms::Notes;
use super::question_readings;
use super::reading_context::ReadingContext;
use super::seasons::Seasons;
use super::split::Link;
use super::split_comparison;

/// One question: its words as typed, what it was read as, and how it hangs on the one before it.
#[derive(Clone, Debug)]
pub(super) struct QuestionTurn {
    pub(super) text: String,
    /// What was said before, where it leans on that.
    before: Option<String>,
    pub(super) intent: Intent,
    pub(super) link: Link,
}

impl QuestionTurn {
    fn alone(text: &str, intent: Intent) -> Self {
        Self {
            text: text.to_owned(),
            before: None,
            intent,
            link: Link::Alone,
        }
    }

    /// Whether it leans on what was said before.
    pub(super) fn leans(&self) -> bool {
        self.before.is_some()
    }

    /// Its words, behind those it leans on: for whoever is to understand it alone.
    pub(super) fn in_full(&self) -> String {
        let said = self.before.iter().chain([&self.text]);
        said.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// The questions of an input. They are read once for the domains that are loaded: an earlier plan holds what they
/// were read as.
pub(super) fn of(
    cx: &AgentContext,
    input: &PlannerInput,
    earlier: Option<&PlannerOutput>,
    notes: Notes<'_>,
) -> Vec<QuestionTurn> {
    let mut asked = match earlier {
        Some(plan) => planned(plan),
        None => typed(cx, input, notes),
    };
    for one in &mut asked {
        one.intent = follow_up::answered(cx, &one.intent, &input.user_responses, &input.asked);
    }
    asked
}

/// The plan that holds what the questions were read as.
pub(super) fn earlier(input: &PlannerInput) -> Option<&PlannerOutput> {
    let read = |plan: &&PlannerOutput| !plan.sub_queries.is_empty();
    input.earlier.as_deref().filter(read)
}

/// The questions of an earlier plan.
fn planned(plan: &PlannerOutput) -> Vec<QuestionTurn> {
    let link = |part: &SubQuery| {
        if plan.dependencies.iter().any(|needs| needs.to == part.id) {
            Link::Needs
        } else if plan.execution_strategy == DependencyType::Coupled {
            Link::Same
        } else {
            Link::Alone
        }
    };
    let parts = plan.sub_queries.iter();
    let asked = parts.map(|part| QuestionTurn {
        link: link(part),
        ..QuestionTurn::alone(&part.question, part.intent.clone())
    });
    asked.collect()
}

/// The questions as typed.
fn typed(cx: &AgentContext, input: &PlannerInput, notes: Notes<'_>) -> Vec<QuestionTurn> {
    let ground = ReadingContext::of(cx);
    let query = input.query.trim();
    let seasons = Seasons::of(query, cx.today, notes.span);
    let mut asked: Vec<QuestionTurn> = Vec::new();
    let settled = |intent: Intent| seasons.put(by_value(intent, ground));
    let nothing = Conversation::default();
    for part in question_readings::parts(query, ground, notes) {
        let before = match asked.is_empty() {
            true => &input.conversation,
            false => &nothing,
        };
        if let Some(last) = asked.last_mut()
            && let Some(meant) = part.says_more_of(&last.intent, ground)
        {
            last.intent = settled(meant);
            continue;
        }
        let chosen = part.chosen(ground, before, &settled);
        chosen.tell(query);
        if let Some(each) = part.of_each(ground).filter(|_| !chosen.reading.leans) {
            let each = each.into_iter().map(&settled);
            asked.extend(each.map(|intent| QuestionTurn::alone(part.text, intent)));
            continue;
        }
        let leans = chosen.reading.leans;
        take_in(
            &mut asked,
            cx,
            part.text,
            chosen.intent(&part.careful, ground),
        );
        if leans {
            let before = input.conversation.turns().last();
            let before = before.map(|turn| turn.text.clone());
            asked
                .iter_mut()
                .for_each(|one| one.before.clone_from(&before));
        }
    }
    let lost = not_understood(&input.conversation);
    let before = input.conversation.last_question().map(|(_, intent)| intent);
    let calls_for = called_for(cx, query);
    for one in &mut asked {
        one.intent.calls_for.clone_from(&calls_for);
        one.intent.year_open = is_year_open(query, &one.intent, before);
        if !one.intent.unread.is_empty() {
            continue;
        }
        let goes_on = lost && days_only(&one.intent);
        if goes_on || one.intent.points_nowhere() || of_nothing(&one.intent, ground) {
            one.intent.unread.push(one.text.trim().to_owned());
        }
    }
    asked
}

/// Whether other days can be meant: "in March" may be another March, while that there was nothing in
/// 2018, last week or on the 9th is an answer. So is a month of the year that was spoken of before.
fn is_year_open(query: &str, intent: &Intent, before: Option<&Intent>) -> bool {
    let Some(period) = &intent.period else {
        return false;
    };
    let year = period.start.year();
    let one_month = period.start.day() == 1 && (28..=31).contains(&period.days());
    let settled = before
        .filter(|before| !before.year_open)
        .and_then(|before| before.period.as_ref());
    let spoken_of = settled.is_some_and(|settled| settled.start.year() == year);
    one_month && !spoken_of && !query.contains(&year.to_string())
}

/// Whether what was asked right before was not understood: then "and last week?" is no more than that.
fn not_understood(conversation: &Conversation) -> bool {
    let last = conversation.turns().last();
    last.is_some_and(|turn| {
        let mut asked = turn.asked.iter();
        !turn.asked.is_empty()
            && asked.all(|asked| !asked.unread.is_empty() && asked.unknown.is_empty())
    })
}

/// Whether it asks for a figure of nothing: no subject, no measure, no domain but one that everything is
/// in. What it is about was not read then, and a figure of anything else would be no answer.
fn of_nothing(intent: &Intent, ground: ReadingContext<'_>) -> bool {
    let figure = matches!(
        intent.ask,
        QuestionKind::Best
            | QuestionKind::Worst
            | QuestionKind::First
            | QuestionKind::Last
            | QuestionKind::Count
            | QuestionKind::Often
            | QuestionKind::Average
    );
    // "And how much?", of no days and in no unit.
    let unit = intent.places.as_ref().and_then(|places| places.get("unit"));
    let of_all = intent.ask == QuestionKind::Total && intent.period.is_none() && unit.is_none();
    let base = |name: &String| ground.is_base(name);
    (figure || of_all)
        && intent.domain.as_ref().is_none_or(base)
        && intent.topics.is_empty()
        && intent.measure.is_none()
        && intent.together.is_none()
        && intent.by.is_none()
        && intent.filter.is_none()
        && intent.stretches.is_none()
        && intent.figures.is_empty()
        && intent.unknown.is_empty()
}

/// The lowest value is asked for by its number: where less is better it is the best.
fn by_value(intent: Intent, ground: ReadingContext<'_>) -> Intent {
    let better = || Some(measure::of(intent.measure.as_ref()?, ground.domains)?.better);
    let ask = match (intent.ask, intent.way) {
        (QuestionKind::Worst, Some(ChangeDirection::Less)) => QuestionKind::Best,
        (QuestionKind::Best, Some(ChangeDirection::More)) => QuestionKind::Worst,
        _ => return intent,
    };
    match better() {
        Some(Better::Lower) => Intent { ask, ..intent },
        _ => intent,
    }
}

fn take_in(asked: &mut Vec<QuestionTurn>, cx: &AgentContext, text: &str, intent: Intent) {
    let apart = match split_comparison::values(&intent) {
        Some(values) => values.into(),
        None => split_comparison::of(cx, text, &intent),
    };
    if !apart.is_empty() {
        asked.extend(
            apart
                .into_iter()
                .map(|side| QuestionTurn::alone(text, side)),
        );
        return;
    }
    let Some(last) = asked.last_mut() else {
        asked.push(QuestionTurn::alone(text, intent));
        return;
    };
    let earlier = &mut last.intent;
    // "is it growing? in 2021": days alone belong to the question before them.
    if earlier.period.is_none() && days_only(&intent) {
        earlier.period = intent.period;
        return;
    }
    let points_back = intent.topics.is_empty() && intent.lean.points_back;
    let leans = points_back || intent.topics.is_empty() && of_same(&intent, earlier);
    let needs = earlier.ask == QuestionKind::Why && intent.ask == QuestionKind::Should;
    let shares = intent.shares_things_with(earlier);
    let mut meant = intent.clone();
    if leans && !earlier.topics.is_empty() {
        meant = meant.with_things_of(earlier);
    }
    if leans || shares {
        meant = meant.with_days_of(earlier);
    }
    let link = match needs {
        true => Link::Needs,
        false if shares || meant != intent => Link::Same,
        false => Link::Alone,
    };
    let leans = meant != intent;
    let before = leans.then(|| last.text.clone());
    asked.push(QuestionTurn {
        before,
        link,
        ..QuestionTurn::alone(text, meant)
    });
}

fn days_only(intent: &Intent) -> bool {
    intent.lean.short
        && intent.lean.days_only
        && intent.ask == QuestionKind::List
        && intent.topics.is_empty()
        && intent.measure.is_none()
        && intent.domain.is_none()
        && intent.unknown.is_empty()
}

/// Whether what a question measures may be of the things of the one before it.
fn of_same(intent: &Intent, earlier: &Intent) -> bool {
    intent.measure.as_ref().is_none_or(|measure| {
        let things = earlier.topics.iter().map(|topic| &topic.domain);
        let mut domains = things.chain(&earlier.domain);
        domains.any(|domain| *domain == measure.domain)
    })
}

/// What all questions were read as together, for those that are answered as one: what the first asks,
/// of the things of all.
pub(super) fn together(asked: &[QuestionTurn]) -> Intent {
    let mut all = asked.iter().map(|one| &one.intent);
    let mut whole = all.next().cloned().unwrap_or_default();
    for intent in all {
        for topic in &intent.topics {
            if !whole.topics.contains(topic) {
                whole.topics.push(topic.clone());
            }
        }
        for measure in &intent.elsewhere {
            if !whole.elsewhere.contains(measure) {
                whole.elsewhere.push(measure.clone());
            }
        }
        whole.period = whole.period.or_else(|| intent.period.clone());
        whole.domain = whole.domain.or_else(|| intent.domain.clone());
        if whole.measure.is_none() {
            whole.measure.clone_from(&intent.measure);
            whole.measure_said = intent.measure_said;
        }
    }
    whole
}
