//! The nearest day to an empty period that has something on the subject of a plan.

use chrono::NaiveDate;

use crate::agents::AgentContext;
use crate::engine::builtin::matching::Matcher;
use crate::engine::builtin::measures::measures_of;
use crate::facts;
use crate::model::{
    Entry, Expr, Fact, FactOp, FactQuery, GroupBy, Quantity, RetrievalInstruction, SubQuery,
};
use crate::storage::{LogStore, StorageError};

use super::{compute, matching};

/// The nearest day to an empty period that has something on the subject, and its entries: where
/// facts were asked, a day that has some.
pub(super) fn nearest<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    plan: &SubQuery,
) -> Result<Option<(NaiveDate, Vec<Entry>)>, StorageError> {
    // A widened search changes nothing about the days that were named.
    let asked = plan.queries().find_map(|(_, query)| query.period.as_ref());
    let searched = plan.retrieval.iter().find_map(|i| i.period.as_ref());
    let named = asked.or(searched).zip(plan.retrieval.first());
    let (Some((period, instruction)), Some(span)) = (named, store.span()?) else {
        return Ok(None);
    };
    let mut all = store.entries_by_date_range(&span)?;
    all.retain(|entry| entry.date <= cx.today);
    let subject = Nearness {
        cx,
        plan,
        instruction,
        probe: probe(cx, plan),
    };
    let mut days = subject.days_with_values(&all);
    if days.is_empty() && !subject.is_of_one_domain() {
        days = subject.days_with_matches(store, &all)?;
    }
    let away = |date: NaiveDate| {
        (period.start - date)
            .num_days()
            .max((date - period.end).num_days())
    };
    let nearest = days.into_iter().min_by_key(|date| away(*date));
    Ok(nearest.map(|date| (date, subject.entries_of(date, &all))))
}

/// What to look for on other days, where facts were asked.
fn probe(cx: &AgentContext, plan: &SubQuery) -> Option<FactQuery> {
    let plain = plan.queries().find(|(_, query)| query.compare.is_none());
    let (_, query) = plain.or_else(|| plan.queries().next())?;
    Some(FactQuery {
        // The base keeps much: a note of something else is not near.
        measure: match cx.domains.module(&query.domain) {
            Some(module) if module.base => query.measure.clone(),
            _ => Quantity::ENTRIES.to_owned(),
        },
        op: FactOp::Series,
        period: None,
        by: Some(GroupBy::Day),
        filter: None,
        limit: None,
        compare: None,
        ..query.clone()
    })
}

/// Which other days have something on the subject of a plan.
struct Nearness<'a> {
    cx: &'a AgentContext,
    plan: &'a SubQuery,
    instruction: &'a RetrievalInstruction,
    probe: Option<FactQuery>,
}

impl Nearness<'_> {
    fn compute(&self, entries: &[Entry]) -> Vec<Fact> {
        let probes: Vec<Expr> = self.probe.clone().into_iter().map(Expr::from).collect();
        compute(self.cx, self.plan.intent.language, &probes, entries)
    }

    /// Whether the base keeps what is looked for.
    fn is_kept(&self) -> bool {
        let probe = self.probe.as_ref();
        probe.is_some_and(|probe| probe.measure != Quantity::ENTRIES)
    }

    fn days_with_values(&self, all: &[Entry]) -> Vec<NaiveDate> {
        let facts = self.compute(all);
        let days = facts.iter().filter(|fact| fact.bucket.is_some());
        days.filter_map(|fact| Some(fact.period.as_ref()?.start))
            .collect()
    }

    /// Whether one domain keeps what is looked for: days of anything else are not near to it.
    fn is_of_one_domain(&self) -> bool {
        let domain = self.probe.as_ref().map(|probe| probe.domain.as_str());
        let module = domain.and_then(|name| self.cx.domains.module(name));
        let mut queries = self.plan.queries();
        module.is_some_and(|module| !module.base || self.is_kept())
            && queries.all(|(_, query)| Some(query.domain.as_str()) == domain)
            && self.instruction.terms.is_empty()
            && self.instruction.literal.is_empty()
    }

    fn days_with_matches<S: LogStore>(
        &self,
        store: &S,
        all: &[Entry],
    ) -> Result<Vec<NaiveDate>, StorageError> {
        let everything = RetrievalInstruction {
            period: None,
            ..self.instruction.clone()
        };
        let found = matching(store, self.cx, &everything, all)?;
        Ok(found.iter().map(|(_, entry)| entry.date).collect())
    }

    /// What a day has on the subject; of its domains, where there is something of those.
    fn entries_of(&self, date: NaiveDate, all: &[Entry]) -> Vec<Entry> {
        let terms = &self.instruction.terms;
        let matcher = Matcher::new(&self.cx.domains.modules, terms);
        let near = all.iter().filter(|entry| entry.date == date);
        let about = near.filter(|entry| terms.is_empty() || matcher.holds(entry));
        let about: Vec<Entry> = about.cloned().collect();
        let own = about.iter().filter(|entry| self.is_of_domains(entry));
        // Of what the base keeps, only notes with a value of it.
        let own = own.filter(|entry| !self.is_kept() || self.has_value(entry));
        let own: Vec<Entry> = own.cloned().collect();
        if own.is_empty() { about } else { own }
    }

    fn is_of_domains(&self, entry: &Entry) -> bool {
        let data = entry.parsed.as_ref().map(|parsed| &parsed.domain_data);
        let known = |domain: &str| measures_of(self.cx.domains.module(domain)?);
        let together = |query: &FactQuery| {
            let of = query.together.as_ref();
            of.map(|together| facts::is_of(entry, together, &known))
        };
        self.plan.queries().any(|(_, query)| {
            let own = data.is_some_and(|data| data.contains_key(&query.domain));
            together(query).unwrap_or(own)
        })
    }

    fn has_value(&self, entry: &Entry) -> bool {
        let facts = self.compute(std::slice::from_ref(entry));
        facts.iter().any(|fact| fact.sample > 0)
    }
}
