//! How often a run may go round.

use serde::{Deserialize, Serialize};

/// The budgets of a run. When one is spent the run ends in an honest partial answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// New attempts after a failed evaluation; 2 means three attempts.
    pub max_retries: u32,
    /// New plans after an insufficient analysis, per attempt.
    pub max_replans: u32,
    /// Rounds of questions to the user.
    pub max_clarifications: u32,
    /// Changed previews before a write.
    pub max_refinements: u32,
    /// Drafts written again for words without a fact, per attempt.
    pub max_rewrites: u32,
    /// Entries a model sees at most, per part of the question. Facts read all.
    pub max_entries: usize,
    /// Entries the parser sees for "same as last time" and corrections.
    pub recent_entries: usize,
    /// Questions asked in one go.
    pub max_questions: usize,
    /// Steps of the question lane after which the run ends with what it has.
    pub max_steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_retries: 2,
            max_replans: 2,
            max_clarifications: 2,
            max_refinements: 3,
            max_rewrites: 1,
            max_entries: 100,
            recent_entries: 20,
            max_questions: 3,
            max_steps: 200,
        }
    }
}

/// What a question has used of its budgets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BudgetUse {
    /// New attempts made.
    pub retries: u32,
    /// New plans made in this attempt.
    pub replans: u32,
    /// Rounds of questions asked.
    pub clarifications: u32,
    /// Drafts written again in this attempt.
    pub rewrites: u32,
}

impl BudgetUse {
    /// Starts a new attempt: what is counted per attempt begins again.
    pub fn retry(&mut self) {
        self.retries += 1;
        self.replans = 0;
        self.rewrites = 0;
    }
}
