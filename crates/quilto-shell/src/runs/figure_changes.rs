//! The figures of a note as they can be changed one by one, and their change: a correction whose words
//! are the figures before and after.

use std::sync::Arc;

use quilto::agents::{AgentContext, CorrectionDelta};
use quilto::engine::builtin::figures::{self, FigureError};
use quilto::machine::apply_delta;
use quilto::model::{Entry, EntryId, EntryKind};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{amend, last_session};
use crate::context::Context;
use crate::error::CliError;
use crate::output::changes;
use crate::output::format::{number, stopwatch};
use crate::output::note_echo::Style;

/// A figure of a note.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FigureObject {
    /// Where it stands; the first place, where rows of one thing hold the same.
    pub path: String,
    /// What it is of, where that has a name.
    pub subject: Option<String>,
    /// What people call it.
    pub name: String,
    /// As it can be typed.
    pub value: String,
    pub unit: Option<String>,
}

/// A correction that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Corrected {
    /// The entry whose figures are others now.
    pub corrected: EntryId,
    /// The section that says so; undoing it brings the figures of before again.
    pub entry_id: EntryId,
    pub delta: Vec<CorrectionDelta>,
    /// The entry as it was.
    #[serde(skip)]
    pub before: Entry,
}

/// Why figures were not changed.
#[derive(Debug)]
pub enum FigureChangeError {
    /// The entry has no such figure.
    NoFigure(String),
    /// It is no value of its kind.
    NoValue(String),
    /// All of them are what they were.
    Same,
    /// Something failed.
    Failed(CliError),
}

impl<E: Into<CliError>> From<E> for FigureChangeError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The figures of an entry, in their order.
pub fn of_entry(entry: &Entry, style: &Style<'_>) -> Vec<FigureObject> {
    let Some(parsed) = &entry.parsed else {
        return Vec::new();
    };
    let data = Value::from(parsed.domain_data.clone());
    let all = figures::figures(parsed).into_iter();
    let object = |figure: figures::Figure| {
        let is_time = figure.unit.as_deref() == Some("s");
        FigureObject {
            name: changes::place_of(&data, &figure.paths, style),
            value: match is_time {
                true => stopwatch(figure.value),
                false => number(figure.value).replace(',', ""),
            },
            unit: figure.unit.filter(|_| !is_time),
            subject: figure.subject,
            path: figure.paths.into_iter().next().unwrap_or_default(),
        }
    };
    all.map(object).collect()
}

/// Puts other figures in place of some; each is named by its path, and what is the same stays.
pub fn change(
    context: &Context<'_>,
    entry: Entry,
    wanted: &[(String, String)],
) -> Result<Corrected, FigureChangeError> {
    let parsed = entry.parsed.clone().unwrap_or_default();
    let shown = of_entry(&entry, &context.style_within(None, Default::default()));
    let world = world(context);
    let mut delta = Vec::new();
    let mut words = Vec::new();
    for (path, typed) in wanted {
        let known = shown.iter().find(|figure| figure.path == *path);
        let Some(known) = known else {
            return Err(FigureChangeError::NoFigure(path.clone()));
        };
        // what was left as it was shown may be more exact than that
        if typed.trim() == known.value {
            continue;
        }
        let changed = figures::changed(&world, &parsed, path, typed).map_err(|not| match not {
            FigureError::NotThere => FigureChangeError::NoFigure(path.clone()),
            FigureError::NotOne => FigureChangeError::NoValue(typed.clone()),
        })?;
        if !changed.is_empty() {
            words.push(format!("{} → {}", known.value, typed.trim()));
            delta.extend(changed);
        }
    }
    if delta.is_empty() {
        return Err(FigureChangeError::Same);
    }
    let now = apply_delta(&parsed, &delta)?;
    let words = words.join(", ");
    let section = amend::write(context, &entry, EntryKind::Correction, words, &delta, &now)?;
    let section = section.ok_or(FigureChangeError::Same)?;
    last_session::wrote(context, &section.id);
    Ok(Corrected {
        corrected: entry.id.clone(),
        entry_id: section.id,
        delta,
        before: entry,
    })
}

fn world(context: &Context<'_>) -> AgentContext {
    AgentContext {
        domains: Arc::new(context.domains().all()),
        now: context.moment.now,
        today: context.moment.today,
        units: context.units().clone(),
        response_style: context.settings.settings.response_style,
        meter: Default::default(),
    }
}
