//! What is done once a day, after the first command of it has shown all it has to show: looking for
//! habits, and keeping what was learned short.

use quilto::agents::{AgentContext, Agents, ObserverInput, Trigger};
use quilto::machine::{apply_updates, tidied};
use quilto::storage::LogStore;

use super::{Context, engine, remembered};
use crate::error::CliError;

/// Does it if it is due. What fails here is no reason for the command to fail.
pub fn if_due(context: &Context<'_>) -> Result<(), CliError> {
    if remembered::kept_up(context) {
        return Ok(());
    }
    let done = upkeep(context);
    remembered::keeps_up(context);
    done
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
    let learned = engine::block_on(agents.observe(&world, &input))??;
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
