//! Everything as JSON, one section a line, and back again.

use std::io::{self, Write};
use std::path::Path;

use quilto::model::Entry;
use serde::{Deserialize, Serialize};

use super::ExportData;
use crate::import::{Place, Rejected};
use crate::output::json;

/// The version of the form.
const VERSION: u32 = 1;

/// What stands before the sections.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    #[serde(default)]
    global_context: String,
    #[serde(default)]
    sections: Vec<Entry>,
}

pub fn write(holdings: &ExportData<'_>, out: &mut dyn Write) -> io::Result<()> {
    let head = Head {
        format: format_of(holdings.app),
        version: VERSION,
        global_context: holdings.global_context.to_owned(),
        sections: Vec::new(),
    };
    let head = json::text(&head)?;
    write!(out, "{}[", head.trim_end_matches("[]}"))?;
    for (at, section) in holdings.sections.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        json::write(out, section)?;
    }
    out.write_all(b"\n]}\n")
}

fn format_of(app: &str) -> String {
    format!("{app} export")
}

/// Whether the start of a file is that of an export of the application.
pub fn claims(app: &str, start: &str) -> bool {
    let squeezed: String = start
        .chars()
        .take(200)
        .filter(|c| !c.is_whitespace())
        .collect();
    let format = format_of(app).replace(' ', "");
    squeezed.starts_with(&format!("{{\"format\":\"{format}\""))
}

/// What a file of an export held.
#[derive(Debug, Default)]
pub struct ExportContents {
    /// Everything that was ever written.
    pub sections: Vec<Entry>,
    /// What was learned.
    pub global_context: String,
    /// Lines that cannot be read.
    pub rejected: Vec<Rejected>,
}

/// Reads an export. Where the file is damaged, the lines that are whole are read.
pub fn read(path: &Path, text: &str) -> ExportContents {
    let rejected = |line: usize, reason: String| Rejected {
        path: path.to_owned(),
        place: Place::Line(line),
        reason,
    };
    let whole = match serde_json::from_str::<Head>(text) {
        Ok(head) if head.version > VERSION => {
            let reason = format!("was written by a newer version (form {})", head.version);
            return ExportContents {
                rejected: vec![rejected(1, reason)],
                ..ExportContents::default()
            };
        }
        Ok(head) => {
            return ExportContents {
                sections: head.sections,
                global_context: head.global_context,
                rejected: Vec::new(),
            };
        }
        Err(error) => error,
    };
    let mut restored = ExportContents::default();
    for (at, line) in text.lines().enumerate() {
        let bare = line.trim().trim_end_matches(',');
        if at == 0 {
            if let Ok(head) = serde_json::from_str::<Head>(&format!("{bare}]}}")) {
                restored.global_context = head.global_context;
            }
        } else if !matches!(bare, "" | "]}") {
            match serde_json::from_str(bare) {
                Ok(section) => restored.sections.push(section),
                Err(error) => {
                    let reason = format!("is damaged: {error}");
                    restored.rejected.push(rejected(at + 1, reason));
                }
            }
        }
    }
    if restored.rejected.is_empty() {
        let reason = format!("the file is damaged: {whole}");
        restored
            .rejected
            .push(rejected(whole.line().max(1), reason));
    }
    restored
}
