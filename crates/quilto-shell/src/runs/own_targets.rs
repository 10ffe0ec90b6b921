//! Targets of the person's own: set in words, listed with what their days have come to, taken away.

use chrono::NaiveDate;
use quilto::engine::builtin::targets::{self, Target, TargetError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::context::targets::{read, so_far, write};
use crate::error::CliError;

/// Names of what can have a target that an error shows.
const SOME: usize = 6;

/// What a day, a week or a month should come to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TargetObject {
    pub domain: String,
    pub measure: String,
    pub value: f64,
    pub unit: Option<String>,
    /// `day`, `week` or `month`.
    pub span: &'static str,
}

impl From<&Target> for TargetObject {
    fn from(target: &Target) -> Self {
        Self {
            domain: target.domain.clone(),
            measure: target.measure.clone(),
            value: target.value,
            unit: target.unit.clone(),
            span: target.span.as_str(),
        }
    }
}

/// A target, and what the days around one have come to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TargetProgress {
    #[serde(flatten)]
    pub target: TargetObject,
    /// What its day, week or month has come to.
    pub now: f64,
}

/// A target that is none any more.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TargetRemoved {
    /// The measure it was for.
    pub removed: String,
}

/// All targets, and how far each is on a day.
pub fn on(context: &Context<'_>, day: NaiveDate) -> Result<Vec<TargetProgress>, CliError> {
    let targets = read(context)?;
    let with_progress = |target: &Target| {
        let now = so_far(context, target, day)?
            .as_ref()
            .and_then(|fact| fact.number());
        Ok(TargetProgress {
            target: TargetObject::from(target),
            now: now.unwrap_or(0.0),
        })
    };
    targets.iter().map(with_progress).collect()
}

/// Sets the target that words name; it takes the place of one of the same measure.
pub fn give(context: &Context<'_>, words: &str) -> Result<Target, CliError> {
    let mut kept = read(context)?;
    let target = targets::read(words, &context.domains().all());
    let target = target.map_err(|error| unknown(context, &error))?;
    kept.retain(|other| other.domain != target.domain || other.measure != target.measure);
    kept.push(target.clone());
    write(context, &kept)?;
    Ok(target)
}

/// Takes the target of what words name away; `None` if there is none.
pub fn take(context: &Context<'_>, words: &str) -> Result<Result<TargetRemoved, String>, CliError> {
    let mut kept = read(context)?;
    let named = targets::named(words, &context.domains().all());
    let (domain, measure) = named.map_err(|error| {
        CliError::usage(error.to_string()).hint("`target` lists those that are set")
    })?;
    let before = kept.len();
    kept.retain(|target| target.domain != domain || target.measure != measure);
    if kept.len() == before {
        return Ok(Err(measure));
    }
    write(context, &kept)?;
    Ok(Ok(TargetRemoved { removed: measure }))
}

/// Some of what can have a target.
pub fn possible(context: &Context<'_>) -> String {
    let all = context.domains().all();
    let names = targets::possible(&all.modules).into_iter();
    let names: Vec<String> = names.map(|(_, measure)| measure).take(SOME).collect();
    format!("{}, …", names.join(", "))
}

fn unknown(context: &Context<'_>, error: &TargetError) -> CliError {
    let failure = CliError::usage(error.to_string());
    match error {
        TargetError::NoAmount { measure, unit, .. } => {
            let unit = unit.as_deref().map(|unit| format!(" {unit}"));
            let unit = unit.unwrap_or_default();
            let app = context.app.name;
            failure.hint(format!("say how much: {app} target {measure} 100{unit}"))
        }
        TargetError::Dated(_) | TargetError::OfYear(_) | TargetError::Unread { .. } => {
            failure.hint("say what a day, a week or a month should come to: 40 km a week")
        }
        _ => failure.hint(format!("there can be one of {}", possible(context))),
    }
}
