//! Two versions of the global context made one.

use quilto_model::FrontMatter;

use crate::RestoreReport;

/// Our version with what only theirs has, under its heading; and how many of their lines were new
/// and how many known. A line that both wrote about the same thing (`- key: value (…; date)`) stands
/// as it was written last. Headings and empty lines are not counted.
pub(super) fn merged(ours: &str, theirs: &str) -> (String, RestoreReport) {
    let mut lines: Vec<String> = ours.lines().map(str::to_owned).collect();
    let mut restored = RestoreReport::default();
    let mut heading = None;
    for line in without_front_matter(theirs) {
        if line.starts_with('#') {
            heading = Some(line);
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let section = section_of(&lines, heading);
        let written = &lines[section.clone()];
        if written
            .iter()
            .any(|ours| ours.trim_end() == line.trim_end())
        {
            restored.known += 1;
            continue;
        }
        let about = dated(line);
        let same =
            |ours: &String| about.is_some_and(|(key, _)| dated(ours).is_some_and(|o| o.0 == key));
        match written.iter().position(same) {
            Some(at) => {
                let ours = &mut lines[section.start + at];
                if dated(ours).map(|(_, day)| day) < about.map(|(_, day)| day) {
                    line.clone_into(ours);
                    restored.added += 1;
                } else {
                    restored.known += 1;
                }
            }
            None => {
                insert(&mut lines, section, heading, line);
                restored.added += 1;
            }
        }
    }
    let mut text = lines.join("\n");
    text.push('\n');
    (text, restored)
}

/// The lines under a heading, without it and without empty lines at their end. A heading that is
/// not there has an empty place at the end of the text.
fn section_of(lines: &[String], heading: Option<&str>) -> std::ops::Range<usize> {
    let start = match heading {
        None => Some(0),
        Some(heading) => {
            let at = lines
                .iter()
                .position(|line| line.trim_end() == heading.trim_end());
            at.map(|at| at + 1)
        }
    };
    let Some(start) = start else {
        return lines.len()..lines.len();
    };
    let rest = &lines[start..];
    let length = rest.iter().position(|line| line.starts_with('#'));
    let mut end = start + length.unwrap_or(rest.len());
    while end > start && lines[end - 1].trim().is_empty() {
        end -= 1;
    }
    start..end
}

fn insert(
    lines: &mut Vec<String>,
    section: std::ops::Range<usize>,
    heading: Option<&str>,
    line: &str,
) {
    let there = |heading: &str| lines.iter().any(|l| l.trim_end() == heading.trim_end());
    if let Some(heading) = heading.filter(|heading| !there(heading)) {
        if lines.last().is_some_and(|last| !last.trim().is_empty()) {
            lines.push(String::new());
        }
        lines.push(heading.to_owned());
        lines.push(line.to_owned());
    } else {
        lines.insert(section.end, line.to_owned());
    }
}

/// What a line of the program's is about, and the day it was written on (`2026-11-21`).
fn dated(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.strip_prefix("- ")?.split_once(": ")?;
    let (_, day) = rest.trim_end().strip_suffix(')')?.rsplit_once("; ")?;
    day.parse::<chrono::NaiveDate>().ok()?;
    Some((key, day))
}

/// The lines behind the front matter, if there is any.
fn without_front_matter(text: &str) -> impl Iterator<Item = &str> {
    FrontMatter::of(text)
        .map_or(text, |found| found.body)
        .lines()
}
