//! `target NAME AMOUNT`: what a day, a week or a month should come to. Kept as lines a person can edit, in the home.

use clap::Args;
use quilto::engine::builtin::targets::{self, Target, TargetError};
use quilto::facts;
use serde_json::json;

use crate::context::Context;
use crate::context::targets::{read, write};
use crate::error::{CliError, Exit};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct TargetArgs {
    /// What, and how much of it a day, a week or a month (pages 40 per week); without words all targets
    /// are listed
    #[arg(value_name = "TARGET")]
    words: Vec<String>,

    /// Remove the target of what is named
    #[arg(long)]
    remove: bool,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &TargetArgs) -> Result<Exit, CliError> {
    let words = args.words.join(" ");
    let mut targets = read(context)?;
    if words.trim().is_empty() {
        if args.remove {
            return Err(CliError::usage("which target?").hint("name it; `target` lists them"));
        }
        return list(context, ui, &targets);
    }
    let all = context.domains().all();
    if args.remove {
        let (domain, measure) = targets::named(&words, &all).map_err(|error| {
            CliError::usage(error.to_string()).hint("`target` lists those that are set")
        })?;
        let before = targets.len();
        targets.retain(|target| target.domain != domain || target.measure != measure);
        if targets.len() == before {
            return Err(CliError::usage(format!("there is no target for {measure}"))
                .hint("`target` lists them"));
        }
        write(context, &targets)?;
        if context.json {
            ui.json(&json!({"removed": measure}))?;
        } else {
            ui.line(&format!("Removed: {measure}"))?;
        }
        return Ok(Exit::Done);
    }
    let target = targets::read(&words, &all).map_err(|e| unknown(context, &e))?;
    targets.retain(|other| other.domain != target.domain || other.measure != target.measure);
    targets.push(target.clone());
    write(context, &targets)?;
    if context.json {
        ui.json(&as_json(&target))?;
    } else {
        ui.line(&format!("Target: {}", said(context, &target)))?;
    }
    Ok(Exit::Done)
}

fn list(context: &Context<'_>, ui: &mut Ui, targets: &[Target]) -> Result<Exit, CliError> {
    for target in targets {
        if context.json {
            ui.json(&as_json(target))?;
        } else {
            ui.line(&said(context, target))?;
        }
    }
    if targets.is_empty() && !context.json {
        let name = context.app.name;
        let possible = possible(context);
        ui.remark(&format!(
            "No targets yet. Set one with `{name} target WHAT AMOUNT`; there can be one of {possible}"
        ));
    }
    Ok(Exit::Done)
}

/// Some of what can have a target.
fn possible(context: &Context<'_>) -> String {
    const SOME: usize = 6;
    let all = context.domains().all();
    let names: Vec<String> = targets::possible(&all.modules)
        .into_iter()
        .map(|(_, measure)| measure)
        .take(SOME)
        .collect();
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

fn as_json(target: &Target) -> serde_json::Value {
    json!({
        "domain": target.domain,
        "measure": target.measure,
        "value": target.value,
        "unit": target.unit,
        "span": target.span.as_str(),
    })
}

/// `pages 40 a week`
fn said(context: &Context<'_>, target: &Target) -> String {
    let amount = facts::format::quantity(target.value, target.unit.as_deref());
    let amount = format!("{amount} a {}", target.span.as_str());
    // an amount that names its unit after the measure says it once
    match target.unit.as_deref() == Some(&*target.measure) {
        true => amount,
        false => {
            let name = targets::name_of(target, &context.domains().all());
            format!("{name} {amount}")
        }
    }
}
