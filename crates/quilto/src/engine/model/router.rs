//! Router: the model sorts, code holds the parts to the input's own words.

use minijinja::context;
use serde_json::Value;

use super::prompt::render;
use super::quote::{quoted_if_any, whole};
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema};
use crate::agents::{AgentContext, AgentError, RouterInput, RouterOutput};
use crate::domain::DomainSet;
use crate::model::{AgentName, InputType};

const MAX_TOKENS: u32 = 400;

pub(super) async fn route(
    models: &Models,
    cx: &AgentContext,
    known: &DomainSet,
    input: &RouterInput,
) -> Result<RouterOutput, AgentError> {
    let schema = schema::of::<RouterOutput>();
    let prompt = render(
        AgentName::Router,
        context! {
            domains => prompt_lines::domains(known.infos()),
            outline => schema::outline(&schema),
            learned => input.global_context.as_deref().and_then(quoted_if_any),
            session => input.conversation.text().as_deref().and_then(quoted_if_any),
            input => whole(&input.raw_input),
        },
    )?;
    let ask = AgentRequest {
        agent: AgentName::Router,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        again: true,
    };
    let check = |output: &mut RouterOutput, _: &Value| judge(output, known, &input.raw_input);
    Ok(models.ask(cx, ask, check).await?.output)
}

fn judge(output: &mut RouterOutput, known: &DomainSet, text: &str) -> CheckResult {
    let mut problems = Vec::new();
    output.confidence = output.confidence.clamp(0.0, 1.0);
    output.selected_domains.retain(|name| {
        let is_known = known.get(name).is_some();
        if !is_known {
            problems.push(format!("there is no domain {name:?}"));
        }
        is_known
    });
    let portions = [
        ("log_portion", &mut output.log_portion),
        ("query_portion", &mut output.query_portion),
    ];
    let both = output.input_type == InputType::Both;
    let mut whole = true;
    for (name, portion) in portions {
        if !both {
            *portion = None;
            continue;
        }
        let own = portion.as_deref().map(str::trim).filter(|p| !p.is_empty());
        match own {
            Some(words) if text.contains(words) => *portion = Some(words.to_owned()),
            Some(_) => {
                problems.push(format!(
                    "{name} is not copied from the input letter for letter"
                ));
                whole = false;
            }
            None => {
                problems.push(format!("{name} is missing, though the input is `both`"));
                whole = false;
            }
        }
    }
    if output.input_type == InputType::Correction {
        let target = output.correction_target.take();
        let target = target.filter(|target| !target.trim().is_empty());
        output.correction_target = Some(target.unwrap_or_else(|| text.trim().to_owned()));
    } else {
        output.correction_target = None;
    }
    CheckResult {
        problems,
        stands: whole,
    }
}
