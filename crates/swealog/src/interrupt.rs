//! Ctrl-C: a run at work is stopped as a whole, an editor gets it to itself, anything else ends.
//!
//! Every write is whole or not there, whenever the process ends; so ending at once loses nothing.

use std::io::{IsTerminal, Write};
use std::pin::pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc;

use tokio::sync::Notify;

/// What an interrupt means.
static NOW: AtomicU8 = AtomicU8::new(ENDS);
/// Tells the run at work.
static STOP: Notify = Notify::const_new();

const ENDS: u8 = 0;
const STOPS_RUN: u8 = 1;
const IS_NOT_OURS: u8 = 2;

/// The exit code of a process that was interrupted.
const INTERRUPTED: i32 = 130;

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
        match NOW.load(Ordering::SeqCst) {
            STOPS_RUN => {
                // the next one does not wait any longer
                NOW.store(ENDS, Ordering::SeqCst);
                STOP.notify_one();
            }
            IS_NOT_OURS => {}
            _ => {
                if std::io::stderr().is_terminal() {
                    writeln!(std::io::stderr()).ok();
                }
                std::process::exit(INTERRUPTED);
            }
        }
    }
}

/// What an interrupt means until this is dropped.
pub struct Meaning(u8);

impl Drop for Meaning {
    fn drop(&mut self) {
        NOW.store(self.0, Ordering::SeqCst);
    }
}

/// An interrupt stops the run that begins now. One that came too late for the run before is
/// forgotten.
pub fn stops_run() -> Meaning {
    let earlier = pin!(STOP.notified());
    earlier.enable();
    Meaning(NOW.swap(STOPS_RUN, Ordering::SeqCst))
}

/// An interrupt is for another program on the same terminal.
pub fn is_not_ours() -> Meaning {
    Meaning(NOW.swap(IS_NOT_OURS, Ordering::SeqCst))
}

/// Waits until the run is to be stopped.
pub async fn stopped() {
    STOP.notified().await;
}
