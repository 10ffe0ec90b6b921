//! The domains of this process: those in the binary, and the user's own over them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use quilto::domain::Acts;
use quilto::domain::Classifier;
use quilto::domain::{
    ActiveDomainContext, DomainError, DomainModule, DomainSet, DomainSource, Notation, OwnAlias,
    WordLists, load,
};
use quilto::text;

use crate::aliases::Aliases;
use crate::app::App;
use crate::import::FieldValues;

/// All known domains, and what was wrong with those that could not be loaded.
pub struct KnownDomains {
    set: Arc<DomainSet>,
    errors: Vec<DomainError>,
}

/// The set with the weights of the application.
fn with_weights(set: DomainSet, app: &App) -> DomainSet {
    set.with_acts(Acts::packed(app.acts))
        .with_asks(Classifier::packed(app.asks))
        .with_notes(Classifier::packed(app.notes))
        .with_sayings(Classifier::packed(app.sayings))
        .with_spacing(Classifier::packed(app.spacing))
        .with_words(WordLists::packed(app.words))
}

impl KnownDomains {
    /// Reads the embedded domains, then the folders in the user's own `domains` folder, then the file
    /// of the person's own names.
    pub fn load(app: &App, own: Option<&Path>, names: Option<&Path>) -> Self {
        let embedded = app
            .domains
            .iter()
            .map(|(name, files)| DomainSource::embedded(name, files));
        let (mut set, mut errors) = DomainSet::new(embedded);
        if let Some(folder) = own {
            errors.extend(set.add_folder(folder));
        }
        if let Some(names) = names {
            errors.extend(add_aliases(&mut set, names));
        }
        Self {
            set: Arc::new(with_weights(set, app)),
            errors,
        }
    }

    /// The embedded domains with the one in a folder beside or over them.
    pub(crate) fn with_folder(app: &App, folder: &Path) -> (Self, Vec<DomainError>) {
        let embedded = app
            .domains
            .iter()
            .map(|(name, files)| DomainSource::embedded(name, files));
        let own = load::domain(folder).map(|(source, _)| source);
        let (own, error) = match own {
            Ok(source) => (Some(source), None),
            Err(error) => (None, Some(error)),
        };
        let (set, mut errors) = DomainSet::new(embedded.chain(own));
        errors.extend(error);
        let known = Self {
            set: Arc::new(with_weights(set, app)),
            errors: Vec::new(),
        };
        (known, errors)
    }

    /// The set itself, for the engine.
    pub fn set(&self) -> &Arc<DomainSet> {
        &self.set
    }

    /// The domains.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<DomainModule>> {
        self.set.iter()
    }

    /// The domain of a name.
    pub fn get(&self, name: &str) -> Option<&Arc<DomainModule>> {
        self.set.get(name)
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.set.iter().map(|module| module.name.clone()).collect()
    }

    /// The base domains with these.
    pub fn select(&self, names: &[String]) -> ActiveDomainContext {
        self.set.select(names)
    }

    /// All domains at once.
    pub fn all(&self) -> ActiveDomainContext {
        self.set.select_all()
    }

    /// What could not be loaded or read so far.
    pub fn problems(&self) -> Vec<DomainError> {
        let parts = self.set.iter().flat_map(|module| module.problems());
        self.errors.iter().cloned().chain(parts).collect()
    }

    /// The domain's own name for a thing, if that is what the whole text names.
    pub fn canonical(&self, domain: &str, name: &str) -> Option<String> {
        let term = self.get(domain)?.vocabulary().canonical(name)?;
        Some(term.name.to_string())
    }

    /// What a domain's data says of the values of one of its fields.
    pub fn values_of(&self, domain: &str, field: &str) -> FieldValues {
        let module = self.get(domain);
        let notation = module.and_then(|m| m.part::<Notation>("notation.yaml").ok().flatten());
        let Some(notation) = notation else {
            return FieldValues::default();
        };
        let slot = notation.slots.iter().find(|slot| slot.name == field);
        let state = notation.state.as_ref();
        FieldValues {
            possible: slot
                .and_then(|slot| slot.possible)
                .or_else(|| state?.possible.get(field).copied()),
            none: slot.map(|slot| slot.none.clone()).unwrap_or_default(),
        }
    }

    /// The terms a text names; and for each of them all that people write for it, for each other
    /// word the word.
    pub fn names_of(&self, words: &str) -> (Vec<String>, Vec<Vec<String>>) {
        let tokens = text::read(words);
        let all = self.all();
        let vocabulary = all.vocabulary();
        let mut terms = Vec::new();
        let mut names = Vec::new();
        let mut at = 0;
        for found in vocabulary.find(&tokens) {
            let mention = found.mention;
            names.extend(plain_words(&words[at..mention.span.start]));
            at = mention.span.end;
            let written = words[mention.span.start..mention.span.end].to_owned();
            let mut written = BTreeSet::from([written, mention.term.to_string()]);
            let aliases = vocabulary.aliases(&mention.term);
            written.extend(aliases.into_iter().map(str::to_owned));
            terms.push(mention.term.to_string());
            names.push(written.into_iter().collect());
        }
        names.extend(plain_words(&words[at..]));
        (terms, names)
    }
}

/// The person's own names, laid over the vocabularies.
fn add_aliases(set: &mut DomainSet, path: &Path) -> Vec<DomainError> {
    let own = match Aliases::read(path) {
        Ok(own) => own,
        Err(error) => return vec![error],
    };
    let file = path.display().to_string();
    let mut errors = Vec::new();
    for (domain, names) in own.by_domain {
        for (alias, term) in names {
            let file = file.clone();
            errors.extend(set.add_alias(&domain, OwnAlias { alias, term, file }).err());
        }
    }
    errors
}

fn plain_words(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.split_whitespace().map(|word| vec![word.to_owned()])
}
