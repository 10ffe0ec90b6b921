//! All known domains, and choosing among them.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::derived_cache::DerivedCache;
use super::{
    ActiveDomainContext, DomainError, DomainInfo, DomainModule, DomainSource, OwnAlias, load,
};
use super::{Classifier, WordLists};
use quilto_acts::Model as Acts;

/// All known domains: base domains first, then by name of origin order.
#[derive(Clone, Debug, Default)]
pub struct DomainSet {
    modules: Vec<Arc<DomainModule>>,
    acts: Option<Arc<Acts>>,
    asks: Option<Arc<Classifier>>,
    notes: Option<Arc<Classifier>>,
    sayings: Option<Arc<Classifier>>,
    spacing: Option<Arc<Classifier>>,
    words: Option<Arc<WordLists>>,
    all: OnceLock<Arc<ActiveDomainContext>>,
}

impl DomainSet {
    /// A set from texts, and what is wrong with those that could not be taken in. Of two of one name
    /// the later counts.
    pub fn new(sources: impl IntoIterator<Item = DomainSource>) -> (Self, Vec<DomainError>) {
        let mut set = Self::default();
        let mut errors = Vec::new();
        for source in sources {
            match DomainModule::new(source) {
                Ok(module) => set.insert(module),
                Err(error) => errors.push(error),
            }
        }
        (set, errors)
    }

    /// The set with weights that tell what a clause of a text does: without them only words do.
    #[must_use]
    pub fn with_acts(mut self, acts: Acts) -> Self {
        self.all.take();
        self.acts = Some(Arc::new(acts));
        self
    }

    /// The set with weights that tell what each word of a note is for: without them only notation does.
    #[must_use]
    pub fn with_notes(mut self, notes: Classifier) -> Self {
        self.all.take();
        self.notes = Some(Arc::new(notes));
        self
    }

    /// The set with weights that tell what sayings mean of how somebody is: without them only words do.
    #[must_use]
    pub fn with_sayings(mut self, sayings: Classifier) -> Self {
        self.all.take();
        self.sayings = Some(Arc::new(sayings));
        self
    }

    /// The set with weights that tell where words end that were typed without a space between them.
    #[must_use]
    pub fn with_spacing(mut self, spacing: Classifier) -> Self {
        self.all.take();
        self.spacing = Some(Arc::new(spacing));
        self
    }

    /// The set with lists of words, which the labelling of notes looks at.
    #[must_use]
    pub fn with_words(mut self, words: WordLists) -> Self {
        self.all.take();
        self.words = Some(Arc::new(words));
        self
    }

    /// The set with weights that tell what a question asks by its words: without them only phrases do.
    #[must_use]
    pub fn with_asks(mut self, asks: Classifier) -> Self {
        self.all.take();
        self.asks = Some(Arc::new(asks));
        self
    }

    /// Adds the domains of a folder of folders, each of which adds a domain or takes the place of the
    /// one of its name. A broken folder leaves what was there and is said; the rest still load. A
    /// folder that does not exist holds nothing.
    pub fn add_folder(&mut self, folder: &Path) -> Vec<DomainError> {
        let (sources, mut errors) = load::folder(folder);
        for source in sources {
            match DomainModule::new(source) {
                Ok(module) => {
                    let problems = module.read_all();
                    if problems.is_empty() {
                        self.insert(module);
                    }
                    errors.extend(problems);
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Gives a term of a domain a name of the user's own. Nothing is read for it: whether there is
    /// such a term shows when the vocabulary is first used, among the domain's problems.
    ///
    /// # Errors
    ///
    /// There is no such domain, or it is in use already.
    pub fn add_alias(&mut self, domain: &str, own: OwnAlias) -> Result<(), DomainError> {
        self.all.take();
        let module = self.modules.iter_mut().find(|module| module.name == domain);
        match module.and_then(Arc::get_mut) {
            Some(module) => {
                module.add_alias(own);
                Ok(())
            }
            None => {
                let message = format!("there is no domain {domain:?} for {:?}", own.alias);
                Err(DomainError::invalid(own.file, message))
            }
        }
    }

    fn insert(&mut self, module: DomainModule) {
        self.all.take();
        let module = Arc::new(module);
        match self
            .modules
            .iter_mut()
            .find(|known| known.name == module.name)
        {
            Some(known) => *known = module,
            None => self.modules.push(module),
        }
        // Stable: among base domains and among the others the order of arrival stays.
        self.modules.sort_by_key(|module| !module.base);
    }

    /// All domains, base first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<DomainModule>> {
        self.modules.iter()
    }

    /// A domain by name.
    pub fn get(&self, name: &str) -> Option<&Arc<DomainModule>> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// Names and descriptions of all domains, base first.
    pub fn infos(&self) -> Vec<DomainInfo> {
        self.modules.iter().map(|module| module.info()).collect()
    }

    /// The base domains with the selected ones, in the order they were selected. Unknown names and
    /// repetitions are passed over.
    pub fn select<S: AsRef<str>>(&self, names: &[S]) -> ActiveDomainContext {
        let mut modules: Vec<Arc<DomainModule>> = self
            .modules
            .iter()
            .filter(|module| module.base)
            .cloned()
            .collect();
        for name in names {
            let new = self
                .get(name.as_ref())
                .filter(|module| modules.iter().all(|loaded| loaded.name != module.name));
            modules.extend(new.cloned());
        }
        ActiveDomainContext {
            domains_loaded: modules.iter().map(|module| module.name.clone()).collect(),
            available: self
                .modules
                .iter()
                .filter(|module| modules.iter().all(|loaded| loaded.name != module.name))
                .map(|module| module.info())
                .collect(),
            modules,
            acts: self.acts.clone(),
            asks: self.asks.clone(),
            notes: self.notes.clone(),
            sayings: self.sayings.clone(),
            spacing: self.spacing.clone(),
            words: self.words.clone(),
            worked_out: DerivedCache::default(),
        }
    }

    /// All domains loaded at once, the same for all who ask.
    pub fn all(&self) -> &Arc<ActiveDomainContext> {
        self.all.get_or_init(|| Arc::new(self.select_all()))
    }

    /// All domains loaded at once.
    pub fn select_all(&self) -> ActiveDomainContext {
        let names: Vec<&str> = self
            .modules
            .iter()
            .map(|module| module.name.as_str())
            .collect();
        self.select(&names)
    }
}
