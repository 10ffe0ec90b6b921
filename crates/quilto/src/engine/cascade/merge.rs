//! What code knows and what a model says, as one.

use super::is_codes;
use crate::agents::{AnalyzerOutput, NextAction, ObserverOutput, PlannerOutput, RouterOutput};
use crate::model::{FactOp, FactQuery, GroupBy, QueryType, Severity, SubQuery, Sufficiency};

/// How surely a question must have been understood for code's own figures to be computed besides.
const WORTH_ADDING: f64 = 0.6;
/// Figures of one part at most.
const MOST_FACTS: usize = 12;

/// The model's kind where code was in doubt between a note and a question, or whatever kind it names
/// if it is `trusted`; and the domains of both.
pub(super) fn routes(ours: RouterOutput, theirs: RouterOutput, trusted: bool) -> RouterOutput {
    let mut domains = ours.selected_domains.clone();
    for name in &theirs.selected_domains {
        if !domains.contains(name) {
            domains.push(name.clone());
        }
    }
    let taken = if trusted || !is_codes(theirs.input_type) {
        theirs
    } else {
        ours
    };
    RouterOutput {
        selected_domains: domains,
        ..taken
    }
}

/// The model's plan, with the figures besides that code would compute for the question.
pub(super) fn plans(ours: &PlannerOutput, mut theirs: PlannerOutput) -> PlannerOutput {
    theirs.intent.clone_from(&ours.intent);
    let worth = ours.confidence >= WORTH_ADDING && ours.next_action == NextAction::Retrieve;
    if !worth {
        return theirs;
    }
    if theirs.next_action != NextAction::Retrieve && theirs.next_action != NextAction::ExpandDomain
    {
        // Always search before asking or giving up.
        return ours.clone();
    }
    if rank(ours.query_type) > rank(theirs.query_type) {
        theirs.query_type = ours.query_type;
    }
    let [mine] = ours.sub_queries.as_slice() else {
        return theirs;
    };
    if let [part] = theirs.sub_queries.as_mut_slice() {
        add(part, mine);
    }
    theirs
}

/// The model's analysis. What the notes hold is for code to say: where it found enough, a model may
/// still miss what only the person knows or another domain, and nothing else that blocks the answer.
pub(super) fn analyses(ours: &AnalyzerOutput, mut theirs: AnalyzerOutput) -> AnalyzerOutput {
    if ours.verdict != Sufficiency::Sufficient {
        return theirs;
    }
    for gap in &mut theirs.gaps_identified {
        if !gap.gap_type.only_user_knows() && !gap.outside_current_expertise {
            gap.severity = Severity::NiceToHave;
        }
    }
    let blocked = theirs
        .gaps_identified
        .iter()
        .any(|gap| gap.severity == Severity::Critical);
    if !blocked {
        theirs.verdict = Sufficiency::Sufficient;
    }
    theirs
}

fn add(part: &mut SubQuery, mine: &SubQuery) {
    // Code's own first: the wording of the last rung counts on its order.
    let theirs = std::mem::replace(&mut part.exprs, mine.exprs.clone());
    for expr in theirs {
        let fits = |fact: &FactQuery| part.queries().count() < MOST_FACTS && !is_long(fact);
        if !part.exprs.contains(&expr) && expr.as_fact().is_none_or(fits) {
            part.exprs.push(expr);
        }
    }
    for instruction in &mine.retrieval {
        if !part.retrieval.contains(instruction) {
            part.retrieval.push(instruction.clone());
        }
    }
    part.question.clone_from(&mine.question);
    part.intent.clone_from(&mine.intent);
    if rank(mine.query_type) > rank(part.query_type) {
        part.query_type = mine.query_type;
    }
}

/// Whether the figure comes as one line a day or a note: code asks for such a list where the
/// question wants one.
fn is_long(fact: &FactQuery) -> bool {
    let each = matches!(fact.by, Some(GroupBy::Day | GroupBy::Entry | GroupBy::Row));
    each || matches!(fact.op, FactOp::Series | FactOp::List)
}

fn rank(kind: QueryType) -> u8 {
    match kind {
        QueryType::Recommendation => 3,
        QueryType::Insight => 2,
        QueryType::Comparison => 1,
        QueryType::Simple | QueryType::Correction => 0,
    }
}

/// What code computed, and what a model adds under other keys.
pub(super) fn memories(ours: &ObserverOutput, theirs: ObserverOutput) -> ObserverOutput {
    let mut all = ours.clone();
    for (update, insight) in theirs.updates.into_iter().zip(theirs.insights_captured) {
        if !all.updates.iter().any(|known| known.key == update.key) {
            all.updates.push(update);
            all.insights_captured.push(insight);
        }
    }
    all.should_update = !all.updates.is_empty();
    all
}
