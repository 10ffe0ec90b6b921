//! The parts of a question: what is to be read for each, what was found, in which order they go.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::agents::{AnalyzedPart, AnalyzerOutput, PlannerOutput, RetrieverOutput};
use crate::model::{Claim, DependencyType, Entry, Fact, Finding, SubQuery};

/// One part of a question with what was found for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub sub_query: SubQuery,
    pub entries: Vec<Entry>,
    pub facts: Vec<Fact>,
    pub total_entries_found: usize,
    pub nearest: Option<NaiveDate>,
    /// What the facts say.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// What the facts say, in plain words.
    #[serde(default)]
    pub said: Vec<String>,
    /// Why its notes could not be read.
    pub unread: Option<String>,
    pub analysis: Option<AnalyzerOutput>,
}

impl Part {
    pub(crate) fn new(sub_query: SubQuery) -> Self {
        Self {
            sub_query,
            entries: Vec::new(),
            facts: Vec::new(),
            total_entries_found: 0,
            nearest: None,
            claims: Vec::new(),
            said: Vec::new(),
            unread: None,
            analysis: None,
        }
    }

    pub(crate) fn analyzed(&self) -> Option<AnalyzedPart> {
        Some(AnalyzedPart {
            sub_query: self.sub_query.clone(),
            facts: self.facts.clone(),
            entries: self.entries.clone(),
            total_entries_found: self.total_entries_found,
            nearest: self.nearest,
            claims: self.claims.clone(),
            analysis: self.analysis.clone()?,
        })
    }

    /// Takes in what a retrieval found for `asked`, beside what earlier rounds found for this part.
    pub(crate) fn take_in(&mut self, asked: &SubQuery, found: RetrieverOutput, max_entries: usize) {
        let mut part = Self::new(asked.clone());
        part.facts = found.facts;
        part.entries = found.entries;
        part.total_entries_found = found.total_entries_found;
        part.nearest = found.nearest;
        part.claims = found.claims;
        part.said = found.said;
        // What was said before was said of what was asked then.
        let before = Self {
            claims: Vec::new(),
            ..std::mem::replace(self, Self::new(asked.clone()))
        };
        part.absorb(before, max_entries);
        *self = part;
    }

    /// Takes over what was read for another part. What both asked for stays as this part has it;
    /// facts of the other are renumbered behind this part's own, and what it says of them stands beside
    /// what this part says.
    pub(crate) fn absorb(&mut self, other: Self, max_entries: usize) {
        let answered = |part: &Self| part.total_entries_found > 0 && part.nearest.is_none();
        let any_answered = answered(self) || answered(&other);
        let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
        for (place, expr) in other.sub_query.exprs.into_iter().enumerate() {
            if self.sub_query.exprs.contains(&expr) {
                continue;
            }
            let number = self.sub_query.exprs.len();
            self.sub_query.exprs.push(expr);
            let theirs = other.facts.iter().enumerate();
            for (at, fact) in theirs.filter(|(_, fact)| fact.query == place) {
                moved.insert(at, self.facts.len());
                self.facts.push(Fact {
                    query: number,
                    ..fact.clone()
                });
            }
        }
        let theirs = other.claims.into_iter();
        self.claims
            .extend(theirs.filter_map(|claim| claim.moved(&moved)));
        for instruction in other.sub_query.retrieval {
            if !self.sub_query.retrieval.contains(&instruction) {
                self.sub_query.retrieval.push(instruction);
            }
        }
        for words in other.said {
            if !self.said.contains(&words) {
                self.said.push(words);
            }
        }
        for entry in other.entries {
            if !self.entries.iter().any(|e| e.id == entry.id) {
                self.entries.push(entry);
            }
        }
        // A nearest day is told where nothing answered; notes of something else in the named days are
        // no answer.
        self.nearest = match any_answered {
            true => None,
            false => self.nearest.or(other.nearest),
        };
        // What lies on the nearest day to an empty period was not found in it.
        let nearest = self.nearest;
        let far = |entry: &&Entry| Some(entry.date) != nearest;
        let found = self.entries.iter().filter(far).count();
        self.total_entries_found = self
            .total_entries_found
            .max(other.total_entries_found)
            .max(found);
        // Stable: entries of one day that came from one read keep the file's order.
        self.entries.sort_by_key(|e| e.date);
        let surplus = self.entries.len().saturating_sub(max_entries);
        self.entries.drain(..surplus);
    }
}

/// The parts a plan wants read. Coupled parts become one: they share what is read.
pub(crate) fn wanted(plan: &PlannerOutput, query: &str) -> Vec<SubQuery> {
    if plan.execution_strategy != DependencyType::Coupled || plan.sub_queries.len() < 2 {
        return plan.sub_queries.clone();
    }
    let mut parts = plan.sub_queries.iter();
    let Some(first) = parts.next() else {
        return Vec::new();
    };
    let mut whole = first.clone();
    whole.question = query.to_owned();
    whole.intent = (*plan.intent).clone();
    whole.query_type = plan.query_type;
    for part in parts {
        for instruction in &part.retrieval {
            if !whole.retrieval.contains(instruction) {
                whole.retrieval.push(instruction.clone());
            }
        }
        for expr in &part.exprs {
            if !whole.exprs.contains(expr) {
                whole.exprs.push(expr.clone());
            }
        }
    }
    vec![whole]
}

/// In which order parts are analysed: each wave goes at once, a later one sees the findings of those
/// it depends on. A plan whose dependencies go in a circle is taken one after the other.
pub(crate) fn waves(plan: &PlannerOutput, ids: &[u32]) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = plan
        .execution_order
        .iter()
        .chain(ids)
        .copied()
        .filter(|id| ids.contains(id))
        .collect();
    let mut seen = BTreeSet::new();
    order.retain(|id| seen.insert(*id));
    if plan.execution_strategy != DependencyType::Dependent {
        return if order.is_empty() {
            Vec::new()
        } else {
            vec![order]
        };
    }
    if plan.dependencies.is_empty() {
        return order.into_iter().map(|id| vec![id]).collect();
    }
    let mut waves: Vec<Vec<u32>> = Vec::new();
    let mut left = order;
    while !left.is_empty() {
        let ready = |id: &u32| {
            let mut needs = plan.dependencies.iter().filter(|d| d.to == *id);
            needs.all(|d| !left.contains(&d.from))
        };
        let (wave, rest): (Vec<u32>, Vec<u32>) = left.iter().partition(|id| ready(id));
        if wave.is_empty() {
            waves.extend(rest.into_iter().map(|id| vec![id]));
            break;
        }
        waves.push(wave);
        left = rest;
    }
    waves
}

/// Findings that a part may build on: of the parts it depends on, or, where the plan names none, of
/// all that were analysed before it. Names get the part's number where two parts use the same one.
pub(crate) fn earlier_findings(plan: &PlannerOutput, parts: &[Part], id: u32) -> Vec<Finding> {
    if plan.execution_strategy != DependencyType::Dependent {
        return Vec::new();
    }
    let named: Vec<u32> = plan
        .dependencies
        .iter()
        .filter(|d| d.to == id)
        .map(|d| d.from)
        .collect();
    let before = |part: &Part| {
        if plan.dependencies.is_empty() {
            let place = |id| plan.execution_order.iter().position(|o| *o == id);
            place(part.sub_query.id) < place(id)
        } else {
            named.contains(&part.sub_query.id)
        }
    };
    let mut findings: Vec<Finding> = Vec::new();
    for part in parts.iter().filter(|p| p.sub_query.id != id && before(p)) {
        for finding in part.analysis.iter().flat_map(|a| &a.findings) {
            let mut finding = finding.clone();
            if findings.iter().any(|f| f.name == finding.name) {
                finding.name = format!("{} ({})", finding.name, part.sub_query.id);
            }
            findings.push(finding);
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::NextAction;
    use crate::machine::testing::{plan, sub_query};
    use crate::model::{Expr, FactKind, FactOp, FactQuery, FactValue, Figure};

    fn part(query: &str, expr: &str) -> Part {
        let mut part = Part::new(sub_query(1, "how much?"));
        let query = FactQuery::of("rocks", query, FactOp::Best);
        let expr = Expr::from(Figure::of("rocks", expr, FactOp::Total));
        part.sub_query.exprs = vec![query.into(), expr];
        part.facts = vec![fact("of the query", 0), fact("of the expression", 1)];
        part
    }

    fn fact(name: &str, query: usize) -> Fact {
        Fact {
            sample: 1,
            query,
            ..Fact::new(FactKind::RestsOn, "", name, FactValue::Number(1.0))
        }
    }

    #[test]
    fn facts_follow_what_they_answer_into_another_part() {
        let mut first = part("mass", "work");
        first.absorb(part("shine", "strokes"), 10);
        let numbers: Vec<(&str, usize)> = first
            .facts
            .iter()
            .map(|fact| (fact.subject.as_str(), fact.query))
            .collect();
        assert_eq!(first.sub_query.exprs.len(), 4);
        assert_eq!(
            numbers,
            [
                ("of the query", 0),
                ("of the expression", 1),
                ("of the query", 2),
                ("of the expression", 3),
            ]
        );
        // What both ask for is computed once.
        first.absorb(part("mass", "strokes"), 10);
        assert_eq!(first.facts.len(), 4);
    }

    #[test]
    fn what_is_said_of_facts_goes_with_them_into_another_part() {
        let claim = |name: &str, facts: &[usize]| Claim {
            facts: facts.to_vec(),
            ..Claim::of(name, name.to_owned(), &[]).leading()
        };
        let mut first = part("mass", "work");
        first.claims = vec![claim("own", &[0])];
        let mut other = part("mass", "strokes");
        other.claims = vec![
            claim("of both", &[0]),
            claim("of the other", &[1]),
            claim("of nothing", &[]),
        ];
        first.absorb(other, 10);
        let said: Vec<(&str, &[usize], bool)> = first
            .claims
            .iter()
            .map(|claim| (&*claim.name, &*claim.facts, claim.lead))
            .collect();
        assert_eq!(
            said,
            [("own", &[0][..], true), ("of the other", &[2][..], false)]
        );
        assert_eq!(first.facts[2].query, 2);
    }

    #[test]
    fn coupled_parts_compute_all_that_each_of_them_wants() {
        let mut plan = plan(NextAction::Retrieve);
        plan.execution_strategy = DependencyType::Coupled;
        plan.sub_queries = [part("mass", "work"), part("shine", "strokes")]
            .map(|part| part.sub_query)
            .to_vec();
        let whole = wanted(&plan, "how much?");
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].exprs.len(), 4);
    }
}
