//! The home over HTTP, by what is in it: entries, days, figures. Each file has some paths and says
//! what they do.

use std::sync::Arc;

use axum::Router;

use super::Server;
use super::operation::Operations;
use crate::app::App;

pub mod changes;
pub mod charts;
pub mod days;
pub mod entries;
pub mod entry_state;
mod export;
pub mod facts;
pub mod figures;
pub mod forget;
mod import;
pub mod import_reply;
mod imports;
pub mod memory;
pub mod names;
pub mod page;
mod stats;
mod targets;
mod today;

pub use memory::learned as context;

/// The paths.
pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .merge(entries::routes())
        .merge(changes::routes())
        .merge(forget::routes())
        .merge(figures::routes())
        .merge(days::routes())
        .merge(stats::routes())
        .merge(today::routes())
        .merge(targets::routes())
        .merge(facts::routes())
        .merge(charts::routes())
        .merge(memory::routes())
        .merge(names::routes())
        .merge(export::routes())
        .merge(import::routes())
        .merge(imports::routes())
}

/// What they do.
pub fn describe(all: &mut Operations, app: &App) {
    entries::describe(all);
    changes::describe(all, app);
    forget::describe(all);
    figures::describe(all);
    days::describe(all);
    stats::describe(all);
    today::describe(all);
    targets::describe(all);
    facts::describe(all);
    charts::describe(all);
    memory::describe(all);
    names::describe(all);
    export::describe(all);
    import::describe(all);
    imports::describe(all);
}
