//! Agents with models behind them, over a journal of pet rocks: what is asked, what is taken, what
//! happens when a model is wrong, slow, gone, or obeys a note.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod models {
    mod answers;
    mod cascade;
    mod economy;
    mod exprs;
    mod injection;
    mod inputs;
    mod long_history;
    mod prompts;
    mod real;
    mod schemas;
    mod small_slips;
    mod structured;
    mod world;
}
