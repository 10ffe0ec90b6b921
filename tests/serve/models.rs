//! A language model behind the server.

use std::io::{BufRead, BufReader};

use serde_json::json;

use super::input::events;
use crate::common::environment::Environment;
use crate::common::server::{Reply, Server as Provider};
use crate::common::serving::{Server, post, request};
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

/// What is told below the box while an answer takes long: the lines of a stream of events.
fn steps_of(server: &Server, name: &str, headers: &[&str]) -> impl Iterator<Item = String> {
    let mut stream = server.connect();
    server.write(
        &mut stream,
        &request("GET", &format!("/steps/{name}"), headers, ""),
    );
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned))
}

#[test]
fn a_page_tells_what_is_at_work_while_the_model_thinks() {
    let env = journal();
    let (goes_on, waits) = std::sync::mpsc::channel::<()>();
    let waits = std::sync::Mutex::new(waits);
    let provider = Provider::scripted(move |sent| {
        let agent = agent(&sent.body);
        if agent == "analyzer" {
            // until the step was seen
            waits.lock().unwrap().recv().unwrap();
        }
        said(&well(&agent))
    });
    let server = asking(&env, &provider);
    let name = "0123456789abcdef";
    let told = std::thread::scope(|scope| {
        let sent = scope.spawn(|| {
            let body = format!(
                "text={}&watch={name}",
                WHY.replace(' ', "+").replace('?', "%3F")
            );
            let form = "Content-Type: application/x-www-form-urlencoded";
            let headers = ["Accept: text/html", form, "Origin: http://HOST"];
            server.raw(&request("POST", "/", &headers, &body))
        });
        let mut steps = steps_of(&server, name, &[]);
        let at_work = steps.find(|step| step.starts_with("Looking at the figures"));
        assert_eq!(
            at_work.unwrap(),
            "Looking at the figures … 950 tokens so far"
        );
        let korean = steps_of(&server, name, &["Accept-Language: ko"]).next();
        assert_eq!(korean.unwrap(), "수치를 보고 있어요… 지금까지 토큰 950개");
        goes_on.send(()).unwrap();
        // it ends with the run
        steps.for_each(drop);
        sent.join().unwrap()
    });
    assert_eq!(told.status, 303, "{told:?}");
    let odd = server.ask("GET", "/steps/short", &[]);
    assert_eq!((odd.status, odd.problem().as_str()), (404, "unknown-route"));
}
