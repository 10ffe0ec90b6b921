//! A shell for any application on [`quilto`]: the command line, the conversation, the same runs over
//! HTTP and for assistants, how things look, settings, and errors that tell what to do next. It knows no subject: an
//! [`App`] brings names, domains, formats, and how its domains are shown.

mod accounts;
mod aliases;
mod app;
mod cli;
mod context;
mod error;
pub mod export;
mod http;
pub mod import;
mod interrupt;
mod locale;
#[cfg(feature = "mcp")]
mod mcp;
mod nearest;
pub mod output;
mod places;
mod repl;
mod runs;
mod settings;
mod style;
#[cfg(test)]
mod testing;
mod ui;

pub use app::{App, EmbeddedDomain};
pub use cli::{command, main};
pub use context::known_domains::KnownDomains;
pub use output::Renderer;
pub use output::figures::Figure;
