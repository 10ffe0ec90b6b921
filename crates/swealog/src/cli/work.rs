//! The sign that something is at work: what it is and for how long, on a terminal only.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is done sooner shows nothing.
pub const QUIET_TIME: Duration = Duration::from_millis(400);
/// How often the sign moves.
const BEAT: Duration = Duration::from_millis(120);

/// The sign, drawn to stderr.
pub struct Work {
    /// Whether it may be drawn at all.
    allowed: bool,
    begun: Instant,
    step: &'static str,
    bar: Option<ProgressBar>,
}

impl Work {
    pub fn new(allowed: bool) -> Self {
        Self {
            allowed,
            begun: Instant::now(),
            step: "",
            bar: None,
        }
    }

    /// A step begins.
    pub fn step(&mut self, what: &'static str) {
        self.step = what;
        match &self.bar {
            Some(bar) => bar.set_message(what),
            None if self.begun.elapsed() > QUIET_TIME => self.show(),
            None => {}
        }
    }

    /// Draws it from now on.
    pub fn show(&mut self) {
        if !self.allowed || self.bar.is_some() {
            return;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} · {elapsed}, Ctrl-C stops")
        {
            bar.set_style(style);
        }
        bar.set_elapsed(self.begun.elapsed());
        bar.set_message(self.step);
        bar.enable_steady_tick(BEAT);
        self.bar = Some(bar);
    }

    /// Takes it off the screen, for something else to be written.
    pub fn hide(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
