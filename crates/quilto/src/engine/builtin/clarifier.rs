//! The clarifier: at most three short questions that only the user can answer.

use std::collections::BTreeMap;

use chrono::{Datelike, Months, NaiveDate};

use crate::agents::{AgentContext, ClarifierInput, ClarifierOutput};
use crate::domain::{Clarification, DomainModule};
use crate::facts;
use crate::model::{
    ClarificationTarget, DateRange, Entry, FactOp, FactQuery, Gap, Intent, Missing, Question,
};
use crate::storage::LogStore;

use super::matching::subjects_in;
use super::recent_days::lately;
use super::topics;
use super::wording::phrases::phrases;
use quilto_language::Language;
use quilto_language::words::normalise;

/// Questions asked at once.
const MOST: usize = 3;
/// Answers offered to choose from.
const OFFERED: usize = 3;
/// How many of the newest entries are looked through for subjects to offer.
const RECENT: usize = 30;
/// How many of the newest entries tell which domains the person logs.
const LOGGED: usize = 300;

/// Asks.
pub fn clarify<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    input: &ClarifierInput,
) -> ClarifierOutput {
    let language = input.intent.language;
    let words = phrases(language);
    let mut questions: Vec<Question> = Vec::new();
    let mut add = |question: String, gap: String, answers: Answers, required: bool| {
        let asked = |other: &String| normalise(other) == normalise(&question);
        let new = !input.previous_clarifications.iter().any(asked)
            && !questions
                .iter()
                .any(|q| normalise(&q.question) == normalise(&question));
        if new && !question.is_empty() && questions.len() < MOST {
            questions.push(Question {
                id: format!(
                    "q{}",
                    input.previous_clarifications.len() + questions.len() + 1
                ),
                question,
                gap_addressed: gap,
                options: answers.options,
                changes: answers.change,
                required,
            });
        }
    };
    let open: Vec<&Gap> = input
        .gaps
        .iter()
        .filter(|gap| gap.gap_type.only_user_knows() && !gap.found)
        .collect();
    let gap = open
        .first()
        .map(|gap| gap.description.clone())
        .unwrap_or_default();
    for suggested in &input.suggested {
        // A suggestion may be a gap in words; then a question is made for it below.
        if suggested.trim_end().ends_with(['?', '？']) {
            let answers = answers(store, cx, input.suggested_changes, language);
            add(suggested.clone(), gap.clone(), answers, true);
        }
    }
    let (of_domains, answered) = of_domains(store, cx, input, language);
    let days_only = open.iter().all(|gap| gap.missing == Some(Missing::Days));
    if !days_only || open.is_empty() {
        for (question, answers) in of_domains {
            add(question, gap.clone(), answers, false);
        }
    }
    for gap in &open {
        let (question, changes) = match gap.missing {
            // The notes say how those days were.
            Some(Missing::Cause) if answered => continue,
            Some(Missing::Goal) => (words.question("goal", &[("topic", String::new())]), None),
            Some(Missing::Cause) => (words.question("feeling", &[]), None),
            Some(Missing::Days) => {
                let question = words.question("period", &[]);
                (question, Some(ClarificationTarget::Days))
            }
            None => {
                let question = words.question("subject", &[]);
                (question, Some(ClarificationTarget::Subject))
            }
        };
        let answers = answers(store, cx, changes, language);
        add(question, gap.description.clone(), answers, false);
    }
    ClarifierOutput {
        context_explanation: why(cx, input, language, days_only && !open.is_empty()),
        questions,
        fallback_action: words.question("fallback", &[]),
    }
}

/// A subject as the language calls it.
fn called(cx: &AgentContext, subject: &str, language: Language) -> String {
    let modules = cx.domains.modules.iter();
    let korean = modules
        .filter(|_| language == Language::Korean)
        .find_map(|module| topics::korean_alias(module, subject));
    korean.unwrap_or_else(|| subject.to_owned())
}

/// Why the user is asked.
fn why(cx: &AgentContext, input: &ClarifierInput, language: Language, empty: bool) -> String {
    let words = phrases(language);
    let mut searched = input.retrieval_history.iter().rev();
    let searched = searched.find_map(|attempt| {
        let period = attempt.instruction.period.as_ref()?;
        Some((period, &attempt.instruction.terms))
    });
    match searched.filter(|_| empty) {
        Some((period, terms)) => {
            let topic = match terms.as_slice() {
                [topic] => called(cx, topic, language),
                _ => String::new(),
            };
            let fill = [("period", words.period(period, cx.today)), ("topic", topic)];
            words.question("empty_period", &fill)
        }
        None => words.question("explanation", &[]),
    }
}

/// What may be answered to a question.
struct Answers {
    /// Answers to choose from.
    options: Option<Vec<String>>,
    /// What they change in what was asked.
    change: Option<ClarificationTarget>,
}

/// Answers that change this: subjects of the newest entries, or days that have entries.
fn answers<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    change: Option<ClarificationTarget>,
    language: Language,
) -> Answers {
    let options = match change {
        Some(ClarificationTarget::Subject) => subjects(store, cx),
        Some(ClarificationTarget::Days) => days(store, cx, language),
        None => Vec::new(),
    };
    Answers {
        options: (options.len() > 1).then_some(options),
        change,
    }
}

/// The subjects that the newest entries name most often.
fn subjects<S: LogStore>(store: &S, cx: &AgentContext) -> Vec<String> {
    let entries = store.recent(cx.today, RECENT).unwrap_or_default();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for module in &cx.domains.modules {
        for entry in &entries {
            for subject in subjects_in(module, std::slice::from_ref(entry)) {
                *counts.entry(subject).or_default() += 1;
            }
        }
    }
    let mut subjects: Vec<(String, usize)> = counts.into_iter().collect();
    subjects.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    subjects
        .into_iter()
        .map(|(name, _)| name)
        .take(OFFERED)
        .collect()
}

/// The month and the year of the newest entries, and all days.
fn days<S: LogStore>(store: &S, cx: &AgentContext, language: Language) -> Vec<String> {
    let words = phrases(language);
    let recent = store.recent(cx.today, 1).unwrap_or_default();
    let Some(last) = recent.last().map(|entry| entry.date) else {
        return Vec::new();
    };
    let day = |month, day| NaiveDate::from_ymd_opt(last.year(), month, day);
    let next = last
        .with_day(1)
        .and_then(|d| d.checked_add_months(Months::new(1)));
    let month = last.with_day(1).zip(next.and_then(|d| d.pred_opt()));
    let year = day(1, 1).zip(day(12, 31));
    let mut days: Vec<String> = [month, year]
        .into_iter()
        .flatten()
        .map(|(start, end)| words.period(&DateRange::new(start, end), cx.today))
        .collect();
    days.push(words.question("all_days", &[]));
    days
}

/// The domains' own questions that the question calls for, of domains that the person logs; and
/// whether the notes of those days answer one of them, which is then not put.
fn of_domains<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    input: &ClarifierInput,
    language: Language,
) -> (Vec<(String, Answers)>, bool) {
    if !input.gaps.iter().any(|gap| gap.gap_type.only_user_knows()) {
        return (Vec::new(), false);
    }
    let newest = store.recent(cx.today, LOGGED).unwrap_or_default();
    let logs = |domain: &str| {
        let mut parsed = newest.iter().filter_map(|entry| entry.parsed.as_ref());
        parsed.any(|parsed| parsed.domain_data.contains_key(domain))
    };
    let mut searched = input.retrieval_history.iter().rev();
    let named = searched.find_map(|attempt| attempt.instruction.period.clone());
    let days = named.or_else(|| lately(cx.today));
    let days = days.unwrap_or_else(|| DateRange::day(cx.today));
    let entries = store.entries_by_date_range(&days).unwrap_or_default();
    let code = language.code();
    let mut open = Vec::new();
    let mut answered = false;
    let named = input.intent.domains();
    let about = |domain: &str| named.is_empty() || named.contains(&domain);
    for (module, clarification) in called_for(cx, &input.intent) {
        let fits = logs(&module.name) && (module.base || about(&module.name));
        if !fits {
            continue;
        }
        if is_answered(cx, &module.name, clarification, &entries) {
            answered = true;
            continue;
        }
        let options = clarification.options.get(code).cloned();
        let answers = Answers {
            options: options.filter(|options| !options.is_empty()),
            change: clarification.changes,
        };
        if let Some(question) = clarification.question.get(code) {
            open.push((question.clone(), answers));
        }
    }
    (open, answered)
}

/// Whether entries answer one of the domains' questions that a question calls for.
pub(super) fn answered_by_notes(cx: &AgentContext, intent: &Intent, entries: &[Entry]) -> bool {
    called_for(cx, intent)
        .into_iter()
        .any(|(module, of)| is_answered(cx, &module.name, of, entries))
}

fn is_answered(cx: &AgentContext, domain: &str, of: &Clarification, entries: &[Entry]) -> bool {
    of.answered_by.iter().any(|name| {
        let (domain, measure) = name.split_once('.').unwrap_or((domain, name));
        let query = [FactQuery::of(domain, measure, FactOp::Last)];
        let found = facts::compute(&query, entries, &cx.domains, &cx.units, cx.today);
        !found.is_empty()
    })
}

/// The domains' own questions that a question calls for.
fn called_for<'a>(
    cx: &'a AgentContext,
    intent: &Intent,
) -> Vec<(&'a DomainModule, &'a Clarification)> {
    let all = cx.domains.modules.iter().flat_map(|module| {
        let own = module.clarifications().iter();
        own.map(|clarification| (&**module, clarification))
    });
    let called = |module: &DomainModule, of: &Clarification| {
        let mut called = intent.calls_for.iter();
        called.any(|one| one.domain == module.name && one.gap == of.gap)
    };
    all.filter(|(module, of)| called(module, of)).collect()
}
