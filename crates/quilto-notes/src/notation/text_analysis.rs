//! A text laid out: what is known of it before it is read.

use chrono::NaiveDate;

use crate::acts::{self, ClauseAct};
use quilto_domain::{ActiveDomainContext, DomainMention};
use quilto_text::Tokens;

/// What is found once for all who read a text.
pub struct TextAnalysis {
    /// Its tokens, with the units of the domains.
    pub tokens: Tokens,
    /// The names in it.
    pub mentions: Vec<DomainMention>,
    /// What its clauses do.
    pub acts: Vec<ClauseAct>,
}

impl TextAnalysis {
    pub fn of(domains: &ActiveDomainContext, tokens: Tokens, today: NaiveDate) -> Self {
        let mentions = domains.vocabulary().find(&tokens);
        let acts = acts::read(domains, &tokens, &mentions, today);
        Self {
            tokens,
            mentions,
            acts,
        }
    }
}
