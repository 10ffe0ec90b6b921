//! `import PATH…`: notes and exports of other apps.

use std::collections::HashSet;
use std::path::PathBuf;

use chrono::{Local, NaiveDate, TimeZone};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quilto::model::{DateRange, Entry, EntryId};
use quilto::storage::{FileStore, LogStore, NewEntry};
use serde_json::json;

use crate::cli::Context;
use crate::cli::engine::{Reader, ToRead};
use crate::error::{CliError, Exit};
use crate::export;
use crate::import::{
    self, Decision, Draft, Found, ImportContext, Importer, Place, Rejected, Source, files,
};
use crate::output::format::number;
use crate::ui::{QUIET, Ui};

/// Entries written in one go: under one lock, with one sync per file.
const BATCH: usize = 500;

/// Fewer notes than this are not worth a second thread.
const WORTH_A_THREAD: usize = 200;

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
    first: Option<NaiveDate>,
    last: Option<NaiveDate>,
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
    /// Sections of an export of our own, written as they were.
    sections: Vec<Entry>,
    global_context: Option<String>,
}

impl Batch {
    fn read(&mut self, context: &Context<'_>, path: &std::path::Path, summary: &mut Summary) {
        let source = match Source::open(path) {
            Ok(source) => source,
            Err(rejected) => {
                summary.rejected.push(rejected);
                return;
            }
        };
        if export::claims(context.app.name, &source.start()) {
            match source.text() {
                Ok(text) => {
                    let found = export::read(path, &text);
                    summary.rejected.extend(found.rejected);
                    self.sections.extend(found.sections);
                    if !found.global_context.is_empty() {
                        self.global_context = Some(found.global_context);
                    }
                }
                Err(rejected) => summary.rejected.push(rejected),
            }
            return;
        }
        let importers = context.app.importers;
        let Some(importer) = importers.iter().find(|i| (i.claims)(&source)) else {
            summary.rejected.push(unknown(&source));
            return;
        };
        let found = match read(context, importer, &source) {
            Ok(found) => found,
            Err(rejected) => {
                summary.rejected.push(rejected);
                return;
            }
        };
        self.drafts.extend(found.drafts);
        for remark in found.remarks {
            if !self.remarks.contains(&remark) {
                self.remarks.push(remark);
            }
        }
        summary.rejected.extend(found.rejected);
    }

    fn write(
        mut self,
        context: &Context<'_>,
        dry_run: bool,
        summary: &mut Summary,
    ) -> Result<(), CliError> {
        let store = context.store()?;
        self.restore(&store, dry_run, summary)?;
        let decision = import::decide(self.drafts, context.unit_given(), &*store)?;
        summary.known += decision.known;
        summary.imported += decision.fresh.len();
        summary.updated += decision.changed.len();
        let changed = decision.changed.iter().map(|(_, draft)| draft);
        for draft in decision.fresh.iter().chain(changed) {
            summary.note_days(draft.date, draft.date);
        }
        // what was assumed matters only where something is taken in
        if !(decision.fresh.is_empty() && decision.changed.is_empty()) {
            for remark in self.remarks {
                if !summary.remarks.contains(&remark) {
                    summary.remarks.push(remark);
                }
            }
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

impl Batch {
    /// Writes the sections of an export of our own, names and all.
    fn restore(
        &mut self,
        store: &FileStore,
        dry_run: bool,
        summary: &mut Summary,
    ) -> Result<(), CliError> {
        let sections = std::mem::take(&mut self.sections);
        let days = sections.iter().map(|section| section.date);
        let (Some(first), Some(last)) = (days.clone().min(), days.max()) else {
            return Ok(());
        };
        summary.note_days(first, last);
        if dry_run {
            let there = store.sections(&DateRange::new(first, last))?;
            let there: HashSet<_> = there.iter().map(|entry| (&entry.id, &entry.raw)).collect();
            for section in &sections {
                if there.contains(&(&section.id, &section.raw)) {
                    summary.known += 1;
                } else {
                    summary.imported += 1;
                }
            }
            return Ok(());
        }
        let restored = store.restore(sections)?;
        summary.imported += restored.added;
        summary.known += restored.known;
        if let Some(learned) = self.global_context.take()
            && store.global_context()?.is_empty()
        {
            store.update_global_context(&learned)?;
        }
        Ok(())
    }
}

impl Summary {
    fn note_days(&mut self, first: NaiveDate, last: NaiveDate) {
        self.first = Some(self.first.map_or(first, |day| day.min(first)));
        self.last = Some(self.last.map_or(last, |day| day.max(last)));
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

fn read(context: &Context<'_>, importer: &Importer, source: &Source) -> Result<Found, Rejected> {
    let domains = context.domains();
    let canonical = |domain: &str, name: &str| domains.canonical(domain, name);
    let import_context = ImportContext {
        units: &context.settings.settings.units,
        unit_given: context.unit_given(),
        today: context.moment.today,
        canonical: &canonical,
        local: &|utc| Local.from_utc_datetime(&utc).naive_local(),
    };
    (importer.read)(source, &import_context)
}

/// The entries to write. Drafts that are words are read by the parser first, so that text and
/// meaning are saved together.
fn batches(context: &Context<'_>, decision: Decision) -> Result<Vec<Vec<NewEntry>>, CliError> {
    let fresh = decision.fresh.into_iter().map(|draft| (None, draft));
    let changed = decision
        .changed
        .into_iter()
        .map(|(id, draft)| (Some(id), draft));
    let mut drafts: Vec<(Option<EntryId>, Draft)> = fresh.chain(changed).collect();
    read_all(&Reader::by_rules(context)?, &mut drafts)?;
    let mut entries = Vec::with_capacity(drafts.len());
    for (replaced, draft) in drafts {
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

/// Reads the drafts that are words, on all cores where there are many: none looks at another.
fn read_all(reader: &Reader<'_>, drafts: &mut [(Option<EntryId>, Draft)]) -> Result<(), CliError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 || drafts.len() < WORTH_A_THREAD {
        return drafts
            .iter_mut()
            .try_for_each(|(_, draft)| read_words(reader, draft));
    }
    let share = drafts.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let shares: Vec<_> = drafts
            .chunks_mut(share)
            .map(|share| {
                scope.spawn(move || {
                    let mut drafts = share.iter_mut();
                    drafts.try_for_each(|(_, draft)| read_words(reader, draft))
                })
            })
            .collect();
        shares.into_iter().try_for_each(|share| {
            let stopped = || Err(CliError::failed("a part of the import stopped by itself"));
            share.join().unwrap_or_else(|_| stopped())
        })
    })
}

fn read_words(reader: &Reader<'_>, draft: &mut Draft) -> Result<(), CliError> {
    if draft.parsed.is_none() {
        let to_read = ToRead {
            text: draft.plain.as_ref().unwrap_or(&draft.raw),
            written: draft.date,
            time: draft.time,
            recent: Vec::new(),
        };
        draft.parsed = Some(reader.read(to_read)?.parsed);
    }
    Ok(())
}

fn unknown(source: &Source) -> Rejected {
    if source.head().starts_with(b"PK\x03\x04") {
        let reason = "is a zip archive; unpack it and import the folder that comes out";
        return source.rejected(1, reason);
    }
    let start = source.start();
    let first = start.lines().next().unwrap_or_default();
    source.rejected(
        1,
        format!(
            "no importer knows this kind of file; it begins {:?}",
            crate::ui::excerpt(first, 60)
        ),
    )
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
            .map(|rejected| {
                let file = import::shown(&rejected.path);
                match rejected.place {
                    Place::Line(line) => {
                        json!({"file": file, "line": line, "reason": rejected.reason})
                    }
                    Place::Offset(offset) => {
                        json!({"file": file, "offset": offset, "reason": rejected.reason})
                    }
                }
            })
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
    let is_line = |rejected: &Rejected| matches!(rejected.place, Place::Line(_));
    let lines = match (
        summary.rejected.iter().all(is_line),
        summary.rejected.len() == 1,
    ) {
        (true, true) => "line",
        (true, false) => "lines",
        (false, true) => "part",
        (false, false) => "parts",
    };
    parts.push(format!(
        "{} {lines} rejected",
        count(summary.rejected.len())
    ));
    format!("{}.", parts.join(", "))
}
