//! Asking whether a value far beyond the person's own history is right, once the note is safe.

use quilto::agents::CorrectionDelta;
use quilto::engine::builtin::{Outlier, outliers, settle};
use quilto::machine::apply_delta;
use quilto::model::{Entry, EntryKind, Parsed};
use quilto::storage::LogStore;
use serde_json::Value;

use super::{amend, prompt};
use crate::context::Context;
use crate::context::engine::RECENT;
use crate::error::CliError;
use crate::output::changes;
use crate::output::format::{number, stopwatch};
use crate::output::note_echo::{self, Style};
use crate::output::words::says_yes;
use crate::ui::{QUIET, Ui};

/// What a person says of a value.
enum Verdict {
    Right,
    Instead(Vec<CorrectionDelta>),
}

/// Asks of each value far beyond the best before whether it is right; what the person says is written
/// beside the note, so that reading it again gives the same. Enter leaves it open.
pub fn ask(
    context: &Context<'_>,
    ui: &mut Ui,
    entry: &Entry,
    style: &Style<'_>,
) -> Result<(), CliError> {
    let Some(parsed) = entry.parsed.clone().filter(is_doubtful) else {
        return Ok(());
    };
    if context.json || !context.may_ask() {
        return Ok(());
    }
    let mut parsed = parsed;
    // the note itself stands among the newest
    let mut earlier = context.notes()?.recent(context.moment.today, RECENT + 1)?;
    earlier.retain(|before| before.id != entry.id);
    for outlier in outliers(&context.domains().all(), &parsed.domain_data, &earlier) {
        if !parsed.uncertain_fields.contains(&outlier.path) {
            continue;
        }
        // who goes away leaves all of them open
        let Some(said) = said(context, ui, &parsed, &outlier, style) else {
            return Ok(());
        };
        let Some((words, verdict)) = said else {
            continue;
        };
        parsed = keep(context, entry, parsed, &outlier, words, &verdict)?;
        match verdict {
            Verdict::Right => {
                let kept = &style.words().kept;
                ui.remark(&format!("  {QUIET}{kept}{QUIET:#}"));
            }
            Verdict::Instead(delta) => {
                let before = entry.parsed.clone().unwrap_or_default();
                let before = Value::from(before.domain_data);
                for change in changes::lines(&before, &delta, style) {
                    ui.line(&format!("  {change}"))?;
                }
            }
        }
    }
    Ok(())
}

fn is_doubtful(parsed: &Parsed) -> bool {
    !parsed.uncertain_fields.is_empty()
}

/// What the person says, in words and as it is meant; asks until it can be understood. Nothing
/// within for Enter, nothing at all if they went away.
fn said(
    context: &Context<'_>,
    ui: &mut Ui,
    parsed: &Parsed,
    outlier: &Outlier,
    style: &Style<'_>,
) -> Option<Option<(String, Verdict)>> {
    let words = style.words();
    let amount = |value: f64| match &*outlier.unit {
        "s" => stopwatch(value),
        unit => format!("{} {unit}", number(value)).trim_end().to_owned(),
    };
    let place = note_echo::place(parsed, &outlier.path, style);
    let place = place.split(" = ").next().unwrap_or_default();
    let holes = [
        ("what", &*format!("{place} {}", amount(outlier.value))),
        ("best", &*amount(outlier.best)),
    ];
    ui.ask(&format!("  {}", words.far_beyond.fill(&holes)));
    loop {
        let Some(said) = prompt::line(context, ui, words, &words.is_it_right).ok()? else {
            return Some(None);
        };
        if says_yes(&said) {
            return Some(Some((said, Verdict::Right)));
        }
        if let Some(delta) = outlier.corrected(&said) {
            return Some(Some((said, Verdict::Instead(delta))));
        }
    }
}

/// Writes what was said, and gives the reading as it is then.
fn keep(
    context: &Context<'_>,
    entry: &Entry,
    parsed: Parsed,
    outlier: &Outlier,
    raw: String,
    verdict: &Verdict,
) -> Result<Parsed, CliError> {
    let (kind, delta) = match verdict {
        Verdict::Right => (EntryKind::Confirmed, outlier.confirmed()),
        Verdict::Instead(delta) => (EntryKind::Correction, delta.clone()),
    };
    let mut now = apply_delta(&parsed, &delta)?;
    settle(&mut now, std::slice::from_ref(outlier));
    amend::write(context, entry, kind, raw, &delta, &now)?;
    Ok(now)
}
