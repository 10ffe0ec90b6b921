//! Ctrl-C: a run at work is stopped as a whole, an editor gets it to itself, anything else ends.
//!
//! Every write is whole or not there, whenever the process ends; so ending at once loses nothing.

use std::io::{IsTerminal, Write};
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use tokio::sync::Notify;

/// The exit code of a process that was interrupted.
const INTERRUPTED: i32 = 130;

/// What an interrupt does.
#[derive(Clone, Copy)]
enum OnInterrupt {
    EndProcess,
    StopRun,
    Nothing,
}

/// How long a run may take to hear that it is to stop. What it is at may not be asked to in between.
const GRACE: Duration = Duration::from_secs(1);

/// The one state of the process.
struct State {
    does: OnInterrupt,
    /// How often the meaning of an interrupt has changed.
    changes: u64,
    /// Whether a run was told to stop, also if it came to its end before it heard.
    heard: bool,
}

static STATE: Mutex<State> = Mutex::new(State {
    does: OnInterrupt::EndProcess,
    changes: 0,
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
            .enable_all()
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
    // the change since which a run was told to stop
    let mut told_to_stop = None;
    loop {
        // the signal is asked for first, then we are ready
        let told = async { ready.send(()).ok() };
        let heard = async { tokio::join!(tokio::signal::ctrl_c(), told).0 };
        let over = async {
            match told_to_stop {
                Some(_) => tokio::time::sleep(GRACE).await,
                None => std::future::pending().await,
            }
        };
        let heard = tokio::select! {
            heard = heard => Some(heard),
            () = over => None,
        };
        let mut state = state();
        let deaf = told_to_stop.take() == Some(state.changes);
        match heard {
            Some(Err(_)) => return,
            Some(Ok(())) => {}
            None if deaf => end_process(),
            None => continue,
        }
        match state.does {
            OnInterrupt::Nothing => {}
            OnInterrupt::StopRun => {
                // the next one does not wait any longer
                state.does = OnInterrupt::EndProcess;
                state.heard = true;
                told_to_stop = Some(state.changes);
                STOP.notify_one();
            }
            OnInterrupt::EndProcess => end_process(),
        }
    }
}

fn end_process() {
    if std::io::stderr().is_terminal() {
        writeln!(std::io::stderr()).ok();
    }
    std::process::exit(INTERRUPTED);
}

/// What an interrupt does until this is dropped.
pub struct InterruptGuard(OnInterrupt);

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        from_now_on_does(self.0);
    }
}

fn from_now_on(does: OnInterrupt) -> InterruptGuard {
    InterruptGuard(from_now_on_does(does))
}

/// Changes what an interrupt does, and gives what it did.
fn from_now_on_does(does: OnInterrupt) -> OnInterrupt {
    let mut state = state();
    state.changes += 1;
    std::mem::replace(&mut state.does, does)
}

/// An interrupt stops the run that begins now. One that came too late for the run before is
/// forgotten.
pub fn stops_run() -> InterruptGuard {
    pin!(STOP.notified()).enable();
    state().heard = false;
    from_now_on(OnInterrupt::StopRun)
}

/// An interrupt is for another program on the same terminal.
pub fn is_not_ours() -> InterruptGuard {
    from_now_on(OnInterrupt::Nothing)
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
