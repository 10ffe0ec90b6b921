//! The binary at a terminal of its own: what it shows there, and the keys of a person.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::Child;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::environment::Environment;

pub const CTRL_C: &str = "\u{3}";
pub const CTRL_D: &str = "\u{4}";
pub const ENTER: &str = "\r";

/// Nobody waits longer than this for a program that has nothing more to say, in seconds.
const PATIENCE: i64 = 60;

/// A terminal with the binary in it.
pub struct Screen {
    keyboard: File,
    child: Child,
    shown: Vec<u8>,
    /// How much of the text was looked at.
    seen: usize,
}

impl Screen {
    /// Runs the binary at a terminal so wide.
    pub fn open(env: &Environment, columns: u16, args: &[&str]) -> Self {
        let (keyboard, screen) = terminal(columns);
        let mut command = env.command(args);
        command
            .env("TERM", "xterm-256color")
            .env("NO_COLOR", "1")
            .stdin(screen.try_clone().unwrap())
            .stdout(screen.try_clone().unwrap())
            .stderr(screen);
        let child = command.spawn().unwrap();
        Self {
            keyboard: keyboard.into(),
            child,
            shown: Vec::new(),
            seen: 0,
        }
    }

    /// Types keys.
    pub fn types(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line.
    pub fn says(&mut self, line: &str) {
        self.types(&format!("{line}{ENTER}"));
    }

    /// Waits until a text is shown, and gives all that came since the last such wait.
    pub fn until(&mut self, text: &str) -> String {
        loop {
            let all = self.text();
            if let Some(at) = all[self.seen..].find(text) {
                let end = self.seen + at + text.len();
                let since = all[self.seen..end].to_owned();
                self.seen = end;
                return since;
            }
            assert!(self.reads(), "no {text:?} in:\n{all}");
        }
    }

    /// Waits for the end: what came since the last wait, and the exit code.
    pub fn end(mut self) -> (String, Option<i32>) {
        while self.reads() {}
        let rest = self.text()[self.seen..].to_owned();
        (rest, self.child.wait().unwrap().code())
    }

    /// Takes in what is shown next; false at the end.
    fn reads(&mut self) -> bool {
        let mut ready = [PollFd::new(&self.keyboard, PollFlags::IN)];
        let patience = Timespec {
            tv_sec: PATIENCE,
            tv_nsec: 0,
        };
        let awake = poll(&mut ready, Some(&patience)).unwrap();
        assert!(awake > 0, "it says nothing more:\n{}", self.text());
        let mut bytes = [0; 4096];
        // a terminal that the program has left gives an error
        match self.keyboard.read(&mut bytes) {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                self.shown.extend_from_slice(&bytes[..count]);
                true
            }
        }
    }

    /// Waits for the end, and gives every byte that the terminal got.
    pub fn bytes(mut self) -> Vec<u8> {
        while self.reads() {}
        std::mem::take(&mut self.shown)
    }

    /// All that was shown, as plain lines.
    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.shown);
        let plain = anstream::adapter::strip_str(&text).to_string();
        plain.replace('\r', "")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The two ends of a new terminal: a person's, and a program's.
fn terminal(columns: u16) -> (OwnedFd, OwnedFd) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    fcntl_setfd(&person, FdFlags::CLOEXEC).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let program = rustix::fs::open(name, flags, Mode::empty()).unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&program, size).unwrap();
    (person, program)
}
