//! A language model behind the server.

use serde_json::json;

use super::input::events;
use crate::common::environment::Environment;
use crate::common::server::{Reply, Server as Provider};
use crate::common::serving::{Server, post};
use crate::model_runs::{WHY, WORDS, agent, journal, said, well};

/// A server whose runs ask the provider.
fn asking(env: &Environment, provider: &Provider) -> Server {
    let address = format!("{}/v1", provider.address());
    Server::start_with(env, &[], |command| {
        command
            .env("SWEALOG_LLM_DEFAULT_PROVIDER", "openai_compatible")
            .env("SWEALOG_LLM_PROVIDERS_OPENAI_COMPATIBLE_API_BASE", &address)
            .env("SWEALOG_LLM_RETRY_LLM_RETRY", "0");
    })
}

#[test]
fn a_question_is_answered_through_the_model_and_its_cost_is_told() {
    let env = journal();
    let provider = Provider::scripted(|sent| said(&well(&agent(&sent.body))));
    let server = asking(&env, &provider);
    // the second one finds no connection of the first: each has a runtime of its own
    for _ in 0..2 {
        let answer = server.run(&json!({"text": WHY}));
        assert_eq!(answer["status"], "answered", "{answer:#}");
        assert_eq!(answer["answer"], WORDS);
        assert_eq!(answer["model_calls"], 5);
        assert_eq!(answer["models"][0]["agent"], "planner");
        assert_eq!(answer["models"][0]["prompt_tokens"], 900);
    }
    assert_eq!(provider.sent().len(), 10);
}

#[test]
fn the_steps_tell_what_the_model_has_used_so_far() {
    let env = journal();
    let provider = Provider::scripted(|sent| said(&well(&agent(&sent.body))));
    let server = asking(&env, &provider);
    let body = json!({"text": WHY}).to_string();
    let response = server.raw(&post(&["Accept: text/event-stream"], &body));
    let told = events(&response.body);
    let tokens = |what: &str| {
        let mut steps = told.iter().map(|(_, step)| step);
        steps.find(|step| step["what"] == what).unwrap()["tokens"].clone()
    };
    assert_eq!(tokens("planner"), 0);
    assert_eq!(tokens("analyzer"), 950);
    assert_eq!(tokens("synthesizer"), 1900);
}

#[test]
fn a_model_that_fails_leaves_the_built_in_answer_and_the_reason() {
    let env = journal();
    let provider = Provider::replying(Reply::status(500, "{}"));
    let server = asking(&env, &provider);
    let answer = server.run(&json!({"text": WHY}));
    assert_eq!(answer["status"], "partial", "{answer:#}");
    let reason = "answered without the model: openai_compatible answered with an error (500)";
    let gaps = answer["gaps"].as_array().unwrap();
    assert!(gaps.contains(&json!(reason)), "{answer:#}");
    assert_eq!(answer["answer"], env.json(&["--json", WHY])["answer"]);
}
