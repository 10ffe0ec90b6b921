//! What each provider's failures become.

use std::time::Duration;

use quilto_llm::{Finish, LlmError};
use serde_json::json;

use super::providers::{ANSWER, PROVIDERS, Provider, ask, every, request};
use super::server::{Reply, Server, nowhere};

/// Asks each provider that replies so, and gives the errors.
fn failures(reply: impl Fn(&Provider) -> Reply) -> Vec<(&'static Provider, LlmError)> {
    failures_of(PROVIDERS.iter(), reply)
}

/// The same with those that litellm-rs asks.
fn failures_of_every(reply: impl Fn(&Provider) -> Reply) -> Vec<(&'static Provider, LlmError)> {
    failures_of(every(), reply)
}

fn failures_of(
    providers: impl Iterator<Item = &'static Provider>,
    reply: impl Fn(&Provider) -> Reply,
) -> Vec<(&'static Provider, LlmError)> {
    providers
        .map(|provider| {
            let server = Server::replying(reply(provider));
            (provider, provider.ask(&server.address()).unwrap_err())
        })
        .collect()
}

fn status(provider: &Provider, status: u16, body: &str) -> LlmError {
    LlmError::Status {
        provider: provider.kind.into(),
        status,
        body: body.into(),
        retry_after: None,
    }
}

fn reason(error: &LlmError) -> &str {
    match error {
        LlmError::Unreadable { reason, .. } | LlmError::Unreachable { reason, .. } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_wrong_key_is_said_and_not_tried_again() {
    for (provider, error) in failures(|p| Reply::status(401, p.error("invalid api key"))) {
        assert_eq!(error, status(provider, 401, "invalid api key"));
        assert!(!error.can_retry());
        assert_eq!(
            error.to_string(),
            format!("{} answered 401: invalid api key", provider.kind)
        );
    }
}

#[test]
fn a_model_that_is_not_there_is_said_and_not_tried_again() {
    for (provider, error) in failures(|p| Reply::status(404, p.error("model 'pebble' not found"))) {
        assert_eq!(error, status(provider, 404, "model 'pebble' not found"));
        assert!(!error.can_retry());
    }
}

#[test]
fn a_crowd_says_how_long_to_wait() {
    let wait = Duration::from_secs(7);
    let crowded = |p: &Provider| Reply::status(429, p.error("slow down"));
    for (_, error) in failures(|p| crowded(p).header("retry-after", "7")) {
        assert_eq!((error.can_retry(), error.retry_after()), (true, Some(wait)));
    }
    for (_, error) in failures(|p| {
        crowded(p)
            .header("date", "Sat, 21 Nov 2026 10:30:00 GMT")
            .header("retry-after", "Sat, 21 Nov 2026 10:30:07 GMT")
    }) {
        assert_eq!(error.retry_after(), Some(wait));
    }
}

#[test]
fn a_broken_server_is_tried_again_and_its_words_are_kept_short() {
    for (provider, error) in failures(|_| Reply::status(500, "<h1>Oh\u{1b}[31m no</h1>\n\n돌")) {
        assert_eq!(error, status(provider, 500, "<h1>Oh [31m no</h1> 돌"));
        assert!(error.can_retry());
    }
    for (_, error) in failures(|_| Reply::status(503, "돌".repeat(10_000))) {
        assert!(error.to_string().chars().count() < 350);
    }
}

#[test]
fn an_error_without_a_body_keeps_its_status() {
    for (provider, error) in failures(|_| Reply::status(502, "")) {
        assert_eq!(error, status(provider, 502, ""));
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Server::replying(Reply::ok("{}"));
    for (_, error) in
        failures_of_every(|_| Reply::status(307, "").header("location", elsewhere.address()))
    {
        assert!(matches!(error, LlmError::Status { status: 307, .. }));
        assert!(!error.can_retry());
    }
    assert!(elsewhere.sent().is_empty());
}

#[test]
fn silence_ends_the_wait() {
    let begun = [String::new(), "{\"begun\": ".into()];
    for (provider, begun) in every().flat_map(|p| begun.iter().map(move |b| (p, b))) {
        let server = Server::replying(Reply::Stall(begun.clone()));
        let client = provider.client_with(&server.address(), "silence_timeout: 0.05");
        let error = ask(&*client, &request()).unwrap_err();
        assert_eq!(
            error,
            LlmError::Silent {
                provider: provider.kind.into(),
                silence: Duration::from_millis(50)
            }
        );
        assert!(error.can_retry());
        assert_eq!(
            error.to_string(),
            format!("{} was silent for 0.05 s", provider.kind)
        );
    }
}

#[test]
fn an_answer_that_breaks_off_is_tried_again() {
    for (_, error) in failures(|p| Reply::CutOff(p.says(ANSWER))) {
        assert!(reason(&error).starts_with("it broke off: "), "{error}");
        assert!(error.can_retry());
    }
    for (_, error) in failures(|_| Reply::HangUp) {
        assert!(
            reason(&error).starts_with("the connection broke off: "),
            "{error}"
        );
        assert!(error.can_retry());
    }
}

#[test]
fn what_is_no_json_is_said() {
    for (_, error) in failures(|_| Reply::ok("<html>welcome</html>")) {
        assert!(reason(&error).starts_with("it is no JSON: "), "{error}");
    }
}

#[test]
fn json_of_another_form_is_said() {
    for (_, error) in failures(|p| Reply::ok(p.wrong_form())) {
        assert!(
            reason(&error).starts_with("it has another form: "),
            "{error}"
        );
    }
    for (_, error) in failures(|_| Reply::ok("[]")) {
        assert!(matches!(error, LlmError::Unreadable { .. }), "{error:?}");
    }
}

#[test]
fn an_empty_answer_is_an_error() {
    for text in ["", " \n"] {
        for (provider, error) in failures_of_every(|p| Reply::ok(p.says(text))) {
            let provider = provider.kind.into();
            assert_eq!(error, LlmError::Empty { provider });
        }
    }
}

#[test]
fn an_answer_cut_at_its_limit_says_so() {
    for provider in every() {
        let server = Server::replying(Reply::ok(provider.is_cut("{\"rock\": \"gra")));
        let completion = provider.ask(&server.address()).unwrap();
        assert_eq!(completion.finish, Finish::Length);
        assert_eq!(completion.text, "{\"rock\": \"gra");
    }
    for (provider, error) in failures_of_every(|p| Reply::ok(p.is_cut(""))) {
        let provider = provider.kind.into();
        let what = "answer";
        assert_eq!(error, LlmError::Truncated { provider, what });
        assert!(!error.can_retry());
    }
}

#[test]
fn ollama_is_not_believed_when_the_prompt_filled_its_context() {
    let ollama = PROVIDERS.iter().find(|p| p.kind == "ollama").unwrap();
    let server = Server::replying(Reply::ok(ollama.says(ANSWER)));
    // the answer counts 120 tokens of prompt
    let full = ollama.client_with(&server.address(), "num_ctx: 121");
    assert_eq!(
        ask(&*full, &request()).unwrap_err(),
        LlmError::Truncated {
            provider: "ollama".into(),
            what: "prompt"
        }
    );
    let roomy = ollama.client_with(&server.address(), "num_ctx: 122");
    assert_eq!(ask(&*roomy, &request()).unwrap().text, ANSWER);
}

#[test]
fn an_error_in_the_guise_of_success_is_an_error() {
    let body = json!({"error": {"code": 429, "message": "the one behind is busy"}}).to_string();
    let server = Server::replying(Reply::ok(body));
    let router = PROVIDERS.iter().find(|p| p.kind == "openrouter").unwrap();
    let error = router.ask(&server.address()).unwrap_err();
    assert_eq!(error, status(router, 429, "the one behind is busy"));
}

#[test]
fn what_a_provider_withholds_is_said() {
    let refusal = json!({
        "choices": [{"finish_reason": "stop", "message": {"content": null, "refusal": "no"}}],
    });
    let server = Server::replying(Reply::ok(refusal.to_string()));
    let completion = PROVIDERS[0].ask(&server.address()).unwrap();
    assert_eq!(completion.finish, Finish::Filtered);
}

#[test]
fn nobody_at_the_address_is_said_with_the_address() {
    for provider in &PROVIDERS {
        let address = nowhere();
        let error = provider.ask(&address).unwrap_err();
        assert!(reason(&error).contains("refused"), "{error}");
        assert!(error.can_retry());
        let shown = error.to_string();
        assert!(
            shown.starts_with(&format!("cannot reach {} at {address}/", provider.kind)),
            "{shown}"
        );
        assert!(!shown.contains('?'), "{shown}");
    }
}

#[test]
fn one_server_asked_by_two_agents_at_once_answers_both() {
    let provider = &PROVIDERS[0];
    let server = Server::replying(Reply::ok(provider.says(ANSWER)));
    let client = provider.client_with(&server.address(), "");
    let request = request();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(async {
            let (one, two) = tokio::join!(client.complete(&request), client.complete(&request));
            assert_eq!(
                (one.unwrap().text, two.unwrap().text),
                (ANSWER.into(), ANSWER.into())
            );
        });
    assert_eq!(server.sent().len(), 2);
}
