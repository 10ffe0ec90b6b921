//! The engine behind the commands, and reading a text without a run.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use quilto::agents::{AgentContext, Agents, Budget, Meter, ParserInput, RouterInput};
use quilto::engine::builtin::BuiltinAgents;
use quilto::engine::builtin::explain::Explanation;
use quilto::engine::cascade::Cascade;
use quilto::engine::model::{ModelAgents, PromptSettings};
use quilto::model::{AgentName, Conversation, Entry, EntryId, EntryKind, InputType, Parsed, RunId};

use super::known_domains::KnownDomains;
use super::notes::Notes;
use super::{Context, models, targets};
use crate::error::CliError;
use crate::settings::Settings;

/// Entries the parser sees for "same as last time".
pub const RECENT: usize = 20;

/// The engine over the notes of a home: built in, with language models behind it where some are set.
pub type Engine = Cascade<BuiltinAgents<Notes>, ModelAgents<Notes>>;

/// Makes the engine. Nothing is sent or opened; without models nothing of them is made either.
pub fn engine(context: &Context<'_>) -> Result<Engine, CliError> {
    let settings = &context.settings.settings;
    if !settings.llm.asks_models() {
        return without_models(context);
    }
    let domains = context.domains();
    let builtin = builtin(context)?;
    let manner = PromptSettings {
        parse_retry: settings.llm.retry.parse_retry,
        max_entries: settings.limits.max_entries.min(RECENT),
        // a history is the longest thing a prompt holds
        context_tokens: settings.llm.context_tokens(AgentName::Analyzer),
    };
    let models = ModelAgents::new(
        builtin.clone(),
        Arc::clone(domains.set()),
        models::roster(&settings.llm)?,
        context.app.schema,
        manner,
    );
    let choices = AgentName::ALL.map(|agent| (agent, settings.llm.agent(agent).engine));
    Ok(Cascade::new(builtin, Some(models), BTreeMap::from(choices)))
}

fn without_models(context: &Context<'_>) -> Result<Engine, CliError> {
    Ok(Cascade::new(builtin(context)?, None, BTreeMap::new()))
}

fn builtin(context: &Context<'_>) -> Result<BuiltinAgents<Notes>, CliError> {
    let domains = context.domains();
    let agents = BuiltinAgents::new(context.notes()?, Arc::clone(domains.set()));
    // a file that cannot be read costs no note; it is told when the run is over
    Ok(agents.with_targets(targets::read(context).unwrap_or_default()))
}

/// What one run may ask of models.
pub fn budget(settings: &Settings) -> Budget {
    Budget {
        calls: Some(settings.llm.budgets.calls.into()),
        tokens: Some(settings.llm.budgets.tokens),
    }
}

/// Time since the process first asked for it, for timing calls.
pub fn clock() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// Drives a future on this thread.
pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, CliError> {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .map(|runtime| runtime.block_on(future))
        .map_err(|error| not_started(&error))
}

/// The system gives nothing to work with.
pub fn not_started(error: &std::io::Error) -> CliError {
    CliError::failed("cannot start working")
        .cause(error)
        .hint("the system lets this process open no more; close other programs")
}

/// The same with a network and a clock, for what asks models. Does not wait for a look-up of a name
/// that nobody needs any more.
pub fn block_on_network<T>(future: impl Future<Output = T>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| not_started(&error))?;
    let result = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(result)
}

/// A name for a run: the moment, the process, and from the second run of a process on its number,
/// since several may begin in one second.
pub fn run_id(now: NaiveDateTime) -> RunId {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let begun = RUNS.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let mut id = format!("{}-{process:x}", now.format("%Y%m%d-%H%M%S"));
    if begun > 0 {
        id.push_str(&format!(".{begun:x}"));
    }
    RunId(id)
}

/// A text as read, and not stored.
pub struct Reading {
    pub input_type: InputType,
    pub date: NaiveDate,
    pub parsed: Parsed,
}

impl Reading {
    /// The entry it would become.
    pub fn entry(self, time: NaiveTime, raw: &str) -> Entry {
        Entry {
            id: EntryId(String::new()),
            date: self.date,
            time: Some(time),
            kind: EntryKind::Note,
            raw: raw.to_owned(),
            payload: None,
            parsed: Some(self.parsed),
            source: String::new(),
        }
    }
}

/// A text to read, and what is known about it beforehand.
pub struct ToRead<'a> {
    pub text: &'a str,
    /// The day it was written on; its words are read against it.
    pub written: NaiveDate,
    pub time: NaiveTime,
    /// Notes before it.
    pub recent: Vec<Entry>,
}

/// Reads texts as a run would, without storing anything.
pub struct Reader<'a> {
    context: &'a Context<'a>,
    agents: Engine,
    /// One budget for all texts of a command.
    meter: Arc<Meter>,
    domains: Arc<KnownDomains>,
    /// What was learned about the person, as a run would know it.
    learned: String,
}

impl<'a> Reader<'a> {
    /// Reads with models, where some are set.
    pub fn new(context: &'a Context<'a>) -> Result<Self, CliError> {
        Ok(Self::with(context, context.agents()?))
    }

    /// Reads by rules alone: what is brought in by the thousand is not put before a model.
    pub fn by_rules(context: &'a Context<'a>) -> Result<Self, CliError> {
        Ok(Self::with(context, without_models(context)?))
    }

    fn with(context: &'a Context<'a>, agents: Engine) -> Self {
        let budget = budget(&context.settings.settings);
        Self {
            agents,
            meter: Arc::new(Meter::new(budget, Some(clock))),
            domains: context.domains(),
            learned: context.learned(),
            context,
        }
    }

    /// Why texts were read without the model that is set, where they were.
    pub fn without_model(&self) -> Vec<String> {
        let without = self.meter.without_model();
        let mut reasons: Vec<String> = without.into_iter().map(|w| w.reason).collect();
        reasons.dedup();
        reasons
    }

    /// The domains that it reads with.
    pub fn domains(&self) -> &KnownDomains {
        &self.domains
    }

    /// Tokens that models used so far.
    pub fn tokens(&self) -> u64 {
        self.meter.tokens()
    }

    /// The notes before a day, as a run gives them to the parser.
    pub fn recent(&self, until: NaiveDate) -> Result<Vec<Entry>, CliError> {
        Ok(self.context.store()?.recent(until, RECENT)?)
    }

    /// Routes and parses a text.
    pub fn read(&self, read: ToRead<'_>) -> Result<Reading, CliError> {
        self.context.block_on(self.reading(read))?
    }

    /// Parses a text that was routed.
    pub fn read_as(&self, routed: &Explanation, read: ToRead<'_>) -> Result<Reading, CliError> {
        let parsed = self.parsed(routed.input_type, &routed.domains, read);
        self.context.block_on(parsed)?
    }

    /// How the rules read a text, which a model has no say in.
    pub fn explain(&self, read: &ToRead<'_>) -> Result<Explanation, CliError> {
        let world = self.world(read, &[]);
        Ok(builtin(self.context)?.explain(&world, read.text, &self.learned))
    }

    async fn reading(&self, read: ToRead<'_>) -> Result<Reading, CliError> {
        let routed = RouterInput {
            raw_input: read.text.to_owned(),
            conversation: Conversation::default(),
            global_context: Some(self.learned.clone()),
        };
        let routed = self.agents.route(&self.world(&read, &[]), &routed).await?;
        let domains = &routed.selected_domains;
        self.parsed(routed.input_type, domains, read).await
    }

    async fn parsed(
        &self,
        input_type: InputType,
        domains: &[String],
        read: ToRead<'_>,
    ) -> Result<Reading, CliError> {
        let world = self.world(&read, domains);
        let input = ParserInput {
            raw_input: read.text.to_owned(),
            date: read.written,
            time: read.time,
            recent_entries: read.recent,
            global_context: Some(self.learned.clone()),
            correction_target: None,
        };
        let output = self.agents.parse(&world, &input).await?;
        Ok(Reading {
            input_type,
            date: output.date,
            parsed: output.into_parsed("builtin"),
        })
    }

    fn world(&self, read: &ToRead<'_>, domains: &[String]) -> AgentContext {
        let settings = &self.context.settings.settings;
        AgentContext {
            domains: Arc::new(self.domains.select(domains)),
            now: read.written.and_time(read.time),
            today: read.written,
            units: self.context.units().clone(),
            response_style: settings.response_style,
            meter: Arc::clone(&self.meter),
        }
    }
}
