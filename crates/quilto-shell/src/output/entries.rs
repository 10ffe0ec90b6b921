//! Entries in a list, under their days.

use chrono::NaiveDate;
use quilto::model::{Entry, EntryKind};

use super::note_echo::{self, Style};
use crate::ui::{HEADING, QUIET, excerpt, width_of};

/// The entries as lines: a heading per day, then one block per entry with its words and what was
/// understood. Imported sessions show what was understood only, since their words say the same.
/// An entry of a day to come says that it is a plan. `style` is that of an entry, and `more` says what
/// stands below it besides.
pub fn lines<'a>(
    entries: &[Entry],
    today: NaiveDate,
    style: impl Fn(&Entry) -> Style<'a>,
    more: impl Fn(&Entry, &Style<'a>) -> Vec<String>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut day = None;
    for entry in entries {
        if day != Some(entry.date) {
            if day.is_some() {
                lines.push(String::new());
            }
            day = Some(entry.date);
            lines.push(note_echo::day(entry.date, None));
        }
        let time = entry.time.map_or_else(
            || "     ".to_owned(),
            |time| time.format("%H:%M").to_string(),
        );
        let style = style(entry);
        let items = entry
            .parsed
            .as_ref()
            .map(|parsed| note_echo::items(parsed, &style))
            .unwrap_or_default();
        let room = style.columns.unwrap_or(200).saturating_sub(11).max(20);
        let words = excerpt(
            &entry.raw,
            room.saturating_sub(width_of(&entry.id.0) + 2).max(20),
        );
        let id = format!("{QUIET}{}{QUIET:#}", entry.id);
        lines.push(format!("  {HEADING}{time}{HEADING:#}  {words}  {id}"));
        if entry.kind == EntryKind::Note || !items.is_empty() {
            lines.extend(note_echo::lines(&items, "         ", &style));
        }
        if entry.date > today {
            let planned = &style.words().planned;
            lines.push(format!("         {QUIET}{planned}{QUIET:#}"));
        }
        let doubts = entry.parsed.as_ref();
        lines.extend(doubts.map_or_else(Vec::new, |p| note_echo::doubts(p, "         ", &style)));
        let more = more(entry, &style);
        lines.extend(more.into_iter().map(|line| format!("         {line}")));
    }
    lines
}
