//! Synthesizer: findings into words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{
    Claim, Confidence, Entry, EntryId, EvaluationFeedback, Fact, Gap, QueryType, SubQuery,
};

use super::{AnalyzerOutput, RetrieverOutput};

/// One analysed part of the question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnalyzedPart {
    /// The part.
    pub sub_query: SubQuery,
    /// What was computed for it.
    pub facts: Vec<Fact>,
    /// Entries that may be cited for it.
    pub entries: Vec<Entry>,
    /// How many entries matched in all.
    pub total_entries_found: usize,
    /// What the facts say.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The nearest day with something on the subject, when the named period was empty.
    pub nearest: Option<chrono::NaiveDate>,
    /// What the analyzer made of it.
    pub analysis: AnalyzerOutput,
}

impl AnalyzedPart {
    /// A part with what a retrieval found for it and what the analyzer made of that.
    pub fn of(sub_query: SubQuery, found: RetrieverOutput, analysis: AnalyzerOutput) -> Self {
        Self {
            sub_query,
            facts: found.facts,
            entries: found.entries,
            total_entries_found: found.total_entries_found,
            claims: found.claims,
            nearest: found.nearest,
            analysis,
        }
    }
}

/// What the synthesizer gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SynthesizerInput {
    /// The question as typed; the answer is in its language.
    pub query: String,
    /// What it wants as a whole.
    pub query_type: QueryType,
    /// The analysed parts in order; empty when the plan went straight to an answer.
    pub parts: Vec<AnalyzedPart>,
    /// Whether the answer must say what stays open.
    pub is_partial: bool,
    /// What stays open.
    pub unanswered_gaps: Vec<Gap>,
    /// Words of the last draft that no fact supports; they must not come again.
    pub ungrounded: Vec<String>,
    /// Why the last draft failed.
    pub feedback: Vec<EvaluationFeedback>,
}

/// A draft answer. Every number is a fact, every date a cited entry's; nothing else is stated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SynthesizerOutput {
    /// The answer as the user will read it.
    pub response: String,
    /// Its points in short.
    pub key_points: Vec<String>,
    /// The entries it points to.
    pub evidence_cited: Vec<EntryId>,
    /// What it says it could not answer.
    pub gaps_disclosed: Vec<String>,
    /// How sure it is.
    pub confidence: Confidence,
}
