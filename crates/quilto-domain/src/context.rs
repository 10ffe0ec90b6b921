//! The loaded domains of a run, combined.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::derived_cache::DerivedCache;
use super::{Classifier, WordLists};
use super::{DomainInfo, DomainModule, EvaluationRule, Mention, Term, Vocabulary};
use quilto_acts::Model as Acts;
use quilto_text::Tokens;

/// The loaded domains of a run: base first, then the selected ones, and what else could be loaded.
#[derive(Clone, Debug, Default)]
pub struct ActiveDomainContext {
    /// Names of the loaded domains, in the order of `modules`.
    pub domains_loaded: Vec<String>,
    /// The loaded domains.
    pub modules: Vec<Arc<DomainModule>>,
    /// Domains that are known and not loaded.
    pub available: Vec<DomainInfo>,
    /// What tells what a clause does, where the application has brought it.
    pub acts: Option<Arc<Acts>>,
    /// What tells what a question asks by its words, where the application has brought it.
    pub asks: Option<Arc<Classifier>>,
    /// What tells what each word of a note is for, where the application has brought it.
    pub notes: Option<Arc<Classifier>>,
    /// What tells what sayings mean of how somebody is, where the application has brought it.
    pub sayings: Option<Arc<Classifier>>,
    /// What tells where words end that were typed without a space between them, where the application has brought it.
    pub spacing: Option<Arc<Classifier>>,
    /// Lists of words that name things of a kind, where the application has brought them.
    pub words: Option<Arc<WordLists>>,
    /// What was worked out of all this.
    pub worked_out: DerivedCache,
}

impl ActiveDomainContext {
    /// A loaded domain.
    pub fn module(&self, name: &str) -> Option<&Arc<DomainModule>> {
        self.modules.iter().find(|module| module.name == name)
    }

    /// The expertise of all loaded domains, each under its title.
    pub fn expertise(&self) -> String {
        self.labelled(|module| module.expertise())
    }

    /// What the observer should keep track of, of all loaded domains, each under its title.
    pub fn context_guidance(&self) -> String {
        self.labelled(|module| module.context_guidance())
    }

    /// The evaluation rules of all loaded domains, base first.
    pub fn evaluation_rules(&self) -> Vec<&EvaluationRule> {
        self.modules
            .iter()
            .flat_map(|module| module.evaluation_rules())
            .collect()
    }

    /// The names of all loaded domains.
    pub fn vocabulary(&self) -> MergedVocabulary<'_> {
        MergedVocabulary {
            modules: &self.modules,
        }
    }

    fn labelled(&self, text: impl Fn(&DomainModule) -> &str) -> String {
        let mut out = String::new();
        for module in &self.modules {
            let text = text(module).trim();
            if text.is_empty() {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str("## ");
            out.push_str(&module.title());
            out.push_str("\n\n");
            out.push_str(text);
            out.push('\n');
        }
        out
    }
}

/// A name found in a text, and whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct DomainMention {
    /// The domain's place among the loaded ones.
    pub domain: usize,
    /// The name.
    pub mention: Mention,
}

/// The vocabularies of the loaded domains, as one.
#[derive(Clone, Copy, Debug)]
pub struct MergedVocabulary<'a> {
    modules: &'a [Arc<DomainModule>],
}

impl<'a> MergedVocabulary<'a> {
    /// The names in a text, in order; each stretch of text belongs to one domain.
    ///
    /// Where several domains claim a stretch, the longest claim wins, an exact one before a typo. If
    /// they are equal, the domain with more other names in the same sentence wins, then the one with
    /// more in the whole text, then the one loaded first.
    pub fn find(&self, tokens: &Tokens) -> Vec<DomainMention> {
        settle(self.modules.len(), self.claims(tokens), tokens)
    }

    /// The names that every domain finds for itself: a stretch may be claimed by several.
    pub fn claims(&self, tokens: &Tokens) -> Vec<DomainMention> {
        let mut all: Vec<DomainMention> = Vec::new();
        for (domain, module) in self.modules.iter().enumerate() {
            let found = module.vocabulary().find(tokens);
            all.extend(
                found
                    .into_iter()
                    .map(|mention| DomainMention { domain, mention }),
            );
        }
        all
    }

    /// The term that a whole text names in one of the domains, and the domain.
    pub fn canonical(&self, text: &str) -> Option<(&'a DomainModule, &'a Term)> {
        let tokens = quilto_text::read(text);
        self.first(|vocabulary| vocabulary.whole(&tokens))
    }

    /// A term by its canonical name, and its domain.
    pub fn term(&self, name: &str) -> Option<(&'a DomainModule, &'a Term)> {
        self.first(|vocabulary| vocabulary.term(name))
    }

    /// The terms that go by a canonical name: several domains may have one of it.
    pub fn terms<'n>(self, name: &'n str) -> impl Iterator<Item = &'a Term> + use<'a, 'n> {
        let vocabularies = self.modules.iter().map(|module| module.vocabulary());
        vocabularies.filter_map(move |vocabulary| vocabulary.term(name))
    }

    fn first(
        &self,
        get: impl Fn(&'a Vocabulary) -> Option<&'a Term>,
    ) -> Option<(&'a DomainModule, &'a Term)> {
        self.modules
            .iter()
            .find_map(|module| Some((&**module, get(module.vocabulary())?)))
    }

    /// The terms of a group in all domains.
    pub fn members(&self, group: &str) -> Vec<&'a Term> {
        self.modules
            .iter()
            .flat_map(|module| module.vocabulary().members(group))
            .collect()
    }

    /// What people write for a term or a group, in all domains.
    pub fn aliases(&self, name: &str) -> Vec<&'a str> {
        let mut seen = HashSet::new();
        self.modules
            .iter()
            .flat_map(|module| module.vocabulary().aliases(name))
            .filter(|alias| seen.insert(*alias))
            .collect()
    }
}

/// Leaves each stretch of text to one domain. Linear in the text's length but for one sort.
fn settle(domains: usize, mut all: Vec<DomainMention>, tokens: &Tokens) -> Vec<DomainMention> {
    // The sentence that each token stands in.
    let mut sentences = Vec::with_capacity(tokens.len());
    let mut sentence = 0_usize;
    for token in tokens.iter() {
        sentences.push(sentence);
        sentence += usize::from(token.ends_sentence());
    }
    let sentence = |claim: &DomainMention| sentences.get(claim.mention.tokens.start).copied();
    let mut in_text = vec![0_usize; domains];
    // How many claims stand over each byte.
    let mut claimed = vec![0_u16; tokens.text().len()];
    for claim in &all {
        in_text[claim.domain] += 1;
        let span = claim.mention.span;
        for times in &mut claimed[span.start..span.end] {
            *times += 1;
        }
    }
    // Names that nobody else claims count for their domain.
    let mut alone: HashMap<(usize, Option<usize>), usize> = HashMap::new();
    for claim in &all {
        let span = claim.mention.span;
        if claimed[span.start..span.end]
            .iter()
            .all(|times| *times == 1)
        {
            *alone.entry((claim.domain, sentence(claim))).or_default() += 1;
        }
    }
    let neighbours = |claim: &DomainMention| {
        alone
            .get(&(claim.domain, sentence(claim)))
            .copied()
            .unwrap_or_default()
    };
    all.sort_by_cached_key(|claim| {
        (
            std::cmp::Reverse(claim.mention.exact),
            std::cmp::Reverse(claim.mention.span.len()),
            claim.mention.kind.as_ref() == super::GROUP,
            std::cmp::Reverse(neighbours(claim)),
            std::cmp::Reverse(in_text[claim.domain]),
            claim.domain,
        )
    });
    let mut taken = vec![false; tokens.text().len()];
    all.retain(|claim| {
        let span = claim.mention.span;
        let stretch = &mut taken[span.start..span.end];
        let free = !stretch.contains(&true);
        if free {
            stretch.fill(true);
        }
        free
    });
    all.sort_by_key(|claim| claim.mention.span);
    all
}
