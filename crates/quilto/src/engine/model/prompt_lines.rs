//! Contracts in the words of a prompt: one line each, nothing in them that could be taken for an
//! instruction.

use chrono::NaiveDate;
use minijinja::{Value, context};

use super::injection;
use super::quote::{LEFT_OUT, harmless};
use crate::agents::{AgentContext, ResponseStyle};
use crate::domain::DomainInfo;
use crate::engine::builtin::planner::measure::measures_of;
use crate::facts::format;
use crate::model::{DateRange, EvaluationFeedback, Fact, Finding, Gap, RetrievalAttempt};
use crate::text::dates::{self, DateContext};
use crate::text::read;
use quilto_language::Language;

/// Tokens a text has at most: letters of the Latin alphabet come four to a token, others one each.
/// An estimate on the safe side; providers count differently.
pub fn tokens(text: &str) -> usize {
    let plain = text.chars().filter(char::is_ascii).count();
    let other = text.chars().count() - plain;
    plain.div_ceil(4) + other
}

/// A line that came from data.
pub fn line(text: &str) -> String {
    let one = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if injection::speaks_to_program(&one) {
        return LEFT_OUT.to_owned();
    }
    harmless(&one)
}

/// A fact as a line.
pub fn fact(fact: &Fact) -> String {
    let mut text = format!("{}, {}", fact.about(), fact.kind);
    if let Some(bucket) = format::part_of(fact) {
        text.push_str(&format!(" [{bucket}]"));
    }
    text.push_str(&format!(": {}", format::fact_value(fact)));
    if let Some(detail) = fact.words() {
        text.push_str(&format!(", {detail}"));
    }
    match (&fact.date, &fact.period) {
        (Some(date), _) => text.push_str(&format!(" ({date})")),
        (None, Some(p)) => text.push_str(&format!(" ({} to {})", p.start, p.end)),
        (None, None) => {}
    }
    text.push_str(&format!(" [from {}]", fact.sample));
    line(&text)
}

/// Facts as lines; of very many the first ones.
pub fn facts(all: &[Fact]) -> Vec<String> {
    const MOST: usize = 60;
    all.iter().take(MOST).map(fact).collect()
}

/// A finding as a line.
pub fn finding(finding: &Finding) -> String {
    line(&format!("{}: {}", finding.name, finding.claim))
}

/// A gap as a line.
pub fn gap(gap: &Gap) -> String {
    let kind = serde_json::to_value(gap.gap_type).unwrap_or_default();
    line(&format!(
        "{} ({})",
        gap.description,
        kind.as_str().unwrap_or_default()
    ))
}

/// Feedback as a line.
pub fn feedback(feedback: &EvaluationFeedback) -> String {
    line(&format!("{}; {}", feedback.issue, feedback.suggestion))
}

/// A search as a line.
pub fn attempt(attempt: &RetrievalAttempt) -> String {
    line(&format!(
        "{} ({} notes)",
        attempt.summary, attempt.entries_found
    ))
}

/// What the user answered, quoted.
pub fn answers(answers: &std::collections::BTreeMap<String, String>) -> String {
    let lines: Vec<String> = answers
        .iter()
        .map(|(question, answer)| super::quote::quoted(&format!("{question}: {answer}")))
        .collect();
    lines.join("\n")
}

/// Domains as a list of names and descriptions.
pub fn domains(infos: impl IntoIterator<Item = DomainInfo>) -> Vec<Value> {
    infos
        .into_iter()
        .map(|info| context! {name => info.name, description => info.description})
        .collect()
}

/// What can be computed in the loaded domains.
pub fn measures(cx: &AgentContext) -> Vec<Value> {
    let modules = cx.domains.modules.iter();
    let of_module = |module: &std::sync::Arc<crate::domain::DomainModule>| {
        let measures = measures_of(module)?;
        let list: Vec<Value> = measures
            .measures
            .iter()
            .map(|m| context! {name => &m.name, unit => &m.unit, about => &m.about})
            .collect();
        Some(context! {name => &module.name, measures => list})
    };
    modules.filter_map(of_module).collect()
}

/// Names of the vocabulary that stand in a text.
pub fn terms(cx: &AgentContext, text: &str) -> Vec<Value> {
    let tokens = read(text);
    let mut seen: Vec<String> = Vec::new();
    let mut terms = Vec::new();
    for found in cx.domains.vocabulary().find(&tokens) {
        let name = found.mention.term.to_string();
        if seen.contains(&name) {
            continue;
        }
        let span = found.mention.span;
        let written = harmless(&text[span.start..span.end]);
        let domain = cx.domains.domains_loaded.get(found.domain);
        terms.push(context! {name => &name, written, domain});
        seen.push(name);
    }
    terms
}

/// The days a question names, worked out by code.
pub fn periods(question: &str, today: NaiveDate) -> Vec<DateRange> {
    let tokens = read(question);
    let mut periods: Vec<DateRange> = Vec::new();
    for mention in dates::find(&tokens, &DateContext::question(today)) {
        if !periods.contains(&mention.range) {
            periods.push(mention.range);
        }
    }
    periods
}

/// A period as a line.
pub fn period(period: &DateRange) -> String {
    let days = format!("{} to {}", period.start, period.end);
    match &period.description {
        Some(name) => line(&format!("{name}: {days}")),
        None => days,
    }
}

/// The language of a text, by its name.
pub fn language(text: &str) -> &'static str {
    match Language::of(text) {
        Language::English => "the language of the question",
        Language::Korean => "Korean",
    }
}

/// How long answers should be.
pub fn style(style: ResponseStyle) -> &'static str {
    match style {
        ResponseStyle::Concise => "concise",
        ResponseStyle::Detailed => "detailed: every fact",
    }
}

/// Expertise, or that there is none.
pub fn expertise(cx: &AgentContext) -> String {
    let text = cx.domains.expertise();
    if text.trim().is_empty() {
        "(none)".to_owned()
    } else {
        text
    }
}
