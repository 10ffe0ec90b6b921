//! Evaluator: may this draft be shown?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{EvaluationFeedback, Verdict};

use super::AnalyzedPart;

/// What the evaluator gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvaluatorInput {
    /// The question as typed.
    pub query: String,
    /// The draft.
    pub response: String,
    /// What the draft was made from.
    pub parts: Vec<AnalyzedPart>,
    /// Plain-language rules of the loaded domains.
    pub evaluation_rules: Vec<String>,
    /// Whether the draft is a partial answer: then it is judged on grounding and safety only.
    pub is_partial: bool,
    /// From 1.
    pub attempt: u32,
    /// Feedback of earlier attempts.
    pub previous_feedback: Vec<EvaluationFeedback>,
}

/// What a draft is judged on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Dimension {
    Accuracy,
    Relevance,
    Safety,
    Completeness,
}

/// The judgement on one dimension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvaluationDimension {
    /// Which.
    pub dimension: Dimension,
    /// What is wrong, if anything.
    pub issues: Vec<String>,
    /// Why.
    pub reasoning: String,
    /// The judgement.
    pub verdict: Verdict,
}

/// What the evaluator recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Recommendation {
    Accept,
    RetryWithFeedback,
    RetryWithMoreContext,
    GivePartial,
}

/// The judgement. Any failed dimension fails the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvaluatorOutput {
    /// One judgement per dimension.
    pub dimensions: Vec<EvaluationDimension>,
    /// What to do better, when it fails.
    pub feedback: Vec<EvaluationFeedback>,
    /// Words of the draft that no fact supports; non-empty means it must not be shown.
    pub ungrounded: Vec<String>,
    /// What to do.
    pub recommendation: Recommendation,
    /// The judgement as a whole.
    pub overall_verdict: Verdict,
}
