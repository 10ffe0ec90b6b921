//! A journal of pet rocks, its agents, and runs over it.

use std::sync::Arc;

use chrono::NaiveDate;
use quilto::agents::{AgentContext, Budget, Clock, Meter, ResponseStyle};
use quilto::domain::{DomainSet, DomainSource};
use quilto::engine::builtin::BuiltinAgents;
use quilto::engine::cascade::{Cascade, EngineChoices};
use quilto::engine::model::{ModelAgents, PromptSettings};
use quilto::llm::{LlmClient, ModelRoster, ScriptedClient};
use quilto::machine::{Run, RunInput, RunReport, RunSettings};
use quilto::model::{RunId, UnitPreferences};
use quilto::runner::{NoUser, Runner};
use quilto::storage::{LogStore, MemoryStore};

const ROCKS: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "{name: rocks, description: 'pet rocks, how long they were polished and how they shone', groups: {dark: [dark rocks]}, cues: [polish, polishing, rock, rocks]}",
    ),
    (
        "vocabulary.yaml",
        "terms:
  - {name: Granite, kind: rock, aliases: [granite, 화강암]}
  - {name: Basalt, kind: rock, aliases: [basalt, 현무암], groups: [dark]}
  - {name: Pumice, kind: rock, aliases: [pumice]}",
    ),
    (
        "notation.yaml",
        "list: rocks
item: {kinds: [rock], name: name, rows: rounds}
slots:
  - {name: minutes, role: amount, dimension: duration, store: min}",
    ),
    (
        "measures.yaml",
        "default: minutes
rows: [{name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}]
measures:
  - {name: minutes, aliases: {en: [minutes, how long], ko: [시간]}, rows: rounds, each: minutes, aggregate: max, unit: min, better: higher, best: {en: [longest], ko: [제일 오래]}}
  - {name: polishing, aliases: {en: [polishing time]}, rows: rounds, each: minutes, aggregate: sum, unit: min, about: all minutes of a day together}",
    ),
    ("expertise.md", "Rocks shine when they are polished often. Acid harms them."),
    (
        "evaluation_rules.yaml",
        "- {rule: Never advise acid., never: [acid]}",
    ),
    (
        "context_guidance.md",
        "Keep the longest polishing of each rock.",
    ),
    (
        "schema.json",
        r#"{"type": "object", "properties": {
            "rocks": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string", "description": "The rock."},
                "rounds": {"type": "array", "items": {"type": "object", "properties": {
                    "minutes": {"type": "number", "minimum": 0},
                    "mood": {"$ref": "\u0023/$defs/Mood"}
                }}},
                "notes": {"type": ["string", "null"]}
            }, "required": ["name"]}}
        }, "$defs": {"Mood": {"type": "string", "enum": ["calm", "cross"]}}}"#,
    ),
];

const CLOUDS: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "{name: clouds, description: clouds that were watched}",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Cumulus, kind: cloud, aliases: [cumulus]}\n",
    ),
    (
        "notation.yaml",
        "list: clouds
item: {kinds: [cloud], name: name, rows: sights}
slots:
  - {name: seen, role: amount, dimension: duration, store: min}",
    ),
    (
        "measures.yaml",
        "default: seen
rows: [{name: sights, path: 'clouds[].sights[]', subject: 'clouds[].name'}]
measures:
  - {name: seen, aliases: {en: [watched]}, rows: sights, each: seen, aggregate: sum, unit: min}",
    ),
];

pub fn domains() -> Arc<DomainSet> {
    let (set, errors) = DomainSet::new([
        DomainSource::embedded("rocks", ROCKS),
        DomainSource::embedded("clouds", CLOUDS),
    ]);
    assert!(errors.is_empty(), "{errors:?}");
    Arc::new(set)
}

pub fn today() -> NaiveDate {
    "2026-11-20".parse().unwrap()
}

pub fn context() -> AgentContext {
    AgentContext {
        domains: Arc::new(domains().select(&["rocks"])),
        now: today().and_hms_opt(9, 0, 0).unwrap(),
        today: today(),
        units: UnitPreferences::default(),
        response_style: ResponseStyle::Concise,
        meter: Arc::new(Meter::default()),
    }
}

/// A journal with clients in line behind all agents.
pub struct World {
    pub store: Arc<MemoryStore>,
    domains: Arc<DomainSet>,
    clients: Vec<Arc<dyn LlmClient>>,
    choices: EngineChoices,
    manner: PromptSettings,
    budget: Budget,
    clock: Clock,
    runs: std::sync::atomic::AtomicU32,
}

impl World {
    pub fn new(clients: &[Arc<ScriptedClient>]) -> Self {
        let clients = clients.iter().map(|c| Arc::clone(c) as Arc<dyn LlmClient>);
        Self::asking(clients.collect())
    }

    /// The same with clients of any kind.
    pub fn asking(clients: Vec<Arc<dyn LlmClient>>) -> Self {
        Self {
            store: Arc::new(MemoryStore::new()),
            domains: domains(),
            clients,
            choices: EngineChoices::new(),
            manner: PromptSettings::default(),
            budget: Budget::default(),
            clock: || std::time::Duration::ZERO,
            runs: std::sync::atomic::AtomicU32::new(0),
        }
    }

    pub fn choosing(mut self, choices: EngineChoices) -> Self {
        self.choices = choices;
        self
    }

    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    pub fn timed_by(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    pub fn with_manner(mut self, manner: PromptSettings) -> Self {
        self.manner = manner;
        self
    }

    /// The same journal with the built-in engine alone.
    pub fn without_models(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            ..Self::new(&[])
        }
    }

    fn builtin(&self) -> BuiltinAgents<MemoryStore> {
        BuiltinAgents::new(Arc::clone(&self.store), Arc::clone(&self.domains))
    }

    /// The agents that ask models, alone.
    pub fn models(&self) -> ModelAgents<MemoryStore> {
        ModelAgents::new(
            self.builtin(),
            Arc::clone(&self.domains),
            ModelRoster::of_clients(&self.clients),
            |_| None,
            self.manner,
        )
    }

    /// Both engines.
    pub fn cascade(&self) -> Cascade<BuiltinAgents<MemoryStore>, ModelAgents<MemoryStore>> {
        let models = (!self.clients.is_empty()).then(|| self.models());
        Cascade::new(self.builtin(), models, self.choices.clone())
    }

    /// Runs a text at nine in the morning of a day.
    pub fn on(&self, day: &str, text: &str) -> RunReport {
        let number = self.runs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let settings = RunSettings::at(format!("{day}T09:00:00").parse().unwrap());
        let input = RunInput::new(text, vec!["rocks".into(), "clouds".into()]);
        let run = Run::start(RunId(number.to_string()), input, settings).unwrap();
        let agents = self.cascade();
        let runner = Runner::new(&agents, &*self.store, &self.domains, &NoUser)
            .with_models(self.budget, self.clock);
        wait_for(runner.run(run)).unwrap()
    }

    /// Runs a text today.
    pub fn says(&self, text: &str) -> RunReport {
        self.on("2026-11-20", text)
    }

    /// Notes of three weeks, written without a model.
    pub fn with_notes(self) -> Self {
        let plain = self.without_models();
        for (day, note) in [
            ("2026-11-01", "granite 20 minutes"),
            ("2026-11-05", "granite 25 minutes, it rained"),
            ("2026-11-08", "basalt 10 minutes"),
            ("2026-11-12", "granite 15 minutes, slept badly"),
            ("2026-11-18", "granite 12 minutes"),
        ] {
            plain.on(day, note);
        }
        self
    }

    /// All that is stored, for comparing.
    pub fn stored(&self) -> Vec<(String, serde_json::Value)> {
        let entries = self
            .store
            .recent("2027-01-01".parse().unwrap(), 1_000)
            .unwrap();
        entries
            .iter()
            .map(|e| (e.raw.clone(), serde_json::to_value(&e.parsed).unwrap()))
            .collect()
    }
}

pub fn wait_for<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}
