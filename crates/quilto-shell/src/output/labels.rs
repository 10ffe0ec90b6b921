//! What a domain calls its fields, values and things in the language of a note.

use std::sync::Arc;

use quilto::domain::DomainModule;
use quilto::domain::measures::{Measure, Measures};
use quilto::engine::builtin::korean_alias;
use quilto::model::Language;
use quilto::text::template::Template;

/// The words of one domain in one language. In English they are those of the data itself.
pub struct Labels {
    language: Language,
    module: Option<Arc<DomainModule>>,
}

impl Labels {
    /// The words of the data itself.
    pub const ENGLISH: Self = Self {
        language: Language::English,
        module: None,
    };

    /// The words of a domain in a language; those of the data where there is none.
    pub fn of(language: Language, module: Option<&Arc<DomainModule>>) -> Self {
        Self {
            language,
            module: module.cloned(),
        }
    }

    fn own(&self, word: &str) -> Option<&str> {
        let module = self.module.as_ref()?;
        module.label(self.language.code(), word)
    }

    /// A word of the screen; where the domain has no other for it, itself.
    pub fn word<'a>(&'a self, word: &'a str) -> &'a str {
        self.own(word).unwrap_or(word)
    }

    /// One of the things a list holds.
    pub fn one<'a>(&'a self, list: &'a str) -> &'a str {
        self.own(list).unwrap_or(list.trim_end_matches('s'))
    }

    /// A name or value of the data.
    pub fn name(&self, name: &str) -> String {
        let own = || self.own(name).map(str::to_owned);
        let known = || match (self.language, &self.module) {
            (Language::Korean, Some(module)) => korean_alias(module, name),
            _ => None,
        };
        own().or_else(known).unwrap_or_else(|| name.to_owned())
    }

    /// A wording with its holes filled.
    pub fn say(&self, wording: &str, holes: &[(&str, &str)]) -> String {
        let said = self.word(wording);
        Template::parse(said).map_or_else(|_| said.to_owned(), |read| read.fill(holes))
    }
}

/// What a domain is called.
pub fn title(domain: &DomainModule, language: Language) -> String {
    let own = domain.title_in(language.code());
    own.map_or_else(|| domain.title(), str::to_owned)
}

/// What a measure is called where figures are listed: in English by its name in the data.
pub fn listed(measures: &Measures, name: &str, language: Language) -> String {
    match language {
        Language::English => name.to_owned(),
        language => measure(measures, name, language),
    }
}

/// What people call a measure in a language first of all.
pub fn measure(measures: &Measures, name: &str, language: Language) -> String {
    let words = |measure: &Measure| measure.aliases.get(language.code())?.first().cloned();
    let measure = measures.measure(name);
    measure.and_then(words).unwrap_or_else(|| name.to_owned())
}
