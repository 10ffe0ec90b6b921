//! From an [`Intent`] to what is read and computed for it.

use std::sync::Arc;

use chrono::NaiveDate;

use crate::domain::DomainModule;
use crate::engine::builtin::recent_days::lately;
use crate::engine::builtin::topics;
use crate::model::{
    DateRange, Expr, FactQuery, Quantity, QueryType, RetrievalInstruction, SubQuery,
};

use super::intent::{Intent, QuestionKind};
use super::measure::{self, measures_of};
use super::overview;
use super::queries::DomainQuery;
use super::relative_figures;

/// What a question wants, as the contracts name it.
pub fn query_type(ask: QuestionKind) -> QueryType {
    match ask {
        QuestionKind::Why | QuestionKind::Trend => QueryType::Insight,
        QuestionKind::Should => QueryType::Recommendation,
        QuestionKind::Compare | QuestionKind::Load | QuestionKind::Ratio | QuestionKind::Took => {
            QueryType::Comparison
        }
        _ => QueryType::Simple,
    }
}

/// One part of a question as a plan.
pub fn sub_query(
    id: u32,
    question: &str,
    intent: &Intent,
    modules: &[Arc<DomainModule>],
    today: NaiveDate,
) -> SubQuery {
    let facts = facts(intent, modules, today);
    let mut retrieval = retrieval(intent);
    let of_state = |topic: &topics::Topic| {
        let mut base = modules.iter().filter(|module| module.base);
        base.any(|module| module.name == topic.domain)
    };
    // How one is has its reasons in what was noted of late.
    if intent.ask == QuestionKind::Why
        && intent.period.is_none()
        && intent.topics.iter().all(of_state)
    {
        retrieval.push(RetrievalInstruction {
            period: lately(today),
            ..RetrievalInstruction::default()
        });
    }
    // Notes of late are enough where no days are named.
    if intent.ask == QuestionKind::Load
        && let [one] = retrieval.as_mut_slice()
    {
        let days = facts.iter().filter_map(|query| query.period.as_ref());
        one.period = days.max_by_key(|days| days.days()).cloned();
    }
    SubQuery {
        id,
        question: question.trim().to_owned(),
        intent: intent.clone(),
        query_type: query_type(intent.ask),
        retrieval,
        exprs: match intent.figures.as_slice() {
            [] => facts.into_iter().map(Expr::from).collect(),
            figures => figures.to_vec(),
        },
    }
}

fn names(intent: &Intent) -> Vec<String> {
    intent
        .topics
        .iter()
        .map(|topic| topic.name.clone())
        .collect()
}

/// What to read: the entries of the period that hold a topic, or the unknown words as they stand.
pub fn retrieval(intent: &Intent) -> Vec<RetrievalInstruction> {
    let periods = [&intent.period, &intent.other_period];
    let mut wanted: Vec<Option<DateRange>> =
        periods.into_iter().flatten().cloned().map(Some).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    let literal: Vec<String> = if intent.topics.is_empty() && !intent.unknown.is_empty() {
        vec![intent.unknown.join(" ")]
    } else {
        Vec::new()
    };
    // A reason may lie in anything that was noted on those days, or on the day before.
    let around =
        intent.ask == QuestionKind::Why && intent.period.is_some() && intent.factor.is_none();
    wanted
        .into_iter()
        .map(|period| match period {
            Some(days) if around => RetrievalInstruction {
                period: Some(DateRange::new(
                    days.start.pred_opt().unwrap_or(days.start),
                    days.end,
                )),
                terms: Vec::new(),
                literal: literal.clone(),
            },
            period => RetrievalInstruction {
                period,
                terms: names(intent),
                literal: literal.clone(),
            },
        })
        .collect()
}

/// What to compute: per domain that the question touches.
pub fn facts(intent: &Intent, modules: &[Arc<DomainModule>], today: NaiveDate) -> Vec<FactQuery> {
    if let Some(against) = &intent.against {
        return relative_figures::facts(against, intent, modules);
    }
    if let Some(together) = &intent.together {
        if intent.ask == QuestionKind::Summary {
            let member = |m: &&Arc<DomainModule>| together.of.iter().any(|of| of.domain == m.name);
            let mut queries = Vec::new();
            for module in modules.iter().filter(member) {
                overview::summary(module, intent, &mut queries);
            }
            return queries;
        }
        let first = together.of.first();
        let module = modules
            .iter()
            .find(|m| first.is_some_and(|of| of.domain == m.name));
        return module.map_or_else(Vec::new, |module| {
            let asked = DomainQuery {
                intent,
                module,
                measure: Quantity::ENTRIES.to_owned(),
                named: false,
                subjects: Vec::new(),
                today,
            };
            let mut queries = Vec::new();
            asked.facts(&mut queries);
            queries.extend(asked.longest_break());
            super::shared_words::queries(together, queries)
        });
    }
    let mut found = Vec::new();
    for module in domains(intent, modules) {
        let mut subjects: Vec<String> = intent
            .topics
            .iter()
            .filter(|topic| topic.domain == module.name)
            .map(|topic| topic.longer.clone().unwrap_or_else(|| topic.name.clone()))
            .collect();
        if subjects.is_empty() && intent.topics.is_empty() && !intent.unknown.is_empty() {
            subjects.push(intent.unknown.join(" "));
        }
        let mut measures = intent.measure.iter().chain(&intent.also);
        let named = measures.find(|m| m.domain == module.name);
        let other = measures.find(|m| {
            m.domain == module.name && named.is_some_and(|n| measure::one_reading(module, n, m))
        });
        let default =
            measures_of(module).map_or_else(|| Quantity::ENTRIES.to_owned(), |m| m.default.clone());
        let ask = DomainQuery {
            intent,
            module,
            measure: named.map_or(default, |m| m.name.clone()),
            named: named.is_some() && intent.measure_said,
            subjects,
            today,
        };
        ask.facts(&mut found);
        if let Some(other) = other {
            let other = DomainQuery {
                measure: other.name.clone(),
                subjects: ask.subjects.clone(),
                ..ask
            };
            other.facts(&mut found);
        }
        found.extend(ask.longest_break());
    }
    found
}

/// The domains whose rows answer: of the topics, else of the measure, else all but the base, else
/// the base.
fn domains<'m>(intent: &Intent, modules: &'m [Arc<DomainModule>]) -> Vec<&'m Arc<DomainModule>> {
    let asked = asked_domains(intent, modules);
    // How one fares stands beside how much was done.
    let beside = |m: &&Arc<DomainModule>| {
        intent.ask == QuestionKind::Load && m.base && asked.iter().all(|asked| asked.name != m.name)
    };
    let base = modules.iter().filter(beside);
    asked.iter().copied().chain(base).collect()
}

fn asked_domains<'m>(
    intent: &Intent,
    modules: &'m [Arc<DomainModule>],
) -> Vec<&'m Arc<DomainModule>> {
    let named: Vec<&Arc<DomainModule>> = modules
        .iter()
        .filter(|m| intent.topics.iter().any(|t| t.domain == m.name))
        .collect();
    if !named.is_empty() {
        return named;
    }
    if !intent.also.is_empty() {
        let named = intent.measure.iter().chain(&intent.also);
        let named: Vec<&str> = named.map(|m| m.domain.as_str()).collect();
        let in_any = |m: &&Arc<DomainModule>| named.contains(&m.name.as_str());
        return modules.iter().filter(in_any).collect();
    }
    let domain = intent
        .measure
        .as_ref()
        .map(|m| &m.domain)
        .or(intent.domain.as_ref());
    if let Some(domain) = domain {
        return modules.iter().filter(|m| m.name == *domain).collect();
    }
    let special: Vec<&Arc<DomainModule>> = modules.iter().filter(|m| !m.base).collect();
    if intent.ranked {
        // Of all domains those answer that say what getting better is.
        let says = |m: &&Arc<DomainModule>| {
            measures_of(m).is_some_and(|measures| measures.progress.is_some())
        };
        let saying: Vec<&Arc<DomainModule>> = special.iter().copied().filter(says).collect();
        if !saying.is_empty() {
            return saying;
        }
    }
    if special.is_empty() || intent.ask == QuestionKind::Summary {
        modules.iter().collect()
    } else {
        special
    }
}
