//! The planner: reads what a question wants and says what to read, compute, load or ask.

pub mod build;
mod comparisons;
mod context_reference;
pub mod counted_periods;
pub mod day_parts;
pub mod domain_questions;
pub mod domain_words;
pub mod doubt;
pub mod expand;
pub mod explain;
mod facts_of_kind;
pub mod filter;
pub mod follow_up;
pub mod intent;
pub mod meaning;
pub mod measure;
mod measure_choice;
mod note_terms;
pub mod operation;
mod overview;
mod partial_reading;
mod periods;
mod phrases;
mod queries;
pub mod question;
mod question_form;
mod question_readings;
mod question_turns;
pub mod read;
pub mod reading_context;
pub mod relative_figures;
pub mod replan;
mod seasons;
pub mod shared_words;
pub mod spelling;
pub mod split;
mod split_comparison;
pub(super) mod subjects;
pub mod summary_questions;
pub mod topic_roles;
pub mod units;
mod values;

use crate::agents::{AgentContext, NextAction, PlannerInput, PlannerOutput};
use crate::domain::DomainSet;
use crate::model::{ClarificationTarget, DependencyType, QueryType, SubQuery, SubQueryDependency};

use super::wording::phrases::phrases;
use intent::{Intent, QuestionKind};
pub use note_terms::Notes;
pub(super) use periods::same_part;
use question_turns::QuestionTurn;
use split::Link;

/// Plans. `known` are all domains there are, loaded or not.
pub fn plan(
    cx: &AgentContext,
    known: &DomainSet,
    input: &PlannerInput,
    notes: Notes<'_>,
) -> PlannerOutput {
    let earlier = question_turns::earlier(input);
    let mut asked = question_turns::of(cx, input, earlier, notes);
    if let Some(request) = expand::missing(cx, known, input, earlier, &asked) {
        return expanded(request);
    }
    if earlier.is_none() {
        expand::name_elsewhere(cx, known, &mut asked, &input.conversation);
    }
    let fresh = fresh(cx, &asked);
    // What was not understood is said, rather than asked about.
    let nothing = |of: &Intent| of.is_blank() && of.unknown.is_empty() && of.unread.is_empty();
    if asked.iter().all(|one| nothing(&one.intent)) {
        return blank(input, fresh);
    }
    if input.retrieval_history.is_empty() {
        return fresh;
    }
    replan::again(cx, input, fresh)
}

/// The plan as if nothing had been tried.
fn fresh(cx: &AgentContext, asked: &[QuestionTurn]) -> PlannerOutput {
    let sub_queries: Vec<SubQuery> = asked
        .iter()
        .zip(1..)
        .map(|(one, id)| {
            let question = one.in_full();
            build::sub_query(id, &question, &one.intent, &cx.domains.modules, cx.today)
        })
        .collect();
    let dependencies = asked
        .iter()
        .zip(0..)
        .filter(|(one, _)| one.link == Link::Needs)
        .map(|(_, from)| SubQueryDependency {
            from,
            to: from + 1,
            reason: "what to do follows from why".to_owned(),
        })
        .collect();
    let links: Vec<Link> = asked.iter().skip(1).map(|one| one.link).collect();
    let asks: Vec<String> = asked
        .iter()
        .map(|one| format!("{:?}", one.intent.ask).to_lowercase())
        .collect();
    let strategy = split::strategy(&links);
    let how = match strategy {
        _ if asked.len() < 2 => "",
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
        reasoning: format!("asked {how}{}", asks.join(", ")),
        confidence: confidence(asked),
        intent: Box::new(question_turns::together(asked)),
        ..empty(NextAction::Retrieve, String::new())
    }
}

/// How surely the question was understood: as surely as its least sure part. Words that nothing
/// recognised may be what it is really about.
fn confidence(asked: &[QuestionTurn]) -> f64 {
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
    let sure = asked.iter().map(|one| sure(&one.intent));
    sure.fold(1.0, f64::min)
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
        clarify_changes: None,
        reasoning,
        confidence: 0.9,
        intent: Box::default(),
        next_action: action,
    }
}

fn expanded(request: Vec<String>) -> PlannerOutput {
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
fn blank(input: &PlannerInput, fresh: PlannerOutput) -> PlannerOutput {
    if !input.user_responses.is_empty() || !input.retrieval_history.is_empty() {
        return PlannerOutput {
            next_action: NextAction::Synthesize,
            reasoning: "nothing in the question was recognised".to_owned(),
            ..fresh
        };
    }
    let words = phrases(fresh.intent.language);
    PlannerOutput {
        clarify_questions: vec![words.question("subject", &[])],
        clarify_changes: Some(ClarificationTarget::Subject),
        next_action: NextAction::Clarify,
        reasoning: "the question names nothing that could be searched".to_owned(),
        ..fresh
    }
}
