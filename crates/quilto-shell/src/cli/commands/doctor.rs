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
use crate::output::doctor_words::{CountedItem, DoctorWords, IssueCause};
use crate::runs::spinner;
use crate::ui::{QUIET, Ui, excerpt};

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Mend what can be mended: merge copies of sync programs, read unread notes again, clear up
    #[arg(long)]
    fix: bool,
}

/// Issues of one kind that are told one by one; `--json` tells all.
const LISTED: usize = 12;

/// Something to tell.
struct DoctorIssue {
    kind: &'static str,
    path: String,
    cause: IssueCause,
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
    let issues = issues(context, &found.health)?;
    context.warn_of_store(ui, &**store);
    let well = issues.is_empty();
    if context.json {
        ui.json(&as_json(context, words, &found, &issues)?)?;
    } else {
        tell(context, ui, words, &found, &issues)?;
    }
    Ok(if well { Exit::Done } else { Exit::Failed })
}

/// What there is to tell besides issues.
struct HomeReport {
    health: Health,
    waiting: Vec<Waiting>,
    mended: Vec<String>,
}

fn as_json(
    context: &Context<'_>,
    words: &DoctorWords,
    found: &HomeReport,
    issues: &[DoctorIssue],
) -> Result<Value, CliError> {
    let health = &found.health;
    let shown = issues.iter().map(|issue| {
        let says = words.says(&issue.cause);
        json!({"kind": issue.kind, "path": issue.path, "says": says, "mendable": issue.mendable})
    });
    let waiting = found.waiting.iter();
    Ok(json!({
        "home": context.home()?,
        "state": context.places()?.state,
        "well": issues.is_empty(),
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
    issues: &[DoctorIssue],
) -> Result<(), CliError> {
    let health = &found.health;
    ui.line(&format!("{}{}", words.home, context.home()?.display()))?;
    let holes = [
        (
            "sections",
            &*words.count(CountedItem::Section, health.sections),
        ),
        ("days", &*words.count(CountedItem::Day, health.days)),
        ("size", &*size(health.raw_bytes)),
    ];
    ui.line(&format!("{}{}", words.notes, words.notes_are.fill(&holes)))?;
    ui.line(&format!("{}{}", words.readings, size(health.parsed_bytes)))?;
    if !found.waiting.is_empty() {
        let bytes = found.waiting.iter().map(|run| run.bytes).sum();
        let holes = [
            ("runs", &*words.count(CountedItem::Run, found.waiting.len())),
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
    for kind in issues.chunk_by(|left, right| left.kind == right.kind) {
        let (shown, rest) = kind.split_at(kind.len().min(LISTED));
        for issue in shown {
            let says = words.says(&issue.cause);
            ui.line(&format!("{}{}: {says}", words.care, issue.path))?;
        }
        if !rest.is_empty() {
            let more = words.more.fill(&[("n", &rest.len().to_string())]);
            ui.line(&format!("{}{more}", words.care))?;
        }
    }
    if issues.is_empty() {
        ui.line(&words.well)?;
    } else if issues.iter().any(|issue| issue.mendable) {
        ui.hint(&words.hint);
    }
    Ok(())
}

/// Looks the days over while a bar shows how far it is.
fn looked_over(store: &FileStore, ui: &Ui) -> Result<Health, CliError> {
    let bar = spinner::counted(ui.shows_progress(), 0);
    bar.set_message("looking the days over");
    let health = store.health(|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    Ok(health?)
}

fn issues(context: &Context<'_>, health: &Health) -> Result<Vec<DoctorIssue>, CliError> {
    let store = context.files()?;
    let mut issues = Vec::new();
    let mut add = |kind, path: String, cause, mendable| {
        issues.push(DoctorIssue {
            kind,
            path,
            cause,
            mendable,
        });
    };
    for conflict in store.conflicts()? {
        let path = conflict
            .path
            .strip_prefix(store.home())
            .unwrap_or(&conflict.path);
        let cause = match (conflict.marked, conflict.date) {
            (true, _) => IssueCause::HalfMerged,
            (false, Some(_)) => IssueCause::SecondVersion,
            (false, None) => IssueCause::SecondContext,
        };
        add("conflict", path.display().to_string(), cause, true);
    }
    // what is to be approved first is not read behind the person's back
    let waiting = notes::waiting(context.checkpoints()?);
    for finding in &health.findings {
        if let Some((kind, cause, mendable)) = of_finding(finding, &waiting) {
            add(kind, finding.path.clone(), cause, mendable);
        }
    }
    for (run, _) in super::resume::unfinished(context)? {
        let cause = IssueCause::CutOff(format!("{} resume {run}", context.app.name));
        add("cut_off", run.to_string(), cause, false);
    }
    let told = |error: CliError| {
        let (error, advice) = (error.in_one_line(), error.advice());
        IssueCause::Error(format!("{error}; {advice}"))
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
        let cause = IssueCause::Error(problem.to_string());
        add("domain", "domains".into(), cause, false);
    }
    if let Err(error) = targets::read(context) {
        add("targets", targets::FILE.into(), told(error), false);
    }
    for warning in &context.settings.warnings {
        let cause = IssueCause::Error(warning.clone());
        add("config", "config".into(), cause, false);
    }
    Ok(issues)
}

/// What is the matter with a file: its kind, what to tell, and whether it can be mended.
fn of_finding(
    finding: &Finding,
    waiting: &BTreeSet<EntryId>,
) -> Option<(&'static str, IssueCause, bool)> {
    Some(match &finding.issue {
        HealthIssue::DamagedParse(why) => (
            "damaged_reading",
            IssueCause::DamagedReading(why.to_string()),
            true,
        ),
        HealthIssue::NewerForm => ("newer_form", IssueCause::NewerForm, false),
        HealthIssue::Unreadable(why) => {
            ("unreadable", IssueCause::Unreadable(why.to_string()), false)
        }
        HealthIssue::Broken(count) => ("broken_section", IssueCause::Broken(*count), false),
        HealthIssue::NotText => ("not_text", IssueCause::NotText, false),
        HealthIssue::Unread(count) => {
            let day = day_in(&finding.path);
            let of_day = waiting.iter();
            let of_day = of_day.filter(|id| day.is_some() && day_of(id) == day);
            match count.saturating_sub(of_day.count()) {
                0 => return None,
                left => ("unread", IssueCause::Unread(left), true),
            }
        }
        HealthIssue::InterruptedWrite => ("interrupted_write", IssueCause::InterruptedWrite, true),
        HealthIssue::Leftover => ("leftover", IssueCause::Leftover, true),
        _ => ("other", IssueCause::Other, false),
    })
}

fn mend(context: &Context<'_>, ui: &Ui, words: &DoctorWords) -> Result<Vec<String>, CliError> {
    let store = context.files()?;
    let mut mended = Vec::new();
    for conflict in store.conflicts()? {
        let merged = store.merge(&conflict)?;
        let (what, part) = match conflict.date {
            Some(date) => (date.to_string(), CountedItem::Note),
            None => (words.learned.to_owned(), CountedItem::Line),
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
        let notes = words.count(CountedItem::Note, read);
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
    let bar = spinner::counted(ui.shows_progress(), unread.len());
    let mut read = 0;
    for date in unread {
        bar.set_message(spinner::said("reading days again", reader.tokens()));
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
