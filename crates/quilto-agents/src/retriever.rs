//! Retriever: reads what the plan names and computes what it asks. Always code, never a model.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{Claim, DateRange, Entry, Fact, RetrievalAttempt, SubQuery};

/// What the retriever gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RetrieverInput {
    /// The part of the question to fetch for.
    pub sub_query: SubQuery,
    /// How many searches this run made before, for numbering.
    pub attempts_before: u32,
    /// How many entries are handed on at most. Facts read all that match, whatever this says.
    pub max_entries: usize,
    /// What the observer has learned.
    #[serde(default)]
    pub global_context: Option<String>,
}

/// What the retriever found. It filters by date and term only and never judges relevance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RetrieverOutput {
    /// Matching entries, oldest first, at most `max_entries` (the newest are kept).
    pub entries: Vec<Entry>,
    /// What was computed, in the order of the plan's fact queries.
    pub facts: Vec<Fact>,
    /// What was searched.
    pub attempts: Vec<RetrievalAttempt>,
    /// How many entries matched in all.
    pub total_entries_found: usize,
    /// First and last day among the matches.
    pub date_range_covered: Option<DateRange>,
    /// For an empty named period: the nearest day that has something on the subject.
    pub nearest: Option<chrono::NaiveDate>,
    /// What the user should know (a damaged day, a term that matched nothing).
    pub warnings: Vec<String>,
    /// What the facts say, worked out once: whoever analyses, words or checks goes by them.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// What the facts say, in plain words of the question's language: what is left where no draft may
    /// be shown.
    #[serde(default)]
    pub said: Vec<String>,
    /// Whether `entries` leaves some out.
    pub truncated: bool,
}
