//! x
#![allow(dead_code)]
mod app;
mod domains;
mod error;
mod import;
mod output;
mod render;
mod settings;
mod ui;
fn main() {}
