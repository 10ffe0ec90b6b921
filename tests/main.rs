//! The real binary in a home of its own, seen from outside: stdout, stderr and exit code.

mod common;

mod config;
mod errors;
mod history;
mod import;
mod json;
mod log;
mod streams;
