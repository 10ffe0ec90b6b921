//! What was understood of a note, for the person who typed it.

use chrono::{NaiveDate, NaiveTime};
use quilto::domain::ActiveDomainContext;
use quilto::model::{Language, Parsed, UnitPreferences};
use serde_json::Value;

use super::labels::Labels;
use super::words::Words;
use super::{Item, Renderer, generic};
use crate::ui::{DOUBT, QUIET, SUBJECT, padded, width_of, wrapped};

/// Doubtful fields that are listed one by one.
const DOUBTS: usize = 5;

/// How the domains of an application are shown.
pub struct Style<'a> {
    /// Domains with a form of their own; the others get the generic one.
    pub renderers: &'a [(&'static str, Renderer)],
    /// What weights and distances are shown in where something is computed.
    pub units: &'a UnitPreferences,
    /// How wide a line may be.
    pub columns: Option<usize>,
    /// The language of what is shown.
    pub language: Language,
    /// The domains, for their words in a language that is not that of the data.
    pub domains: Option<ActiveDomainContext>,
}

impl Style<'_> {
    /// The shell's words.
    pub fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// English, with nothing known of any domain.
    #[cfg(test)]
    pub fn plain(units: &UnitPreferences) -> Style<'_> {
        Style {
            renderers: &[],
            units,
            columns: None,
            language: Language::English,
            domains: None,
        }
    }

    /// The words of a domain.
    pub fn labels(&self, domain: &str) -> Labels {
        let mut modules = self.domains.iter().flat_map(|all| &all.modules);
        let module = modules.find(|module| module.name == domain);
        Labels::of(self.language, module)
    }
}

/// `2026-11-20 Fri 10:30`
pub fn day(date: NaiveDate, time: Option<NaiveTime>) -> String {
    Words::of(Language::English).day(date, time)
}

/// The items of all domains, in the order they were found; what is about no subject comes last.
pub fn items(parsed: &Parsed, style: &Style<'_>) -> Vec<Item> {
    let mut items: Vec<Item> = parsed
        .domain_data
        .iter()
        .flat_map(|(domain, data)| {
            let renderer = style
                .renderers
                .iter()
                .find(|(name, _)| name == domain)
                .map_or(generic::render as Renderer, |(_, renderer)| *renderer);
            let items = renderer(data, &style.labels(domain)).into_iter();
            items.map(|item| Item {
                domain: domain.clone(),
                ..item
            })
        })
        .collect();
    items.sort_by_key(|item| item.subject.is_empty());
    items
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
        let start = match item.subject.is_empty() {
            true => width_of(indent),
            false => width_of(indent) + width_of(&subject) + usize::from(subjects > 0) * 2,
        };
        let room = style.columns.map(|columns| columns.saturating_sub(start));
        let mut details = wrapped(&item.detail, room)
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        for figure in wrapped(&item.figures, room).lines() {
            details.push(format!("{QUIET}{figure}{QUIET:#}"));
        }
        for before in item.before.iter().flat_map(|line| [wrapped(line, room)]) {
            for line in before.lines() {
                details.push(format!("{QUIET}{line}{QUIET:#}"));
            }
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
            // what is about no subject begins where the subjects do
            (true, _) => format!("{indent}{first}"),
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

/// Doubts and assumptions below the items; tags where they are all that was understood.
pub fn remarks(parsed: &Parsed, indent: &str, style: &Style<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !parsed.tags.is_empty() && parsed.domain_data.is_empty() {
        lines.push(format!(
            "{indent}{QUIET}{}{QUIET:#}",
            parsed.tags.join("  ")
        ));
    }
    lines.extend(doubts(parsed, indent, style));
    lines
}

/// What was in doubt when it was read, and what was assumed.
pub fn doubts(parsed: &Parsed, indent: &str, style: &Style<'_>) -> Vec<String> {
    let words = style.words();
    let mut lines = Vec::new();
    let doubts = places(parsed, style);
    let uncertain = format!("{indent}{DOUBT}{}{DOUBT:#}", words.uncertain);
    for doubt in doubts.iter().take(DOUBTS) {
        lines.push(format!("{uncertain} {doubt}"));
    }
    let mut more: Vec<&str> = Vec::new();
    for doubt in doubts.iter().skip(DOUBTS) {
        let (named, _) = doubt.split_once(", ").unwrap_or((doubt, ""));
        if !more.contains(&named) {
            more.push(named);
        }
    }
    if !more.is_empty() {
        let more = words.more_uncertain.fill(&[("names", &more.join(", "))]);
        lines.push(format!("{uncertain} {more}"));
    }
    for note in &parsed.extraction_notes {
        lines.push(format!("{indent}{DOUBT}{}{DOUBT:#} {note}", words.note));
    }
    for held in &parsed.held_back {
        let what = words.held_back(held.act);
        let said = excerpt_of(&held.text);
        lines.push(format!("{indent}{QUIET}{what}{QUIET:#} {said}"));
    }
    for left in parsed.unread.chunk_by(|a, b| a.clause == b.clause) {
        let left: Vec<String> = left.iter().map(|left| excerpt_of(&left.text)).collect();
        let left = left.join(", ");
        lines.push(format!("{indent}{DOUBT}{}{DOUBT:#} {left}", words.not_read));
    }
    lines
}

/// What stands before a number, the first and last number, and what stands behind.
type Place = (String, Option<(usize, usize)>, String);

/// The doubtful places, neighbours of one list together: `granite, round 1 to 3, mass`.
fn places(parsed: &Parsed, style: &Style<'_>) -> Vec<String> {
    let to = &style.words().to;
    let mut places: Vec<Place> = Vec::new();
    for field in &parsed.uncertain_fields {
        let place = place(parsed, field, style);
        let (before, number, after) = numbered(&place);
        let number = number.map(|number| (number, number));
        match (places.last_mut(), number) {
            (Some((last, Some((_, end)), rest)), Some((number, _)))
                if last == before && rest == after && number == *end + 1 =>
            {
                *end = number;
            }
            _ => places.push((before.to_owned(), number, after.to_owned())),
        }
    }
    places
        .into_iter()
        .map(|(before, numbers, after)| match numbers {
            Some((first, last)) if first < last => format!("{before}{first}{to}{last}{after}"),
            Some((first, _)) => format!("{before}{first}{after}"),
            None => before,
        })
        .collect()
}

/// The place in a list that a text names last, with what stands before and behind it. A number behind
/// `=` is a value.
fn numbered(place: &str) -> (&str, Option<usize>, &str) {
    let named = place.split(" = ").next().unwrap_or(place);
    let ends = named.match_indices(',').map(|(at, _)| at);
    let ends: Vec<usize> = ends.chain([named.len()]).collect();
    let found = ends.into_iter().rev().find_map(|end| {
        let start = named[..end]
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .len();
        let number = named[start..end].parse().ok()?;
        named[..start]
            .ends_with(' ')
            .then_some((start, number, end))
    });
    match found {
        Some((start, number, end)) => (&place[..start], Some(number), &place[end..]),
        None => (place, None, ""),
    }
}

/// A path such as `rocks.stones[0].rounds[1].mass` as a person would say it: `granite, round 2,
/// mass = 80`.
pub fn place(parsed: &Parsed, path: &str, style: &Style<'_>) -> String {
    let mut parts = path.split('.');
    let domain = parts.next().unwrap_or_default();
    let labels = style.labels(domain);
    let mut at = parsed.domain_data.get(domain);
    let mut words = Vec::new();
    for part in parts {
        let (field, number) = match part.split_once('[') {
            Some((field, number)) => (field, number.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        at = at.and_then(|value| value.get(field));
        let Some(number) = number else {
            words.push(labels.word(&field.replace('_', " ")).to_owned());
            continue;
        };
        at = at.and_then(|list| list.get(number));
        let name = at.and_then(|item| item.get("name")).and_then(Value::as_str);
        words.push(match name {
            Some(name) => labels.name(name),
            None => format!("{} {}", labels.one(field), number + 1),
        });
    }
    let place = if words.is_empty() {
        domain.to_owned()
    } else {
        words.join(", ")
    };
    match at {
        Some(Value::String(text)) => format!("{place} = {}", labels.name(text)),
        Some(Value::Number(number)) => format!("{place} = {number}"),
        _ => place,
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
            domain_data: data.as_object().unwrap().clone().into(),
            uncertain_fields: vec!["rocks.stones[1].polish".into()].into(),
            ..Parsed::default()
        }
    }

    #[test]
    fn subjects_stand_in_a_column() {
        let units = UnitPreferences::default();
        let style = Style::plain(&units);
        let parsed = parsed();
        let lines = lines(&items(&parsed, &style), "  ", &style).join("\n");
        let plain = crate::ui::plain(&lines);
        assert_eq!(
            plain,
            "  granite  polish 3\n           shiny\n  slate    polish 1\n  mood calm"
        );
    }

    #[test]
    fn neighbouring_doubts_stand_together() {
        let set = |n: usize| format!("rocks.stones[0].rounds[{n}]");
        let parsed = Parsed {
            uncertain_fields: vec![
                set(0),
                set(1),
                set(2),
                set(4),
                "rocks.mood".into(),
                format!("{}.mass", set(0)),
                format!("{}.mass", set(1)),
            ]
            .into(),
            ..parsed()
        };
        assert_eq!(
            places(&parsed, &Style::plain(&UnitPreferences::default())),
            [
                "granite, round 1 to 3",
                "granite, round 5",
                "mood = calm",
                "granite, round 1 to 2, mass"
            ]
        );
    }

    #[test]
    fn a_doubt_shows_its_reading() {
        let lines = remarks(&parsed(), "", &Style::plain(&UnitPreferences::default()));
        let plain = crate::ui::plain(&lines[0]);
        assert_eq!(plain, "uncertain: slate, polish = 1");
    }
}
