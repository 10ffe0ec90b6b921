//! Calls that wait, from any thread: what talks to the server runs on a thread of its own, since the
//! caller may be within another runtime.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Where calls are worked on, until it is dropped.
pub(crate) struct BlockingCalls {
    handle: Handle,
    _stop: oneshot::Sender<()>,
}

impl BlockingCalls {
    pub(crate) fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        thread::Builder::new()
            .name("quilto-postgres".into())
            .spawn(move || runtime.block_on(stopped).ok())?;
        Ok(Self {
            handle,
            _stop: stop,
        })
    }

    /// Waits for what is worked on there; `late` hears when it takes longer than a moment. `None` if
    /// it broke down.
    pub(crate) fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
        late: impl FnOnce(),
    ) -> Option<T> {
        let (say, hear) = mpsc::sync_channel(1);
        self.handle.spawn(async move {
            say.send(work.await).ok();
        });
        match hear.recv_timeout(Duration::from_secs(1)) {
            Ok(done) => Some(done),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                late();
                hear.recv().ok()
            }
        }
    }
}
