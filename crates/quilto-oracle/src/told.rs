//! What a run came to, on lines.

use quilto::engine::builtin::explain::PlannedQuestion;
use quilto::machine::{Ask, Logged, RunReport};
use quilto::model::{Intent, Turn};
use serde::Serialize;
use serde_json::Value;

use crate::compact::compact;
use crate::histories;

/// Answers of so many bytes are kept whole.
const SHORT: usize = 160;

/// So much of a longer one is kept, and what its sentence has beyond.
const LEAST: usize = 40;

/// How what was asked was read, on a line: without its places, which say the same as its phrases do.
pub(crate) fn meant(turn: &Turn) -> String {
    if turn.asked.is_empty() {
        return "meant nothing".to_owned();
    }
    let asked = turn.asked.iter().map(|intent| {
        // Written as a planned question it is without what says nothing, which is most of it.
        let planned = PlannedQuestion {
            question: String::new(),
            intent: Intent {
                places: None,
                ..intent.clone()
            },
        };
        compact(value(&planned).get("intent").unwrap_or_default())
    });
    format!("meant {}", asked.collect::<Vec<_>>().join(" + "))
}

/// What a run came to, on a line; if `brief`, of a long answer no more than its beginning.
pub(crate) fn told(report: &RunReport, brief: bool) -> String {
    let mut told = vec![word(&report.input_type), word(&report.status)];
    for logged in report.logged_before.iter().chain(&report.logged) {
        told.extend(noted(logged));
    }
    if let Some(answer) = &report.answer {
        let text = answer.text.as_str();
        let text = if brief { beginning(text) } else { text };
        told.push(text.to_owned());
        if !answer.gaps.is_empty() {
            told.push(format!("gaps {}", compact(&value(&answer.gaps))));
        }
    }
    told.extend(report.ask.as_ref().map(asked));
    if !report.problems.is_empty() {
        told.push(format!("problems {}", compact(&value(&report.problems))));
    }
    told.join(" | ")
}

/// The first sentence of a long text, or the first few where that is short ("Yes.").
fn beginning(text: &str) -> &str {
    if text.len() <= SHORT {
        return text;
    }
    let ends = [". ", "? ", "! ", "\n"]
        .into_iter()
        .flat_map(|end| text.match_indices(end));
    let ends = ends.map(|(at, _)| at + 1).filter(|at| *at >= LEAST);
    text.get(..ends.min().unwrap_or(text.len())).unwrap_or(text)
}

/// What was understood of a note.
fn noted(logged: &Logged) -> Vec<String> {
    let mut told = Vec::new();
    let day = logged.entry.as_ref().map(|entry| entry.date);
    told.extend(
        day.filter(|day| *day != histories::now().date())
            .map(|day| format!("on {day}")),
    );
    if let Some(correction) = &logged.correction {
        told.push(format!("changes {}", compact(&value(&correction.delta))));
    }
    let Some(parsed) = &logged.parsed else {
        return told;
    };
    for (domain, data) in &parsed.domain_data {
        told.push(format!("{domain} {}", compact(data)));
    }
    for (what, list) in [
        ("tags", value(&parsed.tags)),
        ("uncertain", value(&parsed.uncertain_fields)),
        ("noted", value(&parsed.extraction_notes)),
        ("held back", value(&parsed.held_back)),
        ("unread", value(&parsed.unread)),
    ] {
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            told.push(format!("{what} {}", compact(&list)));
        }
    }
    told
}

/// What is asked back.
fn asked(ask: &Ask) -> String {
    let choice = ask.choice.as_ref().map(|choice| choice.candidates.len());
    let questions = ask
        .questions
        .iter()
        .map(|question| question.question.clone());
    let questions: Vec<String> = questions.collect();
    let preview = ask.preview.as_ref();
    format!(
        "asks {}{}{}",
        questions.join(" / "),
        choice.map_or(String::new(), |count| format!("which of {count}")),
        preview.map_or(String::new(), |shown| compact(&value(&shown.delta)))
    )
}

fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

fn word(data: &impl Serialize) -> String {
    compact(&value(data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_answer_its_beginning_is_kept() {
        let rest = "It was wet. ".repeat(20);
        let long = format!("Yes. Granite took 1.5 h in all, on 3 days. {rest}");
        assert_eq!(
            beginning(&long),
            "Yes. Granite took 1.5 h in all, on 3 days."
        );
        assert_eq!(beginning("Granite. Basalt."), "Granite. Basalt.");
    }
}
