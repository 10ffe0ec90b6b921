//! What a run wants to know, for a person.

use quilto::machine::{Ask, Choice, Preview, Verb};
use serde_json::Value;

use super::changes;
use super::logged::{self, Style};
use crate::ui::{QUIET, excerpt};

/// Everything that is asked, as lines.
pub fn lines(ask: &Ask, style: &Style<'_>) -> Vec<String> {
    let mut lines: Vec<String> = ask.why.iter().cloned().collect();
    for question in &ask.questions {
        let options = match &question.options {
            Some(options) => format!(" {QUIET}({}){QUIET:#}", options.join(" / ")),
            None => String::new(),
        };
        lines.push(format!("{}: {}{options}", question.id, question.question));
    }
    lines.extend(ask.choice.iter().flat_map(choice));
    lines.extend(ask.preview.iter().flat_map(|p| preview(p, style)));
    lines
}

/// The entries that could be meant, numbered.
pub fn choice(choice: &Choice) -> Vec<String> {
    let mut lines = vec![format!("Which one do you mean by {:?}?", choice.about)];
    for (number, entry) in choice.candidates.iter().enumerate() {
        let day = logged::day(entry.date, entry.time);
        let words = excerpt(&entry.raw, 50);
        lines.push(format!("  {}  {day}  {words}", number + 1));
    }
    lines
}

/// What is about to be written.
pub fn preview(preview: &Preview, style: &Style<'_>) -> Vec<String> {
    let day = logged::day(preview.entry.date, preview.entry.time);
    let words = excerpt(&preview.entry.raw, 60);
    let mut lines = match preview.verb {
        Verb::Correct => vec![format!("To be corrected: {day}  {words}")],
        Verb::Save => vec![format!("To be saved: {day}  {words}")],
    };
    match (preview.verb, &preview.parsed) {
        (Verb::Save, Some(parsed)) => {
            lines.extend(logged::lines(&logged::items(parsed, style), "  ", style));
            lines.extend(logged::remarks(parsed, "  "));
        }
        _ => {
            let before = preview.entry.parsed.clone().unwrap_or_default();
            let before = Value::Object(before.domain_data);
            let changes = changes::lines(&before, &preview.delta);
            lines.extend(changes.into_iter().map(|line| format!("  {line}")));
        }
    }
    lines
}
