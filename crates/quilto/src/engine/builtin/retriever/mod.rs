//! The retriever: executes the plan on the store and has its facts computed. No judgement here.

mod nearest;

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;

use crate::agents::{AgentContext, AgentError, RetrieverInput, RetrieverOutput};
use crate::facts::{self, DaysNeeded};
use crate::model::{
    DateRange, Entry, EntryId, Expr, Fact, FactKind, FactOp, FactValue, Language, RetrievalAttempt,
    RetrievalInstruction, SubQuery,
};

use crate::storage::{LogStore, SearchQuery, StorageError};

use super::advice;
use super::matching::{Matcher, resolve_subjects, says, subjects_in};
use super::mentions;
use super::name_forms;
use super::stored_records;
use super::targets::{self, Target};
use super::usual_days;
use super::wording::{self, AnswerContext};
use nearest::nearest;

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
    let read = read_days(store, cx, plan)?;
    let own = name_forms::in_own(cx, plan, &read);
    let plan = own.as_ref().unwrap_or(plan);
    let (matched, attempts) = follow(store, cx, plan, &read, input.attempts_before)?;
    let mut facts = all_facts(cx, plan, input.global_context.as_deref(), &read, targets);
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
    let (mut entries, truncated) = hand_on(&matched, &read, &facts, input.max_entries);
    let nearest = nearest.map(|(date, near)| {
        add_new(&mut entries, near);
        date
    });
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
        date_range_covered: covered(&matched),
        total_entries_found: matched.len(),
        entries,
        facts,
        attempts,
        nearest,
        warnings: store.warnings(),
        truncated,
    })
}

/// The entries of the days that a plan needs.
fn read_days<S: LogStore>(
    store: &S,
    cx: &AgentContext,
    plan: &SubQuery,
) -> Result<Vec<Entry>, StorageError> {
    let days = NeededDays::needed(&plan.retrieval, &plan.exprs);
    let mut read = days.read(store)?;
    // What is noted of days to come is a plan: it is no part of what was, unless those days are asked
    // for.
    if !days_to_come(plan, cx.today) {
        read.retain(|entry| entry.date <= cx.today);
    }
    Ok(read)
}

/// The entries that a plan's instructions match, oldest first, and how each instruction fared.
fn follow<'e, S: LogStore>(
    store: &S,
    cx: &AgentContext,
    plan: &SubQuery,
    read: &'e [Entry],
    attempts_before: u32,
) -> Result<(Vec<&'e Entry>, Vec<RetrievalAttempt>), StorageError> {
    let mut attempts = Vec::new();
    let mut matched: BTreeMap<(NaiveDate, usize), &Entry> = BTreeMap::new();
    for (i, instruction) in plan.retrieval.iter().enumerate() {
        let hits = matching(store, cx, instruction, read)?;
        attempts.push(RetrievalAttempt {
            attempt: attempts_before + i as u32 + 1,
            sub_query: plan.id,
            instruction: instruction.clone(),
            entries_found: hits.len(),
            summary: summary(instruction, hits.len()),
        });
        let hits = hits.into_iter();
        matched.extend(hits.map(|(place, entry)| ((entry.date, place), entry)));
    }
    Ok((matched.into_values().collect(), attempts))
}

/// What a plan asks to compute, and what targets, advice, usual days and stored records add to it.
fn all_facts(
    cx: &AgentContext,
    plan: &SubQuery,
    learned: Option<&str>,
    read: &[Entry],
    targets: &[Target],
) -> Vec<Fact> {
    let learned = learned.unwrap_or_default();
    let mut facts = compute(cx, plan.intent.language, &plan.exprs, read);
    let against = targets::facts(cx, plan, &facts, read, targets);
    facts.extend(against);
    facts.extend(advice::facts(cx, plan, read));
    facts.extend(usual_days::facts(cx, plan, learned, read));
    let own = stored_records::facts(cx, plan, learned, &facts);
    facts.extend(own);
    facts
}

/// Adds entries that are not there yet.
fn add_new(entries: &mut Vec<Entry>, more: Vec<Entry>) {
    let new = more
        .into_iter()
        .filter(|more| entries.iter().all(|entry| entry.id != more.id));
    let new: Vec<Entry> = new.collect();
    entries.extend(new);
}

/// From the first to the last day of entries.
fn covered(matched: &[&Entry]) -> Option<DateRange> {
    let ends = matched.first().zip(matched.last());
    ends.map(|(first, last)| DateRange::new(first.date, last.date))
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
        let said = |entry: &Entry| {
            instruction
                .literal
                .iter()
                .any(|words| says(&entry.raw, words))
        };
        Some(
            hits.into_iter()
                .filter(said)
                .map(|entry| entry.id)
                .collect(),
        )
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
