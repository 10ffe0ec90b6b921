//! A shell for any application on [`quilto`]: the command line, the conversation, the same runs over
//! HTTP and for assistants, how things look, settings, and errors that tell what to do next. It knows no subject: an
//! [`App`] brings names, domains, formats, and how its domains are shown.
//!
//! ```
//! use std::process::ExitCode;
//!
//! use quilto_shell::{App, export, import::Imports};
//!
//! static ROCKS: App = App {
//!     name: "rocks",
//!     version: "1.0.0",
//!     about: "Polish your rocks, ask about them",
//!     domains: &[("rocks", &[
//!         ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
//!         ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
//!     ])],
//!     sample_note: "granite 20 minutes",
//!     sample_question: "how long did I polish this week?",
//!     exporters: &[export::JSON, export::MARKDOWN, export::CSV],
//!     // brings in no files of other applications
//!     imports: Imports { formats: &[], tables: None, endings: &[], passed_over: |_, _| false, values: &[] },
//!     // shows its domains as all are shown, beside no figures, and no form of its own is checked
//!     renderers: &[],
//!     figures: &[],
//!     schema: |_| None,
//!     // reads by rules alone: weights are fitted to texts of the subject
//!     acts: &[], asks: &[], notes: &[], sayings: &[], spacing: &[], words: &[],
//!     examples: "Examples:\n  rocks \"granite 20 minutes\"",
//!     command_examples: &[],
//!     notation: "",
//!     demo: "",
//! };
//!
//! // all that `main` does
//! fn start() -> ExitCode {
//!     quilto_shell::main(&ROCKS)
//! }
//!
//! let help = quilto_shell::command(&ROCKS).render_help().to_string();
//! assert!(help.contains("Polish your rocks") && help.contains("rocks \"granite"), "{help}");
//! ```

mod accounts;
mod aliases;
mod app;
mod cli;
mod context;
mod error;
pub mod export;
mod hex;
mod home_dirs;
mod http;
pub mod import;
mod interrupt;
mod locale;
#[cfg(feature = "mcp")]
mod mcp;
mod nearest;
pub mod output;
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
