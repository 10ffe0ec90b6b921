//! Planning again: wider, elsewhere, or asking; never the same search twice.

use chrono::Days;

use crate::agents::{AgentContext, NextAction, PlannerInput, PlannerOutput};
use crate::model::{DateRange, Gap, GapStatus, RetrievalAttempt, RetrievalInstruction, Severity};

/// A named period is first widened to at least this many days, then to all.
const WIDER: i64 = 31;

/// The next plan after something was tried.
pub fn again(cx: &AgentContext, input: &PlannerInput, fresh: PlannerOutput) -> PlannerOutput {
    let status = status(input);
    let outside: Vec<String> = input
        .gaps_from_analyzer
        .iter()
        .filter(|gap| gap.outside_current_expertise)
        .filter_map(|gap| gap.suspected_domain.clone())
        .filter(|name| cx.domains.available.iter().any(|info| info.name == *name))
        .collect();
    if !outside.is_empty() {
        return PlannerOutput {
            expansion_reasoning: Some(
                "what was found belongs to a domain that is not loaded".to_owned(),
            ),
            domain_expansion_request: outside,
            gaps_status: status,
            next_action: NextAction::ExpandDomain,
            reasoning: "the analysis needs another domain".to_owned(),
            ..fresh
        };
    }
    let open: Vec<String> = input
        .gaps_from_analyzer
        .iter()
        .filter(|gap| gap.gap_type.only_user_knows())
        .map(|gap| gap.description.clone())
        .collect();
    let ask = |plan: PlannerOutput, status: Vec<GapStatus>| PlannerOutput {
        gaps_status: status,
        clarify_questions: open.clone(),
        reasoning: "only the user knows what is missing".to_owned(),
        next_action: NextAction::Clarify,
        ..plan
    };
    let may_ask = !open.is_empty() && input.user_responses.is_empty();
    let critical = |gap: &&Gap| gap.severity == Severity::Critical;
    let mut blocking = input.gaps_from_analyzer.iter().filter(critical).peekable();
    // Looking further cannot find what only the user knows.
    if may_ask && blocking.peek().is_some() && blocking.all(|gap| gap.gap_type.only_user_knows()) {
        return ask(fresh, status);
    }
    let mut wider = fresh;
    let mut new = false;
    for part in &mut wider.sub_queries {
        let tried =
            |instruction: &RetrievalInstruction| tried(&input.retrieval_history, instruction);
        let next: Vec<RetrievalInstruction> = part
            .retrieval
            .iter()
            .filter_map(|instruction| untried(instruction, &tried))
            .collect();
        if !next.is_empty() {
            new = true;
            part.retrieval = next;
        }
    }
    if new {
        return PlannerOutput {
            gaps_status: status,
            reasoning: "the search is widened; figures stay those of the named days".to_owned(),
            next_action: NextAction::Retrieve,
            ..wider
        };
    }
    if may_ask {
        return ask(wider, status);
    }
    PlannerOutput {
        gaps_status: status,
        reasoning: "everything that could be searched was searched".to_owned(),
        next_action: NextAction::Synthesize,
        ..wider
    }
}

fn status(input: &PlannerInput) -> Vec<GapStatus> {
    let searched = !input.retrieval_history.is_empty();
    input
        .gaps_from_analyzer
        .iter()
        .map(|gap| GapStatus {
            gap: gap.description.clone(),
            searched: gap.searched || searched && !gap.gap_type.only_user_knows(),
            found: gap.found,
        })
        .collect()
}

fn tried(history: &[RetrievalAttempt], instruction: &RetrievalInstruction) -> bool {
    history
        .iter()
        .any(|attempt| same(&attempt.instruction, instruction))
}

/// Whether two instructions search the same, however the period is called.
fn same(one: &RetrievalInstruction, other: &RetrievalInstruction) -> bool {
    let days = |i: &RetrievalInstruction| i.period.as_ref().map(|p| (p.start, p.end));
    days(one) == days(other) && one.terms == other.terms && one.literal == other.literal
}

/// The narrowest wider search that was not made yet: the instruction itself, its period widened,
/// all days, and at last all entries of the period.
fn untried(
    instruction: &RetrievalInstruction,
    tried: &dyn Fn(&RetrievalInstruction) -> bool,
) -> Option<RetrievalInstruction> {
    let with = |period: Option<DateRange>| RetrievalInstruction {
        period,
        ..instruction.clone()
    };
    let mut steps = vec![instruction.clone()];
    if let Some(period) = &instruction.period {
        let missing = (WIDER - period.days()).max(period.days()).unsigned_abs();
        let before = period.start.checked_sub_days(Days::new(missing));
        let after = period.end.checked_add_days(Days::new(missing));
        if let (Some(start), Some(end)) = (before, after) {
            steps.push(with(Some(DateRange::new(start, end))));
        }
    }
    steps.push(with(None));
    steps.into_iter().find(|step| !tried(step))
}
