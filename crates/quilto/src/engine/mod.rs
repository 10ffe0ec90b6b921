//! Engines behind the agent contracts.

pub mod builtin;
