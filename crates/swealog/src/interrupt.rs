//! Ctrl-C: a run at work is stopped as a whole, an editor gets it to itself, anything else ends.
//!
//! Every write is whole or not there, whenever the process ends; so ending at once loses nothing.

use std::io::{IsTerminal, Write};
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use tokio::sync::Notify;

/// The exit code of a process that was interrupted.
const INTERRUPTED: i32 = 130;

/// What an interrupt does.
#[derive(Clone, Copy)]
enum Does {
    EndProcess,
    StopRun,
    Nothing,
}

/// The one state of the process.
struct State {
    does: Does,
    /// Whether a run was told to stop, also if it came to its end before it heard.
    heard: bool,
}

static STATE: Mutex<State> = Mutex::new(State {
    does: Does::EndProcess,
    heard: false,
});

/// Tells the run at work.
static STOP: Notify = Notify::const_new();

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to listen, and returns when it does. Where that cannot be, the system ends the process.
pub fn watch() {
    let (ready, listening) = mpsc::channel();
    let listener = std::thread::Builder::new().name("interrupt".into());
    let started = listener.spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build();
        if let Ok(runtime) = runtime {
            runtime.block_on(listen(ready));
        }
    });
    if started.is_ok() {
        listening.recv().ok();
    }
}

async fn listen(ready: mpsc::Sender<()>) {
    loop {
        // the signal is asked for first, then we are ready
        let told = async { ready.send(()).ok() };
        let (heard, _) = tokio::join!(tokio::signal::ctrl_c(), told);
        if heard.is_err() {
            return;
        }
        let mut state = state();
        match state.does {
            Does::Nothing => {}
            Does::StopRun => {
                // the next one does not wait any longer
                state.does = Does::EndProcess;
                state.heard = true;
                STOP.notify_one();
            }
            Does::EndProcess => {
                if std::io::stderr().is_terminal() {
                    writeln!(std::io::stderr()).ok();
                }
                std::process::exit(INTERRUPTED);
            }
        }
    }
}

/// What an interrupt does until this is dropped.
pub struct Meaning(Does);

impl Drop for Meaning {
    fn drop(&mut self) {
        state().does = self.0;
    }
}

fn from_now_on(does: Does) -> Meaning {
    Meaning(std::mem::replace(&mut state().does, does))
}

/// An interrupt stops the run that begins now. One that came too late for the run before is
/// forgotten.
pub fn stops_run() -> Meaning {
    pin!(STOP.notified()).enable();
    state().heard = false;
    from_now_on(Does::StopRun)
}

/// An interrupt is for another program on the same terminal.
pub fn is_not_ours() -> Meaning {
    from_now_on(Does::Nothing)
}

/// The person left a question with Ctrl-C, which an editor of lines hears itself.
pub fn heard() {
    state().heard = true;
}

/// Whether there was an interrupt while the last run was at work.
pub fn was_heard() -> bool {
    state().heard
}

/// Waits until the run is to be stopped.
pub async fn stopped() {
    STOP.notified().await;
}
