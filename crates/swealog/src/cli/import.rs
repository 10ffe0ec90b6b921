//! `import PATH…`: notes and exports of other apps.

use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quilto::storage::{LogStore, NewEntry};
use serde_json::json;

use super::Context;
use super::engine::{self, Reader, ToRead};
use crate::error::{CliError, Exit};
use crate::import::{self, Decision, Found, ImportContext, Importer, Rejected, Source, files};
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
    let (paths, rejected) = files::collect(&args.paths);
    let mut summary = Summary {
        rejected,
        ..Summary::default()
    };
    let progress = progress(ui, paths.len());
    for path in paths {
        progress.set_message(import::shown(&path));
        one_file(context, &path, args.dry_run, &mut summary)?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    report(context, ui, args, &summary)
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

fn one_file(
    context: &Context<'_>,
    path: &std::path::Path,
    dry_run: bool,
    summary: &mut Summary,
) -> Result<(), CliError> {
    let source = match files::read(path) {
        Ok(source) => source,
        Err(rejected) => {
            summary.rejected.push(rejected);
            return Ok(());
        }
    };
    let Some(importer) = context.app.importers.iter().find(|i| (i.claims)(&source)) else {
        summary.rejected.push(unknown(&source));
        return Ok(());
    };
    let Found {
        drafts,
        rejected,
        remarks,
    } = read(context, importer, &source)?;
    summary.rejected.extend(rejected);
    let store = context.store()?;
    let decision = import::decide(drafts, context.unit_given(), &*store)?;
    summary.known += decision.known;
    summary.imported += decision.fresh.len();
    summary.updated += decision.changed.len();
    if !(decision.fresh.is_empty() && decision.changed.is_empty()) {
        summary.remarks.extend(remarks);
    }
    let days = decision
        .fresh
        .iter()
        .chain(decision.changed.iter().map(|(_, d)| d));
    for draft in days {
        summary.first = Some(summary.first.map_or(draft.date, |day| day.min(draft.date)));
        summary.last = Some(summary.last.map_or(draft.date, |day| day.max(draft.date)));
    }
    if dry_run {
        return Ok(());
    }
    for batch in batches(context, importer, decision)? {
        store.append(batch)?;
    }
    Ok(())
}

fn read(context: &Context<'_>, importer: &Importer, source: &Source) -> Result<Found, CliError> {
    let domains = context.domains();
    let canonical = |domain: &str, name: &str| domains.canonical(domain, name);
    let import_context = ImportContext {
        units: &context.settings.settings.units,
        unit_given: context.unit_given(),
        today: context.moment.today,
        canonical: &canonical,
    };
    Ok((importer.read)(source, &import_context))
}

/// The entries to write. Drafts that are words are read by the parser first, so that text and
/// meaning are saved together.
fn batches(
    context: &Context<'_>,
    importer: &Importer,
    decision: Decision,
) -> Result<Vec<Vec<NewEntry>>, CliError> {
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
        entries.push(import::entry_of(draft, importer.name));
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
        ui.line(&sentence(args.dry_run, summary))?;
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
