//! What the tests share.

pub mod environment;
