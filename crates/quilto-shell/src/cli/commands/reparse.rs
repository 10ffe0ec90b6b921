//! `reparse`: notes read again after the vocabulary has grown; what would change is shown first.

use clap::Args;
use quilto::model::{Entry, Parsed};
use serde_json::{Value, json};

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::locale;
use crate::output::note_echo;
use crate::output::words::Words;
use crate::runs::prompt;
use crate::runs::reread::{self, Change, Differences};
use crate::ui::{DOUBT, QUIET, SUBJECT, Ui, excerpt};

#[derive(Debug, Args)]
pub struct ReparseArgs {
    #[command(flatten)]
    days: dates::DaysArgs,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ReparseArgs) -> Result<Exit, CliError> {
    let named = args.days.range(context.moment.today)?;
    let days = |entry: &Entry| {
        named
            .as_ref()
            .is_none_or(|days| days.start <= entry.date && entry.date <= days.end)
    };
    let found = reread::find(context, ui.shows_progress(), &days)?;
    let store = context.store()?;
    context.warn_of_store(ui, &*store);
    context.warn_of_domains(ui);
    if !context.json {
        for change in &found.changes {
            for line in difference(change, &context.style_of(ui, &change.entry)) {
                ui.line(&line)?;
            }
        }
        for entry in &found.kept {
            let day = note_echo::day(entry.date, entry.time);
            ui.remark(&format!(
                "{day}  {}: kept as it was corrected",
                excerpt(&entry.raw, 40)
            ));
        }
    }
    let write = !found.changes.is_empty() && wanted(context, ui, &found);
    if write {
        found.save(&*store)?;
    }
    if context.json {
        for change in &found.changes {
            ui.json(&object(change, write))?;
        }
    } else {
        ui.line(&sum(&found, write))?;
    }
    Ok(Exit::Done)
}

fn wanted(context: &Context<'_>, ui: &mut Ui, found: &Differences) -> bool {
    if context.yes {
        return true;
    }
    if !context.may_ask() {
        ui.remark("Nothing is changed without your word: --yes takes it all.");
        return false;
    }
    let words = Words::of(locale::language());
    let question = words.read_this_way.of(found.changes.len());
    prompt::confirmed(context, ui, &question)
}

fn counted(notes: usize) -> String {
    match notes {
        1 => "1 note".into(),
        notes => format!("{notes} notes"),
    }
}

/// The note, and the lines of what was understood that go and come.
fn difference(change: &Change, style: &note_echo::Style<'_>) -> Vec<String> {
    let lines = |parsed: &Parsed| {
        let mut lines = note_echo::lines(&note_echo::items(parsed, style), "", style);
        lines.extend(parsed.tags.iter().cloned());
        lines
    };
    let old = change.entry.parsed.as_ref().map_or_else(Vec::new, &lines);
    let new = lines(&change.parsed);
    let day = note_echo::day(change.entry.date, change.entry.time);
    let mut shown = vec![format!("{day}  {}", excerpt(&change.entry.raw, 50))];
    let plain = |line: &String| crate::ui::plain(line);
    let differing = |these: &[String], those: &[String]| -> Vec<String> {
        let those: Vec<String> = those.iter().map(plain).collect();
        let of_these = these.iter().map(plain);
        of_these.filter(|line| !those.contains(line)).collect()
    };
    for line in differing(&old, &new) {
        shown.push(format!("  {DOUBT}- {line}{DOUBT:#}"));
    }
    for line in differing(&new, &old) {
        shown.push(format!("  {SUBJECT}+ {line}{SUBJECT:#}"));
    }
    if shown.len() == 1 {
        shown.push(format!(
            "  {QUIET}small things that are not shown here{QUIET:#}"
        ));
    }
    shown
}

fn object(change: &Change, written: bool) -> Value {
    json!({
        "entry_id": change.entry.id,
        "date": change.entry.date,
        "text": change.entry.raw,
        "before": change.entry.parsed.as_ref().map(|parsed| &*parsed.domain_data),
        "after": change.parsed.domain_data,
        "written": written,
    })
}

fn sum(found: &Differences, written: bool) -> String {
    let read = counted(found.read);
    let mut sum = match (found.changes.len(), written) {
        (0, _) => format!("{read} read again, nothing is different."),
        (1, true) => format!("{read} read again, 1 changed."),
        (1, false) => format!("{read} read again, 1 would change."),
        (count, true) => format!("{read} read again, {count} changed."),
        (count, false) => format!("{read} read again, {count} would change."),
    };
    if found.others > 0 {
        let stay = match found.others {
            1 => "stays as it is",
            _ => "stay as they are",
        };
        let others = counted(found.others);
        sum.push_str(&format!(" {others} from another app or a model {stay}."));
    }
    sum
}
