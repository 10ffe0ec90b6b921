//! `doctor`: is the home well? And mending what can be mended without asking.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::{DateRange, Entry, Parsed};
use quilto::storage::{Ailment, FileStore, Health, LogStore, day_of};
use serde_json::json;

use crate::cli::Context;
use crate::cli::engine::{Reader, ToRead};
use crate::cli::{amendments, notes, targets, work};
use crate::error::{CliError, Exit};
use crate::ui::{QUIET, Ui, excerpt};

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Mend what can be mended: merge copies of sync programs, read unread notes again, clear up
    #[arg(long)]
    fix: bool,
}

/// Troubles of one kind that are told one by one; `--json` tells all.
const LISTED: usize = 12;

/// Something to tell.
struct Trouble {
    kind: &'static str,
    path: String,
    says: String,
    /// Whether `--fix` mends it.
    mendable: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &DoctorArgs) -> Result<Exit, CliError> {
    let mut mended = Vec::new();
    if args.fix {
        mended = mend(context, ui)?;
    }
    let store = context.files()?;
    let health = looked_over(store, ui)?;
    let troubles = troubles(context, &health)?;
    let waiting = context.checkpoints()?.list()?;
    context.warn_of_store(ui, &**store);
    let well = troubles.is_empty();
    if context.json {
        let shown: Vec<_> = troubles
            .iter()
            .map(
                |t| json!({"kind": t.kind, "path": t.path, "says": t.says, "mendable": t.mendable}),
            )
            .collect();
        ui.json(&json!({
            "home": context.home()?,
            "state": context.places()?.state,
            "well": well,
            "days": health.days,
            "sections": health.sections,
            "raw_bytes": health.raw_bytes,
            "parsed_bytes": health.parsed_bytes,
            "waiting": waiting
                .iter()
                .map(|run| json!({"session_id": run.id, "bytes": run.bytes}))
                .collect::<Vec<_>>(),
            "set_aside": health.set_aside,
            "mended": mended,
            "troubles": shown,
        }))?;
    } else {
        ui.line(&format!("Home      {}", context.home()?.display()))?;
        ui.line(&format!(
            "Notes     {} on {}, {}",
            of(health.sections, "section"),
            of(health.days, "day"),
            size(health.raw_bytes)
        ))?;
        ui.line(&format!("Readings  {}", size(health.parsed_bytes)))?;
        if !waiting.is_empty() {
            let bytes = waiting.iter().map(|run| run.bytes).sum();
            let (count, place) = (of(waiting.len(), "run"), context.places()?.state.display());
            ui.line(&format!("Waiting   {count}, {}, in {place}", size(bytes)))?;
            for run in &waiting {
                let words = run.run.as_ref().map(|run| excerpt(&run.input().text, 50));
                let (id, words) = (&run.id, words.unwrap_or_default());
                ui.line(&format!("  {QUIET}{id}  {words}{QUIET:#}"))?;
            }
        }
        for line in &mended {
            ui.line(&format!("mended    {line}"))?;
        }
        for path in &health.set_aside {
            ui.line(&format!(
                "{QUIET}aside     {path}: damaged, kept in case it is of use{QUIET:#}"
            ))?;
        }
        for kind in troubles.chunk_by(|left, right| left.kind == right.kind) {
            let (shown, rest) = kind.split_at(kind.len().min(LISTED));
            for trouble in shown {
                ui.line(&format!("care      {}: {}", trouble.path, trouble.says))?;
            }
            if !rest.is_empty() {
                ui.line(&format!("care      … and {} more of this kind", rest.len()))?;
            }
        }
        if well {
            ui.line("All is well.")?;
        } else if troubles.iter().any(|trouble| trouble.mendable) {
            ui.hint("`doctor --fix` mends what it can");
        }
    }
    Ok(if well { Exit::Done } else { Exit::Failed })
}

/// Looks the days over while a bar shows how far it is.
fn looked_over(store: &FileStore, ui: &Ui) -> Result<Health, CliError> {
    let bar = work::counted(ui, 0);
    bar.set_message("looking the days over");
    let health = store.health(|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(health?)
}

fn troubles(context: &Context<'_>, health: &Health) -> Result<Vec<Trouble>, CliError> {
    let store = context.files()?;
    let mut troubles = Vec::new();
    let mut add = |kind, path: String, says: String, mendable| {
        troubles.push(Trouble {
            kind,
            path,
            says,
            mendable,
        });
    };
    for conflict in store.conflicts()? {
        let path = conflict
            .path
            .strip_prefix(store.home())
            .unwrap_or(&conflict.path);
        let says = match (conflict.marked, conflict.date) {
            (true, _) => "holds two versions, with the marks of a merge between them",
            (false, Some(_)) => "is a second version of the day, made by a sync program",
            (false, None) => {
                "is a second version of what was learned about you, made by a sync program"
            }
        };
        add("conflict", path.display().to_string(), says.into(), true);
    }
    // what is to be approved first is not read behind the person's back
    let waiting = notes::waiting(context.checkpoints()?);
    for finding in &health.findings {
        let path = finding.path.clone();
        match &finding.ailment {
            Ailment::DamagedParse(reason) => {
                let says = format!("is damaged ({reason}); the notes themselves are whole");
                add("damaged_reading", path, says, true);
            }
            Ailment::NewerForm => {
                let says = "was written by a newer version of the program".to_owned();
                add("newer_form", path, says, false);
            }
            Ailment::Unreadable(reason) => {
                let says = format!("cannot be read ({reason}); everything else goes on working");
                add("unreadable", path, says, false);
            }
            Ailment::Broken(count) => {
                let says = match count {
                    1 => "a line that the program wrote was damaged: a correction, an undo or a \
                          move does not count"
                        .to_owned(),
                    _ => format!(
                        "{count} lines that the program wrote were damaged: corrections, undos or \
                         moves do not count"
                    ),
                };
                add("broken_section", path, says, false);
            }
            Ailment::NotText => {
                let says =
                    "is not UTF-8 text; open it in an editor and save it as UTF-8".to_owned();
                add("not_text", path, says, false);
            }
            Ailment::Unread(count) => {
                let day = day_in(&path);
                let of_day = waiting
                    .iter()
                    .filter(|id| day.is_some() && day_of(id) == day);
                match count.saturating_sub(of_day.count()) {
                    0 => {}
                    1 => add("unread", path, "a note is not read yet".into(), true),
                    left => add(
                        "unread",
                        path,
                        format!("{left} notes are not read yet"),
                        true,
                    ),
                }
            }
            Ailment::InterruptedWrite => {
                add(
                    "interrupted_write",
                    path,
                    "a write was interrupted".into(),
                    true,
                );
            }
            Ailment::Leftover => {
                add(
                    "leftover",
                    path,
                    "is left over from an interrupted write".into(),
                    true,
                );
            }
            _ => add("other", path, "wants care".into(), false),
        }
    }
    for (run, _) in super::resume::unfinished(context)? {
        let says = format!(
            "text that was cut off before it was read; `{} resume {run}` goes on",
            context.app.name
        );
        add("cut_off", run.to_string(), says, false);
    }
    for waiting in context.checkpoints()?.list()? {
        if let Err(error) = waiting.run {
            let error = CliError::from(error);
            let says = format!("{}; {}", error.in_one_line(), error.advice());
            add("damaged_session", "sessions".into(), says, false);
        }
    }
    let known = context.domains();
    for problem in known.problems() {
        add("domain", "domains".into(), problem.to_string(), false);
    }
    if let Err(error) = targets::read(context) {
        let says = format!("{}; {}", error.in_one_line(), error.advice());
        add("targets", targets::FILE.into(), says, false);
    }
    for warning in &context.settings.warnings {
        add("config", "config".into(), warning.clone(), false);
    }
    Ok(troubles)
}

fn mend(context: &Context<'_>, ui: &Ui) -> Result<Vec<String>, CliError> {
    let store = context.files()?;
    let mut mended = Vec::new();
    for conflict in store.conflicts()? {
        let merged = store.merge(&conflict)?;
        let (of_what, part) = match conflict.date {
            Some(date) => (date.to_string(), "note"),
            None => ("what was learned about you".to_owned(), "line"),
        };
        mended.push(format!(
            "{of_what}: {} brought in, {} there already; the copy is kept in merged/",
            of(merged.added, part),
            merged.known
        ));
    }
    store.clear_leftovers()?;
    let read = read_unread(context, ui, store)?;
    if read > 0 {
        mended.push(format!("{} read again", of(read, "note")));
    }
    Ok(mended)
}

/// Reads every note that is not read yet, and says how many there were.
fn read_unread(context: &Context<'_>, ui: &Ui, store: &FileStore) -> Result<usize, CliError> {
    let mut unread = Vec::new();
    let waiting = notes::waiting(context.checkpoints()?);
    for finding in looked_over(store, ui)?.findings {
        let Ailment::Unread(_) = finding.ailment else {
            continue;
        };
        unread.extend(day_in(&finding.path));
    }
    if unread.is_empty() {
        return Ok(0);
    }
    let reader = Reader::new(context)?;
    let bar = work::counted(ui, unread.len());
    let mut read = 0;
    for date in unread {
        bar.set_message(work::said("reading days again", reader.tokens()));
        let day = DateRange::day(date);
        let sections = store.sections(&day)?;
        let mut entries = store.entries_by_date_range(&day)?;
        entries.retain(|entry| entry.parsed.is_none() && !waiting.contains(&entry.id));
        for entry in entries {
            let parsed = read_again(&reader, &entry, &sections)?;
            store.save_parse(&entry.id, &parsed)?;
            read += 1;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(read)
}

/// The day in the name of a file.
fn day_in(path: &str) -> Option<NaiveDate> {
    path.rsplit('/').next()?.get(..10)?.parse().ok()
}

/// What the words of an entry mean, with its corrections.
fn read_again(reader: &Reader<'_>, entry: &Entry, sections: &[Entry]) -> Result<Parsed, CliError> {
    let to_read = ToRead {
        text: &entry.raw,
        written: entry.date,
        time: entry.time.unwrap_or_default(),
        recent: Vec::new(),
    };
    let parsed = reader.read(to_read)?.parsed;
    Ok(amendments::amended(parsed, sections, &entry.id))
}

fn of(count: usize, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

fn size(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "shown to one decimal")]
    let bytes_f = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes_f / 1e3),
        _ => format!("{:.1} MB", bytes_f / 1e6),
    }
}
