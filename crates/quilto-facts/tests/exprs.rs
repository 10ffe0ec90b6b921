//! Expressions, from JSON to facts: by hand, and against plain computation on random journals.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests say what they expect"
)]

#[path = "exprs/arithmetic.rs"]
mod arithmetic;
#[path = "exprs/brute.rs"]
mod brute;
#[path = "exprs/by_hand.rs"]
mod by_hand;
#[path = "exprs/conditions.rs"]
mod conditions;
#[path = "exprs/events.rs"]
mod events;
#[path = "exprs/flat.rs"]
mod flat;
#[path = "exprs/journal.rs"]
mod journal;
#[path = "exprs/needed.rs"]
mod needed;
#[path = "exprs/random.rs"]
mod random;
#[path = "exprs/reach.rs"]
mod reach;
#[path = "exprs/refused.rs"]
mod refused;
#[path = "exprs/refused_facts.rs"]
mod refused_facts;
#[path = "exprs/regressions.rs"]
mod regressions;
