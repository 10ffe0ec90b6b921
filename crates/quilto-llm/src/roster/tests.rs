use super::*;
use crate::{Completion, ScriptedClient};

fn roster_of(yaml: &str) -> ModelRoster {
    let settings: LlmSettings = serde_yaml::from_str(yaml).unwrap();
    let key = |name: &str| (name == "STONE_KEY").then(|| "granite".to_owned());
    ModelRoster::new(&settings, &key).unwrap()
}

fn asked(roster: &ModelRoster, agent: AgentName) -> Vec<String> {
    roster
        .for_agent(agent)
        .iter()
        .map(|client| format!("{} {}", client.provider(), client.model()))
        .collect()
}

const THREE: &str = "
providers:
  ollama: {}
  anthropic: {api_key: '${STONE_KEY}'}
  openai: {api_key: '${NO_SUCH_KEY}'}
tiers:
  low: {ollama: pebble, anthropic: slate, openai: gravel}
  medium: {ollama: pebble, anthropic: slate, openai: gravel}
  high: {ollama: boulder, anthropic: marble, openai: gravel}
";

#[test]
fn without_settings_nobody_is_asked() {
    let roster = roster_of("{}");
    assert!(roster.is_empty());
    assert!(roster.for_agent(AgentName::Router).is_empty());
}

#[test]
fn one_setting_switches_all_agents() {
    let roster = roster_of(&format!("default_provider: ollama\n{THREE}"));
    assert_eq!(asked(&roster, AgentName::Router), ["ollama pebble"]);
    assert_eq!(asked(&roster, AgentName::Analyzer), ["ollama boulder"]);
    let roster = roster_of(&format!("default_provider: anthropic\n{THREE}"));
    assert_eq!(asked(&roster, AgentName::Router), ["anthropic slate"]);
    assert_eq!(asked(&roster, AgentName::Analyzer), ["anthropic marble"]);
}

#[test]
fn the_retriever_asks_nobody() {
    let roster = roster_of(&format!(
        "default_provider: ollama\nagents: {{retriever: {{provider: ollama}}}}\n{THREE}"
    ));
    assert!(asked(&roster, AgentName::Retriever).is_empty());
}

#[test]
fn the_fallback_comes_second_unless_it_is_the_first_or_switched_off() {
    let yaml = format!(
        "default_provider: ollama\nfallback_provider: anthropic\n\
         agents: {{parser: {{provider: anthropic}}}}\n{THREE}"
    );
    let roster = roster_of(&yaml);
    assert_eq!(
        asked(&roster, AgentName::Planner),
        ["ollama boulder", "anthropic marble"]
    );
    assert_eq!(asked(&roster, AgentName::Parser), ["anthropic slate"]);
    let roster = roster_of(&format!("retry: {{fallback_enabled: false}}\n{yaml}"));
    assert_eq!(asked(&roster, AgentName::Planner), ["ollama boulder"]);
}

#[test]
fn an_agent_may_be_left_to_code_or_be_the_only_one_that_asks() {
    let roster = roster_of(&format!(
        "default_provider: ollama\nfallback_provider: anthropic\n\
         agents: {{router: {{provider: builtin}}}}\n{THREE}"
    ));
    assert!(asked(&roster, AgentName::Router).is_empty());
    assert!(!roster.is_empty());
    let roster = roster_of(&format!(
        "agents: {{observer: {{provider: ollama}}}}\n{THREE}"
    ));
    assert_eq!(asked(&roster, AgentName::Observer), ["ollama pebble"]);
    assert!(asked(&roster, AgentName::Router).is_empty());
}

#[test]
fn offline_asks_nobody() {
    let roster = roster_of(&format!("offline: true\ndefault_provider: ollama\n{THREE}"));
    assert!(roster.is_empty());
}

#[test]
fn agents_with_the_same_model_share_its_client() {
    let roster = roster_of(&format!("default_provider: ollama\n{THREE}"));
    let [router] = roster.for_agent(AgentName::Router) else {
        panic!("not one")
    };
    let [parser] = roster.for_agent(AgentName::Parser) else {
        panic!("not one")
    };
    assert!(Arc::ptr_eq(router, parser));
}

#[tokio::test]
async fn a_missing_variable_matters_only_to_who_asks_and_leaves_the_next_in_line() {
    let roster = roster_of(&format!("default_provider: ollama\n{THREE}"));
    assert_eq!(roster.assignments(AgentName::Router)[0].problem, None);
    let roster = roster_of(&format!(
        "default_provider: openai\nfallback_provider: ollama\n{THREE}"
    ));
    assert_eq!(
        asked(&roster, AgentName::Router),
        ["openai gravel", "ollama pebble"]
    );
    let request = CompletionRequest {
        agent: AgentName::Router,
        system: String::new(),
        messages: Vec::new(),
        schema: None,
        max_tokens: 1,
        temperature: 0.0,
    };
    let error = roster.for_agent(AgentName::Router)[0]
        .complete(&request)
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "openai cannot be asked: the variable NO_SUCH_KEY of its api_key is not set"
    );
    assert!(!error.can_retry());
    let assignments = roster.assignments(AgentName::Router);
    assert_eq!(assignments[0].problem, Some(error));
    assert_eq!(
        assignments[0].reach,
        PromptDestination::Host("api.openai.com".into()),
        "the address is known without the key"
    );
    assert_eq!(assignments[1].problem, None);
}

#[test]
fn what_leaves_the_machine_is_told_by_the_address() {
    let reach_of = |provider: &str| {
        let roster = roster_of(&format!(
            "default_provider: shed\nproviders: {{shed: {{kind: openai_compatible, model: pebble, {provider}}}}}"
        ));
        roster.assignments(AgentName::Parser)[0].reach.clone()
    };
    let host = |name: &str| PromptDestination::Host(name.into());
    assert_eq!(reach_of(""), PromptDestination::ThisMachine);
    for here in ["127.0.0.1:8080", "127.8.8.8", "[::1]:9", "shed.localhost"] {
        assert_eq!(
            reach_of(&format!("api_base: 'http://{here}/v1'")),
            PromptDestination::ThisMachine
        );
    }
    assert_eq!(
        reach_of("api_base: 'https://localhost.example.org/v1'"),
        host("localhost.example.org")
    );
    assert_eq!(
        reach_of("api_base: 'http://192.168.0.7:8080'"),
        host("192.168.0.7")
    );
    assert_eq!(
        reach_of("api_base: '${UNKNOWN}'"),
        PromptDestination::Unknown
    );
}

#[test]
fn a_local_server_that_passes_a_model_on_does_not_keep_notes_here() {
    let roster =
        roster_of("{default_provider: ollama, providers: {ollama: {model: 'boulder:120b-cloud'}}}");
    let assignment = &roster.assignments(AgentName::Parser)[0];
    assert_eq!(
        assignment.reach,
        PromptDestination::Host("ollama.com".into())
    );
    assert_eq!(
        assignment.address.as_deref(),
        Some("http://localhost:11434/")
    );
}

#[tokio::test]
async fn clients_can_be_given_by_hand() {
    let script = ScriptedClient::new()
        .named("slow", "stone")
        .otherwise(|request| Ok(Completion::from(request.agent.as_str())));
    let client: Arc<dyn LlmClient> = Arc::new(script);
    let roster = ModelRoster::of_clients(&[Arc::clone(&client)]);
    assert_eq!(asked(&roster, AgentName::Evaluator), ["slow stone"]);
    assert!(roster.for_agent(AgentName::Retriever).is_empty());
    let roster = roster.with_agent(AgentName::Evaluator, &[]);
    assert!(roster.for_agent(AgentName::Evaluator).is_empty());
    assert!(ModelRoster::of_clients(&[]).is_empty());
}

/// The first thing asked when all agents go through litellm.
fn through_litellm(provider: &str) -> Assignment {
    let roster = roster_of(&format!(
        "default_provider: shed\nproviders: {{shed: {{kind: litellm, model: pebble, {provider}}}}}"
    ));
    roster.assignments(AgentName::Parser)[0].clone()
}

#[test]
fn what_goes_through_litellm_goes_to_the_provider_behind_it() {
    let host = |name: &str| PromptDestination::Host(name.into());
    let reach_of = |provider: &str| through_litellm(provider).reach;
    // its address is litellm's own affair
    assert_eq!(reach_of("litellm_provider: gemini"), host("gemini"));
    assert_eq!(
        reach_of("litellm_provider: mistral, api_base: 'https://rock.example.org/v1'"),
        host("rock.example.org")
    );
    let here = "litellm_provider: ollama, api_base: 'http://127.0.0.1:1'";
    assert_eq!(reach_of(here), PromptDestination::ThisMachine);
    let cloud = roster_of(&format!(
        "default_provider: shed\nproviders: {{shed: {{kind: litellm, model: pebble-cloud, {here}}}}}"
    ));
    assert_eq!(
        cloud.assignments(AgentName::Parser)[0].reach,
        host("ollama.com")
    );
}

#[test]
fn what_litellm_lacks_is_said() {
    let problem = |provider: &str| through_litellm(provider).problem.unwrap().to_string();
    assert_eq!(
        problem(""),
        "shed cannot be asked: its litellm_provider is not set"
    );
    assert_eq!(
        problem("litellm_provider: mistral, api_base: rock"),
        "shed cannot be asked: rock is no http address"
    );
    let unknown = problem("litellm_provider: pebbles");
    if cfg!(feature = "litellm") {
        assert_eq!(
            unknown,
            "shed cannot be asked: litellm knows no provider \"pebbles\""
        );
    } else {
        assert_eq!(
            unknown,
            "shed cannot be asked: this program was built without litellm"
        );
    }
}
