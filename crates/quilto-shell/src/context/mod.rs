//! What commands, the conversation and the server have at hand: settings, the moment, and the parts
//! that are asked for, made when asked.
//!
//! - `engine`, `models`, `known_domains`: what reads and answers, and the domains it knows
//! - `notes`, `amendments`, `in_flight`: the store with every note read, and what is being written
//! - `database`: the store where it is no home
//! - `lines` (with `complete`, `partial_line`), `commands`, `nested_commands`: what is typed in a
//!   conversation
//! - `reply`: answers in words; `idempotency`: answers to programs, for those who ask again
//! - `targets`, `moment`, `locale`: what a person has set, when it is, and their language

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use chrono::{NaiveDate, TimeDelta};
use quilto::checkpoint::Checkpoints;
use quilto::domain::DomainModule;
use quilto::engine::builtin::stated_units;
use quilto::model::{Conversation, Entry, Language, Turn, UnitPreferences};
use quilto::storage::{Accounts, FileStore, LogStore, Store, UserId};
use tokio::time::Instant;

use crate::aliases;
use crate::app::App;
use crate::error::problems::Problems;
use crate::error::{CliError, Exit};
use crate::home_dirs::HomeDirs;
use crate::locale;
use crate::nearest::nearest;
use crate::output::note_echo::Style;
use crate::output::words::Words;
use crate::settings::{LoadedSettings, Origin, Sources};
use crate::ui::Ui;

pub mod amendments;
pub mod commands;
mod complete;
pub mod database;
pub mod engine;
pub mod idempotency;
pub mod in_flight;
pub mod known_domains;
pub mod lines;
pub mod models;
mod moment;
pub mod nested_commands;
pub mod notes;
mod partial_line;
pub mod reply;
pub mod targets;

use commands::Commands;
use database::Database;
use engine::Engine;
use known_domains::KnownDomains;
use moment::Moment;
use nested_commands::NestedCommands;
use notes::Notes;

/// Days that a note may be underway, where there was no way to send it.
const LATE_DAYS: i64 = 60;

/// How a command behaves, whatever it does.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommandOptions {
    /// Output is JSON.
    pub json: bool,
    /// Whatever is about to be written is approved.
    pub yes: bool,
    /// Nobody is asked anything.
    pub no_input: bool,
    /// Every step of a run is told.
    pub trace: bool,
}

/// Units that a person has said something about.
#[derive(Clone, Copy, Debug)]
pub struct OwnUnits {
    /// The unit of masses.
    pub mass: bool,
    /// The unit of distances.
    pub distance: bool,
}

/// What a command has at hand.
pub struct Context<'a> {
    pub app: &'a App,
    pub commands: &'static dyn Commands,
    pub settings: LoadedSettings,
    pub moment: Moment,
    /// Whether output is JSON.
    pub json: bool,
    /// Whether what is about to be written is approved beforehand.
    pub yes: bool,
    /// Whether every step of a run is told.
    pub trace: bool,
    no_input: bool,
    /// What was said just before, in a conversation.
    said: Mutex<Conversation>,
    /// Commands typed where an answer was expected.
    pub nested: NestedCommands,
    /// When a run is ended, whatever it is at.
    pub deadline: Option<Instant>,
    /// Where the settings come from.
    pub sources: Sources,
    files: OnceLock<Arc<FileStore>>,
    /// The database that keeps the notes, and its connections: one for all that are served.
    database: Database,
    store: OnceLock<Arc<dyn Store>>,
    notes: OnceLock<Arc<Notes>>,
    places: OnceLock<HomeDirs>,
    units: OnceLock<UnitPreferences>,
    domains: OnceLock<Arc<KnownDomains>>,
    own_domains: Option<PathBuf>,
    /// The file of the person's own names.
    own_names: Option<PathBuf>,
}

impl<'a> Context<'a> {
    pub fn new(
        app: &'a App,
        commands: &'static dyn Commands,
        settings: LoadedSettings,
        sources: &Sources,
        manner: CommandOptions,
    ) -> Result<Self, CliError> {
        let moment = Moment::read(sources.now(), settings.settings.day_ends)?;
        // the settings are those of all, the names are not; a user that cannot be is told where notes are read
        let is_other = settings.user().is_ok_and(|user| user != UserId::default());
        let folder = match is_other {
            true => settings.home().ok(),
            false => sources.config_dir.clone(),
        };
        let own_names = folder.map(|folder| folder.join(aliases::FILE));
        Ok(Self {
            app,
            commands,
            settings,
            moment,
            json: manner.json,
            yes: manner.yes,
            trace: manner.trace,
            no_input: manner.no_input,
            said: Mutex::default(),
            nested: NestedCommands::default(),
            deadline: None,
            sources: sources.clone(),
            files: OnceLock::new(),
            database: Database::default(),
            store: OnceLock::new(),
            notes: OnceLock::new(),
            places: OnceLock::new(),
            units: OnceLock::new(),
            domains: OnceLock::new(),
            own_domains: sources.config_dir.as_ref().map(|dir| dir.join("domains")),
            own_names,
        })
    }

    /// The same with another home, where nobody is asked: no person, and no model.
    pub fn elsewhere(&self, home: &std::path::Path) -> Self {
        Self {
            app: self.app,
            commands: self.commands,
            settings: self.settings.with_home(home).without_models(),
            moment: self.moment,
            json: self.json,
            yes: self.yes,
            trace: self.trace,
            no_input: true,
            units: OnceLock::new(),
            said: Mutex::default(),
            nested: NestedCommands::default(),
            deadline: self.deadline,
            sources: self.sources.clone(),
            files: OnceLock::new(),
            database: Database::default(),
            store: OnceLock::new(),
            notes: OnceLock::new(),
            places: OnceLock::new(),
            domains: OnceLock::new(),
            own_domains: self.own_domains.clone(),
            own_names: self.own_names.clone(),
        }
    }

    /// The same at this moment and over a store of its own, for one of many that are served.
    pub fn anew(&self) -> Result<Self, CliError> {
        let mut anew = Self {
            settings: self.settings.clone(),
            units: OnceLock::new(),
            said: Mutex::new(self.said_before()),
            nested: NestedCommands::default(),
            sources: self.sources.clone(),
            files: OnceLock::new(),
            database: self.database.clone(),
            store: OnceLock::new(),
            notes: OnceLock::new(),
            places: OnceLock::new(),
            domains: OnceLock::from(self.domains()),
            own_domains: self.own_domains.clone(),
            own_names: self.own_names.clone(),
            ..*self
        };
        anew.refresh_moment()?;
        Ok(anew)
    }

    /// The same with the domains and the names of the person's own read from their files again.
    pub fn with_names_anew(&self) -> Result<Self, CliError> {
        Ok(Self {
            domains: OnceLock::new(),
            ..self.anew()?
        })
    }

    /// The same with settings, domains and names read from their files again. Where notes lie does not change
    /// under those who are at work in them.
    pub fn read_anew(&self) -> Result<Self, CliError> {
        let settings = LoadedSettings::read(&self.sources)?.where_others_are(&self.settings);
        Ok(Self {
            settings,
            ..self.with_names_anew()?
        })
    }

    /// The same for somebody else who keeps notes here, and knows nothing of what is this person's: over
    /// a store of theirs, with names of theirs. `shared` are the domains without anybody's names.
    pub fn of_person(&self, user: &UserId, shared: &Arc<KnownDomains>) -> Result<Self, CliError> {
        let settings = self.settings.of_user(user);
        let own_names = match *user == UserId::default() {
            true => self.own_names.clone(),
            false => Some(settings.home()?.join(aliases::FILE)),
        };
        let has_names = own_names.as_ref().is_some_and(|file| file.exists());
        Ok(Self {
            settings,
            own_names,
            said: Mutex::default(),
            domains: match has_names {
                true => OnceLock::new(),
                false => OnceLock::from(Arc::clone(shared)),
            },
            ..self.anew()?
        })
    }

    /// The domains as everybody knows them, without this person's names.
    pub fn shared_domains(&self) -> Arc<KnownDomains> {
        let domains = self.own_domains.as_deref();
        Arc::new(KnownDomains::load(self.app, domains, None))
    }

    /// What was said before, in a conversation.
    pub fn said_before(&self) -> Conversation {
        let said = self.said.lock();
        said.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what was said, for questions that lean on it.
    pub fn heard(&self, turn: Turn) {
        let said = self.said.lock();
        said.unwrap_or_else(PoisonError::into_inner).hear(turn);
    }

    /// Where notes are kept.
    pub fn home(&self) -> Result<PathBuf, CliError> {
        Ok(self.settings.home()?)
    }

    /// Where lies what belongs to the home and not into it.
    pub fn places(&self) -> Result<&HomeDirs, CliError> {
        if let Some(places) = self.places.get() {
            return Ok(places);
        }
        let home = self.home()?;
        let places = self.settings.places(&home);
        if self.settings.database().is_none() {
            places.take_over(&home);
        }
        Ok(self.places.get_or_init(|| places))
    }

    /// The person's store.
    pub fn store(&self) -> Result<Arc<dyn Store>, CliError> {
        Ok(Arc::clone(self.kept()?))
    }

    fn kept(&self) -> Result<&Arc<dyn Store>, CliError> {
        if let Some(store) = self.store.get() {
            return Ok(store);
        }
        let store = match self.settings.database() {
            Some(address) => self.database.of(address, &self.settings)?,
            None => Arc::clone(self.files()?) as Arc<dyn Store>,
        };
        Ok(self.store.get_or_init(|| store))
    }

    /// The accounts of those who keep notes in the database, where one keeps them.
    pub fn database_accounts(&self) -> Result<Option<Arc<dyn Accounts>>, CliError> {
        let address = self.settings.database();
        let accounts = address.map(|address| self.database.accounts(address, &self.settings));
        accounts.transpose()
    }

    /// The same as the home that it is, for what looks after files. Nothing is made on disk before the
    /// first write.
    ///
    /// # Errors
    /// Where a database keeps the notes.
    pub fn files(&self) -> Result<&Arc<FileStore>, CliError> {
        if let Some(address) = self.settings.database() {
            let message =
                format!("this looks after notes in files, and yours are kept in {address}");
            return Err(
                CliError::usage(message).hint("back a database up with pg_dump: see docs/scale.md")
            );
        }
        if let Some(files) = self.files.get() {
            return Ok(files);
        }
        let patience = Duration::from_secs(self.settings.settings.lock_patience);
        let places = self.places()?;
        let mut files = FileStore::open(self.home()?)?
            .with_state(places.state.clone())
            .with_patience(patience, Arc::new(Ui::waits_for));
        if let Some(index) = self.settings.index(places) {
            files = files.with_index(index);
        }
        Ok(self.files.get_or_init(|| Arc::new(files)))
    }

    /// The notes in it, each with its reading: what answers and figures are made of.
    pub fn notes(&self) -> Result<Arc<Notes>, CliError> {
        if let Some(notes) = self.notes.get() {
            return Ok(Arc::clone(notes));
        }
        let (store, places) = (self.store()?, self.places()?.clone());
        let notes = Notes::new(store, places, self.domains(), self.units().clone());
        Ok(Arc::clone(self.notes.get_or_init(|| Arc::new(notes))))
    }

    /// Looks at the clock again, for a conversation that goes on over midnight.
    pub fn refresh_moment(&mut self) -> Result<(), CliError> {
        let day_ends = self.settings.settings.day_ends;
        self.moment = Moment::read(self.sources.now(), day_ends)?;
        if let Some(files) = self.files.get() {
            files.begin_command();
        }
        // what was learned meanwhile counts
        self.units = OnceLock::new();
        self.notes = OnceLock::new();
        Ok(())
    }

    /// The day that something belongs to which was typed some time ago, where that was not today, and not
    /// so long ago that a clock must be wrong.
    pub fn earlier_day(&self, ago: Duration) -> Option<NaiveDate> {
        let ago = TimeDelta::from_std(ago).ok()?;
        let then = self.moment.now.checked_sub_signed(ago)?;
        let day_ends = self.settings.settings.day_ends;
        let day = Moment::at(then, self.moment.utc_offset, day_ends).today;
        let days = (self.moment.today - day).num_days();
        (1..=LATE_DAYS).contains(&days).then_some(day)
    }

    /// Reads the settings again, after they were changed.
    pub fn reload(&mut self) -> Result<(), CliError> {
        self.settings = LoadedSettings::read(&self.sources)?;
        self.files = OnceLock::new();
        self.database = Database::default();
        self.store = OnceLock::new();
        self.refresh_moment()
    }

    /// Whether a setting was named on the command line.
    pub fn named_by_flag(&self, key: &str) -> bool {
        let mut effective = self.settings.effective.iter();
        effective.any(|e| e.key == key && matches!(e.origin, Origin::Flag(_)))
    }

    /// The units of bare numbers and of answers: as the settings say, and where they say nothing, as
    /// what was learned about the person says.
    pub fn units(&self) -> &UnitPreferences {
        self.units.get_or_init(|| {
            let set = &self.settings.settings.units;
            let (mass, distance) = (self.is_set("units.mass"), self.is_set("units.distance"));
            if mass && distance {
                return set.clone();
            }
            let stated = stated_units(&self.learned(), set);
            UnitPreferences {
                mass: if mass { set.mass.clone() } else { stated.mass },
                distance: if distance {
                    set.distance.clone()
                } else {
                    stated.distance
                },
            }
        })
    }

    /// Which of the units are the person's own, and no mere defaults.
    pub fn own_units(&self) -> OwnUnits {
        let none = UnitPreferences {
            mass: String::new(),
            distance: String::new(),
        };
        let stated = stated_units(&self.learned(), &none);
        OwnUnits {
            mass: self.is_set("units.mass") || !stated.mass.is_empty(),
            distance: self.is_set("units.distance") || !stated.distance.is_empty(),
        }
    }

    /// Whether a setting has another origin than the defaults.
    fn is_set(&self, key: &str) -> bool {
        let mut effective = self.settings.effective.iter();
        effective.any(|e| e.key == key && e.origin != Origin::Default)
    }

    /// What was learned about the person; what cannot be read is reported where it is needed.
    pub fn learned(&self) -> String {
        let learned = self.store().and_then(|store| Ok(store.global_context()?));
        learned.unwrap_or_default()
    }

    /// How what was said in a language is shown on this terminal.
    pub fn style(&self, ui: &Ui, language: Language) -> Style<'_> {
        self.style_within(ui.columns(), language)
    }

    /// How what was said in a language is shown in so many columns.
    pub fn style_within(&self, columns: Option<usize>, language: Language) -> Style<'_> {
        // what the data says is in English
        let translated = language != Language::English;
        Style {
            renderers: self.app.renderers,
            units: self.units(),
            columns,
            language,
            domains: translated.then(|| self.domains().all()),
        }
    }

    /// How an entry is shown: in the language of its words.
    pub fn style_of(&self, ui: &Ui, entry: &Entry) -> Style<'_> {
        self.style(ui, Language::of(&entry.raw))
    }

    /// Passes on what the store noticed.
    pub fn warn_of_store(&self, ui: &mut Ui, store: &dyn LogStore) {
        let warnings = store.warnings();
        for warning in &warnings {
            ui.warn(warning, None);
        }
        if !warnings.is_empty() {
            ui.hint(&Problems::of(Language::English).storage.hint());
        }
    }

    /// How a command ended that gave what was read: in part, if a day could not be.
    pub fn as_read(&self, exit: Exit) -> Result<Exit, CliError> {
        let whole = exit != Exit::Done || self.store()?.unreadable_days().is_empty();
        Ok(if whole { exit } else { Exit::Partly })
    }

    /// What to say where there are no notes at all, and nothing was typed that has a language.
    pub fn nothing_yet(&self) -> String {
        self.nothing_yet_in(locale::language())
    }

    /// The same in a language.
    pub fn nothing_yet_in(&self, language: Language) -> String {
        let how = format!("{} \"{}\"", self.app.name, self.app.sample_note);
        Words::of(language).nothing_yet.fill(&[("how", &how)])
    }

    /// Whether there are no notes at all. Of a home that cannot be read nobody knows.
    pub fn has_no_notes(&self) -> bool {
        let span = self.store().and_then(|store| Ok(store.span()?));
        matches!(span, Ok(None))
    }

    /// All known domains. Reading a folder of the user's own happens once.
    pub fn domains(&self) -> Arc<KnownDomains> {
        let known = self.domains.get_or_init(|| Arc::new(self.load_domains()));
        Arc::clone(known)
    }

    fn load_domains(&self) -> KnownDomains {
        let (domains, names) = (self.own_domains.as_deref(), self.own_names.as_deref());
        KnownDomains::load(self.app, domains, names)
    }

    /// A domain that must exist.
    pub fn domain(&self, name: &str) -> Result<Arc<DomainModule>, CliError> {
        let domains = self.domains();
        if let Some(module) = domains.get(name) {
            return Ok(Arc::clone(module));
        }
        let names = domains.names();
        let hint = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("there are {}", names.join(", ")),
        };
        Err(CliError::usage(format!("there is no domain {name:?}")).hint(hint))
    }

    /// The file of the person's own names, where there is a place for it.
    pub fn own_names(&self) -> Option<&std::path::Path> {
        self.own_names.as_deref()
    }

    /// Passes on what is wrong with domains.
    pub fn warn_of_domains(&self, ui: &mut Ui) {
        for problem in self.domains().problems() {
            ui.warn_of(&problem.into());
        }
    }

    /// Whether the vocabulary knows a word.
    pub fn names_something(&self, word: &str) -> bool {
        let tokens = quilto::text::read(word);
        let found = self.domains().all().vocabulary().find(&tokens);
        found.iter().any(|found| found.mention.exact)
    }

    /// The engine.
    pub fn agents(&self) -> Result<Engine, CliError> {
        engine::engine(self)
    }

    /// Drives a future on this thread, with a network where models may be asked.
    pub fn block_on<T>(&self, future: impl Future<Output = T>) -> Result<T, CliError> {
        if self.settings.settings.llm.asks_models() {
            engine::block_on_network(future)
        } else {
            engine::block_on(future)
        }
    }

    /// Where runs wait.
    pub fn checkpoints(&self) -> Result<Checkpoints<'_>, CliError> {
        Ok(Checkpoints::new(&**self.kept()?))
    }

    /// Whether a person can be asked: at a terminal, unless they said not to.
    pub fn may_ask(&self) -> bool {
        let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        terminal && !self.json && !self.no_input
    }
}
