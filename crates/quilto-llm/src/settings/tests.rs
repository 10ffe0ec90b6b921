use super::*;

fn settings(yaml: &str) -> LlmSettings {
    serde_yaml::from_str(yaml).unwrap()
}

fn mistake(yaml: &str) -> String {
    settings(yaml).check().unwrap_err().to_string()
}

#[test]
fn nothing_said_asks_no_model() {
    let settings = settings("{}");
    assert_eq!(settings, LlmSettings::default());
    assert_eq!(settings.default_provider, "builtin");
    settings.check().unwrap();
}

#[test]
fn an_agent_keeps_what_its_settings_leave_out() {
    let settings = settings("agents: {parser: {provider: ollama}, router: {tier: high}}");
    let parser = settings.agent(AgentName::Parser);
    assert_eq!(
        (parser.tier, parser.provider.as_deref()),
        (Some(Tier::Medium), Some("ollama"))
    );
    let router = settings.agent(AgentName::Router);
    assert_eq!((router.tier, router.provider), (Some(Tier::High), None));
}

#[test]
fn names_that_lead_nowhere_are_said() {
    assert_eq!(
        mistake("default_provider: olama"),
        "default_provider names the provider \"olama\", which is not one of anthropic, azure, \
         builtin, litellm, ollama, openai, openai_compatible, openrouter"
    );
    assert!(
        mistake("agents: {router: {provider: pebble}}").starts_with("agents.router.provider names")
    );
    assert!(mistake("fallback_provider: pebble").starts_with("fallback_provider names"));
    assert!(mistake("tiers: {low: {pebble: small}}").starts_with("tiers.low names"));
    assert!(mistake("providers: {pebble: {}}").starts_with("the provider \"pebble\" needs a kind"));
}

#[test]
fn a_key_of_another_kind_is_said() {
    assert_eq!(
        mistake("providers: {openai: {keep_alive: 30m}}"),
        "providers.openai.keep_alive means nothing to a provider of the kind openai"
    );
    assert_eq!(
        mistake("providers: {shed: {kind: ollama, structured_output: json}}"),
        "providers.shed.structured_output means nothing to a provider of the kind ollama"
    );
}

#[test]
fn a_prompt_fits_the_smallest_context_that_may_be_asked() {
    let room = |text: &str| settings(text).context_tokens(AgentName::Analyzer);
    assert_eq!(room("default_provider: anthropic"), 32_000);
    assert_eq!(
        room("{default_provider: shed, providers: {shed: {kind: ollama}}}"),
        8_192
    );
    assert_eq!(
        room(
            "{default_provider: shed, providers: {shed: {kind: openai_compatible, num_ctx: 4096}}}"
        ),
        4_096
    );
    assert_eq!(
        room("{default_provider: anthropic, fallback_provider: ollama}"),
        8_192
    );
    assert_eq!(
        room("{default_provider: ollama, agents: {analyzer: {provider: openai}}}"),
        32_000
    );
}

#[test]
fn a_wait_is_a_time() {
    for wrong in ["0", "-1", ".inf", "100000", "soon"] {
        let yaml = format!("providers: {{ollama: {{silence_timeout: {wrong}}}}}");
        assert!(
            serde_yaml::from_str::<LlmSettings>(&yaml).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn the_model_of_a_provider_comes_from_the_nearest_word() {
    let settings = settings(
        "
        providers:
          shed: {kind: ollama, model: pebble}
          attic: {kind: ollama}
          cellar: {kind: openai_compatible}
        tiers:
          low: {ollama: gravel, shed: boulder}
          high: {ollama: gravel}
        ",
    );
    let model = |tier, name: &str| {
        let (kind, provider) = settings.provider("test", name).unwrap().unwrap();
        settings.model(tier, name, kind, &provider)
    };
    assert_eq!(model(Tier::Low, "shed").unwrap(), "boulder");
    assert_eq!(model(Tier::High, "shed").unwrap(), "pebble");
    assert_eq!(model(Tier::High, "attic").unwrap(), "gravel");
    assert_eq!(
        model(Tier::Low, "cellar").unwrap_err().to_string(),
        "no model is named for the provider \"cellar\": set tiers.low.cellar or \
         providers.cellar.model"
    );
}
