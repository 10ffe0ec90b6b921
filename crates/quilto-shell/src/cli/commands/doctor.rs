//! `doctor`: is the home well? And mending what can be mended without asking.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use clap::Args;
use quilto::checkpoint::Waiting;
use quilto::model::{DateRange, Entry, EntryId, Language, Parsed};
use quilto::storage::{FileStore, Finding, Health, HealthIssue, LogStore, day_of};
use serde_json::{Value, json};

use crate::context::engine::{Reader, ToRead};
use crate::context::{Context, amendments, notes, targets};
use crate::error::{CliError, Exit};
use crate::locale;
use crate::output::doctor_words::{Care, Counted, DoctorWords};
use crate::runs::work;
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
    care: Care,
    /// Whether `--fix` mends it.
    mendable: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &DoctorArgs) -> Result<Exit, CliError> {
    let words = DoctorWords::of(match context.json {
        true => Language::English,
        false => locale::language(),
    });
    let mut mended = Vec::new();
    if args.fix {
        mended = mend(context, ui, words)?;
    }
    let store = context.files()?;
    let found = HomeReport {
        health: looked_over(store, ui)?,
        waiting: context.checkpoints()?.list()?,
        mended,
    };
    let troubles = troubles(context, &found.health)?;
    context.warn_of_store(ui, &**store);
    let well = troubles.is_empty();
    if context.json {
        ui.json(&as_json(context, words, &found, &troubles)?)?;
    } else {
        tell(context, ui, words, &found, &troubles)?;
    }
    Ok(if well { Exit::Done } else { Exit::Failed })
}

/// What there is to tell besides troubles.
struct HomeReport {
    health: Health,
    waiting: Vec<Waiting>,
    mended: Vec<String>,
}

fn as_json(
    context: &Context<'_>,
    words: &DoctorWords,
    found: &HomeReport,
    troubles: &[Trouble],
) -> Result<Value, CliError> {
    let health = &found.health;
    let shown = troubles.iter().map(|trouble| {
        let says = words.says(&trouble.care);
        json!({"kind": trouble.kind, "path": trouble.path, "says": says, "mendable": trouble.mendable})
    });
    let waiting = found.waiting.iter();
    Ok(json!({
        "home": context.home()?,
        "state": context.places()?.state,
        "well": troubles.is_empty(),
        "days": health.days,
        "sections": health.sections,
        "raw_bytes": health.raw_bytes,
        "parsed_bytes": health.parsed_bytes,
        "waiting": waiting
            .map(|run| json!({"session_id": run.id, "bytes": run.bytes}))
            .collect::<Vec<_>>(),
        "set_aside": health.set_aside,
        "mended": found.mended,
        "troubles": shown.collect::<Vec<_>>(),
    }))
}

fn tell(
    context: &Context<'_>,
    ui: &mut Ui,
    words: &DoctorWords,
    found: &HomeReport,
    troubles: &[Trouble],
) -> Result<(), CliError> {
    let health = &found.health;
    ui.line(&format!("{}{}", words.home, context.home()?.display()))?;
    let holes = [
        ("sections", &*words.count(Counted::Section, health.sections)),
        ("days", &*words.count(Counted::Day, health.days)),
        ("size", &*size(health.raw_bytes)),
    ];
    ui.line(&format!("{}{}", words.notes, words.notes_are.fill(&holes)))?;
    ui.line(&format!("{}{}", words.readings, size(health.parsed_bytes)))?;
    if !found.waiting.is_empty() {
        let bytes = found.waiting.iter().map(|run| run.bytes).sum();
        let holes = [
            ("runs", &*words.count(Counted::Run, found.waiting.len())),
            ("size", &*size(bytes)),
            ("place", &*context.places()?.state.display().to_string()),
        ];
        ui.line(&format!(
            "{}{}",
            words.waiting,
            words.waiting_are.fill(&holes)
        ))?;
        for run in &found.waiting {
            let typed = run.run.as_ref().map(|run| excerpt(&run.input().text, 50));
            let (id, typed) = (&run.id, typed.unwrap_or_default());
            ui.line(&format!("  {QUIET}{id}  {typed}{QUIET:#}"))?;
        }
    }
    for line in &found.mended {
        ui.line(&format!("{}{line}", words.mended))?;
    }
    for path in &health.set_aside {
        let line = words.set_aside.fill(&[("path", path)]);
        ui.line(&format!("{QUIET}{}{line}{QUIET:#}", words.aside))?;
    }
    for kind in troubles.chunk_by(|left, right| left.kind == right.kind) {
        let (shown, rest) = kind.split_at(kind.len().min(LISTED));
        for trouble in shown {
            let says = words.says(&trouble.care);
            ui.line(&format!("{}{}: {says}", words.care, trouble.path))?;
        }
        if !rest.is_empty() {
            let more = words.more.fill(&[("n", &rest.len().to_string())]);
            ui.line(&format!("{}{more}", words.care))?;
        }
    }
    if troubles.is_empty() {
        ui.line(&words.well)?;
    } else if troubles.iter().any(|trouble| trouble.mendable) {
        ui.hint(&words.hint);
    }
    Ok(())
}

/// Looks the days over while a bar shows how far it is.
fn looked_over(store: &FileStore, ui: &Ui) -> Result<Health, CliError> {
    let bar = work::counted(ui.shows_progress(), 0);
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
    let mut add = |kind, path: String, care, mendable| {
        troubles.push(Trouble {
            kind,
            path,
            care,
            mendable,
        });
    };
    for conflict in store.conflicts()? {
        let path = conflict
            .path
            .strip_prefix(store.home())
            .unwrap_or(&conflict.path);
        let care = match (conflict.marked, conflict.date) {
            (true, _) => Care::HalfMerged,
            (false, Some(_)) => Care::SecondVersion,
            (false, None) => Care::SecondContext,
        };
        add("conflict", path.display().to_string(), care, true);
    }
    // what is to be approved first is not read behind the person's back
    let waiting = notes::waiting(context.checkpoints()?);
    for finding in &health.findings {
        if let Some((kind, care, mendable)) = of_finding(finding, &waiting) {
            add(kind, finding.path.clone(), care, mendable);
        }
    }
    for (run, _) in super::resume::unfinished(context)? {
        let care = Care::CutOff(format!("{} resume {run}", context.app.name));
        add("cut_off", run.to_string(), care, false);
    }
    let told = |error: CliError| {
        let (error, advice) = (error.in_one_line(), error.advice());
        Care::Error(format!("{error}; {advice}"))
    };
    for waiting in context.checkpoints()?.list()? {
        if let Err(error) = waiting.run {
            add(
                "damaged_session",
                "sessions".into(),
                told(error.into()),
                false,
            );
        }
    }
    for problem in context.domains().problems() {
        let care = Care::Error(problem.to_string());
        add("domain", "domains".into(), care, false);
    }
    if let Err(error) = targets::read(context) {
        add("targets", targets::FILE.into(), told(error), false);
    }
    for warning in &context.settings.warnings {
        let care = Care::Error(warning.clone());
        add("config", "config".into(), care, false);
    }
    Ok(troubles)
}

/// What is the matter with a file: its kind, what to tell, and whether it can be mended.
fn of_finding(
    finding: &Finding,
    waiting: &BTreeSet<EntryId>,
) -> Option<(&'static str, Care, bool)> {
    Some(match &finding.issue {
        HealthIssue::DamagedParse(why) => (
            "damaged_reading",
            Care::DamagedReading(why.to_string()),
            true,
        ),
        HealthIssue::NewerForm => ("newer_form", Care::NewerForm, false),
        HealthIssue::Unreadable(why) => ("unreadable", Care::Unreadable(why.to_string()), false),
        HealthIssue::Broken(count) => ("broken_section", Care::Broken(*count), false),
        HealthIssue::NotText => ("not_text", Care::NotText, false),
        HealthIssue::Unread(count) => {
            let day = day_in(&finding.path);
            let of_day = waiting.iter();
            let of_day = of_day.filter(|id| day.is_some() && day_of(id) == day);
            match count.saturating_sub(of_day.count()) {
                0 => return None,
                left => ("unread", Care::Unread(left), true),
            }
        }
        HealthIssue::InterruptedWrite => ("interrupted_write", Care::InterruptedWrite, true),
        HealthIssue::Leftover => ("leftover", Care::Leftover, true),
        _ => ("other", Care::Other, false),
    })
}

fn mend(context: &Context<'_>, ui: &Ui, words: &DoctorWords) -> Result<Vec<String>, CliError> {
    let store = context.files()?;
    let mut mended = Vec::new();
    for conflict in store.conflicts()? {
        let merged = store.merge(&conflict)?;
        let (what, part) = match conflict.date {
            Some(date) => (date.to_string(), Counted::Note),
            None => (words.learned.to_owned(), Counted::Line),
        };
        let holes = [
            ("what", &*what),
            ("added", &*words.count(part, merged.added)),
            ("known", &*merged.known.to_string()),
        ];
        mended.push(words.merged.fill(&holes));
    }
    store.clear_leftovers()?;
    let read = read_unread(context, ui, store)?;
    if read > 0 {
        let notes = words.count(Counted::Note, read);
        mended.push(words.read_again.fill(&[("notes", &notes)]));
    }
    Ok(mended)
}

/// Reads every note that is not read yet, and says how many there were.
fn read_unread(context: &Context<'_>, ui: &Ui, store: &FileStore) -> Result<usize, CliError> {
    let mut unread = Vec::new();
    let waiting = notes::waiting(context.checkpoints()?);
    for finding in looked_over(store, ui)?.findings {
        let HealthIssue::Unread(_) = finding.issue else {
            continue;
        };
        unread.extend(day_in(&finding.path));
    }
    if unread.is_empty() {
        return Ok(0);
    }
    let reader = Reader::new(context)?;
    let bar = work::counted(ui.shows_progress(), unread.len());
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

fn size(bytes: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "shown to one decimal")]
    let bytes_f = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes_f / 1e3),
        _ => format!("{:.1} MB", bytes_f / 1e6),
    }
}
