//! Words by which a domain speaks of its own things without naming one: its cues, its title, the
//! kinds of its terms, what its rows are called.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::domain::{ActiveDomainContext, DomainModule};
use quilto_language::questions::words;
use quilto_language::{Cues, Hit, Words};

use super::measure::measures_of;

/// The domains' own words.
#[derive(Debug)]
pub struct DomainWords(Vec<(String, bool, Cues)>, BTreeSet<String>);

/// How a question speaks of the kinds of things that a domain knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindReference {
    /// "which rock".
    Which,
    /// "per rock", "by rock".
    Per,
}

impl DomainWords {
    /// Of all loaded domains.
    pub fn of(domains: &ActiveDomainContext) -> Arc<Self> {
        let modules = domains.modules.iter();
        let words = modules.map(|module| (module.name.clone(), module.base, of(module)));
        let kinds = domains.modules.iter().flat_map(|m| kinds(m));
        domains
            .worked_out
            .once(|| Self(words.collect(), kinds.collect()))
    }

    /// The words by which a question speaks of a domain, but for those in Hangul.
    pub fn spoken_words(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().flat_map(|(_, _, cues)| cues.parts())
    }

    /// Whether a word is one of them, in the singular or the plural.
    pub fn know(&self, word: &str) -> bool {
        let single = word.strip_suffix('s').unwrap_or(word);
        self.0
            .iter()
            .any(|(_, _, cues)| cues.is(word) || cues.is(single))
    }

    /// Whether a sentence asks for one kind of a domain's things, or for each of them.
    pub fn of_kind(&self, line: &Words) -> Option<KindReference> {
        (0..line.len()).find_map(|i| {
            let word = line.at(i).text.as_str();
            let each = words().each_suffix.before(word);
            if each.is_some_and(|stem| self.know(stem)) {
                return Some(KindReference::Per);
            }
            let before = &line.at(i.checked_sub(1)?).text;
            let single = word.strip_suffix('s').unwrap_or(word);
            if !self.1.contains(word) && !self.1.contains(single) {
                None
            } else if words().per_kind.is(before) {
                Some(KindReference::Per)
            } else {
                let which = words().which.is(before) || words().asking.wh.is(before);
                which.then_some(KindReference::Which)
            }
        })
    }

    /// All domains whose own words a sentence holds, on words for which `free` holds.
    pub fn spoken(&self, line: &Words, free: &dyn Fn(usize) -> bool) -> BTreeSet<String> {
        let speaks = |(_, _, cues): &&(String, bool, Cues)| cues.find_where(line, free).is_some();
        self.0
            .iter()
            .filter(speaks)
            .map(|(name, ..)| name.clone())
            .collect()
    }

    /// Where each domain's own words stand in a sentence, the heaviest of a domain first.
    pub fn each(&self, line: &Words) -> Vec<(String, Hit)> {
        let mut found = Vec::new();
        for (name, _, cues) in &self.0 {
            let mut taken = vec![false; line.len()];
            while let Some(hit) = cues.find_where(line, &|at| !taken[at]) {
                taken[hit.words.clone()].fill(true);
                found.push((name.clone(), hit));
            }
        }
        found
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

/// The kinds of a domain's terms, but for those that name the domain's own act.
fn kinds(module: &DomainModule) -> BTreeSet<String> {
    let vocabulary = module.vocabulary();
    vocabulary
        .kinds()
        .filter(|kind| {
            vocabulary
                .term(kind)
                .is_none_or(|term| &*term.kind != *kind)
        })
        .map(str::to_lowercase)
        .collect()
}

fn of(module: &DomainModule) -> Cues {
    let mut words: BTreeSet<String> = module.cues.iter().cloned().collect();
    words.insert(module.title().to_lowercase());
    words.extend(module.vocabulary().kinds().map(str::to_owned));
    if let Some(measures) = measures_of(module) {
        words.extend(measures.rows.iter().map(|kind| kind.name.clone()));
    }
    let written: Vec<String> = words.into_iter().collect();
    Cues::of_domain(&written)
}
