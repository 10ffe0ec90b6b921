//! The observer: what of a run is worth remembering. Only what was computed or stated.

use chrono::NaiveDate;
use serde_json::Value;

use crate::agents::{
    AgentContext, Certainty, ContextCategory, ContextUpdate, ObserverInput, ObserverOutput, Trigger,
};
use crate::domain::measures::Better;
use crate::facts::{self, format};
use crate::model::{Entry, Fact, FactKind, FactOp, FactQuery};
use crate::storage::LogStore;

use super::matching::subjects_in;
use super::measures::measures_of;
use super::preferences;
use super::stored_records::StoredRecord;
use super::usual_days;

/// How many of the latest entries are looked at when a subject has no record on file.
const RECENT: usize = 400;
/// A break of at least this many days is worth a line.
const LONG_GAP: i64 = 21;

/// Observes.
pub fn observe<S: LogStore>(store: &S, cx: &AgentContext, input: &ObserverInput) -> ObserverOutput {
    let of_entry = || {
        let entry = input.new_entry.as_ref();
        entry
            .map(|entry| milestones(store, cx, entry, &input.current_global_context))
            .unwrap_or_default()
    };
    let updates = match input.trigger {
        Trigger::PostQuery => {
            let mut updates = records(&input.facts, &input.current_global_context);
            updates.extend(of_entry());
            updates
        }
        Trigger::UserCorrection => preferences(input),
        Trigger::SignificantLog => of_entry(),
        Trigger::Periodic => habits(store, cx, &input.current_global_context),
    };
    let new: Vec<ContextUpdate> = updates
        .into_iter()
        .filter(|update| is_new(update, &input.current_global_context))
        .collect();
    ObserverOutput {
        insights_captured: new
            .iter()
            .map(|u| format!("{}: {}", u.key, u.value))
            .collect(),
        should_update: !new.is_empty(),
        updates: new,
    }
}

/// Whether the context does not say it yet, and as surely. What is tentative is always said again:
/// that keeps it from being dropped.
fn is_new(update: &ContextUpdate, context: &str) -> bool {
    let sure = match update.confidence {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Tentative => return true,
    };
    let start = format!("{} ({sure}; ", update.value);
    known(context, &update.key).is_none_or(|line| !line.starts_with(&start))
}

/// What the context has under a key: lines are `- key: value`.
fn known<'c>(context: &'c str, key: &str) -> Option<&'c str> {
    context.lines().find_map(|line| {
        let line = line.trim_start_matches(['-', '*', ' ']);
        line.strip_prefix(key)?.strip_prefix(':').map(str::trim)
    })
}

/// On which weekdays there are usually notes, for each domain.
fn habits<S: LogStore>(store: &S, cx: &AgentContext, context: &str) -> Vec<ContextUpdate> {
    let entries = store
        .entries_by_date_range(&usual_days::looked_at(cx.today))
        .unwrap_or_default();
    let habits = usual_days::counted(&entries, &cx.domains, cx.today).into_iter();
    let updates = habits.filter_map(|habit| {
        let key = usual_days::key(&habit.domain);
        // What the user says of it stands.
        let said = known(context, &key).is_some_and(|line| usual_days::tail(line).is_none());
        (!said).then(|| ContextUpdate {
            category: ContextCategory::Pattern,
            key,
            value: usual_days::names(habit.days),
            source: format!("notes of {} weeks", usual_days::WEEKS),
            confidence: match habit.likely {
                true => Certainty::Likely,
                false => Certainty::Tentative,
            },
        })
    });
    updates.chain(units(cx, &entries, context)).collect()
}

/// The units that are written, where nothing says yet that they are meant.
fn units(cx: &AgentContext, entries: &[Entry], context: &str) -> Vec<ContextUpdate> {
    let written = preferences::written_units(entries, &cx.units).into_iter();
    let new = written.filter(|(kind, _)| known(context, kind).is_none());
    let updates = new.map(|(kind, unit)| ContextUpdate {
        category: ContextCategory::Preference,
        key: kind.to_owned(),
        value: unit.to_owned(),
        source: format!("notes of {} weeks", usual_days::WEEKS),
        confidence: Certainty::Likely,
    });
    updates.collect()
}

/// Records over all days that a question brought to light. What the user wrote of one stands.
fn records(facts: &[Fact], context: &str) -> Vec<ContextUpdate> {
    let own = |fact: &Fact| {
        let known = StoredRecord::of(context, &fact.kind, &fact.subject);
        known.is_some_and(|known| known.own)
    };
    facts
        .iter()
        .filter(|fact| {
            matches!(fact.kind, FactKind::Best(_)) && fact.period.is_none() && fact.bucket.is_none()
        })
        .filter(|fact| !own(fact))
        .filter_map(|fact| record(fact, "question"))
        .collect()
}

fn record(fact: &Fact, source: &str) -> Option<ContextUpdate> {
    let date = fact.date?;
    let detail = fact.detail.as_deref().unwrap_or_default();
    let value = format::fact_value(fact);
    let said = if detail.is_empty() || detail == value {
        value
    } else if detail.contains(&value) {
        detail.to_owned()
    } else {
        format!("{value} ({detail})")
    };
    Some(ContextUpdate {
        category: ContextCategory::Fact,
        key: StoredRecord::key(&fact.kind, &fact.subject),
        value: format!("{said}, {date}"),
        source: source.to_owned(),
        confidence: Certainty::Certain,
    })
}

/// A unit that the user corrected is the unit they want.
fn preferences(input: &ObserverInput) -> Vec<ContextUpdate> {
    input
        .correction
        .iter()
        .filter_map(|delta| {
            let field = delta.path.rsplit('.').next()?;
            let (Value::String(unit), true) = (&delta.after, field.ends_with("unit")) else {
                return None;
            };
            let domain = delta.path.split('.').next().unwrap_or_default();
            Some(ContextUpdate {
                category: ContextCategory::Preference,
                key: format!("{domain} {}", field.replace('_', " ")),
                value: unit.clone(),
                source: "correction".to_owned(),
                confidence: Certainty::Certain,
            })
        })
        .collect()
}

/// New records, firsts and returns after a long break, for each subject of a new entry.
///
/// What the context has on file is compared first. Only for a subject without a record on file are
/// the latest entries read, so that a note stays quick to take in a long log.
fn milestones<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    entry: &Entry,
    context: &str,
) -> Vec<ContextUpdate> {
    let mut updates = Vec::new();
    // A plan is no record yet.
    if entry.date > cx.today {
        return updates;
    }
    let mut recent: Option<(Vec<Entry>, bool)> = None;
    for module in &cx.domains.modules {
        let Some(measures) = measures_of(module) else {
            continue;
        };
        let Some(measure) = measures.default_measure() else {
            continue;
        };
        for subject in subjects_in(module, std::slice::from_ref(entry)) {
            let query = |op: FactOp| FactQuery {
                subjects: vec![subject.clone()],
                ..FactQuery::of(module.name.clone(), measure.name.clone(), op)
            };
            let queries = [
                query(FactOp::Best),
                query(FactOp::LongestGap),
                query(FactOp::First),
            ];
            let (history, whole) = recent.get_or_insert_with(|| history(store, entry));
            let found = facts::compute(&queries, history, &cx.domains, &cx.units, cx.today);
            let best = sure_best(cx, &queries[0], &subject, history, &found);
            if let Some(best) = &best
                && best.entries.contains(&entry.id)
                && beats(
                    best,
                    StoredRecord::of(context, &best.kind, &subject).as_ref(),
                    best.kind
                        .measure()
                        .and_then(|name| measures.measure(name))
                        .map_or(measure.better, |m| m.better),
                    *whole,
                    history.len(),
                )
            {
                updates.extend(record(best, "new entry"));
            }
            let first = found.iter().find(|f| f.query == 2);
            if *whole && first.is_some_and(|f| f.date == Some(entry.date)) && history.len() > 1 {
                updates.push(ContextUpdate {
                    category: ContextCategory::Fact,
                    key: format!("first {subject}"),
                    value: entry.date.to_string(),
                    source: "new entry".to_owned(),
                    confidence: Certainty::Certain,
                });
            }
            let gap = found
                .iter()
                .find(|f| f.kind == FactKind::LongestGap && ends_on(f, entry.date));
            if let Some(gap) = gap
                && let Some(days) = gap.period.as_ref().map(|p| (p.end - p.start).num_days())
                && days >= LONG_GAP
            {
                updates.push(ContextUpdate {
                    category: ContextCategory::Pattern,
                    key: format!("back to {subject}"),
                    value: format!("{} after {days} days", entry.date),
                    source: "new entry".to_owned(),
                    confidence: Certainty::Certain,
                });
            }
        }
    }
    updates
}

/// The best of the entries: what is in doubt is no record before the person says that it is right, nor
/// one to beat. `found` is what was computed of all of them, the best as its first query.
fn sure_best(
    cx: &AgentContext,
    query: &FactQuery,
    subject: &str,
    history: &[Entry],
    found: &[Fact],
) -> Option<Fact> {
    let is_doubtful = |entry: &Entry| entry.has_doubtful_value(&query.domain, subject);
    let best_of = |found: &[Fact]| {
        let best = found.iter().find(|f| f.query == 0 && f.bucket.is_none());
        best.cloned()
    };
    if !history.iter().any(is_doubtful) {
        return best_of(found);
    }
    let sure = history.iter().filter(|entry| !is_doubtful(entry));
    let sure: Vec<Entry> = sure.cloned().collect();
    let query = std::slice::from_ref(query);
    best_of(&facts::compute(
        query,
        &sure,
        &cx.domains,
        &cx.units,
        cx.today,
    ))
}

fn ends_on(fact: &Fact, date: NaiveDate) -> bool {
    fact.period
        .as_ref()
        .is_some_and(|period| period.end == date)
}

/// The latest entries up to the new one, and whether they are all there are. A store that cannot be
/// read has nothing to compare with.
fn history<S: LogStore>(store: &S, entry: &Entry) -> (Vec<Entry>, bool) {
    let mut entries = store.recent(entry.date, RECENT).unwrap_or_default();
    let whole = entries.len() < RECENT;
    if !entries.iter().any(|other| other.id == entry.id) {
        entries.push(entry.clone());
    }
    (entries, whole)
}

/// Whether a best of the latest entries is a record: better than what is on file, or the best of a
/// whole log that has more than this one entry.
fn beats(
    best: &Fact,
    on_file: Option<&StoredRecord>,
    better: Better,
    whole: bool,
    entries: usize,
) -> bool {
    match on_file {
        Some(known) => known.beaten_by(best, better),
        None => whole && entries > 1,
    }
}
