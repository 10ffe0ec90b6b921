//! `target NAME AMOUNT`: what a day, a week or a month should come to. Kept as lines a person can edit, in the home.

use clap::Args;
use quilto::engine::builtin::targets::{self, Target};
use quilto::facts;

use crate::context::Context;
use crate::context::targets::read;
use crate::error::{CliError, Exit};
use crate::runs::own_targets::{self, TargetObject};
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
    if words.trim().is_empty() {
        if args.remove {
            return Err(CliError::usage("which target?").hint("name it; `target` lists them"));
        }
        return list(context, ui, &read(context)?);
    }
    if args.remove {
        let removed = own_targets::take(context, &words)?.map_err(|measure| {
            CliError::usage(format!("there is no target for {measure}")).hint("`target` lists them")
        })?;
        if context.json {
            ui.json(&removed)?;
        } else {
            ui.line(&format!("Removed: {}", removed.removed))?;
        }
        return Ok(Exit::Done);
    }
    let target = own_targets::give(context, &words)?;
    if context.json {
        ui.json(&TargetObject::from(&target))?;
    } else {
        ui.line(&format!("Target: {}", said(context, &target)))?;
    }
    Ok(Exit::Done)
}

fn list(context: &Context<'_>, ui: &mut Ui, targets: &[Target]) -> Result<Exit, CliError> {
    for target in targets {
        if context.json {
            ui.json(&TargetObject::from(target))?;
        } else {
            ui.line(&said(context, target))?;
        }
    }
    if targets.is_empty() && !context.json {
        let name = context.app.name;
        let possible = own_targets::possible(context);
        ui.remark(&format!(
            "No targets yet. Set one with `{name} target WHAT AMOUNT`; there can be one of {possible}"
        ));
    }
    Ok(Exit::Done)
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
