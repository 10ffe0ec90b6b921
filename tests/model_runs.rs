//! Runs with a language model behind them: it answers, dies on the way, or says what no note says.

use std::process::Output;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::server::{Reply, Server, nowhere};

pub const WHY: &str = "why is my bench stuck?";
pub const WORDS: &str =
    "Your notes cannot prove a cause, but the best bench was 85 kg on 2026-11-07.";

/// What a good model says when an agent asks.
pub fn well(agent: &str) -> Value {
    let fact = |op: &str| {
        json!({"fact": {
            "domain": "strength", "measure": "weight", "subjects": ["Bench Press (Barbell)"],
            "op": op, "period": null, "by": null, "filter": null, "compare": null, "limit": null
        }})
    };
    match agent {
        "planner" => json!({
            "query_type": "insight",
            "sub_queries": [{
                "id": 1, "question": WHY, "query_type": "insight",
                "retrieval": [{"period": null, "terms": ["Bench Press (Barbell)"], "literal": []}],
                "exprs": [fact("best"), fact("trend")]
            }],
            "dependencies": [], "execution_strategy": "independent", "execution_order": [1],
            "gaps_status": [], "domain_expansion_request": [], "expansion_reasoning": null,
            "clarify_questions": [], "reasoning": "figures first", "confidence": 0.9,
            "next_action": "retrieve"
        }),
        "analyzer" => json!({
            "query_intent": "why the bench does not move",
            "findings": [{
                "name": "still", "claim": "The bench does not move.", "evidence": [], "facts": [],
                "confidence": "medium"
            }],
            "patterns_identified": [], "gaps_identified": [], "verdict_reasoning": "the trend",
            "verdict": "sufficient"
        }),
        "synthesizer" => json!({
            "response": WORDS, "key_points": [], "evidence_cited": [], "gaps_disclosed": [],
            "confidence": "medium"
        }),
        "evaluator" => json!({
            "dimensions": [], "feedback": [], "ungrounded": [], "recommendation": "accept",
            "overall_verdict": "pass"
        }),
        "parser" => json!({
            "tags": [],
            "domain_data": {"strength": {
                "exercises": [{"name": "gizmo", "sets": [
                    {"weight": 40, "weight_unit": "kg", "reps": 12}, {"weight": 999, "reps": 77}
                ]}]
            }},
            "uncertain_fields": [], "extraction_notes": [], "confidence": 0.8
        }),
        _ => json!({"insights_captured": [], "updates": [], "should_update": false}),
    }
}

/// Which agent asks: providers are told by the name of the schema.
pub fn agent(body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap();
    let name = &body["response_format"]["json_schema"]["name"];
    name.as_str().unwrap_or_default().to_owned()
}

pub fn said(answer: &Value) -> Reply {
    let answer = json!({
        "choices": [{
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": answer.to_string()}
        }],
        "usage": {
            "prompt_tokens": 900, "completion_tokens": 50,
            "prompt_tokens_details": {"cached_tokens": 700}
        }
    });
    Reply::ok(answer.to_string())
}

pub fn journal() -> Environment {
    let mut env = Environment::new();
    for (day, note) in [
        ("2026-10-17T18:00", "bench 80kg 5x5"),
        ("2026-10-31T18:00", "bench 82.5kg 5x5, slept badly"),
        ("2026-11-07T18:00", "bench 85kg 3x5"),
        ("2026-11-14T18:00", "bench 82.5kg 5x5 felt heavy"),
    ] {
        env.at(day).stdout(&["log", note]);
    }
    env.at("2026-11-21T10:30");
    env
}

pub fn run(env: &Environment, address: &str, args: &[&str]) -> Output {
    env.command(args)
        .env("SWEALOG_LLM_DEFAULT_PROVIDER", "openai_compatible")
        .env(
            "SWEALOG_LLM_PROVIDERS_OPENAI_COMPATIBLE_API_BASE",
            format!("{address}/v1"),
        )
        .env("SWEALOG_LLM_RETRY_LLM_RETRY", "0")
        .output()
        .unwrap()
}

fn object(env: &Environment, output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", env.show(output)))
}

#[test]
fn a_model_words_what_needs_insight_and_its_cost_is_told() {
    let env = journal();
    let server = Server::scripted(|sent| said(&well(&agent(&sent.body))));
    let output = run(&env, &server.address(), &["--json", WHY]);
    let answer = object(&env, &output);
    assert_eq!(answer["answer"], WORDS, "{answer:#}");
    assert_eq!(answer["status"], "answered");
    let asked: Vec<&str> = answer["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|used| used["agent"].as_str().unwrap())
        .collect();
    assert_eq!(
        asked,
        [
            "planner",
            "analyzer",
            "synthesizer",
            "evaluator",
            "observer"
        ]
    );
    assert_eq!(answer["models"][0]["cached_tokens"], 700);
    assert_eq!(answer["model_calls"], 5, "{answer:#}");
    let traced = env.show(&run(&env, &server.address(), &["--trace", WHY]));
    assert!(
        traced.contains("1 × openai_compatible/default: 900 + 50 tokens (700 cached)"),
        "{traced}"
    );
}

#[test]
fn notes_and_plain_questions_ask_no_model() {
    let env = journal();
    let server = Server::scripted(|sent| said(&well(&agent(&sent.body))));
    for text in ["bench 80kg 5x5", "heaviest bench in 2026?"] {
        let output = run(&env, &server.address(), &["--json", text]);
        assert_eq!(object(&env, &output)["model_calls"], 0, "{text}");
    }
    assert!(server.sent().is_empty());
}

#[test]
fn a_server_that_dies_on_the_way_costs_no_answer() {
    for alive in 0..4 {
        let env = journal();
        let left = Mutex::new(alive);
        let server = Server::scripted(move |sent| {
            let mut left = left.lock().unwrap();
            if *left == 0 {
                return Reply::HangUp;
            }
            *left -= 1;
            said(&well(&agent(&sent.body)))
        });
        let output = run(&env, &server.address(), &[WHY]);
        let shown = env.show(&output);
        assert_eq!(output.status.code(), Some(0), "{shown}");
        assert!(shown.contains("85 kg"), "{shown}");
        assert!(
            shown.contains("answered without the model: openai_compatible"),
            "{shown}"
        );
        assert!(shown.contains("Hint: `config check` tries"), "{shown}");
    }
}

#[test]
fn without_a_server_the_answer_is_the_built_in_one_and_says_so() {
    let env = journal();
    let output = run(&env, &nowhere(), &["--json", WHY]);
    let answer = object(&env, &output);
    assert_eq!(answer["status"], "partial");
    let reason = "answered without the model: openai_compatible cannot be reached";
    let gaps = answer["gaps"].as_array().unwrap();
    assert!(gaps.contains(&json!(reason)), "{answer:#}");
    let alone = env.json(&["--json", WHY]);
    assert_eq!(answer["answer"], alone["answer"]);
}

#[test]
fn what_the_note_does_not_state_is_left_out_and_said() {
    let env = Environment::new();
    let server = Server::scripted(|sent| said(&well(&agent(&sent.body))));
    let note = "messed about on the gizmo thing at 40 a dozen times";
    let output = run(&env, &server.address(), &["log", "--json", note]);
    let logged = object(&env, &output);
    let data = logged["logged"]["domain_data"].to_string();
    assert!(!data.contains("999") && !data.contains("77"), "{logged:#}");
    assert!(env.raw("2026-11-21").contains(note));
}
