//! What the tests share.

#[cfg(feature = "mcp")]
pub mod assistant;
pub mod environment;

#[allow(dead_code, reason = "what some of its other users need")]
#[path = "../../crates/quilto-llm/tests/wire/server.rs"]
pub mod server;

#[cfg(unix)]
pub mod screen;

pub mod serving;
