//! Words by which a domain speaks of its own things without naming one: its cues, its title, the
//! kinds of its terms, what its rows are called.

use std::collections::BTreeSet;

use crate::domain::{ActiveDomainContext, DomainModule};
use crate::engine::builtin::language::{Cues, Hit, Words};

use super::measure::measures_of;

/// The domains' own words.
#[derive(Debug)]
pub struct DomainWords(Vec<(String, bool, Cues)>);

impl DomainWords {
    /// Of all loaded domains.
    pub fn of(domains: &ActiveDomainContext) -> Self {
        Self(
            domains
                .modules
                .iter()
                .map(|module| (module.name.clone(), module.base, of(module)))
                .collect(),
        )
    }

    /// Whether a word is one of them, in the singular or the plural.
    pub fn know(&self, word: &str) -> bool {
        let single = word.strip_suffix('s').unwrap_or(word);
        self.0
            .iter()
            .any(|(_, _, cues)| cues.is(word) || cues.is(single))
    }

    /// Whether a word is one of a special domain's, rather than of the base alone.
    pub fn know_special(&self, word: &str) -> bool {
        self.0.iter().any(|(_, base, cues)| !base && cues.is(word))
    }

    /// The domain that a sentence speaks of, on words for which `free` holds, and where; a special
    /// one before a base one.
    pub fn meant(&self, line: &Words, free: &dyn Fn(usize) -> bool) -> Option<(String, Hit)> {
        self.0
            .iter()
            .filter_map(|(name, base, cues)| Some((name, base, cues.find_where(line, free)?)))
            .max_by_key(|(_, base, hit)| (!**base, hit.weight))
            .map(|(name, _, hit)| (name.clone(), hit))
    }
}

fn of(module: &DomainModule) -> Cues {
    let mut words: BTreeSet<String> = module.cues.iter().cloned().collect();
    words.insert(module.title().to_lowercase());
    words.extend(
        module
            .vocabulary()
            .terms()
            .map(|term| term.kind.to_string()),
    );
    if let Some(measures) = measures_of(module) {
        words.extend(measures.rows.iter().map(|kind| kind.name.clone()));
    }
    let written: Vec<String> = words.into_iter().collect();
    Cues::of_domain(&written)
}
