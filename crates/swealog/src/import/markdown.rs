//! Markdown notes: one file is one day, or many days under headings with dates.
//!
//! The day comes from the nearest heading that begins with a date, else from the front matter
//! (`date:`), else from the file's name. A heading that is a time of day (`## 10:30`) begins an entry of
//! its own. Everything else of the text stays as it was typed.

use chrono::{NaiveDate, NaiveTime};
use quilto::model;

use super::{
    Draft, FileContents, ImportContext, Importer, Rejected, Source, dates, files, identity,
    is_standard_input, leading_date,
};

/// Reads Markdown and plain text notes.
pub const IMPORTER: Importer = Importer {
    name: "markdown",
    claims: |source| {
        let is_piped = || is_standard_input(&source.path) && source.is_text();
        files::has_extension(&source.path, &["md", "markdown", "txt"]) || is_piped()
    },
    read,
};

mod front_matter;
mod plain;

use front_matter::FrontMatter;

/// The minute of a note that names none.
fn noon() -> NaiveTime {
    NaiveTime::MIN + chrono::TimeDelta::hours(12)
}

/// A part of the file under one date and time.
struct Part {
    line: usize,
    /// The line its text begins on.
    text_line: usize,
    date: Option<NaiveDate>,
    time: NaiveTime,
    text: String,
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let text = source.text()?;
    let split = model::FrontMatter::of(&text);
    let (inside, body) = split.map_or(("", &*text), |split| (split.inside, split.body));
    // behind both lines of hyphens
    let body_line = 1 + split.map_or(0, |split| split.inside.lines().count() + 2);
    let front_matter = FrontMatter::read(inside);
    let own_date = front_matter.date.or_else(|| date_of_name(source));
    let mut found = FileContents::default();
    let mut parts = parts(body, body_line, own_date, context);
    if let Some(first) = parts.first_mut()
        && !front_matter.words.is_empty()
    {
        // what the properties say of the day stands before its words
        first.text = format!("{}\n{}", front_matter.words, first.text);
        first.text_line = first
            .text_line
            .saturating_sub(front_matter.words.lines().count());
    }
    for part in parts {
        let text = part.text.trim_start_matches(['\n', '\r']);
        let empty = part.text[..part.text.len() - text.len()]
            .matches('\n')
            .count();
        let raw = text.trim_end();
        if !says_something(raw) {
            continue;
        }
        let Some(date) = part.date else {
            found.rejected.push(source.rejected(
                part.line,
                "no date in the file's name, a heading or the front matter",
            ));
            continue;
        };
        let time = part.time.format("%H:%M").to_string();
        let unix = raw.replace("\r\n", "\n");
        found.drafts.push(Draft {
            importer: IMPORTER.name,
            line: part.line,
            words_line: part.text_line + empty,
            date,
            time: part.time,
            identity: identity(["markdown", &date.to_string(), &time, unix.trim()]),
            raw: raw.to_owned(),
            payload: front_matter.payload(),
            plain: plain::plain(raw),
            ..Draft::default()
        });
    }
    Ok(found)
}

/// The date a file's name begins or ends with, or the one its folders spell (`2026/11/20.md`).
fn date_of_name(source: &Source) -> Option<NaiveDate> {
    let stem = source.path.file_stem()?.to_str()?;
    let inside = stem
        .char_indices()
        .filter(|(at, c)| {
            c.is_ascii_digit() && !stem[..*at].ends_with(|b: char| b.is_ascii_digit())
        })
        .find_map(|(at, _)| leading_date(&stem[at..]))
        .map(|(date, _)| date);
    inside.or_else(|| {
        let mut folders = source.path.parent()?.iter().rev();
        let month = folders.next()?.to_str()?;
        let year = folders.next()?.to_str()?;
        leading_date(&format!("{year}-{month}-{stem}")).map(|(date, _)| date)
    })
}

fn parts(
    body: &str,
    first_line: usize,
    own_date: Option<NaiveDate>,
    context: &ImportContext<'_>,
) -> Vec<Part> {
    let mut parts = vec![Part {
        line: first_line,
        text_line: first_line,
        date: own_date,
        time: noon(),
        text: String::new(),
    }];
    let mut in_code = false;
    for (number, line) in body.split_inclusive('\n').enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let heading = heading_of(line).filter(|_| !in_code);
        let day = parts.last().and_then(|part| part.date);
        let begins = heading.and_then(|title| {
            if let Some(time) = time_of(title) {
                return Some((day, time, ""));
            }
            let (date, rest) = date_of_heading(title, context)?;
            Some((Some(date), noon(), rest))
        });
        match (begins, parts.last_mut()) {
            (Some((date, time, title)), _) => parts.push(Part {
                line: first_line + number,
                text_line: first_line + number + usize::from(title.is_empty()),
                date,
                time,
                text: if title.is_empty() {
                    String::new()
                } else {
                    format!("{title}\n")
                },
            }),
            (None, Some(part)) => part.text.push_str(line),
            (None, None) => {}
        }
    }
    parts
}

fn heading_of(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    ((1..=6).contains(&level) && title.starts_with(' ')).then(|| title.trim())
}

/// A heading that is nothing but a time of day.
fn time_of(title: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(title, "%H:%M")
        .or_else(|_| NaiveTime::parse_from_str(title, "%H:%M:%S"))
        .ok()
}

/// The date a heading begins with, and what else it says besides the day of the week.
fn date_of_heading<'a>(
    title: &'a str,
    context: &ImportContext<'_>,
) -> Option<(NaiveDate, &'a str)> {
    let (date, end) =
        leading_date(title).or_else(|| dates::leading_in_words(title, context.today))?;
    let words = |text: &'a str| {
        text.trim_start_matches(|c: char| !c.is_alphanumeric())
            .trim_end()
    };
    let rest = words(&title[end..]);
    let weekday = dates::leading_weekday(rest, date);
    Some((date, words(&rest[weekday..])))
}

/// Whether there is more to a part than headings and rules.
fn says_something(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        !line.is_empty()
            && heading_of(line).is_none()
            && !line.chars().all(|c| matches!(c, '-' | '*' | '_' | '#'))
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    fn read_file(path: &str, text: &str) -> Vec<String> {
        let found = match testing::try_read(&IMPORTER, path, text, 9) {
            Ok(found) => found,
            Err(rejected) => return vec![rejected.to_string()],
        };
        let drafts = found.drafts.iter().map(|draft| {
            let time = draft.time.format("%H:%M");
            format!("{} {time} line {}: {:?}", draft.date, draft.line, draft.raw)
        });
        let rejected = found.rejected.iter().map(ToString::to_string);
        drafts.chain(rejected).collect()
    }

    #[test]
    fn the_day_comes_from_the_name() {
        for path in [
            "2024-03-02.md",
            "Friday 2024-03-02 legs.md",
            "20240302.txt",
            "notes/2024/03/02.md",
        ] {
            assert_eq!(
                read_file(path, "squat 80x5\n\n- felt ok\n"),
                ["2024-03-02 12:00 line 1: \"squat 80x5\\n\\n- felt ok\""],
                "{path}"
            );
        }
    }

    #[test]
    fn the_front_matter_goes_before_the_name() {
        assert_eq!(
            read_file(
                "2024-03-02.md",
                "---\ntags: [gym]\ndate: \"2024-03-01\"\n---\nsquat 80x5"
            ),
            ["2024-03-01 12:00 line 5: \"squat 80x5\""]
        );
    }

    #[test]
    fn headings_with_dates_and_times_divide_a_file() {
        assert_eq!(
            read_file(
                "training.md",
                "# Training\n\n## 2024-03-02 Sat: legs\r\nsquat 80x5\r\n\n### 19:30\nran 5k\n## 2024년 3월 4일\n벤치 60x8\n## Plan\nmore"
            ),
            [
                "2024-03-02 12:00 line 3: \"legs\\nsquat 80x5\"",
                "2024-03-02 19:30 line 6: \"ran 5k\"",
                "2024-03-04 12:00 line 8: \"벤치 60x8\\n## Plan\\nmore\"",
            ]
        );
    }

    #[test]
    fn dates_in_words_head_a_day_too() {
        assert_eq!(
            read_file("training.md", "## March 2, 2024\nsquat 80x5\n"),
            ["2024-03-02 12:00 line 1: \"squat 80x5\""]
        );
    }

    #[test]
    fn text_without_a_day_is_named_not_dropped_silently() {
        assert_eq!(
            read_file("training.md", "\nsquat 80x5\n## 2024-03-02\nran 5k"),
            [
                "2024-03-02 12:00 line 3: \"ran 5k\"",
                "training.md:1: no date in the file's name, a heading or the front matter",
            ]
        );
    }

    #[test]
    fn headings_inside_code_are_text() {
        assert_eq!(
            read_file("2024-03-02.md", "```\n## 2024-03-05\n```\n").len(),
            1
        );
    }
}
