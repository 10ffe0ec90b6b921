use super::*;

fn sources() -> Sources {
    Sources {
        app: "rocks",
        data_dir: Some("/data/rocks".into()),
        ..Sources::default()
    }
}

fn with_file(text: &str) -> (tempfile::TempDir, Sources) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("config.yaml");
    std::fs::write(&file, text).unwrap();
    let sources = Sources {
        config_flag: Some(file),
        ..sources()
    };
    (dir, sources)
}

fn error_of(text: &str) -> String {
    let (dir, sources) = with_file(text);
    let error = LoadedSettings::read(&sources).unwrap_err();
    let nearest = match &error {
        SettingsError::Invalid { nearest, .. } => nearest.clone(),
        _ => None,
    };
    format!("{error} ({nearest:?})").replace(&dir.path().display().to_string(), "")
}

#[test]
fn the_embedded_defaults_are_complete() {
    let loaded = LoadedSettings::read(&sources()).unwrap();
    assert_eq!(loaded.settings.units, UnitPreferences::default());
    assert_eq!(
        loaded.settings.day_ends,
        NaiveTime::from_hms_opt(4, 0, 0).unwrap()
    );
    assert_eq!(loaded.home().unwrap(), PathBuf::from("/data/rocks"));
    assert!(loaded.effective.iter().all(|e| e.origin == Origin::Default));
}

#[test]
fn later_layers_win_leaf_by_leaf() {
    let (_dir, mut sources) = with_file("units: {mass: lb}\nday_ends: '03:00'\n");
    sources.environment = vec![
        ("ROCKS_DAY_ENDS".into(), "05:00".into()),
        ("ROCKS_LIMITS_MAX_RETRIES".into(), "1".into()),
    ];
    sources.flags = vec![("units.distance", "mi".into(), "--unit")];
    let loaded = LoadedSettings::read(&sources).unwrap();
    let origin = |key: &str| {
        let found = loaded.effective.iter().find(|e| e.key == key).unwrap();
        (found.value.to_string(), found.origin.clone())
    };
    assert_eq!(origin("units.mass").0, "\"lb\"");
    assert!(matches!(origin("units.mass").1, Origin::File(_)));
    assert_eq!(
        origin("day_ends"),
        (
            "\"05:00\"".into(),
            Origin::Environment("ROCKS_DAY_ENDS".into())
        )
    );
    assert_eq!(origin("units.distance").1, Origin::Flag("--unit"));
    assert_eq!(loaded.settings.limits.max_retries, 1);
    assert_eq!(loaded.settings.limits.max_replans, 2);
}

#[test]
fn an_unknown_key_names_its_place_and_the_nearest_known_one() {
    assert_eq!(
        error_of("day_ends: '04:00'\nunit:\n  mass: kg\n"),
        "/config.yaml:2:1: unknown key \"unit\" (Some(\"units\"))"
    );
    assert_eq!(
        error_of("units:\n  distanse: km\n"),
        "/config.yaml:2:3: unknown key \"distanse\" (Some(\"distance\"))"
    );
}

#[test]
fn a_wrong_value_names_its_place() {
    insta::assert_snapshot!(error_of("day_ends: 25:99\n"), @r#"/config.yaml:1:11: day_ends: "25:99" is no time of day such as "04:00" (None)"#);
    insta::assert_snapshot!(error_of("units: {mass: stone}\n"), @r#"/config.yaml:1:15: units.mass: unknown value "stone"; it is one of "kg", "lb", "lbs" (None)"#);
    insta::assert_snapshot!(error_of("limits:\n  max_retries: many\n"), @r#"/config.yaml:2:16: limits.max_retries: string "many", expected a whole number (None)"#);
    insta::assert_snapshot!(error_of("units: [kg"), @r#"/config.yaml:1:8: units: sequence, expected keys such as "mass: kg" (None)"#);
}

#[test]
fn an_empty_file_changes_nothing() {
    let (_dir, sources) = with_file("# nothing yet\n");
    assert_eq!(
        LoadedSettings::read(&sources).unwrap().settings,
        LoadedSettings::read(&super::tests::sources())
            .unwrap()
            .settings
    );
}

#[test]
fn a_home_in_a_file_is_relative_to_the_file() {
    let (dir, sources) = with_file("home: notes\n");
    assert_eq!(
        LoadedSettings::read(&sources).unwrap().home().unwrap(),
        dir.path().join("notes")
    );
}

#[test]
fn a_variable_of_no_setting_is_said_and_stops_nothing() {
    let mut sources = sources();
    sources.environment = vec![("ROCKS_UNIT".into(), "lb".into())];
    let loaded = LoadedSettings::read(&sources).unwrap();
    assert_eq!(
        loaded.warnings,
        ["ROCKS_UNIT is set, but there is no such setting"]
    );
}

#[test]
fn a_missing_file_is_an_error_only_when_it_was_asked_for() {
    let mut sources = sources();
    sources.config_dir = Some("/nowhere/at/all".into());
    assert!(LoadedSettings::read(&sources).is_ok());
    sources.config_flag = Some("/nowhere/at/all.yaml".into());
    assert!(matches!(
        LoadedSettings::read(&sources),
        Err(SettingsError::Unreadable { .. })
    ));
}

#[test]
fn models_are_merged_leaf_by_leaf_under_names_of_ones_own() {
    let (_dir, mut sources) = with_file(
        "llm:\n  providers:\n    shed: {kind: ollama, model: small}\n    ollama: {num_ctx: 4096}\n  \
         tiers: {low: {ollama: tiny}}\n",
    );
    sources.environment = vec![
        ("ROCKS_LLM_DEFAULT_PROVIDER".into(), "shed".into()),
        ("ROCKS_LLM_TIERS_HIGH_OLLAMA".into(), "3".into()),
        (
            "ROCKS_LLM_PROVIDERS_SHED_API_BASE".into(),
            "http://shed".into(),
        ),
    ];
    sources.flags = vec![("llm.offline", "true".into(), "--offline")];
    let loaded = LoadedSettings::read(&sources).unwrap();
    let llm = &loaded.settings.llm;
    assert_eq!(llm.default_provider, "shed");
    assert!(llm.offline && !llm.asks_models());
    let ollama = &llm.providers["ollama"];
    assert_eq!(ollama.num_ctx, Some(4096));
    let base = ollama.api_base.as_ref().map(ToString::to_string);
    assert_eq!(base.as_deref(), Some("http://localhost:11434"));
    assert_eq!(llm.tiers.low["ollama"], "tiny");
    assert_eq!(llm.tiers.high["ollama"], "3");
    assert_eq!(loaded.warnings, Vec::<String>::new());
}

#[test]
fn the_defaults_of_the_models_are_those_of_the_library() {
    let llm = LoadedSettings::read(&sources()).unwrap().settings.llm;
    let library = LlmSettings::default();
    assert_eq!(llm.default_provider, library.default_provider);
    assert_eq!(llm.fallback_provider, library.fallback_provider);
    assert_eq!(
        (llm.retry.clone(), llm.budgets.clone()),
        (library.retry.clone(), library.budgets.clone())
    );
    for agent in quilto::model::AgentName::ALL {
        assert_eq!(llm.agent(agent), library.agent(agent), "{agent}");
    }
}

#[test]
fn where_models_are_asked_planning_again_is_bounded_once_more() {
    let (_dir, sources) = with_file("llm: {retry: {loop_max: 1}}\n");
    let mut settings = LoadedSettings::read(&sources).unwrap().settings;
    assert_eq!(settings.run_limits().max_replans, 2);
    settings.llm.default_provider = "ollama".into();
    assert_eq!(settings.run_limits().max_replans, 1);
    assert_eq!(settings.run_limits().max_retries, 1);
}

#[test]
fn a_key_in_a_file_is_not_shown() {
    let (_dir, sources) = with_file("llm: {providers: {openai: {api_key: pebble-9}}}\n");
    let loaded = LoadedSettings::read(&sources).unwrap();
    let shown = format!("{:?} {:?}", loaded.effective, loaded.settings);
    assert!(!shown.contains("pebble-9"));
    let bases = "llm: {providers: {openai: {api_base: 'https://me:pebble-9@rock.example/v1?k=pebble-9'}}}\n";
    let (_dir, sources) = with_file(bases);
    let loaded = LoadedSettings::read(&sources).unwrap();
    let also = format!("{:?} {:?}", loaded.effective, loaded.settings);
    assert!(!also.contains("pebble-9"), "{also}");
    assert!(also.contains("https://(hidden)@rock.example/v1?(hidden)"));
    assert!(shown.contains("${ANTHROPIC_API_KEY}"));
}

#[test]
fn every_key_of_a_provider_a_tier_and_an_agent_can_be_a_variable() {
    let (_dir, mut sources) = with_file("llm: {providers: {my-shed: {kind: openai_compatible}}}\n");
    sources.environment = [
        ("PROVIDERS_OLLAMA_SILENCE_TIMEOUT", "30"),
        ("PROVIDERS_OPENAI_COMPATIBLE_STRUCTURED_OUTPUT", "json"),
        ("PROVIDERS_MY_SHED_API_BASE", "http://shed"),
        ("PROVIDERS_LITELLM_LITELLM_PROVIDER", "mistral"),
        ("TIERS_LOW_MY_SHED", "tiny"),
        ("AGENTS_PARSER_PROVIDER", "my-shed"),
        ("AGENTS_PARSER_ENGINE", "model"),
    ]
    .map(|(name, value)| (format!("ROCKS_LLM_{name}"), value.to_owned()))
    .to_vec();
    let loaded = LoadedSettings::read(&sources).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new());
    let llm = loaded.settings.llm;
    let seconds = std::time::Duration::from_secs(30);
    assert_eq!(llm.providers["ollama"].silence_timeout, Some(seconds));
    assert_eq!(llm.tiers.low["my-shed"], "tiny");
    let parser = llm.agent(quilto::model::AgentName::Parser);
    assert_eq!(parser.provider.as_deref(), Some("my-shed"));
    sources.environment = vec![("ROCKS_LLM_PROVIDERS_OLLAMA_NUM_CTZ".into(), "1".into())];
    assert_eq!(LoadedSettings::read(&sources).unwrap().warnings.len(), 1);
}

#[test]
fn the_keys_of_a_provider_are_all_named() {
    // an unknown key is answered with all there are
    let said = error_of("llm: {providers: {ollama: {none: 1}}}\n");
    assert!(said.contains("unknown key"), "{said}");
    for key in ProviderSettings::KEYS {
        let said = error_of(&format!("llm: {{providers: {{ollama: {{{key}: []}}}}}}\n"));
        assert!(!said.contains("unknown key"), "{said}");
    }
}
