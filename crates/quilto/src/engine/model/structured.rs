//! The one way all agents ask a model: prompt and schema → completion → parse → check → ask again
//! with what was wrong → take the fields that stand → fail.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::json;
use super::repair::fit;
use crate::agents::{AgentError, Meter};
use crate::llm::{
    Completion, CompletionRequest, Finish, LlmClient, LlmError, Message, OutputSchema, Role,
};
use crate::model::{AgentName, AgentUse};

/// What an agent asks.
#[derive(Clone, Debug)]
pub struct AgentRequest {
    /// Who asks.
    pub agent: AgentName,
    /// Instructions, the same in every run with the same domains.
    pub system: String,
    /// What is asked this time, notes quoted in it as data.
    pub user: String,
    /// The shape of the answer.
    pub schema: Value,
    /// The most tokens the answer may have.
    pub max_tokens: u32,
    /// Whether an answer that does not fit is worth a second call, or what of it stands is enough.
    pub again: bool,
}

/// What an agent's own checks make of an answer. They mend the answer in place; what they could not
/// mend, or mended by leaving something out, they name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// What is wrong, in words for the model.
    pub problems: Vec<String>,
    /// Whether what is left is of use.
    pub stands: bool,
}

impl CheckResult {
    /// Named problems, with what is left still of use.
    pub fn mended(problems: Vec<String>) -> Self {
        Self {
            problems,
            stands: true,
        }
    }
}

/// An answer that was taken, and what of it had to be left out.
#[derive(Clone, Debug)]
pub struct CheckedAnswer<T> {
    /// The answer.
    pub output: T,
    /// What was wrong with it in the end; empty for a whole answer.
    pub problems: Vec<String>,
    /// Provider and model that gave it.
    pub model: String,
}

/// Asks the clients in order: the next one when one gives nothing.
///
/// `parse_retry` is how often a client is asked again because its answer did not fit.
///
/// # Errors
/// No client gave an answer that stands, or the run's budget is spent. The reason is fit to end
/// "answered without the model: ...".
pub async fn ask<T: DeserializeOwned>(
    clients: &[Arc<dyn LlmClient>],
    meter: &Meter,
    parse_retry: u32,
    ask: AgentRequest,
    check: impl Fn(&mut T, &Value) -> CheckResult,
) -> Result<CheckedAnswer<T>, AgentError> {
    let failed = |reason: String| AgentError::Failed {
        agent: ask.agent.as_str(),
        reason,
    };
    let mut why = String::from("no model is set for it");
    for client in clients {
        if let Some(reason) = meter.why_down(client.provider()) {
            why = reason;
            continue;
        }
        match of_client(&**client, meter, parse_retry, &ask, &check).await {
            Ok(taken) => return Ok(taken),
            Err(ClientFailure::Down(reason)) => {
                meter.provider_down(client.provider(), &reason);
                why = reason;
            }
            Err(ClientFailure::Unfit(reason)) => why = reason,
            Err(ClientFailure::Spent(reason)) => return Err(failed(reason)),
        }
    }
    Err(failed(why))
}

/// Why a client gave nothing.
enum ClientFailure {
    /// It cannot be reached or refuses: not worth asking again in this run.
    Down(String),
    /// It answered, and nothing of the answer can be used.
    Unfit(String),
    /// The run may ask no more.
    Spent(String),
}

async fn of_client<T: DeserializeOwned>(
    client: &dyn LlmClient,
    meter: &Meter,
    parse_retry: u32,
    ask: &AgentRequest,
    check: &impl Fn(&mut T, &Value) -> CheckResult,
) -> Result<CheckedAnswer<T>, ClientFailure> {
    let model = format!("{}/{}", client.provider(), client.model());
    let mut request = first_request(ask);
    let mut best: Option<CheckedAnswer<T>> = None;
    let mut last = String::new();
    let mut before: Option<String> = None;
    for _ in 0..=parse_retry {
        if let Err(reason) = meter.begin() {
            return best.ok_or(ClientFailure::Spent(reason));
        }
        let (text, cut) = match timed(client, meter, &model, &request).await {
            Ok(completion) => {
                let cut = completion.finish == Finish::Length;
                (completion.text, cut)
            }
            // What was cut off is gone with it: there is nothing to keep.
            Err(LlmError::Truncated { what: "answer", .. }) => (String::new(), true),
            Err(error) => {
                let reason = error.in_few_words();
                return match error {
                    LlmError::Truncated { .. } | LlmError::Empty { .. } => {
                        best.ok_or(ClientFailure::Unfit(reason))
                    }
                    _ => best.ok_or(ClientFailure::Down(reason)),
                };
            }
        };
        let (output, mut problems) = read(&text, &ask.schema, check);
        if cut {
            problems.insert(
                0,
                "the answer was cut off at its greatest length: answer shorter".to_owned(),
            );
        }
        last = problems.first().cloned().unwrap_or_default();
        if let Some(output) = output {
            let whole = problems.is_empty();
            let better = best
                .as_ref()
                .is_none_or(|best| problems.len() <= best.problems.len());
            if better {
                best = Some(CheckedAnswer {
                    output,
                    problems: problems.clone(),
                    model: model.clone(),
                });
            }
            if whole {
                break;
            }
        }
        // A model that says the same again when told what is wrong would say it a third time.
        if before.as_ref() == Some(&text) {
            break;
        }
        request.messages.truncate(1);
        request.messages.push(Message {
            role: Role::Assistant,
            content: shortened(&text),
        });
        request.messages.push(Message {
            role: Role::User,
            content: again(&problems),
        });
        before = Some(text);
    }
    best.ok_or_else(|| {
        tracing::debug!(agent = %ask.agent, model, problem = last, "no answer of use");
        ClientFailure::Unfit(format!("{} gave no answer of use", client.provider()))
    })
}

fn first_request(ask: &AgentRequest) -> CompletionRequest {
    CompletionRequest {
        agent: ask.agent,
        system: ask.system.clone(),
        messages: vec![Message {
            role: Role::User,
            content: ask.user.clone(),
        }],
        schema: Some(OutputSchema {
            name: ask.agent.as_str().to_owned(),
            schema: ask.schema.clone(),
        }),
        max_tokens: ask.max_tokens,
        temperature: 0.0,
    }
}

/// Asks once and counts it.
async fn timed(
    client: &dyn LlmClient,
    meter: &Meter,
    model: &str,
    request: &CompletionRequest,
) -> Result<Completion, LlmError> {
    let begun = meter.now();
    let result = client.complete(request).await;
    let usage = result
        .as_ref()
        .map(|completion| completion.usage)
        .unwrap_or_default();
    let took = meter.now().saturating_sub(begun).as_millis();
    meter.count(AgentUse {
        agent: request.agent,
        model: model.to_owned(),
        calls: 1,
        prompt_tokens: usage.prompt_tokens,
        cached_tokens: usage.cached_tokens,
        completion_tokens: usage.completion_tokens,
        millis: u64::try_from(took).unwrap_or(u64::MAX),
    });
    result
}

/// What of a text can be taken for an answer, and what is wrong with it.
fn read<T: DeserializeOwned>(
    text: &str,
    schema: &Value,
    check: &impl Fn(&mut T, &Value) -> CheckResult,
) -> (Option<T>, Vec<String>) {
    let mut problems = Vec::new();
    let Some(said) = json::find(text, &mut problems) else {
        problems.push("the answer is not a JSON object".to_owned());
        return (None, problems);
    };
    let Some(fitted) = fit(said.clone(), schema, &mut problems) else {
        return (None, problems);
    };
    let mut output: T = match serde_json::from_value(fitted) {
        Ok(output) => output,
        Err(error) => {
            problems.push(error.to_string());
            return (None, problems);
        }
    };
    let judged = check(&mut output, &said);
    problems.extend(judged.problems);
    (judged.stands.then_some(output), problems)
}

/// The most of a wrong answer that is sent back.
const SENT_BACK: usize = 1_500;

fn shortened(text: &str) -> String {
    let mut out: String = text.chars().take(SENT_BACK).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    if out.trim().is_empty() {
        out.push_str("{}");
    }
    out
}

fn again(problems: &[String]) -> String {
    let mut out = String::from("That answer cannot be used:\n");
    for problem in problems.iter().take(8) {
        out.push_str("- ");
        out.push_str(&super::quote::harmless(problem));
        out.push('\n');
    }
    out.push_str("Answer again with the whole JSON object and nothing else.");
    out
}
