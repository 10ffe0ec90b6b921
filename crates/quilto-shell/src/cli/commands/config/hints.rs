//! What to do when a model does not answer.

use quilto::llm::{Assignment, LlmError, ProviderKind};

/// The next step for an error, where there is one to name.
pub fn hint(asked: &Assignment, error: &LlmError) -> Option<String> {
    let Assignment {
        provider, model, ..
    } = asked;
    let ollama = asked.kind == ProviderKind::Ollama;
    Some(match error {
        LlmError::NotSetUp { reason, .. } if reason.contains("api_key") => {
            format!("set the variable, or llm.providers.{provider}.api_key in your settings file")
        }
        LlmError::NotSetUp { .. } => {
            format!("look at llm.providers.{provider} in your settings file")
        }
        LlmError::Unreachable { .. } if ollama => {
            "is Ollama running? `ollama serve` starts it".into()
        }
        LlmError::Unreachable { .. } => {
            format!("is it running? llm.providers.{provider}.api_base says where it is looked for")
        }
        LlmError::Status {
            status: 401 | 403, ..
        } => {
            format!("the key is not accepted; look at llm.providers.{provider}.api_key")
        }
        LlmError::Status { status: 404, .. } if ollama => {
            format!("`ollama pull {model}` fetches the model")
        }
        LlmError::Status { status: 404, .. } => format!(
            "is {model:?} the right name? llm.tiers names the models, llm.providers.{provider}.api_base the address"
        ),
        LlmError::Status { body, .. } if body.contains("temperature") => {
            format!("llm.providers.{provider}.send_temperature: false leaves it out")
        }
        LlmError::Status { body, .. }
            if body.contains("response_format") || body.contains("json_schema") =>
        {
            format!("llm.providers.{provider}.structured_output: json or prompt may help")
        }
        LlmError::Status { status: 429, .. } => {
            "too many requests, or nothing left to spend; try again later".into()
        }
        LlmError::Silent { .. } => format!(
            "a slow machine may need more: llm.providers.{provider}.silence_timeout, in seconds"
        ),
        _ => return None,
    })
}
