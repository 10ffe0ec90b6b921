//! Engines behind the agent contracts.

pub mod builtin;
pub mod cascade;
pub mod model;
