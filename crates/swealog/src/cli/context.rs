//! What a command has at hand: settings, the moment, and the parts it asks for, made when asked.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use quilto::model::Parsed;
use quilto::storage::{FileStore, LogStore};

use super::moment::Moment;
use crate::app::App;
use crate::error::CliError;
use crate::output::logged::Style;
use crate::settings::{Loaded, Origin, Sources};
use crate::ui::Ui;

/// What a command has at hand.
pub struct Context<'a> {
    pub app: &'a App,
    pub settings: Loaded,
    pub moment: Moment,
    /// Whether output is JSON.
    pub json: bool,
    given_now: Option<String>,
    store: OnceCell<Arc<FileStore>>,
}

impl<'a> Context<'a> {
    pub fn new(
        app: &'a App,
        settings: Loaded,
        sources: &Sources,
        json: bool,
    ) -> Result<Self, CliError> {
        let given_now = sources.now().map(str::to_owned);
        let moment = Moment::read(given_now.as_deref(), settings.settings.day_ends)?;
        Ok(Self {
            app,
            settings,
            moment,
            json,
            given_now,
            store: OnceCell::new(),
        })
    }

    /// Where notes are kept.
    pub fn home(&self) -> Result<PathBuf, CliError> {
        Ok(self.settings.home()?)
    }

    /// The store in the home. Nothing is made on disk before the first write.
    pub fn store(&self) -> Result<Arc<FileStore>, CliError> {
        if let Some(store) = self.store.get() {
            return Ok(Arc::clone(store));
        }
        let store = Arc::new(FileStore::open(self.home()?)?);
        Ok(Arc::clone(self.store.get_or_init(|| store)))
    }

    /// Looks at the clock again, for a conversation that goes on over midnight.
    pub fn refresh_moment(&mut self) -> Result<(), CliError> {
        let day_ends = self.settings.settings.day_ends;
        self.moment = Moment::read(self.given_now.as_deref(), day_ends)?;
        Ok(())
    }

    /// Whether the user named a unit on the command line.
    pub fn unit_given(&self) -> bool {
        let flag = Origin::Flag("--unit");
        self.settings.effective.iter().any(|e| e.origin == flag)
    }

    /// How things are shown on this terminal.
    pub fn style(&self, ui: &Ui) -> Style<'_> {
        Style {
            renderers: self.app.renderers,
            units: &self.settings.settings.units,
            columns: ui.columns(),
        }
    }

    /// Passes on what the store noticed.
    pub fn warn_of_store(&self, ui: &mut Ui, store: &dyn LogStore) {
        for warning in store.warnings() {
            ui.warn(&warning);
        }
    }

    /// What to say where there are no notes at all.
    pub fn nothing_yet(&self) -> String {
        format!(
            "Nothing is logged yet. Try: {} \"{}\"",
            self.app.name, self.app.sample_note
        )
    }

    /// STUB
    pub fn known_domain(&self, _name: &str) -> Result<(), CliError> {
        Ok(())
    }

    /// STUB
    pub fn read_note(
        &self,
        _text: &str,
        _date: NaiveDate,
        _time: NaiveTime,
    ) -> Result<Option<Parsed>, CliError> {
        Ok(None)
    }

    /// STUB
    pub fn domains(&self) -> Result<Domains, CliError> {
        Ok(Domains)
    }
}

/// STUB
pub struct Domains;
impl Domains {
    pub fn canonical(&self, _domain: &str, _name: &str) -> Option<String> {
        None
    }
    pub fn names_of(&self, text: &str) -> Vec<Vec<String>> {
        text.split_whitespace()
            .map(|w| vec![w.to_owned()])
            .collect()
    }
}
