//! What is done once a day, after the first command of it has shown all it has to show: looking for
//! habits, keeping what was learned short, and letting go of what nobody answers.

use chrono::Days;
use quilto::agents::{AgentContext, Agents, ObserverInput, Trigger};
use quilto::machine::{NewNote, Run, apply_updates, tidied};
use quilto::storage::{NewEntry, StorageError};

use crate::context::{Context, idempotency};
use crate::error::CliError;
use quilto::model::RunId;

/// Its name in the store.
const JOB: &str = "upkeep";
/// That of what a server does besides, whether somebody comes or not.
const LEFT_BEHIND: &str = "left-behind";

/// Does it if it is due. What fails here is no reason for the command to fail.
pub fn if_due(context: &Context<'_>) -> Result<(), CliError> {
    let store = context.store()?;
    // where nothing is kept there is nothing to look after, and nothing is made
    if store.span()?.is_none() && store.checkpoints()?.is_empty() {
        return Ok(());
    }
    // of a store that may only be read nobody takes it on
    if !store.take_job(JOB, context.moment.today).unwrap_or(false) {
        return Ok(());
    }
    let_go(context).and_then(|()| upkeep(context))
}

/// Whether it is on this process to look today after what those have left behind who keep notes there; one of all
/// servers does.
pub fn takes_left_behind(context: &Context<'_>) -> Result<bool, CliError> {
    Ok(context
        .store()?
        .take_job(LEFT_BEHIND, context.moment.today)?)
}

/// So many runs may wait: who asks and never answers fills no disk.
const MOST_WAITING: usize = 50;

/// Ends the runs that have waited longest where too many wait, and gives their names.
pub fn let_go_of_most(context: &Context<'_>) -> Result<Vec<RunId>, CliError> {
    let waiting = context.checkpoints()?.list()?;
    let mut waiting: Vec<(_, RunId)> = waiting
        .into_iter()
        .filter_map(|waiting| Some((waiting.run.ok()?.settings().now, waiting.id)))
        .collect();
    let surplus = waiting.len().saturating_sub(MOST_WAITING);
    waiting.sort();
    let mut ended = Vec::new();
    for (_, id) in waiting.into_iter().take(surplus) {
        if end(context, &id)? {
            ended.push(id);
        }
    }
    Ok(ended)
}

/// Ends runs that have waited too long, and clears away answers that nobody asks for any more and what killed
/// processes were at work on.
pub fn let_go(context: &Context<'_>) -> Result<(), CliError> {
    let oldest = context.moment.now - Days::new(context.settings.settings.sessions_days.into());
    let is_old = |run: &Run| run.settings().now < oldest;
    for waiting in context.checkpoints()?.list()? {
        if waiting.run.is_ok_and(|run| is_old(&run)) {
            end(context, &waiting.id)?;
        }
    }
    let store = context.store()?;
    store.clear_dead_claims()?;
    Ok(idempotency::let_go(&*store, context.moment.now)?)
}

/// Ends a run that waits, if nobody works on it. The words of a note are in the log already; those of a
/// correction are put there, and change nothing.
fn end(context: &Context<'_>, id: &RunId) -> Result<bool, CliError> {
    let (checkpoints, store) = (context.checkpoints()?, context.store()?);
    let write = |said: NewNote| {
        let entry = NewEntry {
            date: said.date,
            time: said.time,
            kind: said.kind,
            raw: said.raw,
            payload: said.payload,
            parsed: None,
        };
        match store.append(vec![entry.clone()]) {
            // what it was about does not stand any more
            Err(StorageError::NoSuchEntry(_)) => store.append(vec![NewEntry {
                payload: None,
                ..entry
            }]),
            written => written,
        }
    };
    let Ok((claim, run)) = checkpoints.claim(id) else {
        return Ok(false);
    };
    if let Some(said) = run.unwritten() {
        write(said)?;
    }
    claim.finish()?;
    store.unspool(id)?;
    Ok(true)
}

fn upkeep(context: &Context<'_>) -> Result<(), CliError> {
    let store = context.store()?;
    if store.span()?.is_none() {
        return Ok(());
    }
    let today = context.moment.today;
    let settings = &context.settings.settings;
    let current = store.global_context()?;
    let world = AgentContext {
        domains: std::sync::Arc::new(context.domains().all()),
        now: context.moment.now,
        today,
        units: context.units().clone(),
        response_style: settings.response_style,
        meter: Default::default(),
    };
    let input = ObserverInput {
        trigger: Trigger::Periodic,
        query: None,
        response: None,
        facts: Vec::new(),
        correction: Vec::new(),
        new_entry: None,
        current_global_context: current.clone(),
    };
    let agents = context.agents()?;
    let learned = context.block_on(agents.observe(&world, &input))??;
    let updated = apply_updates(&current, &learned.updates, today);
    let tidy = tidied(&updated, today, settings.max_global_context_tokens);
    // First where it goes to, then where it is taken from: nothing is lost in between.
    if !tidy.archived.is_empty() {
        let month = today.format("%Y-%m").to_string();
        store.archive_global_context(&month, &tidy.archived.join("\n"))?;
    }
    if tidy.context != current {
        store.update_global_context(&tidy.context)?;
    }
    Ok(())
}
