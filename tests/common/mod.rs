//! What the tests share.

pub mod environment;

pub mod server;
