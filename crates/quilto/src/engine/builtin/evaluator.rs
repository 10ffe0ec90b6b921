//! The evaluator: may this draft be shown?

use std::collections::BTreeSet;

use crate::agents::{
    AgentContext, Dimension, EvaluationDimension, EvaluatorInput, EvaluatorOutput, Recommendation,
};
use crate::domain::{DomainMention, EvaluationRule, GROUP};
use crate::facts::grounding::{self, Evidence, NamedSubject, UngroundedText};
use crate::model::{DateRange, Entry, EvaluationFeedback, Fact, Verdict};
use crate::text::Tokens;

use quilto_language::Words;
use quilto_language::words::normalise;

/// Judges a draft: that it holds, that it is about the question, that no rule of a domain is
/// broken, that no part is left out.
pub fn evaluate(cx: &AgentContext, input: &EvaluatorInput) -> EvaluatorOutput {
    let (accuracy, ungrounded, mut feedback) = accuracy(cx, input);
    let mut dimensions = vec![accuracy];
    for (dimension, found) in [
        (Dimension::Relevance, relevance(input)),
        (Dimension::Safety, safety(cx, input)),
        (Dimension::Completeness, completeness(input)),
    ] {
        let judged = !input.is_partial || dimension == Dimension::Safety;
        let issues: Vec<String> = if judged {
            found.iter().map(|f| f.issue.clone()).collect()
        } else {
            Vec::new()
        };
        if judged {
            feedback.extend(found);
        }
        dimensions.push(EvaluationDimension {
            dimension,
            reasoning: match (issues.is_empty(), judged) {
                (true, true) => "nothing against it".to_owned(),
                (true, false) => "a partial answer is not judged on this".to_owned(),
                (false, _) => "see the issues".to_owned(),
            },
            verdict: if issues.is_empty() {
                Verdict::Pass
            } else {
                Verdict::Fail
            },
            issues,
        });
    }
    let failed = dimensions.iter().any(|d| d.verdict == Verdict::Fail);
    let lacks = dimensions
        .iter()
        .any(|d| d.dimension == Dimension::Completeness && d.verdict == Verdict::Fail);
    EvaluatorOutput {
        recommendation: match (failed, lacks, input.is_partial) {
            (false, ..) => Recommendation::Accept,
            (true, true, _) => Recommendation::RetryWithMoreContext,
            (true, false, true) => Recommendation::GivePartial,
            (true, false, false) => Recommendation::RetryWithFeedback,
        },
        overall_verdict: if failed { Verdict::Fail } else { Verdict::Pass },
        dimensions,
        feedback,
        ungrounded,
    }
}

fn accuracy(
    cx: &AgentContext,
    input: &EvaluatorInput,
) -> (EvaluationDimension, Vec<String>, Vec<EvaluationFeedback>) {
    let found = ungrounded(cx, input);
    let feedback = found
        .iter()
        .map(|claim| EvaluationFeedback {
            issue: claim.why.clone(),
            suggestion: "state only computed facts and the days of cited entries".to_owned(),
            affected_claim: Some(claim.text.clone()),
        })
        .collect();
    let ungrounded: Vec<String> = found.iter().map(|claim| claim.text.clone()).collect();
    let dimension = EvaluationDimension {
        dimension: Dimension::Accuracy,
        issues: found
            .iter()
            .map(|claim| format!("{}: {}", claim.text, claim.why))
            .collect(),
        reasoning: "every number and date was held against the facts".to_owned(),
        verdict: if found.is_empty() {
            Verdict::Pass
        } else {
            Verdict::Fail
        },
    };
    (dimension, ungrounded, feedback)
}

/// What a draft says that neither facts nor entries nor the question do.
fn ungrounded(cx: &AgentContext, input: &EvaluatorInput) -> Vec<UngroundedText> {
    let parts = &input.parts;
    let facts: Vec<Fact> = parts.iter().flat_map(|part| part.facts.clone()).collect();
    let entries: Vec<Entry> = parts.iter().flat_map(|part| part.entries.clone()).collect();
    let domains: Vec<&str> = cx
        .domains
        .domains_loaded
        .iter()
        .map(String::as_str)
        .collect();
    // Only what can be a subject names one: a word for a record or a mood does not.
    let kinds: BTreeSet<&str> = facts
        .iter()
        .flat_map(|fact| fact.subjects().chain(fact.on_days_of()))
        .flat_map(|subject| cx.domains.vocabulary().terms(subject))
        .map(|term| &*term.kind)
        .collect();
    let found = grounding::check(
        &input.response,
        &Evidence {
            facts: &facts,
            entries: &entries,
            question: &question(input),
            expertise: &cx.domains.expertise(),
            periods: &periods(input),
            today: cx.today,
            domains: &domains,
            names: &|tokens| subjects(cx, &kinds, &facts, tokens),
        },
    );
    for UngroundedText { text, why, .. } in &found {
        tracing::trace!(target: "quilto::grounding", draft = %input.response, text, why, "nothing supports it");
    }
    found
}

/// The subjects of some kinds that a text names.
fn subjects(
    cx: &AgentContext,
    kinds: &BTreeSet<&str>,
    facts: &[Fact],
    tokens: &Tokens,
) -> Vec<NamedSubject> {
    let vocabulary = cx.domains.vocabulary();
    // What facts tell of one of a group may be said of the group.
    let as_named = |found: DomainMention| {
        let members = match &*found.mention.kind {
            GROUP => vocabulary.members(&found.mention.term),
            _ => Vec::new(),
        };
        let told = |name: &str| facts.iter().any(|fact| fact.subject == name);
        let member = members.iter().find(|term| told(&term.name));
        let subject = match member.filter(|_| !told(&found.mention.term)) {
            Some(member) => member.name.to_lowercase(),
            None => found.mention.term.to_lowercase(),
        };
        NamedSubject {
            tokens: found.mention.tokens,
            subject,
        }
    };
    let subject = |found: &DomainMention| {
        kinds.contains(&*found.mention.kind) || &*found.mention.kind == GROUP
    };
    let mut named: Vec<NamedSubject> = vocabulary
        .find(tokens)
        .into_iter()
        .filter(subject)
        .map(&as_named)
        .collect();
    // What other domains call the same words comes last.
    let others = vocabulary.claims(tokens).into_iter().filter(subject);
    let others: Vec<NamedSubject> = others
        .map(&as_named)
        .filter(|other| named.iter().any(|own| own.tokens == other.tokens))
        .collect();
    named.extend(others);
    named
}

/// The question with its parts, which may be completed by what was asked before.
fn question(input: &EvaluatorInput) -> String {
    let mut text = input.query.clone();
    // As it was read: a word may stand for a number.
    let careful = crate::text::with_care(&input.query);
    if careful != text {
        text.push('\n');
        text.push_str(&careful);
    }
    for part in &input.parts {
        if part.sub_query.question != input.query {
            text.push('\n');
            text.push_str(&part.sub_query.question);
        }
    }
    text
}

fn periods(input: &EvaluatorInput) -> Vec<DateRange> {
    let mut periods: Vec<DateRange> = Vec::new();
    for part in &input.parts {
        for (_, query) in part.sub_query.queries() {
            periods.extend(query.period.clone());
            periods.extend(query.compare.as_ref().and_then(|c| c.period.clone()));
        }
        for instruction in &part.sub_query.retrieval {
            periods.extend(instruction.period.clone());
        }
        // The nearest day to an empty period is said as a day of its own.
        periods.extend(part.nearest.map(DateRange::day));
    }
    periods
}

fn fault(issue: &str, suggestion: &str) -> Vec<EvaluationFeedback> {
    vec![EvaluationFeedback {
        issue: issue.to_owned(),
        suggestion: suggestion.to_owned(),
        affected_claim: None,
    }]
}

/// An answer that says nothing, or only repeats the question, is none.
fn relevance(input: &EvaluatorInput) -> Vec<EvaluationFeedback> {
    let response = normalise(input.response.trim());
    if response.is_empty() {
        return fault(
            "the answer is empty",
            "say what was found, or that nothing was",
        );
    }
    if response == normalise(input.query.trim()) {
        return fault("the answer only repeats the question", "answer it");
    }
    Vec::new()
}

/// The domains' rules that can be decided by words: what must never be said, and what must be said
/// when a word of the rule stands in the question, the notes or the draft.
fn safety(cx: &AgentContext, input: &EvaluatorInput) -> Vec<EvaluationFeedback> {
    let rules = cx.domains.evaluation_rules();
    rules
        .into_iter()
        .filter(|rule| !rule.never.is_empty() || !rule.must.is_empty())
        .filter(|rule| concerns(rule, input))
        .filter(|rule| {
            let breaks = |word: &String| {
                holds(&input.response, word) && !reports(input, &input.response, word)
            };
            let says = |word: &String| holds(&input.response, word);
            rule.never.iter().any(breaks) || !rule.must.is_empty() && !rule.must.iter().any(says)
        })
        .map(|rule| EvaluationFeedback {
            issue: format!("against the rule: {}", rule.rule),
            suggestion: match rule.must.first() {
                Some(word) => format!("say: {word}"),
                None => "leave it out".to_owned(),
            },
            affected_claim: rule
                .never
                .iter()
                .find(|word| holds(&input.response, word))
                .cloned(),
        })
        .collect()
}

/// Whether a rule is about this answer. What must be said is only owed where something is advised.
fn concerns(rule: &EvaluationRule, input: &EvaluatorInput) -> bool {
    if !rule.must.is_empty() && rule.never.is_empty() && !advises(input) {
        return false;
    }
    rule.when.is_empty()
        || rule
            .when
            .iter()
            .any(|word| holds(&input.query, word) || holds(&input.response, word))
}

/// Whether a forbidden phrase is a figure that only tells what the notes add up to: nothing was to be
/// advised, and a computed fact has that very value. "You ate 800 kcal" is a report; any other 800
/// kcal is a number to aim at, whoever worded it.
fn reports(input: &EvaluatorInput, response: &str, phrase: &str) -> bool {
    let tokens = crate::text::read(phrase);
    let figures: Vec<f64> = tokens
        .iter()
        .filter_map(|token| token.number().map(|number| number.value))
        .collect();
    let told = |figure: &f64| {
        let of = |fact: &Fact| {
            let unit = fact.unit.as_deref();
            matches!(fact.value, crate::model::FactValue::Number(value) if (value - figure).abs() < 0.5)
                && unit.is_none_or(|unit| holds(phrase, unit) || !holds(response, unit))
        };
        input.parts.iter().flat_map(|part| &part.facts).any(of)
    };
    !figures.is_empty() && !advises(input) && figures.iter().all(told)
}

fn advises(input: &EvaluatorInput) -> bool {
    input
        .parts
        .iter()
        .any(|part| part.sub_query.query_type == crate::model::QueryType::Recommendation)
}

fn holds(text: &str, word: &str) -> bool {
    let cue = Words::read(word);
    if cue.hangul() {
        let squash = |text: &str| normalise(text).split_whitespace().collect::<String>();
        return squash(text).contains(&squash(word));
    }
    let words = Words::read(text);
    !cue.is_empty()
        && (0..words.len()).any(|at| {
            cue.iter()
                .enumerate()
                .all(|(i, part)| at + i < words.len() && words.at(at + i).text == part.text)
        })
}

/// Every part of the question that has findings must leave a trace in the answer.
fn completeness(input: &EvaluatorInput) -> Vec<EvaluationFeedback> {
    let response = normalise(&input.response);
    input
        .parts
        .iter()
        .filter(|part| !part.facts.is_empty())
        .filter(|part| {
            let traces = part.facts.iter().any(|fact| {
                let value = normalise(&crate::facts::format::fact_value(fact));
                let day = fact.date.map(|date| date.to_string());
                !value.is_empty() && response.contains(&value)
                    || day.is_some_and(|day| response.contains(&day))
            });
            let detail = part
                .facts
                .iter()
                .filter_map(|fact| fact.detail.as_deref())
                .any(|detail| response.contains(&normalise(detail)));
            let numbers = part.facts.iter().any(|fact| match fact.value {
                crate::model::FactValue::Number(value) => {
                    response.contains(&crate::facts::format::number(value))
                }
                _ => false,
            });
            let listed = part
                .entries
                .iter()
                .any(|entry| response.contains(&entry.date.to_string()));
            !traces && !detail && !numbers && !listed
        })
        .map(|part| EvaluationFeedback {
            issue: format!(
                "nothing of what was found is said for: {}",
                part.sub_query.question
            ),
            suggestion: "state its first fact".to_owned(),
            affected_claim: None,
        })
        .collect()
}
