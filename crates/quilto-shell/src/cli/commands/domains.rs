//! `domains`: what is known, and checking a folder of one's own.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use quilto::engine::builtin::examples::{self, Mismatch};
use serde_json::json;

use crate::context::Context;
use crate::context::known_domains::KnownDomains;
use crate::error::{CliError, Exit, Failure};
use crate::ui::{DOUBT, QUIET, SUBJECT, Ui, padded, width_of, wrapped};

#[derive(Debug, Args)]
pub struct DomainsArgs {
    #[command(subcommand)]
    command: Option<DomainsCommand>,
}

#[derive(Debug, Subcommand)]
enum DomainsCommand {
    /// Read a domain folder and run its examples
    Check {
        /// The folder
        dir: PathBuf,
    },
    /// Print the JSON schema of what a domain stores
    Schema {
        /// The domain
        name: String,
    },
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &DomainsArgs) -> Result<Exit, CliError> {
    match &args.command {
        None => list(context, ui),
        Some(DomainsCommand::Check { dir }) => check(context, ui, dir),
        Some(DomainsCommand::Schema { name }) => schema(context, ui, name),
    }
}

fn list(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let domains = context.domains();
    context.warn_of_domains(ui);
    let origin = |module: &quilto::domain::DomainModule| {
        let built_in = context
            .app
            .domains
            .iter()
            .any(|(name, _)| *name == module.origin());
        if built_in {
            "built in".to_owned()
        } else {
            module.origin().to_owned()
        }
    };
    let names = domains.iter().map(|m| width_of(&m.name)).max().unwrap_or(0);
    for module in domains.iter() {
        let origin = origin(module);
        if context.json {
            ui.json(&json!({
                "name": module.name,
                "description": module.description,
                "base": module.base,
                "origin": origin,
            }))?;
            continue;
        }
        let base = if module.base { ", always loaded" } else { "" };
        let name = padded(&module.name, names);
        ui.line(&format!(
            "{SUBJECT}{name}{SUBJECT:#}  {QUIET}{origin}{base}{QUIET:#}"
        ))?;
        let indent = " ".repeat(names + 2);
        let text = format!("{indent}{}", module.description.trim());
        ui.line(&wrapped(&text, ui.columns()))?;
    }
    Ok(Exit::Done)
}

fn schema(context: &Context<'_>, ui: &mut Ui, name: &str) -> Result<Exit, CliError> {
    let module = context.domain(name)?;
    let own = module.schema().cloned();
    let Some(schema) = own.or_else(|| (context.app.schema)(&module.name)) else {
        return Err(CliError::failed(format!("{name} brings no schema.json"))
            .hint("a schema.json in its folder says what it stores; it works without one"));
    };
    let text = if context.json {
        serde_json::to_string(&schema)
    } else {
        serde_json::to_string_pretty(&schema)
    };
    let text = text.map_err(|error| {
        CliError::failed("cannot write the schema")
            .cause(error)
            .hint("`domains check FOLDER` looks the folder over")
    })?;
    ui.data(|out| writeln!(out, "{text}"))?;
    Ok(Exit::Done)
}

fn check(context: &Context<'_>, ui: &mut Ui, dir: &Path) -> Result<Exit, CliError> {
    if !dir.is_dir() {
        return Err(
            CliError::usage(format!("{} is not a folder", dir.display()))
                .hint("name the folder that holds domain.yaml"),
        );
    }
    let (module, mut problems) = quilto::domain::check(dir, context.app.schema);
    let mut examples = (0, Vec::new());
    if let Some(module) = module.filter(|_| problems.is_empty()) {
        // its examples are read with the other domains beside it, as its notes will be
        let (beside, more) = KnownDomains::with_folder(context.app, dir);
        problems.extend(more);
        match examples::run(&beside.all(), &module) {
            Ok(outcome) => examples = outcome,
            Err(error) => problems.push(error),
        }
    }
    let problems: Vec<String> = problems
        .iter()
        .map(|problem| Failure::of(problem).in_one_line())
        .collect();
    let (count, mismatches) = examples;
    let exit = if problems.is_empty() && mismatches.is_empty() {
        Exit::Done
    } else {
        Exit::Failed
    };
    if context.json {
        let differ = mismatches
            .iter()
            .map(|Mismatch { text, difference }| json!({"text": text, "difference": difference}));
        ui.json(&json!({
            "folder": dir.display().to_string(),
            "right": exit == Exit::Done,
            "problems": problems,
            "examples": count,
            "differ": differ.collect::<Vec<_>>(),
        }))?;
        return Ok(exit);
    }
    for problem in &problems {
        ui.remark(problem);
    }
    for Mismatch { text, difference } in &mismatches {
        ui.remark(&format!("{DOUBT}{text:?}{DOUBT:#}: {difference}"));
    }
    if problems.is_empty() {
        let right = count - mismatches.len();
        let examples = match count {
            0 => "there are no examples yet".to_owned(),
            _ => format!("{right} of {count} examples come out as written"),
        };
        ui.line(&format!(
            "{}: everything can be read; {examples}",
            dir.display()
        ))?;
    }
    Ok(exit)
}
