//! What was understood of an entry, with what can be said of it among the others.

use quilto::model::{Act, DateRange, Entry};
use quilto::storage::LogStore;

use crate::context::{Context, targets};
use crate::error::CliError;
use crate::output::earlier_notes::{self, EarlierNotes};
use crate::output::note_echo::{self, Style};
use crate::output::{Item, figures};
use crate::runs::typed_commands;
use crate::ui::{QUIET, excerpt};

/// Notes looked through for the last time and the record of what was logged.
const EARLIER: usize = 200;

/// What was understood of an entry, in its parts.
pub struct Echo {
    /// Thing by thing.
    pub items: Vec<Item>,
    /// What is said besides, line by line: doubts, what was not read, plans, targets.
    pub remarks: Vec<String>,
}

impl Context<'_> {
    /// What was understood of an entry, as lines.
    pub fn understood(&self, style: &Style<'_>, entry: &Entry) -> Vec<String> {
        self.understood_with(style, entry, false)
    }

    /// The same with what the log held of its subjects before.
    pub fn understood_among(&self, style: &Style<'_>, entry: &Entry) -> Vec<String> {
        self.understood_with(style, entry, true)
    }

    /// The notes before one, with those of the records on file.
    fn earlier(&self, entry: &Entry) -> Result<EarlierNotes, CliError> {
        let store = self.notes()?;
        let mut entries = store.recent(entry.date, EARLIER)?;
        let whole = entries.len() < EARLIER;
        let learned = store.global_context()?;
        if !whole {
            let oldest = entries.first().map(|oldest| oldest.date);
            for day in earlier_notes::record_days(entry, &learned, &self.domains().all()) {
                if oldest.is_some_and(|oldest| day < oldest) {
                    let of_day = store.entries_by_date_range(&DateRange::day(day))?;
                    entries.splice(0..0, of_day);
                }
            }
        }
        Ok(EarlierNotes {
            entries,
            whole,
            learned,
        })
    }

    fn understood_with(&self, style: &Style<'_>, entry: &Entry, among: bool) -> Vec<String> {
        let Some(echo) = self.echo(style, entry, among) else {
            return Vec::new();
        };
        let mut lines = note_echo::lines(&echo.items, "  ", style);
        lines.extend(echo.remarks);
        lines
    }

    /// What was understood of an entry, among those before it or by itself; nothing where nobody has
    /// read it.
    pub fn echo(&self, style: &Style<'_>, entry: &Entry, among: bool) -> Option<Echo> {
        let parsed = entry.parsed.as_ref()?;
        let mut items = note_echo::items(parsed, style);
        let all = self.domains().all();
        figures::add(&mut items, self.app.figures, entry, &all, style);
        let planned = entry.date > self.moment.today;
        if among && !planned && earlier_notes::has_subjects(&items, parsed) {
            // a log that cannot be read is reported where the note was written
            if let Ok(earlier) = self.earlier(entry) {
                earlier_notes::add(&mut items, entry, &earlier, &all, style);
            }
        }
        let mut lines = Vec::new();
        if items.is_empty() && parsed.held_back.is_empty() {
            let words = style.words();
            lines.push(match typed_commands::asks_beyond(&entry.raw) {
                true => {
                    let (what, asked) = (words.held_back(Act::Request), excerpt(&entry.raw, 60));
                    format!("  {QUIET}{what}{QUIET:#} {asked}")
                }
                false => format!("  {QUIET}{}{QUIET:#}", words.nothing_understood),
            });
        }
        lines.extend(note_echo::remarks(parsed, "  ", style));
        if planned {
            let remark = &style.words().planned;
            lines.push(format!("  {QUIET}{remark}{QUIET:#}"));
        }
        if among {
            lines.extend(targets::of_day(self, entry, style));
        }
        Some(Echo {
            items,
            remarks: lines,
        })
    }
}
