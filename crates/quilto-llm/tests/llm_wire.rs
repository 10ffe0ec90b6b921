//! What goes over the wire to each provider, and what becomes of what comes back.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

mod wire {
    pub mod failures;
    #[cfg(feature = "litellm")]
    pub mod litellm;
    pub mod providers;
    pub mod requests;
    pub mod secrets;
    pub mod server;
}
