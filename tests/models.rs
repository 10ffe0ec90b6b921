//! Settings of language models, and trying them.

use insta::assert_snapshot;
use serde_json::json;

use crate::common::environment::Environment;
use crate::common::server::{Reply, Server, nowhere};

/// An answer of an OpenAI-like server.
fn openai(text: &str) -> Reply {
    let answer = json!({
        "choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
    });
    Reply::ok(answer.to_string())
}

/// An answer of Ollama.
fn ollama(text: &str) -> Reply {
    Reply::ok(json!({"message": {"content": text}, "done_reason": "stop"}).to_string())
}

/// Shows a run without the times and addresses that differ.
fn shown(env: &Environment, args: &[&str], variables: &[(&str, &str)], servers: &[&str]) -> String {
    let mut command = env.command(args);
    command.envs(variables.iter().copied());
    let mut shown = env.show(&command.output().unwrap());
    for (number, server) in servers.iter().enumerate() {
        shown = shown.replace(server, &format!("[SERVER{number}]"));
    }
    without_times(&shown)
}

/// `(0.3 s)` becomes `([TIME])`.
fn without_times(text: &str) -> String {
    let mut parts = text.split(" answers (");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once(" s)").map_or(part, |(_, rest)| rest);
        result.push_str(" answers ([TIME])");
        result.push_str(rest);
    }
    result
}

const READY: &str = "{\"ready\": true}";

#[test]
fn on_a_fresh_machine_nothing_leaves_it() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["config", "check"]), @r"
    No language model is set. The built-in engine reads and answers.
    Nothing leaves this machine.
    --- exit 0
    ");
}

#[test]
fn a_model_on_this_machine_keeps_notes_here() {
    let env = Environment::new();
    let server = Server::replying(ollama(READY));
    let variables = [
        ("SWEALOG_LLM_DEFAULT_PROVIDER", "ollama"),
        ("SWEALOG_LLM_PROVIDERS_OLLAMA_API_BASE", &server.address()),
    ];
    assert_snapshot!(shown(&env, &["config", "check"], &variables, &[]), @r"
    router      low    ollama qwen2.5:7b
    planner     high   ollama qwen2.5:14b
    retriever          built-in engine
    analyzer    high   ollama qwen2.5:14b
    synthesizer medium ollama qwen2.5:7b
    evaluator   high   ollama qwen2.5:14b
    clarifier   medium ollama qwen2.5:7b
    parser      medium ollama qwen2.5:7b
    observer    medium ollama qwen2.5:7b

    ollama qwen2.5:7b answers ([TIME])
    ollama qwen2.5:14b answers ([TIME])

    Your notes stay on this machine: the models run here.
    --- exit 0
    ");
    let asked = server.sent();
    assert_eq!(asked.len(), 2, "one request for each model");
    assert!(asked[0].body.contains("qwen2.5:7b") && asked[1].body.contains("qwen2.5:14b"));
}

#[test]
fn a_provider_that_does_not_answer_is_said_with_what_to_do() {
    let env = Environment::new();
    let (away, refusing) = (
        nowhere(),
        Server::replying(Reply::status(
            401,
            "{\"error\": {\"message\": \"no such key: sk-pebble-1\"}}",
        )),
    );
    env.config(&format!(
        "llm:\n  default_provider: shed\n  fallback_provider: openai\n  providers:\n    \
         shed: {{kind: openai_compatible, api_base: '{away}/v1', model: small}}\n    \
         openai: {{api_base: '{}/v1', api_key: sk-pebble-1}}\n  \
         agents:\n    router: {{provider: builtin}}\n",
        refusing.address()
    ));
    let servers = [&*away, &*refusing.address()];
    assert_snapshot!(shown(&env, &["config", "check"], &[], &servers), @r"
    router             built-in engine
    planner     high   shed small, then openai gpt-4.1
    retriever          built-in engine
    analyzer    high   shed small, then openai gpt-4.1
    synthesizer medium shed small, then openai gpt-4.1-mini
    evaluator   high   shed small, then openai gpt-4.1
    clarifier   medium shed small, then openai gpt-4.1-mini
    parser      medium shed small, then openai gpt-4.1-mini
    observer    medium shed small, then openai gpt-4.1-mini

    shed small does not answer: cannot reach shed at [SERVER0]/v1/chat/completions: Connection refused (os error 111)
      Hint: is it running? llm.providers.shed.api_base says where it is looked for
    openai gpt-4.1 does not answer: openai answered 401: no such key: [api key]
      Hint: the key is not accepted; look at llm.providers.openai.api_key
    openai gpt-4.1-mini does not answer: openai answered 401: no such key: [api key]
      Hint: the key is not accepted; look at llm.providers.openai.api_key

    Your notes stay on this machine: the models run here.
    --- exit 1
    ");
    let listed = env.stdout(&["config"]);
    assert!(!listed.contains("sk-pebble-1"), "{listed}");
    assert!(listed.contains("(hidden)"), "{listed}");
}

#[test]
fn a_missing_variable_is_said_and_so_is_where_notes_would_go() {
    let env = Environment::new();
    let variables = [("SWEALOG_LLM_DEFAULT_PROVIDER", "anthropic")];
    assert_snapshot!(shown(&env, &["config", "check"], &variables, &[]), @r"
    router      low    anthropic claude-haiku-4-5
    planner     high   anthropic claude-sonnet-4-5
    retriever          built-in engine
    analyzer    high   anthropic claude-sonnet-4-5
    synthesizer medium anthropic claude-haiku-4-5
    evaluator   high   anthropic claude-sonnet-4-5
    clarifier   medium anthropic claude-haiku-4-5
    parser      medium anthropic claude-haiku-4-5
    observer    medium anthropic claude-haiku-4-5

    anthropic claude-haiku-4-5 does not answer: anthropic cannot be asked: the variable ANTHROPIC_API_KEY of its api_key is not set
      Hint: set the variable, or llm.providers.anthropic.api_key in your settings file
    anthropic claude-sonnet-4-5 does not answer: anthropic cannot be asked: the variable ANTHROPIC_API_KEY of its api_key is not set
      Hint: set the variable, or llm.providers.anthropic.api_key in your settings file

    What you type, and the notes a question needs, go to api.anthropic.com.
    --- exit 1
    ");
}

#[test]
fn an_answer_of_another_form_is_said() {
    let env = Environment::new();
    let server = Server::replying(openai("Yes, I am ready!"));
    let variables = [
        ("SWEALOG_LLM_DEFAULT_PROVIDER", "openai_compatible"),
        (
            "SWEALOG_LLM_PROVIDERS_OPENAI_COMPATIBLE_API_BASE",
            &*server.address(),
        ),
    ];
    let shown = shown(&env, &["config", "check"], &variables, &[]);
    assert!(
        shown.contains("not in the form it was asked for"),
        "{shown}"
    );
    assert!(shown.ends_with("--- exit 0\n"), "{shown}");
}

#[test]
fn offline_asks_nobody() {
    let env = Environment::new();
    let server = Server::replying(ollama(READY));
    let variables = [
        ("SWEALOG_LLM_DEFAULT_PROVIDER", "ollama"),
        ("SWEALOG_LLM_PROVIDERS_OLLAMA_API_BASE", &*server.address()),
    ];
    assert_snapshot!(shown(&env, &["config", "check", "--offline"], &variables, &[]), @r"
    Offline: no language model is asked. The built-in engine reads and answers.
    Nothing leaves this machine.
    --- exit 0
    ");
    assert!(server.sent().is_empty());
}

#[test]
fn as_json() {
    let env = Environment::new();
    let server = Server::replying(openai(READY));
    env.config(&format!(
        "llm:\n  default_provider: openai_compatible\n  providers:\n    \
         openai_compatible: {{api_base: '{}/v1', model: 'small'}}\n",
        server.address()
    ));
    let mut shown = env.json(&["config", "check", "--json"]);
    assert!(shown["models"][0]["seconds"].take().is_number());
    assert_eq!(
        shown["models"],
        json!([{
            "provider": "openai_compatible", "kind": "openai_compatible", "model": "small",
            "address": format!("{}/v1", server.address()),
            "answers": true, "fits_schema": true, "seconds": null, "error": null, "hint": null,
        }])
    );
    assert_eq!(
        shown["agents"][0],
        json!({
            "agent": "router", "tier": "low",
            "asks": [{"provider": "openai_compatible", "model": "small"}],
        })
    );
    assert_eq!(shown["agents"][2]["asks"], json!([]));
    assert_eq!(shown["sends_notes_to"], json!([]));
    assert_eq!(shown["offline"], json!(false));
}

#[test]
fn mistakes_in_the_settings_name_their_place() {
    let env = Environment::new();
    env.config("llm:\n  default_provider: olama\n");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml: llm: default_provider names the provider "olama", which is not one of anthropic, azure, builtin, litellm, ollama, openai, openai_compatible, openrouter
    Hint: did you mean "ollama"?
    --- exit 1
    "#);
    env.config("llm:\n  providers:\n    ollama:\n      api_bse: http://localhost\n");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml:4:7: unknown key "api_bse"
    Hint: did you mean "api_base"?
    --- exit 1
    "#);
    env.config("llm: {providers: {openai: {keep_alive: 5m}}}\n");
    assert_snapshot!(env.run(&["history"]), @r"
    --- stderr
    error: [DIR]/config/swealog/config.yaml: llm: providers.openai.keep_alive means nothing to a provider of the kind openai
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 1
    ");
    env.config("llm: {providers: {my.shed: {kind: ollama}}}\n");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml:1:6: llm: a provider's name has letters, digits, - and _ only, not "my.shed"
    Hint: `config` lists every setting; docs/config.md explains them
    --- exit 1
    "#);
    env.config("llm: {default_provider: shed, providers: {shed: {kind: openai_compatible}}}\n");
    env.stdout(&["history"]);
    env.config("llm: {providers: {shed: {kind: azure}}, agents: {routr: {tier: low}}}\n");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: [DIR]/config/swealog/config.yaml:1:50: llm.agents: unknown value "routr"; it is one of "router", "planner", "retriever", "analyzer", "synthesizer", "evaluator", "clarifier", "parser", "observer"
    Hint: did you mean "router"?
    --- exit 1
    "#);
}

#[test]
fn a_file_to_begin_with() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["config", "init"]), @r"
    Wrote [DIR]/config/swealog/config.yaml
    --- exit 0
    ");
    let changed = env.stdout(&["config"]);
    assert!(
        !changed.contains("config.yaml"),
        "nothing is set by it: {changed}"
    );
    env.config("units: {mass: lb}\n");
    assert_snapshot!(env.run(&["config", "init"]), @r"
    --- stderr
    error: there is a settings file already: [DIR]/config/swealog/config.yaml
    Hint: --force writes a new one and keeps the old one beside it
    --- exit 1
    ");
    // also the way out of a file that cannot be read
    env.config("unit: [\n");
    assert_snapshot!(env.run(&["config", "init", "--force"]), @r"
    Wrote [DIR]/config/swealog/config.yaml
    --- stderr
    the old one is kept as [DIR]/config/swealog/config.yaml.bak
    --- exit 0
    ");
    let kept = std::fs::read_to_string(env.path().join("config/swealog/config.yaml.bak")).unwrap();
    assert_eq!(kept, "unit: [\n");
    env.stdout(&["history"]);
}

#[test]
fn a_clean_note_is_read_without_asking_the_model() {
    let env = Environment::new();
    env.config(
        "llm:\n  default_provider: shed\n  retry: {llm_retry: 0}\n  providers:\n    shed: \
         {kind: openai_compatible, api_base: 'http://127.0.0.1:9/v1', model: small}\n",
    );
    for note in [
        "bench 80kg 3x5",
        "bench 80kg 5x5 felt heavy, slept bad",
        "dumbbell press 24kg each 10, 9, 8",
        "leg press 180kg 4x12 @8",
        "벤치 80키로 5개 4세트",
        "데드 140 3회 5세트 RPE 8",
        "pull ups 8, 8, 7, 6",
        "5k in 25:30",
        "8x400m in 95s with 90s rest",
        "10x100m free on 1:30",
        "자유형 50m 10개",
        "breakfast: 3 eggs, 100 g oats, 250 ml milk",
        "수면 6시간 30분",
    ] {
        let said = env.run(&["parse", note]);
        assert!(!said.contains("without the model"), "{said}");
    }
    // What rules cannot read is what a model is for.
    let said = env.run(&[
        "parse",
        "squat with the wobbly ones and then honked 17 zibbles",
    ]);
    assert!(said.contains("without the model"), "{said}");
}
