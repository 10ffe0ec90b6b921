//! The line that is being typed when all that waits in the terminal has been read.
//!
//! An editor of lines reads from the terminal ahead of what it needs, and keeps that to itself: to
//! know what was typed before a moment, it has to read on until there is nothing left. While a person
//! types, that is never; so the terminal is told to give nothing rather than to wait.

use std::cell::{Cell, RefCell};

/// What is seen of a line while the terminal does not wait for its end.
#[derive(Debug, Default)]
pub struct PartialLine {
    /// Whether an editor ever made the terminal its own: where it cannot, it reads whole lines only.
    edited: Cell<bool>,
    on: Cell<bool>,
    line: RefCell<String>,
}

impl PartialLine {
    /// From now on, where the terminal allows it.
    pub fn begin(&self) -> bool {
        self.on.set(cfg!(unix) && self.edited.get());
        self.on.get()
    }

    /// No longer; gives the line.
    pub fn end(&self) -> String {
        self.on.set(false);
        self.line.take()
    }

    /// An editor has made the terminal its own, and this stands in its line.
    pub fn sees(&self, line: &str) {
        self.edited.set(true);
        if self.on.get() {
            self.line.replace(line.to_owned());
            do_not_wait();
        }
    }
}

/// Lets reading from the terminal end where nothing waits there. The editor that made the terminal
/// its own takes this back with all else, when its line is over.
#[cfg(unix)]
fn do_not_wait() {
    use rustix::termios::{OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};
    let keyboard = std::io::stdin();
    if let Ok(mut terminal) = tcgetattr(&keyboard) {
        terminal.special_codes[SpecialCodeIndex::VMIN] = 0;
        terminal.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&keyboard, OptionalActions::Now, &terminal).ok();
    }
}

#[cfg(not(unix))]
fn do_not_wait() {}
