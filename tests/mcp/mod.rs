//! What assistants can do by the Model Context Protocol, seen by one of them.

mod entries;
mod figures;
mod hostile;
mod keys;
mod log_and_ask;
mod over_http;
mod resources;
mod runs;
#[cfg(feature = "mcp-sdk-tests")]
mod rust_sdk;
mod starting;
mod tools;
