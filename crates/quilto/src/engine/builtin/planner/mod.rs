//! The planner: reads what a question wants and says what to read, compute, load or ask.

pub mod against;
pub mod build;
pub mod domain_words;
pub mod filter;
pub mod follow_up;
pub mod intent;
pub mod meaning;
pub mod measure;
mod named;
pub mod naming;
pub mod operation;
pub mod overall;
mod overview;
pub mod parts;
mod periods;
pub mod read;
pub mod replan;
mod seasons;
mod shared;
pub mod spelling;
pub mod split;
pub mod stretches;
mod subjects;
pub mod units;

use std::sync::Arc;

use crate::agents::{AgentContext, NextAction, PlannerInput, PlannerOutput};
use crate::domain::{ActiveDomainContext, DomainModule, DomainSet};
use crate::model::{DateRange, DependencyType, QueryType, SubQuery, SubQueryDependency};

use super::language::{Language, Words};
use super::topics;
use super::wording::phrases::phrases;
use domain_words::DomainWords;
use intent::{Intent, QuestionKind};
use read::Ground;
use split::Link;

/// Plans. `known` are all domains there are, loaded or not; `noted` gives the first and the last day
/// that have notes, and is asked where a question names seasons.
pub fn plan(
    cx: &AgentContext,
    known: &DomainSet,
    input: &PlannerInput,
    noted: &dyn Fn() -> Option<DateRange>,
) -> PlannerOutput {
    let question = seasons::with_notes(&follow_up::complete(cx, input), cx.today, noted);
    if let Some(request) = missing_domains(cx, known, &question) {
        return expand(request);
    }
    if let Some(request) = nowhere(cx, &question) {
        return expand(request);
    }
    let parts = parts(cx, &question);
    let fresh = fresh(cx, &input.query, &parts);
    if parts
        .iter()
        .all(|(_, intent, _)| intent.is_blank() && intent.unknown.is_empty())
    {
        return blank(input, &question, fresh);
    }
    if input.retrieval_history.is_empty() {
        return fresh;
    }
    replan::again(cx, input, fresh)
}

/// The parts of a question, each completed from the one before it where it leans on it.
fn parts(cx: &AgentContext, question: &str) -> Vec<(String, Intent, Link)> {
    let ground = Ground::of(cx);
    let mut parts: Vec<(String, Intent, Link)> = Vec::new();
    for text in split::split(question) {
        let intent = read::read(&text, ground);
        let values = split::values(&text, &intent, ground);
        if !values.is_empty() {
            parts.extend(values.into_iter().map(|part| {
                let intent = read::read(&part, ground);
                (part, intent, Link::Alone)
            }));
            continue;
        }
        let sides = split::sides(cx, &text, &intent);
        if !sides.is_empty() {
            parts.extend(sides.into_iter().map(|side| {
                let intent = read::read(&side, ground);
                (side, intent, Link::Alone)
            }));
            continue;
        }
        // "is it growing? in 2021": days alone belong to the question before them.
        let days_only = intent.ask == QuestionKind::List
            && intent.period.is_some()
            && intent.topics.is_empty()
            && intent.measure.is_none()
            && intent.domain.is_none()
            && intent.unknown.is_empty()
            && text.split_whitespace().count() <= 3;
        if days_only
            && let Some((before, earlier, _)) = parts.last_mut()
            && earlier.period.is_none()
        {
            *before = follow_up::append(before, &text);
            *earlier = read::read(before, ground);
            continue;
        }
        let Some((before, earlier, _)) = parts.last() else {
            parts.push((text, intent, Link::Alone));
            continue;
        };
        let of_same = intent.measure.as_ref().is_none_or(|measure| {
            earlier.domain.as_ref() == Some(&measure.domain)
                || earlier
                    .topics
                    .iter()
                    .any(|topic| topic.domain == measure.domain)
        });
        let leans = intent.topics.is_empty() && of_same || split::points_back(&text);
        let needs = earlier.ask == QuestionKind::Why && intent.ask == QuestionKind::Should;
        let completed = if leans && !earlier.topics.is_empty() && intent.topics.is_empty() {
            follow_up::with_topic_and_period(&text, &intent, before, earlier)
        } else if intent.period.is_none()
            && earlier.period.is_some()
            && (leans || shares_topic(&intent, earlier))
        {
            follow_up::with_period(&text, before, earlier)
        } else {
            text.clone()
        };
        let link = if needs {
            Link::Needs
        } else if completed != text || shares_topic(&intent, earlier) {
            Link::Same
        } else {
            Link::Alone
        };
        let intent = read::read(&completed, ground);
        parts.push((completed, intent, link));
    }
    parts
}

fn shares_topic(one: &Intent, other: &Intent) -> bool {
    one.topics
        .iter()
        .any(|topic| other.topics.iter().any(|o| o.name == topic.name))
}

/// The plan as if nothing had been tried.
fn fresh(cx: &AgentContext, query: &str, parts: &[(String, Intent, Link)]) -> PlannerOutput {
    let whole = match parts {
        [(_, intent, _)] => intent.clone(),
        _ => read::read(query, Ground::of(cx)),
    };
    let sub_queries: Vec<SubQuery> = parts
        .iter()
        .zip(1..)
        .map(|((text, intent, _), id)| {
            build::sub_query(id, text, intent, &cx.domains.modules, cx.today)
        })
        .collect();
    let dependencies = parts
        .iter()
        .enumerate()
        .filter(|(_, (_, _, link))| *link == Link::Needs)
        .map(|(i, _)| SubQueryDependency {
            from: i as u32,
            to: i as u32 + 1,
            reason: "what to do follows from why".to_owned(),
        })
        .collect();
    let links: Vec<Link> = parts.iter().skip(1).map(|(_, _, link)| *link).collect();
    let asks: Vec<String> = parts
        .iter()
        .map(|(_, intent, _)| format!("{:?}", intent.ask).to_lowercase())
        .collect();
    let strategy = split::strategy(&links);
    let how = match strategy {
        _ if parts.len() < 2 => "",
        DependencyType::Independent => "side by side, ",
        DependencyType::Dependent => "one after the other, ",
        DependencyType::Coupled => "together, ",
    };
    PlannerOutput {
        query_type: whole_type(&sub_queries),
        execution_order: sub_queries.iter().map(|part| part.id).collect(),
        sub_queries,
        dependencies,
        execution_strategy: strategy,
        gaps_status: Vec::new(),
        domain_expansion_request: Vec::new(),
        expansion_reasoning: None,
        clarify_questions: Vec::new(),
        reasoning: format!("asked {how}{}", asks.join(", ")),
        confidence: confidence(parts),
        intent: Box::new(whole),
        next_action: NextAction::Retrieve,
    }
}

/// How surely the question was understood: as surely as its least sure part. Words that nothing
/// recognised may be what it is really about.
fn confidence(parts: &[(String, Intent, Link)]) -> f64 {
    let sure = |intent: &Intent| {
        let placed = !intent.topics.is_empty()
            || intent.measure.is_some()
            || intent.domain.is_some()
            || intent.period.is_some();
        match (placed, intent.unknown.is_empty(), intent.ask) {
            (true, true, QuestionKind::Overview) => 0.8,
            (true, true, _) => 0.95,
            (true, false, QuestionKind::Overview) => 0.5,
            (true, false, _) => 0.7,
            (false, ..) => 0.3,
        }
    };
    let parts = parts.iter().map(|(_, intent, _)| sure(intent));
    parts.fold(1.0, f64::min)
}

/// What the question wants as a whole: the most demanding of its parts.
fn whole_type(parts: &[SubQuery]) -> QueryType {
    let rank = |kind: QueryType| match kind {
        QueryType::Recommendation => 3,
        QueryType::Insight => 2,
        QueryType::Comparison => 1,
        QueryType::Simple | QueryType::Correction => 0,
    };
    parts
        .iter()
        .map(|part| part.query_type)
        .max_by_key(|kind| rank(*kind))
        .unwrap_or(QueryType::Simple)
}

fn empty(action: NextAction, reasoning: String) -> PlannerOutput {
    PlannerOutput {
        query_type: QueryType::Simple,
        sub_queries: Vec::new(),
        dependencies: Vec::new(),
        execution_strategy: DependencyType::Independent,
        execution_order: Vec::new(),
        gaps_status: Vec::new(),
        domain_expansion_request: Vec::new(),
        expansion_reasoning: None,
        clarify_questions: Vec::new(),
        reasoning,
        confidence: 0.9,
        intent: Box::default(),
        next_action: action,
    }
}

/// Domains that the question names and that are known but not loaded.
fn missing_domains(cx: &AgentContext, known: &DomainSet, question: &str) -> Option<Vec<String>> {
    if cx.domains.available.is_empty() {
        return None;
    }
    let tokens = crate::text::read(question);
    let mut missing: Vec<String> = Vec::new();
    for topic in topics::find(&tokens, &known.select_all()) {
        let available = cx
            .domains
            .available
            .iter()
            .any(|info| info.name == topic.domain);
        if available && topic.exact && !missing.contains(&topic.domain) {
            missing.push(topic.domain);
        }
    }
    missing.extend(sharing(cx, known, question));
    missing.extend(by_own_words(cx, known, question));
    missing.sort_unstable();
    missing.dedup();
    (!missing.is_empty()).then_some(missing)
}

/// Domains whose own words are those of a question that nothing loaded explains.
fn by_own_words(cx: &AgentContext, known: &DomainSet, question: &str) -> Vec<String> {
    let ground = Ground::of(cx);
    let unknown = read::read(question, ground).unknown;
    let line = Words::read(question);
    let free = |at: usize| unknown.contains(&line.at(at).text);
    let speaks = |module: &&Arc<DomainModule>| {
        let one = ActiveDomainContext {
            modules: vec![Arc::clone(module)],
            ..ActiveDomainContext::default()
        };
        !module.base && DomainWords::of(&one).meant(&line, &free).is_some()
    };
    let available = cx.domains.available.iter();
    let modules = available.filter_map(|info| known.get(&info.name));
    let spoken = modules.filter(speaks).map(|module| module.name.clone());
    if unknown.is_empty() {
        Vec::new()
    } else {
        spoken.collect()
    }
}

/// Domains that are asked about together with those that are loaded.
fn sharing(cx: &AgentContext, known: &DomainSet, question: &str) -> Vec<String> {
    let ground = Ground {
        domains: &known.select_all(),
        today: cx.today,
        units: &cx.units,
    };
    let parts = split::split(question);
    let read: Vec<Intent> = parts.iter().map(|part| read::read(part, ground)).collect();
    let members = read.iter().filter_map(|intent| intent.together.as_ref());
    let members = members.flat_map(|together| &together.of);
    // A summary of no domain in particular is one of all.
    let of_all =
        |intent: &Intent| intent.ask == QuestionKind::Summary && intent.domains().is_empty();
    let whole = read.iter().any(of_all);
    let all = cx.domains.available.iter().filter(|_| whole);
    let all = all.map(|info| info.name.clone());
    let mut missing: Vec<String> = Vec::new();
    for domain in members.map(|of| of.domain.clone()).chain(all) {
        let loaded = cx.domains.module(&domain).is_some();
        if !loaded && !missing.contains(&domain) {
            missing.push(domain);
        }
    }
    missing
}

/// With the base alone loaded and nothing of it named, an answer may lie in any domain.
fn nowhere(cx: &AgentContext, question: &str) -> Option<Vec<String>> {
    let only_base = cx.domains.modules.iter().all(|module| module.base);
    if !only_base || cx.domains.available.is_empty() || cx.domains.modules.is_empty() {
        return None;
    }
    let ground = Ground::of(cx);
    let read = read::read(question, ground);
    let points_nowhere = read.topics.is_empty() && read.measure.is_none() && read.domain.is_none();
    points_nowhere.then(|| {
        cx.domains
            .available
            .iter()
            .map(|info| info.name.clone())
            .collect()
    })
}

fn expand(request: Vec<String>) -> PlannerOutput {
    let names = request.join(", ");
    PlannerOutput {
        domain_expansion_request: request,
        expansion_reasoning: Some(format!("the question names things of {names}")),
        ..empty(
            NextAction::ExpandDomain,
            format!("{names} must be loaded first"),
        )
    }
}

/// Nothing was recognised: ask what is meant, once; then say so.
fn blank(input: &PlannerInput, question: &str, fresh: PlannerOutput) -> PlannerOutput {
    if !input.user_responses.is_empty() || !input.retrieval_history.is_empty() {
        return PlannerOutput {
            next_action: NextAction::Synthesize,
            reasoning: "nothing in the question was recognised".to_owned(),
            ..fresh
        };
    }
    let words = phrases(Language::of(question));
    PlannerOutput {
        clarify_questions: vec![words.question("subject", &[])],
        next_action: NextAction::Clarify,
        reasoning: "the question names nothing that could be searched".to_owned(),
        ..fresh
    }
}
