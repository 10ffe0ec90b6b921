//! A day's raw file: reading it into sections, and writing one more. Pure: text in, text out.
//!
//! Reading keeps slices of the text, so that putting them together again gives the same bytes
//! whatever stood in the file.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use chrono::{NaiveTime, Timelike};
use memchr::memmem;
use serde_json::Value;

use super::conflict_marks::Mark;
use super::forget;
use quilto_model::{EntryKind, FrontMatter};

/// A raw file, cut where its headings stand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DayFile<'a> {
    /// Front matter and whatever else stands before the first heading.
    pub(crate) preamble: &'a str,
    /// The sections in the order of the file.
    pub(crate) sections: Vec<RawSection<'a>>,
}

/// A heading and what follows it, up to the next heading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RawSection<'a> {
    /// The heading line with its line end.
    pub(crate) heading: &'a str,
    /// Everything after it.
    pub(crate) body: &'a str,
    /// The minute in the heading.
    pub(crate) time: NaiveTime,
    /// The tag in the heading.
    pub(crate) kind: EntryKind,
    /// Words that stand in the heading line after the time; they begin the note.
    words: &'a str,
}

/// What a section says: words as typed, and what stands in its comment line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Content {
    pub(crate) raw: String,
    pub(crate) payload: Option<Value>,
}

impl<'a> DayFile<'a> {
    /// Cuts a file into its sections. Every text is a valid file.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut starts = Vec::new();
        let mut at = front_matter_end(text);
        if at == 0 && text.starts_with('\u{feff}') {
            at = '\u{feff}'.len_utf8();
        }
        while at < text.len() {
            let line = line_at(text, at);
            if let Some(heading) = Heading::read(line) {
                starts.push((at, line, heading));
            }
            at += line.len();
        }
        let preamble_end = starts.first().map_or(text.len(), |(at, ..)| *at);
        let ends = starts
            .iter()
            .skip(1)
            .map(|(at, ..)| *at)
            .chain([text.len()])
            .collect::<Vec<_>>();
        let sections = starts
            .into_iter()
            .zip(ends)
            .map(|((start, line, heading), end)| RawSection {
                heading: line,
                body: &text[start + line.len()..end],
                time: heading.time,
                kind: heading.kind,
                words: heading.words,
            })
            .collect();
        Self {
            preamble: &text[..preamble_end],
            sections,
        }
    }

    /// The file again, byte for byte.
    #[cfg(test)]
    pub(crate) fn render(&self) -> String {
        let mut out = String::from(self.preamble);
        for section in &self.sections {
            out.push_str(section.heading);
            out.push_str(section.body);
        }
        out
    }

    /// The note that stands before the first heading, if there is one: front matter, blank lines
    /// and a title are none.
    pub(crate) fn loose_note(&self) -> Option<String> {
        let text = &self.preamble[front_matter_end(self.preamble)..];
        let text = text.trim_start_matches(['\u{feff}', '\n', '\r']);
        let is_title = |line: &str| line.trim().is_empty() || line.starts_with("# ");
        if text.lines().all(is_title) || text.trim() == forget::MARKER {
            return None;
        }
        Some(unescape(strip_line_ends(text, self.crlf())))
    }

    /// Where the headings stand.
    pub(crate) fn headings(&self) -> Vec<Range<usize>> {
        let mut at = self.preamble.len();
        let headings = self.sections.iter().map(|section| {
            let start = at;
            at += section.heading.len() + section.body.len();
            start..start + section.heading.len()
        });
        headings.collect()
    }

    /// What stands before all notes.
    pub(crate) fn front_matter(&self) -> &'a str {
        &self.preamble[..front_matter_end(self.preamble)]
    }

    /// Whether the end of the file is written with CRLF, so that a new section is too.
    pub(crate) fn crlf(&self) -> bool {
        match self.sections.last() {
            Some(section) => section.crlf(),
            None => self
                .preamble
                .split_inclusive('\n')
                .next()
                .is_some_and(|line| line.ends_with("\r\n")),
        }
    }
}

impl RawSection<'_> {
    fn crlf(&self) -> bool {
        self.heading.ends_with("\r\n")
    }

    /// The words as typed and the payload. Words that were added by hand below the payload follow
    /// the others.
    pub(crate) fn content(&self) -> Content {
        let (words, payload) = match self.payload() {
            Some((line, payload)) => {
                let before = self.body[..line.start].strip_suffix('\n').unwrap_or("");
                let before = match self.crlf() {
                    true => before.strip_suffix('\r').unwrap_or(before),
                    false => before,
                };
                let after = strip_line_ends(&self.body[line.end..], self.crlf());
                let words = match (before.is_empty(), after.trim().is_empty()) {
                    (_, true) => Cow::Borrowed(before),
                    (true, false) => Cow::Borrowed(after),
                    (false, false) => Cow::Owned(format!("{before}\n{after}")),
                };
                (words, Some(payload))
            }
            None => (Cow::Borrowed(strip_line_ends(self.body, self.crlf())), None),
        };
        let text = unescape(&words);
        let raw = match (self.words.is_empty(), text.is_empty()) {
            (true, _) => text,
            (false, true) => self.words.to_owned(),
            (false, false) => format!("{}\n{text}", self.words),
        };
        Content { raw, payload }
    }

    /// The last line of the section that is a payload, and where it stands. Editors leave blank
    /// lines and spaces after it, and people write below it.
    fn payload(&self) -> Option<(Range<usize>, Value)> {
        self.payload_lines()
            .rev()
            .find_map(|line| Some((line.clone(), read_payload(&self.body[line])?)))
    }

    /// Lines that begin as a payload does; typed ones are escaped.
    fn payload_lines(&self) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let starts = memmem::find_iter(self.body.as_bytes(), PAYLOAD).collect::<Vec<_>>();
        starts
            .into_iter()
            .filter(|at| *at == 0 || self.body.as_bytes()[at - 1] == b'\n')
            .map(|at| at..at + line_at(self.body, at).len())
    }

    /// Whether the payload cannot be read, so that the section does not do what it was written for.
    pub(crate) fn is_broken(&self) -> bool {
        match self.payload() {
            Some((_, payload)) => {
                matches!(self.kind, EntryKind::Undo | EntryKind::Moved)
                    && payload.get("target").is_none()
            }
            None => {
                matches!(self.kind, EntryKind::Undo | EntryKind::Moved)
                    || self.payload_lines().next().is_some()
            }
        }
    }
}

/// How the line of a payload begins.
const PAYLOAD: &str = "<!-- {";

/// The text of a new section, from its heading to the blank line that ends it.
pub(crate) fn render_section(
    time: NaiveTime,
    kind: EntryKind,
    raw: &str,
    payload: Option<&Value>,
    crlf: bool,
) -> String {
    let end = if crlf { "\r\n" } else { "\n" };
    let mut out = format!("## {:02}:{:02}", time.hour(), time.minute());
    if let Some(tag) = tag(kind) {
        out.push_str(" [");
        out.push_str(tag);
        out.push(']');
    }
    out.push_str(end);
    escape_into(&mut out, raw);
    if let Some(payload) = payload {
        if !raw.is_empty() {
            out.push_str(end);
        }
        out.push_str(&render_payload(payload));
    }
    out.push_str(end);
    out.push_str(end);
    out
}

/// A payload as a line.
pub(crate) fn render_payload(payload: &Value) -> String {
    // `>` stands only inside strings of JSON, where its escape means the same; so no payload can end
    // the comment early.
    let json = payload.to_string();
    let json = json.replace('>', "\\u003e").replace('<', "\\u003c");
    format!("<!-- {json} -->")
}

/// The text of words without a time, which stand before the first heading; `None` for words that
/// would be taken for front matter or a title there.
pub(crate) fn render_loose(raw: &str) -> Option<String> {
    let mut out = String::new();
    escape_into(&mut out, raw);
    out.push_str("\n\n");
    let read = DayFile::parse(&out).loose_note();
    (read.as_deref() == Some(raw)).then_some(out)
}

/// What must be written before a new section so that it begins on a line of its own after a blank
/// one, given how the file ends. A torn last line is ended, never continued.
pub(crate) fn separator(tail: &[u8], crlf: bool) -> &'static str {
    if tail.is_empty() || tail.ends_with(b"\n\n") || tail.ends_with(b"\n\r\n") {
        return "";
    }
    match (tail.ends_with(b"\n"), crlf) {
        (true, false) => "\n",
        (true, true) => "\r\n",
        (false, false) => "\n\n",
        (false, true) => "\r\n\r\n",
    }
}

struct Heading<'a> {
    time: NaiveTime,
    kind: EntryKind,
    words: &'a str,
}

impl<'a> Heading<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let rest = line.strip_prefix("##")?.strip_prefix([' ', '\t'])?;
        let (hour, rest) = digits(rest.trim_start_matches([' ', '\t']), 1..=2)?;
        let (minute, rest) = digits(rest.strip_prefix(':')?, 2..=2)?;
        if !(rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n'])) {
            return None;
        }
        let time = NaiveTime::from_hms_opt(hour, minute, 0)?;
        let rest = rest.trim();
        let tagged = rest
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(kind_of);
        Some(match tagged {
            Some(kind) => Self {
                time,
                kind,
                words: "",
            },
            None => Self {
                time,
                kind: EntryKind::Note,
                words: rest,
            },
        })
    }
}

fn digits(text: &str, how_many: RangeInclusive<usize>) -> Option<(u32, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    if !how_many.contains(&count) {
        return None;
    }
    Some((text[..count].parse().ok()?, &text[count..]))
}

const TAGS: [(EntryKind, &str); 5] = [
    (EntryKind::Correction, "correction"),
    (EntryKind::Undo, "undo"),
    (EntryKind::Moved, "moved"),
    (EntryKind::Confirmed, "confirmed"),
    (EntryKind::Imported, "imported"),
];

fn tag(kind: EntryKind) -> Option<&'static str> {
    TAGS.iter().find(|(k, _)| *k == kind).map(|(_, tag)| *tag)
}

fn kind_of(tag: &str) -> Option<EntryKind> {
    TAGS.iter().find(|(_, t)| *t == tag).map(|(kind, _)| *kind)
}

fn line_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    match memchr::memchr(b'\n', rest.as_bytes()) {
        Some(end) => &rest[..=end],
        None => rest,
    }
}

/// Where the text after front matter begins; 0 if there is none. Front matter that a heading
/// interrupts is none: a `---` in a later note must not swallow what stands before it.
fn front_matter_end(text: &str) -> usize {
    let is_heading = |line| Heading::read(line).is_some();
    FrontMatter::of(text)
        .filter(|found| !found.inside.split_inclusive('\n').any(is_heading))
        .map_or(0, |found| text.len() - found.body.len())
}

/// Takes away the line end of the last line and one blank line after it. A section written with
/// LF keeps its CR bytes: they were typed.
fn strip_line_ends(text: &str, crlf: bool) -> &str {
    let mut text = text;
    for _ in 0..2 {
        let stripped = if crlf {
            text.strip_suffix("\r\n")
                .or_else(|| text.strip_suffix('\n'))
        } else {
            text.strip_suffix('\n')
        };
        match stripped {
            Some(rest) => text = rest,
            None => break,
        }
    }
    text
}

pub(crate) fn read_payload(line: &str) -> Option<Value> {
    let json = line.trim_end().strip_prefix("<!-- ")?.strip_suffix("-->")?;
    serde_json::from_str::<Value>(json)
        .ok()
        .filter(Value::is_object)
}

/// Whether a line, without its leading backslashes, would be taken for structure.
fn is_structure(line: &str) -> bool {
    let line = line.trim_start_matches('\\');
    line.starts_with(PAYLOAD) || Mark::read(line).is_some() || Heading::read(line).is_some()
}

fn escape_into(out: &mut String, raw: &str) {
    for line in raw.split_inclusive('\n') {
        if is_structure(line) {
            out.push('\\');
        }
        out.push_str(line);
    }
}

fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    text.split_inclusive('\n')
        .map(|line| match line.strip_prefix('\\') {
            Some(rest) if is_structure(line) => rest,
            _ => line,
        })
        .collect()
}

#[cfg(test)]
#[path = "markdown_tests.rs"]
mod tests;
