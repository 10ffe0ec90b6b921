//! The store on a real server: `scripts/postgres.sh cargo test -p quilto-postgres --features server-tests`.

#![cfg(feature = "server-tests")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

mod accounts;
mod durable;
mod isolation;
mod processes;
mod schema;
mod server;
mod work;

mod contract {
    quilto_store::contract_tests!(crate::server::Fresh::new());
}
