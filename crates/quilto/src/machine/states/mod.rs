//! One handler per state: what to do on entering it, and what its results mean.

use super::run::{Next, Run, StepResult};
use super::state::State;
use super::step::Lane;

mod analyze;
mod build_context;
mod clarify;
mod complete;
mod evaluate;
mod expand_domain;
pub(crate) mod observe;
mod parse;
mod plan;
mod retrieve;
mod route;
pub(crate) mod store;
mod synthesize;
pub(crate) mod wait_user;

/// What a state does, and where.
pub(crate) struct Handler {
    /// The lane it belongs to; `None` stays in the lane it was reached from.
    pub home: Option<Lane>,
    /// On entering, and again whenever something moved while it was blocked.
    pub enter: fn(&mut Run, Lane) -> Next,
    /// When the results of all its steps are there, in the order of the steps.
    pub on_results: fn(&mut Run, Lane, Vec<StepResult>) -> Next,
}

/// The handler of a state.
pub(crate) fn handler(state: State) -> Handler {
    macro_rules! of {
        ($module:ident, $home:expr) => {
            Handler {
                home: $home,
                enter: $module::enter,
                on_results: $module::on_results,
            }
        };
    }
    let (main, note, question) = (Some(Lane::Main), Some(Lane::Note), Some(Lane::Question));
    match state {
        State::Route => of!(route, main),
        State::BuildContext => of!(build_context, main),
        State::Plan => of!(plan, question),
        State::Retrieve => of!(retrieve, question),
        State::Analyze => of!(analyze, question),
        State::ExpandDomain => of!(expand_domain, question),
        State::Clarify => of!(clarify, question),
        State::WaitUser => of!(wait_user, None),
        State::Synthesize => of!(synthesize, question),
        State::Evaluate => of!(evaluate, question),
        State::Parse => of!(parse, note),
        State::Store => of!(store, note),
        State::Observe => of!(observe, main),
        State::Complete => of!(complete, main),
    }
}
