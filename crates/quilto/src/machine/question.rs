//! What the question's lane knows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::agents::{AnalyzedPart, PlannerOutput, SynthesizerOutput};
use crate::model::{
    Answer, DateRange, EvaluationFeedback, Fact, Gap, GapType, GroupBy, Language,
    Question as Asked, RetrievalAttempt, Severity, Turn,
};

use super::limits::BudgetUse;
use super::own_words::OwnWords;
use super::parts::Part;
use super::problem::Problem;

/// The data of PLAN to EVALUATE.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Question {
    /// The part of the input that asks, as typed.
    pub text: String,
    /// The domains loaded for it.
    pub domains: Vec<String>,
    /// Domains that an expansion was asked for and that were tried, over the whole run.
    pub expansion_history: Vec<String>,
    /// Domains that are asked for just now.
    pub expansion_request: Vec<String>,
    /// The last plan.
    pub plan: Option<PlannerOutput>,
    /// Whether the question is to be read again: domains were loaded since.
    #[serde(default)]
    pub reread: bool,
    /// The parts of the question with what was found.
    pub parts: Vec<Part>,
    /// Ids of parts to retrieve for, in the order of their steps.
    pub retrieving: Vec<u32>,
    /// Ids of parts still to analyse; each inner list can go at once.
    pub waves: Vec<Vec<u32>>,
    /// Whether an analyzer gave nothing in this round.
    pub analysis_failed: bool,
    /// Searches made.
    pub history: Vec<RetrievalAttempt>,
    /// What the user should know (a damaged day).
    pub warnings: Vec<Problem>,
    /// What is missing, as the last analysis says.
    pub gaps: Vec<Gap>,
    /// What failed on the way, as gaps that stay open.
    pub failures: Vec<Gap>,
    /// Why drafts failed.
    pub feedback: Vec<EvaluationFeedback>,
    /// Words of the last draft without a fact behind them.
    pub ungrounded: Vec<String>,
    /// Whether the answer will be partial.
    pub partial: bool,
    /// Every question asked in this run.
    pub asked: Vec<Asked>,
    /// The questions that are open now.
    pub open: Vec<Asked>,
    /// Why they are asked.
    pub why: Option<String>,
    /// What the user answered: question id → answer.
    pub responses: BTreeMap<String, String>,
    /// The draft.
    pub draft: Option<SynthesizerOutput>,
    /// The answer.
    pub answer: Option<Answer>,
    /// Budgets used.
    pub spent: BudgetUse,
}

/// The day that a fact tells of, or the stretch of days.
fn days_told(fact: &Fact) -> Option<DateRange> {
    if let Some(day) = fact.date {
        return Some(DateRange::day(day));
    }
    match fact.bucket.as_ref()?.by? {
        GroupBy::Week | GroupBy::Month => fact.period.clone(),
        _ => None,
    }
}

impl Question {
    /// The analysed parts, in order.
    pub(crate) fn analyzed(&self) -> Vec<AnalyzedPart> {
        self.parts.iter().filter_map(Part::analyzed).collect()
    }

    /// Everything computed for the question, without doubles.
    pub(crate) fn facts(&self) -> Vec<Fact> {
        let mut facts: Vec<Fact> = Vec::new();
        for fact in self.parts.iter().flat_map(|p| &p.facts) {
            let same = |f: &Fact| {
                Fact {
                    query: 0,
                    ..f.clone()
                } == Fact {
                    query: 0,
                    ..fact.clone()
                }
            };
            if !facts.iter().any(same) {
                facts.push(fact.clone());
            }
        }
        facts
    }

    /// What was asked with what words, the day that the answer tells of, and the domains it was given to.
    pub(crate) fn turn(&self, text: &str, domains: &[String]) -> Turn {
        let planned = self.plan.iter().flat_map(|plan| &plan.sub_queries);
        let told = self.parts.iter().find_map(|part| {
            let lead = part.claims.iter().find(|claim| claim.lead)?;
            let mut facts = lead.facts.iter().filter_map(|at| part.facts.get(*at));
            facts.find_map(days_told)
        });
        Turn {
            text: text.to_owned(),
            asked: planned.map(|part| part.intent.clone()).collect(),
            day: told,
            domains: domains.to_vec(),
        }
    }

    /// What stays open: gaps of the analysis, and what failed on the way.
    pub(crate) fn open_gaps(&self) -> Vec<Gap> {
        let mut gaps: Vec<Gap> = Vec::new();
        for gap in self.gaps.iter().chain(&self.failures) {
            if !gaps.iter().any(|g| g.description == gap.description) {
                gaps.push(gap.clone());
            }
        }
        gaps
    }

    /// What a run says of it, in the language that it is asked in.
    pub(crate) fn own_words(&self) -> &'static OwnWords {
        OwnWords::of(Language::of(&self.text))
    }

    /// Notes something that is missing, besides what the analysis says.
    pub(crate) fn misses(&mut self, description: String, gap_type: GapType) {
        if !self.gaps.iter().any(|g| g.description == description) {
            self.gaps.push(Gap {
                description,
                gap_type,
                severity: Severity::NiceToHave,
                searched: false,
                found: false,
                outside_current_expertise: false,
                suspected_domain: None,
                missing: None,
            });
        }
    }

    /// Notes something that failed, as a gap the answer must own up to.
    pub(crate) fn failed(&mut self, description: String) {
        self.partial = true;
        self.failures.push(Gap {
            description,
            gap_type: GapType::Contextual,
            severity: Severity::Critical,
            searched: false,
            found: false,
            outside_current_expertise: false,
            suspected_domain: None,
            missing: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FactBucket, FactKind, FactValue};

    #[test]
    fn an_answer_tells_of_a_day_a_week_or_a_month() {
        let days = DateRange::new("2026-11-02".parse().unwrap(), "2026-11-08".parse().unwrap());
        let fact = |by: Option<GroupBy>| Fact {
            period: Some(days.clone()),
            bucket: Some(FactBucket {
                by,
                name: "2026-11".to_owned(),
                inside: None,
            }),
            ..Fact::new(FactKind::Said, "", "", FactValue::Number(1.0))
        };
        for by in [GroupBy::Week, GroupBy::Month] {
            assert_eq!(days_told(&fact(Some(by))), Some(days.clone()));
        }
        // Of all Mondays of those days, or of what is only called like a month.
        assert_eq!(days_told(&fact(Some(GroupBy::Weekday))), None);
        assert_eq!(days_told(&fact(None)), None);
    }
}
