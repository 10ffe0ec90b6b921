//! Analyzer: what do the entries and facts say, and is that enough?

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RetrieverOutput;
use quilto_model::{
    Claim, Entry, Fact, Finding, Gap, Question, RetrievalAttempt, SubQuery, Sufficiency,
};

/// What the analyzer gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnalyzerInput {
    /// The whole question as typed.
    pub query: String,
    /// The part to analyse.
    pub sub_query: SubQuery,
    /// Entries that were read for it.
    pub entries: Vec<Entry>,
    /// What was computed from all matching entries.
    pub facts: Vec<Fact>,
    /// What the facts say.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The nearest day with something on the subject, when the named period was empty.
    pub nearest: Option<chrono::NaiveDate>,
    /// Findings of earlier parts this one depends on.
    pub earlier_findings: Vec<Finding>,
    /// Searches made so far.
    pub retrieval_history: Vec<RetrievalAttempt>,
    /// What the user answered so far: question id → answer.
    pub user_responses: BTreeMap<String, String>,
    /// The questions put to the user so far, by whose ids the answers go.
    #[serde(default)]
    pub asked: Vec<Question>,
    /// What the observer has learned.
    pub global_context: Option<String>,
}

impl AnalyzerInput {
    /// What a retrieval found for a part of a question, to be analysed by itself: nothing was found, asked
    /// or learned before.
    pub fn of(query: impl Into<String>, sub_query: &SubQuery, found: &RetrieverOutput) -> Self {
        Self {
            query: query.into(),
            sub_query: sub_query.clone(),
            entries: found.entries.clone(),
            facts: found.facts.clone(),
            claims: found.claims.clone(),
            nearest: found.nearest,
            earlier_findings: Vec::new(),
            retrieval_history: found.attempts.clone(),
            user_responses: BTreeMap::new(),
            asked: Vec::new(),
            global_context: None,
        }
    }
}

/// What the analyzer found. The verdict is the last field and is decided last: reasoning first.
/// It never fetches, never computes a number of its own, never says what happens next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnalyzerOutput {
    /// What the user wants to know, restated.
    pub query_intent: String,
    /// Claims with their evidence.
    pub findings: Vec<Finding>,
    /// Regularities across entries.
    pub patterns_identified: Vec<String>,
    /// What is missing.
    pub gaps_identified: Vec<Gap>,
    /// Why the verdict is what it is.
    pub verdict_reasoning: String,
    /// Whether this answers the question without speculating.
    pub verdict: Sufficiency,
}
