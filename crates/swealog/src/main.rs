//! Swealog: scribble your training, ask it anything.

use std::process::ExitCode;

mod aliases;
mod app;
mod cli;
mod domains;
mod error;
mod examples;
mod export;
mod http;
mod import;
mod interrupt;
mod output;
mod render;
mod repl;
mod settings;
mod ui;

fn main() -> ExitCode {
    cli::main(&app::SWEALOG)
}
