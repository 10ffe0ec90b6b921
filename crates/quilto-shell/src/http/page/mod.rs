//! The same for people, in a browser: pages made here, plain forms and links, which need no script.
//!
//! - `reader`, `words`, `view`: who reads, in which language, and how a page is made of a template
//! - `form`, `multipart`, `problems`, `response_layer`, `assets`, `embedded`: what comes with every page
//! - `results`, `steps`: what is shown after something was sent, and while it is at work
//! - `submit`: what becomes of words in the box
//! - `entry_view`, `answer_view`, `ask_view`, `outcome_view`, `import_view`: parts that pages have
//! - `import_answers`: what is said of a file that leaves something open
//! - all others: a page each

use std::sync::Arc;

use axum::Router;

use super::Server;

mod answer_view;
mod ask_view;
mod assets;
mod calendar;
mod changes;
mod chart;
mod day;
mod embedded;
mod entry_view;
mod figures;
mod forget;
mod form;
mod history;
mod import_answers;
mod import_view;
mod imports;
mod memory;
mod more;
mod multipart;
mod outcome_page;
mod outcome_view;
mod password;
mod problems;
mod reader;
mod response_layer;
mod results;
mod review;
mod settings;
mod sign_in;
mod steps;
mod submit;
mod today;
mod view;
mod words;

pub use response_layer::finish_response;
pub use results::Results;
pub use steps::Steps;

/// The paths that show nothing of anybody.
pub fn open_routes() -> Router<Arc<Server>> {
    Router::new()
        .merge(sign_in::routes())
        .merge(assets::routes())
}

/// The paths.
pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .merge(today::routes())
        .merge(outcome_page::routes())
        .merge(steps::routes())
        .merge(day::routes())
        .merge(calendar::routes())
        .merge(history::routes())
        .merge(review::routes())
        .merge(changes::routes())
        .merge(forget::routes())
        .merge(figures::routes())
        .merge(chart::routes())
        .merge(memory::routes())
        .merge(more::routes())
        .merge(settings::routes())
        .merge(password::routes())
        .merge(imports::routes())
        .merge(sign_in::routes())
        .merge(assets::routes())
}
