//! The server, seen by its clients.

pub mod accounts;
mod changes;
mod days;
mod entries;
mod figures;
mod guard;
mod import;
mod import_hostile;
mod imports;
mod input;
mod keys;
mod memory;
mod models;
mod page;
mod pages;
mod proxy;
mod refusals;
mod starting;
mod stopping;
mod tls;
mod watched;
