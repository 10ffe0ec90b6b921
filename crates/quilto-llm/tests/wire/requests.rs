//! What is sent, to the byte, and what is read from a whole answer.

use quilto_llm::{Completion, Finish, Usage};
use serde_json::json;

use super::providers::{ANSWER, KEY, PROVIDERS, Provider, ask, every, request};
use super::server::{ReceivedRequest, Reply, Server};

fn provider(kind: &str) -> &'static Provider {
    PROVIDERS.iter().find(|known| known.kind == kind).unwrap()
}

/// Asks a provider that answers well, and gives what was sent.
fn sent_to(kind: &str, path: &str, more: &str) -> ReceivedRequest {
    let provider = provider(kind);
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    let client = provider.client_with(&format!("{}{path}", server.address()), more);
    assert_eq!(
        (client.provider(), client.model()),
        (provider.kind, "pebble")
    );
    ask(&*client, &request()).unwrap();
    let [sent] = &server.sent()[..] else {
        panic!("not one request")
    };
    assert_eq!(sent.header("content-type"), Some("application/json"));
    sent.clone()
}

const SCHEMA: &str = r#"{"type":"object","properties":{"rock":{"type":"string"},"minutes":{"type":"integer"},"all":{"type":"boolean"}},"required":["rock","minutes","all"],"additionalProperties":false}"#;
const SYSTEM: &str = r#"{"role":"system","content":"Read the note."}"#;
const USER: &str = r#"{"role":"user","content":"granite polished 20 min, 돌"}"#;

fn openai_format() -> String {
    format!(
        r#""response_format":{{"type":"json_schema","json_schema":{{"name":"rocks","strict":true,"schema":{SCHEMA}}}}}"#
    )
}

#[test]
fn a_whole_answer_is_read_with_its_cost() {
    for provider in every() {
        let server = Server::replying(Reply::ok(provider.says(ANSWER)));
        let completion = provider.ask(&server.address()).unwrap();
        assert_eq!(
            completion,
            Completion {
                text: ANSWER.into(),
                finish: Finish::Stop,
                usage: Usage {
                    prompt_tokens: 120,
                    cached_tokens: provider.cached(),
                    completion_tokens: 8
                },
            },
            "{}",
            provider.kind
        );
    }
}

#[test]
fn openai_is_sent_a_strict_schema() {
    let sent = sent_to("openai", "/v1", "");
    assert_eq!(sent.line, "POST /v1/chat/completions");
    assert_eq!(
        sent.header("authorization"),
        Some(&*format!("Bearer {KEY}"))
    );
    assert_eq!(
        sent.body,
        format!(
            r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],{},"max_completion_tokens":300,"temperature":0.2}}"#,
            openai_format()
        )
    );
}

#[test]
fn a_compatible_server_is_sent_the_older_limit() {
    // llama.cpp, vLLM and LM Studio; an address without a path has the usual one
    for path in ["", "/v1", "/v1/", "/v1/chat/completions"] {
        let sent = sent_to("openai_compatible", path, "");
        assert_eq!(sent.line, "POST /v1/chat/completions", "{path}");
        assert_eq!(
            sent.body,
            format!(
                r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],{},"max_tokens":300,"temperature":0.2}}"#,
                openai_format()
            )
        );
    }
}

#[test]
fn azure_has_the_model_in_its_address_and_a_header_of_its_own() {
    for path in ["", "/", "/openai"] {
        let sent = sent_to("azure", path, "api_version: 2025-01-01");
        assert_eq!(
            sent.line,
            "POST /openai/deployments/pebble/chat/completions?api-version=2025-01-01"
        );
        assert_eq!(sent.header("api-key"), Some(KEY));
        assert_eq!(sent.header("authorization"), None);
        assert_eq!(
            sent.body,
            format!(
                r#"{{"messages":[{SYSTEM},{USER}],{},"max_completion_tokens":300,"temperature":0.2}}"#,
                openai_format()
            )
        );
    }
}

#[test]
fn openrouter_may_pass_on_only_to_who_heeds_the_schema() {
    let sent = sent_to("openrouter", "/api/v1", "");
    assert_eq!(sent.line, "POST /api/v1/chat/completions");
    assert_eq!(
        sent.header("authorization"),
        Some(&*format!("Bearer {KEY}"))
    );
    assert_eq!(
        sent.body,
        format!(
            r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],{},"provider":{{"require_parameters":true}},"max_tokens":300,"temperature":0.2}}"#,
            openai_format()
        )
    );
}

#[test]
fn ollama_is_sent_the_schema_as_format_and_the_size_of_the_context() {
    for path in ["", "/v1", "/api/"] {
        let sent = sent_to(
            "ollama",
            path,
            "num_ctx: 4096, keep_alive: 30m, think: false",
        );
        assert_eq!(sent.line, "POST /api/chat");
        assert_eq!(
            sent.body,
            format!(
                r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],"format":{SCHEMA},"options":{{"num_ctx":4096,"num_predict":300,"temperature":0.2}},"stream":false,"truncate":false,"shift":false,"think":false,"keep_alive":"30m"}}"#
            )
        );
    }
}

#[test]
fn anthropic_is_sent_the_schema_as_a_tool_it_must_use() {
    for path in ["", "/v1"] {
        let sent = sent_to("anthropic", path, "");
        assert_eq!(sent.line, "POST /v1/messages");
        assert_eq!(sent.header("x-api-key"), Some(KEY));
        assert_eq!(sent.header("anthropic-version"), Some("2023-06-01"));
        assert_eq!(sent.header("authorization"), None);
        assert_eq!(
            sent.body,
            format!(
                r#"{{"model":"pebble","max_tokens":300,"temperature":0.2,"system":[{{"type":"text","text":"Read the note.","cache_control":{{"type":"ephemeral"}}}}],"messages":[{USER}],"tools":[{{"name":"rocks","description":"Give the answer.","input_schema":{SCHEMA}}}],"tool_choice":{{"type":"tool","name":"rocks","disable_parallel_tool_use":true}}}}"#
            )
        );
    }
}

#[test]
fn without_a_schema_none_is_sent_and_free_text_is_read() {
    for provider in every() {
        let server = Server::replying(Reply::ok(provider.says("It was granite.")));
        let client = provider.client_with(&server.address(), "");
        let mut free = request();
        free.schema = None;
        assert_eq!(ask(&*client, &free).unwrap().text, "It was granite.");
        let body = &server.sent()[0].body;
        for word in ["schema", "format", "tool", "require_parameters"] {
            assert!(!body.contains(word), "{}: {body}", provider.kind);
        }
    }
}

#[test]
fn a_model_that_refuses_a_temperature_is_sent_none() {
    for provider in &PROVIDERS {
        let sent = sent_to(provider.kind, "", "send_temperature: false");
        assert!(!sent.body.contains("temperature"), "{}", provider.kind);
    }
}

#[test]
fn a_server_that_takes_no_schema_is_told_it_in_words() {
    let sent = sent_to("openai_compatible", "", "structured_output: json");
    let body: serde_json::Value = serde_json::from_str(&sent.body).unwrap();
    assert_eq!(body["response_format"], json!({"type": "json_object"}));
    let system = body["messages"][0]["content"].as_str().unwrap();
    assert!(system.starts_with("Read the note.\n"), "{system}");
    assert!(system.ends_with(SCHEMA), "{system}");
    let sent = sent_to("openai_compatible", "", "structured_output: prompt");
    assert!(!sent.body.contains("response_format"));
    assert!(sent.body.contains("JSON schema"));
}

#[test]
fn cached_tokens_of_a_llama_server_come_from_its_timings() {
    let body = json!({
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": ANSWER}}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 8},
        "timings": {"cache_n": 90, "prompt_n": 30},
    });
    let server = Server::replying(Reply::ok(body.to_string()));
    let completion = provider("openai_compatible")
        .ask(&server.address())
        .unwrap();
    assert_eq!(completion.usage.cached_tokens, 90);
}
