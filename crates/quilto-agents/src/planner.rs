//! Planner: what has to be read, computed, loaded or asked to answer this?

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{
    ClarificationTarget, Conversation, DependencyType, EvaluationFeedback, Gap, GapStatus, Intent,
    QueryType, Question, RetrievalAttempt, SubQuery, SubQueryDependency,
};

/// What the planner gets. After a first round it also sees what was tried and what was missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlannerInput {
    /// The question as typed.
    pub query: String,
    /// What was said just before, in a conversation, and what it was read as.
    #[serde(default)]
    #[schemars(skip)]
    pub conversation: Conversation,
    /// Searches already made in this run.
    pub retrieval_history: Vec<RetrievalAttempt>,
    /// What the analyzer found missing.
    pub gaps_from_analyzer: Vec<Gap>,
    /// Why the last draft failed.
    pub evaluation_feedback: Vec<EvaluationFeedback>,
    /// What the user answered so far: question id → answer.
    pub user_responses: BTreeMap<String, String>,
    /// The questions put to the user so far, by whose ids the answers go.
    #[serde(default)]
    pub asked: Vec<Question>,
    /// What the observer has learned, shortened.
    pub global_context_summary: Option<String>,
    /// The plan before it in this run: what the question was read as stays.
    #[serde(default)]
    #[schemars(skip)]
    pub earlier: Option<Box<PlannerOutput>>,
}

/// Where a plan goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum NextAction {
    Retrieve,
    ExpandDomain,
    Clarify,
    Synthesize,
}

/// What the planner decides. It never fetches and never judges what was found. It always searches
/// before it asks, and never searches the same thing twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlannerOutput {
    /// What the question wants as a whole.
    pub query_type: QueryType,
    /// Its parts; one for a plain question.
    pub sub_queries: Vec<SubQuery>,
    /// Which part needs which.
    pub dependencies: Vec<SubQueryDependency>,
    /// How the parts hang together.
    pub execution_strategy: DependencyType,
    /// Ids of the parts in order.
    pub execution_order: Vec<u32>,
    /// What has been searched so far.
    pub gaps_status: Vec<GapStatus>,
    /// Domains to load first, for `expand_domain`.
    pub domain_expansion_request: Vec<String>,
    /// Why they are needed.
    pub expansion_reasoning: Option<String>,
    /// What only the user can say, for `clarify`.
    pub clarify_questions: Vec<String>,
    /// What the answers to these change in what was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub clarify_changes: Option<ClarificationTarget>,
    /// Why this plan.
    pub reasoning: String,
    /// How surely the question was understood, 0 to 1.
    #[serde(default)]
    pub confidence: f64,
    /// What the question was read as before it was taken apart, for parts that are answered as one.
    #[serde(default)]
    #[schemars(skip)]
    pub intent: Box<Intent>,
    /// What happens next.
    pub next_action: NextAction,
}
