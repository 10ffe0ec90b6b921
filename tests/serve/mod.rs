//! The server, seen by its clients.

mod guard;
mod input;
mod page;
mod refusals;
mod starting;
mod stopping;
