//! Swealog: scribble your training, ask it anything.

use std::process::ExitCode;

use quilto_shell::output;

mod app;
mod domains;
mod examples;
mod export;
mod import;
#[cfg(test)]
mod reference;
mod render;

fn main() -> ExitCode {
    quilto_shell::main(&app::SWEALOG)
}
