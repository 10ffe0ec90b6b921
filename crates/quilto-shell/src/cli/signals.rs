//! The signals that end what serves, and how the process exits then.

use crate::error::{CliError, Exit};

/// The signals that stop a server.
#[cfg(unix)]
pub struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on they no longer end the process at once.
    pub fn new() -> Result<Self, CliError> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).map_err(deaf)?,
            terminate: signal(SignalKind::terminate()).map_err(deaf)?,
        })
    }

    /// The next one, as the way to exit.
    pub async fn next(&mut self) -> Exit {
        tokio::select! {
            _ = self.interrupt.recv() => Exit::Interrupted,
            _ = self.terminate.recv() => Exit::Done,
        }
    }
}

#[cfg(unix)]
fn deaf(error: std::io::Error) -> CliError {
    CliError::failed("cannot listen to signals")
        .cause(error)
        .hint("the system lets this process open no more; close other programs")
}

/// The signals that stop a server.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// From now on Ctrl-C no longer ends the process at once.
    #[allow(clippy::unnecessary_wraps, reason = "as where there are signals")]
    pub fn new() -> Result<Self, CliError> {
        Ok(Self)
    }

    /// The next one, as the way to exit.
    pub async fn next(&mut self) -> Exit {
        tokio::signal::ctrl_c().await.ok();
        Exit::Interrupted
    }
}
