//! `import PATH…`: notes and exports of other apps.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quilto::storage::{LogStore, NewEntry};
use serde_json::json;

use super::Context;
use super::engine::{self, Reader, ToRead};
use crate::error::{CliError, Exit};
use crate::import::{
    self, Decision, Draft, Found, ImportContext, Importer, Rejected, Source, files,
};
use crate::output::format::number;
use crate::ui::{QUIET, Ui};

/// Entries written in one go: under one lock, with one sync per file.
const BATCH: usize = 500;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// Files, or folders of Markdown notes and exports
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Say what would be imported, and import nothing
    #[arg(long)]
    dry_run: bool,
}

/// What an import came to.
#[derive(Default)]
struct Summary {
    imported: usize,
    updated: usize,
    known: usize,
    rejected: Vec<Rejected>,
    remarks: Vec<String>,
    first: Option<chrono::NaiveDate>,
    last: Option<chrono::NaiveDate>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ImportArgs) -> Result<Exit, CliError> {
    for path in &args.paths {
        if !path.exists() {
            return Err(
                CliError::usage(format!("there is no file or folder {}", path.display())).hint(
                    format!(
                        "to log words that begin with \"import\": {} -- import …",
                        context.app.name
                    ),
                ),
            );
        }
    }
    bring_in_as(context, ui, args)
}

/// Brings in files and folders that are known to be there.
pub fn bring_in(context: &Context<'_>, ui: &mut Ui, paths: &[PathBuf]) -> Result<Exit, CliError> {
    let args = ImportArgs {
        paths: paths.to_vec(),
        dry_run: false,
    };
    bring_in_as(context, ui, &args)
}

fn bring_in_as(context: &Context<'_>, ui: &mut Ui, args: &ImportArgs) -> Result<Exit, CliError> {
    let (paths, rejected) = files::collect(&args.paths);
    let mut summary = Summary {
        rejected,
        ..Summary::default()
    };
    let progress = progress(ui, paths.len());
    let mut batch = Batch::default();
    for path in paths {
        progress.set_message(import::shown(&path));
        batch.read(context, &path, &mut summary);
        if batch.drafts.len() >= BATCH {
            std::mem::take(&mut batch).write(context, args.dry_run, &mut summary)?;
        }
        progress.inc(1);
    }
    batch.write(context, args.dry_run, &mut summary)?;
    progress.finish_and_clear();
    report(context, ui, args, &summary)
}

/// What was read and is not written yet: of many small files, so that a folder of daily notes is
/// not one write per note.
#[derive(Default)]
struct Batch {
    drafts: Vec<Draft>,
    remarks: Vec<String>,
}

impl Batch {
    fn read(&mut self, context: &Context<'_>, path: &std::path::Path, summary: &mut Summary) {
        let source = match files::read(path) {
            Ok(source) => source,
            Err(rejected) => {
                summary.rejected.push(rejected);
                return;
            }
        };
        let importers = context.app.importers;
        let Some(importer) = importers.iter().find(|i| (i.claims)(&source)) else {
            summary.rejected.push(unknown(&source));
            return;
        };
        let found = read(context, importer, &source);
        self.drafts.extend(found.drafts);
        self.remarks.extend(found.remarks);
        summary.rejected.extend(found.rejected);
    }

    fn write(
        self,
        context: &Context<'_>,
        dry_run: bool,
        summary: &mut Summary,
    ) -> Result<(), CliError> {
        let store = context.store()?;
        let decision = import::decide(self.drafts, context.unit_given(), &*store)?;
        summary.known += decision.known;
        summary.imported += decision.fresh.len();
        summary.updated += decision.changed.len();
        let changed = decision.changed.iter().map(|(_, draft)| draft);
        for draft in decision.fresh.iter().chain(changed) {
            summary.first = Some(summary.first.map_or(draft.date, |day| day.min(draft.date)));
            summary.last = Some(summary.last.map_or(draft.date, |day| day.max(draft.date)));
        }
        // what was assumed matters only where something is taken in
        if !(decision.fresh.is_empty() && decision.changed.is_empty()) {
            summary.remarks.extend(self.remarks);
        }
        if dry_run {
            return Ok(());
        }
        for entries in batches(context, decision)? {
            store.append(entries)?;
        }
        Ok(())
    }
}

fn progress(ui: &Ui, files: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(
        u64::try_from(files).ok(),
        if ui.shows_progress() {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        },
    );
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn read(context: &Context<'_>, importer: &Importer, source: &Source) -> Found {
    let domains = context.domains();
    let canonical = |domain: &str, name: &str| domains.canonical(domain, name);
    let import_context = ImportContext {
        units: &context.settings.settings.units,
        unit_given: context.unit_given(),
        today: context.moment.today,
        canonical: &canonical,
    };
    (importer.read)(source, &import_context)
}

/// The entries to write. Drafts that are words are read by the parser first, so that text and
/// meaning are saved together.
fn batches(context: &Context<'_>, decision: Decision) -> Result<Vec<Vec<NewEntry>>, CliError> {
    let reader = Reader::new(context)?;
    let mut entries = Vec::new();
    let fresh = decision.fresh.into_iter().map(|draft| (None, draft));
    let changed = decision
        .changed
        .into_iter()
        .map(|(id, draft)| (Some(id), draft));
    for (replaced, mut draft) in fresh.chain(changed) {
        if draft.parsed.is_none() {
            let to_read = ToRead {
                text: &draft.raw,
                written: draft.date,
                time: draft.time,
                recent: Vec::new(),
            };
            draft.parsed = Some(engine::block_on(reader.read(to_read))??.parsed);
        }
        if let Some(id) = replaced {
            entries.push(import::replacement_of(&id, &draft));
        }
        entries.push(import::entry_of(draft));
    }
    let mut batches = Vec::new();
    while !entries.is_empty() {
        let rest = entries.split_off(entries.len().min(BATCH));
        batches.push(std::mem::replace(&mut entries, rest));
    }
    Ok(batches)
}

fn unknown(source: &Source) -> Rejected {
    let first = source.text.lines().next().unwrap_or_default();
    Rejected {
        path: source.path.clone(),
        line: 1,
        reason: format!(
            "no importer knows this kind of file; it begins {:?}",
            crate::ui::excerpt(first, 60)
        ),
    }
}

fn report(
    context: &Context<'_>,
    ui: &mut Ui,
    args: &ImportArgs,
    summary: &Summary,
) -> Result<Exit, CliError> {
    let store = context.store()?;
    context.warn_of_store(ui, &*store);
    for remark in &summary.remarks {
        ui.remark(&format!("{QUIET}{remark}{QUIET:#}"));
    }
    for rejected in &summary.rejected {
        ui.remark(&rejected.to_string());
    }
    if context.json {
        let rejected: Vec<_> = summary
            .rejected
            .iter()
            .map(|r| json!({"file": import::shown(&r.path), "line": r.line, "reason": r.reason}))
            .collect();
        ui.json(&json!({
            "dry_run": args.dry_run,
            "imported": summary.imported,
            "updated": summary.updated,
            "already_there": summary.known,
            "rejected": rejected,
            "remarks": summary.remarks,
        }))?;
    } else {
        ui.prose(&sentence(args.dry_run, summary))?;
    }
    Ok(if summary.rejected.is_empty() {
        Exit::Done
    } else if summary.imported + summary.updated + summary.known > 0 {
        Exit::Partly
    } else {
        Exit::Failed
    })
}

fn sentence(dry_run: bool, summary: &Summary) -> String {
    #[allow(clippy::cast_precision_loss, reason = "a count of entries")]
    let count = |n: usize| number(n as f64);
    let verb = if dry_run { "Would import" } else { "Imported" };
    let entries = if summary.imported == 1 {
        "entry"
    } else {
        "entries"
    };
    let days = match (summary.first, summary.last) {
        (Some(first), Some(last)) if first != last => format!(" ({first} to {last})"),
        (Some(day), _) => format!(" ({day})"),
        _ => String::new(),
    };
    let mut parts = vec![format!("{verb} {} {entries}", count(summary.imported))];
    if summary.updated > 0 {
        parts.push(format!(
            "{} replaced by newer content",
            count(summary.updated)
        ));
    }
    if let Some(last) = parts.last_mut() {
        last.push_str(&days);
    }
    parts.push(format!("{} already there", count(summary.known)));
    let lines = if summary.rejected.len() == 1 {
        "line"
    } else {
        "lines"
    };
    parts.push(format!(
        "{} {lines} rejected",
        count(summary.rejected.len())
    ));
    format!("{}.", parts.join(", "))
}
