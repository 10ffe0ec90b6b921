//! What was understood of a note, for the person who typed it.

use chrono::{NaiveDate, NaiveTime};
use quilto::agents::UnitPreferences;
use quilto::model::Parsed;
use serde_json::Value;

use super::{Item, Renderer, generic};
use crate::ui::{DOUBT, HEADING, QUIET, SUBJECT, padded, width_of, wrapped};

/// How the domains of an application are shown.
pub struct Style<'a> {
    /// Domains with a form of their own; the others get the generic one.
    pub renderers: &'a [(&'static str, Renderer)],
    /// What weights and distances are shown in where something is computed.
    pub units: &'a UnitPreferences,
    /// How wide a line may be.
    pub columns: Option<usize>,
}

/// `2026-11-20 Fri 10:30`
pub fn day(date: NaiveDate, time: Option<NaiveTime>) -> String {
    let day = date.format("%Y-%m-%d %a");
    match time {
        Some(time) => format!("{HEADING}{day}{HEADING:#} {}", time.format("%H:%M")),
        None => format!("{HEADING}{day}{HEADING:#}"),
    }
}

/// The items of all domains, in the order they were found.
pub fn items(parsed: &Parsed, style: &Style<'_>) -> Vec<Item> {
    parsed
        .domain_data
        .iter()
        .flat_map(|(domain, data)| {
            let renderer = style
                .renderers
                .iter()
                .find(|(name, _)| name == domain)
                .map_or(generic::render as Renderer, |(_, renderer)| *renderer);
            renderer(data, style.units)
        })
        .collect()
}

/// The items as lines: subjects in one column, details beside them, remarks below.
pub fn lines(items: &[Item], indent: &str, style: &Style<'_>) -> Vec<String> {
    let subjects = items
        .iter()
        .map(|item| width_of(&item.subject))
        .filter(|width| *width <= 40)
        .max()
        .unwrap_or(0);
    let mut lines = Vec::new();
    for item in items {
        let subject = padded(&item.subject, subjects);
        let remarks: Vec<String> = item.remarks.iter().map(|r| excerpt_of(r)).collect();
        let start = width_of(indent) + width_of(&subject) + usize::from(subjects > 0) * 2;
        let room = style.columns.map(|columns| columns.saturating_sub(start));
        let mut details = wrapped(&item.detail, room)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        for figure in wrapped(&item.figures, room).lines() {
            details.push(format!("{QUIET}{figure}{QUIET:#}"));
        }
        for remark in wrapped(&remarks.join("; "), room).lines() {
            details.push(format!("{QUIET}{remark}{QUIET:#}"));
        }
        let first = if details.is_empty() {
            String::new()
        } else {
            details.remove(0)
        };
        let head = match (item.subject.is_empty(), subjects) {
            (true, 0) => format!("{indent}{first}"),
            (true, _) => format!("{indent}{subject}  {first}"),
            (false, _) => format!("{indent}{SUBJECT}{subject}{SUBJECT:#}  {first}"),
        };
        lines.push(head.trim_end().to_owned());
        for detail in details {
            lines.push(format!("{}{detail}", " ".repeat(start)));
        }
    }
    lines
}

/// A remark on one line.
fn excerpt_of(remark: &str) -> String {
    remark.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tags, doubts and assumptions below the items.
pub fn remarks(parsed: &Parsed, indent: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if !parsed.tags.is_empty() {
        lines.push(format!(
            "{indent}{QUIET}{}{QUIET:#}",
            parsed.tags.join("  ")
        ));
    }
    for field in &parsed.uncertain_fields {
        let reading = reading(parsed, field)
            .map(|value| format!(" = {value}"))
            .unwrap_or_default();
        lines.push(format!(
            "{indent}{DOUBT}uncertain:{DOUBT:#} {field}{reading}"
        ));
    }
    for note in &parsed.extraction_notes {
        lines.push(format!("{indent}{DOUBT}note:{DOUBT:#} {note}"));
    }
    lines
}

/// What stands at a path such as `strength.exercises[0].sets[1].weight`.
fn reading(parsed: &Parsed, path: &str) -> Option<String> {
    let mut parts = path.split('.');
    let mut at = parsed.domain_data.get(parts.next()?)?;
    for part in parts {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        at = at.get(name)?;
        if let Some(index) = index {
            at = at.get(index)?;
        }
    }
    match at {
        Value::Object(_) | Value::Array(_) | Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed() -> Parsed {
        let data = json!({"rocks": {"stones": [
            {"name": "granite", "polish": 3, "notes": "shiny"},
            {"name": "slate", "polish": 1}
        ], "mood": "calm"}});
        Parsed {
            domain_data: data.as_object().unwrap().clone(),
            uncertain_fields: vec!["rocks.stones[1].polish".into()],
            ..Parsed::default()
        }
    }

    #[test]
    fn subjects_stand_in_a_column() {
        let style = Style {
            renderers: &[],
            units: &UnitPreferences::default(),
            columns: None,
        };
        let parsed = parsed();
        let lines = lines(&items(&parsed, &style), "  ", &style).join("\n");
        let plain = anstream::adapter::strip_str(&lines).to_string();
        assert_eq!(
            plain,
            "  granite  polish 3\n           shiny\n  slate    polish 1\n           mood calm"
        );
    }

    #[test]
    fn a_doubt_shows_its_reading() {
        let lines = remarks(&parsed(), "");
        let plain = anstream::adapter::strip_str(&lines[0]).to_string();
        assert_eq!(plain, "uncertain: rocks.stones[1].polish = 1");
    }
}
