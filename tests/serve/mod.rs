//! The server, seen by its clients.

pub mod accounts;
mod at_a_glance;
mod changes;
mod days;
mod entries;
mod figures;
mod forget;
mod freshness;
mod guard;
#[cfg(unix)]
mod handing_over;
mod import;
mod import_hostile;
mod imports;
mod input;
mod keys;
mod left_behind;
mod memory;
mod models;
mod page;
mod pages;
mod proxy;
mod refusals;
mod starting;
mod stopping;
mod taps;
mod tls;
mod watched;
