//! Long output at a terminal, a screen at a time.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::interrupt;

/// What shows it where nothing else is named.
const USUAL: &str = "less";

/// Shows a text with the person's pager; says whether that was there.
pub fn show(text: &str) -> bool {
    let named = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let Some(words) = shell_words::split(&named).ok() else {
        return false;
    };
    let Some((program, arguments)) = words.split_first().filter(|(name, _)| *name != "cat") else {
        return false;
    };
    let mut pager = Command::new(program);
    pager.args(arguments).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // it ends by itself where all fits, keeps colours, and leaves what was shown
        pager.env("LESS", "FRX");
    }
    if std::env::var_os("LESSCHARSET").is_none() {
        // what we print is UTF-8, whatever the locale
        pager.env("LESSCHARSET", "utf-8");
    }
    // Ctrl-C is the pager's
    let meaning = interrupt::is_not_ours();
    let Ok(mut running) = pager.spawn() else {
        return false;
    };
    if let Some(mut into) = running.stdin.take() {
        // who has seen enough closes it before the end
        into.write_all(text.as_bytes()).ok();
    }
    running.wait().ok();
    drop(meaning);
    true
}
