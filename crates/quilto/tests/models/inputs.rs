//! What the agents are asked, with as little in it as may be.

use quilto::agents::{ClarifierInput, ParserInput, PlannerInput};
use quilto::engine::builtin::read_question;
use quilto::model::{Conversation, Gap, GapType, Intent, QueryType, Severity, SubQuery};

use super::world::{context, today};

pub fn to_plan(query: &str) -> PlannerInput {
    PlannerInput {
        query: query.into(),
        conversation: Conversation::default(),
        retrieval_history: Vec::new(),
        gaps_from_analyzer: Vec::new(),
        evaluation_feedback: Vec::new(),
        user_responses: Default::default(),
        asked: Vec::new(),
        global_context_summary: None,
        earlier: None,
    }
}

pub fn to_clarify(query: &str, gaps: Vec<Gap>) -> ClarifierInput {
    ClarifierInput {
        original_query: query.into(),
        intent: Intent::default(),
        gaps,
        suggested: Vec::new(),
        suggested_changes: None,
        retrieval_history: Vec::new(),
        previous_clarifications: Vec::new(),
    }
}

pub fn to_read(note: &str) -> ParserInput {
    ParserInput {
        raw_input: note.into(),
        date: today(),
        time: "09:00:00".parse().unwrap(),
        recent_entries: Vec::new(),
        global_context: None,
        correction_target: None,
    }
}

/// What only the person knows.
pub fn gap(description: &str) -> Gap {
    Gap {
        description: description.into(),
        gap_type: GapType::Subjective,
        severity: Severity::Critical,
        searched: false,
        found: false,
        outside_current_expertise: false,
        suspected_domain: None,
        missing: None,
    }
}

/// The one part of a question.
pub fn part_of(question: &str) -> SubQuery {
    let intent = read_question(&context(), question);
    SubQuery::new(1, question, intent, QueryType::Insight)
}
