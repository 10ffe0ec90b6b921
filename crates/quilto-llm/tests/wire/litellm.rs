//! What differs for providers that litellm-rs asks. What does not is tested with all others.

use quilto_llm::LlmError;

use super::providers::{ANSWER, KEY, Provider, THROUGH_LITELLM, ask, request};
use super::server::{ReceivedRequest, Reply, Server, nowhere};

fn through(inner: &str) -> &'static Provider {
    let mut known = THROUGH_LITELLM.iter();
    known.find(|provider| provider.inner == inner).unwrap()
}

fn error(provider: &Provider, reply: Reply) -> LlmError {
    let server = Server::replying(reply);
    let error = provider.ask(&server.address()).unwrap_err();
    assert_eq!(server.sent().len(), 1, "asking again is not its affair");
    error
}

/// The status and the words of a refusal.
fn refusal(provider: &Provider, status: u16) -> (u16, String) {
    let reply = Reply::status(status, provider.error("granite said no"));
    match error(provider, reply.header("retry-after", "7")) {
        LlmError::Status {
            status,
            body,
            retry_after: None,
            ..
        } => (status, body),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refusal_keeps_its_status_and_is_tried_again_where_that_can_help() {
    for provider in THROUGH_LITELLM {
        for (status, again) in [
            (400, false),
            (401, false),
            (403, false),
            (404, false),
            (429, true),
            (500, true),
            (503, true),
        ] {
            let error = error(provider, Reply::status(status, provider.error("no")));
            let LlmError::Status { status: kept, .. } = &error else {
                panic!("{error:?}");
            };
            assert_eq!(
                (*kept, error.can_retry()),
                (status, again),
                "{}",
                provider.inner
            );
        }
    }
}

#[test]
fn a_refusal_has_its_words_from_some_and_never_a_time_to_wait() {
    let said = |inner: &str, status| refusal(through(inner), status).1;
    for inner in ["openai_compatible", "ollama"] {
        for status in [400, 401, 403, 404, 500] {
            assert_eq!(said(inner, status), "granite said no");
        }
        assert_eq!(said(inner, 429), "Rate limit exceeded");
    }
    assert_eq!(said("anthropic", 401), "Invalid or missing API key");
    assert_eq!(said("anthropic", 404), "Model or endpoint not found");
    assert!(said("anthropic", 500).contains("granite said no"));
}

#[test]
fn some_statuses_come_as_their_neighbours() {
    for (inner, status, kept) in [
        ("openai_compatible", 408, 408),
        ("ollama", 408, 504),
        ("ollama", 502, 503),
        ("anthropic", 408, 504),
    ] {
        assert_eq!(refusal(through(inner), status).0, kept, "{inner} {status}");
    }
    let page = error(
        through("openai_compatible"),
        Reply::status(500, "<h1>no</h1>"),
    );
    assert_eq!(
        page.to_string(),
        "litellm answered 503: Server error: 500",
        "the words of what is no JSON are lost"
    );
}

#[test]
fn an_answer_that_cannot_be_read_is_tried_again() {
    for provider in THROUGH_LITELLM {
        for reply in [
            Reply::CutOff(provider.says(ANSWER)),
            Reply::ok("<html>welcome</html>"),
            Reply::ok("[]"),
        ] {
            let error = error(provider, reply);
            assert!(matches!(error, LlmError::Unreadable { .. }), "{error:?}");
            assert!(error.can_retry());
        }
        let error = error(provider, Reply::ok(provider.wrong_form()));
        match (provider.inner, &error) {
            // a message without words is an answer to it
            ("ollama", LlmError::Empty { .. }) | (_, LlmError::Unreadable { .. }) => {}
            other => panic!("{other:?}"),
        }
        assert!(error.can_retry());
    }
}

#[test]
fn a_line_that_breaks_before_the_answer_counts_as_nobody_there() {
    for provider in THROUGH_LITELLM {
        let away = nowhere();
        let nobody = provider.ask(&away).unwrap_err();
        let LlmError::Unreachable { url, .. } = &nobody else {
            panic!("{nobody:?}");
        };
        assert_eq!(*url, format!("{away}/"));
        assert!(nobody.can_retry());
        let broken = error(provider, Reply::HangUp);
        assert!(matches!(broken, LlmError::Unreachable { .. }), "{broken:?}");
    }
}

const SCHEMA: &str = r#"{"type":"object","properties":{"rock":{"type":"string"},"minutes":{"type":"integer"},"all":{"type":"boolean"}},"required":["rock","minutes","all"],"additionalProperties":false}"#;
const USER: &str = r#"{"role":"user","content":"granite polished 20 min, 돌"}"#;
const SYSTEM: &str = r#"{"role":"system","content":"Read the note."}"#;

/// What a provider is sent when no temperature is.
fn sent_to(inner: &str) -> ReceivedRequest {
    let provider = through(inner);
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    let client = provider.client_with(&server.address(), "send_temperature: false");
    ask(&*client, &request()).unwrap();
    server.sent().remove(0)
}

#[test]
fn the_schema_reaches_the_wire_with_its_keys_in_order() {
    let sent = sent_to("openai_compatible");
    assert_eq!(sent.line, "POST /chat/completions");
    assert_eq!(
        sent.header("authorization"),
        Some(&*format!("Bearer {KEY}"))
    );
    assert_eq!(
        sent.body,
        format!(
            r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],"max_tokens":300,"response_format":{{"type":"json_schema","json_schema":{{"name":"rocks","strict":true,"schema":{SCHEMA}}}}}}}"#
        )
    );

    let sent = sent_to("ollama");
    assert_eq!(sent.line, "POST /api/chat");
    assert_eq!(
        sent.body,
        format!(
            r#"{{"model":"pebble","messages":[{SYSTEM},{USER}],"stream":false,"options":{{"num_predict":300}},"format":{SCHEMA}}}"#
        )
    );

    let sent = sent_to("anthropic");
    assert_eq!(sent.line, "POST /v1/messages");
    assert_eq!(sent.header("x-api-key"), Some(KEY));
    assert_eq!(
        sent.body,
        format!(
            r#"{{"model":"claude-haiku-4-5","max_tokens":300,"messages":[{USER}],"system":"Read the note.","tools":[{{"name":"rocks","description":"Give the answer.","input_schema":{SCHEMA}}}],"tool_choice":{{"type":"tool","name":"rocks"}}}}"#
        )
    );
}

#[test]
fn a_temperature_has_digits_that_nobody_wrote() {
    let provider = through("openai_compatible");
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    provider.ask(&server.address()).unwrap();
    let body = &server.sent()[0].body;
    assert!(
        body.contains(r#""temperature":0.20000000298023224"#),
        "{body}"
    );
}

#[test]
fn a_server_that_takes_no_schema_is_told_it_in_words() {
    let provider = through("openai_compatible");
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    for (way, format) in [("json", r#"{"type":"json_object"}"#), ("prompt", "")] {
        let more = format!("structured_output: {way}");
        ask(&*provider.client_with(&server.address(), &more), &request()).unwrap();
        let body = &server.sent().pop().unwrap().body;
        assert!(
            body.contains(format) && body.contains("JSON schema"),
            "{body}"
        );
        assert!(!body.contains("json_schema"), "{body}");
    }
}

#[test]
fn anthropic_is_asked_only_for_models_that_litellm_knows() {
    let provider = through("anthropic");
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    let client = provider.client_of("pebble", &server.address(), "");
    let error = ask(&*client, &request()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "litellm answered 400: Unsupported model: pebble"
    );
    assert!(server.sent().is_empty());
}
