//! A key is in its header and nowhere else.

use std::fmt;
use std::sync::{Arc, Mutex};

use quilto_llm::{LlmError, LlmSettings};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::providers::{ANSWER, KEY, PROVIDERS, Provider, every};
use super::server::{Reply, Server, nowhere};

/// Keeps all that is said at any level.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<String>>);

impl Visit for Listener {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let line = format!("{field}={value:?}\n");
        self.0.lock().unwrap().push_str(&line);
    }
}

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Everything that can go wrong, with the key sent back wherever a server can put it.
fn replies(provider: &Provider) -> Vec<Reply> {
    let echo = format!("you sent {KEY}, which is {KEY}");
    let mut replies: Vec<Reply> = [400, 401, 403, 404, 429, 500, 307]
        .into_iter()
        .flat_map(|status| {
            [
                Reply::status(status, provider.error(&echo)),
                Reply::status(status, echo.clone()),
                Reply::status(status, format!("{{\"key\": \"{KEY}\"}}")),
            ]
        })
        .collect();
    replies.extend([
        Reply::ok(&*echo),
        Reply::ok(format!("\"{KEY}\"")),
        Reply::ok(format!(
            "{{\"choices\": \"{KEY}\", \"message\": \"{KEY}\", \"content\": \"{KEY}\"}}"
        )),
        Reply::ok(format!("{{\"error\": \"{KEY}\"}}")),
        Reply::ok(format!("{{\"error\": {{\"message\": \"{KEY}\"}}}}")),
        Reply::CutOff(echo.clone()),
        Reply::HangUp,
        Reply::ok(provider.says("")),
        Reply::ok(provider.says(ANSWER)),
    ]);
    replies
}

#[test]
fn no_error_and_no_log_holds_the_key() {
    let listener = Listener::default();
    // For the whole process: a place in the code that another test's thread comes to first would
    // otherwise be taken for one that nobody listens to.
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    let errors: Vec<LlmError> = {
        let answered = every().flat_map(|provider| {
            replies(provider).into_iter().map(|reply| {
                let server = Server::replying(reply);
                let result = provider.ask(&server.address());
                let sent = server.sent();
                assert!(!sent.is_empty());
                for sent in sent {
                    assert!(!sent.line.contains(KEY) && !sent.body.contains(KEY));
                    let carrying = sent.headers.iter().filter(|(_, value)| value.contains(KEY));
                    assert_eq!(carrying.count(), 1);
                }
                result
            })
        });
        let unreachable = every().map(|provider| provider.ask(&nowhere()));
        answered
            .chain(unreachable)
            .filter_map(Result::err)
            .collect()
    };
    assert!(errors.len() > every().count() * 25, "{}", errors.len());
    for error in &errors {
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(KEY), "{shown}");
    }
    let logged = listener.0.lock().unwrap();
    assert!(logged.contains("no answer") && logged.contains("answered"));
    assert!(!logged.contains(KEY));
}

#[test]
fn settings_do_not_show_the_key() {
    let settings: LlmSettings =
        serde_yaml::from_str(&format!("providers: {{openai: {{api_key: {KEY}}}}}")).unwrap();
    assert!(!format!("{settings:?}").contains(KEY));
}

#[test]
fn an_address_with_a_password_in_it_is_refused_without_showing_it() {
    for address in [
        "http://me:quarry@127.0.0.1:1/v1",
        "nonsense://me:quarry@rock?key=quarry",
        "me:quarry@rock",
    ] {
        let error = PROVIDERS[0].ask(address).unwrap_err();
        assert!(matches!(error, LlmError::NotSetUp { .. }), "{error:?}");
        assert!(!format!("{error} {error:?}").contains("quarry"), "{error}");
    }
}
