//! The words as Markdown: a heading a day, a heading a note.

use std::io::{self, Write};

use super::ExportData;

pub fn write(holdings: &ExportData<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut day = None;
    for entry in holdings.entries {
        if day != Some(entry.date) {
            writeln!(out, "# {}\n", entry.date.format("%Y-%m-%d %a"))?;
            day = Some(entry.date);
        }
        if let Some(time) = entry.time {
            writeln!(out, "## {}\n", time.format("%H:%M"))?;
        }
        writeln!(out, "{}\n", entry.raw.trim_end())?;
    }
    Ok(())
}
