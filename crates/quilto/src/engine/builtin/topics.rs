//! What a text is about: terms and groups of domains that its words name.

use crate::domain::{ActiveDomainContext, DomainMention, DomainModule, GROUP};
use crate::text::Tokens;

pub use crate::model::Topic;

use quilto_language::hangul::is_hangul;

/// The kind of vocabulary entries that only keep words from being read as a name.
const IDIOM: &str = "idiom";

/// Every topic of a text, in order. Of domains that claim the same words, the one whose names stand
/// around them has them.
pub fn find(tokens: &Tokens, domains: &ActiveDomainContext) -> Vec<Topic> {
    among(tokens, &domains.vocabulary().find(tokens), domains)
}

/// The same, where its names are known.
pub fn among(
    tokens: &Tokens,
    mentions: &[DomainMention],
    domains: &ActiveDomainContext,
) -> Vec<Topic> {
    mentions
        .iter()
        .filter(|found| &*found.mention.kind != IDIOM)
        .filter_map(|found| {
            let module = domains.modules.get(found.domain)?;
            let mention = &found.mention;
            let span = mention.span.start..mention.span.end;
            Some(Topic {
                domain: module.name.clone(),
                name: mention.term.to_string(),
                group: &*mention.kind == GROUP,
                typed: tokens
                    .text()
                    .get(span.clone())
                    .unwrap_or_default()
                    .to_owned(),
                span,
                longer: None,
                exact: mention.exact,
            })
        })
        .collect()
}

/// Other terms that are forms of the same thing: their name holds the subject's own name, both
/// without what stands in brackets ("Smoky Quartz (Raw)" is a form of "Quartz (Clear)").
pub fn variations(module: &DomainModule, subject: &str) -> Vec<String> {
    let vocabulary = module.vocabulary();
    if vocabulary.is_group(subject) {
        return Vec::new();
    }
    let base = plain(subject);
    if base.is_empty() {
        return Vec::new();
    }
    vocabulary
        .names()
        .filter(|name| *name != subject && ends_with_words(&plain(name), &base))
        .map(str::to_owned)
        .collect()
}

/// A name in lower case without its brackets.
pub fn plain(name: &str) -> String {
    name.split('(').next().unwrap_or(name).trim().to_lowercase()
}

fn ends_with_words(name: &str, base: &str) -> bool {
    name.strip_suffix(base)
        .is_some_and(|before| before.is_empty() || before.ends_with([' ', '-']))
}

/// The first Korean alias of a term, if the vocabulary has one.
pub fn korean_alias(module: &DomainModule, name: &str) -> Option<String> {
    module
        .vocabulary()
        .aliases(name)
        .into_iter()
        .find(|alias| alias.chars().any(is_hangul))
        .map(str::to_owned)
}
