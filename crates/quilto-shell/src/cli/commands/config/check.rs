//! `config check`: who asks which model, whether it answers, and what leaves this machine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use quilto::llm::{
    Assignment, CompletionRequest, LlmClient, LlmError, Message, ModelRoster, OutputSchema,
    PromptDestination, Role,
};
use quilto::model::AgentName;
use serde_json::{Value, json};

use super::hints;
use crate::context::{Context, engine, models};
use crate::error::{CliError, Exit};
use crate::ui::{DOUBT, ERROR, HEADING, QUIET, Ui, padded};

/// A model that somebody asks, and how it answered.
struct AskedModel {
    asked: Assignment,
    seconds: f64,
    /// Whether the answer had the form it was asked for in.
    fits: bool,
    error: Option<LlmError>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let mut settings = context.settings.settings.llm.clone();
    // whoever looks wants to know what is, not what comes after three tries
    settings.retry.llm_retry = 0;
    let roster = models::roster(&settings)?;
    let tried = try_all(&roster, ui)?;
    let fine = tried.iter().all(|tried| tried.error.is_none());
    if context.json {
        ui.json(&as_json(&roster, &tried, settings.offline))?;
    } else {
        show(&roster, &tried, settings.offline, ui)?;
    }
    Ok(if fine { Exit::Done } else { Exit::Failed })
}

/// Asks each model once, one after the other: two at once would be slow on one's own machine.
fn try_all(roster: &ModelRoster, ui: &mut Ui) -> Result<Vec<AskedModel>, CliError> {
    let mut known = BTreeSet::new();
    let mut tried = Vec::new();
    for agent in AgentName::ALL {
        let clients = roster.for_agent(agent);
        for (asked, client) in roster.assignments(agent).iter().zip(clients) {
            if known.insert((asked.provider.clone(), asked.model.clone())) {
                if ui.shows_progress() {
                    let (provider, model) = (&asked.provider, &asked.model);
                    ui.remark(&format!("{QUIET}asking {provider} for {model} …{QUIET:#}"));
                }
                tried.push(try_one(asked.clone(), client)?);
            }
        }
    }
    Ok(tried)
}

fn try_one(asked: Assignment, client: &Arc<dyn LlmClient>) -> Result<AskedModel, CliError> {
    let request = CompletionRequest {
        agent: AgentName::Router,
        system: "You are asked whether you work. Answer with JSON.".into(),
        messages: vec![Message {
            role: Role::User,
            content: "Are you ready? Answer {\"ready\": true}.".into(),
        }],
        schema: Some(OutputSchema {
            name: "readiness".into(),
            schema: json!({
                "type": "object",
                "properties": {"ready": {"type": "boolean"}},
                "required": ["ready"],
                "additionalProperties": false,
            }),
        }),
        max_tokens: 200,
        temperature: 0.0,
    };
    let began = Instant::now();
    let answer = engine::block_on_network(client.complete(&request))?;
    let seconds = began.elapsed().as_secs_f64();
    let fits = answer.as_ref().is_ok_and(|answer| {
        serde_json::from_str::<Value>(&answer.text).is_ok_and(|json| json["ready"].is_boolean())
    });
    Ok(AskedModel {
        asked,
        seconds,
        fits,
        error: answer.err(),
    })
}

fn show(
    roster: &ModelRoster,
    tried: &[AskedModel],
    offline: bool,
    ui: &mut Ui,
) -> Result<(), CliError> {
    if roster.is_empty() {
        ui.line(if offline {
            "Offline: no language model is asked. The built-in engine reads and answers."
        } else {
            "No language model is set. The built-in engine reads and answers."
        })?;
        return ui.line("Nothing leaves this machine.");
    }
    for agent in AgentName::ALL {
        let asked: Vec<String> = roster
            .assignments(agent)
            .iter()
            .map(|asked| format!("{} {}", asked.provider, asked.model))
            .collect();
        let (name, tier) = (
            padded(agent.as_str(), 12),
            roster.assignments(agent).first(),
        );
        let tier = padded(tier.map_or("", |first| first.tier.as_str()), 7);
        let asks = if asked.is_empty() {
            format!("{QUIET}built-in engine{QUIET:#}")
        } else {
            asked.join(", then ")
        };
        ui.line(&format!("{name}{QUIET}{tier}{QUIET:#}{asks}"))?;
    }
    ui.line("")?;
    for tried in tried {
        show_tried(tried, ui)?;
    }
    ui.line("")?;
    for line in leaving(roster) {
        ui.line(&line)?;
    }
    Ok(())
}

fn show_tried(tried: &AskedModel, ui: &mut Ui) -> Result<(), CliError> {
    let Assignment {
        provider, model, ..
    } = &tried.asked;
    let Some(error) = &tried.error else {
        ui.line(&format!(
            "{HEADING}{provider} {model}{HEADING:#} answers ({:.1} s)",
            tried.seconds
        ))?;
        if !tried.fits {
            ui.line(&format!(
                "  {DOUBT}not in the form it was asked for: the built-in engine will often have to help{DOUBT:#}"
            ))?;
        }
        return Ok(());
    };
    ui.line(&format!(
        "{HEADING}{provider} {model}{HEADING:#} {ERROR}does not answer{ERROR:#}: {error}"
    ))?;
    if let Some(hint) = hints::hint(&tried.asked, error) {
        ui.line(&format!("  {QUIET}Hint:{QUIET:#} {hint}"))?;
    }
    Ok(())
}

/// Which agents send something where, by where it goes.
fn reaches(roster: &ModelRoster) -> BTreeMap<PromptDestination, Vec<AgentName>> {
    let mut reaches = BTreeMap::<PromptDestination, Vec<AgentName>>::new();
    for agent in AgentName::ALL {
        for asked in roster.assignments(agent) {
            let agents = reaches.entry(asked.reach.clone()).or_default();
            if !agents.contains(&agent) {
                agents.push(agent);
            }
        }
    }
    reaches
}

/// What leaves this machine, in words.
fn leaving(roster: &ModelRoster) -> Vec<String> {
    let reaches = reaches(roster);
    let mut lines: Vec<String> = reaches
        .iter()
        .filter_map(|(reach, agents)| match reach {
            PromptDestination::ThisMachine => None,
            PromptDestination::Host(host) => Some(format!(
                "What you type, and the notes a question needs, go to {host}{}.",
                of(agents, roster)
            )),
            PromptDestination::Unknown => Some(format!(
                "Where your notes would go is not set yet{}.",
                of(agents, roster)
            )),
        })
        .collect();
    if lines.is_empty() {
        lines.push("Your notes stay on this machine: the models run here.".into());
    } else if reaches.contains_key(&PromptDestination::ThisMachine) {
        lines.push("The rest stays on this machine.".into());
    }
    lines
}

/// The agents in brackets, unless they are all that ask anybody.
fn of(agents: &[AgentName], roster: &ModelRoster) -> String {
    let asks = |agent: &AgentName| !roster.for_agent(*agent).is_empty();
    if agents.len() == AgentName::ALL.iter().filter(|agent| asks(agent)).count() {
        return String::new();
    }
    let names: Vec<&str> = agents.iter().map(|agent| agent.as_str()).collect();
    format!(" ({})", names.join(", "))
}

fn as_json(roster: &ModelRoster, tried: &[AskedModel], offline: bool) -> Value {
    let agents: Vec<Value> = AgentName::ALL
        .into_iter()
        .map(|agent| {
            let asks: Vec<Value> = roster
                .assignments(agent)
                .iter()
                .map(|asked| json!({"provider": asked.provider, "model": asked.model}))
                .collect();
            let tier = roster.assignments(agent).first();
            let tier = tier.map(|first| first.tier.as_str());
            json!({"agent": agent, "tier": tier, "asks": asks})
        })
        .collect();
    let models: Vec<Value> = tried
        .iter()
        .map(|tried| {
            let AskedModel {
                asked,
                seconds,
                fits,
                error,
            } = tried;
            json!({
                "provider": asked.provider,
                "kind": asked.kind.as_str(),
                "model": asked.model,
                "address": asked.address,
                "answers": error.is_none(),
                "fits_schema": fits,
                "seconds": seconds,
                "error": error.as_ref().map(ToString::to_string),
                "hint": error.as_ref().and_then(|error| hints::hint(asked, error)),
            })
        })
        .collect();
    let hosts: Vec<String> = reaches(roster)
        .into_keys()
        .filter_map(|reach| match reach {
            PromptDestination::Host(host) => Some(host),
            _ => None,
        })
        .collect();
    json!({
        "offline": offline,
        "agents": agents,
        "models": models,
        "sends_notes_to": hosts,
    })
}
