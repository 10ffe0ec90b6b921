//! One handler per state: what to do on entering it, and what its results mean.

use super::run::{Fed, Next, Run};
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
mod store;
mod synthesize;
pub(crate) mod wait_user;

/// What a state does.
pub(crate) struct Handler {
    /// On entering, and again whenever something moved while it was blocked.
    pub enter: fn(&mut Run, Lane) -> Next,
    /// When the results of all its steps are there, in the order of the steps.
    pub fed: fn(&mut Run, Lane, Vec<Fed>) -> Next,
}

/// The handler of a state.
pub(crate) fn handler(state: State) -> Handler {
    macro_rules! of {
        ($module:ident) => {
            Handler {
                enter: $module::enter,
                fed: $module::fed,
            }
        };
    }
    match state {
        State::Route => of!(route),
        State::BuildContext => of!(build_context),
        State::Plan => of!(plan),
        State::Retrieve => of!(retrieve),
        State::Analyze => of!(analyze),
        State::ExpandDomain => of!(expand_domain),
        State::Clarify => of!(clarify),
        State::WaitUser => of!(wait_user),
        State::Synthesize => of!(synthesize),
        State::Evaluate => of!(evaluate),
        State::Parse => of!(parse),
        State::Store => of!(store),
        State::Observe => of!(observe),
        State::Complete => of!(complete),
    }
}

/// The lane a state belongs to; `None` stays in the lane it was reached from.
pub(crate) fn home(state: State) -> Option<Lane> {
    match state {
        State::Route | State::BuildContext | State::Observe | State::Complete => Some(Lane::Main),
        State::Parse | State::Store => Some(Lane::Note),
        State::WaitUser => None,
        State::Plan
        | State::Retrieve
        | State::Analyze
        | State::ExpandDomain
        | State::Clarify
        | State::Synthesize
        | State::Evaluate => Some(Lane::Question),
    }
}
