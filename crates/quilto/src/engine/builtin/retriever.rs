//! The retriever: executes the plan on the store and has its facts computed. No judgement here.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;

use crate::agents::{AgentContext, AgentError, RetrieverInput, RetrieverOutput};
use crate::facts::{self, DaysNeeded};
use crate::model::{
    DateRange, Entry, EntryId, Expr, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy,
    Language, Quantity, RetrievalAttempt, RetrievalInstruction, SubQuery,
};

use crate::storage::{LogStore, SearchQuery, StorageError};

use super::advice;
use super::matching::{Matcher, resolve_subjects, subjects_in};
use super::measures::measures_of;
use super::mentions;
use super::name_forms;
use super::stored_records;
use super::targets::{self, Target};
use super::usual_days;
use super::wording::{self, AnswerContext};

/// Reads what the plan names and computes what it asks.
pub fn retrieve<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    input: &RetrieverInput,
    targets: &[Target],
) -> Result<RetrieverOutput, AgentError> {
    run(store, cx, input, targets).map_err(|source| AgentError::Storage {
        agent: "retriever",
        source,
    })
}

fn run<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    input: &RetrieverInput,
    targets: &[Target],
) -> Result<RetrieverOutput, StorageError> {
    let plan = &input.sub_query;
    let days = NeededDays::needed(&plan.retrieval, &plan.exprs);
    let mut read = days.read(store)?;
    // What is noted of days to come is a plan: it is no part of what was, unless those days are asked
    // for.
    if !days_to_come(plan, cx.today) {
        read.retain(|entry| entry.date <= cx.today);
    }
    let own = name_forms::in_own(cx, plan, &read);
    let plan = own.as_ref().unwrap_or(plan);
    let mut attempts = Vec::new();
    let mut matched: BTreeMap<(NaiveDate, usize), &Entry> = BTreeMap::new();
    for (i, instruction) in plan.retrieval.iter().enumerate() {
        let hits = matching(store, cx, instruction, &read)?;
        attempts.push(RetrievalAttempt {
            attempt: input.attempts_before + i as u32 + 1,
            sub_query: plan.id,
            instruction: instruction.clone(),
            entries_found: hits.len(),
            summary: summary(instruction, hits.len()),
        });
        matched.extend(
            hits.into_iter()
                .map(|(place, entry)| ((entry.date, place), entry)),
        );
    }
    let mut facts = compute(cx, plan.intent.language, &plan.exprs, &read);
    let against = targets::facts(cx, plan, &facts, &read, targets);
    facts.extend(against);
    facts.extend(advice::facts(cx, plan, &read));
    let learned = input.global_context.as_deref().unwrap_or_default();
    facts.extend(usual_days::facts(cx, plan, learned, &read));
    let own = stored_records::facts(cx, plan, learned, &facts);
    facts.extend(own);
    let matched: Vec<&Entry> = matched.into_values().collect();
    if matched.is_empty() {
        facts.extend(near_names(store, cx, plan)?);
    }
    let computed = facts.iter().any(|fact| fact.sample > 0);
    let nothing = if plan.exprs.is_empty() {
        matched.is_empty()
    } else {
        !computed
    };
    if !computed && !plan.exprs.is_empty() {
        facts.extend(mentions::fact(cx, plan, &matched));
    }
    let nearest = if nothing {
        nearest(store, cx, plan)?
    } else {
        None
    };
    let covered = matched
        .first()
        .zip(matched.last())
        .map(|(first, last)| DateRange::new(first.date, last.date));
    let (mut entries, truncated) = hand_on(&matched, &read, &facts, input.max_entries);
    if let Some((_, near)) = &nearest {
        let new = near
            .iter()
            .filter(|near| entries.iter().all(|entry| entry.id != near.id));
        let new: Vec<Entry> = new.cloned().collect();
        entries.extend(new);
    }
    let nearest = nearest.map(|(date, _)| date);
    let scene = AnswerContext {
        cx,
        intent: &plan.intent,
        sub_query: plan,
        facts: &facts,
        entries: &entries,
        total: matched.len(),
        nearest,
    };
    let claims = wording::claims(&scene);
    let said = wording::plainly(&scene, &claims);
    Ok(RetrieverOutput {
        claims,
        said,
        entries,
        facts,
        attempts,
        total_entries_found: matched.len(),
        date_range_covered: covered,
        nearest,
        warnings: store.warnings(),
        truncated,
    })
}

/// Whether a plan asks for days that are all still to come.
fn days_to_come(plan: &SubQuery, today: NaiveDate) -> bool {
    let mut named = plan.retrieval.iter().map(|of| of.period.as_ref());
    named.any(|period| period.is_some_and(|period| period.start > today))
}

/// The days a plan needs: of its instructions and of everything it computes.
struct NeededDays {
    all: bool,
    ranges: Vec<DateRange>,
}

impl NeededDays {
    fn needed(retrieval: &[RetrievalInstruction], exprs: &[Expr]) -> Self {
        let mut days = Self {
            all: false,
            ranges: Vec::new(),
        };
        for instruction in retrieval {
            days.add(instruction.period.as_ref());
        }
        for needed in facts::days_needed(exprs) {
            match needed {
                DaysNeeded::All => days.add(None),
                DaysNeeded::Range(range) => days.add(Some(&range)),
            }
        }
        days
    }

    fn add(&mut self, period: Option<&DateRange>) {
        match period {
            None => self.all = true,
            Some(range) => self.ranges.push(DateRange::new(range.start, range.end)),
        }
    }

    /// Reads them, each day once, oldest first.
    fn read<S: LogStore>(mut self, store: &S) -> Result<Vec<Entry>, StorageError> {
        if self.all {
            return match store.span()? {
                Some(span) => store.entries_by_date_range(&span),
                None => Ok(Vec::new()),
            };
        }
        self.ranges.sort_by_key(|range| range.start);
        let mut apart: Vec<DateRange> = Vec::new();
        for range in self.ranges {
            match apart.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        let mut entries = Vec::new();
        for range in apart {
            entries.extend(store.entries_by_date_range(&range)?);
        }
        Ok(entries)
    }
}

/// The entries of one instruction, with their places among those read.
fn matching<'e, S: LogStore>(
    store: &S,
    cx: &AgentContext,
    instruction: &RetrievalInstruction,
    read: &'e [Entry],
) -> Result<Vec<(usize, &'e Entry)>, StorageError> {
    let in_period = |entry: &Entry| {
        let period = instruction.period.as_ref();
        period.is_none_or(|period| period.contains(entry.date))
    };
    let found: Option<HashSet<EntryId>> = if instruction.literal.is_empty() {
        None
    } else {
        let hits = store.search(&SearchQuery {
            keywords: instruction.literal.clone(),
            period: instruction.period.clone(),
            match_all: false,
        })?;
        Some(hits.into_iter().map(|entry| entry.id).collect())
    };
    let matcher = Matcher::new(&cx.domains.modules, &instruction.terms);
    let by_name = Matcher::literal(&instruction.literal);
    let holds = |entry: &Entry| {
        let literal = found
            .as_ref()
            .is_none_or(|ids| ids.contains(&entry.id) || by_name.holds(entry));
        literal && (instruction.terms.is_empty() || matcher.holds(entry))
    };
    Ok(among(read, &|entry| in_period(entry) && holds(entry)))
}

/// The entries that are chosen, with their places; years of them are looked at by all cores.
fn among<'e>(
    read: &'e [Entry],
    chosen: &(dyn Fn(&Entry) -> bool + Sync),
) -> Vec<(usize, &'e Entry)> {
    const WORTH_A_THREAD: usize = 5_000;
    // How many cores there are is asked of the system.
    let threads = match read.len() {
        0..=WORTH_A_THREAD => 1,
        _ => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let part = read.len().div_ceil(threads).max(WORTH_A_THREAD);
    let of_part = |number: usize, entries: &'e [Entry]| -> Vec<(usize, &'e Entry)> {
        let kept = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| chosen(entry));
        kept.map(|(at, entry)| (number * part + at, entry))
            .collect()
    };
    if read.len() <= part {
        return of_part(0, read);
    }
    std::thread::scope(|scope| {
        let parts = read.chunks(part).enumerate();
        let of_part = &of_part;
        let begun: Vec<_> = parts
            .map(|(number, entries)| scope.spawn(move || of_part(number, entries)))
            .collect();
        let done = begun.into_iter().map(|part| part.join());
        done.flat_map(|found| match found {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        })
        .collect()
    })
}

/// What expressions come to, and of last times how long ago they were.
fn compute(cx: &AgentContext, language: Language, exprs: &[Expr], read: &[Entry]) -> Vec<Fact> {
    let exprs = resolve_subjects(&cx.domains.modules, exprs, read);
    let computed =
        facts::compute_exprs_in(language, &exprs, read, &cx.domains, &cx.units, cx.today);
    let computed = computed.into_iter().zip(exprs.iter().enumerate());
    let told = |(computed, (place, expr))| facts::facts_of(computed, expr, place);
    let mut facts: Vec<Fact> = computed.flat_map(told).collect();
    let asked = |fact: &&Fact| {
        let query = exprs.get(fact.query).and_then(Expr::as_fact);
        query.is_some_and(|query| query.op == FactOp::Last)
    };
    let last = facts.iter().filter(asked);
    let since: Vec<Fact> = last.filter_map(|fact| since(fact, cx.today)).collect();
    facts.extend(since);
    facts
}

/// How many days ago the last one was.
fn since(last: &Fact, today: NaiveDate) -> Option<Fact> {
    let date = last.date?;
    let days = (today - date).num_days();
    (days >= 0).then(|| Fact {
        kind: FactKind::DaysSince,
        again: Vec::new(),
        value: FactValue::Number(days as f64),
        unit: Some("days".to_owned()),
        period: Some(DateRange::new(date, today)),
        detail: None,
        bucket: None,
        ..last.clone()
    })
}

/// What the notes call by nearly the words of a question that nothing explains.
fn near_names<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    plan: &SubQuery,
) -> Result<Vec<Fact>, StorageError> {
    const ALIKE: f64 = 0.8;
    const MOST: usize = 3;
    let words: Vec<String> = plan
        .retrieval
        .iter()
        .flat_map(|instruction| &instruction.literal)
        .map(|words| words.to_lowercase())
        .collect();
    let (Some(span), false) = (store.span()?, words.is_empty()) else {
        return Ok(Vec::new());
    };
    let mut all = store.entries_by_date_range(&span)?;
    all.retain(|entry| entry.date <= cx.today);
    let alike = |name: &String| {
        let name = name.to_lowercase();
        let near = |words: &String| strsim::jaro_winkler(words, &name);
        words.iter().map(near).fold(0.0, f64::max)
    };
    let modules = cx.domains.modules.iter();
    let mut near: Vec<(f64, String)> = modules
        .flat_map(|module| subjects_in(module, &all))
        .map(|name| (alike(&name), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    near.sort_by(|left, right| right.0.total_cmp(&left.0));
    near.dedup_by(|left, right| left.1 == right.1);
    let fact = |(_, name): (f64, String)| Fact {
        // It answers none of the queries.
        query: plan.exprs.len(),
        ..Fact::new(FactKind::NearName, "", name.clone(), FactValue::Text(name))
    };
    Ok(near.into_iter().take(MOST).map(fact).collect())
}

/// The nearest day to an empty period that has something on the subject, and its entries: where
/// facts were asked, a day that has some.
fn nearest<S: LogStore>(
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
    let plain = plan.queries().find(|(_, query)| query.compare.is_none());
    let probe = plain
        .or_else(|| plan.queries().next())
        .map(|(_, query)| FactQuery {
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
        });
    let kept = probe
        .as_ref()
        .is_some_and(|probe| probe.measure != Quantity::ENTRIES);
    let domain = probe.as_ref().map(|probe| probe.domain.clone());
    let probes: Vec<Expr> = probe.into_iter().map(Expr::from).collect();
    let mut days: Vec<NaiveDate> = compute(cx, plan.intent.language, &probes, &all)
        .iter()
        .filter(|fact| fact.bucket.is_some())
        .filter_map(|fact| Some(fact.period.as_ref()?.start))
        .collect();
    // Days of anything else are not near to a thing that one domain keeps and that has none.
    let domain = domain.as_deref();
    let module = domain.and_then(|name| cx.domains.module(name));
    let apart = module.is_some_and(|module| !module.base || kept)
        && plan
            .queries()
            .all(|(_, query)| Some(query.domain.as_str()) == domain)
        && instruction.terms.is_empty()
        && instruction.literal.is_empty();
    if days.is_empty() && !apart {
        let everything = RetrievalInstruction {
            period: None,
            ..instruction.clone()
        };
        days = matching(store, cx, &everything, &all)?
            .iter()
            .map(|(_, entry)| entry.date)
            .collect();
    }
    let away = |date: NaiveDate| {
        (period.start - date)
            .num_days()
            .max((date - period.end).num_days())
    };
    let nearest = days.into_iter().min_by_key(|date| away(*date));
    let matcher = Matcher::new(&cx.domains.modules, &instruction.terms);
    Ok(nearest.map(|date| {
        let near = all.iter().filter(|entry| entry.date == date);
        let about = near.filter(|entry| instruction.terms.is_empty() || matcher.holds(entry));
        let about: Vec<Entry> = about.cloned().collect();
        let of_domain = |entry: &Entry| {
            let data = entry.parsed.as_ref().map(|parsed| &parsed.domain_data);
            let together = |query: &FactQuery| {
                let known = |domain: &str| measures_of(cx.domains.module(domain)?);
                let of = query.together.as_ref();
                of.map(|together| facts::is_of(entry, together, &known))
            };
            plan.queries().any(|(_, query)| {
                let own = data.is_some_and(|data| data.contains_key(&query.domain));
                together(query).unwrap_or(own)
            })
        };
        // Of what the base keeps, only notes with a value of it.
        let has_value = |entry: &Entry| {
            let one = std::slice::from_ref(entry);
            !kept
                || compute(cx, plan.intent.language, &probes, one)
                    .iter()
                    .any(|fact| fact.sample > 0)
        };
        let own = about.iter().filter(|e| of_domain(e) && has_value(e));
        let own: Vec<Entry> = own.cloned().collect();
        (date, if own.is_empty() { about } else { own })
    }))
}

/// The entries to hand on, oldest first: those that facts rest on, then the newest matches.
fn hand_on(matched: &[&Entry], read: &[Entry], facts: &[Fact], most: usize) -> (Vec<Entry>, bool) {
    let cited: HashSet<&EntryId> = facts.iter().flat_map(|fact| &fact.entries).collect();
    let mut chosen: HashSet<&EntryId> = read
        .iter()
        .filter(|entry| cited.contains(&entry.id))
        .map(|entry| &entry.id)
        .take(most)
        .collect();
    for entry in matched.iter().rev() {
        if chosen.len() >= most {
            break;
        }
        chosen.insert(&entry.id);
    }
    let truncated = matched.iter().any(|entry| !chosen.contains(&entry.id));
    let entries = read
        .iter()
        .filter(|entry| chosen.contains(&entry.id))
        .cloned()
        .collect();
    (entries, truncated)
}

/// One line for the trace.
fn summary(instruction: &RetrievalInstruction, found: usize) -> String {
    let mut what: Vec<String> = Vec::new();
    if let Some(period) = &instruction.period {
        what.push(format!("{} to {}", period.start, period.end));
    }
    if !instruction.terms.is_empty() {
        what.push(instruction.terms.join(", "));
    }
    if !instruction.literal.is_empty() {
        what.push(format!("\"{}\"", instruction.literal.join("\", \"")));
    }
    if what.is_empty() {
        what.push("all days".to_owned());
    }
    format!("{}: {found} entries", what.join("; "))
}
