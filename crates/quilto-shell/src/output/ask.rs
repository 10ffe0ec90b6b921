//! What a run wants to know, for a person.

use quilto::machine::{Ask, Choice, Preview, Verb};
use serde_json::Value;

use super::changes;
use super::note_echo::{self, Style};
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
    lines.extend(ask.choice.iter().flat_map(|c| choice(c, style)));
    lines.extend(ask.preview.iter().flat_map(|p| preview(p, style)));
    lines
}

/// The entries that could be meant, numbered.
pub fn choice(choice: &Choice, style: &Style<'_>) -> Vec<String> {
    let words = style.words();
    let about = format!("{:?}", choice.about);
    let mut lines = vec![words.which_one.fill(&[("about", &about)])];
    for (number, entry) in choice.candidates.iter().enumerate() {
        let day = words.day(entry.date, entry.time);
        let raw = excerpt(&entry.raw, 50);
        lines.push(format!("  {}  {day}  {raw}", number + 1));
    }
    lines
}

/// What is about to be written.
pub fn preview(preview: &Preview, style: &Style<'_>) -> Vec<String> {
    let words = style.words();
    let day = words.day(preview.entry.date, preview.entry.time);
    let note = format!("{day}  {}", excerpt(&preview.entry.raw, 60));
    let head = match preview.verb {
        Verb::Correct => &words.to_be_corrected,
        Verb::Save => &words.to_be_saved,
    };
    let mut lines = vec![head.fill(&[("note", &note)])];
    match (preview.verb, &preview.parsed) {
        (Verb::Save, Some(parsed)) => {
            lines.extend(note_echo::lines(
                &note_echo::items(parsed, style),
                "  ",
                style,
            ));
            lines.extend(note_echo::remarks(parsed, "  ", style));
        }
        _ => {
            let before = preview.entry.parsed.clone().unwrap_or_default();
            let before = Value::from(before.domain_data);
            let changes = changes::lines(&before, &preview.delta, style);
            lines.extend(changes.into_iter().map(|line| format!("  {line}")));
        }
    }
    lines
}
