//! Engines behind the agent contracts.

#[expect(
    clippy::too_many_lines,
    reason = "what reads text here is to be replaced as a whole"
)]
pub mod builtin;
pub mod cascade;
pub mod model;
