//! Signs that something is at work: what it is and for how long, on a terminal only.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::format::number;

/// What is done sooner shows nothing.
pub const QUIET_TIME: Duration = Duration::from_millis(400);
/// How often the sign moves.
const BEAT: Duration = Duration::from_millis(120);

/// The sign, drawn to stderr.
pub struct Spinner {
    /// Whether it may be drawn at all.
    allowed: bool,
    begun: Instant,
    step: String,
    bar: Option<ProgressBar>,
}

impl Spinner {
    pub fn new(allowed: bool) -> Self {
        Self {
            allowed,
            begun: Instant::now(),
            step: String::new(),
            bar: None,
        }
    }

    /// A step begins, with what models have used so far.
    pub fn step(&mut self, what: &str, tokens: u64) {
        self.step = said(what, tokens);
        match &self.bar {
            Some(bar) => bar.set_message(self.step.clone()),
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
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg} · Ctrl-C stops")
        {
            bar.set_style(style);
        }
        bar.set_elapsed(self.begun.elapsed());
        bar.set_message(self.step.clone());
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

/// A bar for work of so many parts, drawn to stderr where it is shown.
pub fn counted(shown: bool, parts: usize) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let parts = u64::try_from(parts).ok();
    let bar = ProgressBar::with_draw_target(parts, ProgressDrawTarget::stderr());
    let template = "{spinner} {elapsed}  {bar:20} {pos}/{len} {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(BEAT);
    bar
}

/// What is at work, and what it has cost where a model was asked.
pub fn said(what: &str, tokens: u64) -> String {
    match tokens {
        0 => what.to_owned(),
        tokens => {
            #[allow(clippy::cast_precision_loss, reason = "a count to look at")]
            let tokens = number(tokens as f64);
            format!("{what} · {tokens} tokens")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_once_a_model_has_used_some() {
        assert_eq!(said("router", 0), "router");
        assert_eq!(said("analyzer", 12_340), "analyzer · 12,340 tokens");
    }
}
