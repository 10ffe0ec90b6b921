//! Questions that lean on the one before: completed so that they stand by themselves.

use std::collections::BTreeMap;

use chrono::{Months, NaiveDate};

use crate::agents::{AgentContext, PlannerInput};
use crate::engine::builtin::clarifier::{self, AskedFor};
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Bucket, Words, sentences};
use crate::model::{DateRange, Question};
use crate::text;
use crate::text::dates::{self, DateContext};

use super::intent::{Intent, QuestionKind};
use super::measure::{self, Naming};
use super::read::{Ground, read};

/// A question with what the user answered when asked about it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The question as typed.
    pub query: &'a str,
    /// Question id → answer.
    pub responses: &'a BTreeMap<String, String>,
    /// What was asked.
    pub asked: &'a [Question],
}

/// The question with what the user answered: the subject they named, the days they meant. Other
/// answers say something beside it and leave it as it is.
pub fn answered(cx: &AgentContext, asked: &Asked<'_>) -> String {
    let mut question = asked.query.trim().to_owned();
    for (id, answer) in asked.responses {
        let answer = answer.trim();
        let of = asked.asked.iter().find(|q| q.id == *id);
        match of.and_then(|q| clarifier::asks_for(&q.question)) {
            _ if answer.is_empty() || question.contains(answer) => {}
            Some(AskedFor::Subject) => question = append(&question, answer),
            Some(AskedFor::Days) => question = with_days(cx, &question, answer),
            None => {}
        }
    }
    question
}

/// The question with other days, or with none where the answer names none.
fn with_days(cx: &AgentContext, question: &str, answer: &str) -> String {
    let ground = Ground::of(cx);
    let now = read(question, ground);
    let new = read(answer, ground);
    let words = period_words(answer, &new).unwrap_or_default();
    match said_days(&now) {
        Some(old) if question.contains(&old) => {
            let text = question.replacen(&old, &words, 1);
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
        _ if words.is_empty() => question.to_owned(),
        _ => append(question, &words),
    }
}

/// The question as it is meant: with what the user answered, and with what a follow-up leaves out.
pub fn complete(cx: &AgentContext, input: &PlannerInput) -> String {
    let question = answered(
        cx,
        &Asked {
            query: &input.query,
            responses: &input.user_responses,
            asked: &input.asked,
        },
    );
    let Some(context) = input.session_context.as_deref() else {
        return question;
    };
    let ground = Ground::of(cx);
    let now = read(&question, ground);
    let points_back = now.topics.is_empty() && super::split::points_back(&question);
    if points_back || bare_record(&now) {
        let said = sentences::split(context)
            .into_iter()
            .rev()
            .map(|sentence| (sentence.text.to_owned(), read(sentence.text, ground)))
            .find(|(text, intent)| *text != question && !intent.topics.is_empty());
        // A note names what was done: that is "it", while its day and amounts are not asked for.
        if let Some((text, noted)) = said
            && !asks(&text)
        {
            return noted
                .topics
                .iter()
                .fold(question, |question, topic| append(&question, &topic.typed));
        }
    }
    if !leans(&question, &now) {
        return question;
    }
    // Follow-ups of follow-ups: each question before this one as it was meant.
    let mut earlier: Option<(String, Intent)> = None;
    for sentence in sentences::split(context) {
        let (text, intent) = (sentence.text, read(sentence.text, ground));
        if text == question || !asks(text) {
            continue;
        }
        let meant = match &earlier {
            Some((before, of)) if leans(text, &intent) => merge(cx, text, &intent, before, of),
            _ => text.to_owned(),
        };
        let intent = read(&meant, ground);
        let whole = matches!(intent.ask, QuestionKind::Summary | QuestionKind::Load);
        let asked = intent.domain.is_some() && intent.ask != QuestionKind::Overview;
        if !intent.topics.is_empty() || intent.measure.is_some() || asked || whole {
            earlier = Some((meant, intent));
        }
    }
    match earlier {
        Some((text, intent)) => merge(cx, &question, &now, &text, &intent),
        None => question,
    }
}

/// Whether a question leaves out what the one before it named.
fn leans(question: &str, now: &Intent) -> bool {
    let line = Words::read(question);
    let few = line.len() <= 4;
    let days_only = now.ask == QuestionKind::List
        && now.period.is_some()
        && now.topics.is_empty()
        && now.domain.is_none()
        && now.unknown.is_empty();
    words().follow_ups.hold(&line)
        || steps_back(question, now)
        || few && (now.ask == QuestionKind::Overview || days_only)
        || now.topics.is_empty() && super::split::points_back(question)
}

/// "The month before?": the days before those of the question before it, and little else.
fn steps_back(question: &str, now: &Intent) -> bool {
    let line = Words::read(question);
    line.len() <= 7 && now.period.is_none() && words().step_back.hold(&line)
}

/// The days right before those of the question before; of "the year before" the same days a year
/// earlier.
fn stepped(question: &str, now: &Intent, earlier: &Intent) -> Option<DateRange> {
    let period = earlier.period.as_ref()?;
    if !steps_back(question, now) {
        return None;
    }
    let year = words().bucket_nouns.get(&Bucket::Year)?;
    if year.hold(&Words::read(question)) && period.days() < 300 {
        let back = |day: NaiveDate| day.checked_sub_months(Months::new(12));
        return Some(DateRange::new(back(period.start)?, back(period.end)?));
    }
    super::periods::before(period)
}

/// "A record?": a best of nothing that is named.
fn bare_record(now: &Intent) -> bool {
    now.whether
        && now.ask == QuestionKind::Best
        && now.topics.is_empty()
        && now.domain.is_none()
        && now.filter.is_none()
        && now.period.is_none()
        && now.unknown.is_empty()
}

fn asks(text: &str) -> bool {
    let asking = &words().asking;
    let line = Words::read(text).opened_by(&asking.openers);
    text.trim_end().ends_with(['?', '？'])
        || asking.always.hold(&line)
        || asking.requests.hold(&line)
        || asking.endings.hold(&line)
        || asking.wh.hold(&line)
        || asking.phrases.hold(&line)
}

/// The earlier question with the topic and the days of the new one, or the new one with the
/// earlier topic where it asks for something else.
fn merge(
    cx: &AgentContext,
    question: &str,
    now: &Intent,
    earlier_text: &str,
    earlier: &Intent,
) -> String {
    // Days that are named say what to list only where nothing else was asked before.
    let days_named = now.ask == QuestionKind::List
        && now.period.is_some()
        && !super::split::seeks(question, QuestionKind::List);
    // "When was that?", of a record: the record says its day.
    let of_record = matches!(
        earlier.ask,
        QuestionKind::Best
            | QuestionKind::Worst
            | QuestionKind::First
            | QuestionKind::Last
            | QuestionKind::Gap
            | QuestionKind::Streak
    );
    let points_back = now.topics.is_empty() && super::split::points_back(question);
    if now.when && now.period.is_none() && points_back && of_record {
        return earlier_text.to_owned();
    }
    let back = stepped(question, now, earlier);
    let asks_anew = now.ask != QuestionKind::Overview && !days_named && back.is_none();
    if asks_anew {
        return if now.topics.is_empty() {
            with_topic_and_period(question, now, earlier_text, earlier)
        } else {
            question.to_owned()
        };
    }
    let mut text = earlier_text.to_owned();
    if let (Some(new), Some(old)) = (now.topics.first(), earlier.topics.first()) {
        text.replace_range(old.span.clone(), &new.typed);
    }
    if let Some((old, new)) = measures(cx, earlier_text, question).filter(|_| now.topics.is_empty())
    {
        text = text.replacen(&old, &new, 1);
    }
    if let Some(value) = now.filter_said.as_deref().filter(|_| now.topics.is_empty()) {
        text = match earlier.filter_said.as_deref() {
            Some(old) if text.contains(old) => text.replacen(old, value, 1),
            _ => append(&text, value),
        };
    }
    if let Some((_, unit)) = &now.unit {
        text = append(&text, unit);
    }
    let back = back.map(|days| format!("{} ~ {}", days.start, days.end));
    if let Some(new) = back.or_else(|| period_words(question, now)) {
        text = match said_days(earlier) {
            Some(old) if text.contains(&old) => text.replacen(&old, &new, 1),
            _ => append(&text, &new),
        };
    }
    text
}

/// The words by which two questions name their measures, where both name one as such.
fn measures(cx: &AgentContext, earlier: &str, now: &str) -> Option<(String, String)> {
    let said = |text: &str| {
        let line = Words::read(text);
        let named = measure::named(&cx.domains.modules, &line, &|_| true);
        let named = named
            .into_iter()
            .find(|named| named.naming == Naming::Plain && !named.weak && !named.counts)?;
        let last = named.hit.words.end.checked_sub(1)?;
        let span = line.at(named.hit.words.start).span.start..line.at(last).span.end;
        text.get(span).map(str::to_owned)
    };
    Some((said(earlier)?, said(now)?))
}

/// A part with the topic (and the days, if it names none) of the part before it.
pub fn with_topic_and_period(
    text: &str,
    intent: &Intent,
    before: &str,
    earlier: &Intent,
) -> String {
    let mut out = text.to_owned();
    for topic in &earlier.topics {
        out = append(&out, &topic.typed);
    }
    if intent.period.is_none() {
        out = with_period(&out, before, earlier);
    }
    out
}

/// A part with the days of the part before it.
pub fn with_period(text: &str, before: &str, earlier: &Intent) -> String {
    period_words(before, earlier).map_or_else(|| text.to_owned(), |words| append(text, &words))
}

/// Words put at the end of a question, before its mark.
pub fn append(text: &str, words: &str) -> String {
    let trimmed = text.trim_end();
    let mark = trimmed.len() - trimmed.trim_end_matches(['?', '？', '.', '!']).len();
    let (head, tail) = trimmed.split_at(trimmed.len() - mark);
    format!("{head} ({words}){tail}")
}

/// The days of a question as they were said.
fn said_days(intent: &Intent) -> Option<String> {
    intent.period.as_ref()?.description.clone()
}

/// The days of a question in words that are days by themselves.
fn period_words(text: &str, intent: &Intent) -> Option<String> {
    let period = intent.period.as_ref()?;
    let named = period.description.clone()?;
    // Some words are days only beside others ("in March").
    let alone = || {
        let named = text::read(&named);
        !dates::find(&named, &DateContext::question(period.end)).is_empty()
    };
    if text.contains(&named) && alone() {
        return Some(named);
    }
    Some(format!("{} ~ {}", period.start, period.end))
}
