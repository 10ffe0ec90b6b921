//! How a text is read, laid open: what it is taken for and why, what its clauses do, and what its questions
//! are understood to ask.

use std::sync::Arc;

use serde::Serialize;

use super::planner::Notes;
pub use super::planner::explain::{
    ExplainedAlternative, ExplainedQuestion, PlannedQuestion, Planning, ReaderKind,
};
use super::{LONGEST_QUESTION, planner};
use crate::agents::{AgentContext, RouterOutput};
use crate::domain::DomainSet;
use crate::model::{Act, InputType};
use crate::text::UnitTable;
use quilto_language::spacing;
use quilto_notes::{LONGEST_TEXT, acts};

/// Acts that are less likely than this are not told.
const HARDLY: f64 = 0.05;

/// How a text is read.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// What it is taken for.
    pub input_type: InputType,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// Why.
    pub reasoning: String,
    /// The domains that were chosen for it, beside those that are always there.
    pub domains: Vec<String>,
    /// Why those.
    pub domains_reasoning: String,
    /// The words of it that tell, where it does more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_portion: Option<String>,
    /// The words of it that ask, where it does more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query_portion: Option<String>,
    /// What it corrects, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction_target: Option<String>,
    /// What each clause does; empty where the application has brought no weights.
    pub clauses: Vec<Clause>,
    /// What it asks, where it asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Planning>,
}

/// A clause and what it does.
#[derive(Clone, Debug, Serialize)]
pub struct Clause {
    /// Its words as typed.
    pub text: String,
    /// Its likely acts, the likeliest first.
    pub acts: Vec<Likely>,
    /// Whether it is held to tell nothing that its writer did, and so makes no data.
    pub holds_no_data: bool,
}

/// An act and how likely it is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Likely {
    /// What is done.
    pub act: Act,
    /// From 0 to 1.
    pub probability: f64,
}

/// Lays open how a text is read that was routed.
pub(super) fn of(
    cx: &AgentContext,
    known: &DomainSet,
    text: &str,
    routed: RouterOutput,
    notes: Notes<'_>,
) -> Explanation {
    let cx = AgentContext {
        domains: Arc::new(known.select(&routed.selected_domains)),
        ..cx.clone()
    };
    let clauses = match text.len() > LONGEST_TEXT {
        true => Vec::new(),
        false => clauses(&cx, text),
    };
    let asks = matches!(routed.input_type, InputType::Query | InputType::Both);
    let query = routed.query_portion.as_deref().unwrap_or(text);
    let asks = asks && query.len() <= LONGEST_QUESTION;
    Explanation {
        asked: asks.then(|| planner::explain::planning(cx, known, query, notes)),
        clauses,
        input_type: routed.input_type,
        confidence: routed.confidence,
        reasoning: routed.reasoning,
        domains: routed.selected_domains,
        domains_reasoning: routed.domain_selection_reasoning,
        log_portion: routed.log_portion,
        query_portion: routed.query_portion,
        correction_target: routed.correction_target,
    }
}

/// The clauses of a text with what they do.
fn clauses(cx: &AgentContext, text: &str) -> Vec<Clause> {
    let tokens = spacing::read(text, UnitTable::core(), &cx.domains);
    let mentions = cx.domains.vocabulary().find(&tokens);
    let read = acts::read(&cx.domains, &tokens, &mentions, cx.today).into_iter();
    let clause = |clause: acts::ClauseAct| {
        let of = |act| Likely {
            act,
            probability: (clause.read.of(act) * 1000.0).round() / 1000.0,
        };
        let mut likely: Vec<Likely> = Act::ALL.into_iter().map(of).collect();
        likely.retain(|likely| likely.probability >= HARDLY);
        likely.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        let words = tokens.slice(tokens.span_of(clause.tokens.clone()));
        Clause {
            text: words.trim().to_owned(),
            holds_no_data: clause.holds_no_data(),
            acts: likely,
        }
    };
    read.map(clause).collect()
}
