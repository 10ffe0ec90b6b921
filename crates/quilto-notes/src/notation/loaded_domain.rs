//! What a note is read with, and what is read of it.

use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::compiled_notation::{CompiledNotation, Meaning};
use super::item_segmentation::ItemSpan;
use super::phrases::Hit;
use super::records::TermMention;
use quilto_domain::{DomainModule, Term};
use quilto_model::{NotDone, Unread};

/// What was read of a note.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The day its own words name, if they do.
    pub date: Option<NaiveDate>,
    /// Short labels.
    pub tags: Vec<String>,
    /// Domain name → data.
    pub domain_data: Map<String, Value>,
    /// Paths of doubtful fields.
    pub uncertain_fields: Vec<String>,
    /// What was assumed.
    pub notes: Vec<String>,
    /// What went into nothing and could matter.
    pub unread: Vec<Unread>,
    /// Numbers that were set aside on purpose: what was not done, or is only quoted.
    pub set_aside: Vec<f64>,
    /// What tells of nothing its writer did.
    pub held_back: Vec<NotDone>,
}

/// A loaded domain with its notation ready.
pub(super) struct LoadedDomain<'c> {
    pub(super) module: &'c DomainModule,
    pub(super) compiled: Arc<CompiledNotation>,
    pub(super) hits: Vec<Hit<Meaning>>,
    pub(super) terms: Vec<TermMention<'c>>,
    /// Of a domain of grouped things: what is told of.
    pub(super) things: Vec<ItemSpan<'c>>,
}

/// Whether a term opens something of the domain.
pub(super) fn opens(compiled: &CompiledNotation, term: &Term) -> bool {
    let notation = &compiled.notation;
    notation.item.kinds.iter().any(|kind| **kind == *term.kind)
        || notation
            .group
            .as_ref()
            .is_some_and(|group| *group.kind == *term.kind)
        || compiled.opens(term)
}

/// Whether a term opens something of the domain or is a word for a field of it.
pub(super) fn supports(compiled: &CompiledNotation, term: &Term) -> bool {
    let mut fields = compiled.notation.terms.iter();
    opens(compiled, term) || fields.any(|field| *field.kind == *term.kind)
}
