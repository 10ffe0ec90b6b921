//! Names of what a state is told by: those of the vocabulary, and the words of the notation for them.

use std::ops::Range;
use std::sync::Arc;

use super::super::compiled_notation::{CompiledNotation, Meaning};
use super::super::loaded_domain::LoadedDomain;
use super::super::phrases::Hit;
use super::super::records::TermMention;
use super::measures::pair_after;
use quilto_domain::{DomainModule, StateNotation, Term};
use quilto_text::Tokens;

/// What a state domain names in a text: by its vocabulary, given, and by its other words.
pub(crate) fn terms_in<'c>(
    module: &'c DomainModule,
    compiled: &Arc<CompiledNotation>,
    tokens: &Tokens,
    named: Vec<TermMention<'c>>,
) -> Vec<TermMention<'c>> {
    let domain = LoadedDomain {
        module,
        compiled: Arc::clone(compiled),
        hits: compiled.phrases.find(tokens),
        terms: named,
        things: Vec::new(),
    };
    worded(&domain, &[])
}

/// The terms of a state domain with those that its words say. A longer claim wins; words that another
/// domain has in a longer name of its own say nothing here.
pub(in super::super) fn worded<'c>(
    domain: &LoadedDomain<'c>,
    others: &[Range<usize>],
) -> Vec<TermMention<'c>> {
    let mut said: Vec<TermMention> = said(&domain.compiled, domain.module, &domain.hits)
        .filter(|place| {
            !others.iter().any(|other| {
                other.start <= place.tokens.start
                    && place.tokens.end <= other.end
                    && other.len() > place.tokens.len()
            })
        })
        .filter(|place| {
            !domain.terms.iter().any(|named| {
                overlap(&named.tokens, &place.tokens) && named.tokens.len() > place.tokens.len()
            })
        })
        .collect();
    // A feeling that wants a part says nothing without one: the name stays beside it.
    let state = domain.compiled.notation.state.as_ref();
    let in_parts = state.and_then(|state| state.felt_in_parts.as_deref());
    let named = domain.terms.iter().filter(|named| {
        let mut sure = said
            .iter()
            .filter(|place| Some(&*place.term.kind) != in_parts);
        !sure.any(|place| overlap(&named.tokens, &place.tokens))
    });
    let named: Vec<TermMention> = named
        .map(|named| TermMention {
            tokens: named.tokens.clone(),
            term: named.term,
        })
        .collect();
    said.extend(named);
    said.sort_by_key(|place| place.tokens.start);
    said
}

fn said<'h, 'c>(
    compiled: &'h CompiledNotation,
    module: &'c DomainModule,
    hits: &'h [Hit<Meaning>],
) -> impl Iterator<Item = TermMention<'c>> + use<'h, 'c> {
    let state = compiled.notation.state.as_ref();
    hits.iter().filter_map(move |hit| {
        let Meaning::Says(at) = hit.meaning else {
            return None;
        };
        let term = term_of(state?, module, at)?;
        Some(TermMention {
            tokens: hit.tokens.clone(),
            term,
        })
    })
}

fn term_of<'c>(state: &StateNotation, module: &'c DomainModule, at: usize) -> Option<&'c Term> {
    module.vocabulary().term(state.words.keys().nth(at)?)
}

/// Where something stands that is told as one value over another ("bp 128/82"): no other domain's name.
pub(in super::super) fn names_of_pairs(
    tokens: &Tokens,
    compiled: &CompiledNotation,
    module: &DomainModule,
    hits: &[Hit<Meaning>],
) -> Vec<Range<usize>> {
    let pairs = said(compiled, module, hits).filter(|place| {
        let possible = compiled
            .notation
            .state
            .as_ref()
            .and_then(|state| state.possible.get(&*place.term.name));
        place.term.flag("pair")
            && pair_after(tokens, place.tokens.end).is_some_and(|(_, value, over)| {
                over < value
                    && possible.is_none_or(|[least, most]| (*least..=*most).contains(&value))
            })
    });
    pairs.map(|place| place.tokens).collect()
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
