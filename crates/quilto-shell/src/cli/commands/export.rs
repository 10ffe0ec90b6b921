//! `export`: everything that was logged, in a form for other programs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use quilto::model::DateRange;
use serde_json::json;

use crate::cli::dates::DaysArgs;
use crate::cli::input::STANDARD;
use crate::cli::outfile;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::export::{ExportData, Exporter};
use crate::runs::export_selection::{self, ExportSelection};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The form to write; json keeps everything and can be imported again
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: String,

    #[command(flatten)]
    days: DaysArgs,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace a file that is there, without being asked
    #[arg(long, requires = "output")]
    force: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ExportArgs) -> Result<Exit, CliError> {
    let exporter = export_selection::exporter(context, &args.format)?;
    let file = args.output.as_deref();
    let file = file.filter(|file| *file != Path::new(STANDARD));
    if let Some(file) = file
        && !outfile::may_be_written(context, ui, file, args.force)?
    {
        return Ok(Exit::Done);
    }
    let named = args.days.range(context.moment.today)?;
    let selection = ExportSelection::of(context, named)?;
    context.warn_of_store(ui, &*context.notes()?);
    let holdings = selection.holdings(context);
    let (days, entries) = (&selection.days, &selection.entries);
    let Some(path) = file else {
        ui.data(|out| (exporter.write)(&holdings, out))?;
        return Ok(Exit::Done);
    };
    write_file(path, exporter, &holdings).map_err(|error| {
        CliError::failed(format!("cannot write {}", path.display()))
            .cause(error)
            .hint("name a file in a folder that is there and that you may write to")
    })?;
    if context.json {
        ui.json(&json!({"file": path, "format": exporter.name, "entries": entries.len()}))?;
    } else {
        let of = |days: &DateRange| format!(" ({} to {})", days.start, days.end);
        let count = match entries.len() {
            1 => "1 entry".to_owned(),
            count => format!("{count} entries"),
        };
        ui.line(&format!(
            "Exported {count}{} to {}.",
            days.as_ref()
                .filter(|_| !entries.is_empty())
                .map(of)
                .unwrap_or_default(),
            path.display()
        ))?;
    }
    Ok(Exit::Done)
}

/// Writes beside the file first, so that a file of that name is replaced whole or not at all.
fn write_file(path: &Path, exporter: &Exporter, holdings: &ExportData<'_>) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // a folder that is not there is named by the file, not by the one beside it
    std::fs::metadata(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let mut out = BufWriter::new(&mut file);
    (exporter.write)(holdings, &mut out)?;
    out.flush()?;
    drop(out);
    File::sync_all(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
